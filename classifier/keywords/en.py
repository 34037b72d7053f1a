"""
English phrases that say one thing, by reason. A phrase is here because programs of several kinds print it.

A phrase ending in `|` must end where a word ends. Within one category the first reason listed wins, so that the money of
"quota exceeded, check your plan" is seen before its limit.
"""

from __future__ import annotations

from typing import Final

__all__ = ["PHRASES"]

PHRASES: Final[dict[str, tuple[str, ...]]] = {
    "~quota_exhausted": (
        "billing account", "payment method", "free trial", "account balance", "overdue",
    ),
    "quota_exhausted": (
        "insufficient_quota", "insufficient quota", "check your plan and billing", "insufficient balance",
        "insufficient_balance", "balance is insufficient", "balance is too low", "balance too low", "insufficient credit",
        "insufficient funds", "not enough credit", "out of credits", "no credits left", "no credits remaining",
        "credits exhausted", "credit exhausted", "credit limit reached", "requires more credits", "add credits",
        "purchase credits", "buy more credits", "used all available credits", "spend limit", "spending limit",
        "spending cap", "monthly limit reached", "monthly budget", "budget has been exceeded", "budget exceeded",
        "exceeded your budget", "exceeded current quota", "exceeded your monthly included credits", "billing hard limit",
        "billing not active", "billing is not active", "billing to be enabled", "billing is disabled",
        "payment required", "unpaid invoice", "in arrears", "account is not in good standing",
        "top up", "top-up", "recharge your", "upgrade your plan", "token quota is not enough", "user quota is not enough",
        "quota is not enough", "quota has been exhausted", "quota exhausted", "subscription has expired",
        "subscription expired", "trial has ended", "trial expired", "limit: 0|", "limit of 0|",
        "prepaid credits", "not_enough_balance", "insufficient user quota",
    ),
    "request_exceeds_limit": (
        "request too large for", "request is too large for the rate limit", "larger than the limit per minute",
        "exceeds the maximum tokens per minute", "larger than your rate limit", "exceeds your rate limit on its own",
    ),
    "usage_window": (
        "per day", "requests per day", "tokens per day", "daily limit", "daily quota", "daily usage", "weekly limit",
        "weekly usage", "monthly usage limit", "usage limit", "5-hour limit", "5 hour limit", "hourly limit", "hours limit",
        "limit will reset", "limit resets", "quota will reset", "quota resets", "resets at", "your limit will", "per-day",
        "reached your limit for today", "try again tomorrow",
    ),
    "throttled": (
        "rate limit", "rate-limit", "rate_limit", "ratelimit", "ratelimited", "too many requests", "too many tokens",
        "too many concurrent", "too many connections from", "too many attempts", "too many login attempts",
        "too many messages", "requests per minute", "requests per second", "tokens per minute", "tokens per min",
        "requests per min", "throttled", "throttling", "throttle limit", "being throttled", "request limit exceeded",
        "request limit reached", "quota exceeded", "exceeded quota", "exceeded your quota", "exceeded your current quota",
        "exceeded the quota", "quota limit", "quota metric", "concurrency limit", "concurrent request limit", "slow down",
        "slowdown", "resource_exhausted", "resource exhausted", "resource has been exhausted", "burst limit", "rate exceeded",
        "rate of requests", "request rate", "sending requests too quickly", "sending messages too fast", "flood control",
        "flood wait", "retry limit window", "over_query_limit", "calls per", "api limit reached",
        "hit your limit", "hit the limit", "limit of requests", "slow_down", "enhance your calm",
    ),
    "connect_timeout": (
        "connect timeout", "connection timeout", "connect timed out", "connection timed out", "connecttimeout",
        "timed out while connecting", "timeout while connecting", "timed out connecting", "err_connection_timed_out",
        "etimedout", "esockettimedout", "timeout expired while connecting", "connection attempt timed out",
    ),
    "gateway_timeout": (
        "gateway timeout", "gateway time-out", "gateway timed out", "upstream request timeout", "upstream timed out",
        "upstream timeout", "origin timed out",
    ),
    "deadline_exceeded": ("deadline exceeded", "deadline_exceeded", "deadline expired", "context deadline"),
    "command_timeout": (
        "command timed out", "timed out after", "execution timed out", "test timed out", "lock wait timeout",
        "lock timeout", "statement timeout", "canceling statement due to", "execution time limit", "exceeded time limit",
        "exceeded the time limit", "time limit exceeded", "timeout exceeded", "maximum execution time", "exceeded timeout",
        "wait timeout", "waiting for lock timed out", "timeout of", "hook timed out", "step timed out",
    ),
    "read_timeout": (
        "timed out", "read timeout", "request timeout", "response timeout", "socket timeout", "operation timeout",
        "timeout error", "timeouterror", "timeoutexception", "timeout waiting for", "timeout was reached", "timeout expired",
        "timeout while waiting", "timeout occurred", "timed-out", "time-out", "no response within", "did not respond within",
        "took too long to respond", "not answer in time", "did not respond in time", "not respond in time",
        "operation too slow", "request_timeout", "read_timeout", "inactivity timeout", "idle timeout", "err_timed_out",
        "took too long",
    ),
    "refused": (
        "connection refused", "econnrefused", "actively refused", "connection was refused", "refused the connection",
        "refused to connect", "err_connection_refused", "connectionrefusederror", "connect: connection refused",
        "couldn't connect to server", "could not connect to server",
    ),
    "reset": (
        "connection reset", "econnreset", "reset by peer", "forcibly closed", "connection aborted", "connection was aborted",
        "connectionreseterror", "connectionabortederror", "broken pipe", "brokenpipeerror", "epipe", "socket hang up",
        "server disconnected", "disconnected without sending", "closed the connection", "connection closed",
        "connection was closed", "connection has been closed", "connection is closed", "remote end closed",
        "err_connection_reset", "err_connection_closed", "err_empty_response", "empty reply from server", "lost connection",
        "connection lost", "connection was lost", "connection dropped", "connection terminated", "session terminated",
        "unexpected eof from", "server closed the connection", "transport closed", "connection interrupted",
        "other side closed", "remote host closed", "server has gone away", "disconnected from server",
        "transport is closed", "connection broke", "channel closed by remote",
    ),
    "dns": (
        "could not resolve host", "couldn't resolve host", "cannot resolve", "failed to resolve", "name resolution",
        "name or service not known", "nodename nor servname", "getaddrinfo", "enotfound", "eai_again", "no such host",
        "nxdomain", "unknown host", "unknownhostexception", "dns lookup failed", "dns resolution", "dns error", "dns query",
        "err_name_not_resolved", "nameresolutionerror", "no address associated with hostname", "host not found",
        "server ip address could not be found", "dns_probe", "servfail",
    ),
    "tls_certificate": (
        "certificate verify failed", "certificate_verify_failed", "self-signed certificate", "self signed certificate",
        "certificate has expired", "certificate is expired", "unable to get local issuer", "unable to verify the first cert",
        "certificate is not trusted", "certificate not trusted", "hostname mismatch", "certificate signed by unknown",
        "sslcertverificationerror", "err_cert_", "cert_has_expired", "depth_zero_self_signed_cert", "untrusted root",
        "x509: certificate", "unknown certificate authority", "certificate is not valid", "invalid peer certificate",
    ),
    "tls_handshake": (
        "tls handshake", "ssl handshake", "handshake failed", "handshake failure", "sslv3 alert", "wrong version number",
        "unexpected_eof_while_reading", "eof occurred in violation of protocol", "err_ssl_", "ssl connect error", "sslerror",
        "ssl_error_syscall", "ssl_connect", "tls connection was non-properly terminated", "secure channel",
    ),
    "stream_broken": (
        "incomplete chunked read", "peer closed connection without sending complete", "response ended prematurely",
        "incompleteread", "premature close", "premature end of", "stream closed", "stream was closed", "stream ended",
        "stream error", "stream disconnected", "stream terminated", "chunkedencodingerror", "connection broken",
        "transfer closed with", "unexpected end of stream", "terminated unexpectedly mid-stream", "stream interrupted",
        "payload is not completed", "err_incomplete_chunked", "err_http2_protocol_error", "err_stream_premature_close",
        "http/2 stream", "interrupted while streaming", "response payload is not",
    ),
    "~unreachable": (
        "failed to establish a new connection", "max retries exceeded with url", "connection error",
        "connectionerror", "apiconnectionerror", "network error", "networkerror", "network failure",
        "failed to connect", "unable to connect", "could not connect", "couldn't connect", "cannot connect",
        "can't connect", "connection failed", "connection failure", "failed to fetch", "fetch failed",
        "cannot reach", "unable to reach", "could not reach", "failed to open connection", "proxyerror",
        "connect call failed", "error sending request for url",
    ),
    "unreachable": (
        "network is unreachable", "network unreachable", "no route to host", "host is unreachable", "host unreachable",
        "ehostunreach", "enetunreach", 
        
        
        "err_internet_disconnected",
        "err_address_unreachable", "err_network_changed", "err_proxy_connection_failed", "err_tunnel_connection_failed",
        "err_connection_failed", "network connection was lost",
        "no internet", "you are offline", "cannot connect to proxy",
        "network is down", "unexpected disconnect", 
    ),
    "overloaded": (
        "overloaded", "over capacity", "at capacity", "no capacity", "insufficient capacity", "capacity exceeded",
        "server is busy", "server busy", "service is busy", "model is loading", "currently loading", "is currently loading",
        "high demand", "heavy load", "high load", "temporarily unavailable", "no healthy upstream",
        "no available channel", "no available accounts", "failed to place sandbox", "try your request again",
        "temporarily overloaded", "experiencing high", "model is warming up", "cold start", "upstream load",
        "server is starting up", "too busy", "not enough capacity", "out of capacity",
    ),
    "server_error": (
        "upstream connect error", "upstream error", "provider returned error", "internal network failure",
        "server had an error", "upstream service", "the model produced an internal error",
    ),
    "truncated_output": (
        "length limit was reached", "maximum output length", "output was truncated", "response was truncated",
        "truncated json", "output was cut off", "response was cut off", "incomplete due to a max_tokens", "hit max_tokens",
        "max_tokens length limit", "finish_reason=length", "finish_reason: length", "stop_reason: max_tokens",
        "output is incomplete", "completion was truncated", "answer was cut", "max output tokens",
    ),
    "empty_output": (
        "empty response", "empty answer", "empty completion", "empty output", "no content in response", "returned no content",
        "returned an empty", "no text in response", "response is empty", "output is empty", "no choices", "choices is empty",
        "model returned nothing", "no completion choices", "received empty", "candidates is empty", "blank response",
    ),
    "malformed_tool_call": (
        "malformed tool call", "invalid tool call", "malformed function call", "malformed_function_call",
        "invalid function arguments", "invalid tool arguments", "invalid arguments for tool", "tool arguments",
        "tool call arguments", "no tool call", "missing tool call", "unknown tool requested", "tool_use_failed",
        "failed to call a function", "tool call validation failed", "not found in agent", "invalid tool input",
        "hallucinated tool", "tool call is missing",
    ),
    "~schema_mismatch": (
        "validationerror", "failed validation", "unexpected format",
    ),
    "schema_mismatch": (
        "validation error for", "validation errors for", "output validation", "output parser", "schema validation failed",
        "does not match the schema", "does not match schema", "does not conform", "did not match schema",
        "failed schema validation", "invalid format", "is not of type", "is a required property",
        "additional properties are not allowed", "is not one of [", "does not match the expected",
        "field required [type", 
    ),
    "~not_json": (
        "could not parse", "could not be parsed", "unexpected token", "invalid character", "unmarshal",
        "while scanning",
    ),
    "not_json": (
        "invalid json", "not valid json", "malformed json", "json parse error", "json parsing", "jsondecodeerror",
        "json decode error", "failed to parse json", "could not parse json", "unable to parse json", 
        "failed to parse the model", "failed to parse model", "failed to parse response", "failed to parse output",
        "unparseable", "unparsable", "outputparserexception", "expecting value: line",
        "expecting property name", "expecting ',' delimiter", "unterminated string", "extra data: line",
        "unexpected end of json", "in json at position", "malformed node or string", "(<unknown>, line",
        "not well-formed", "mismatched tag", "code snippet is invalid", "error in code parsing", "invalid xml",
        "malformed response", "unexpected character encountered while parsing", "json: cannot unmarshal",
        "json_parse", "yaml parse error", "while parsing a block", 
        "could not deserialize", "deserialization failed", 
    ),
    "corrupt_data": (
        "codec can't decode", "invalid start byte", "unexpected end of data", "crc check failed", "bad magic number",
        "not a gzip", "not a zip file", "corrupted archive", "corrupt archive", "checksum mismatch", "invalid utf-8",
        "file is corrupt", "data is corrupt", "incorrect header check",
    ),
    "refusal": ("model refused to answer", "the model refused", "model declined to"),
    "!tests_failed": (
        "test session starts", "= failures =", "short test summary info", "there are test failures",
        "failed (failures=", "failed (errors=", "--- fail:", "test result: failed", "npm err! test",
    ),
    "tests_failed": (
        "test failed", "tests failed", "failing tests", "test suite failed", "failures:", 
        "failed tests", "build failed", "compilation failed", "build failure",
        "compile error", "compilation error", "error: could not compile", "lint failed",
        "tests run:", "assertionerror", "type check failed", 
        "collected 0 items / ", 
    ),
    "oom_killed": (
        "oomkilled", "oom killed", "oom-killed", "out of memory: killed", "oom killer", "memory limit exceeded",
        "exit code 137", "status 137", "exited with 137", "code 137", "signal: killed", "container killed due to memory",
        "memory cgroup out of memory", "javascript heap out of memory",
    ),
    "crashed": (
        "segmentation fault", "core dumped", "sigsegv", "sigabrt", "exit code 139", "exit code 134", "access violation",
        "stack overflow", "fatal python error", "stack smashing detected", "bus error", "illegal instruction",
    ),
    "killed": ("died with <signals", "sigkill", "sigterm", "killed by signal", "exit code 143", "process was killed",
               "terminated abruptly", "worker was terminated", "process terminated unexpectedly"),
    "start_failed": (
        "command not found", "not recognized as an internal or external command", "not recognized as the name of a cmdlet",
        "exec format error", "exit code 126", "exit code 127", "status 127", "no such file or directory: '/bin",
        "executable file not found in $path", "cannot execute", "failed to start process",
    ),
    "~sandbox_denied": (
        "import of",
    ),
    "sandbox_denied": (
        "sandbox denied", "denied by sandbox", "blocked by sandbox", "sandbox violation", "seccomp", "landlock",
        "not allowed in sandbox", "sandbox refused", "forbidden function evaluation", "is not among the authorized imports",
        "operation not permitted by sandbox", "bubblewrap", "bwrap:",
    ),
    "~container_failed": (
        "is not running", "containerd", "sandbox error", "sandbox failed",
    ),
    "container_failed": (
        "container exited", "container is not running", "no such container", "container not found",
        "sandbox not found", "sandbox was not found", "sandbox is not running", "sandbox has been terminated",
        "sandbox crashed", "container failed", "oci runtime", "failed to create container", "cannot connect to the docker",
        "docker daemon", "kernel died", "dead kernel", 
    ),
    "~nonzero_exit": (
        "exit status", "return code", "traceback (most recent call last)", "errored with", "process failed",
    ),
    "nonzero_exit": (
        "non-zero exit", "nonzero exit", "exited with code", "exit code", "exited with status",
        "returned a non-zero code", "command failed", "process exited", "exited with error", "subprocess failed",
        "code execution failed", "script failed", 
        "returned status code 1", "failed with exit", "elifecycle",
    ),
    "target_ambiguous": (
        "multiple matches", "multiple occurrences", "matches multiple", "more than one match", "more than once",
        "found multiple times", "appears multiple times", "is not unique", "not unique in", "must be unique", "ambiguous match",
        "expected 1 occurrence but found", "occurrences of old_str", "occurrences of the string", "match is ambiguous",
        "matches of the string to replace", "times in the file", "occurs more than",
    ),
    "~target_missing": (
        "old_string", "old_str", "expected lines", "edit failed",
    ),
    "target_missing": (
        "string to replace not found", "string to replace was not found", "search block",
        "search text not found", "search string not found", "text to replace not found", "no match found for",
        "could not find the string", "could not find the exact", "did not appear verbatim", "no replacement was performed",
        "exact chunk", "failed to find expected lines", "failed to find context", "no exact match", "no changes were made to",
        "editblock", "searchreplace", "search/replace", "search and replace", "0 occurrences found",
        "could not find old", "original text not found", "target text not found", "anchor not found", 
        "no matching lines",
    ),
    "merge_conflict": (
        "merge conflict", "conflict (content)", "conflict (", "automatic merge failed", "fix conflicts", "could not apply",
        "unmerged files", "unmerged paths", "resolve conflicts", "conflicting changes", "conflicts during", "merge failed",
        "rebase conflict", "cherry-pick failed", "would be overwritten by merge", "conflict in",
    ),
    "malformed_patch": (
        "corrupt patch", "malformed patch", "only garbage was found in the patch", "patch fragment without header",
        "no valid patches in input", "patch does not start", "invalid patch", "unrecognized input", "invalid diff",
        "invalid hunk", "hunk is longer than", "hunk is shorter than", "not a valid patch", "unexpected end of patch",
        "patch format detection failed", "missing *** begin patch", "invalid patch hunk", "patch is empty",
    ),
    "~hunk_failed": (
        "failed at", "failed to apply", "cannot apply", "can't apply", "apply_patch",
    ),
    "hunk_failed": (
        "patch does not apply", "patch failed", "hunk failed", "hunks failed", "out of 1 hunk", "hunk #", 
        "hunk rejected", "hunks rejected", "patch rejected", "saving rejects", "failed to apply patch",
        "could not apply patch", "unable to apply patch", "failed to apply diff", "could not apply diff", 
        "patch could not be applied", "apply patch failed", "invalid context",
        "patch application failed", "patch conflict", "error applying patch", "jsonpatchconflict", "diff does not match",
        "reversed (or previously applied) patch", "does not match index", "does not exist in index", "context mismatch",
        "context lines do not match",
    ),
    "context_length": (
        "context length", "context window", "context limit", "context size", "context_length", "context_window",
        "prompt is too long", "prompt too long", "input is too long", "input too long", "input length", "too many input tokens",
        "maximum model length", "max_model_len", "maximum prompt length", "exceeds the maximum number of tokens",
        "reduce the length of", "longer than the maximum", "exceeds maximum token", "maximum number of tokens allowed",
        "token limit for the model", "sequence length", "range of input length", "exceeds the model's maximum",
        "maximum input tokens", "must be less than `max_new_tokens`", "max context", "model's maximum context",
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
        "model not found", "model_not_found", "model does not exist", "unknown model", "invalid model", "no such model",
        "model is not supported", "is not a valid model", "not a supported model", "deployment for this resource",
        "deployment does not exist", "deployment not found", "does not have access to model", "no endpoints found",
        "model has been deprecated", "model has been decommissioned", "try pulling it first",
        "provider not provided", "model identifier is invalid", "model is not available", "model is not accessible",
        "not exist or you do not have access",
    ),
    "auth_failed": (
        "invalid api key", "invalid_api_key", "incorrect api key", "api key not valid", "api key is invalid", "api key not found",
        "api key expired", "api key has expired", "no api key", "missing api key", "api key is missing", "api_key client option",
        "invalid x-api-key", "invalid token", "token has expired", "token expired", "expired token", "token is expired",
        "invalid credentials", "bad credentials", "invalid authentication", "authentication failed", "authentication failure",
        "authentication required", "authentication_error", "unauthorized", "unauthenticated", "401 unauthorized", "login failed",
        "login incorrect", "password authentication failed", "wrong password", "invalid password", "unable to locate credentials",
        "could not load credentials", "credentials were not provided", "security token", "signature does not match",
        "account has been deactivated", "account_deactivated", "invalid bearer", "not authenticated", "could not resolve auth",
        "permission denied (publickey", "no auth credentials", "user not found or", "invalid authorization",
        "authentication token", "could not authenticate", "failed to authenticate",
    ),
    "~permission_denied": (
        "forbidden", "not permitted",
    ),
    "permission_denied": (
        "permission denied", "permission_denied", "permissionerror", "access denied", "accessdenied", "access is denied",
        "403 forbidden", "not authorized", "operation not permitted", "insufficient permission",
        "insufficient privileges", "do not have permission", "does not have permission", "don't have permission",
        "missing required scope", "missing scope", "not accessible by integration", "requires admin", "eacces",
        "read-only file system", "unsupported country", "region is not supported", "country, region, or territory not supported",
        "virtual network/firewall rules", "policy does not allow", "blocked by policy", "you are not allowed", "gated repo",
    ),
    "~not_found": (
        "does not exist",
    ),
    "not_found": (
        "404 not found", "404 page not found", "page not found", "resource not found", "no such table",
        "no such column", "no such index", "no such bucket", "no such key", "unknown command", "unknown method",
        "method not found", "repository not found", "endpoint not found",
    ),
    "missing_file": ("no such file or directory", "enoent", "file not found", "filenotfounderror",
                     "cannot find the file specified", "cannot find the path"),
    "local_resource": (
        "no space left on device", "enospc", "disk full", "disk is full", "not enough space", "disk quota exceeded", "edquot",
        "too many open files", "emfile", "cannot allocate memory", "address already in use", "eaddrinuse",
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
        "unknown variant", "invalid configuration", "configuration error", "not configured", "missing configuration",
        "config.toml", "invalid value for", "invalid option",
        "missing required argument", "missing required parameter", "missing required field",
    ),
    "bad_request": ("400 bad request", "bad request", "invalid_request_error", "invalid request", "invalid parameter",
                    "invalid argument", "invalid schema for", "invalid url", "must be a positive", "body of your request"),
    "cancelled": ("operation was cancelled", "operation was canceled", "request was cancelled", "request was canceled",
                  "cancelled by user", "canceled by user", "user cancelled", "user aborted", "interrupted by user",
                  "keyboardinterrupt", "aborted by user", "request aborted by the user", "cancellederror"),
    "turn_limit": ("max turns", "maximum number of turns", "recursion limit of", "max_iterations", "maximum iterations",
                   "iteration limit", "max steps", "maximum number of steps"),
    "programming_error": (
        "attributeerror", "typeerror:", "nameerror:", "keyerror:", "indexerror:", "importerror", "modulenotfounderror",
        "no module named", "has no attribute", "object is not callable", "is not json serializable", "nonetype' object",
        "is not defined", "unsupported operand", "index out of range", "cannot import name",
        "cannot read properties of undefined", "is not a function", "nullpointerexception", "same shape",
        "could not be broadcast",
    ),
}  # fmt: skip
