"""What Python hands to the native core is validated there: no call can crash the interpreter."""

from __future__ import annotations

import subprocess
import sys
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st

from shoal import _core
from shoal.data import Baskets, Hierarchy, Table, Vocabulary
from shoal.data.table_core import to_core
from shoal.errors import ParameterError

from ..methods.searches import mondrian, sweep_table

ROOT = Path(__file__).parents[2]
NAMES = Vocabulary(["a", "b", "c"])
WRONG_OFFSETS = [[], [0], [1, 3], [0, 4], [0, 2], [0, 3, 2, 3], [0, 2**40], [-5, 3], [0, -1, 3]]


@pytest.mark.parametrize("offsets", WRONG_OFFSETS)
def test_hole_9_from_codes_with_wrong_offsets_is_refused(offsets: list[int]) -> None:
    with pytest.raises(ParameterError, match="offsets must"):
        Baskets.from_codes([2, 0, 1], offsets, NAMES)
    with pytest.raises(ParameterError, match="offsets must"):
        Baskets(np.array([0, 1, 2]), np.array(offsets), NAMES)


@pytest.mark.parametrize("items", [[3], [-1], [2**31], [2**32 + 1], [-(2**32)], [2**64 - 1]])
def test_hole_9_codes_beyond_the_vocabulary_are_refused_and_never_wrap(items: list[int]) -> None:
    with pytest.raises(ParameterError, match=r"vocabulary|32 bits"):
        Baskets.from_codes(items, [0, 1], NAMES)
    with pytest.raises(ParameterError, match=r"vocabulary|32 bits"):
        replace(Baskets.of([["a"]]), items=np.array(items))


@pytest.mark.parametrize("items", [[1.5], [1.0], ["1"], [None], [1j], [np.nan]])
def test_hole_9_codes_that_are_not_whole_numbers_are_refused_and_never_rounded(
    items: list[object],
) -> None:
    with pytest.raises(ParameterError, match="whole numbers"):
        Baskets.from_codes(items, [0, 1], NAMES)
    with pytest.raises(ParameterError, match="whole numbers"):
        Baskets.from_codes([1], [0, *items], NAMES)


def test_arrays_of_other_shapes_are_refused() -> None:
    with pytest.raises(ParameterError, match="one dimension"):
        Baskets.from_codes([[0, 1]], [0, 2], NAMES)
    with pytest.raises(ParameterError, match="one dimension"):
        Baskets.from_codes([0, 1], 2, NAMES)


@given(
    st.lists(st.integers(-2, 4), max_size=6),
    st.lists(st.integers(-1, 7), max_size=5),
    st.sampled_from([np.int8, np.int16, np.int32, np.int64]),
)
def test_from_codes_returns_the_rows_or_refuses(
    items: list[int], offsets: list[int], dtype: type[np.integer]
) -> None:
    fits = offsets[:1] == [0] and offsets[-1] == len(items) and offsets == sorted(offsets)
    if not fits or not all(0 <= item < 3 for item in items):
        with pytest.raises(ParameterError):
            Baskets.from_codes(np.array(items, dtype), np.array(offsets, dtype), NAMES)
        return
    found = Baskets.from_codes(np.array(items, dtype), np.array(offsets, dtype), NAMES)
    ends = pairwise(offsets)
    assert list(found) == [["abc"[code] for code in sorted({*items[a:b]})] for a, b in ends]


def a_table() -> Table:
    frame = pl.DataFrame({"age": [31, 35, 40, 41], "sex": ["m", "f", "f", "m"]})
    return Table.of(frame, qi=["age", "sex"], recoding="set")


@pytest.mark.parametrize("code", [-1, 2, 2**31 - 1])
def test_hole_9_replace_with_wrong_codes_is_refused(code: int) -> None:
    table = a_table()
    age, sex = table.quasi_identifiers
    codes = sex.codes.copy()
    codes[1] = code
    damaged = replace(table, quasi_identifiers=(age, replace(sex, codes=codes)))
    for method in (mondrian, sweep_table):
        with pytest.raises(ParameterError, match="every cell must be a leaf"):
            method(damaged, _core.Constraint.rows(2))


@pytest.mark.parametrize("damage", ["parents", "first", "last", "leaf_nodes"])
def test_replace_with_a_broken_tree_is_refused(damage: str) -> None:
    tree = Hierarchy.of({"x": ["f", "g"], "y": ["m"]})
    arrays = {
        name: getattr(tree, name).copy() for name in ("parents", "first", "last", "leaf_nodes")
    }
    arrays[damage][-1] += 7
    broken = replace(tree, **arrays)
    core = _core.Table(np.zeros(3, dtype=np.int32))
    costs = np.zeros(len(tree.parents), dtype=np.int32)
    with pytest.raises(ValueError, match="must be a tree"):
        core.add_column(
            broken.parents,
            broken.first,
            broken.last,
            broken.leaf_nodes,
            costs,
            np.zeros(0, dtype=np.int32),
            "hierarchy",
        )


