"""Exceptions of e2b 1.x to 2.63."""

from __future__ import annotations

from classifier.sdks.base import BY_STATUS, SdkTable, generic, left

TABLE = SdkTable(
    ("e2b",),
    {
        "SandboxException": generic("container_failed"),
        "SandboxNotFoundException": "container_failed",
        "SandboxNotRunningException": "container_failed",
        "GuestUnresponsiveException": "container_failed",
        "SandboxUnreachableException": "unreachable",
        # A request's, a command's or the sandbox's own allowance of time.
        "TimeoutException": generic("command_timeout"),
        "CommandExitException": generic("nonzero_exit"),
        "RateLimitException": generic("throttled"),
        "ServiceBusyException": "overloaded",
        "AuthenticationException": "auth_failed",
        "InvalidArgumentException": "bad_request",
        "NotEnoughSpaceException": "local_resource",
        "NotFoundException": "not_found",
        "FileNotFoundException": "missing_file",
        "TemplateException": "misconfigured",
        "BuildException": generic("tests_failed"),
        "FileUploadException": generic("stream_broken"),
        "GitUpstreamException": "bad_request",
        "VolumeException": left("its words decide"),
        "SecretException": left("its words decide"),
        "SecretNotFoundException": "not_found",
        "UnexpectedStatus": BY_STATUS,
    },
)
