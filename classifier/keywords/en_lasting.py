"""
English phrases of trouble that does not pass: requests, keys, permissions, bugs. See `en` for how to read them.
"""

from __future__ import annotations

from typing import Final

__all__ = ["PHRASES"]

PHRASES: Final[dict[str, tuple[str, ...]]] = {
    "tls_certificate": (
        "certificate verify failed", "certificate_verify_failed", "self-signed certificate",
        "self signed certificate", "certificate has expired", "certificate is expired", "unable to get local issuer",
        "unable to verify the first cert", "certificate is not trusted", "certificate not trusted",
        "hostname mismatch", "certificate signed by unknown", "sslcertverificationerror", "err_cert_",
        "cert_has_expired", "depth_zero_self_signed_cert", "untrusted root", "x509: certificate",
        "unknown certificate authority", "certificate is not valid", "invalid peer certificate",
    ),
    "context_length": (
        "context length", "context window", "context limit", "context size", "context_length", "context_window",
        "prompt is too long", "prompt too long", "input is too long", "input too long", "input length",
        "too many input tokens", "maximum model length", "max_model_len", "maximum prompt length",
        "exceeds the maximum number of tokens", "reduce the length of", "longer than the maximum",
        "exceeds maximum token", "maximum number of tokens allowed", "token limit for the model", "sequence length",
        "range of input length", "exceeds the model's maximum", "maximum input tokens",
        "must be less than `max_new_tokens`", "max context", "model's maximum context",
    ),
    "~content_policy": (
        "moderation", "flagged by", "flagged as", "guardrail", "violates our",
    ),
    "content_policy": (
        "content policy", "content filter", "content_filter", "content management policy", "content exists risk",
        "safety reasons", "safety system", "safety settings", "blocked by our moderation",
        "sensitive words", "sensitive content", "inappropriate content", "usage policies", "usage policy",
        "responsible ai", "harmful content", "prohibited content", "unsafe content", "inspection failed",
        "blocked due to safety", "acceptable use",
    ),
    "~model_not_found": (
        "models/", "the model `", "the model '", "unsupported model",
    ),
    "model_not_found": (
        "model not found", "model_not_found", "model not exist", "model not exists", "'message': 'model: ",
        "model does not exist", "unknown model", "invalid model", "no such model", "model is not supported",
        "is not a valid model", "not a supported model", "deployment for this resource", "deployment does not exist",
        "deployment not found", "does not have access to model", "no endpoints found", "model has been deprecated",
        "model has been decommissioned", "try pulling it first", "provider not provided",
        "model identifier is invalid", "model is not available", "model is not accessible",
        "not exist or you do not have access",
    ),
    "!auth_failed": ("permission denied (publickey",),
    "auth_failed": (
        "invalid api key", "invalid_api_key", "incorrect api key", "api key not valid", "api key is invalid",
        "api key not found", "api key expired", "api key has expired", "no api key", "missing api key",
        "api key is missing", "api_key client option", "invalid x-api-key", "invalid token", "token has expired",
        "token expired", "expired token", "token is expired", "invalid credentials", "bad credentials",
        "invalid authentication", "authentication failed", "authentication failure", "authentication required",
        "authentication_error", "unauthorized", "unauthenticated", "401 unauthorized", "login failed",
        "login incorrect", "password authentication failed", "wrong password", "invalid password",
        "unable to locate credentials", "could not load credentials", "credentials were not provided",
        "security token", "signature does not match", "account has been deactivated", "account_deactivated",
        "invalid bearer", "not authenticated", "could not resolve auth", "no auth credentials", "user not found or",
        "invalid authorization", "authentication token", "could not authenticate", "failed to authenticate",
    ),
    "~permission_denied": (
        "forbidden", "not permitted",
    ),
    "permission_denied": (
        "permission denied", "permission_denied", "permissionerror", "access denied", "accessdenied",
        "access is denied", "403 forbidden", "not authorized", "operation not permitted", "insufficient permission",
        "insufficient privileges", "do not have permission", "does not have permission", "don't have permission",
        "missing required scope", "missing scope", "not accessible by integration", "requires admin", "eacces",
        "read-only file system", "unsupported country", "region is not supported",
        "country, region, or territory not supported", "virtual network/firewall rules", "policy does not allow",
        "blocked by policy", "you are not allowed", "gated repo",
    ),
    "~not_found": (
        "does not exist",
    ),
    "not_found": (
        "404 not found", "404 page not found", "page not found", "resource not found", "no such table",
        "no such column", "no such index", "no such bucket", "no such key", "unknown command", "unknown method",
        "method not found", "repository not found", "endpoint not found",
    ),
    "missing_file": (
        ".json not found", ".yaml not found", ".yml not found", ".toml not found", ".py not found",
        "config not found", "no such file or directory", "enoent", "file not found", "filenotfounderror",
        "cannot find the file specified", "cannot find the path",
    ),
    "!local_resource": (
        "disk quota",
    ),
    "local_resource": (
        "no space left on device", "enospc", "disk full", "disk is full", "not enough space", "disk quota exceeded",
        "edquot", "too many open files", "emfile", "cannot allocate memory", "address already in use", "eaddrinuse",
        "not enough memory resources",
    ),
    "already_exists": ("already exists", "file exists", "duplicate key", "unique constraint", "duplicate entry"),
    "~unsupported": (
        "not supported", "unsupported",
    ),
    "unsupported": (
        "not implemented", "method not allowed", "is deprecated and", "unrecognized request argument",
        "unknown parameter", "unexpected keyword argument", "unrecognized arguments", "unknown option", "unknown flag",
    ),
    "~misconfigured": (
        "environment variable", "is not set", "must be set",
    ),
    "misconfigured": (
        "package.json", "package-lock.json", "tsconfig.json", "settings.json", "pyproject.toml",
        "parse config", "parsing config", "config file", "configuration file", "parse settings", "parse arguments",
        "argument parsing",
        "unknown variant", "invalid configuration", "configuration error", "not configured", "missing configuration",
        "config.toml", "invalid value for", "invalid option",
        "missing required argument", "missing required parameter", "missing required field",
    ),
    "bad_request": (
        "parse date", "parse datetime", "parse timestamp", "parse url", "parse version", "does not match format '%",
        "400 bad request", "bad request", "unprocessable entity", "unprocessable content", "length required",
        "unsupported media type", "precondition failed", "not acceptable", "syntax error at or near",
        "invalid_request_error", "invalid request", "invalid parameter",
        "invalid argument", "invalid schema for", "invalid url", "must be a positive", "body of your request",
    ),
    "cancelled": ("operation was cancelled", "operation was canceled", "request was cancelled", "request was canceled",
                  "cancelled by user", "canceled by user", "user cancelled", "user aborted", "interrupted by user",
                  "keyboardinterrupt", "aborted by user", "request aborted by the user", "cancellederror"),
    "turn_limit": ("max turns", "maximum number of turns", "recursion limit of", "max_iterations", "maximum iterations",
                   "iteration limit", "max steps", "maximum number of steps"),
    "!programming_error": (
        "call of overloaded", "overloaded function", "overloaded method", "overloaded operator",
        "operator overloaded", "no overload matches", "overload resolution",
    ),
    "programming_error": (
        "attributeerror", "typeerror:", "nameerror:", "keyerror:", "indexerror:", "importerror", "modulenotfounderror",
        "no module named", "has no attribute", "object is not callable", "is not json serializable", "nonetype' object",
        "is not defined", "unsupported operand", "index out of range", "cannot import name",
        "cannot read properties of undefined", "is not a function", "nullpointerexception", "same shape",
        "could not be broadcast",
    ),
}  # fmt: skip
