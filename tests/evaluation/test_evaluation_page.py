"""
One page that needs nothing else, whatever the messages hold.
"""

from __future__ import annotations

import json
import re
from dataclasses import replace
from html.parser import HTMLParser

import pytest

from classifier.evaluation import Sample, evaluate, page, samples_of
from classifier.evaluation.evaluate import KEYWORDS, LIKELIEST, MODEL, WITH_MODEL
from classifier.evaluation.result import Evaluation
from classifier.model.scorer import TextModel
from classifier.training import Row

from .builders import sample


@pytest.fixture(scope="module")
def full(toy_rows: list[Row], toy_model: TextModel) -> Evaluation:
    samples = samples_of(toy_rows)
    samples += [replace(one, lang=f"x{index}", origin="elsewhere") for index, one in enumerate(samples[:30])]
    rival = replace(toy_model, thresholds=dict.fromkeys(toy_model.thresholds, 0.9))
    return evaluate(samples, model=toy_model, rival=rival, rival_name="with stricter", n_draws=50)


class _Outline(HTMLParser):
    """Notes tags that are left open, and all that would be fetched or run."""

    VOID = ("meta", "br", "line", "circle", "path", "wbr")

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.fetched: list[str] = []
        self.seen: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.seen.append(tag)
        if tag in ("script", "link", "img", "iframe") or any(name in ("src", "href") for name, _ in attrs):
            self.fetched.append(tag)
        if tag not in self.VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)

    def handle_endtag(self, tag: str) -> None:
        if tag not in self.VOID:
            assert self.open.pop() == tag


def outline(html: bytes) -> _Outline:
    parser = _Outline()
    parser.feed(html.decode())
    parser.close()
    return parser


def test_page_is_whole_and_fetches_nothing(full: Evaluation) -> None:
    """Every tag is closed; no script, no picture, no style sheet, no font from elsewhere."""
    html = page(full)

    found = outline(html)

    assert found.open == []
    assert found.fetched == []
    assert found.seen.count("svg") >= 6
    assert b"url(" not in html
    assert b"@import" not in html
    assert b"prefers-color-scheme: dark" in html


def test_page_shows_every_system_and_comparison(full: Evaluation) -> None:
    """With the figures that the JSON has."""
    html = page(full, "A <title>").decode()

    for name in (KEYWORDS, MODEL, LIKELIEST, WITH_MODEL, "with stricter"):
        assert name in html
        accuracy = full.system(name).figures["accuracy"]
        assert f"{100 * accuracy:.1f} %" in html
    assert list(full.comparisons) == ["keywords alone -> with model", "with stricter -> with model"]
    assert "A &lt;title&gt;" in html


def test_hostile_messages_stay_text() -> None:
    """Markup, marks of direction, NUL and half a surrogate neither run, nor turn the page around, nor break it."""
    texts = [
        "<script>alert(1)</script> timed out",
        "\u202eabc timed out",
        "\x00\ud800 timed out",
        'timed out "><img src=x>',
    ]

    html = page(evaluate([sample("sandbox", text=text) for text in texts], n_draws=5))

    found = outline(html)
    assert found.fetched == []
    assert "bdi" in found.seen
    assert b"&lt;script&gt;" in html
    assert b"\\u202e" in html
    assert b"\\ud800" in html


def test_right_to_left_messages_say_so() -> None:
    """Each message stands in its own direction and names its language, so that fonts and readers follow."""
    message = Sample("انتهت المهلة timed out", "sandbox", frozenset({"sandbox"}), lang="ar")

    html = page(evaluate([message], n_draws=5)).decode()

    assert '<bdi dir="auto" lang="ar">انتهت المهلة timed out</bdi>' in html


def test_keys_do_not_reach_the_report() -> None:
    """What looks like a secret is taken out of the misses."""
    secret = "sk-" + "a1B2" * 8

    found = evaluate([sample("sandbox", text=f"timed out api_key={secret}")], n_draws=5)

    assert secret not in json.dumps(found.to_dict())
    assert secret.encode() not in page(found)


def test_worst_misses_come_first(full: Evaluation) -> None:
    """The most confident wrong answer leads, and none is right."""
    confidences = [miss.confidence for miss in full.misses]

    assert confidences == sorted(confidences, reverse=True)
    assert all(miss.label != miss.given for miss in full.misses)


def test_numbers_are_plain_json(full: Evaluation) -> None:
    """No NaN, which JSON does not have; unknown systems are named with those that are known."""
    told = json.loads(json.dumps(full.to_dict(), allow_nan=False))

    assert told["rows"] == full.rows
    assert told["systems"][WITH_MODEL]["by_part"]["lang"]
    with pytest.raises(KeyError, match="no system 'x'; measured: keywords alone"):
        full.system("x")


def test_no_svg_has_a_number_that_is_none(full: Evaluation, toy_model: TextModel) -> None:
    """A coordinate of nan or inf would make a browser drop the shape."""
    calm = [sample("unexpected", text="all is well"), sample("unexpected", text="connection refused")]
    shy = replace(toy_model, thresholds=dict.fromkeys(toy_model.thresholds, 1.01))

    for found in (full, evaluate(calm, n_draws=5), evaluate(calm, model=shy, n_draws=5)):
        html = page(found).decode()
        assert not re.search(r'="(?:nan|inf|-inf)', html)


def test_nothing_to_measure_is_an_error(toy_model: TextModel) -> None:
    """No messages, or a rival without anybody to be compared with."""
    with pytest.raises(ValueError, match="no messages"):
        evaluate([])
    with pytest.raises(ValueError, match="a rival needs a model"):
        evaluate([sample("timeout")], rival=toy_model)
