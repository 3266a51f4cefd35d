"""Groups of at least k persons, by every method."""

from __future__ import annotations

import time
from dataclasses import replace
from typing import Any

import numpy as np
import polars as pl
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import shoal
from shoal import _core
from shoal.data.table import Table
from shoal.data.table_core import codes_of
from shoal.datasets.census import census, census_hierarchies
from shoal.errors import InfeasibleError, LimitReached, ParameterError
from shoal.methods.table_grouping import TableGrouping
from shoal.privacy import KAnonymity

from ..random_tables import random_case
from .searches import exact, improve_table, sweep_table
from .test_tables import METHODS, lm, made, recodings, rows

owners = st.lists(st.integers(0, 4), min_size=10, max_size=10)


def k_constraint(table: Table, k: int) -> _core.Constraint:
    """What k asks of each group: so many rows, or rows of so many persons."""
    if table.persons is None:
        return _core.Constraint.rows(k)
    return _core.Constraint.persons(k, np.ascontiguousarray(table.persons))


def with_persons(found: list[tuple[str, str]], recoding: str, who: list[int]) -> Table:
    table = made(found, recoding)
    numbers = np.unique(who[: len(table)], return_inverse=True)[1].astype(np.int32)
    return replace(table, persons=numbers)


def fewest_persons(table: Table, groups: Any) -> int:
    assert table.persons is not None
    return min(len({*table.persons[groups == group].tolist()}) for group in {*groups.tolist()})


def partitions(rows: int) -> list[list[int]]:
    """Return each partition once, as the group of each row."""
    found: list[list[int]] = [[]]
    for _ in range(rows):
        found = [[*start, group] for start in found for group in range(max(start, default=-1) + 2)]
    return found


@pytest.mark.parametrize("name", METHODS)
@settings(max_examples=40, deadline=None)
@given(rows, recodings, owners, st.integers(1, 3))
def test_every_group_has_k_persons(
    name: str, found: list[tuple[str, str]], recoding: str, who: list[int], k: int
) -> None:
    table = with_persons(found, recoding, who)
    k = min(k, int(table.persons.max()) + 1)
    constraint = k_constraint(table, k)
    grouping = METHODS[name](table, constraint)
    assert fewest_persons(table, grouping.group_of_row) >= k
    best, one = exact(table, constraint), TableGrouping(np.zeros(len(table), dtype=np.int32))
    rounding = len(table) * 1e-5
    assert lm(table, best) - rounding <= lm(table, grouping) <= lm(table, one) + rounding


@settings(max_examples=40, deadline=None)
@given(rows, recodings, owners, st.integers(1, 3))
def test_exact_groups_are_the_best_of_all(
    found: list[tuple[str, str]], recoding: str, who: list[int], k: int
) -> None:
    table = with_persons(found[:6], recoding, who)
    k = min(k, int(table.persons.max()) + 1)
    allowed = (
        TableGrouping(np.array(groups, dtype=np.int32))
        for groups in partitions(len(table))
        if fewest_persons(table, np.array(groups)) >= k
    )
    least = min(lm(table, grouping) for grouping in allowed)
    assert lm(table, exact(table, k_constraint(table, k))) == pytest.approx(least, abs=1e-4)


@given(st.data())
def test_releases_of_random_tables(data: Any) -> None:
    case = random_case(lambda low, high: data.draw(st.integers(low, high)))
    if case.table.persons is None:
        return
    release = shoal.anonymize(case.table, f"k={case.k}", certificate="none")
    assert release.verdict.ok


@settings(max_examples=20, deadline=None)
@given(rows, recodings, owners)
def test_improving_keeps_the_persons(
    found: list[tuple[str, str]], recoding: str, who: list[int]
) -> None:
    table = with_persons(found, recoding, who)
    k = min(2, int(table.persons.max()) + 1)
    start = METHODS["mondrian"](table, k_constraint(table, k))
    better = improve_table(table, k_constraint(table, k), start, np.zeros(len(table)))
    assert fewest_persons(table, better.group_of_row) >= k
    assert lm(table, better) <= lm(table, start) + len(table) * 1e-5


