"""
The error tree that Stainless generates for its Python SDKs (openai, anthropic, groq, google-genai's interactions).

A class named after a status is `generic`: the body's code may say more, as `insufficient_quota` under 429 does.
"""

from __future__ import annotations

from types import MappingProxyType
from typing import Final

from classifier.sdks.base import BY_STATUS, Classes, generic

__all__ = ["STAINLESS"]

STAINLESS: Final[Classes] = MappingProxyType(
    {
        # Raised as itself for an error event inside a stream that began with status 200.
        "APIError": BY_STATUS,
        "APIStatusError": BY_STATUS,
        "APIConnectionError": generic("unreachable"),
        "APITimeoutError": generic("read_timeout"),
        "APIResponseValidationError": generic("schema_mismatch"),
        "BadRequestError": generic("bad_request"),
        "AuthenticationError": generic("auth_failed"),
        "PermissionDeniedError": generic("permission_denied"),
        "NotFoundError": generic("not_found"),
        "ConflictError": generic("stale_state"),
        "UnprocessableEntityError": generic("bad_request"),
        "RateLimitError": generic("throttled"),
        "InternalServerError": generic("server_error"),
        "StreamAlreadyConsumed": "programming_error",
        "MissingStreamClassError": "programming_error",
    }
)
