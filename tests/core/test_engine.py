"""The cascade: order, registration, budget, failures of strategies, threads, forks, tasks, and the answer's form."""

from __future__ import annotations

import asyncio
import copy
import json
import logging
import multiprocessing
import os
import pickle
import subprocess
import sys
import threading
import time
import warnings
from collections.abc import Callable
from datetime import UTC, timedelta, timezone
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from classifier import (
    CATEGORIES,
    REASONS,
    Category,
    Classification,
    Classifier,
    Evidence,
    Keyword,
    ModelTimeoutError,
    NexusCoreError,
    Reason,
    Strategy,
    UnclassifiableMonitor,
    Verdict,
    classify_error,
    configure,
    convert_http_error_to_nexus_error,
    explain,
    get_classifier,
    register_category,
)
from classifier.strategies.base import check_strategy
from classifier.strategies.exact import ExactStrategy
from classifier.strategies.keyword import KeywordStrategy


class Fixed:
    """A strategy that always says the same."""

    def __init__(self, says: Any, name: str = "fixed", cost_s: float = 0.0) -> None:
        self.says, self.name, self.cost_s = says, name, cost_s
        self.asked: list[Verdict | None] = []

    def classify(self, evidence: Evidence, prior: Verdict | None, /) -> Verdict | None:
        """Return or raise it."""
        self.asked.append(prior)
        if isinstance(self.says, BaseException):
            raise self.says
        return self.says  # type: ignore[no-any-return]


DNS = Verdict("connection", "dns", "fixed:dns", 0.9)
WEAK = Verdict("timeout", "read_timeout", "fixed:weak", 0.4, weak=True)


def test_first_firm_verdict_ends_the_cascade() -> None:
    """A firm verdict is final; what comes after is not asked."""
    late = Fixed(DNS)
    answer = Classifier(strategies=[Fixed(None), Fixed(Verdict("timeout", "read_timeout", "r")), late]).explain(
        Exception()
    )

    assert (answer.category, answer.strategy, answer.rule) == ("timeout", "fixed", "r")
    assert late.asked == []


def test_weak_verdict_may_be_overruled() -> None:
    """A weak verdict is handed on as `prior`, gives way to a later one, and stands if none comes."""
    second = Fixed(DNS, "second")

    overruled = Classifier(strategies=[Fixed(WEAK), second]).explain(Exception())
    stands = Classifier(strategies=[Fixed(WEAK), Fixed(None)]).explain(Exception())

    assert second.asked == [WEAK]
    assert (overruled.category, overruled.strategy) == ("connection", "second")
    assert (stands.category, stands.confidence) == ("timeout", 0.4)


def test_facts_come_before_words_and_plugins() -> None:
    """The default order is exact facts, keywords, then what is plugged in."""
    names = [strategy.name for strategy in Classifier().strategies]

    assert names[:2] == ["exact", "keyword"]
    assert isinstance(ExactStrategy(), Strategy)
    assert isinstance(KeywordStrategy(), Strategy)


def test_no_strategy_leaves_unknown() -> None:
    """When nobody says anything the answer is unexpected/unknown with no confidence."""
    answer = Classifier(strategies=[]).explain(TimeoutError())

    assert answer == Classification("unexpected", "unknown", False, confidence=0.0)


def _no_name() -> object:
    return type("NoName", (), {"classify": lambda self, e, p: None})()


def _no_method() -> object:
    return type("NoMethod", (), {"name": "x"})()


def _too_few() -> object:
    return type("TooFew", (), {"name": "x", "classify": lambda self, evidence: None})()


def _bad_cost() -> object:
    return Fixed(None, cost_s="cheap")  # type: ignore[arg-type]


def _negative_cost() -> object:
    return Fixed(None, cost_s=-1)


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (_no_name, r"strategy NoName from strategies=: 'name' is None; expected a non-empty str"),
        (lambda: Fixed(None, name=""), r"strategy Fixed from strategies=: 'name' is ''; expected a non-empty str"),
        (_no_method, r"strategy 'x' \(NoMethod from strategies=\): 'classify' is None; expected a method classify\("),
        (_too_few, r"classify\(evidence\) cannot be called with \(evidence, prior\): too many positional arguments"),
        (_bad_cost, r"'cost_s' is 'cheap'; expected seconds, 0 or more"),
        (_negative_cost, r"'cost_s' is -1; expected seconds, 0 or more"),
        (lambda: "exact", r"strategy str from strategies=: 'name' is None"),
    ],
)
def test_bad_strategy_is_refused(make: Callable[[], Any], message: str) -> None:
    """Registration says who failed, how, and what was expected."""
    with pytest.raises(TypeError, match=message):
        Classifier(strategies=[make()])


