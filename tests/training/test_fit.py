"""
Training is repeatable to the bit, and says what is missing.
"""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from classifier.model.scorer import TextModel
from classifier.training import Row, TrainingOptions, challenge, fit, write
from classifier.training.augment import VARIANTS, augmented
from classifier.training.study import study, variations


def test_training_twice_gives_equal_arrays(
    toy_rows: list[Row], toy_options: TrainingOptions, toy_model: TextModel, tmp_path: Path
) -> None:
    """The same rows, in another order and on two processes, give the same bytes."""
    again = fit(toy_rows, toy_options, n_jobs=2, cache=tmp_path / "cache")

    assert np.array_equal(again.table, toy_model.table)
    assert again.metadata == toy_model.metadata
    write(again, tmp_path / "one")
    write(toy_model, tmp_path / "other")
    for path in (tmp_path / "one").iterdir():
        assert path.read_bytes() == (tmp_path / "other" / path.name).read_bytes()


def test_cache_gives_what_was_computed(toy_rows: list[Row], toy_options: TrainingOptions, tmp_path: Path) -> None:
    """A second run with the cache ends in the same model."""
    first = fit(toy_rows, toy_options, cache=tmp_path)
    second = fit(toy_rows, toy_options, cache=tmp_path)

    assert np.array_equal(first.table, second.table)
    assert first.thresholds == second.thresholds


def test_another_precision_finds_the_folds_in_the_cache(
    toy_rows: list[Row], toy_options: TrainingOptions, tmp_path: Path
) -> None:
    """Only the thresholds depend on it, so that trying one more costs no fold anew."""
    fit(toy_rows, toy_options, cache=tmp_path)
    kept = set(tmp_path.rglob("output.pkl"))

    fit(toy_rows, replace(toy_options, precision=0.8), cache=tmp_path)

    assert kept
    assert set(tmp_path.rglob("output.pkl")) == kept


def test_another_seed_draws_other_variants(toy_rows: list[Row]) -> None:
    """The seed decides what is drawn; other rows have no part in it."""
    one, other = augmented(toy_rows, 1), augmented(toy_rows, 2)

    assert one == augmented(toy_rows, 1)
    assert one != other
    alone = augmented(toy_rows[5:6], 1)
    assert [row for row in one if row.group == toy_rows[5].group] == alone


@pytest.mark.parametrize("name", VARIANTS)
def test_variants_survive_any_text(name: str) -> None:
    """No way to vary a message fails on an odd one, or makes it empty."""
    for text in ("", "\ud800", "a", "100 % {braces} %s", "C:\\x\\y <b>", "。", "…" * 40, "Ошибка: файл «a.txt» занят"):
        rows = augmented([Row(text, "timeout", "en", "g")], 1, variants=[name])

        assert all(row.text.strip() for row in rows[1:])


@pytest.mark.parametrize(
    ("text", "shorter"),
    [("The queue could not be read because the disk is gone", True), ("Zu viele Anfragen", False),
     ("ファイルを読み込めませんでした", True), ("接続拒否", False)],
)  # fmt: skip
def test_thinned_text_keeps_most_of_what_it_says(text: str, shorter: bool) -> None:
    """Some words or letters are left out, in the same order; short texts stay whole."""
    seeds = range(20)
    variants = [augmented([Row(text, "timeout", "en", "g")], seed, variants=["thinned"])[1:] for seed in seeds]
    found = {row.text for rows in variants for row in rows}

    assert bool(found) is shorter
    for thinned in found:
        left = iter(text)
        assert len(thinned) < len(text)
        assert all(char in left for char in thinned)


def test_missing_label_is_named(toy_rows: list[Row], toy_options: TrainingOptions) -> None:
    """A model needs rows of every label; that is said before anything is fitted."""
    begun: list[str] = []

    with pytest.raises(ValueError, match="no row is labelled sandbox"):
        fit([row for row in toy_rows if row.label != "sandbox"], toy_options, begun.append)

    assert begun == []


def test_label_of_one_domain_is_named(toy_rows: list[Row], toy_options: TrainingOptions) -> None:
    """While that domain is held out no row of the label is left; the message says which label and where."""
    rows = [replace(row, domain="os") if row.label == "sandbox" else row for row in toy_rows]

    with pytest.raises(ValueError, match=r"all rows labelled sandbox are of .*os.*two domains at least"):
        fit(rows, toy_options)


def test_one_domain_is_not_enough(toy_rows: list[Row], toy_options: TrainingOptions) -> None:
    """Thresholds cannot be set where no domain can be held out."""
    with pytest.raises(ValueError, match="of one domain"):
        fit([replace(row, domain="os") for row in toy_rows], toy_options)


def test_thresholds_hold_the_precision(toy_model: TextModel) -> None:
    """On held-out domains at least the stated share of what is acted on is right."""
    assert toy_model.metadata["held_out_domains"]["precision"] >= 0.95


def test_sealed_rows_are_not_trained_on(toy_rows: list[Row], toy_options: TrainingOptions) -> None:
    """The data hash and the counts are of the rows seen; figures are of the rows hidden."""
    outcome = challenge(toy_rows, toy_options, None)

    seen, hidden = outcome.model.metadata["data"]["rows"], outcome.model.metadata["sealed"]["rows"]
    assert seen + hidden == len(toy_rows)
    assert hidden > 0


def test_progress_is_told(toy_rows: list[Row], toy_options: TrainingOptions) -> None:
    """Each fold and each later step is announced, with the number of all."""
    told: list[tuple[str, int]] = []

    challenge(toy_rows, toy_options, None, lambda step, total: told.append((step, total)))

    assert len(told) <= told[0][1]
    assert any(step.startswith("holding out") for step, _ in told)


def test_study_measures_each_variation(toy_rows: list[Row], toy_options: TrainingOptions) -> None:
    """Every variation gets a line, measured on ideas, domains and origins held out."""
    table = study(toy_rows, replace(toy_options, n_folds=2), lambda _step: None)

    assert [line["name"] for line in table] == list(variations(toy_options))
    assert all(0 <= line["accuracy_domains"] <= 1 and "accuracy_origins" in line for line in table)
