"""What the tables of phrases promise, language by language."""

from __future__ import annotations

import unicodedata
from importlib import import_module

import pytest

from classifier.evidence.plain import plain_if_short
from classifier.evidence.text import words_of
from classifier.keywords import en
from classifier.keywords.spelling import spelled
from classifier.reasons import REASONS
from classifier.strategies.languages import find_foreign
from classifier.strategies.phrases import find_phrases

LANGUAGES = ("de", "fr", "es", "pt", "it", "ru", "ja", "zh", "ko")
UNSPACED = ("ja", "zh", "ko")

#: What a program can say in any language; a table that cannot say it has a hole.
EVERYWHERE = (
    "throttled", "quota_exhausted", "usage_window", "connect_timeout", "read_timeout", "gateway_timeout",
    "command_timeout", "refused", "reset", "dns", "unreachable", "tls_handshake", "stream_broken", "overloaded",
    "server_error", "not_json", "schema_mismatch", "truncated_output", "empty_output", "malformed_tool_call",
    "tests_failed", "nonzero_exit", "oom_killed", "killed", "start_failed", "sandbox_denied", "container_failed",
    "hunk_failed", "target_missing", "target_ambiguous", "merge_conflict", "malformed_patch", "auth_failed",
    "permission_denied", "missing_file", "local_resource", "context_length", "content_policy", "model_not_found",
    "tls_certificate", "already_exists", "bad_request",
)  # fmt: skip


def table_of(language: str) -> dict[str, tuple[str, ...]]:
    table = import_module(f"classifier.keywords.{language}").PHRASES
    assert isinstance(table, dict)
    return table


@pytest.mark.parametrize("language", ["en", *LANGUAGES])
def test_every_key_is_a_known_reason(language: str) -> None:
    """A key, without its mark, names a reason of the reason table."""
    for key in table_of(language):
        assert key.lstrip("~!") in REASONS


@pytest.mark.parametrize("language", LANGUAGES)
def test_table_speaks_of_everything(language: str) -> None:
    """Each language has words for every kind of failure that any program reports."""
    known = {key.lstrip("~!") for key in table_of(language)}

    assert set(EVERYWHERE) - known == set()


@pytest.mark.parametrize("language", ["en", *LANGUAGES])
def test_phrases_are_written_as_they_are_looked_up(language: str) -> None:
    """A phrase is lower case, NFKC, without spaces before it; another spelling could never match."""
    for phrases in table_of(language).values():
        for phrase in phrases:
            assert phrase == phrase.lower()
            assert phrase == unicodedata.normalize("NFKC", phrase)
            assert phrase == phrase.lstrip()
            assert "\n" not in phrase


@pytest.mark.parametrize("language", ["en", *LANGUAGES])
def test_no_phrase_stands_twice(language: str) -> None:
    """A phrase has one reason and is listed once."""
    places: dict[str, list[str]] = {}
    for key, phrases in table_of(language).items():
        for phrase in phrases:
            places.setdefault(phrase, []).append(key)

    assert {phrase: keys for phrase, keys in places.items() if len(keys) > 1} == {}


@pytest.mark.parametrize("language", LANGUAGES)
def test_phrases_are_too_long_to_stand_in_a_name(language: str) -> None:
    """One short word alone is a field name or a heading; a phrase says what failed."""
    least = 2 if language in UNSPACED else 6
    for phrases in table_of(language).values():
        for phrase in phrases:
            assert len(phrase) >= least, phrase


@pytest.mark.parametrize("language", ["en", *LANGUAGES])
def test_each_phrase_is_found_in_itself(language: str) -> None:
    """Whatever marks, letters and scripts it holds: what texts are made of before the search, phrases are too."""
    for key, phrases in table_of(language).items():
        for phrase in phrases:
            plain = plain_if_short(f"({phrase.removesuffix('|')})")
            found = find_phrases(plain, words_of(plain)) + find_foreign(plain, words_of(plain))
            assert key.lstrip("~!") in {hit.reason for hit in found}, phrase


def test_latin_phrases_are_no_english() -> None:
    """The Latin tables share one index with plain letters; none of their phrases stands in an English one."""
    english = "\n".join(phrase for phrases in en.PHRASES.values() for phrase in phrases)
    for language in ("de", "fr", "es", "pt", "it"):
        for phrases in table_of(language).values():
            assert [phrase for phrase in phrases if phrase in english] == []


def test_a_table_lists_the_spellings_of_plain_keyboards() -> None:
    """Accents may be missing, umlauts be two letters, long vowels be short, and characters be traditional."""
    assert spelled({"refused": ("conexión rechazada",)}, accents=True)["refused"] == (
        "conexión rechazada",
        "conexion rechazada",
    )
    assert spelled({"overloaded": ("überlastet",)}, digraphs=True)["overloaded"] == ("überlastet", "ueberlastet")
    assert spelled({"reset": ("サーバーが",)}, swaps=(("サーバー", "サーバ"),))["reset"] == ("サーバーが", "サーバが")
    assert spelled({"reset": ("连接",)}, chars=str.maketrans("连", "連"))["reset"] == ("连接", "連接")


def test_a_phrase_without_another_spelling_is_listed_once() -> None:
    """A phrase in plain letters has no second form."""
    assert spelled({"reset": ("pipe rota",)}, accents=True, digraphs=True)["reset"] == ("pipe rota",)