def test_builtin_without_signature_is_taken() -> None:
    """A callable that tells no signature shows its colours on the first call."""

    class Odd:
        name = "odd"
        classify = max

    odd: Any = Odd()
    assert check_strategy(odd) is odd
    assert Classifier(strategies=[odd]).classify(TimeoutError()) == "unexpected"


@pytest.mark.parametrize("budget_s", [0, -1, float("nan")])
def test_bad_budget_is_refused(budget_s: float) -> None:
    """A budget is above zero."""
    with pytest.raises(ValueError, match=r"expected seconds above 0, such as 0\.001"):
        Classifier(budget_s=budget_s)


NONSENSE = [
    "timeout",
    True,
    object(),
    Verdict("nowhere", "read_timeout", "r"),
    Verdict("timeout", "nothing", "r"),
    Verdict("timeout", "refused", "r"),
    Verdict("timeout", "read_timeout", None),  # type: ignore[arg-type]
    Verdict("timeout", "read_timeout", "r", confidence="high"),  # type: ignore[arg-type]
    Verdict("timeout", "read_timeout", "r", confidence=7.0),
    Verdict("timeout", "read_timeout", "r", confidence=float("nan")),
    Verdict("timeout", "read_timeout", "r", suspects=None),  # type: ignore[arg-type]
    Verdict("timeout", "read_timeout", "r", hints=["wait"]),  # type: ignore[arg-type]
    Verdict("timeout", [], "r"),  # type: ignore[arg-type]
    RuntimeError("sk-abcdefghijklmnopqrstuvwx broke"),
    RecursionError("deep"),
]


@pytest.mark.parametrize("says", NONSENSE, ids=lambda value: str(value)[:50])
def test_strategy_that_fails_costs_the_answer_only(says: object, caplog: pytest.LogCaptureFixture) -> None:
    """A strategy that raises or returns nonsense makes the answer unexpected; one warning names it and says why."""
    answer = Classifier(strategies=[Fixed(says, "mine")]).explain(TimeoutError("x"))

    assert (answer.category, answer.reason, answer.retryable) == ("unexpected", "unclassifiable", False)
    [record] = caplog.records
    assert record.levelname == "WARNING"
    assert vars(record)["stage"] == "mine"
    assert record.getMessage().startswith("unclassifiable at mine: it raised ")
    assert "sk-abc" not in record.getMessage()


def test_strategy_whose_error_has_no_text() -> None:
    """An exception of a strategy whose str() raises is survived."""

    class Mute(Exception):
        def __str__(self) -> str:
            raise RuntimeError

    assert Classifier(strategies=[Fixed(Mute())]).classify(TimeoutError()) == "unexpected"


@pytest.mark.parametrize("stop", [KeyboardInterrupt(), SystemExit(1), asyncio.CancelledError()])
def test_interrupt_inside_a_strategy_passes(stop: BaseException) -> None:
    """What asks the program to stop is never swallowed."""
    with pytest.raises(type(stop)):
        Classifier(strategies=[Fixed(stop)]).classify(TimeoutError())


def test_budget_skips_what_no_longer_fits(caplog: pytest.LogCaptureFixture) -> None:
    """A strategy that costs more than is left is skipped with a warning; the weak verdict stands."""
    dear = Fixed(DNS, "dear", cost_s=5.0)
    classifier = Classifier(strategies=[Fixed(WEAK), dear], budget_s=0.5)

    answer = classifier.explain(Exception())
    alone = Classifier(strategies=[Fixed(None), dear], budget_s=0.5).explain(Exception())

    assert dear.asked == []
    assert (answer.category, alone.category) == ("timeout", "unexpected")
    skipped = [record for record in caplog.records if record.getMessage().startswith("no time left")]
    assert skipped[0].getMessage() == (
        "no time left for strategy dear in 0.5 s: timeout stands; raise budget_s if this is common"
    )
    assert "the answer is unexpected" in skipped[1].getMessage()
    assert vars(skipped[0])["stage"] == "dear"


