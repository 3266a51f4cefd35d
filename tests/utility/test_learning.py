"""Learning from a release: the encoder and own rows by brute force, and scikit-learn for real."""

from __future__ import annotations

import sys
from unittest import mock

import numpy as np
import polars as pl
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import shoal
from shoal.data.columns import texts_of
from shoal.errors import LimitReached, MissingExtraError, ParameterError, SchemaError
from shoal.loss.published_cells import PublishedCells
from shoal.utility import learn
from shoal.utility.features import encode
from shoal.utility.learners import FIGURES, LEARNERS
from shoal.utility.own_rows import own_rows

TREE = {"low": ["a", "b"], "high": ["c", "d", "e"]}
BELOW = {"low": "ab", "high": "cde", "*": "abcde", "{a, d}": "ad"}
AGES = {"20-40": (20, 40), "30-40": (30, 40), "{20, 50}": (20, 50), "*": (20, 60)}


def cells_of(values: list[str], published: list[str], tree=None) -> PublishedCells:
    table = shoal.Table.of({"x": values}, {"x": tree}, recoding="auto" if tree else "range")
    return PublishedCells.of(table["x"], texts_of(pl.Series("x", published)))


@given(st.lists(st.sampled_from("abcde"), min_size=1), st.randoms())
def test_categories_are_even_shares_of_what_a_cell_stands_for(values, random):
    occurring = set(values)
    shown = [cell for cell in [*occurring, *BELOW] if occurring & set(BELOW.get(cell, cell))]
    if not {"a", "d"} <= occurring and "{a, d}" in shown:
        shown.remove("{a, d}")
    published = [random.choice(shown) for _ in range(5)]
    cells = cells_of(values, published, TREE)
    encoded = encode(cells)
    leaves = cells.domain.hierarchy.values
    place = {leaf: int(encoded.of_leaf[at].argmax()) for at, leaf in enumerate(leaves)}
    assert encoded.of_leaf.sum() == len(leaves) == len({*place.values()})
    for row, text in zip(encoded.of_cell[cells.of_row], published, strict=True):
        below = set(BELOW.get(text, text)) & occurring
        expected = {leaf: (leaf in below) / len(below) for leaf in leaves}
        assert {leaf: row[place[leaf]] for leaf in leaves} == pytest.approx(expected)


@given(st.lists(st.sampled_from(["20", "30", "40", "50", "60", None]), max_size=9))
def test_numbers_are_the_middle_of_a_cell(more):
    values = ["20", "30", "40", "50", "60", *more]
    published = [*AGES, "30", *(["?"] if None in values else [])]
    cells = cells_of(values, published)
    encoded = encode(cells)
    rows = encoded.of_cell[cells.of_row]
    for text, row in zip(published, rows, strict=True):
        low, high = AGES.get(text, (30, 30))
        middle = 0.5 if text == "?" else ((low + high) / 2 - 20) / 40
        missing = {"?": 1.0, "*": 1 / 6}.get(text, 0.0) if None in values else 0.0
        assert [*row, *[0.0] * (2 - len(row))] == pytest.approx([middle, missing])
    of_leaf = encoded.of_leaf[:5, 0]
    assert of_leaf == pytest.approx([0, 0.25, 0.5, 0.75, 1])


@settings(max_examples=60)
@given(st.integers(1, 6), st.randoms())
def test_own_rows_serve_the_most_originals(rows, random):
    """Against all ways to give them."""
    table = shoal.Table.of(
        {name: [random.choice("abcde") for _ in range(rows)] for name in "xy"},
        {"x": TREE, "y": TREE},
    )
    originals = list(table.row_texts())
    count = random.randint(1, 6)
    release = [
        [random.choice([one, "low" if one in "ab" else "high", "*"]) for one in original]
        for original in (random.choice(originals) for _ in range(count))
    ]
    before = np.array([random.randint(0, 1) for _ in range(rows)])
    after = np.array([random.randint(0, 1) for _ in range(count)])
    columns = [
        PublishedCells.of(table[name], pl.Series([cells[at] for cells in release]))
        for at, name in enumerate("xy")
    ]
    fits = [
        [
            before[i] == after[j]
            and all(v in BELOW.get(c, c) for v, c in zip(originals[i], release[j], strict=True))
            for j in range(count)
        ]
        for i in range(rows)
    ]
    own = own_rows(columns, before, after)
    served = [(i, j) for i, j in enumerate(own) if j >= 0]
    assert all(fits[i][j] for i, j in served)
    assert len({j for _, j in served}) == len(served)

    def most(i: int, taken: frozenset[int]) -> int:
        if i == rows:
            return 0
        free = [j for j in range(count) if fits[i][j] and j not in taken]
        return max([most(i + 1, taken), *(1 + most(i + 1, taken | {j}) for j in free)])

    assert len(served) == most(0, frozenset())


def test_too_many_pairs_are_refused(monkeypatch):
    monkeypatch.setattr("shoal.utility.own_rows.MOST_PAIRS", 3)
    frame = pl.DataFrame({"x": ["a", "b", "c", "d"], "y": ["1", "1", "1", "2"]})
    release = frame.with_columns(x=pl.Series(["*", "high", "low", "*"])).reverse()
    with pytest.raises(LimitReached, match="in the order of the original"):
        learn(frame, release, "y", qi=["x"], hierarchies={"x": TREE}, folds=2)


@pytest.fixture(scope="module")
def people() -> pl.DataFrame:
    rng = np.random.default_rng(0)
    age, job = rng.integers(20, 70, 400), rng.choice(["clerk", "cook", "nurse", "?"], 400)
    ill = np.where(rng.random(400) < np.where(age > 45, 0.8, 0.1), "yes", "no")
    return pl.DataFrame({"age": age, "job": job, "pay": rng.integers(0, 9, 400), "ill": ill})


