"""
What the last step of the cascade answers, with and without a weak keyword before it.
"""

from __future__ import annotations

import copy
from dataclasses import replace

import pytest

from classifier.evidence import gather
from classifier.model import ModelLoadError, load_default
from classifier.model.scorer import TextModel
from classifier.strategies.base import Verdict, check_strategy
from classifier.strategies.loading import model_strategy
from classifier.strategies.tfidf import ENGLISH_LEAST, TfidfStrategy, is_english

REFUSED = "Verbindung zu Datenbank 3 wurde abgelehnt"


@pytest.fixture(scope="module")
def certain(toy_model: TextModel) -> TextModel:
    """The toy model with thresholds of one half."""
    return replace(toy_model, thresholds=dict.fromkeys(toy_model.thresholds, 0.5), prior_threshold=0.3)


def weak(category: str) -> Verdict:
    return Verdict(category, "unreachable", "keyword:network", 0.5, weak=True)


def test_strategy_fits_the_cascade(certain: TextModel) -> None:
    """It passes the check at registration and knows what it costs."""
    strategy = TfidfStrategy(certain)

    assert check_strategy(strategy) is strategy
    assert 0 < strategy.cost_s < 0.1


def test_likely_label_becomes_the_verdict(certain: TextModel) -> None:
    """Above its threshold the label is the category, with the calibrated probability as confidence."""
    found = TfidfStrategy(certain).classify(gather(REFUSED), None)

    assert found is not None
    assert (found.category, found.rule) == ("connection", "tfidf:connection")
    assert found.confidence == pytest.approx(certain.probabilities(REFUSED).max())


def test_unlikely_label_is_unexpected_and_suspected(certain: TextModel) -> None:
    """Below the threshold the answer is `unexpected`, and the label is kept as a suspect."""
    doubtful = replace(certain, thresholds=dict.fromkeys(certain.thresholds, 1.01))

    found = TfidfStrategy(doubtful).classify(gather(REFUSED), None)

    assert found is not None
    assert (found.category, found.rule, found.suspects) == ("unexpected", "tfidf:below_threshold", ("connection",))


def test_agreeing_keyword_lowers_the_threshold(certain: TextModel) -> None:
    """A weak keyword that the model agrees with decides, with the keyword's own reason."""
    doubtful = replace(certain, thresholds=dict.fromkeys(certain.thresholds, 1.01))

    found = TfidfStrategy(doubtful).classify(gather(REFUSED), weak("connection"))

    assert found is not None
    assert (found.category, found.reason, found.rule) == ("connection", "unreachable", "tfidf+keyword:network")


def test_keyword_alone_does_not_stand_against_the_model(certain: TextModel) -> None:
    """Where the model finds the keyword's category unlikely, nothing is retried on the keyword's word."""
    found = TfidfStrategy(certain).classify(gather("no permission to open /srv/network.cfg"), weak("connection"))

    assert found is not None
    assert found.category == "unexpected"
    assert found.suspects == ("connection",)


def test_failure_without_text_is_passed_on(certain: TextModel) -> None:
    """There is nothing to read, so that an earlier weak verdict stands."""
    assert TfidfStrategy(certain).classify(gather(ValueError()), weak("connection")) is None


def test_cause_counts_beside_the_wrapper(certain: TextModel) -> None:
    """A wrapper that says nothing does not hide what its cause says."""
    wrapper = RuntimeError("step 3")
    wrapper.__cause__ = OSError(REFUSED)

    found = TfidfStrategy(certain).classify(gather(wrapper), None)

    assert found is not None
    assert "connection" in (found.category, *found.suspects)


def test_unregistered_label_is_refused(certain: TextModel) -> None:
    """A model of categories nobody registered is told apart at start-up, not at the first failure."""
    foreign = replace(certain, labels=("disk_full", *certain.labels[1:]))

    with pytest.raises(ModelLoadError, match=r"disk_full, which nobody registered; .*register_category"):
        TfidfStrategy(foreign)


@pytest.mark.parametrize(
    "text", ["bad value in line 3", "bad value \x00\u202e\ud800 in line 3", "the list was not sorted"]
)
def test_english_without_a_keyword_must_be_surer(text: str) -> None:
    """English has its own table: what it does not know is acted on only where the model is all but certain."""
    assert is_english(text)
    assert not is_english("bağlantı koptu")
    assert not is_english("Datei nicht lesbar")
    assert not is_english("adgang til feed spærret")
    assert not is_english("connection wurde getrennt")
    model = load_default()
    strategy = TfidfStrategy(model)
    likely = [0.0] * len(model.labels)
    likely[model.labels.index("timeout")] = ENGLISH_LEAST - 0.005
    likely[model.labels.index("unexpected")] = 1.0 - max(likely)

    english, turkish = strategy.judge(likely, None, text), strategy.judge(likely, None, "bağlantı koptu")

    assert english is not None
    assert english.category == "unexpected"
    assert turkish is not None
    assert turkish.category == "timeout"


def test_word_for_a_category_the_model_never_saw_stands(certain: TextModel) -> None:
    """A weak keyword of a registered category is the only evidence there can be, unless another is all but sure."""
    likely = [0.1] * len(certain.labels)
    odd = Verdict("disk_full", "volume_full", "keyword:zorblax", 0.5, weak=True)

    assert TfidfStrategy(certain).judge(likely, odd, "the zorblax") is None


def test_message_that_comes_again_is_answered_from_memory(certain: TextModel) -> None:
    """With other numbers or in other case it is the same message; the answer and its certainty are too."""
    strategy = TfidfStrategy(certain)
    first = strategy.classify(gather("Verbindung zu Datenbank 3 wurde abgelehnt"), None)

    again = strategy.classify(gather("VERBINDUNG zu Datenbank 4711 wurde abgelehnt"), None)

    assert again == first
    assert len(strategy._recent) == 1


def test_shipped_model_has_a_name() -> None:
    """In Python as on the command line and in the environment variable."""
    found = model_strategy("shipped")

    assert isinstance(found, TfidfStrategy)


@pytest.mark.parametrize("text", ["12 34", "0 0", "12:34", "7" * 1501, "429 ⚠", "\ud800 ..."])
def test_text_without_a_letter_is_not_scored(certain: TextModel, text: str) -> None:
    """Numbers and marks alone say nothing of a failure, whatever their n-grams weigh."""
    assert TfidfStrategy(certain).classify(gather(text), None) is None


def test_copy_takes_no_memory_along(certain: TextModel) -> None:
    """A copy made while another thread classifies must not meet a dictionary that changes."""
    strategy = TfidfStrategy(certain)
    strategy.classify(gather(REFUSED), None)

    copied = copy.deepcopy(strategy)

    assert strategy._recent
    assert copied._recent == {}
    assert copied.classify(gather(REFUSED), None) == strategy.classify(gather(REFUSED), None)


def test_memory_of_messages_is_bounded(certain: TextModel) -> None:
    """A process that meets a new message every second for a year holds a few hundred of them."""
    strategy = TfidfStrategy(certain)

    for first in range(30):
        for second in range(30):
            assert strategy.classify(gather(f"Fehler {chr(97 + first)} {chr(97 + second)}"), None) is not None

    assert 0 < len(strategy._recent) <= 256
