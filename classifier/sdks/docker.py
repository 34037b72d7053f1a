"""Exceptions of docker 5.x to 7.2; the daemon answers over HTTP, and requests' errors come along."""

from __future__ import annotations

from classifier.sdks.base import BY_STATUS, SdkTable, generic

TABLE = SdkTable(
    ("docker",),
    {
        # By itself it means that the daemon did not answer.
        "DockerException": generic("container_failed"),
        "APIError": BY_STATUS,
        "NotFound": generic("not_found"),
        "ImageNotFound": "not_found",
        "ContainerError": generic("nonzero_exit"),
        "BuildError": generic("tests_failed"),
        "ImageLoadError": "container_failed",
        "StreamParseError": "stream_broken",
        "InvalidVersion": "unsupported",
        "InvalidRepository": "bad_request",
        "InvalidArgument": "bad_request",
        "NullResource": "bad_request",
        "DeprecatedMethod": "programming_error",
        "InvalidConfigFile": "misconfigured",
        "TLSParameterError": "misconfigured",
        "ContextException": "misconfigured",
        "ContextNotFound": "misconfigured",
        "ContextAlreadyExists": "already_exists",
        "MissingContextParameter": "misconfigured",
        "StoreError": generic("auth_failed"),
        "InitializationError": "misconfigured",
        "SocketError": generic("reset"),
    },
)
