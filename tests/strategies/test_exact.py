"""Exact facts: statuses, codes, numbers, exit statuses, SQLSTATEs and gRPC, and which of several wins."""

from __future__ import annotations

import subprocess
from collections.abc import Iterator
from concurrent import futures
from typing import Any

import grpc
import httpx
import pytest
from google.protobuf import any_pb2, duration_pb2
from google.rpc import code_pb2, error_details_pb2, status_pb2
from grpc_status import rpc_status  # type: ignore[import-untyped]

from classifier import REASONS, Evidence, NexusCoreError, explain
from classifier.evidence import gather
from classifier.evidence.grpcstatus import retry_delay_s
from classifier.facts.codes import CODES, PASSING_UNDER_400, VAGUE_CODES
from classifier.facts.oserrors import CURL_EXITS, ERRNO_REASONS, GRPC_REASONS, WGET_EXITS, WINERROR_REASONS
from classifier.facts.statuses import MAY_BE, STATUS_REASONS, may_be, reason_of_status
from classifier.strategies.exact import ExactStrategy
from classifier.strategies.process import reason_of_exit


def status_error(status: int, body: str = "", text: str = "refused") -> httpx.HTTPStatusError:
    """An httpx error with a body that was read."""
    request = httpx.Request("POST", "https://x.test")
    return httpx.HTTPStatusError(text, request=request, response=httpx.Response(status, text=body, request=request))


@pytest.mark.parametrize(
    "table", [STATUS_REASONS, ERRNO_REASONS, WINERROR_REASONS, GRPC_REASONS, CURL_EXITS, WGET_EXITS, CODES]
)
def test_tables_name_known_reasons(table: dict[Any, str]) -> None:
    """Each reason in a table of facts exists."""
    assert set(table.values()) <= set(REASONS)


def test_tables_of_codes() -> None:
    """Codes are lower case and mean one thing; vague ones name a known reason or nothing."""
    assert all(code == code.lower() for code in (*CODES, *VAGUE_CODES))
    assert not set(CODES) & set(VAGUE_CODES)
    assert set(VAGUE_CODES.values()) <= {*REASONS, ""}
    assert set(CODES) >= PASSING_UNDER_400
    assert all(REASONS[CODES[code]].retryable for code in PASSING_UNDER_400)
    assert set().union(*MAY_BE.values()) <= set(REASONS)


@pytest.mark.parametrize("status", range(400, 600))
def test_every_status_has_a_meaning(status: int) -> None:
    """Each 4xx and 5xx is known by itself; unlisted ones are lasting."""
    answer = explain(status_error(status))

    assert answer.reason == reason_of_status(status)
    assert answer.rule == f"status:{status}"
    assert may_be(status)
    if status not in STATUS_REASONS:
        assert answer.retryable is False


def test_passing_server_errors_are_retried_lasting_ones_not() -> None:
    """500, 502, 503, 52x and 529 pass, 504 is a timeout, 501 and 505 last."""
    assert {status: explain(status_error(status)).category for status in (500, 502, 503, 520, 521, 522, 523, 529)} == (
        dict.fromkeys((500, 502, 503, 520, 521, 522, 523, 529), "connection")
    )
    assert explain(status_error(504)).category == "timeout"
    assert {explain(status_error(status)).category for status in (501, 505)} == {"unexpected"}


@pytest.mark.parametrize(
    ("number", "reason"),
    [
        (111, "refused"),
        (104, "reset"),
        (32, "reset"),
        (110, "connect_timeout"),
        (113, "unreachable"),
        (28, "local_resource"),
        (13, "permission_denied"),
    ],
)
def test_errno(number: int, reason: str) -> None:
    """An OS number decides whatever language the text is in, on any exception that carries one."""
    failure = Exception("何か")
    failure.errno = number  # type: ignore[attr-defined]

    assert explain(OSError(number, "何か")).reason == reason
    assert explain(failure).rule == f"errno:{number}"


@pytest.mark.parametrize(
    ("number", "reason"),
    [(10061, "refused"), (10054, "reset"), (10060, "connect_timeout"), (11001, "dns"), (5, "permission_denied")],
)
def test_windows_numbers_on_any_system(number: int, reason: str) -> None:
    """A Windows number is read from `winerror`, and from `errno` where no other system has such a number."""
    failure = Exception("x")
    failure.winerror = number  # type: ignore[attr-defined]

    assert explain(failure).reason == reason
    if number > 1000:
        assert explain(OSError(number, "x")).reason == reason
    assert explain(f"OSError: [WinError {number}] x").reason == reason


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("[Errno 111] x", "refused"),
        ("x (os error 104)", "reset"),
        ("[Errno 10061] x", "refused"),
        ("[1113] x", "quota_exhausted"),
        ("[Errno x] nothing", "unknown"),
        ("[Errno 99999] nothing", "unknown"),
        ("[abcd] [12345] nothing", "unknown"),
    ],
)
def test_numbers_marked_in_text(text: str, reason: str) -> None:
    """Numbers count in text only where they are marked as what they are."""
    assert explain(text).reason == reason


