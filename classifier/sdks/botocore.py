"""Exceptions of botocore 1.x, with those a client makes from its service's model (`botocore.errorfactory`)."""

from __future__ import annotations

from types import MappingProxyType
from typing import Final

from classifier.sdks.base import BY_STATUS, Classes, SdkTable, generic, left

MODELED: Final[Classes] = MappingProxyType(
    {
        "ThrottlingException": generic("throttled"),
        "ThrottledException": generic("throttled"),
        "TooManyRequestsException": generic("throttled"),
        "RequestLimitExceeded": generic("throttled"),
        "RequestLimitExceededException": generic("throttled"),
        "ProvisionedThroughputExceededException": generic("throttled"),
        "LimitExceededException": generic("throttled"),
        # Of the account, not of the moment: asking again needs a raised quota.
        "ServiceQuotaExceededException": generic("quota_exhausted"),
        "AccessDeniedException": generic("permission_denied"),
        "UnauthorizedException": "auth_failed",
        "UnrecognizedClientException": "auth_failed",
        "ExpiredTokenException": "auth_failed",
        "InvalidSignatureException": "auth_failed",
        "ValidationException": generic("bad_request"),
        "InvalidParameterException": "bad_request",
        "InvalidRequestException": generic("bad_request"),
        "ResourceNotFoundException": generic("not_found"),
        "NotFoundException": "not_found",
        "NoSuchKey": "not_found",
        "NoSuchBucket": "not_found",
        "NoSuchUpload": "not_found",
        "QueueDoesNotExist": "not_found",
        "BucketAlreadyExists": "already_exists",
        "BucketAlreadyOwnedByYou": "already_exists",
        "ResourceExistsException": "already_exists",
        "ConflictException": "stale_state",
        "ResourceConflictException": "stale_state",
        "ResourceInUseException": "stale_state",
        "ConditionalCheckFailedException": "stale_state",
        "TransactionCanceledException": generic("stale_state"),
        "InternalServerException": generic("server_error"),
        "InternalServerError": generic("server_error"),
        "ServiceException": generic("server_error"),
        "ServiceUnavailableException": generic("overloaded"),
        "ModelErrorException": generic("server_error"),
        "ModelTimeoutException": "read_timeout",
        "ModelNotReadyException": "overloaded",
        "ModelStreamErrorException": "stream_broken",
    }
)

_MISCONFIGURED = (
    "ApiVersionNotFoundError", "BaseEndpointResolverError", "ConfigNotFound", "ConfigParseError", "DataNotFoundError",
    "EndpointProviderError", "InvalidChecksumConfigError", "InvalidConfigError", "InvalidDefaultsMode",
    "InvalidEndpointConfigurationError", "InvalidEndpointDiscoveryConfigurationError", "InvalidIMDSEndpointError",
    "InvalidIMDSEndpointModeError", "InvalidProxiesConfigError", "InvalidRegionError",
    "InvalidRetryConfigurationError", "InvalidS3AddressingStyleError", "InvalidS3UsEast1RegionalEndpointConfigError",
    "InvalidSTSRegionalEndpointsConfigError", "MD5UnavailableError", "MissingDependencyException", "ProfileNotFound",
    "ServiceNotInRegionError", "UnknownCredentialError", "UnknownRegionError", "UnknownServiceStyle",
    "UnknownSignatureVersionError", "UnknownTokenProviderError", "UnsupportedSignatureVersionError",
    "WaiterConfigError",
)  # fmt: skip

_BAD_REQUEST = (
    "InvalidArnException", "InvalidDNSNameError", "InvalidExpressionError", "InvalidHostLabelError",
    "MissingParametersError", "OperationNotPageableError", "ParamValidationError", "UnsupportedOutpostResourceError",
    "UnsupportedS3AccesspointConfigurationError", "UnsupportedS3ArnError", "UnsupportedS3ConfigurationError",
    "UnsupportedS3ControlArnError", "UnsupportedS3ControlConfigurationError", "ValidationError",
)  # fmt: skip

_NO_LOGIN = (
    "LoginError", "NoAuthTokenError", "NoCredentialsError", "PartialCredentialsError",
    "RefreshWithMFAUnsupportedError", "SSOError",
)  # fmt: skip

_BUGS = (
    "InvalidShapeError", "InvalidShapeReferenceError", "NoShapeFoundError", "OperationNotFoundError",
    "StubResponseError", "UndefinedModelAttributeError", "UnknownClientMethodError",
)  # fmt: skip

TABLE = SdkTable(
    ("botocore",),
    {
        **MODELED,
        **dict.fromkeys(_MISCONFIGURED, "misconfigured"),
        **dict.fromkeys(_BAD_REQUEST, "bad_request"),
        **dict.fromkeys(_NO_LOGIN, "auth_failed"),
        **dict.fromkeys(_BUGS, "programming_error"),
        "ClientError": BY_STATUS,
        # A modelled error in an event stream that began with status 200.
        "EventStreamError": BY_STATUS,
        "BotoCoreError": left("its words decide"),
        "ConnectionError": generic("unreachable"),
        "EndpointConnectionError": generic("unreachable"),
        "ProxyConnectionError": generic("unreachable"),
        "ConnectTimeoutError": "connect_timeout",
        "ReadTimeoutError": "read_timeout",
        "HTTPClientError": generic("unreachable"),
        "ConnectionClosedError": "reset",
        "ResponseStreamingError": "stream_broken",
        "IncompleteReadError": "stream_broken",
        "SSLError": generic("tls_handshake"),
        "InfiniteLoopConfigError": "misconfigured",
        "LoginInsufficientPermissions": "permission_denied",
        # Fetching them may have failed for want of a network.
        "CredentialRetrievalError": generic("auth_failed"),
        "TokenRetrievalError": generic("auth_failed"),
        "MetadataRetrievalError": generic("auth_failed"),
        "BadIMDSRequestError": generic("auth_failed"),
        "CapacityNotAvailableError": "throttled",
        "ChecksumError": "corrupt_data",
        "FlexibleChecksumError": generic("corrupt_data"),
        "AwsChunkedWrapperError": "programming_error",
        "UnseekableStreamError": "programming_error",
        "ResponseParserError": "schema_mismatch",
        "ParserError": "stream_broken",
        "PaginationError": "programming_error",
        "EndpointDiscoveryException": generic("unreachable"),
        "UnsupportedServiceProtocolsError": "unsupported",
        "WaiterError": left("what the last look at the resource said decides"),
    },
)
