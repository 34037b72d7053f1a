"""
Serving equals the scikit-learn pipeline on whatever text, and never raises.
"""

from __future__ import annotations

import dataclasses
import pickle
import threading
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray
from sklearn.pipeline import Pipeline

from classifier.model.scorer import TextModel
from classifier.training import as_pipeline

ANY_TEXT = st.text(st.characters(codec=None, exclude_categories=()), max_size=120)
ODD = st.sampled_from(
    ["\ud800", "\udfff", "\0", "\u202e", "\u0301" * 9, "😀👩‍👩‍👧", "‮שגיאה", "خطأ", "ﷺ", "İ", "ẞ", "\u2028", "𝟘"]
)


def by_label(model: TextModel, pipeline: Pipeline, texts: list[str]) -> NDArray[np.float64]:
    found = pipeline.predict_proba(texts)
    order = [list(pipeline.classes_).index(label) for label in model.labels]
    return np.asarray(found[:, order], dtype=np.float64)


@given(text=st.one_of(ANY_TEXT, st.lists(ODD, max_size=8).map(" ".join)))
@example(text="")
@example(text="\ud83d lone \udc00 halves")
@example(text="x" * 5000)
@settings(max_examples=300, deadline=None)
def test_serving_equals_the_pipeline(toy_model: TextModel, toy_pipeline: Pipeline, text: str) -> None:
    """One text at a time, in a batch, and through scikit-learn give the same probabilities within 1e-6."""
    alone = toy_model.probabilities(text)
    together = toy_model.probabilities_many([text, "Zeitüberschreitung", text])
    read_before = toy_model.likelihoods_many(toy_model.ngrams_many([text, "Zeitüberschreitung"]))
    expected = by_label(toy_model, toy_pipeline, [text])[0]

    assert np.abs(read_before[0] - expected).max() < 1e-6
    assert alone.sum() == pytest.approx(1.0)
    assert np.abs(alone - expected).max() < 1e-6
    assert np.abs(together[[0, 2]] - expected).max() < 1e-6


@pytest.mark.parametrize("bias", [1e4, -1e4, 1e300])
def test_log_odds_beyond_all_measure(toy_model: TextModel, bias: float) -> None:
    """A model as sure as no number can say gives probabilities still, one text or many."""
    odd = dataclasses.replace(toy_model, bias=toy_model.bias + np.array([bias] + [0.0] * (len(toy_model.bias) - 1)))

    alone = odd.probabilities("no answer in time")

    assert alone.sum() == pytest.approx(1.0)
    assert np.abs(alone - odd.probabilities_many(["no answer in time"])[0]).max() < 1e-9
    same = dataclasses.replace(toy_model, bias=toy_model.bias + bias)
    assert same.probabilities("no answer").sum() == pytest.approx(1.0)


def test_toy_messages_are_told_apart(toy_model: TextModel) -> None:
    """A model trained on a few hundred rows names new wordings of them."""
    assert toy_model.classify("Verbindung zum Drucker wurde abgelehnt").label == "connection"
    assert toy_model.classify("ПРОЦЕСС worker аварийно завершён").label == "sandbox"


def test_below_the_threshold_the_category_is_unexpected(toy_model: TextModel) -> None:
    """A label that is likeliest but not likely enough is told, and not acted on."""
    found = toy_model.classify("qqqq zzzz")

    assert not found.accepted or found.label == "unexpected"
    assert found.category == "unexpected"


def test_many_texts_get_the_predictions_of_each(toy_model: TextModel) -> None:
    """Batches, their borders and empty texts change no answer."""
    texts = ["", "no answer in time", "x" * 3000, "接続が拒否されました", "\0"] * 40

    many = toy_model.classify_many(texts)

    assert [found.category for found in many] == [toy_model.classify(text).category for text in texts]
    assert toy_model.classify_many([]) == []
    assert toy_model.ngrams_many([]) == []
    assert toy_model.likelihoods_many([]).shape == (0, len(toy_model.labels))


def test_ngrams_of_many_texts_are_those_of_each(toy_model: TextModel) -> None:
    """What is read together can stand for what is read alone."""
    texts = ["", "no answer in time", "接続が拒否されました", "e\u0301t\0é"]

    for text, ngrams in zip(texts, toy_model.ngrams_many(texts), strict=True):
        alone = toy_model.ngrams(toy_model.fold(text))
        assert np.array_equal(ngrams.points, alone.points)
        assert np.array_equal(ngrams.hashes, alone.hashes)
        assert np.array_equal(ngrams.buckets, alone.buckets)


def test_model_survives_pickling_to_a_worker(toy_model: TextModel) -> None:
    """joblib sends the model to its workers; it scores the same there."""
    copy = pickle.loads(pickle.dumps(toy_model))

    assert np.array_equal(copy.probabilities("no answer"), toy_model.probabilities("no answer"))


def test_threads_share_a_model(toy_model: TextModel) -> None:
    """Scoring keeps no state, so that many threads get the answers of one."""
    texts = [f"{word} failed {word}" for word in ("patch", "JSON", "接続", "запрос")] * 50
    expected = toy_model.probabilities_many(texts)
    wrong: list[str] = []

    def work() -> None:
        for text, row in zip(texts, expected, strict=True):
            if np.abs(toy_model.probabilities(text) - row).max() > 1e-9:
                wrong.append(text)

    threads = [threading.Thread(target=work) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

    assert wrong == []


def test_pipeline_of_two_labels_is_the_model_too(toy_model: TextModel) -> None:
    """Of two classes scikit-learn keeps one row of weights; the probabilities are the same."""
    two = replace(
        toy_model,
        labels=("timeout", "unexpected"),
        table=np.ascontiguousarray(toy_model.table[:, [0, 1, -1]]),
        scale=toy_model.scale[:2].copy(),
        bias=toy_model.bias[:2].copy(),
        thresholds={"timeout": 0.5},
    )

    for text in ("die Zeit ist abgelaufen", "disk full", ""):
        assert as_pipeline(two).predict_proba([text])[0] == pytest.approx(two.probabilities(text), abs=1e-9)
