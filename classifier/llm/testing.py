"""
How do I test code that calls models, without a key and without a network? A server on 127.0.0.1 that fails as told.

It speaks the wire formats of OpenAI, Anthropic and Gemini, so the real SDKs call it, streams included.

    with ProviderServer() as server:
        server.script(failure(503), answer("hello"))
        llm = OpenAILLM("any-model", api_key="any", base_url=server.url("openai"))
"""

from __future__ import annotations

import json
import threading
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from types import TracebackType
from typing import Any, Final, Self

from classifier.llm.testing_wires import Wire, answer_body, answer_events, empty_body, error_body, error_event, wire_of

__all__ = [
    "ProviderServer", "Reply", "Request", "Scene", "answer", "bad_json", "cut", "document", "error_in_200", "failure",
    "no_choices", "page", "silent_end", "slow",
]  # fmt: skip


@dataclass(frozen=True, slots=True)
class Request:
    """
    What arrived.

    Attributes:
        wire: Its format.
        path: With the query.
        headers: Names in lower case.
        body: The parsed document.
        is_stream: Whether it asks for a stream.
    """

    wire: Wire
    path: str
    headers: Mapping[str, str]
    body: Mapping[str, Any]
    is_stream: bool

    @property
    def model(self) -> str:
        """The model that is asked for."""
        named = self.body.get("model")
        return named if isinstance(named, str) else self.path.rpartition("/models/")[2].partition(":")[0]


@dataclass(frozen=True, slots=True)
class Reply:
    """
    What is sent back.

    Attributes:
        status, headers, body: As sent.
        delay_s: Silence before it.
        lost_bytes: How much more the head promises than is sent, before the connection is closed.
    """

    status: int = 200
    headers: Mapping[str, str] = field(default_factory=dict)
    body: bytes = b""
    delay_s: float = 0.0
    lost_bytes: int = 0


Scene = Callable[[Request], Reply]
"""Makes the reply to one request."""

_JSON: Final = {"Content-Type": "application/json"}
_EVENTS: Final = {"Content-Type": "text/event-stream"}


def answer(text: str = "hello", finish: str | None = None) -> Scene:
    """Answer, in pieces if a stream is asked for; `finish` is the provider's own finish reason."""

    def scene(request: Request) -> Reply:
        if request.is_stream:
            half = len(text) // 2
            pieces = [piece for piece in (text[:half], text[half:]) if piece] or [""]
            return Reply(200, _EVENTS, b"".join(answer_events(request.wire, pieces, finish, request.model)))
        return Reply(200, _JSON, _encoded(answer_body(request.wire, text, finish, request.model)))

    return scene


def failure(
    status: int,
    code: str | None = None,
    message: str = "it did not work",
    *,
    headers: Mapping[str, str] | None = None,
    details: Sequence[object] = (),
) -> Scene:
    """Refuse with the provider's error document; `code` is the provider's own word, `details` is for Gemini alone."""

    def scene(request: Request) -> Reply:
        body = error_body(request.wire, status, code, message, details)
        return Reply(status, {**_JSON, **(headers or {})}, _encoded(body))

    return scene


def page(status: int, html: str) -> Scene:
    """Send a page for people, as gateways do."""
    return lambda _: Reply(status, {"Content-Type": "text/html"}, html.encode())


def document(body: object, status: int = 200) -> Scene:
    """Send this document as it is."""
    return lambda _: Reply(status, _JSON, _encoded(body))


def slow(delay_s: float, then: Scene | None = None) -> Scene:
    """Stay silent for a while first."""

    def scene(request: Request) -> Reply:
        reply = (then or answer())(request)
        return Reply(reply.status, reply.headers, reply.body, delay_s, reply.lost_bytes)

    return scene


def cut(text: str = "the answer breaks off") -> Scene:
    """Close the connection in the middle of the body; a stream breaks after its last piece."""

    def scene(request: Request) -> Reply:
        if request.is_stream:
            events = answer_events(request.wire, [text], None, request.model, ends=False)
            return Reply(200, _EVENTS, b"".join(events), lost_bytes=64)
        body = _encoded(answer_body(request.wire, text, None, request.model))
        return Reply(200, _JSON, body[:-20], lost_bytes=20)

    return scene


def silent_end(text: str = "the answer breaks off") -> Scene:
    """End a stream without its end mark, in good order; not for answers in one piece."""

    def scene(request: Request) -> Reply:
        return Reply(200, _EVENTS, b"".join(answer_events(request.wire, [text], None, request.model, ends=False)))

    return scene


