"""Agglomerative clustering: its distances, its two forms, and other constraints."""

from __future__ import annotations

from random import Random
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import shoal
from shoal._core import Constraint, Control, Invalid
from shoal._core import agglomerative as core_agglomerative
from shoal.data.hierarchy import Hierarchy
from shoal.data.table_core import to_core
from shoal.errors import ParameterError
from shoal.methods import Agglomerative, AgglomerativeModified

from .searches import agglomerative, agglomerative_modified
from .test_tables import exact, lm, made, rows

DISTANCES = ["growth", "difference", "damped", "ratio"]


@pytest.mark.parametrize("distance", DISTANCES)
@pytest.mark.parametrize("method", [agglomerative, agglomerative_modified])
@settings(max_examples=50, deadline=None)
@given(rows, st.sampled_from(["auto", "hierarchy", "range", "set"]), st.integers(1, 4))
def test_groups_on_random_tables(
    method: Any, distance: str, found: list[tuple[str, str]], recoding: str, k: int
) -> None:
    table = made(found, recoding)
    k = min(k, len(table))
    grouping = method(table, Constraint.rows(k), distance=distance)
    assert grouping.repeatable
    assert grouping.sizes.min() >= k
    assert grouping.sizes.sum() == len(table)
    best = lm(table, exact(table, Constraint.rows(k)))
    assert best - len(table) * 1e-5 <= lm(table, grouping)


def test_the_closest_become_one() -> None:
    ages = ["20", "70", "22", "75", "21", "72"]
    table = shoal.Table.of({"age": ages}, qi=["age"], recoding="range")
    for distance in DISTANCES:
        grouping = agglomerative(table, Constraint.rows(3), distance=distance)
        assert grouping.group_of_row.tolist() == [0, 1, 0, 1, 0, 1]


def test_equal_rows_stay_together() -> None:
    table = shoal.Table.of({"x": list("abababab")}, qi=["x"], recoding="set")
    for method in (agglomerative, agglomerative_modified):
        assert method(table, Constraint.rows(2)).sizes.tolist() == [4, 4]


def test_the_modified_form_gives_back_the_row_that_costs_most() -> None:
    draw = Random(7)
    table = shoal.Table.of(
        {"x": [str(draw.randrange(10**6)) for _ in range(500)]}, qi=["x"], recoding="range"
    )
    basic = agglomerative(table, Constraint.rows(5)).sizes
    modified = agglomerative_modified(table, Constraint.rows(5)).sizes
    assert np.mean(modified == 5) > 0.9 > np.mean(basic == 5)


def test_persons_and_sensitive_values() -> None:
    draw = Random(6)
    cells: dict[str, Any] = {name: [draw.choice("abcdef") for _ in range(400)] for name in "xy"}
    table = shoal.Table.of(cells, {name: Hierarchy.of(list("abcdef")) for name in "xy"})
    codes = np.array([draw.randrange(4) for _ in range(400)], dtype=np.int32)
    for constraint in (Constraint.distinct(3, codes), Constraint.close(0.3, codes)):
        asked = Constraint.all([Constraint.rows(5), constraint])
        for method in (agglomerative, agglomerative_modified):
            grouping = method(table, asked)
            assert len(grouping) > 1
            for group in range(len(grouping)):
                members = np.flatnonzero(grouping.group_of_row == group).astype(np.int32)
                assert asked.satisfied(members)


def test_an_unknown_distance() -> None:
    for method in (Agglomerative, AgglomerativeModified):
        with pytest.raises(ParameterError, match="'growth', 'difference', 'damped' or 'ratio'"):
            method(distance="far")  # type: ignore[arg-type]
    table = to_core(shoal.Table.of({"x": list("abab")}, qi=["x"], recoding="set"))
    with pytest.raises(Invalid, match="unknown distance"):
        core_agglomerative(table, Constraint.rows(2), "far", False, Control())


def test_the_distance_is_an_option_of_a_run() -> None:
    draw = Random(8)
    people = {"age": [str(draw.randrange(20, 80)) for _ in range(60)], "sex": list("fm" * 30)}
    table = shoal.Table.of(people, qi=["age", "sex"])
    by_name = {
        distance: shoal.anonymize(table, "k=4", method="agglomerative", distance=distance)
        for distance in DISTANCES
    }
    assert all(release.verdict for release in by_name.values())
    assert len({str(release.data.rows()) for release in by_name.values()}) > 1
    with pytest.raises(ParameterError, match="distance"):
        shoal.anonymize(table, "k=4", method="mondrian", distance="growth")
