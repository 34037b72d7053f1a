"""
Do the parts of an answer sum to the answer?
"""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from classifier.evaluation import shares, weight_of_letters
from classifier.model.scorer import TextModel


def sum_of_parts(model: TextModel, text: str) -> NDArray[np.float64]:
    total: NDArray[np.float64] = np.sum([model.bias, *(share.logits for share in shares(model, text))], axis=0)
    return np.asarray(total - total.mean(), dtype=np.float64)


@given(st.text(max_size=80))
@settings(max_examples=60, deadline=None)
def test_parts_sum_to_the_answer(toy_model: TextModel, text: str) -> None:
    """For any text, so that the explanation is one of this model and of no other."""
    logs = np.log(toy_model.probabilities(text))

    assert sum_of_parts(toy_model, text) == pytest.approx(logs - logs.mean(), abs=1e-6)


def test_runs_of_digits_are_read_as_one(toy_model: TextModel) -> None:
    """The letters shown are those the model sees, also of a text longer than its window."""
    letters, weights = weight_of_letters(toy_model, "Port  4711   zu", "connection")

    assert letters == " port 0 zu "
    assert weight_of_letters(toy_model, "Pörtchen  4711   zu", "connection")[0] == " pörtchen 0 zu "
    assert weights.shape == (len(letters),)
    assert len(weight_of_letters(toy_model, "ab" * 2000, "timeout")[0]) < 1600


def test_letters_share_what_their_ngrams_add(toy_model: TextModel) -> None:
    """Nothing is lost on the way from n-grams to letters."""
    text = "Zeitüberschreitung beim Lesen"
    column = toy_model.labels.index("timeout")

    _, weights = weight_of_letters(toy_model, text, "timeout")

    assert weights.sum() == pytest.approx(sum(share.logits[column] for share in shares(toy_model, text)))


def test_most_telling_comes_first(toy_model: TextModel) -> None:
    """In order of the largest part, whatever its sign."""
    sizes = [float(np.abs(share.logits).max()) for share in shares(toy_model, "connection refused")]

    assert sizes == sorted(sizes, reverse=True)
