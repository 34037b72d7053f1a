"""
`nexus-classifier data`: are labelled messages sound, and how many are there of what?
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import Final

from classifier.cli._io import complain, is_unicode, to_json

__all__ = ["format_parser", "main"]

DATASHEET = "README.md"
_MOST_FINDINGS = 50


_EXAMPLES: Final = """
examples:
  nexus-classifier data                                    check the project's own data
  nexus-classifier data my-messages/ --counts              check a folder of yours, and count languages and labels
  nexus-classifier data my-messages/ --update              check it, then write the counts into its README.md
"""


def format_parser(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `data` to `parser`."""
    parser.epilog = _EXAMPLES
    parser.add_argument(
        "sources", nargs="*", type=Path, metavar="FILE",
        help="JSON lines with text, label, reason, lang, group, domain, origin, or a folder of them (default: the "
        "project's own data)",
    )  # fmt: skip
    parser.add_argument("--counts", action="store_true", help="print the counts as Markdown")
    parser.add_argument(
        "--update", action="store_true", help=f"write the counts into {DATASHEET} of the folder, if nothing is wrong"
    )
    parser.add_argument("--json", action="store_true", help="one JSON object for each finding, and one at the end")


def main(args: argparse.Namespace) -> int:
    """
    Check, and print or write the counts.

    Returns:
        0 sound, 1 something is wrong, 2 the arguments contradict each other.
    """
    from classifier.training.data import DataError, default_data_dir
    from classifier.training.dataset import checked, counts_table, with_counts

    try:
        sources = args.sources or [default_data_dir()]
        if args.update and (len(sources) != 1 or not sources[0].is_dir()):
            complain("data", "--update needs one folder, the one whose datasheet is to be written")
            return 2
        rows, findings = checked(sources)
        if args.json:
            for finding in findings:
                _print_json({"where": finding.where, "what": finding.what})
            _print_json({"rows": len(rows), "findings": len(findings)})
        else:
            for finding in findings[:_MOST_FINDINGS]:
                complain(finding.where, finding.what)
            if len(findings) > _MOST_FINDINGS:
                complain("data", f"and {len(findings) - _MOST_FINDINGS:,} more")
        if args.counts:
            print(counts_table(rows))
        if findings:
            if not args.json:
                complain("data", f"{len(findings):,} findings; {len(rows):,} rows fit the schema")
            return 1
        if args.update:
            datasheet = sources[0] / DATASHEET
            datasheet.write_text(with_counts(datasheet.read_text("utf-8"), rows), "utf-8")
        if not args.json and not args.counts:
            print(f"{len(rows):,} rows, nothing wrong")
    except (DataError, OSError) as exc:
        complain("data", str(exc))
        return 1
    return 0


def _print_json(values: dict[str, object]) -> None:
    print(to_json(values, ascii_only=not is_unicode(sys.stdout)))
