"""What databases, clouds, containers, shells and Python itself really raise, and what is made of it."""

from __future__ import annotations

import asyncio
import binascii
import concurrent.futures
import gc
import gzip
import io
import json
import os
import pickle
import socket
import sqlite3
import subprocess
import sys
import tarfile
import tomllib
import warnings
import xml.etree.ElementTree as ElementTree
import zipfile
import zlib
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from classifier import explain

from .places import Places


@pytest.fixture(autouse=True, scope="module")
def _thrown_away() -> Iterator[None]:
    """Collect what the libraries left open before the next file's tests could be blamed for it."""
    yield
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        gc.collect()


@pytest.fixture(autouse=True)
def _quiet() -> Iterator[None]:
    """Keep the libraries' own deprecations out of the tests."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        yield


def _failure(call: Callable[[], object]) -> BaseException:
    """Return what `call` raises, which it has to."""
    with pytest.raises(Exception) as caught:
        call()
    return caught.value


def _reason(call: Callable[[], object]) -> str:
    return explain(_failure(call)).reason


def _tar_that_escapes() -> None:
    data = io.BytesIO()
    with tarfile.open(fileobj=data, mode="w") as archive:
        archive.addfile(tarfile.TarInfo("../../outside"))
    data.seek(0)
    with tarfile.open(fileobj=data) as archive:
        archive.extractall("/nonexistent", filter="data")


class _Unpicklable:
    def __reduce__(self) -> Any:
        raise pickle.PicklingError("cannot be sent to another process")


PYTHON: dict[str, tuple[Callable[[], object], str]] = {
    "missing key": (lambda: dict[str, int]()["rate limit"], "programming_error"),
    "unexpected argument": (lambda: dict.get(timeout=1), "programming_error"),  # type: ignore[call-overload]
    "no attribute": (lambda: object().connection, "programming_error"),  # type: ignore[attr-defined]
    "out of range": (lambda: [][0], "programming_error"),
    "division": (lambda: 1 / 0, "programming_error"),
    "no module": (lambda: __import__("json_patch_timeout"), "misconfigured"),
    "file": (lambda: Path("/nonexistent/429").read_text(encoding="utf-8"), "missing_file"),
    "folder for file": (lambda: Path("/").read_text(encoding="utf-8"), "bad_request"),
    "json": (lambda: json.loads("{'a': 1}"), "not_json"),
    "toml": (lambda: tomllib.loads("a = "), "not_json"),
    "xml": (lambda: ElementTree.fromstring("<a><b></a>"), "not_json"),
    "bytes": (lambda: b"\xff\xfe\x00".decode("utf-8"), "corrupt_data"),
    "base64": (lambda: binascii.a2b_base64("abc"), "corrupt_data"),
    "zip": (lambda: zipfile.ZipFile(io.BytesIO(b"no zip")), "corrupt_data"),
    "gzip": (lambda: gzip.decompress(b"no gzip"), "corrupt_data"),
    "zlib": (lambda: zlib.decompress(b"no zlib"), "corrupt_data"),
    "tar": (lambda: tarfile.TarFile(fileobj=io.BytesIO(b"no tar" * 100)), "corrupt_data"),
    "tar that escapes": (_tar_that_escapes, "sandbox_denied"),
    "pickle": (lambda: pickle.loads(b"no pickle"), "corrupt_data"),
    "unpicklable": (lambda: pickle.dumps(_Unpicklable()), "programming_error"),
    "name": (lambda: socket.getaddrinfo("no-number", 80, flags=socket.AI_NUMERICHOST), "dns"),
}


@pytest.mark.parametrize("name", PYTHON)
def test_pythons_own_failures(name: str) -> None:
    """What the interpreter and its readers raise, whatever words the message happens to hold."""
    call, reason = PYTHON[name]

    exc = _failure(call)

    assert explain(exc).reason == reason, (exc, explain(exc))


def test_time_runs_out_in_many_ways() -> None:
    """Timeouts without a single word in them are timeouts all the same."""

    async def wait() -> None:
        await asyncio.wait_for(asyncio.Event().wait(), 0.01)

    async def scope() -> None:
        async with asyncio.timeout(0.01):
            await asyncio.Event().wait()

    def future() -> object:
        return concurrent.futures.Future[int]().result(timeout=0.01)

    def receive() -> object:
        ours, theirs = socket.socketpair()
        with ours, theirs:
            ours.settimeout(0.01)
            return ours.recv(1)

    for call in (lambda: asyncio.run(wait()), lambda: asyncio.run(scope()), future, receive):
        answer = explain(_failure(call))

        assert answer.category == "timeout", answer
        assert answer.retryable


def test_sockets_that_close(places: Places) -> None:
    """A refused connection, a broken pipe, and a reader at the end of its stream."""

    def broken_pipe() -> None:
        ours, theirs = socket.socketpair()
        theirs.close()
        with ours:
            ours.sendall(b"hello")

    async def short_read() -> bytes:
        reader = asyncio.StreamReader()
        reader.feed_data(b"abc")
        reader.feed_eof()
        return await reader.readexactly(9)

    refused = _failure(lambda: socket.create_connection(("127.0.0.1", places.closed_port), timeout=2))

    assert explain(refused).reason == "refused"
    assert _reason(broken_pipe) == "reset"
    assert _reason(lambda: asyncio.run(short_read())) == "stream_broken"


def _python(code: str, **options: Any) -> object:
    return subprocess.run([sys.executable, "-I", "-c", code], check=True, capture_output=True, **options)


def test_commands() -> None:
    """Exit status, signal, time limit and a command that is not there are four different things."""
    assert _reason(lambda: _python("raise SystemExit(3)")) == "nonzero_exit"
    assert _reason(lambda: _python("import os; os.kill(os.getpid(), 15)")) == "killed"
    assert _reason(lambda: _python("import os; os.kill(os.getpid(), 11)")) == "crashed"
    assert _reason(lambda: _python("import time; time.sleep(30)", timeout=0.1)) == "command_timeout"
    assert explain(_failure(lambda: subprocess.run(["/nonexistent/tool"], check=True))).category in (
        "sandbox",
        "unexpected",
    )


def _die() -> None:
    os._exit(9)


def test_a_pool_whose_worker_dies() -> None:
    """The pool's own exception says that a worker was killed."""
    import multiprocessing

    def run() -> object:
        spawn = multiprocessing.get_context("fork")
        with concurrent.futures.ProcessPoolExecutor(1, mp_context=spawn) as pool:
            return pool.submit(_die).result(timeout=30)

    assert _reason(run) == "killed"