def test_slow_strategy_uses_up_the_budget() -> None:
    """CPU time is measured: after a slow strategy the next is skipped; with a larger budget it is asked."""

    class Slow(Fixed):
        def classify(self, evidence: Evidence, prior: Verdict | None, /) -> Verdict | None:
            until = time.thread_time() + 0.02
            while time.thread_time() < until:
                pass
            return None

    assert Classifier(strategies=[Slow(None), Fixed(DNS)], budget_s=0.005).classify(Exception()) == "unexpected"
    assert Classifier(strategies=[Slow(None), Fixed(DNS)], budget_s=5).classify(Exception()) == "connection"


def test_cost_that_turns_bad_later() -> None:
    """A cost that raises after registration costs the answer, not the process."""

    class Fickle(Fixed):
        good = True

        @property
        def cost_s(self) -> float:
            if self.good:
                return 0.0
            raise RuntimeError

        @cost_s.setter
        def cost_s(self, value: float) -> None:
            pass

    fickle = Fickle(DNS)
    classifier = Classifier(strategies=[Fixed(None), fickle], budget_s=5)
    assert classifier.classify(Exception()) == "connection"
    fickle.good = False
    assert classifier.classify(Exception()) == "unexpected"


def test_verdict_can_overrule_retryability_and_add_hints() -> None:
    """A verdict's own retryable and hints come out."""
    verdict = Verdict("timeout", "read_timeout", "r", hints=("ask_human",), retryable=False, suspects=("connection",))

    answer = Classifier(strategies=[Fixed(verdict)]).explain(Exception())

    assert (answer.retryable, answer.hints, answer.suspects) == (False, ("ask_human",), ("connection",))


def test_context_of_the_caller() -> None:
    """Output that had begun asks to verify first; a process that the caller killed for time is a timeout."""
    killed = subprocess.CalledProcessError(-9, ["python", "job.py"])

    assert "verify_then_retry" in explain(TimeoutError(), context={"response_started": True}).hints
    assert "verify_then_retry" not in explain(TimeoutError()).hints
    assert "verify_then_retry" not in explain(KeyError("x"), context={"response_started": True}).hints
    assert explain(killed).reason == "oom_killed"
    assert explain(killed, context={"own_timeout": True}).reason == "command_timeout"


def test_bad_context_is_survived() -> None:
    """A context of the wrong type makes the answer unexpected; nothing raises."""
    bad: Any = ["response_started"]

    assert explain(TimeoutError(), context=bad).reason == "unclassifiable"


def test_wait_of_a_registered_category() -> None:
    """A category of the user's own gets the server's wait too."""
    register_category(
        Category(
            "parked",
            "Parked",
            "d",
            type("ParkedError", (NexusCoreError,), {}),
            "parked",
            keywords=(Keyword("car park full", True),),
            reasons=(Reason("parked", "parked", True, "x"),),
        )
    )

    assert explain("car park full, try again in 7s").retry_after_s == 7.0


def test_wait_that_raises_costs_the_wait(caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch) -> None:
    """If reading the wait fails, the answer comes without one and a warning says so."""

    def boom(self: Evidence) -> None:
        raise RuntimeError

    monkeypatch.setattr(Evidence, "wait", boom)

    answer = explain(TimeoutError())

    assert (answer.category, answer.retry_after_s) == ("timeout", None)
    assert vars(caplog.records[-1])["stage"] == "wait"


def test_default_classifier_is_configured_once(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """`configure` sets what the functions use; the environment can name a model, a bad one costs one warning."""
    made = configure(strategies=[Fixed(DNS)], budget_s=2.0)
    assert get_classifier() is made
    assert classify_error(KeyError()) == "connection"

    monkeypatch.setenv("NEXUS_CLASSIFIER_MODEL", "/nowhere/at/all")
    assert [one.name for one in configure().strategies][:2] == ["exact", "keyword"]
    assert "going on without a model" in caplog.text
    monkeypatch.setenv("NEXUS_CLASSIFIER_MODEL", "")
    assert all(one.name != "tfidf" for one in configure(model=False).strategies)


def test_entry_points_are_plugged_in(tmp_path: Path) -> None:
    """Installed packages offer strategies as classes or objects; a broken one costs one warning that names it."""
    (tmp_path / "moonphase.py").write_text(
        "from classifier import Verdict\n"
        "class Moon:\n"
        "    name = 'moon'\n"
        "    def classify(self, evidence, prior, /):\n"
        "        return Verdict('connection', 'dns', 'moon:full') if 'moon' in evidence.text else None\n"
        "moon = Moon()\n"
        "class Bad:\n"
        "    name = 'bad'\n"
    )
    info = tmp_path / "moonphase-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: moonphase\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text(
        "[classifier.strategies]\na = moonphase:Moon\nb = moonphase:moon\nc = moonphase:Bad\nd = moonphase:nothing\n"
    )
    code = (
        "import classifier\n"
        "print(classifier.classify_error(Exception('full moon')), classifier.explain(Exception('full moon')).rule)\n"
        "print([one.name for one in classifier.get_classifier().strategies])\n"
    )

    done = subprocess.run(
        [sys.executable, "-c", code],
        env={**os.environ, "PYTHONPATH": os.pathsep.join([str(tmp_path), str(Path.cwd())])},
        capture_output=True,
        text=True,
        check=True,
    )

    assert done.stdout.splitlines() == ["connection moon:full", "['exact', 'keyword', 'moon', 'moon']"]
    assert (
        "entry point 'c' = 'moonphase:Bad' is left out: TypeError: strategy 'bad' (Bad from entry point 'c'"
        in done.stderr
    )
    assert "entry point 'd' = 'moonphase:nothing' is left out: AttributeError" in done.stderr


