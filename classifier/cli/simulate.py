"""
`nexus-classifier simulate`: play a policy through, for one call's failures and for a fleet whose server is down.
"""

from __future__ import annotations

import argparse
import json
import re
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Final

from classifier.cli._io import complain
from classifier.retry.policy import RetryPolicy
from classifier.retry.simulation import NO_RETRY, Fleet, Load, Step, classification_of, simulate_call, simulate_fleet

__all__ = ["format_parser", "main"]


_EXAMPLES: Final = """
examples:
  nexus-classifier simulate --errors 429@30,503,timeout    one call: what is tried when, and how it ends
  nexus-classifier simulate                                1,000 clients whose server is down for a minute
  nexus-classifier simulate --clients 200 --outage 5m --policy retry.toml --plot load.png
"""


def format_parser(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `simulate` to `parser`."""
    parser.epilog = _EXAMPLES
    parser.add_argument("--policy", type=Path, metavar="FILE", help="a TOML file; default: the built-in numbers")
    parser.add_argument("--seed", type=int, default=0, help="of jitter and arrivals (default: %(default)s)")
    parser.add_argument("--json", action="store_true", help="one JSON object a line")
    parser.add_argument(
        "--errors", metavar="LIST",
        help="failures of one call in turn, such as 429,503,timeout: HTTP statuses, categories or reasons; 429@30 adds "
        "a told wait of 30 s",
    )  # fmt: skip
    fleet = parser.add_argument_group(
        "a fleet whose server is down (if --clients, --outage or --plot is given, or no --errors)"
    )
    fleet.add_argument("--clients", type=int, metavar="N", help="how many (default: 1000)")
    fleet.add_argument("--outage", type=_seconds, metavar="TIME", help="how long, such as 60s or 2m (default: 60s)")
    fleet.add_argument(
        "--period", type=_seconds, default=10.0, metavar="TIME", help="between a client's calls (default: 10s)"
    )
    fleet.add_argument("--processes", type=int, default=10, metavar="N", help="each has one budget (default: 10)")
    fleet.add_argument(
        "--failure", default="overloaded", metavar="WORD", help="what the refusals are (default: %(default)s)"
    )
    fleet.add_argument("--plot", type=Path, metavar="FILE", help="write the load over time there (PNG, SVG, PDF)")


def main(args: argparse.Namespace) -> int:
    """Print timeline and load; 1 if something to draw with is missing, 2 if an argument is not usable."""
    try:
        policy = RetryPolicy() if args.policy is None else RetryPolicy.from_toml(args.policy)
        steps = None
        if args.errors is not None:
            steps = simulate_call([classification_of(word) for word in args.errors.split(",")], policy, args.seed)
        loads = None
        if steps is None or any(given is not None for given in (args.clients, args.outage, args.plot)):
            fleet = Fleet(
                clients=1_000 if args.clients is None else args.clients,
                outage_s=60.0 if args.outage is None else args.outage,
                period_s=args.period,
                processes=args.processes,
                seed=args.seed,
            )
            failure = classification_of(args.failure)
            loads = {
                "no retries": simulate_fleet(fleet, NO_RETRY, with_budget=False, failure=failure),
                "retries": simulate_fleet(fleet, policy, with_budget=False, failure=failure),
                "retries with budget": simulate_fleet(fleet, policy, with_budget=True, failure=failure),
            }
    except OSError as exc:
        complain("simulate", f"cannot read {args.policy}: {exc.strerror or exc}")
        return 2
    except ValueError as exc:
        complain("simulate", str(exc))
        return 2
    try:
        if args.json:
            _print_json(steps, loads)
        else:
            _print(steps, loads, None if loads is None else fleet, draw=args.plot is None)
        if loads is not None and args.plot is not None:
            try:
                _plot(loads, fleet, args.plot)
            except (OSError, ValueError) as exc:  # a folder that is not there, an ending that is no format
                complain("simulate", f"cannot write {args.plot}: {getattr(exc, 'strerror', None) or exc}")
                return 1
            complain("simulate", f"written: {args.plot}")
    except ModuleNotFoundError as exc:
        extra = {"rich": "cli", "matplotlib": "plot"}.get((exc.name or "").partition(".")[0])
        if extra is None:
            raise
        either = ", or use --json" if extra == "cli" else ""
        complain("simulate", f"needs {exc.name!r}; install it with: pip install 'nexus-classifier[{extra}]'{either}")
        return 1
    return 0


def _seconds(text: str) -> float:
    match = re.fullmatch(r"(\d+(?:\.\d+)?)\s*(s|m|h)?", text.strip())
    if match is None:
        msg = f"{text!r} is no duration, such as 60s, 2m or 1h"
        raise argparse.ArgumentTypeError(msg)
    return float(match[1]) * {"m": 60.0, "h": 3_600.0}.get(match[2], 1.0)


def _print_json(steps: list[Step] | None, loads: dict[str, Load] | None) -> None:
    for step in steps or ():
        row: dict[str, object] = {"attempt": step.attempt, "at_s": step.at_s, "outcome": "success"}
        if step.classification is not None and step.decision is not None:
            row |= {
                "outcome": f"{step.classification.category}/{step.classification.reason}",
                "action": step.decision.action, "wait_s": step.decision.wait_s, "why": step.decision.reason,
                "retry_after_s": step.decision.retry_after_s, "hints": list(step.decision.hints),
            }  # fmt: skip
        print(json.dumps(row))
    for name, load in (loads or {}).items():
        print(json.dumps({
            "fleet": name, "outage_requests": load.outage_requests, "amplification": round(load.amplification, 3),
            "calls": load.calls, "failed_calls": load.failed_calls, "per_second": list(load.per_second),
        }))  # fmt: skip


def _print(steps: list[Step] | None, loads: dict[str, Load] | None, fleet: Fleet | None, *, draw: bool) -> None:
    from rich.console import Console
    from rich.table import Table

    console = Console(width=None if sys.stdout.isatty() else 120)
    if steps is not None:
        total_s = max(steps[-1].at_s, 1e-9)
        view = Table(title="One call", caption=f"ends after {steps[-1].at_s:.2f} s")
        for name in ("attempt", "at", "outcome", "then", "timeline"):
            view.add_column(name, no_wrap=name == "timeline")
        for step, after in zip(steps, [*steps[1:], None], strict=True):
            begin = round(39 * step.at_s / total_s)
            end = begin if after is None else round(39 * after.at_s / total_s)
            bar = " " * begin + ("●" if step.decision is None else "✕") + "─" * max(0, end - begin - 1)
            view.add_row(str(step.attempt), f"{step.at_s:.2f} s", _outcome(step), _then(step), bar)
        console.print(view)
    if loads is not None and fleet is not None:
        view = Table(title=f"{fleet.clients:,} clients, server down for {fleet.outage_s:g} s")
        for name in ("fleet", "requests in the outage", "× no retries", "peak a second", "failed calls"):
            view.add_column(name, justify="left" if name == "fleet" else "right")
        for name, load in loads.items():
            view.add_row(
                name, f"{load.outage_requests:,}", f"{load.amplification:.2f}", f"{max(load.per_second):,}",
                f"{load.failed_calls:,} of {load.calls:,}",
            )  # fmt: skip
        console.print(view)
        if draw:
            for name, load in loads.items():
                _print_bars(console.print, name, load, max(max(each.per_second) for each in loads.values()), fleet)


def _print_bars(emit: Callable[..., None], name: str, load: Load, top: int, fleet: Fleet) -> None:
    """Draw one fleet's requests a second in eight rows, all fleets to one scale; the outage is underlined."""
    columns = 110
    count = len(load.per_second)
    width = max(1, -(-count // columns))
    groups = [load.per_second[at : at + width] for at in range(0, count, width)]
    heights = [8 * 8 * max(group) / top for group in groups]
    emit(f"{name}: requests a second, 0 to {top:,}", markup=False, highlight=False)
    for row in range(7, -1, -1):
        cells = [" ▁▂▃▄▅▆▇█"[max(0, min(8, round(height - 8 * row)))] for height in heights]
        emit("".join(cells).rstrip(), markup=False, highlight=False)
    down = [fleet.before_s <= at * width < fleet.before_s + fleet.outage_s for at in range(len(groups))]
    emit("".join("▔" if each else " " for each in down).rstrip() + " down", markup=False, highlight=False)


def _outcome(step: Step) -> str:
    found = step.classification
    return "success" if found is None else f"{found.category}/{found.reason}"


def _then(step: Step) -> str:
    decision = step.decision
    if decision is None:
        return "done"
    if decision.is_retry:
        return f"retry in {decision.wait_s:.2f} s ({decision.reason})"
    back = "" if decision.retry_after_s is None else f", come back in {decision.retry_after_s:g} s"
    return f"stop ({decision.reason}{back})"


def _plot(loads: dict[str, Load], fleet: Fleet, path: Path) -> None:
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure

    figure = Figure(figsize=(9, 4), layout="constrained")
    FigureCanvasAgg(figure)
    axes = figure.add_subplot()
    for name, load in sorted(loads.items(), key=lambda each: -each[1].amplification):
        axes.step(
            range(len(load.per_second)), load.per_second, where="post", label=f"{name} ({load.amplification:.2f} times)"
        )
    axes.axvspan(fleet.before_s, fleet.before_s + fleet.outage_s, alpha=0.1, color="red", label="server down")
    axes.set_ylim(bottom=0)
    axes.set(xlabel="seconds", ylabel="requests a second", title=f"{fleet.clients:,} clients, one outage")
    axes.legend()
    figure.savefig(path)
