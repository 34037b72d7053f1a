"""
Where do the demonstration's failures come from? A server on 127.0.0.1 that misbehaves on demand, and a scratch folder.
"""

from __future__ import annotations

import json
import os
import socket
import ssl
import struct
import subprocess
import sys
import tempfile
import threading
from collections.abc import Sequence
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Final
from urllib.error import HTTPError
from urllib.request import ProxyHandler, build_opener

__all__ = ["Lab", "Unavailable"]

_PATIENCE_S: Final = 10.0
_HASTE_S: Final = 0.15

_PAGE: Final = """<!DOCTYPE html><html><head><title>502 Bad Gateway</title></head>
<body><h1>The gateway got no usable answer</h1><p>Please come back later.</p></body></html>"""

_ANSWERS: Final[dict[str, tuple[int, dict[str, str], str]]] = {
    "throttled": (429, {"retry-after": "20"}, '{"error": {"message": "Too many requests", "code": "rate_limit"}}'),
    "quota": (429, {}, json.dumps({"error": {
        "message": "Your account has used up its credit.", "type": "insufficient_quota", "code": "insufficient_quota",
    }})),
    "window": (429, {"retry-after": "18000"}, '{"error": {"message": "5-hour limit reached"}}'),
    "down": (503, {}, '{"error": {"message": "No capacity at the moment"}}'),
    "overloaded": (529, {}, '{"type": "error", "error": {"type": "overloaded_error", "message": "Overloaded"}}'),
    "page": (502, {"content-type": "text/html"}, _PAGE),
    "key": (401, {}, '{"error": {"message": "The key was not accepted", "code": "invalid_api_key"}}'),
    "long": (400, {}, json.dumps({"error": {
        "message": "This prompt has 210032 tokens, more than the model takes.", "code": "context_length_exceeded",
    }})),
    "decoy": (400, {}, '{"error": {"message": "Unknown field rate_limit_429 in the request"}}'),
    "text": (200, {"content-type": "text/plain"}, "Sure! Here is the JSON: {'answer': 42"),
}  # fmt: skip


class Unavailable(Exception):  # noqa: N818 - not an error: this machine cannot show that failure
    """This failure cannot be provoked here; the message says why."""


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    server: _Server

    def do_GET(self) -> None:
        what = self.path.strip("/").partition("/")[0]
        if what == "slow":
            self.server.closing.wait(_PATIENCE_S)
        elif what == "reset":
            # Closing with a linger of zero makes the kernel send a reset instead of a farewell.
            self.connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        elif what == "broken":
            self.send_response(200)
            self.send_header("transfer-encoding", "chunked")
            self.end_headers()
            self.wfile.write(b'40\r\n{"text": "The answer')
        else:
            self._answer(*_ANSWERS[what])
        self.close_connection = True

    def do_POST(self) -> None:
        self.rfile.read(int(self.headers.get("content-length", 0)))
        self.do_GET()

    def _answer(self, status: int, headers: dict[str, str], body: str) -> None:
        data = body.encode()
        self.send_response(status)
        for name, value in {"content-type": "application/json", "content-length": str(len(data)), **headers}.items():
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(data)

    def log_message(self, *args: object) -> None:
        """Say nothing."""


class _Server(ThreadingHTTPServer):
    daemon_threads = True
    request_queue_size = 64

    def __init__(self) -> None:
        self.closing = threading.Event()
        super().__init__(("127.0.0.1", 0), _Handler)

    def handle_error(self, *args: object) -> None:
        """Say nothing: clients that give up are what this server is for."""


class Lab:
    """
    A misbehaving server and a scratch folder; a context manager that takes both away again.

    Attributes:
        url: Where the server listens; `url + "/slow"` and so on misbehave.
        folder: An empty folder.
    """

    def __enter__(self) -> Lab:
        self._scratch = tempfile.TemporaryDirectory(prefix="nexus-demo-", ignore_cleanup_errors=True)
        self.folder = Path(self._scratch.name)
        self._server = _Server()
        self.port: int = self._server.server_address[1]
        self.url = f"http://127.0.0.1:{self.port}"
        threading.Thread(target=self._server.serve_forever, args=(0.02,), daemon=True).start()
        # A proxy of the environment must not stand between this program and itself.
        self._opener = build_opener(ProxyHandler({}))
        return self

    def __exit__(self, *exc: object) -> None:
        self._server.closing.set()
        self._server.shutdown()
        self._server.server_close()
        self._scratch.cleanup()

    def get(self, what: str, *, hasty: bool = False) -> bytes:
        """Ask the server for one of its answers and read it."""
        return self.open(f"{self.url}/{what}", hasty=hasty)

    def open(self, url: str, *, hasty: bool = False) -> bytes:
        """Read what an address gives."""
        with self._opener.open(url, timeout=_HASTE_S if hasty else _PATIENCE_S) as response:
            data: bytes = response.read()
        return data

    def response(self, what: str) -> dict[str, object]:
        """Return one of the server's error answers as its parts: status, headers, body."""
        try:
            self.get(what)
        except HTTPError as exc:
            with exc:
                return {"status": exc.code, "headers": dict(exc.headers), "body": exc.read().decode()}
        msg = f"the server answered {what!r} without an error"
        raise AssertionError(msg)

    def knock(self) -> None:
        """Connect to a port on which nobody listens."""
        with socket.socket() as taken:
            taken.bind(("127.0.0.1", 0))  # bound and not listening, so nobody else can take it meanwhile
            socket.create_connection(taken.getsockname(), timeout=_PATIENCE_S).close()

    def speak_tls(self) -> None:
        """Start TLS with a server that speaks plain HTTP."""
        with socket.create_connection(("127.0.0.1", self.port), timeout=_PATIENCE_S) as plain:
            ssl.create_default_context().wrap_socket(plain, server_hostname="localhost").close()

    def python(self, code: str, *, timeout_s: float = 30.0) -> None:
        """Run a small program, which must succeed."""
        self.run([sys.executable, "-c", code], timeout_s=timeout_s)

    def run(self, command: Sequence[str], *, timeout_s: float = 30.0, stdin: str = "") -> None:
        """Run a command in the scratch folder, which must succeed."""
        environment = {**os.environ, "LC_ALL": "C", "GIT_CONFIG_NOSYSTEM": "1", "GIT_CEILING_DIRECTORIES": "/"}
        subprocess.run(
            command, cwd=self.folder, check=True, capture_output=True, text=True, timeout=timeout_s, input=stdin,
            env=environment,
        )  # fmt: skip