def test_sqlite_and_sqlalchemy(tmp_path: Path) -> None:
    """A locked database passes, a missing table stays, and sqlalchemy's wrapping changes neither."""
    import sqlalchemy
    from sqlalchemy import exc, pool

    file = tmp_path / "data.db"
    holder = sqlite3.connect(file, isolation_level=None)
    holder.execute("create table t (x integer unique)")
    holder.execute("insert into t values (1)")
    holder.execute("begin exclusive")
    engine = sqlalchemy.create_engine(f"sqlite:///{file}", connect_args={"timeout": 0.05})
    single = sqlalchemy.create_engine("sqlite://", poolclass=pool.QueuePool, pool_size=1, max_overflow=0,
                                      pool_timeout=0.05)  # fmt: skip

    def execute(statement: str) -> object:
        with engine.begin() as connection:
            return connection.execute(sqlalchemy.text(statement))

    def drain() -> object:
        with single.connect(), single.connect():
            return None

    locked = explain(_failure(lambda: execute("insert into t values (2)")))
    holder.execute("commit")
    holder.close()

    assert locked.category == "timeout", locked
    assert locked.retryable
    assert not explain(_failure(lambda: execute("select * from nowhere"))).retryable
    assert not explain(_failure(lambda: execute("insert into t values (1)"))).retryable
    assert _reason(drain) == "connect_timeout"
    assert isinstance(_failure(drain), exc.TimeoutError)
    engine.dispose()
    single.dispose()


def test_servers_that_are_not_there(places: Places, tmp_path: Path) -> None:
    """Whatever speaks to a closed port says that it was refused, in its own words."""
    import docker
    import grpc
    import paramiko
    import psycopg
    import redis
    from redis.backoff import NoBackoff
    from redis.retry import Retry
    from websockets.sync.client import connect

    port = places.closed_port

    def ssh() -> None:
        with paramiko.SSHClient() as client:
            client.connect("127.0.0.1", port, timeout=2)

    def call() -> object:
        with grpc.insecure_channel(f"127.0.0.1:{port}") as channel:
            return channel.unary_unary("/a/b")(b"", timeout=10)

    calls: dict[str, Callable[[], object]] = {
        "docker": lambda: docker.DockerClient(base_url=f"tcp://127.0.0.1:{port}").ping(),
        "grpc": call,
        "paramiko": ssh,
        "psycopg": lambda: psycopg.connect(f"host=127.0.0.1 port={port} connect_timeout=2"),
        "redis": lambda: redis.Redis(port=port, retry=Retry(NoBackoff(), 0)).ping(),
        "websockets": lambda: connect(f"ws://127.0.0.1:{port}", proxy=None),
    }
    answers = {name: explain(_failure(call)) for name, call in calls.items()}

    assert {name: (answer.category, answer.retryable) for name, answer in answers.items()} == dict.fromkeys(
        calls, ("connection", True)
    ), answers


