"""PatternKa for tables; its search is compared with a literal one in ``cpp/tests``."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import shoal
from shoal._core import Constraint
from shoal.data.table import Table
from shoal.errors import ParameterError
from shoal.methods import TablePatternKa
from shoal.methods.table_patternka import bucketed

from .searches import patternka_table
from .test_tables import made, recodings, rows

NUMBERS = st.one_of(st.integers(-1000, 1000), st.floats(-1e6, 1e6).map(lambda x: round(x, 3)))

#: Eight quasi-identifiers of every paper, and the class.
ADULT = (
    *("age", "workclass", "education", "marital-status", "occupation"),
    *("race", "sex", "native-country", "salary-class"),
)

#: GCP in percent that a release must not exceed, by k.
MOST = {5: 6.8, 10: 10.4, 25: 15.5, 50: 19.8, 100: 24.6, 200: 30.1}


@given(st.lists(st.one_of(NUMBERS, st.none()), min_size=1), st.integers(1, 30))
def test_labels_are_buckets(numbers: list[float | None], buckets: int) -> None:
    known = [float(x) for x in numbers if x is not None]
    if not known:
        return
    cells = ["?" if x is None else str(x) for x in numbers]
    table = Table.of({"x": cells}, ["x"], recoding="range")
    step = (max(known) - min(known)) / buckets

    def bucket(number: float | None) -> int | None:
        if number is None or step == 0:
            return None if number is None else 0
        return min(math.floor((float(number) - min(known)) / step), buckets - 1)

    labels = bucketed(table, buckets)[:, 0].tolist()
    wanted = [bucket(x) for x in numbers]
    # The same rows are together, and labels ascend with the buckets.
    assert len({*zip(labels, wanted, strict=True)}) == len({*labels}) == len({*wanted})
    known_pairs = sorted({(b, at) for b, at in zip(wanted, labels, strict=True) if b is not None})
    assert [at for _, at in known_pairs] == sorted(at for _, at in known_pairs)


def test_categories_are_numbered_as_in_their_hierarchy() -> None:
    table = Table.of({"x": list("dabc")}, {"x": {"p": ["d", "b"], "q": ["a", "c"]}})
    assert bucketed(table, 20)[:, 0].tolist() == [0, 2, 1, 3]


@given(rows, recodings, st.integers(1, 4), st.sampled_from(["common", "paper"]), st.integers(1, 9))
def test_groups_are_of_k_rows_but_for_the_leftovers(
    found: list[tuple[str, str]], recoding: str, k: int, selection: str, budget: int
) -> None:
    table = made(found, recoding)
    k = min(k, len(table))
    for options in ({}, {"budget": budget}, {"buckets": budget}):
        grouping = patternka_table(table, Constraint.rows(k), selection=selection, **options)
        assert len(grouping) == len(table) // k
        assert grouping.sizes.min() >= k


def test_the_longest_pattern_comes_first_and_the_cheapest_of_these() -> None:
    # Two pairs share all; of those that share one column, the young ones lose less.
    frame = {"age": [20, 21, 20, 21, 80, 90, 50, 50], "sex": list("mfmfmfff")}
    table = Table.of(frame, qi=["age", "sex"], recoding={"age": "range", "sex": "hierarchy"})
    groups = patternka_table(table, Constraint.rows(2), buckets=70).group_of_row
    assert groups.tolist() == [0, 1, 0, 1, 2, 2, 3, 3]


def test_common_values_first_or_rare_ones() -> None:
    frame = {"a": list("xxxxxx"), "b": list("abcdee")}
    table = Table.of(frame, {"a": ["x"], "b": [*"abcde"]})
    paper = patternka_table(table, Constraint.rows(3), selection="paper").group_of_row
    common = patternka_table(table, Constraint.rows(3), selection="common").group_of_row
    assert paper.tolist() == [0, 0, 0, 1, 1, 1]
    assert common.tolist() == [0, 1, 1, 1, 0, 0]


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"buckets": 0}, "buckets takes a whole number from 1 to 1,000,000, not 0"),
        ({"selection": "rare"}, "selection takes 'common' or 'paper', not 'rare'"),
        ({"budget": 0}, "budget takes a whole number of search nodes, at least 1"),
    ],
)
def test_options_are_checked(options: dict[str, Any], message: str) -> None:
    with pytest.raises(ParameterError, match=message):
        TablePatternKa(**options)


def test_a_small_budget_is_told() -> None:
    draw = np.random.default_rng(1)
    frame = {f"c{at}": draw.integers(0, 3, 200).astype(str) for at in range(12)}
    table = Table.of(frame, qi=[*frame], recoding="set")
    found = patternka_table(table, Constraint.rows(3), budget=5)
    assert [note.code for note in found.notes] == ["budget-spent"]
    assert found.sizes.min() >= 3
    assert patternka_table(table, Constraint.rows(3)).notes == ()


@pytest.mark.parametrize("k", MOST)
def test_loss_on_adult(public_data: Any, k: int) -> None:
    path, trees = public_data / "adult.csv.gz", public_data / "hierarchies" / "adult"
    adult = shoal.read(path, qi=ADULT, hierarchies=trees, recoding={"age": "range"})
    asked = {"method": "patternka", "certificate": "none"}
    ours = shoal.anonymize(adult, f"k={k}", **asked)
    paper = shoal.anonymize(adult, f"k={k}", options={"selection": "paper"}, **asked)
    assert 100 * ours.loss.gcp <= MOST[k]
    assert ours.loss.gcp < paper.loss.gcp
