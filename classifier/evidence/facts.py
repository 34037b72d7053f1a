"""
What is noted of one exception or one response? Status, codes, OS numbers, exit status, body and headers.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from classifier.evidence.body import MAX_JSON_CHARS, BodyFacts, find_json, read_body, stream_error
from classifier.evidence.html import html_title
from classifier.evidence.plain import plain_if_short
from classifier.evidence.text import WINDOW_CHARS, plain_str, window, words_of
from classifier.evidence.types import TypePlan

if TYPE_CHECKING:
    from classifier.model.scorer import Ngrams

__all__ = [
    "Facts",
    "add_body",
    "add_code",
    "called",
    "facts_of_response",
    "finish",
    "set_body",
    "set_grpc",
    "set_status",
    "set_text",
]


class Facts:
    """
    Facts of one link of the chain; every attribute is a plain value or None.

    Attributes:
        plan: What the class says; None for a response or a text.
        depth, implicit, grouped: See `Link`.
        text: The windowed message, as written.
        low: The same in lower case, with the texts of the body and the output of a process appended.
        note: Why the text could not be read, or "".
        status: HTTP status 400 to 599.
        success: True if the answer had a 2xx status: an error inside it is known from its body.
        codes: Lower-cased provider codes and types, outermost first.
        body: What the body says, if there is one.
        headers: The header object, unread.
        errno, winerror: OS numbers.
        grpc: gRPC status name.
        exit_code: Exit status of a process, negative for a signal.
        output: Windowed tail of what a process printed, stderr first.
        command: Its command line.
        waits: (name, value) of fields that tell a wait.
        sqlstate: SQLSTATE of a database error.
        html: The title, if the text is an HTML page.
        started: True if output had begun before the failure.
        own_reason: The reason that a `NexusCoreError` names.
        room: Characters to read from each end of a text; the links of a long chain share what two have.
        foreign_room: The same for words of other languages, whose search costs most; all links share what one has.
        lean: True if only text, status and numbers are to be read, for the middle of a long chain.
        bare: True if `low` is `text` and nothing else.
        ngrams: What the text model sees of `text`, once a step has asked.
    """

    note = ""
    text = ""
    low = ""
    implicit = False
    grouped = False
    status: int | None = None
    success = False
    codes: Sequence[str] = ()
    body: BodyFacts | None = None
    headers: object = None
    errno: int | None = None
    winerror: int | None = None
    grpc: str | None = None
    exit_code: int | None = None
    output = ""
    command = ""
    sqlstate = ""
    html: str | None = None
    started = False
    own_reason: str | None = None
    room = WINDOW_CHARS
    foreign_room = WINDOW_CHARS
    lean = False
    bare = False
    ngrams: Ngrams | None = None
    waits: Sequence[tuple[str, object]] = ()
    _plain: str | None = None
    _words: frozenset[str] | None = None
    _exc: BaseException | None = None

    def __init__(self, plan: TypePlan | None = None, depth: int = 0, exc: BaseException | None = None) -> None:
        self.plan = plan
        self.depth = depth
        self._exc = exc

    def read_own_reason(self) -> str | None:
        """Note and return the reason that a `NexusCoreError` names."""
        reason = getattr(self._exc, "reason", None)
        if isinstance(reason, str):
            self.own_reason = reason
        return self.own_reason

    def peek_errno(self) -> int | None:
        """Return the `errno` of a built-in `OSError` that is not read yet."""
        number = getattr(self._exc, "errno", None)
        return number if type(number) is int else None

    def take_exception(self) -> BaseException | None:
        """Return the exception that is still to be read, once; None after that."""
        exc, self._exc = self._exc, None
        return exc

    @property
    def json_chars(self) -> int:
        """Characters of a body that may be parsed."""
        return MAX_JSON_CHARS * self.room // WINDOW_CHARS

    @property
    def plain(self) -> str:
        """What phrases are looked for in: see `plain_if_short`."""
        plain = self._plain
        if plain is None:
            low = self.low
            plain = self._plain = low if low.isascii() else plain_if_short(low, self.foreign_room)
        return plain

    @property
    def words(self) -> frozenset[str]:
        """The words of `plain`: its runs of letters and digits."""
        words = self._words
        if words is None:
            words = self._words = words_of(self.plain)
        return words


def facts_of_response(status: object, headers: object, body: object, text: str = "") -> Facts:
    """Return the facts of a response given by its parts; `body` is text, bytes, a parsed document or None."""
    facts = Facts()
    facts.text = text
    facts.headers = headers
    set_status(status, facts)
    set_body(body, facts)
    answer = facts.body.root if facts.body is not None else None
    if isinstance(answer, Mapping) and "choices" in answer and not answer["choices"]:
        facts.codes = ("no_choices",)
    finish(facts)
    return facts


def add_code(value: str, facts: Facts) -> None:
    """Note a code or type, if `value` is one word."""
    if value and len(value) < 80 and " " not in value and not value.isdigit():
        facts.codes = (*facts.codes, str.lower(value))


def called(method: Any) -> Any:
    """Return what `method` returns, None if it raises."""
    try:
        return method()
    except Exception:
        return None


def set_status(value: Any, facts: Facts) -> None:
    """Note an HTTP status, or the gRPC code that some keep in its place; the first one stands."""
    if value is None:
        return
    if type(value) is not int and callable(value):
        # grpc's `code()`; an HTTPStatus is callable as a class only.
        set_grpc(called(value), facts)
        return
    if type(value) is str:
        if len(value) != 3 or not value.isascii() or not value.isdigit():
            return
        value = int(value)
    if isinstance(value, int) and not isinstance(value, bool):
        if 400 <= value <= 599:
            if facts.status is None:
                facts.status = int(value)
        elif 200 <= value <= 299:
            facts.success = True
    else:
        set_grpc(value, facts)


def set_grpc(value: object, facts: Facts) -> None:
    """Note a gRPC status code, if `value` is one."""
    name = getattr(value, "name", None)
    if isinstance(name, str) and type(value).__name__ in ("StatusCode", "Code") and facts.grpc is None:
        facts.grpc = name.upper()


def set_text(value: object, facts: Facts) -> None:
    """Add to the message what is not yet part of it."""
    if isinstance(value, str) and value and value not in facts.text:
        said = window(plain_str(value), facts.room)
        facts.text = f"{facts.text}\n{said}" if facts.text else said


def set_body(value: object, facts: Facts) -> None:
    """Note a body: parsed, or text or bytes that may hold JSON, an event stream or an HTML page."""
    if type(value) is dict:
        add_body(value, facts)
        return
    if isinstance(value, bytes | bytearray):
        value = _decoded(value, 4 * facts.json_chars)
    if isinstance(value, str):
        value = plain_str(value)
        parsed = _parse(value, facts.json_chars)
        if parsed is None:
            title = html_title(value)
            if title is None:
                set_text(value, facts)
            else:
                facts.html = title
                set_text(title, facts)
            return
        value = parsed
    if isinstance(value, Mapping | list | tuple):
        add_body(value, facts)


def _decoded(data: bytes | bytearray, most: int) -> str:
    if len(data) > most:
        # The error of a stream is its last event.
        data = b"\n".join((data[: most // 2], data[-most // 2 :]))
    return data.decode("utf-8", "replace")


def add_body(value: object, facts: Facts) -> None:
    """Note a parsed body; a second one adds to the first."""
    found = read_body(value, facts.room / WINDOW_CHARS)
    known = facts.body
    if known is None:
        facts.body = found
        return
    known.codes.extend(found.codes)
    known.texts.extend(found.texts)
    known.waits.extend(found.waits)
    known.status = known.status or found.status
    known.per_day = known.per_day or found.per_day
    known.is_error = known.is_error or found.is_error


def _parse(text: str, most: int) -> Any:
    event = stream_error(window(text, most // 2))
    if event is not None:
        return event
    head = text[:64].lstrip()
    if head.startswith(("{", "[")) and len(text) <= most:
        try:
            return json.loads(text, strict=False)
        except (ValueError, RecursionError):
            pass
    text = text[:most]
    if "{" not in text or html_title(text) is not None:
        return None
    return find_json(text)


def finish(facts: Facts) -> None:
    """Draw together what was noted; to be called once, at the end."""
    text = facts.text
    body = facts.body
    if body is None and not facts.lean and "{" in text:
        parsed = find_json(text)
        if parsed is not None:
            set_body(parsed, facts)
            body = facts.body
    low = lowered = text.lower()
    if body is not None:
        if body.codes:
            facts.codes = (*facts.codes, *body.codes)
        if body.waits:
            facts.waits = (*facts.waits, *body.waits)
        if facts.status is None and (body.is_error or not facts.success):
            facts.status = body.status
        for said in body.texts:
            if said not in text:
                low = f"{low}\n{said.lower()}"
    if facts.output:
        low = f"{low}\n{facts.output.lower()}"
    if facts.html is None and "<" in text and not facts.lean:
        title = html_title(text)
        if title is not None:
            facts.html = title
            low = title.lower()
    facts.low = low = low if facts.room == WINDOW_CHARS else window(low, 2 * facts.room)
    facts.bare = low is lowered