def test_grpc_deadlines(places: Places) -> None:
    """A channel to a server that never answers runs into the caller's own deadline."""
    import grpc

    def call() -> object:
        with socket.create_server(("127.0.0.1", 0)) as silent:
            port = silent.getsockname()[1]
            with grpc.insecure_channel(f"127.0.0.1:{port}") as channel:
                return channel.unary_unary("/a/b")(b"", timeout=0.2, wait_for_ready=True)

    assert explain(_failure(call)).category == "timeout"


def _bedrock(url: str) -> Any:
    import boto3
    from botocore.config import Config

    return boto3.client(
        "bedrock-runtime", endpoint_url=url, region_name="us-east-1", aws_access_key_id="k",
        aws_secret_access_key="s", config=Config(retries={"max_attempts": 0}, read_timeout=0.3, connect_timeout=1),
    )  # fmt: skip


@pytest.mark.parametrize(
    ("status", "code", "message", "reason"),
    [
        (429, "ThrottlingException", "Too many tokens, wait a little", "throttled"),
        (400, "ValidationException", "Input is too long for requested model.", "context_length"),
        (403, "AccessDeniedException", "no access to this model", "permission_denied"),
        (403, "ExpiredTokenException", "The security token has expired", "auth_failed"),
        (408, "ModelTimeoutException", "the model took its time", "read_timeout"),
        (429, "ModelNotReadyException", "the model is waking up", "overloaded"),
        (503, "ServiceUnavailableException", "later", "overloaded"),
        (500, "InternalServerException", "oh", "server_error"),
    ],
)
def test_a_modelled_exception_is_known_by_its_shape(
    status: int, code: str, message: str, reason: str, places: Places
) -> None:
    """Bedrock's exceptions are classes that the client makes from its service's model."""
    url = places.answer(status, {"message": message}, x_amzn_ErrorType=code)

    exc = _failure(lambda: _bedrock(url).converse(modelId="m", messages=[{"role": "user", "content": [{"text": "a"}]}]))

    assert explain(exc).reason == reason, (exc, explain(exc))


def test_botocore_before_and_below_http(places: Places, monkeypatch: pytest.MonkeyPatch) -> None:
    """A refused connection, a silent server, parameters that do not fit, and no region."""
    import boto3

    monkeypatch.setenv("AWS_CONFIG_FILE", "/nonexistent")
    monkeypatch.delenv("AWS_DEFAULT_REGION", raising=False)
    monkeypatch.delenv("AWS_REGION", raising=False)
    chat: dict[str, Any] = {"modelId": "m", "messages": []}

    assert _reason(lambda: _bedrock(places.closed).converse(**chat)) in ("refused", "unreachable")
    assert _reason(lambda: _bedrock(places.url("hang")).converse(**chat)) == "read_timeout"
    assert _reason(lambda: _bedrock(places.closed).converse(modelId=7)) == "bad_request"
    assert _reason(lambda: boto3.client("bedrock-runtime")) == "misconfigured"


def test_azure_core_pipelines(places: Places) -> None:
    """Azure's pipeline turns requests' errors into its own; what happened stays visible."""
    from azure.core import PipelineClient
    from azure.core.exceptions import HttpResponseError
    from azure.core.pipeline.policies import RetryPolicy
    from azure.core.rest import HttpRequest

    client: PipelineClient[HttpRequest, Any] = PipelineClient(
        "http://127.0.0.1", retry_policy=RetryPolicy(retry_total=0)
    )

    def send(url: str) -> None:
        answer = client.send_request(HttpRequest("GET", url), read_timeout=0.3)
        if answer.status_code >= 400:
            raise HttpResponseError(response=answer)

    with client:
        assert _reason(lambda: send(places.closed)) == "refused"
        assert _reason(lambda: send(places.url("hang"))) == "read_timeout"
        assert _reason(lambda: send(places.answer(429, {"error": {"code": "429"}}))) == "throttled"


