"""
Rows of one idea are never on both sides of a split.
"""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from classifier.training.augment import augmented
from classifier.training.data import Row
from classifier.training.splits import Fold, components, domain_folds, group_folds, held_out_folds, sealed

ROWS = st.lists(
    st.builds(
        Row,
        text=st.sampled_from(["no answer", "No  ANSWER", "nö answer", "late 1", "late 22", "gone", "fort", "weg", "?"]),
        label=st.sampled_from(["timeout", "connection"]),
        lang=st.sampled_from(["en", "de"]),
        group=st.sampled_from(["a", "a~timeout", "b", "c", "d", "e", "f"]),
        domain=st.sampled_from(["", "os", "vcs", "database"]),
        origin=st.sampled_from(["first", "second"]),
    ),
    max_size=30,
)


def assert_nothing_leaks(rows: list[Row], folds: list[Fold]) -> None:
    together = components(rows)
    for fold in folds:
        train, test = set(together[fold.train]), set(together[fold.test])
        assert not train & test
        groups = {rows[i].group.partition("~")[0] for i in fold.train.nonzero()[0]}
        assert not groups & {rows[i].group.partition("~")[0] for i in fold.test.nonzero()[0]}


@given(ROWS, st.integers(2, 4))
def test_no_split_separates_an_idea(rows: list[Row], n_folds: int) -> None:
    """By groups, by domains, by origins: whatever shares a group or a folded text stays on one side."""
    assert_nothing_leaks(rows, group_folds(rows, n_folds, seed=1))
    assert_nothing_leaks(rows, domain_folds(rows, n_folds))
    assert_nothing_leaks(rows, held_out_folds(rows, lambda row: row.origin, n_folds))


@given(ROWS)
def test_sealed_ideas_are_sealed_whole(rows: list[Row]) -> None:
    """No idea has some rows sealed and others not."""
    hidden = sealed(rows)
    together = components(rows)

    assert not set(together[hidden]) & set(together[~hidden])


@given(ROWS)
def test_every_row_is_held_out_once(rows: list[Row]) -> None:
    """Folds of groups take each row once."""
    folds = group_folds(rows, 3, seed=5)

    assert all(sum(bool(fold.test[index]) for fold in folds) == 1 for index in range(len(rows)))


def test_equal_text_joins_groups() -> None:
    """Two groups that say the same in other spelling are one component, through a third as well."""
    rows = [Row("Zeit um", "timeout", "de", "a"), Row("ZEIT UM", "timeout", "de", "b"), Row("x", "timeout", "de", "b")]

    assert len(set(components(rows))) == 1


def test_relabelled_rows_stay_with_their_idea() -> None:
    """A row whose label was changed in review keeps its idea: `a~timeout` is `a`."""
    rows = [Row("one", "timeout", "en", "a~timeout"), Row("two", "connection", "en", "a")]

    assert len(set(components(rows))) == 1


def test_variants_stay_with_their_row(toy_rows: list[Row]) -> None:
    """Augmented copies carry the group of their row, and its label."""
    rows = augmented(toy_rows, seed=3, each=2)

    assert len(rows) > 1.5 * len(toy_rows)
    assert len(set(zip((row.group for row in rows), components(rows), strict=True))) == len(
        {row.group for row in toy_rows}
    )
    assert {(row.group, row.label) for row in rows} == {(row.group, row.label) for row in toy_rows}


def test_new_rows_move_no_old_ones(toy_rows: list[Row]) -> None:
    """Sealing goes by the idea's name, so that a champion of last year was not trained on what is sealed today."""
    more = [*toy_rows, *(Row(f"quite new {chr(97 + n)}", "timeout", "en", f"new-{n}") for n in range(20))]

    assert sealed(more)[: len(toy_rows)].tolist() == sealed(toy_rows).tolist()
    assert sealed(toy_rows).any()


def test_held_out_domain_is_unseen(toy_rows: list[Row]) -> None:
    """What is trained on holds no row of the domains held out."""
    for fold in domain_folds(toy_rows, 3):
        test = {toy_rows[i].domain for i in fold.test.nonzero()[0]}
        assert not test & {toy_rows[i].domain for i in fold.train.nonzero()[0]}
