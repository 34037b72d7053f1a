"""
`nexus-classifier demo`: provoke real failures on this machine and show what is decided, why, and how fast.
"""

from __future__ import annotations

import argparse
import statistics
import sys
import threading
import time
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final

from classifier._version import __version__
from classifier.classification import Classification
from classifier.cli._io import complain, print_json
from classifier.cli._lab import Lab, Unavailable
from classifier.cli._model import add_model_option, classifier_for, model_named
from classifier.cli._scenarios import SCENARIOS, Scenario, load_clients
from classifier.cli._terminal import Terminal, cells, cut, pad
from classifier.cli._wording import retry_words
from classifier.engine import Classifier
from classifier.evidence.text import safe_str
from classifier.model.errors import ModelLoadError
from classifier.redact import redact

__all__ = ["format_parser", "main"]

_PATIENCE_S: Final = 8.0
"""For all failures together; the slowest is a resolver that does not answer."""
_REPETITIONS: Final = 25
_LEAST_COLUMNS: Final = 80

_EXAMPLES: Final = """
examples:
  nexus-classifier demo
  nexus-classifier demo --model shipped        also read messages in other languages
  nexus-classifier demo --json | jq .category

Nothing leaves this machine but one look-up of a name that cannot exist.
"""


@dataclass(slots=True)
class _Seen:
    """A scenario and what came of it: a failure, or the reason why it cannot be shown here."""

    scenario: Scenario
    failure: object = None
    unavailable: str = ""


def format_parser(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `demo` to `parser`."""
    parser.epilog = _EXAMPLES
    add_model_option(parser)
    parser.add_argument("--json", action="store_true", help="one JSON object a line for each failure")


def main(args: argparse.Namespace) -> int:
    """Provoke, classify and print; 1 if the model is not usable."""
    try:
        classifier = classifier_for(model_named(args.model))
    except ModelLoadError as exc:
        complain("demo", str(exc))
        return 1
    is_watched = sys.stderr.isatty() and not args.json
    if is_watched:
        print(f"provoking {len(SCENARIOS)} failures ...", end="", file=sys.stderr, flush=True)
    load_clients()
    with Lab() as lab:
        seen = list(_provoke_all(lab))
    if is_watched:
        print("\r\x1b[K", end="", file=sys.stderr, flush=True)
    if args.json:
        for one in seen:
            print_json(_row(one, classifier))
    else:
        _print(seen, classifier, Terminal())
    return 0


def _provoke_all(lab: Lab) -> Iterator[_Seen]:
    """Provoke all failures at once, each in a thread of its own, and yield them in order."""
    deadline = time.monotonic() + _PATIENCE_S
    found: dict[str, _Seen] = {}
    threads = [
        threading.Thread(target=lambda one=one: found.update({one.name: _provoke(one, lab)}), daemon=True)
        for one in SCENARIOS
    ]
    for thread in threads:
        thread.start()
    for thread, scenario in zip(threads, SCENARIOS, strict=True):
        thread.join(max(0.0, deadline - time.monotonic()))
        yield found.get(scenario.name) or _Seen(scenario, unavailable=f"took longer than {_PATIENCE_S:g} s")


def _provoke(scenario: Scenario, lab: Lab) -> _Seen:
    try:
        failure = scenario.provoke(lab)
    except Unavailable as exc:
        return _Seen(scenario, unavailable=str(exc))
    except BaseException as exc:  # noqa: BLE001 - a failure of any kind is what is wanted, cancellation too
        if hasattr(exc, "close"):
            exc.close()  # an HTTPError holds its connection
        return _Seen(scenario, exc)
    if isinstance(failure, str | Mapping):
        return _Seen(scenario, failure)
    return _Seen(scenario, unavailable="it did not fail")


def _measured(failure: object, classifier: Classifier) -> tuple[Classification, float]:
    """Return the answer and the median of its time in microseconds."""
    answer = classifier.explain(failure)
    times = []
    for _ in range(_REPETITIONS):
        started = time.perf_counter_ns()
        classifier.explain(failure)
        times.append(time.perf_counter_ns() - started)
    return answer, statistics.median(times) / 1_000


def _row(seen: _Seen, classifier: Classifier) -> dict[str, Any]:
    row: dict[str, Any] = {"group": seen.scenario.group, "name": seen.scenario.name}
    if seen.unavailable:
        return {**row, "unavailable": seen.unavailable}
    answer, microseconds = _measured(seen.failure, classifier)
    return {**row, "raised": _raised(seen.failure), "microseconds": round(microseconds, 1), **answer.to_dict()}


def _raised(failure: object) -> str:
    """Return what was raised in one line: type and message, or status and body."""
    if isinstance(failure, str):
        return redact(failure)
    if isinstance(failure, Mapping):
        return redact(f"response {failure['status']}: {failure['body']}")
    text, problem = safe_str(failure)
    output = getattr(failure, "stderr", None)
    if isinstance(output, str) and output.strip():
        # What a command printed says more than its long command line.
        lines = output.strip().splitlines()
        text = f"exit {getattr(failure, 'returncode', '?')}: {lines[0] if len(lines) == 1 else lines[-1]}"
    name = type(failure).__name__
    return redact(f"{name}: {problem or text}" if problem or text else name)


def _print(seen: list[_Seen], classifier: Classifier, terminal: Terminal) -> None:
    paint, width = terminal.paint, max(_LEAST_COLUMNS, terminal.width)
    terminal.print(paint(f"nexus-classifier {__version__}", "bold") + ": real failures of this machine, and what to do")
    name_width = 22 + min(8, max(0, width - 80))
    shown: list[tuple[Classification, float]] = []
    group = ""
    for one in seen:
        if one.scenario.group != group:
            group = one.scenario.group
            terminal.print()
            terminal.print(paint(group, "bold"))
        name = f"  {pad(one.scenario.name, name_width)} "
        if one.unavailable:
            terminal.print(name + paint(f"not shown: {one.unavailable}", "dim"))
            continue
        answer, microseconds = _measured(one.failure, classifier)
        shown.append((answer, microseconds))
        words, color = retry_words(answer)
        found = f"{answer.category}/{answer.reason}"
        took = f"{microseconds:,.0f} µs"
        action_width = width - cells(name) - 29 - 8
        terminal.print(
            name + paint(pad(found, 29), "cyan") + paint(pad(cut(words, action_width), action_width), color)
            + pad(took, 8, right=True)
        )  # fmt: skip
        rule = cut(answer.rule.replace("type:builtins.", "type:"), width * 2 // 5)
        raised_width = width - 4 - cells(rule) - 2
        terminal.print(paint(f"    {pad(cut(_raised(one.failure), raised_width), raised_width)}  {rule}", "dim"))
    _print_summary(shown, terminal)


def _print_summary(shown: list[tuple[Classification, float]], terminal: Terminal) -> None:
    times = [microseconds for _, microseconds in shown]
    retried = sum(1 for answer, _ in shown if retry_words(answer)[0].startswith("retry"))
    kinds = len({answer.category for answer, _ in shown})
    terminal.print()
    for line in terminal.wrap(
        f"{len(shown)} failures of {kinds} categories, {retried} worth a retry now; half of them decided within "
        f"{statistics.median(times):,.0f} µs, the slowest in {max(times):,.0f} µs (each the median of {_REPETITIONS})."
    ):
        terminal.print(line)
    terminal.print(f'Next: nexus-classifier explain "what your program says", or {terminal.paint("--help", "bold")}.')