FAILURES: list[tuple[BaseException, str]] = [
    (TimeoutError(), "timeout"),
    (ConnectionResetError(104, "reset"), "connection"),
    (Exception("rate limit"), "rate_limit"),
    (Exception("接続がタイムアウトしました"), "timeout"),
    (ValueError("odd"), "unexpected"),
    (ModelTimeoutError("x"), "timeout"),
]


def _all_right(classifier: Classifier | None = None) -> bool:
    classify = classifier.classify if classifier is not None else classify_error
    return all(classify(failure) == wanted for failure, wanted in FAILURES)


@pytest.mark.parametrize("threads", [2, 8])
def test_threads_share_one_classifier(threads: int) -> None:
    """Many threads start at once on a fresh classifier and all get the right answers."""
    classifier = Classifier()
    gate = threading.Barrier(threads)
    wrong: list[bool] = []

    def work() -> None:
        gate.wait()
        for _ in range(200):
            if not _all_right(classifier):
                wrong.append(True)

    workers = [threading.Thread(target=work) for _ in range(threads)]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()

    assert wrong == []


def test_asyncio_tasks_share_one_classifier() -> None:
    """Tasks of one loop get the right answers."""

    async def work() -> bool:
        await asyncio.sleep(0)
        return _all_right()

    async def main() -> list[bool]:
        return await asyncio.gather(*(work() for _ in range(50)))

    assert all(asyncio.run(main()))


@pytest.mark.skipif(not hasattr(os, "fork"), reason="this system has no fork")
def test_forked_child_classifies() -> None:
    """A child forked from a process that has classified goes on classifying, also while another thread is at it."""
    assert _all_right()
    stop = threading.Event()

    def busy() -> None:
        while not stop.is_set():
            _all_right()

    worker = threading.Thread(target=busy)
    worker.start()
    try:
        with warnings.catch_warnings():
            # Python 3.12 warns of any fork beside threads, and that is what is tried here.
            warnings.simplefilter("ignore", DeprecationWarning)
            child = os.fork()
        if child == 0:
            os._exit(0 if _all_right() else 1)
        _, status = os.waitpid(child, 0)
    finally:
        stop.set()
        worker.join()

    assert os.waitstatus_to_exitcode(status) == 0


def _spawned(failure: BaseException) -> Classification:
    return explain(failure)


def test_answers_cross_processes() -> None:
    """A worker process sends its answer back whole."""
    with multiprocessing.get_context("spawn").Pool(1) as pool:
        assert pool.apply(_spawned, (TimeoutError(),)) == explain(TimeoutError())


names = st.text(max_size=20)
moments = st.datetimes(
    timezones=st.sampled_from([UTC, timezone(timedelta(hours=9)), timezone(timedelta(hours=-3, minutes=-30))])
)
classifications = st.builds(
    Classification,
    category=st.sampled_from(list(CATEGORIES)),
    reason=st.sampled_from(list(REASONS)),
    retryable=st.booleans(),
    retry_after_s=st.none() | st.floats(0, 1e9),
    resets_at=st.none() | moments,
    hints=st.lists(names).map(tuple),
    confidence=st.floats(0, 1),
    strategy=names,
    rule=names,
    cause_depth=st.integers(0, 64),
    cancelled=st.booleans(),
    suspects=st.lists(names).map(tuple),
)