def people(rows: int, persons: int) -> Table:
    draw = np.random.default_rng(1)
    who = np.concatenate([np.arange(persons), draw.integers(0, persons, rows - persons)])
    picked = np.where(draw.random(rows) < 0.5, who, np.arange(rows))
    names = ["age", "sex", "zip", "occupation"]
    frame = census(rows, seed=1)[picked].select(names).with_columns(who=pl.Series(who))
    trees = census_hierarchies()
    return Table.of(
        frame, {name: trees[name] for name in names}, person="who", recoding="hierarchy"
    )


def test_progress_is_shown_and_threads_change_nothing() -> None:
    table, shown = people(8000, 4000), []
    one = sweep_table(table, k_constraint(table, 5), progress=lambda *seen: shown.append(seen))
    done, total, found = shown[-1]
    assert done == total > 0
    assert found == len(one)
    assert all(now <= whole or whole == 0 for now, whole, _ in shown)
    two = sweep_table(table, k_constraint(table, 5), threads=2)
    assert two.group_of_row.tolist() == one.group_of_row.tolist()
    assert fewest_persons(table, one.group_of_row) >= 5


def test_the_time_limit_ends_it_with_groups_of_k_persons() -> None:
    table = people(30_000, 15_000)
    started = time.perf_counter()
    found = sweep_table(table, k_constraint(table, 10), time_limit=0.2)
    assert time.perf_counter() - started < 10
    assert not found.repeatable
    assert fewest_persons(table, found.group_of_row) >= 10


def test_an_interrupt_ends_it() -> None:
    class Stop(Exception):
        pass

    def stop(done: int, total: int, found: int) -> None:
        raise Stop

    table = people(30_000, 15_000)
    with pytest.raises(Stop):
        sweep_table(table, k_constraint(table, 10), progress=stop)


def test_too_few_persons() -> None:
    frame = {"x": [1, 2, 3], "who": ["p", "q", "p"]}
    table = Table.of(frame, ["x"], person="who", recoding="set")
    with pytest.raises(InfeasibleError, match="needs at least 3 persons and the data has 2"):
        KAnonymity(3).check_feasible(table)
    with pytest.raises(ParameterError, match="all rows together"):
        exact(table, k_constraint(table, 3))


def test_constraints_are_about_the_rows_of_the_table() -> None:
    short = _core.Constraint.persons(1, np.zeros(2, dtype=np.int32))
    with pytest.raises(ValueError, match="rows must be from 0 to 1"):
        short.satisfied(np.array([2], dtype=np.int32))
    with pytest.raises(ValueError, match="persons must be from 0"):
        _core.Constraint.persons(1, np.array([-1], dtype=np.int32))
    part = short.restricted(np.array([1], dtype=np.int32))
    assert part.known_rows == 1
    both = _core.Constraint.all([short, _core.Constraint.rows(2)])
    assert (both.least_rows, both.rows_only, short.rows_only) == (2, False, False)
    assert _core.Constraint.rows(3).rows_only


def test_codes_of_any_column() -> None:
    frame = pl.DataFrame({"age": [3, 1, 2], "wage": [2.5, None, 10.0], "note": ["b", "?", "a"]})
    table = Table.of(frame, ["age"], sensitive=["wage"], keep=["note"])
    assert codes_of(table, "age").tolist() == [2, 0, 1]
    assert codes_of(table, "wage").tolist() == [0, 2, 1]
    assert codes_of(table, "note").tolist() == [1, 2, 0]


def test_a_thread_that_cannot_be_started_is_an_error() -> None:
    table = people(2000, 1500)
    try:
        for started in range(2):
            _core._let_threads_start(started)
            with pytest.raises(LimitReached, match="could not start another thread"):
                sweep_table(table, k_constraint(table, 5), threads=3)
            with pytest.raises(LimitReached, match="could not start another thread"):
                shoal.mine([["a", "b"], ["a"]] * 20, 2, threads=3)
    finally:
        _core._let_threads_start(-1)
    assert fewest_persons(table, sweep_table(table, k_constraint(table, 5), threads=3).group_of_row)