def bad_json() -> Scene:
    """Send a body, or an event, that is called JSON and is none."""

    def scene(request: Request) -> Reply:
        if request.is_stream:
            return Reply(200, _EVENTS, b'event: message_start\ndata: {"type": "message_start", "choices": [\n\n')
        return Reply(200, _JSON, b'{"choices": [')

    return scene


def no_choices() -> Scene:
    """Answer without any choice, content or candidate."""

    def scene(request: Request) -> Reply:
        body = empty_body(request.wire, request.model)
        if request.is_stream:
            return Reply(200, _EVENTS, b"".join(answer_events(request.wire, [""], None, request.model)))
        return Reply(200, _JSON, _encoded(body))

    return scene


def error_in_200(
    status: int, code: str | None = None, message: str = "it did not work", *, after: Sequence[str] = ()
) -> Scene:
    """Send an error with status 200: as the document, or as an event of a stream, `after` these pieces."""

    def scene(request: Request) -> Reply:
        if request.is_stream:
            events = answer_events(request.wire, after, None, request.model, ends=False)
            return Reply(200, _EVENTS, b"".join([*events, error_event(request.wire, status, code, message)]))
        return Reply(200, _JSON, _encoded(error_body(request.wire, status, code, message)))

    return scene


class ProviderServer:
    """
    The server; use it in `with`. Scenes are played in turn, then `answer()` is given for ever.

    Attributes:
        requests: Every request that arrived.
    """

    def __init__(self) -> None:
        self.requests: list[Request] = []
        self._scenes: list[Scene] = []
        self._lock = threading.Lock()
        self._closing = threading.Event()
        self._server = ThreadingHTTPServer(("127.0.0.1", 0), _handler(self))
        self._server.daemon_threads = False  # so that closing waits for them, and no socket is left open
        self._thread = threading.Thread(target=self._server.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True)

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(self, kind: type[BaseException] | None, exc: BaseException | None, at: TracebackType | None) -> None:
        self._closing.set()
        self._server.shutdown()
        self._server.server_close()
        self._thread.join()

    @property
    def request_count(self) -> int:
        """How many requests arrived."""
        return len(self.requests)

    def url(self, wire: str) -> str:
        """Return the `base_url` for a format: `"openai"` (and all compatible), `"anthropic"` or `"gemini"`."""
        host, port = self._server.server_address[:2]
        return f"http://{host!s}:{port}{'/v1' if Wire(wire) is Wire.OPENAI else ''}"

    def script(self, *scenes: Scene) -> None:
        """Play these scenes next, and forget earlier requests and scenes."""
        with self._lock:
            self._scenes = list(scenes)
            self.requests.clear()

    def reply_to(self, request: Request) -> Reply:
        """Count the request and return its reply."""
        with self._lock:
            self.requests.append(request)
            scene = self._scenes.pop(0) if self._scenes else answer()
        reply = scene(request)
        if reply.delay_s:
            self._closing.wait(reply.delay_s)
        return reply


def _encoded(body: object) -> bytes:
    return json.dumps(body).encode()


def _handler(server: ProviderServer) -> type[BaseHTTPRequestHandler]:
    class Handler(BaseHTTPRequestHandler):
        # One request a connection: nothing lingers, and what breaks off is seen by the other side at once.
        protocol_version = "HTTP/1.1"

        def do_POST(self) -> None:
            body = json.loads(self.rfile.read(int(self.headers.get("Content-Length", "0"))) or b"{}")
            self.close_connection = True
            found = wire_of(self.path)
            if found is None:
                self._send(Reply(404, _JSON, _encoded({"error": {"message": f"no such path: {self.path}"}})))
                return
            wire, is_stream = found
            headers = {name.lower(): value for name, value in self.headers.items()}
            stream = bool(body.get("stream")) if is_stream is None else is_stream
            self._send(server.reply_to(Request(wire, self.path, headers, body, stream)))

        def _send(self, reply: Reply) -> None:
            try:
                self.send_response(reply.status)
                for name, value in reply.headers.items():
                    self.send_header(name, value)
                self.send_header("Content-Length", str(len(reply.body) + reply.lost_bytes))
                self.send_header("Connection", "close")
                self.end_headers()
                self.wfile.write(reply.body)
            except (BrokenPipeError, ConnectionResetError):
                return  # the client gave up waiting, which is what a slow scene is for

        def log_message(self, format: str, *args: object) -> None:  # noqa: A002 - the base class names it so
            """Keep quiet."""

    return Handler