def test_docker_answers(places: Places) -> None:
    """The daemon's status is the failure; a conflict over a stopped container is the container's."""
    from docker.api import APIClient

    missing = places.answer(404, {"message": "No such image: nothing:latest"})
    broken = places.answer(500, {"message": "driver failed"})

    def ask(url: str) -> object:
        with APIClient(base_url=url, version="1.44") as client:
            return client._result(client._get(url))

    assert _reason(lambda: ask(missing)) == "not_found"
    assert explain(_failure(lambda: ask(broken))).category in ("connection", "sandbox")


def test_git(tmp_path: Path) -> None:
    """What git printed is finer than that it failed."""
    import git

    repo = git.Repo.init(tmp_path / "repo")
    (tmp_path / "repo" / "a.txt").write_text("one\n", encoding="utf-8")
    patch = tmp_path / "bad.patch"
    patch.write_text("--- a/a.txt\n+++ b/a.txt\n@@ -1 +1 @@\n-two\n+three\n", encoding="utf-8")

    assert explain(_failure(lambda: repo.git.apply(str(patch)))).category == "patch_apply"
    assert explain(_failure(lambda: git.Repo(tmp_path / "nowhere"))).category == "unexpected"
    clone = _failure(lambda: git.Repo.clone_from(str(tmp_path / "nowhere"), tmp_path / "copy"))
    assert not explain(clone).retryable
    repo.close()


def test_documents_and_their_patches() -> None:
    """A document that breaks its schema, and a patch that does not fit its document."""
    import jsonpatch
    import jsonschema
    import unidiff
    import yaml
    from pydantic import BaseModel, TypeAdapter
    from pydantic_settings import BaseSettings, SettingsError

    class Settings(BaseSettings):
        hosts: list[str]

    class Point(BaseModel):
        x: int

    def settings() -> object:
        os.environ["HOSTS"] = "not json"
        try:
            return Settings(**dict[str, Any]())
        finally:
            del os.environ["HOSTS"]

    assert _reason(lambda: jsonschema.validate(1, {"type": "string"})) == "schema_mismatch"
    assert explain(_failure(lambda: jsonschema.validate(1, {"type": 7}))).category == "unexpected"
    assert _reason(lambda: jsonpatch.apply_patch({}, [{"op": "remove", "path": "/a"}])) == "target_missing"
    test = [{"op": "test", "path": "/a", "value": 2}]
    assert explain(_failure(lambda: jsonpatch.apply_patch({"a": 1}, test))).category == "patch_apply"
    assert _reason(lambda: unidiff.PatchSet("--- a\n+++ b\n@@ -1,5 +1,5 @@\n one\n")) == "malformed_patch"
    assert _reason(lambda: yaml.safe_load("a: [1")) == "not_json"
    assert explain(_failure(lambda: Point.model_validate({"x": "many"}))).reason == "schema_mismatch"
    assert explain(_failure(lambda: TypeAdapter(Point).validate_json("{"))).category == "invalid_output"
    assert isinstance(_failure(settings), SettingsError)
    assert _reason(settings) == "misconfigured"


def test_websocket_handshakes(places: Places) -> None:
    """A server that refuses the upgrade is judged by its status."""
    from websockets.sync.client import connect

    def open_at(url: str) -> None:
        with connect(url.replace("http://", "ws://"), proxy=None, open_timeout=2):
            pass

    assert _reason(lambda: open_at(places.answer(401))) == "auth_failed"
    assert _reason(lambda: open_at(places.answer(503))) == "overloaded"
    assert explain(_failure(lambda: open_at(places.url("drop")))).category == "connection"


def test_psycopg_states() -> None:
    """Classes of psycopg that stand for SQLSTATEs say the same as the states themselves."""
    from psycopg import errors

    known = {
        errors.QueryCanceled("canceling statement due to statement timeout"): "command_timeout",
        errors.LockNotAvailable("could not obtain lock"): "command_timeout",
        errors.UniqueViolation("duplicate key"): "already_exists",
        errors.InvalidPassword("password authentication failed"): "auth_failed",
        errors.AdminShutdown("terminating connection"): "reset",
        errors.CannotConnectNow("the database system is starting up"): "overloaded",
        errors.SyntaxError("at or near"): "programming_error",
    }

    assert {exc: explain(exc).reason for exc in known} == known