def figures(learnt) -> dict[str, tuple[float | None, float | None]]:
    return {name: (learnt.original[name].mean, learnt.release[name].mean) for name in FIGURES}


@pytest.mark.parametrize("learner", LEARNERS)
def test_the_original_itself_gives_equal_figures(people, learner):
    """In any order of the rows."""
    shuffled = people.sample(fraction=1, shuffle=True, seed=1)
    learnt = learn(people, shuffled, "ill", qi=["age", "job"], learner=learner, folds=4)
    assert all(before == after for before, after in figures(learnt).values())
    assert {one.mean for one in learnt.difference.values()} == {0.0}
    assert learnt.own_rows == learnt.rows == 400
    assert learnt.features == ("age", "job", "pay")
    assert learnt.original["accuracy"].mean > learnt.majority + 0.1


@pytest.mark.parametrize("learner", LEARNERS)
def test_a_suppressed_release_gives_the_majority(people, learner):
    hidden = people.select(pl.lit("*").alias("age"), pl.lit("*").alias("job"), "ill")
    learnt = learn(people, hidden, "ill", qi=["age", "job"], learner=learner, folds=4)
    assert learnt.release["accuracy"].mean == pytest.approx(learnt.majority)
    assert learnt.release["auc"].mean == pytest.approx(0.5)


def test_a_row_is_not_learnt_from_when_it_is_tested():
    """Labels at random, and each published row is one original's: nothing can be known."""
    rng = np.random.default_rng(1)
    frame = pl.DataFrame({"x": [f"v{n}" for n in range(300)], "y": rng.choice(["a", "b"], 300)})
    learnt = learn(frame, frame.reverse(), "y", qi=["x"], learner="forest", folds=5)
    assert learnt.release == learnt.original
    assert learnt.release["accuracy"].mean < 0.6


def test_added_rows_are_learnt_from(people):
    more = pl.concat([people, people.head(50)])
    learnt = learn(people, more, "ill", qi=["age", "job"], folds=4)
    assert (learnt.rows, learnt.own_rows, learnt.published_rows) == (400, 400, 450)
    assert learnt.warnings == ()


def test_a_release_of_other_rows_is_doubted(people):
    changed = people.with_columns(ill=people["ill"].reverse())
    learnt = learn(people, changed, "ill", qi=["age", "job"], folds=4)
    assert learnt.own_rows < 400
    (warning,) = learnt.warnings
    assert "nobody's" in warning


def test_several_classes_and_a_missing_target(people):
    jobs = people.with_columns(job=pl.col("job").replace("?", None))
    learnt = learn(jobs, jobs, "job", qi=["age"], folds=3)
    assert (learnt.classes, learnt.positive) == (3, None)
    assert learnt.rows == learnt.published_rows == jobs["job"].count()
    assert 0.4 < learnt.original["auc"].mean < 0.6
    assert learnt.warnings == (
        f"{jobs['job'].null_count()} published rows have no value of the target: not learnt from",
    )


def test_scores_are_those_of_scikit_learn(people):
    from sklearn.metrics import precision_score, recall_score, roc_auc_score

    from shoal.utility.learners import scores

    rng = np.random.default_rng(2)
    for classes in (2, 3):
        labels, probable = rng.integers(0, classes, 60), rng.dirichlet([1] * classes, 60)
        scored = [1] if classes == 2 else [0, 1, 2]
        guess = probable.argmax(axis=1)
        asked = {"average": "macro", "labels": scored, "zero_division": 0}
        areas = [roc_auc_score(labels == one, probable[:, one]) for one in scored]
        assert scores(probable, labels, scored) == pytest.approx(
            (
                (guess == labels).mean(),
                precision_score(labels, guess, **asked),
                recall_score(labels, guess, **asked),
                np.mean(areas),
            )
        )


@pytest.mark.parametrize(
    ("change", "target", "options", "sentence"),
    [
        ({}, "ils", {}, "no column 'ils'"),
        ({"ill": None}, "ill", {}, "the release: there is no column 'ill'"),
        (
            {"job": pl.lit("cook or nurse")},
            "job",
            {},
            "'job' is a quasi-identifier that was recoded",
        ),
        ({"ill": pl.lit("maybe")}, "ill", {}, "'ill' is a column that was changed"),
        ({"ill": pl.lit("*")}, "ill", {}, "no row of the release has a value of 'ill'"),
        ({}, "ill", {"folds": 401}, "400 rows have a value of the target, too few for 401 folds"),
        ({}, "ill", {"folds": 1}, "folds must be a whole number of at least 2"),
        ({}, "ill", {"learner": "svm"}, "must be one of tree, logistic, forest"),
        ({}, "ill", {"positive": "maybe"}, "positive must be one of the two values"),
    ],
)
def test_mistakes_are_one_sentence(people, change, target, options, sentence):
    gone = [name for name, value in change.items() if value is None]
    kept = {name: value for name, value in change.items() if value is not None}
    release = people.with_columns(**kept).drop(gone)
    with pytest.raises((ParameterError, SchemaError), match=sentence):
        learn(people, release, target, qi=["age", "job"], **options)


def test_one_class_is_nothing_to_learn(people):
    same = people.with_columns(ill=pl.lit("no"))
    with pytest.raises(SchemaError, match="'ill' holds 1 different value: a target has 2 to 50"):
        learn(same, same, "ill", qi=["age"])


def test_without_scikit_learn_the_extra_is_named(people):
    with (
        mock.patch.dict(sys.modules, {"sklearn.ensemble": None}),
        pytest.raises(MissingExtraError, match=r"shoal\[ml\]"),
    ):
        learn(people, people, "ill", qi=["age"])
