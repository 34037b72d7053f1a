"""
What do tools print when they fail? Phrases by tool, as data: lower case, found with `in`, nothing decides by pattern.

Tools are listed in the order in which their phrases are looked for: test and build tools first, as their output may
quote any other failure; then edits; then what is said in general.
"""

from __future__ import annotations

from typing import Final

from classifier.tools.edit_markers import EDIT_TOOLS
from classifier.tools.local_markers import LOCAL_GENERAL_TOOLS, LOCAL_PATCH_TOOL
from classifier.tools.marks import Mark, Tool
from classifier.tools.taxonomy import ToolErrorCategory

__all__ = ["TOOLS"]

_C = ToolErrorCategory
_SCHEMA, _MISSING, _STALE = _C.SCHEMA_VALIDATION_FAILURE, _C.MISSING_CONTEXT, _C.STALE_CONTRACT
_TEST, _TIMEOUT, _DENIED, _DELEGATE, _UNKNOWN = (
    _C.TEST_COMMAND_FAILURE, _C.PROVIDER_TIMEOUT, _C.PERMISSION_DENIED,
    _C.DELEGATION_UNAVAILABLE, _C.UNKNOWN_TOOL_ERROR,
)  # fmt: skip


def _test(name: str, commands: tuple[str, ...], *phrases: str) -> Tool:
    return Tool(name, (Mark(_TEST, phrases),) if phrases else (), commands, otherwise=_TEST)


_RUNNERS: Final = (
    Tool("pytest", (
        Mark(_TEST, ("short test summary info", "= failures =", "= errors =", "no tests ran in",
                     "interrupted: 1 error during collection", "errors during collection")),
        Mark(_TEST, (" failed, ", " error, ", " errors, "), (" passed in ", " passed, ")),
    ), ("pytest", "py.test"), otherwise=_TEST),
    _test("unittest", ("unittest",), "failed (failures=", "failed (errors=", "failed (expected failures=",
          "failed (skipped="),
    _test("vitest", ("vitest",), "failed tests ", "test files  "),
    _test("jest", ("jest", "react-scripts test"), "test suites:", "test suite failed to run"),
    _test("mocha", ("mocha", "ava", "tap", "karma", "cypress", "playwright test"), " failing\n"),
    _test("go", ("go test", "go build", "go vet", "go", "golangci-lint", "staticcheck"), "--- fail:", "[build failed]",
          "\nfail\t", "[setup failed]"),
    _test("cargo", ("cargo", "rustc", "clippy-driver"), "test result: failed", "error: could not compile",
          "error: test failed, to rerun pass", "aborting due to "),
    _test("maven", ("mvn", "mvnw", "maven"), "[info] build failure", "there are test failures",
          "compilation failure", "failed to execute goal"),
    _test("gradle", ("gradle", "gradlew"), "build failed in ", "there were failing tests",
          "execution failed for task ':",
          "compilation failed; see the compiler"),
    _test("tsc", ("tsc", "vue-tsc"), "error ts1", "error ts2", "error ts5", "error ts6", "error ts7"),
    _test("eslint", ("eslint", "tslint", "stylelint", "prettier", "biome", "oxlint"), "✖ 1 problem (", " problems (",
          "potentially fixable with the `--fix` option", "code style issues found in"),
    _test("ruff", ("ruff", "flake8", "pylint", "black", "isort", "pycodestyle", "bandit"), "fixable with the `--fix`",
          "fixable with `--fix`", "your code has been rated at", "would be reformatted"),
    Tool("mypy", (
        Mark(_TEST, ("error: incompatible", "error: argument", "error: name", "error: module"), ("  [",)),
        Mark(_TEST, ("found ",), (" error in 1 file", " errors in ")),
    ), ("mypy", "dmypy", "pyright", "pyre", "basedpyright"), otherwise=_TEST),
    _test("make", ("make", "gmake", "ninja", "cmake", "ctest", "bazel", "meson", "just", "task"), "make: *** [",
          "] error 1", "] error 2", "ninja: build stopped", "the following tests failed", "no rule to make target"),
    _test("compiler", ("gcc", "g++", "clang", "clang++", "cc", "c++", "javac", "kotlinc", "swift", "swiftc", "ld"),
          "compilation terminated.", "collect2: error: ld returned", "undefined reference to"),
    _test("others", ("tox", "nox", "rspec", "rake", "phpunit", "dotnet", "mix", "sbt", "lein", "deno", "bun test",
                     "npm test", "npm t", "npm run", "pnpm test", "pnpm run", "yarn test", "yarn run", "yarn build",
                     "pre-commit", "shellcheck", "hadolint", "yamllint", "terraform"),
          "npm err! test failed", "npm error test failed", "lifecycle script `test` failed",
          "lifecycle script `build` failed",
          "command failed with exit code", "hook id: ", "failures!\ntests:"),
)  # fmt: skip

