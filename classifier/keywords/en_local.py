"""
English phrases of trouble at hand: unusable output, failed runs, patches. See `en` for how to read them.
"""

from __future__ import annotations

from typing import Final

__all__ = ["PHRASES"]

PHRASES: Final[dict[str, tuple[str, ...]]] = {
    "truncated_output": (
        "finish_reason=max_tokens", "finish_reason: max_tokens", "finishreason: max_tokens",
        "finish reason: max_tokens", "finish reason length", "finish reason: length", "length limit was reached",
        "maximum output length", "output was truncated", "response was truncated", "truncated json",
        "output was cut off", "response was cut off", "incomplete due to a max_tokens", "hit max_tokens",
        "max_tokens length limit", "finish_reason=length", "finish_reason: length", "stop_reason: max_tokens",
        "output is incomplete", "completion was truncated", "answer was cut", "max output tokens",
    ),
    "empty_output": (
        "none or empty", "no output generated", "returned an empty response", "returned an empty answer",
        "returned an empty completion", "returned an empty message", "returned an empty output",
        "returned an empty string", "model returned an empty", "empty response", "empty answer", "empty completion",
        "empty output", "no content in response", "returned no content", "no text in response", "response is empty",
        "output is empty", "no choices", "choices is empty", "model returned nothing", "no completion choices",
        "received empty", "candidates is empty", "blank response",
    ),
    "malformed_tool_call": (
        "toolretryerror", "tools_dict", "without value for required parameter", "not found in the tools",
        "did not use a tool", "no tool was called", "no tool call was", "no tool call in the",
        "no tool call in response", "no tool call found", "contains no tool call", "no tool calls in",
        "malformed tool call", "invalid tool call", "malformed function call", "malformed_function_call",
        "invalid function arguments", "invalid tool arguments", "invalid arguments for tool", "tool arguments",
        "tool call arguments", "missing tool call", "unknown tool requested", "tool_use_failed",
        "failed to call a function", "tool call validation failed", "not found in agent", "invalid tool input",
        "hallucinated tool", "tool call is missing",
    ),
    "~schema_mismatch": (
        "validationerror", "failed validation", "unexpected format",
    ),
    "schema_mismatch": (
        "for result validation", "for output validation", "unexpectedmodelbehavior", "validation error for",
        "validation errors for", "output validation", "output parser", "schema validation failed",
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
        "mapping values are not allowed", "scannererror", "parsererror: while parsing", "invalid json",
        "not valid json", "malformed json", "json parse error", "json parsing", "jsondecodeerror",
        "json decode error", "failed to parse json", "could not parse json", "unable to parse json",
        "failed to parse the model", "failed to parse model", "failed to parse response", "failed to parse output",
        "unparseable", "unparsable", "outputparserexception", "expecting value: line", "expecting property name",
        "expecting ',' delimiter", "unterminated string", "extra data: line", "unexpected end of json",
        "in json at position", "malformed node or string", "(<unknown>, line", "not well-formed", "mismatched tag",
        "code snippet is invalid", "error in code parsing", "invalid xml", "malformed response",
        "unexpected character encountered while parsing", "json: cannot unmarshal", "json_parse", "yaml parse error",
        "while parsing a block", "could not deserialize", "deserialization failed",
    ),
    "corrupt_data": (
        "codec can't decode", "invalid start byte", "unexpected end of data", "crc check failed", "bad magic number",
        "not a gzip", "not a zip file", "corrupted archive", "corrupt archive", "checksum mismatch", "invalid utf-8",
        "file is corrupt", "data is corrupt", "incorrect header check",
    ),
    "refusal": ("model refused to answer", "the model refused", "model declined to"),
    "!tests_failed": (
        "assertionerror",
        "test session starts", "= failures =", "short test summary info", "there are test failures",
        "failed (failures=", "failed (errors=", "--- fail:", "test result: failed", "npm err! test",
    ),
    "tests_failed": (
        "compilation failure",
        "error ts", "error: linking with", "test failed", "tests failed", "failing tests", "test suite failed",
        "failures:", "failed tests", "tests did not pass", "test did not pass",
        "build failed", "compilation failed", "build failure", "compile error",
        "compilation error", "error: could not compile", "lint failed", "tests run:", "type check failed",
        "collected 0 items / ",
    ),
    "oom_killed": (
        "oomkilled", "oom killed", "oom-killed", "out of memory: killed", "oom killer", "memory limit exceeded",
        "exit code 137", "status 137", "exited with 137", "code 137", "signal: killed",
        "container killed due to memory", "memory cgroup out of memory", "javascript heap out of memory",
    ),
    "crashed": (
        "segmentation fault", "core dumped", "sigsegv", "sigabrt", "exit code 139", "exit code 134", "access violation",
        "stack overflow", "fatal python error", "stack smashing detected", "bus error", "illegal instruction",
    ),
    "killed": ("died with <signals", "sigkill", "sigterm", "killed by signal", "exit code 143", "process was killed",
               "terminated abruptly", "worker was terminated", "process terminated unexpectedly"),
    "start_failed": (
        "command not found", "not recognized as an internal or external command",
        "not recognized as the name of a cmdlet", "exec format error", "exit code 126", "exit code 127", "status 127",
        "no such file or directory: '/bin", "executable file not found in $path", "cannot execute",
        "failed to start process",
    ),
    "~sandbox_denied": (
        "import of",
    ),
    "sandbox_denied": (
        "sandbox denied", "denied by sandbox", "blocked by sandbox", "sandbox violation", "seccomp", "landlock",
        "not allowed in sandbox", "sandbox refused", "forbidden function evaluation",
        "is not among the authorized imports", "operation not permitted by sandbox", "bubblewrap", "bwrap:",
    ),
    "!container_failed": (
        "sandbox was not found", "probably not running anymore", "error while fetching server api version",
    ),
    "~container_failed": (
        "has exited",
        "is not running", "containerd", "sandbox error", "sandbox failed",
    ),
    "container_failed": (
        "agentruntimedisconnectederror", "agentruntimeunavailableerror",
        "dependency failed to start", "is unhealthy", "back-off restarting", "crashloopbackoff", "imagepullbackoff",
        "errimagepull", "container exited", "container is not running", "no such container", "container not found",
        "sandbox not found", "sandbox is not running", "sandbox has been terminated", "sandbox crashed",
        "container failed", "oci runtime", "failed to create container", "cannot connect to the docker",
        "docker daemon", "kernel died", "dead kernel",
    ),
    "~nonzero_exit": (
        "exit status", "return code", "traceback (most recent call last)", "errored with", "process failed",
    ),
    "nonzero_exit": (
        "non-zero exit", "nonzero exit", "exited with code", "exit code", "exited with status",
        "returned a non-zero code", "command failed", "process exited", "exited with error", "subprocess failed",
        "code execution failed", "script failed", "returned status code 1", "failed with exit", "elifecycle",
    ),
    "target_ambiguous": (
        "edit must be unique", "old_string must be unique", "old_str must be unique", "search text must be unique",
        "ensure it is unique",
        "multiple matches", "multiple occurrences", "matches multiple", "more than one match", "more than once",
        "found multiple times", "appears multiple times", "is not unique", "not unique in", "ambiguous match",
        "expected 1 occurrence but found", "occurrences of old_str", "occurrences of the string", "match is ambiguous",
        "matches of the string to replace", "times in the file", "occurs more than",
    ),
    "~target_missing": (
        "old_string", "old_str", "expected lines", "edit failed",
    ),
    "target_missing": (
        "no changes were made to the file", "could not find oldstring", "oldstring not found",
        "oldstring was not found", "old text must match", "target content not found", "target content was not found",
        "sufficiently similar match", "find matching text", "matching text to replace", "unable to find insert",
        "substring in the current file", "snippet not found", "could not find the text",
        "find file to patch", "text not found in file", "old text was not found", "old text not found",
        "string not found in file", "pattern not found in file", "could not find context",
        "content to replace not found", "must exactly match an existing block", "no match for the search",
        "string to replace not found", "string to replace was not found", "search block", "search text not found",
        "search string not found", "text to replace not found", "text to replace was not found", "no match found for",
        "could not find the string", "could not find the exact", "did not appear verbatim",
        "no replacement was performed", "exact chunk", "failed to find expected lines", "failed to find context",
        "no exact match", "editblock", "searchreplace", "search/replace", "search and replace", "0 occurrences found",
        "could not find old", "original text not found", "target text not found", "anchor not found",
        "no matching lines",
    ),
    "merge_conflict": (
        "conflict (modify/delete)", "conflict (add/add)", "conflict (rename", "conflict (file", "conflict (submodule",
        "conflict (binary", "merge conflict", "conflict (content)", "automatic merge failed", "fix conflicts",
        "could not apply", "unmerged files", "unmerged paths", "resolve conflicts", "conflicting changes",
        "conflicts during", "merge failed", "rebase conflict", "cherry-pick failed", "would be overwritten by merge",
        "conflict in",
    ),
    "malformed_patch": (
        "failed to parse patch", "could not parse patch", "unable to parse patch",
        "unexpected line found in update hunk", "unexpected line in hunk",
        "corrupt patch", "malformed patch", "only garbage was found in the patch", "patch fragment without header",
        "no valid patches in input", "patch does not start", "invalid patch", "unrecognized input", "invalid diff",
        "invalid hunk", "hunk is longer than", "hunk is shorter than", "not a valid patch", "unexpected end of patch",
        "patch format detection failed", "missing *** begin patch", "invalid patch hunk", "patch is empty",
    ),
    "~hunk_failed": (
        "failed at", "failed to apply", "cannot apply", "can't apply", "apply_patch",
    ),
    "hunk_failed": (
        "json patch", "already exists in working directory", "already exists in index", "patch apply failed",
        "patch would create the file", "patch would delete the file", "lacks the necessary blob",
        "perform 3-way merge", "fall back to three-way merge", "failed to apply edit", "failed to apply the edit",
        "hunk does not apply", "patch does not apply", "patch failed", "hunk failed", "hunks failed", "out of 1 hunk",
        "hunk #", "hunk rejected", "hunks rejected", "patch rejected", "saving rejects", "failed to apply patch",
        "could not apply patch", "unable to apply patch", "failed to apply diff", "could not apply diff",
        "patch could not be applied", "apply patch failed", "invalid context", "patch application failed",
        "patch conflict", "error applying patch", "jsonpatchconflict", "diff does not match",
        "reversed (or previously applied) patch", "does not match index", "does not exist in index",
        "context mismatch", "context lines do not match",
    ),
}  # fmt: skip
