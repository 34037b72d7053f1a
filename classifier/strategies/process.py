"""
What does the end of a process mean? Its exit status, its command and what it printed; data and one pure function.
"""

from __future__ import annotations

from typing import Final

from classifier.evidence.facts import Facts
from classifier.facts.oserrors import CURL_EXITS, WGET_EXITS
from classifier.strategies.languages import find_in_any
from classifier.strategies.phrases import Hit

__all__ = ["reason_of_exit", "reason_of_process"]

#: Commands that talk to other machines: words of connection and time in their output speak for the command itself.
_REMOTE: Final = (
    "git clone", "git fetch", "git pull", "git push", "git ls-remote", "git submodule", "git remote", "curl",
    "wget", "ssh", "scp", "sftp", "rsync", "pip install", "pip download", "pip3 install", "uv pip", "uv sync",
    "npm install", "npm ci", "npm i ", "yarn", "pnpm", "apt", "apk ", "dnf", "yum", "brew", "docker pull",
    "docker push", "docker login", "docker build", "kubectl", "helm", "aws ", "gcloud", "az ", "gh ", "ping", "nc ",
    "telnet", "psql", "mysql", "redis-cli", "cargo fetch", "cargo install", "go get", "go mod", "mvn", "gradle",
    "terraform", "conda", "poetry", "gem install", "bundle install", "ftp", "nslookup", "dig ", "host ",
    "openssl s_client", "ansible", "composer",
)  # fmt: skip
_PATCHING: Final = (
    "git apply", "git am", "git cherry-pick", "git merge", "git rebase", "git revert", "git stash pop",
    "git stash apply", "patch", "gpatch", "hg import", "svn patch",
)  # fmt: skip
_TESTING: Final = (
    "pytest", "unittest", "tox", "nox", "jest", "vitest", "mocha", "npm test", "npm run test", "npm run lint",
    "npm run build", "yarn test", "go test", "go vet", "go build", "cargo test", "cargo build", "cargo check",
    "cargo clippy", "mvn test", "gradle test", "make", "cmake", "ninja", "tsc", "eslint", "ruff", "mypy", "flake8",
    "pylint", "rspec", "phpunit", "ctest", "dotnet test", "dotnet build", "gcc", "g++", "clang", "javac",
    "black --check",
)  # fmt: skip

_EXITS: Final = {
    124: "command_timeout", 126: "start_failed", 127: "start_failed", 134: "crashed", 135: "crashed", 136: "crashed",
    137: "oom_killed", 139: "crashed", 143: "killed", 0xC0000005: "crashed", 0xC00000FD: "crashed",
    0xC0000409: "crashed",
    0xC000013A: "killed", 0xC0000135: "start_failed", 0xC0000142: "start_failed",
}  # fmt: skip
_SIGNALS: Final = {
    4: "crashed",
    6: "crashed",
    7: "crashed",
    8: "crashed",
    9: "oom_killed",
    11: "crashed",
    24: "command_timeout",
}


def reason_of_exit(code: int) -> str:
    """Return what an exit status means by itself; negative for a signal, as subprocess reports it."""
    if code < 0 and code > -65:
        return _SIGNALS.get(-code, "killed")
    return _EXITS.get(code & 0xFFFFFFFF, "nonzero_exit")


def reason_of_process(facts: Facts, *, own_kill: bool = False) -> tuple[str, str]:
    """
    Return the reason a process failed for, and the rule that says so.

    Args:
        facts: With an exit code.
        own_kill: True if the caller killed it because its own time was up.
    """
    code = facts.exit_code or 0
    command = f" {facts.command.lower()} "
    program = _program(command)
    if own_kill and (code in (-9, 137, -15, 143, 124) or code < 0):
        return "command_timeout", f"exit:{code}+own_timeout"
    plain = reason_of_exit(code)
    if plain in ("crashed", "killed", "oom_killed"):
        return plain, f"exit:{code}"
    if code == 124 and program != "timeout":
        plain = "nonzero_exit"
    if program in ("curl", "wget"):
        told = (CURL_EXITS if program == "curl" else WGET_EXITS).get(code)
        if told is not None and told != "unknown":
            return told, f"exit:{program}:{code}"
    printed = Facts()
    printed.low = output = facts.output.lower()
    hits = find_in_any(printed) if output else []
    if _names(command, program, _TESTING):
        hits = [hit for hit in hits if hit.category == "sandbox"]
        return (
            (hits[0].reason, f"exit:{code}+{hits[0].phrase}") if hits else ("tests_failed", f"exit:{code}+test command")
        )
    if _names(command, program, _PATCHING):
        return _of_patch(hits, code, output)
    remote = _names(command, program, _REMOTE)
    for hit in hits:
        if hit.category == "patch_apply" or hit.category == "sandbox":
            return hit.reason, f"exit:{code}+{hit.phrase}"
        if remote:
            return hit.reason, f"exit:{code}+{hit.phrase}"
    return plain, f"exit:{code}"


def _of_patch(hits: list[Hit], code: int, output: str) -> tuple[str, str]:
    for hit in hits:
        if hit.phrase == "no such file or directory" and "open patch" not in output:
            # Not the patch but the file it wants to change is absent.
            return "target_missing", f"exit:{code}+{hit.phrase}"
        # A hunk that fails is told on standard output by patch(1), on standard error by git, in the user's language.
        if hit.category == "patch_apply" or hit.reason in ("missing_file", "permission_denied", "not_found"):
            return hit.reason, f"exit:{code}+{hit.phrase}"
    return "hunk_failed", f"exit:{code}+patch command"


def _program(command: str) -> str:
    word = command.split(None, 1)[0] if command.strip() else ""
    return word.replace("\\", "/").rpartition("/")[2].removesuffix(".exe")


def _names(command: str, program: str, names: tuple[str, ...]) -> bool:
    if not program:
        return False
    start = command.replace("\\", "/")
    at = start.find(program)
    rest = start[at:] if program and at != -1 else start
    if program.startswith(("python", "uv", "npx", "poetry", "sh", "bash", "env", "sudo", "node")):
        # An interpreter or a shell: the tool is named further on.
        return any(
            f" {name.strip()} " in f"{start} " or f"/{name.strip()} " in f"{start} " or f"-m {name.strip()}" in start
            for name in names
        )
    return any(rest.startswith(name) and not rest[len(name) : len(name) + 1].isalnum() for name in names)
