"""
What should people know of a model before they use it? A Markdown page made from the metadata alone.
"""

from __future__ import annotations

import textwrap
from collections.abc import Iterable, Sequence
from typing import Any

from classifier.strategies.tfidf import ENGLISH_LEAST

__all__ = ["model_card"]


def _table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    lines = [f"| {' | '.join(head)} |", f"| {' | '.join('---' for _ in head)} |"]
    lines += [f"| {' | '.join(row)} |" for row in rows]
    return "\n".join(lines)


def _number(value: Any) -> str:
    return f"{value:.3f}" if isinstance(value, float) else "-" if value is None else str(value)


def _prose(*sentences: str) -> str:
    return textwrap.fill(" ".join(sentences), 120, break_long_words=False, break_on_hyphens=False)


def _sealed(metadata: dict[str, Any]) -> str:
    sealed = metadata.get("sealed")
    if not sealed:
        return "Not measured.\n"
    figures = [(name, _number(value)) for name, value in sealed.items() if name != "rows"]
    languages = metadata.get("sealed_accuracy_by_language", {})
    intro = _prose(
        f"On {sealed['rows']} rows of the same data whose ideas no training sees:",
        "one idea in twenty, chosen by its name.",
    )
    by_language = _table(("language", "accuracy"), [(name, _number(value)) for name, value in languages.items()])
    return f"""{intro}

{_table(("figure", "value"), figures)}

Accuracy of the likeliest label by language on these rows:

{by_language}
"""


def _study(metadata: dict[str, Any]) -> str:
    study = metadata.get("study")
    if not study:
        return "Not run for this model; `nexus-classifier train --study` does.\n"
    columns = {
        "accuracy_ideas": "held-out ideas",
        "accuracy_domains": "held-out domains",
        "accuracy_origins": "held-out origins",
        "recall_at_precision": "recall at precision",
    }
    rows = [[str(one["name"]), *(_number(one.get(column)) for column in columns)] for one in study]
    measured = metadata.get("study_rows", {})
    of_what = f"Measured on the {measured['rows']} rows of {', '.join(measured['languages'])}." if measured else ""
    intro = _prose(
        "Each line differs from the shipped settings in one thing.",
        of_what,
        "Accuracy of the likeliest label on rows whose ideas, domains or origins were held out, and on",
        "held-out domains",
        "the recall of the actionable categories where the wanted precision is met.",
    )
    return f"""{intro}

{_table(("setting", *columns.values()), rows)}
"""


def _purpose(metadata: dict[str, Any]) -> str:
    return _prose(
        f"Says which of {len(metadata['labels'])} kinds of failure a message tells of, in whatever language, where no",
        "exact fact and no strong keyword decided. It is not for text that is no message of a failing program, and it",
        "knows nothing but the words: a status code or an exception class, where there is one, is better",
        "evidence and is",
        "asked first.",
    )


def _method(metadata: dict[str, Any]) -> str:
    ngrams, training = metadata["ngrams"], metadata["training"]
    return _prose(
        f"TF-IDF of hashed character n-grams of {ngrams['min_n']} to {ngrams['max_n']} code points in",
        f"2^{ngrams['bits']} buckets, from the first {ngrams['head_chars']} and last {ngrams['tail_chars']}",
        "characters,",
        "after NFKC, case folding, dropping the accents of Latin, Greek and Cyrillic letters, and",
        "collapsing digits and",
        f"white space. An n-gram counts if at least {training['min_ideas']} ideas share it. A linear support vector",
        f"machine (C = {training['penalty_c']:g}), one label against the rest; multinomial logistic regression on the",
        "scores of held-out domains calibrates it; what each n-gram adds to the log-odds is rounded to 8 bits. A text",
        "of more than 256 letters that repeats itself counts as one that does not.",
    )


def _thresholds(metadata: dict[str, Any]) -> str:
    held_out = metadata["held_out_domains"]
    by_label = [
        (label, f"{metadata['thresholds'][label]:.3f}", _number(held["precision"]), _number(held["recall"]))
        for label, held in held_out["by_label"].items()
    ]
    intro = _prose(
        f"Chosen on held-out domains so that {100 * metadata['training']['precision']:g}% of the failures acted",
        "on are of the",
        f"category named. There, {_number(held_out['precision'])} are, at a recall of",
        f"{_number(held_out['recall'])}, with",
        f"{_number(held_out['false_alarms'])} of the `unexpected` ones taken for something else; the",
        "likeliest label is",
        f"right in {_number(held_out['accuracy'])}.",
    )
    return f"""{intro}

{_table(("category", "least probability", "precision", "recall"), by_label)}

Where a weak keyword names a category, {metadata["prior_threshold"]:.3f} is enough for it. In the cascade an English
text without any phrase of the tables, which know English best, is acted on only from {ENGLISH_LEAST} on.
"""


def _data(metadata: dict[str, Any]) -> str:
    data = metadata["data"]
    tables = [
        _table((name, "rows"), [(key, str(count)) for key, count in data[f"rows_by_{name}"].items()])
        for name in ("label", "language", "domain")
    ]
    intro = _prose(
        f"{data['rows']} messages in {data['ideas']} ideas, written for this project; see the datasheet of the data.",
        f"SHA-256 of what was read: `{data['sha256']}`.",
    )
    return "\n\n".join([intro, *tables])


def _versions(metadata: dict[str, Any]) -> str:
    versions = ", ".join(f"{name} {number}" for name, number in metadata["versions"].items())
    return f"Seed {metadata['training']['seed']}; {versions}; format {metadata['format']}."


def model_card(metadata: dict[str, Any]) -> str:
    """Return the model card."""
    return f"""# Model card: text model of nexus-classifier

Made by `nexus-classifier train` from the metadata beside it; not to be edited, since its checksum is checked.

## What it is for

{_purpose(metadata)}

## How it works

{_method(metadata)}

## Data

{_data(metadata)}

## Thresholds

{_thresholds(metadata)}
## Measured

{_sealed(metadata)}
## Settings compared

{_study(metadata)}
## Limits

- Programs write in ways the data does not know; outside the domains of the data expect fewer right answers than above.
- Words alone do not tell who is at fault: a message that names a connection may tell of a setting.
- Languages with few rows, and languages with none, lean on words that many languages share.
- Each message counts alone; a traceback is read from its ends.

## Made with

{_versions(metadata)}
"""