@pytest.mark.parametrize(
    "items",
    [
        np.array([1.0, 2.0]),
        np.array([1, 2], dtype=np.int64),
        np.array([1, 2], dtype=np.uint32),
        np.array([1, 2], dtype=">i4"),
        np.array([[1, 2]], dtype=np.int32),
        np.array([1, 9, 2, 9], dtype=np.int32)[::2],
        np.zeros(9, dtype=np.uint8)[1:].view(np.int32),
    ],
    ids=["float", "int64", "uint32", "byte order", "two dimensions", "strided", "odd address"],
)
def test_the_core_converts_no_array(items: np.ndarray) -> None:
    with pytest.raises(TypeError):
        _core.check_rows(items, np.array([0, 2]), 3)


def test_the_core_takes_an_array_that_is_read_only() -> None:
    items = np.array([1, 2], dtype=np.int32)
    items.flags.writeable = False
    _core.check_rows(items, np.array([0, 2]), 3)


@pytest.mark.parametrize("k", [0, -1, 2**31])
def test_a_constraint_that_asks_for_no_number_of_rows_is_refused(k: int) -> None:
    with pytest.raises(ValueError, match="k must be from 1"):
        _core.Constraint.rows(k)
    with pytest.raises(ValueError, match="k must be from 1"):
        _core.Constraint.persons(k, np.zeros(3, dtype=np.int32))


CODES = np.array([0, 1, 1, 2], dtype=np.int32)
STAR, LEAVES = np.array([-1, 0, 0, 0], dtype=np.int32), np.array([1, 2, 3], dtype=np.int32)


@pytest.mark.parametrize(
    ("name", "arguments", "said"),
    [
        ("distinct", (0, CODES), "l must be from 1"),
        ("distinct", (2, CODES + 2), "codes must be from 0 to 3"),
        ("entropy", (float("nan"), CODES), "l must be a number from 1"),
        ("recursive", (-1.0, 2, CODES), "c must be a number from 0"),
        ("recursive", (1.0, 0, CODES), "l must be from 1"),
        ("close", (1.5, CODES), "t must be a number from 0 to 1"),
        ("close_ordered", (float("nan"), CODES), "t must be a number from 0 to 1"),
        ("close_in_tree", (0.5, CODES, STAR[::-1].copy(), LEAVES), "parents must come first"),
        ("close_in_tree", (0.5, CODES, STAR, LEAVES[:2].copy()), "a leaf for each value"),
        ("close_in_tree", (0.5, CODES, STAR, LEAVES - 1), "each value must be a leaf of its own"),
        ("close_in_tree", (0.5, CODES, STAR, LEAVES + 1), "leaf_nodes must be from 0 to 3"),
        ("shares", (np.empty(0), np.ones(2), False, False, CODES), "a bound from 0 on for each"),
        ("shares", (np.ones(4), np.ones(3), False, False, CODES), "a bound from 0 on for each"),
        ("shares", (np.empty(0), np.full(3, np.nan), False, False, CODES), "a bound from 0 on"),
    ],
)
def test_a_demand_on_values_that_makes_no_sense_is_refused(
    name: str, arguments: tuple[Any, ...], said: str
) -> None:
    with pytest.raises(ValueError, match=said):
        getattr(_core.Constraint, name)(*arguments)


@pytest.mark.parametrize(
    ("groups", "suppressed", "moves", "said"),
    [
        ([0, 0, 4, 0], 0, 0, "group_of_row must be from 0 to 3"),
        ([0, 0, 0], 0, 0, "the size of group_of_row must be from 4"),
        ([0, 0, 0, 0], 5, 0, "most_suppressed must be from 0 to 4"),
        ([0, 0, 0, 0], 1, 1, "moves must be from 0 to 0"),
    ],
)
def test_a_repair_of_what_is_no_grouping_is_refused(
    groups: list[int], suppressed: int, moves: int, said: str
) -> None:
    table = to_core(Table.of({"age": [1, 2, 3, 4]}, ["age"], recoding="set"))
    demand = _core.Constraint.distinct(2, CODES)
    control = _core.Control()
    with pytest.raises(ValueError, match=said):
        _core.repair_table(
            table, demand, np.array(groups, np.int32), suppressed, False, moves, control
        )
    found = _core.repair_table(table, demand, np.arange(4, dtype=np.int32), 0, False, 2, control)
    assert set(np.bincount(found.take_group_of_row())) == {2}


def test_a_time_limit_that_is_no_number_is_refused() -> None:
    for seconds in (float("nan"), -1.0, -1e300):
        with pytest.raises(ValueError, match="seconds"):
            _core.Control().set_time_limit(seconds)


def test_thousands_of_malformed_calls_crash_nothing() -> None:
    """The same under the address sanitizer, and many more of them: ``make fuzz-core``."""
    command = [sys.executable, "-m", "tests.fuzz_core", "4000"]
    ended = subprocess.run(command, capture_output=True, text=True, cwd=ROOT)
    assert ended.returncode == 0, ended.stdout + ended.stderr
    assert "4,000 cases, 0 crashes" in ended.stdout
