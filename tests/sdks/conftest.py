"""A small HTTP server on 127.0.0.1 that misbehaves as its path says, and a port where nobody listens."""

from __future__ import annotations

import socket
import ssl
import threading
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID

from .places import Places


class _Handler(BaseHTTPRequestHandler):
    """
    Answers any method by the first part of the path.

    `/status/N?body=…&type=…&header=name:value`, `/drop` hangs up, `/hang` never answers, `/cut` and `/chunks` break
    off in the middle of a body, `/gzip` claims a coding it does not use. What follows the first two parts is ignored.
    """

    protocol_version = "HTTP/1.1"

    def _answer(self) -> None:
        parts = urlsplit(self.path)
        verb, *rest = parts.path.strip("/").split("/")
        query = parse_qs(parts.query)
        length = int(self.headers.get("content-length") or 0)
        self.rfile.read(length)
        if verb == "drop":
            self.close_connection = True
        elif verb == "hang":
            self.server.released.wait(20)  # type: ignore[attr-defined]
            self.close_connection = True
        elif verb == "cut":
            self._send(200, b'{"half": ', "application/json", {"content-length": "500"})
            self.close_connection = True
        elif verb == "chunks":
            self._send(200, b"5\r\nhello\r\nff\r\nhalf", "text/plain", {"transfer-encoding": "chunked"})
            self.close_connection = True
        elif verb == "gzip":
            body = b"this is not gzip"
            self._send(200, body, "text/plain", {"content-encoding": "gzip", "content-length": str(len(body))})
        else:
            status = int(rest[0]) if verb == "status" and rest else 404
            planned: dict[str, tuple[str, str, dict[str, str]]] = self.server.planned  # type: ignore[attr-defined]
            by_query = (query.get("body", [""])[0], query.get("type", ["application/json"])[0], dict[str, str]())
            text, kind, headers = planned.get(rest[1], by_query) if len(rest) > 1 else by_query
            data = text.encode()
            self._send(status, data, kind, {"content-length": str(len(data)), **headers})

    do_GET = do_POST = do_HEAD = _answer  # noqa: N815 - http.server looks methods up by these names

    def _send(self, status: int, data: bytes, kind: str, headers: dict[str, str]) -> None:
        self.send_response(status)
        # A client that is thrown away must not leave an open socket behind.
        self.send_header("connection", "close")
        self.send_header("content-type", kind)
        for name, value in headers.items():
            self.send_header(name, value)
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(data)

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002
        """Stay silent."""


class _Server(ThreadingHTTPServer):
    daemon_threads = True
    block_on_close = False

    def handle_error(self, request: object, client_address: object) -> None:
        """A client that has given up is what half of these tests are about."""


@pytest.fixture(scope="module")
def places() -> Iterator[Places]:
    """Return where to fail: a server, and a port that was free a moment ago."""
    server = _Server(("127.0.0.1", 0), _Handler)
    server.released = threading.Event()  # type: ignore[attr-defined]
    planned: dict[str, tuple[str, str, dict[str, str]]] = {}
    server.planned = planned  # type: ignore[attr-defined]
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True)
    thread.start()
    # Bound but not listening: the port refuses, and nobody else can take it.
    with socket.socket() as idle:
        idle.bind(("127.0.0.1", 0))
        yield Places(port=server.server_address[1], closed_port=idle.getsockname()[1], planned=planned)
    server.released.set()  # type: ignore[attr-defined]
    server.shutdown()
    server.server_close()
    thread.join()


@pytest.fixture(scope="module")
def untrusted_port(tmp_path_factory: pytest.TempPathFactory) -> Iterator[int]:
    """Return a port that speaks TLS with a certificate nobody has signed."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(_self_signed(tmp_path_factory.mktemp("tls")))
    listener = socket.create_server(("127.0.0.1", 0))

    def serve() -> None:
        while True:
            try:
                raw, _ = listener.accept()
            except OSError:
                return
            try:
                with context.wrap_socket(raw, server_side=True):
                    pass
            except OSError:
                raw.close()

    thread = threading.Thread(target=serve, daemon=True)
    thread.start()
    yield listener.getsockname()[1]
    listener.shutdown(socket.SHUT_RDWR)
    listener.close()
    thread.join(timeout=5)


def _self_signed(folder: Path) -> Path:
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "localhost")])
    start = datetime.now(tz=UTC) - timedelta(days=1)
    certificate = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(1)
        .not_valid_before(start)
        .not_valid_after(start + timedelta(days=30))
        .add_extension(x509.SubjectAlternativeName([x509.DNSName("localhost")]), critical=False)
        .sign(key, hashes.SHA256())
    )
    file = folder / "self-signed.pem"
    private = key.private_bytes(
        serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
    )
    file.write_bytes(private + certificate.public_bytes(serialization.Encoding.PEM))
    return file
