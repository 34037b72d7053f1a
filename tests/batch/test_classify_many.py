"""`classify_many`: what one call answers, many answer too, with and without a model."""

from __future__ import annotations

import json
import logging
import pickle
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from classifier import (
    Category,
    Classification,
    Classifier,
    Keyword,
    NexusCoreError,
    Reason,
    configure,
    register_category,
)
from classifier.batch import classify_many
from classifier.evidence import Evidence
from classifier.model import load_default
from classifier.model.scorer import TextModel
from classifier.monitor import LOGGER_NAME
from classifier.strategies.base import Verdict
from classifier.strategies.exact import ExactStrategy
from classifier.strategies.keyword import KeywordStrategy

from .conftest import TOY

PATIENT_S = 10.0


class DiskFullError(NexusCoreError):
    """The disk is full."""


DISK_FULL = Category(
    "disk_full", "Disk full", "There is no room left.",
    DiskFullError, "volume_full",
    keywords=(Keyword("volume"),),
    reasons=(Reason("volume_full", "disk_full", False, "the volume has no room"),),
)  # fmt: skip


def texts() -> list[str]:
    rows = [json.loads(line)["text"] for line in TOY.read_text(encoding="utf-8").splitlines()]
    return [*rows[:150], "", " ", "429 Too Many Requests", "network json", "日本\udce9", "x" * 10_000]


@pytest.fixture(scope="module")
def with_model(toy_model: TextModel) -> Classifier:
    return Classifier(model=toy_model, budget_s=PATIENT_S)


def same(left: Classification, right: Classification) -> bool:
    """Equal but for the last digits of what the model says."""
    one, two = left.to_dict(), right.to_dict()
    near: bool = abs(one.pop("confidence") - two.pop("confidence")) < 1e-9
    return near and one == two


def test_many_equal_one_by_one(with_model: Classifier) -> None:
    """Texts, responses and exceptions, decided by facts, by words, by the model or by nobody."""
    odd: list[object] = [
        {"status": 429, "headers": {"retry-after": "7"}}, KeyError("x"), TimeoutError(), 7, None,
        RuntimeError("ещё не готово"), type("FlakyNetwork", (Exception,), {})(),
    ]  # fmt: skip
    failures = [*texts(), *odd]

    for classifier in (Classifier(budget_s=PATIENT_S), with_model):
        answers = classify_many(iter(failures), classifier=classifier)

        assert all(map(same, answers, [classifier.explain(failure) for failure in failures]))
        assert len(answers) == len(failures)
    assert {answer.strategy for answer in answers} == {"exact", "keyword", "tfidf", "none"}


def test_the_default_classifier_is_used(toy_model: TextModel) -> None:
    """What `configure` set up serves here as well."""
    configure(model=toy_model, budget_s=PATIENT_S)

    assert classify_many(["qqq www eee"])[0].strategy == "tfidf"
    assert classify_many([]) == []


def test_texts_are_scored_at_once(with_model: Classifier, monkeypatch: pytest.MonkeyPatch) -> None:
    """The model is asked once for all that facts and keywords left open; plain texts it has read by then."""
    calls: dict[str, int] = {}

    def counted(name: str) -> Any:
        method = getattr(TextModel, name)

        def watched(self: TextModel, asked: Any) -> Any:
            calls[name] = calls.get(name, 0) + len(asked)
            return method(self, asked)

        return watched

    for name in ("ngrams_many", "likelihoods_many", "probabilities_many"):
        monkeypatch.setattr(TextModel, name, counted(name))
    for name in ("probabilities", "likelihoods", "fold"):
        monkeypatch.setattr(TextModel, name, None)

    classify_many(
        ["qqq www", "read timed out", "eee rrr", RuntimeError("qqq"), KeyError("x"), ""], classifier=with_model
    )

    assert calls == {"ngrams_many": 3, "likelihoods_many": 2, "probabilities_many": 1}


