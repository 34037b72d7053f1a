"""Exceptions of google-auth 2.x, which google-genai and every Google client raise before a request leaves."""

from __future__ import annotations

from classifier.sdks.base import SdkTable, generic

TABLE = SdkTable(
    ("google.auth",),
    {
        "GoogleAuthError": generic("auth_failed"),
        "TransportError": generic("unreachable"),
        "TimeoutError": "read_timeout",
        "ResponseError": generic("schema_mismatch"),
        "RefreshError": generic("auth_failed"),
        "ReauthFailError": "auth_failed",
        "UserAccessTokenError": "auth_failed",
        "OAuthError": generic("auth_failed"),
        "DefaultCredentialsError": "auth_failed",
        "MutualTLSChannelError": "misconfigured",
        "ClientCertError": "misconfigured",
    },
)