_CONTRACT: Final = ("plan_hash", "plan hash", "plan.md", "c3.json", "c3 ", "c-3 ", "stale plan", "plan ",
                    "approval", "contract", "承認",
                    "計画", "批准", "审批", "計劃", "计划", "승인", "freigabe", "aprobación",
                    "approbation")  # fmt: skip
_NEEDED: Final = ("plan.md", "plan.json", "test-cases", "test cases", "test_cases", "c3.json", "c-3 approval",
                  "c3 approval",
                  "pbi-input", "todo.md", "status.md", "approval file", "approval record", "required context",
                  "required artifact", "required artefact", "required input", "handoff.md", "承認ファイル",
                  "計画ファイル",
                  "テストケース")  # fmt: skip
_ABSENT: Final = ("not found", "missing", "no such file", "does not exist", "absent", "cannot find",
                  "could not find", "not present",
                  "enoent", "has not been", "hasn't been", "is required", "見つかりません", "見つからない",
                  "存在しません", "ありません",
                  "がない", "未作成", "找不到", "不存在", "缺少", "缺失", "없습니다", "찾을 수 없", "fehlt",
                  "nicht gefunden", "falta",
                  "no encontrado", "introuvable", "manquant", "не найден", "отсутствует", "não encontrado",
                  "ausente")  # fmt: skip
_AGENT: Final = ("subagent", "sub-agent", "sub agent", "helper agent", "delegate", "delegation", "worker agent",
                 "task agent",
                 "child agent", "サブエージェント", "子代理", "子智能体", "委譲", "委派", "서브에이전트",
                 "subagente", "sous-agent",
                 "субагент", "agent type")  # fmt: skip

_FLOW: Final = (
    Tool("contract", (
        Mark(_STALE, ("plan_hash mismatch", "stale plan", "stale c3", "stale approval", "plan hash mismatch",
                      "stale contract",
                      "stale_contract", "stale plan_hash")),
        Mark(_STALE, _CONTRACT, (
            "stale", "outdated", "out of date", "out-of-date", "mismatch", "does not match", "do not match",
            "no longer match",
            "differs from", "changed since", "has changed after", "was changed after", "modified after", "expired",
            "superseded",
            "older than", "invalidated", "no longer valid", "古い", "古く", "一致しません", "一致しない", "不一致",
            "期限切れ", "失効",
            "変更されています", "已过期", "過期", "过期", "不匹配", "만료", "일치하지", "veraltet", "abgelaufen",
            "obsolet",
            "caducad", "périmé", "устарел",
        )),
        Mark(_MISSING, ("missing_context", "missing required context")),
        Mark(_MISSING, _NEEDED, _ABSENT),
        Mark(_DELEGATE, ("delegation_unavailable", "delegation unavailable")),
        Mark(_DELEGATE, _AGENT, (
            "unavailable", "not available", "could not", "cannot", "can't", "failed", "unable", "not found",
            "unknown", "refused",
            "no such", "not supported", "disabled", "did not start", "not enabled", "no free", "limit", "timed out",
            "undetermined",
            "起動でき", "利用でき", "失敗", "使えません", "判定でき", "不可用", "无法", "無法", "失败", "실패",
            "없습니다",
            "no disponible", "no se pudo", "indisponible", "impossible", "недоступ", "не удалось",
        )),
    ), ("task", "agent", "spawn_agent", "dispatch_agent", "delegate", "subagent", "delegate_task", "new_task")),
)  # fmt: skip