def test_batch_of_any_size_is_read_in_parts(with_model: Classifier) -> None:
    """Endless failures take no more memory at once than some hundreds, and each has its answer in its place."""
    failures = (f"qqq {'w' * (number % 97)} {number}" if number % 5 else "read timed out" for number in range(1000))

    answers = classify_many(failures, classifier=with_model)

    assert len(answers) == 1000
    assert {answer.category for answer in answers[::5]} == {"timeout"}
    assert same(answers[998], with_model.explain(f"qqq {'w' * (998 % 97)} 998"))


def test_keywords_may_ask_another_model(toy_model: TextModel) -> None:
    """What another model saw of a text is not taken for what this one sees."""
    classifier = Classifier(
        strategies=[ExactStrategy(), KeywordStrategy(load_default())], model=toy_model, budget_s=PATIENT_S
    )
    failures = [f"qqq {'w' * 80} {number}" for number in range(3)]

    answers = classify_many(failures, classifier=classifier)

    assert {answer.strategy for answer in answers} == {"tfidf"}
    assert all(map(same, answers, map(classifier.explain, failures)))


def test_each_classification_is_logged_once(with_model: Classifier, caplog: pytest.LogCaptureFixture) -> None:
    """One INFO line each, in whatever order."""
    caplog.set_level(logging.INFO, LOGGER_NAME)

    classify_many(["qqq www", "read timed out", "eee rrr"], classifier=with_model)

    assert sorted(record.args[2].partition(":")[0] for record in caplog.records if record.levelno == logging.INFO) == [  # type: ignore[index,union-attr]
        "keyword", "tfidf", "tfidf",
    ]  # fmt: skip


def test_a_failing_strategy_costs_only_its_own_answer(toy_model: TextModel) -> None:
    """An error of a user's strategy is `unclassifiable`, as in one call."""

    class Choosy:
        name = "choosy"

        def classify(self, evidence: Evidence, prior: Verdict | None, /) -> Verdict | None:
            if "bad" in evidence.text:
                raise ValueError
            return None

    from classifier.strategies.tfidf import TfidfStrategy

    classifier = Classifier(strategies=[Choosy(), TfidfStrategy(toy_model)], budget_s=PATIENT_S)

    answers = classify_many(["bad", "good"], classifier=classifier)

    assert [answer.reason == "unclassifiable" for answer in answers] == [True, False]


def test_what_breaks_the_fast_path_takes_the_ordinary_one(
    with_model: Classifier, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Even an error in the engine itself leaves an answer for each failure."""

    def broken(*_args: object) -> None:
        raise RuntimeError

    monkeypatch.setattr(Classifier, "_decide", broken)

    assert [answer.category for answer in classify_many(["a", "b"], classifier=with_model)] == ["unexpected"] * 2


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.lists(st.text(st.characters(codec=None), max_size=120), max_size=8))
def test_any_texts(with_model: Classifier, failures: list[str]) -> None:
    """Whatever the characters, the batch never raises and equals the single calls."""
    answers = classify_many(failures, classifier=with_model)

    assert all(map(same, answers, map(with_model.explain, failures)))


def test_word_for_a_registered_category_stands_in_a_batch_too(with_model: Classifier) -> None:
    """The model was not trained for it, so one and many leave it to the keyword."""
    register_category(DISK_FULL)

    found = classify_many(["the volume is odd"], classifier=with_model)[0]

    assert (found.category, found.strategy) == ("disk_full", "keyword")
    assert found == with_model.explain("the volume is odd")


def test_first_text_after_a_registration_reaches_the_model(
    toy_model: TextModel, caplog: pytest.LogCaptureFixture
) -> None:
    """Building the tables anew takes many times the budget, and is not charged to it."""
    classifier = Classifier(model=toy_model, budget_s=0.005)
    classifier.classify("qqqq zzzz")
    register_category(DISK_FULL)

    found = classifier.explain("qqqq yyyy")

    assert found.strategy == "tfidf"
    assert "no time left" not in caplog.text


def test_classifier_goes_to_another_process(with_model: Classifier) -> None:
    """With its model and what it counts; each process counts for itself."""
    copy = pickle.loads(pickle.dumps(with_model))

    assert copy.explain("接続が拒否されました") == with_model.explain("接続が拒否されました")
    assert copy.explain(None).reason == "unclassifiable"