@pytest.mark.parametrize(
    ("sqlstate", "reason"),
    [
        ("57014", "command_timeout"),
        ("08006", "unreachable"),
        ("28P01", "auth_failed"),
        ("42703", "programming_error"),
        ("23505", "already_exists"),
        ("XX999", "unknown"),
    ],
)
def test_sqlstate(sqlstate: str, reason: str) -> None:
    """A SQLSTATE decides, the whole one before its class."""
    failure = Exception("x")
    failure.pgcode = sqlstate  # type: ignore[attr-defined]

    assert explain(failure).reason == reason


@pytest.mark.parametrize(
    ("code", "reason"),
    [
        (1, "nonzero_exit"),
        (126, "start_failed"),
        (127, "start_failed"),
        (137, "oom_killed"),
        (-9, "oom_killed"),
        (139, "crashed"),
        (-11, "crashed"),
        (143, "killed"),
        (-15, "killed"),
        (-24, "command_timeout"),
        (3221225477, "crashed"),
        (-1073741819, "crashed"),
    ],
)
def test_exit_statuses(code: int, reason: str) -> None:
    """An exit status is read as its signal or convention says, on every system."""
    assert reason_of_exit(code) == reason
    assert explain(subprocess.CalledProcessError(code, ["./job"])).reason == reason


@pytest.mark.parametrize(
    ("command", "code", "stderr", "reason"),
    [
        (["timeout", "5", "./job"], 124, "", "command_timeout"),
        (["./job"], 124, "", "nonzero_exit"),
        (["curl", "https://x.test"], 6, "", "dns"),
        (["/usr/bin/curl", "https://x.test"], 28, "", "read_timeout"),
        (["curl", "-f", "https://x.test"], 22, "", "nonzero_exit"),
        (["wget", "https://x.test"], 4, "", "unreachable"),
        (["pytest", "-q"], 1, "E  connection timed out in my test", "tests_failed"),
        ("python -m pytest", 1, "", "tests_failed"),
        (["git", "apply", "x.patch"], 1, "error: patch failed: a.py:1", "hunk_failed"),
        (["git", "apply", "x.patch"], 1, "?", "hunk_failed"),
        (["patch", "-p1"], 1, "can't find file: Permission denied", "permission_denied"),
        (["git", "clone", "https://x.test"], 128, "fatal: unable to access: Could not resolve host: x.test", "dns"),
        (["./job"], 1, "connection timed out", "nonzero_exit"),
        (["./job"], 1, "error: patch does not apply", "hunk_failed"),
        ([], 1, "", "nonzero_exit"),
    ],
    ids=str,
)  # fmt: skip
def test_commands(command: Any, code: int, stderr: str, reason: str) -> None:
    """The command says whose words its output holds: a network tool's speak for it, a test's do not."""
    assert explain(subprocess.CalledProcessError(code, command, stderr=stderr)).reason == reason
    assert explain(subprocess.CalledProcessError(code, command, stderr=stderr.encode())).reason == reason


def test_success_is_no_exit_status() -> None:
    """An exit status of zero says nothing."""
    assert explain(subprocess.CalledProcessError(0, ["x"])).rule.startswith(("type:subprocess", "none", "keyword"))


def test_status_hides_behind_no_hostile_body() -> None:
    """A body that raises does not hide the status of the response beside it."""

    class Mine:
        def __getattr__(self, name: str) -> Any:
            raise RuntimeError

    failure = Exception("x")
    failure.body = Mine()  # type: ignore[attr-defined]
    failure.response = httpx.Response(429)  # type: ignore[attr-defined]

    assert explain(failure).category == "rate_limit"


@pytest.mark.parametrize(
    ("code", "reason"),
    [
        ("rate_limit_exceeded", "throttled"),
        ("INVALID_REQUEST_ERROR", "bad_request"),
        ("api_error", "server_error"),
        ("error", "unknown"),
        ("429x", "unknown"),
    ],
)
def test_codes_without_a_status(code: str, reason: str) -> None:
    """A provider's code decides where no status is known; a vague one only as far as it goes."""
    assert explain({"error": {"code": code, "message": "x"}}).reason == reason


