"""What HTTP clients really raise, from a closed port to half a body, and what is made of it."""

from __future__ import annotations

import asyncio
import http.client
import json
import ssl
import urllib.error
import urllib.request
from collections.abc import Callable

import aiohttp
import httpx
import httpx2
import pytest
import requests
import urllib3

from classifier import explain

from .places import Places

_Get = Callable[[str], object]


def _httpx(url: str) -> object:
    return httpx.get(url, timeout=0.3, trust_env=False).raise_for_status().json()


def _httpx2(url: str) -> object:
    return httpx2.get(url, timeout=0.3, trust_env=False).raise_for_status().json()


def _requests(url: str) -> object:
    with requests.Session() as session:
        session.trust_env = False
        answer = session.get(url, timeout=0.3)
        answer.raise_for_status()
        return answer.json()


def _urllib3(url: str) -> object:
    with urllib3.PoolManager(timeout=0.3, retries=False) as pool:
        return pool.request("GET", url).json()


def _urllib(url: str) -> object:
    opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
    with opener.open(url, timeout=0.3) as answer:
        return json.loads(answer.read())


def _aiohttp(url: str) -> object:
    async def get() -> object:
        timeout = aiohttp.ClientTimeout(sock_read=0.3, sock_connect=0.3)
        async with aiohttp.ClientSession(timeout=timeout) as session, session.get(url) as answer:
            answer.raise_for_status()
            return await answer.json()

    return asyncio.run(get())


CLIENTS: dict[str, _Get] = {
    "httpx": _httpx,
    "httpx2": _httpx2,
    "requests": _requests,
    "urllib3": _urllib3,
    "urllib": _urllib,
    "aiohttp": _aiohttp,
}
WITHOUT_STATUS = {"urllib3"}
"""Clients that never raise for a status."""

TROUBLE = {
    "refused": ("", {"refused"}),
    "hang": ("hang", {"read_timeout"}),
    "drop": ("drop", {"reset"}),
    "cut": ("cut", {"stream_broken"}),
    "chunks": ("chunks", {"stream_broken"}),
    "no_json": ("status/200?body=<html>hello</html>&type=application/json", {"not_json"}),
    "no_route": ("nowhere", {"not_found"}),
    "busy": ("status/429?body=slow", {"throttled"}),
    "down": ("status/503?body=down", {"overloaded"}),
    "gateway": ("status/504?body=late", {"gateway_timeout"}),
}


def _failure(call: Callable[[], object]) -> BaseException:
    """Return what `call` raises, which it has to; urllib's holds an open answer, which is closed."""
    with pytest.raises(Exception) as caught:
        call()
    if isinstance(caught.value, urllib.error.HTTPError):
        caught.value.close()
    return caught.value


@pytest.mark.parametrize("trouble", TROUBLE)
@pytest.mark.parametrize("client", CLIENTS)
def test_every_client_tells_the_same_trouble(client: str, trouble: str, places: Places) -> None:
    """One and the same failure gets one and the same reason, whichever client meets it."""
    path, reasons = TROUBLE[trouble]
    if client in WITHOUT_STATUS and trouble in ("no_route", "busy", "down", "gateway"):
        return

    exc = _failure(lambda: CLIENTS[client](places.closed if trouble == "refused" else places.url(path)))

    answer = explain(exc)
    assert answer.reason in reasons, (exc, answer)


@pytest.mark.parametrize("client", ["httpx", "httpx2", "requests", "urllib3", "aiohttp"])
def test_a_body_that_is_not_what_it_claims_is_corrupt(client: str, places: Places) -> None:
    """A wrong content coding is bad data, not a broken connection."""
    exc = _failure(lambda: CLIENTS[client](places.url("gzip")))

    assert explain(exc).category == ("connection" if client == "aiohttp" else "invalid_output"), exc


@pytest.mark.parametrize("client", CLIENTS)
def test_plain_http_where_tls_was_expected(client: str, places: Places) -> None:
    """The handshake breaks off; nothing is wrong with a certificate."""
    exc = _failure(lambda: CLIENTS[client](f"https://127.0.0.1:{places.port}/"))

    assert explain(exc).reason == "tls_handshake", (exc, explain(exc))


@pytest.mark.parametrize("client", ["httpx", "httpx2", "requests", "aiohttp", "urllib"])
@pytest.mark.parametrize("address", ["http://", "gopher://127.0.0.1/", "no scheme at all"])
def test_an_address_that_is_none_stays_one(client: str, address: str) -> None:
    """A wrong URL is the caller's own, however often it is asked."""
    exc = _failure(lambda: CLIENTS[client](address))

    answer = explain(exc)
    assert answer.category == "unexpected", (exc, answer)
    assert not answer.retryable


def test_an_untrusted_certificate_is_no_network_trouble(untrusted_port: int) -> None:
    """Every client's own wrapping of a failed verification ends at the certificate, which no retry mends."""
    for client, get in CLIENTS.items():
        exc = _failure(lambda get=get: get(f"https://localhost:{untrusted_port}/"))  # type: ignore[misc]

        assert explain(exc).reason == "tls_certificate", (client, exc, explain(exc))


def test_a_bare_handshake_failure_keeps_its_kind(untrusted_port: int) -> None:
    """`ssl` alone says the same as the clients above it."""
    import socket

    def connect() -> None:
        with (
            socket.create_connection(("127.0.0.1", untrusted_port), timeout=2) as raw,
            ssl.create_default_context().wrap_socket(raw, server_hostname="localhost"),
        ):
            pass

    assert explain(_failure(connect)).reason == "tls_certificate"


def test_http_client_speaks_for_itself(places: Places) -> None:
    """The standard library's lowest HTTP client: half a body, no status line, and a call out of order."""

    def half() -> None:
        connection = http.client.HTTPConnection("127.0.0.1", places.port, timeout=2)
        connection.request("GET", "/cut")
        connection.getresponse().read()

    def hang_up() -> None:
        connection = http.client.HTTPConnection("127.0.0.1", places.port, timeout=2)
        connection.request("GET", "/drop")
        connection.getresponse()

    assert explain(_failure(half)).reason == "stream_broken"
    assert explain(_failure(hang_up)).reason == "reset"
    assert explain(_failure(http.client.HTTPConnection("127.0.0.1").getresponse)).reason == "programming_error"