_SCHEMAS: Final = (
    Tool("jsonschema", (
        Mark(_SCHEMA, ("failed validating", "is a required property", "additional properties are not allowed",
                       "is not valid under any of the given schemas", "on instance[", "schemaerror", "is not of type")),
    ), ("jsonschema", "check-jsonschema"), ("jsonschema", "fastjsonschema", "jsonschema_rs"), _SCHEMA),
    Tool("ajv", (
        Mark(_SCHEMA, ("must have required property", "must not have additional properties", "must match pattern",
                       "must be equal to one of the allowed values", "must match exactly one schema",
                       "strict mode: unknown keyword",
                       "data should ", '"schemapath"', "instancepath")),
        Mark(_SCHEMA, ("data/", "data.", "data must"), ("must be ", "must match", "must not", "should be ")),
    ), ("ajv",), (), _SCHEMA),
    Tool("pydantic", (
        Mark(_SCHEMA, ("validation error for ", "validation errors for ", "errors.pydantic.dev",
                       "input should be a valid",
                       "zoderror", "invalid_type", "unrecognized_keys")),
    ), (), ("pydantic", "pydantic_core", "marshmallow", "msgspec", "voluptuous", "cerberus", "attrs"), _SCHEMA),
    Tool("tool schema", (
        Mark(_SCHEMA, ("invalid schema for function", "invalid schema for response_format", "invalid schema for tool",
                       "invalid_function_parameters", "input_schema", "tools.0.", "json schema is invalid",
                       "invalid json schema",
                       "is not valid schema", "schema validation", "schema violation", "does not match the schema",
                       "does not match schema", "violates the schema", "invalid tool schema", "function_declarations",
                       "inputvalidationerror", "schema_validation", "schema mismatch", "スキーマ検証",
                       "スキーマに準拠", "スキーマ違反",
                       "スキーマと一致", "不符合 schema", "不符合模式", "模式验证", "스키마 검증",
                       "no cumple el esquema")),
    )),
    Tool("mcp", (
        Mark(_SCHEMA, ("mcp error -32602", "-32602", "invalid params", "invalid arguments for tool",
                       "input validation error")),
        Mark(_TIMEOUT, ("mcp error -32001", "maximum total timeout exceeded")),
        Mark(_MISSING, ("mcp error -32002", "resource not found")),
        Mark(_UNKNOWN, ("mcp error -32000", "mcp error -32600", "mcp error -32601", "mcp error -32603",
                        "session terminated",
                        "unknown tool", "tool not found")),
    ), (), ("mcp", "fastmcp")),
)  # fmt: skip

_GENERAL: Final = (
    Tool("rights", (
        Mark(_DENIED, ("authentication failed", "403 forbidden", "401 unauthorized", "returned error: 403",
                       "returned error: 401", "could not read username", "permission denied", "access denied",
                       "access is denied", "operation not permitted", "approval required", "requires approval",
                       "user rejected", "rejected by the user", "denied by the user", "user denied", "user declined",
                       "not allowed to use", "not allowed to run", "lacks the scope", "missing scope")),
    )),
    Tool("absent", (
        Mark(_MISSING, ("returned error: 404", "repository not found")),
    )),
    # A command that could not reach the network says so in curl's, git's, npm's or pip's words; no category is its own.
    Tool("network", (
        Mark(_UNKNOWN, ("could not resolve host", "couldn't connect to server", "failed to connect to", "econnrefused",
                        "connection refused", "enotfound", "err_name_not_resolved", "err_connection",
                        "newconnectionerror",
                        "temporary failure in name resolution", "could not read from remote repository", "econnreset",
                        "connection reset by peer", "the remote end hung up", "network is unreachable", "getaddrinfo",
                        "unable to access", "ehostunreach", "no route to host", "err_internet_disconnected",
                        "early eof")),
    )),
    Tool("docker", (
        Mark(_DENIED, ("permission denied while trying to connect to the docker",)),
        Mark(_UNKNOWN, ("cannot connect to the docker daemon", "is the docker daemon running", "is not running",
                        "no such container", "error response from daemon", "unable to find image", "oci runtime")),
        Mark(_TEST, ("failed to solve", "did not complete successfully: exit code", "returned a non-zero code")),
    ), ("docker", "docker-compose", "podman", "buildah")),
    Tool("npm", (
        Mark(_DENIED, ("eacces", "npm err! code e403", "npm error code e403", "npm err! code e401",
                       "npm error code e401",
                       "eperm")),
        Mark(_TIMEOUT, ("etimedout", "esockettimedout", "err_socket_timeout")),
        Mark(_TEST, ("missing script:", "npm err!", "npm error ", "elifecycle", "eresolve", "err_pnpm")),
    ), ("npm", "npx", "pnpm", "yarn", "bun")),
    Tool("pip", (
        Mark(_TEST, ("no matching distribution found", "could not find a version that satisfies",
                     "resolutionimpossible",
                     "failed building wheel", "failed to build", "subprocess-exited-with-error",
                     "metadata-generation-failed",
                     "externally-managed-environment", "conflicting dependencies", "do not match the hashes")),
    ), ("pip", "pip3", "uv", "poetry", "pipenv", "conda")),
    Tool("shell", (
        Mark(_TEST, ("command not found", "not recognized as an internal or external command", ": not found\n",
                     "syntax error near",
                     "segmentation fault", "core dumped", "killed by signal")),
    )),
)  # fmt: skip

TOOLS: Final = (*_RUNNERS, *EDIT_TOOLS, LOCAL_PATCH_TOOL, *_FLOW, *_SCHEMAS, *_GENERAL, *LOCAL_GENERAL_TOOLS)
"""Every tool, in the order in which phrases are looked for."""