def test_vague_code_is_refined_by_words() -> None:
    """A code that names only the kind gives way to a sentence that says more."""
    answer = explain({"error": {"type": "api_error", "message": "Your credit balance is too low"}})

    assert answer.reason == "quota_exhausted"


def test_no_links_no_verdict() -> None:
    """Evidence without links has no verdict."""
    assert ExactStrategy().classify(Evidence([], "text")) is None
    assert Evidence([], "text").type_name == ""
    assert Evidence([], "text").type_names == ()
    assert Evidence([], "text").headers() == {}
    assert Evidence([], "text").text == ""
    assert gather(OSError(28, "x")).errno == 28
    assert gather(subprocess.CalledProcessError(3, "x")).exit_code == 3


def test_base_of_own_errors_is_unknown() -> None:
    """A user's subclass of the base alone has no category of its own."""

    class Mine(NexusCoreError):
        pass

    assert explain(Mine("timed out")).rule == "type:NexusCoreError"


class _Service(grpc.GenericRpcHandler):  # type: ignore[misc]
    """Ends each call with the status that its name asks for."""

    def service(self, details: grpc.HandlerCallDetails) -> Any:
        name = details.method.rpartition("/")[2]

        def call(request: bytes, context: grpc.ServicerContext) -> bytes:
            if name == "RETRY_INFO":
                detail = any_pb2.Any()
                detail.Pack(
                    error_details_pb2.RetryInfo(retry_delay=duration_pb2.Duration(seconds=7, nanos=250_000_000))
                )
                status = status_pb2.Status(code=code_pb2.RESOURCE_EXHAUSTED, message="slow down", details=[detail])
                context.abort_with_status(rpc_status.to_status(status))
            if name == "HEADER":
                context.set_trailing_metadata((("retry-after", "9"), ("x", "y")))
                context.abort(grpc.StatusCode.UNAVAILABLE, "busy")
            context.abort(grpc.StatusCode[name], "certificate verify failed" if name == "UNKNOWN" else "no")
            return b""

        return grpc.unary_unary_rpc_method_handler(call)


@pytest.fixture(scope="module")
def channel() -> Iterator[grpc.Channel]:
    """A channel to a server on this machine."""
    server = grpc.server(futures.ThreadPoolExecutor(2), handlers=[_Service()])
    port = server.add_insecure_port("127.0.0.1:0")
    server.start()
    with grpc.insecure_channel(f"127.0.0.1:{port}") as made:
        yield made
    server.stop(None).wait()


def _called(channel: grpc.Channel, name: str) -> grpc.RpcError:
    with pytest.raises(grpc.RpcError) as caught:
        channel.unary_unary(f"/test.Service/{name}")(b"", timeout=10)
    return caught.value


@pytest.mark.parametrize("name", [code.name for code in grpc.StatusCode if code.name != "OK"])
def test_grpc_codes(channel: grpc.Channel, name: str) -> None:
    """Each gRPC status of a real call means what the table says."""
    answer = explain(_called(channel, name))

    assert answer.reason == ("tls_certificate" if name == "UNKNOWN" else GRPC_REASONS[name])
    assert answer.rule == f"grpc:{name}"


def test_grpc_waits(channel: grpc.Channel) -> None:
    """A wait is read from RetryInfo in the trailers, and from a plain retry-after there."""
    assert explain(_called(channel, "RETRY_INFO")).retry_after_s == 7.25
    assert explain(_called(channel, "HEADER")).retry_after_s == 9.0


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"\xff",
        b"\x0a",
        b"\x80" * 12,
        b"\x1a\x7f",
        b"\x1d\x00\x00\x00\x00",
        b"\x19" + b"\0" * 8,
        b"\x1b",
        b"\x1a\x02\x08\x01",
        b"\x08\x01",
        b"\x1a\x04\x0a\x02\x08\x08",
    ],
)
def test_foreign_trailers(data: bytes) -> None:
    """Bytes of another form hold no wait, and do not raise."""
    assert retry_delay_s(data) is None


def test_grpc_status_of_other_shapes() -> None:
    """A status object without a name, an OK, and a code() that raises are passed over; the words still count."""

    class Odd(Exception):
        def code(self) -> Any:
            raise RuntimeError

        def details(self) -> str:
            return "connection refused"

        def trailing_metadata(self) -> Any:
            raise RuntimeError

    assert explain(Odd()).reason == "refused"
    ok = Exception("timed out")
    ok.grpc_status_code = grpc.StatusCode.OK  # type: ignore[attr-defined]
    assert explain(ok).category == "timeout"
    bad = Exception("x")
    bad.grpc_status_code = grpc.StatusCode.UNAVAILABLE  # type: ignore[attr-defined]
    assert explain(bad).reason == "overloaded"
