"""The exchange, which groups best-found rows again: as the sweep runs it after PatternKa."""

from __future__ import annotations

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from shoal.data import Baskets
from shoal.methods.grouping import Grouping

from ..conftest import LONG
from ..ratings import ratings
from .searches import patternka, sweep

# Small budgets leave groups that are best found only.
cases = st.lists(st.sets(st.integers(0, 40), max_size=30), min_size=2, max_size=60).flatmap(
    lambda rows: st.tuples(st.just(rows), st.integers(2, min(len(rows), 6)), st.integers(1, 60))
)


def kept(data: Baskets, k: int, grouping: Grouping) -> int:
    """Count what all rows keep, group by group, from the rows alone."""
    rows = [set(row) for row in data]
    total = 0
    for group in range(len(grouping)):
        members = np.flatnonzero(grouping.group_of_row == group)
        assert len(members) >= k
        total += len(members) * len(set.intersection(*(rows[row] for row in members)))
    assert total == grouping.publish(data).size
    return total


@settings(max_examples=2000 if LONG else 80)
@given(cases)
def test_never_loses_more_than_patternka(case: tuple[list[set[int]], int, int]) -> None:
    rows, k, budget = case
    data = Baskets.of(rows)
    one, two = (sweep(data, k, budget=budget, threads=threads) for threads in (1, 2))
    assert kept(data, k, one) >= kept(data, k, patternka(data, k, budget=budget))
    assert np.array_equal(one.group_of_row, two.group_of_row)
    assert np.array_equal(one.centre_items, two.centre_items)


def test_keeps_more_of_long_dense_rows() -> None:
    data = ratings(600, items=500, mean_length=60, longest=400, seed=3)
    before = patternka(data, 10, budget=20_000, threads=2)
    one, two = (sweep(data, 10, budget=20_000, threads=threads) for threads in (1, 2))
    assert not before.proved.all()
    assert kept(data, 10, one) > 1.05 * kept(data, 10, before)
    assert np.array_equal(one.group_of_row, two.group_of_row)
    assert one.repeatable