@given(classifications)
def test_answer_survives_json_and_pickle(answer: Classification) -> None:
    """from_dict(to_dict(x)) == x, also through JSON text, pickle and copy."""
    assert Classification.from_dict(answer.to_dict()) == answer
    assert Classification.from_dict(json.loads(json.dumps(answer.to_dict()))) == answer
    assert pickle.loads(pickle.dumps(answer)) == answer
    assert copy.deepcopy(answer) == answer
    assert hash(answer) == hash(copy.copy(answer))


def test_answer_of_other_versions() -> None:
    """Keys of later versions are ignored, missing ones take defaults, wrong ones are named."""
    least = {"category": "timeout", "reason": "read_timeout", "retryable": True}

    assert Classification.from_dict({**least, "later": 1}) == Classification("timeout", "read_timeout", True)
    with pytest.raises(ValueError, match=r"a classification needs category, reason; got the keys \['retryable'\]"):
        Classification.from_dict({"retryable": True})
    with pytest.raises(ValueError, match="soon"):
        Classification.from_dict({**least, "resets_at": "soon"})
    with pytest.raises(AttributeError):
        Classification("a", "b", True).category = "c"  # type: ignore[misc]


def test_own_exceptions_survive_pickle() -> None:
    """Reason and classification travel with the converted exception."""
    error = ModelTimeoutError("late", reason="gateway_timeout")
    error.classification = explain(error)

    back = pickle.loads(pickle.dumps(error))

    assert (str(back), back.reason, back.classification) == ("late", "gateway_timeout", error.classification)


def test_monitor_alarms_once_a_window(caplog: pytest.LogCaptureFixture) -> None:
    """§3.4.2 step 4: at the threshold one error is logged and the hook called, once per window, and again later."""
    now = [100.0]
    alarms: list[int] = []
    monitor = UnclassifiableMonitor(3, 10.0, alarms.append, lambda: now[0])
    classifier = Classifier(monitor=monitor)

    for _ in range(5):
        classifier.classify(None)
    assert alarms == [3]
    now[0] += 10.5
    classifier.classify(None)
    assert alarms == [3]
    classifier.classify(None)
    classifier.classify(None)

    assert alarms == [3, 3]
    errors = [record for record in caplog.records if record.levelno == logging.ERROR]
    assert len(errors) == 2
    assert (
        errors[0].getMessage()
        == "3 failures within 10 s could not be classified; look at the warnings before this line"
    )
    assert (vars(errors[0])["unclassifiable_count"], vars(errors[0])["window_s"]) == (3, 10.0)


def test_slow_trickle_makes_no_alarm() -> None:
    """Failures spread wider than the window do not pile up; classified ones do not count."""
    now = [0.0]
    alarms: list[int] = []
    classifier = Classifier(monitor=UnclassifiableMonitor(2, 10.0, alarms.append, lambda: now[0]))
    for _ in range(5):
        classifier.classify(None)
        now[0] += 11
        classifier.classify(TimeoutError())
        classifier.classify(Exception("nothing known"))

    assert alarms == []


def test_hook_that_raises(caplog: pytest.LogCaptureFixture) -> None:
    """A hook that raises costs a warning, redacted."""

    def hook(count: int) -> None:
        raise RuntimeError("pager refused token=abcdef123456")

    classifier = Classifier(monitor=UnclassifiableMonitor(1, hook=hook))

    assert classifier.classify(None) == "unexpected"
    assert (
        caplog.records[-1].getMessage() == "the unclassifiable hook raised RuntimeError: pager refused token=[redacted]"
    )


@pytest.mark.parametrize(("threshold", "window_s"), [(0, 1.0), (1, 0.0), (1, float("nan"))])
def test_bad_monitor_is_refused(threshold: int, window_s: float) -> None:
    """The numbers of the window have a range."""
    with pytest.raises(ValueError, match="expected threshold >= 1 and window_s > 0"):
        UnclassifiableMonitor(threshold, window_s)


def test_converted_error_keeps_its_answer() -> None:
    """What was decided of the original is what is told of the converted exception; context still counts."""
    original = subprocess.CalledProcessError(137, ["./job"])
    timed_out = convert_http_error_to_nexus_error(TimeoutError())

    assert explain(convert_http_error_to_nexus_error(original)).reason == explain(original).reason
    assert explain(timed_out).category == "timeout"
    assert "verify_then_retry" in explain(timed_out, context={"response_started": True}).hints


def test_model_joins_as_the_last_step() -> None:
    """A model that is asked for comes after all other strategies."""
    pytest.importorskip("numpy")
    made = Classifier(strategies=[Fixed(None)], model=True)

    assert [one.name for one in made.strategies] in (["fixed", "tfidf"], ["fixed"])
