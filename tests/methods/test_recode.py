"""From groups to cells."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import shoal
from shoal.methods.recode import recode

EXACT = {"recoding": "set"}
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
        (["a", "?", "d", "d"], EXACT, ["{a, ?}", "{a, ?}", "d", "d"]),
        (["a, b", "c", "?", ""], EXACT, ['{"a, b", c}', '{"a, b", c}', "?", "?"]),
        ([3, 1, 7, 7], EXACT, ["1-3", "1-3", "7", "7"]),
        ([-3, -1, None, 7], EXACT, ["-3--1", "-3--1", "*", "*"]),
        ([" 3", "1 ", "7", "7 "], EXACT, ["1-3", "1-3", "7", "7"]),
        (["2.0", "2", "1", "1"], EXACT, ["2-2.0", "2-2.0", "1", "1"]),
        (
            ["2024-02-01", "2024-01-31", "?", None],
            EXACT,
            ["2024-01-31-2024-02-01"] * 2 + ["?", "?"],
        ),
        ([3, 1, 7, 7], {"recoding": "hierarchy"}, ["*", "*", "7", "7"]),
        ([3, 1, 7, 7], {"categorical": ["x"], **EXACT}, ["{1, 3}", "{1, 3}", "7", "7"]),
    ],
)
def test_cells(values: list[Any], roles: dict[str, Any], wanted: list[str]) -> None:
    assert cells(values, [0, 0, 1, 1], **roles) == wanted


def test_a_level_that_is_too_high_hides_the_whole_row() -> None:
    frame = {"x": ["a", "b", "a", "c"], "y": [1, 1, 2, 2]}
    table = shoal.Table.of(frame, {"x": PLACES, "y": None}, max_level={"x": 1})
    published = recode(table, np.array([0, 0, 1, 1], dtype=np.int32))
    assert published.rows() == [("far", "1"), ("far", "1"), ("*", "*"), ("*", "*")]
