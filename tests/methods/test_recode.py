"""From groups to cells, and groups of enough persons."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import shoal
from shoal.errors import InfeasibleError
from shoal.methods.mondrian import mondrian
from shoal.methods.persons import enough_persons
from shoal.methods.recode import recode
from shoal.methods.table_grouping import TableGrouping

from ..random_tables import random_case

PLACES = {"north": {"far": ["a", "b"], "near": ["c"]}, "south": ["d", "e"]}


def cells(values: list[Any], groups: list[int], **roles: Any) -> list[str]:
    table = shoal.Table.of({"x": values}, **{"qi": ["x"], **roles})
    published: list[str] = recode(table, np.array(groups, dtype=np.int32))["x"].to_list()
    return published


@pytest.mark.parametrize(
    ("values", "roles", "wanted"),
    [
        (["a", "b", "c", "d"], {"qi": {"x": PLACES}}, ["far", "far", "*", "*"]),
        (["a", "c", "d", "e"], {"qi": {"x": PLACES}}, ["north", "north", "south", "south"]),
        (["a", "?", "d", "d"], {"qi": {"x": PLACES}}, ["*", "*", "d", "d"]),
        (["a", "?", "d", "d"], {}, ["{a, ?}", "{a, ?}", "d", "d"]),
        (["a, b", "c", "?", ""], {}, ['{"a, b", c}', '{"a, b", c}', "?", "?"]),
        ([3, 1, 7, 7], {}, ["1-3", "1-3", "7", "7"]),
        ([-3, -1, None, 7], {}, ["-3--1", "-3--1", "*", "*"]),
        ([" 3", "1 ", "7", "7 "], {}, ["1-3", "1-3", "7", "7"]),
        (["2.0", "2", "1", "1"], {}, ["2-2.0", "2-2.0", "1", "1"]),
        (
            ["2024-02-01", "2024-01-31", "?", None],
            {},
            ["2024-01-31-2024-02-01"] * 2 + ["?", "?"],
        ),
        ([3, 1, 7, 7], {"recoding": "hierarchy"}, ["*", "*", "7", "7"]),
        ([3, 1, 7, 7], {"categorical": ["x"]}, ["{1, 3}", "{1, 3}", "7", "7"]),
    ],
)
def test_cells(values: list[Any], roles: dict[str, Any], wanted: list[str]) -> None:
    assert cells(values, [0, 0, 1, 1], **roles) == wanted


def test_a_level_that_is_too_high_hides_the_whole_row() -> None:
    frame = {"x": ["a", "b", "a", "c"], "y": [1, 1, 2, 2]}
    table = shoal.Table.of(frame, {"x": PLACES, "y": None}, max_level={"x": 1})
    published = recode(table, np.array([0, 0, 1, 1], dtype=np.int32))
    assert published.rows() == [("far", "1"), ("far", "1"), ("*", "*"), ("*", "*")]


@given(st.data())
def test_groups_of_enough_persons(data: Any) -> None:
    case = random_case(lambda low, high: data.draw(st.integers(low, high)))
    persons = case.table.persons
    k = min(case.k, len(case.table))
    start = mondrian(case.table, k, relaxed=True)
    found = enough_persons(case.table, case.k, start)
    if persons is None:
        assert found is start
        return
    for group in range(len(found)):
        assert len({*persons[found.group_of_row == group].tolist()}) >= case.k
    for group in range(len(start)):
        assert len({*found.group_of_row[start.group_of_row == group].tolist()}) == 1


def test_too_few_persons() -> None:
    table = shoal.Table.of({"x": [1, 2, 3], "who": ["p", "q", "p"]}, ["x"], person="who")
    with pytest.raises(InfeasibleError, match="needs at least 3 persons and the data has 2"):
        enough_persons(table, 3, TableGrouping(np.zeros(3, dtype=np.int32)))
