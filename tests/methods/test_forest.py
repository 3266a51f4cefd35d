"""Forest: its bound, its order of rows, and what it does under other constraints."""

from __future__ import annotations

from random import Random
from typing import Any

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

import shoal
from shoal._core import Constraint
from shoal.data.hierarchy import Hierarchy

from .searches import forest
from .test_tables import exact, lm, made, rows


@settings(max_examples=100, deadline=None)
@given(rows, st.sampled_from(["auto", "hierarchy", "range", "set"]), st.integers(1, 4))
def test_groups_on_random_tables(found: list[tuple[str, str]], recoding: str, k: int) -> None:
    table = made(found, recoding)
    k = min(k, len(table))
    grouping = forest(table, Constraint.rows(k))
    assert grouping.repeatable
    assert k <= grouping.sizes.min() <= grouping.sizes.max() <= max(3 * (k - 1), 1)
    assert grouping.sizes.sum() == len(table)
    loss, rounding = lm(table, grouping), len(table) * 1e-5
    best = lm(table, exact(table, Constraint.rows(k)))
    assert best - rounding <= loss
    if recoding == "hierarchy":
        assert loss <= 3 * (k - 1) * best + rounding


def test_rows_lead_to_near_ones() -> None:
    people = {"age": ["20", "70", "21", "71", "22", "72"]}
    table = shoal.Table.of(people, qi=["age"], recoding="range")
    assert forest(table, Constraint.rows(3)).group_of_row.tolist() == [0, 1, 0, 1, 0, 1]


def test_large_trees_are_cut_into_at_most_3_k_less_3_rows() -> None:
    draw = Random(5)
    table = shoal.Table.of(
        {"x": [str(draw.randrange(900)) for _ in range(3000)]}, ["x"], recoding="range"
    )
    sizes = forest(table, Constraint.rows(10)).sizes
    assert sizes.min() >= 10
    assert sizes.max() <= 27


def test_persons_and_sensitive_values() -> None:
    draw = Random(6)
    cells: dict[str, Any] = {name: [draw.choice("abcdef") for _ in range(400)] for name in "xy"}
    table = shoal.Table.of(cells, {name: Hierarchy.of(list("abcdef")) for name in "xy"})
    codes = np.array([draw.randrange(4) for _ in range(400)], dtype=np.int32)
    for constraint in (Constraint.distinct(3, codes), Constraint.close(0.3, codes)):
        asked = Constraint.all([Constraint.rows(5), constraint])
        grouping = forest(table, asked)
        assert len(grouping) > 1
        for group in range(len(grouping)):
            members = np.flatnonzero(grouping.group_of_row == group).astype(np.int32)
            assert asked.satisfied(members)
