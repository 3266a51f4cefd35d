"""Bars of a report: everything is in one of them."""

from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from shoal.loss.distributions import LENGTHS, amounts, by_size

K = st.integers(2, 20)


@given(st.lists(st.integers(0, 3000), max_size=80))
def test_every_length_is_counted_once(lengths):
    bars = amounts(np.array(lengths, dtype=np.int64), LENGTHS)
    assert sum(bar.amount for bar in bars) == len(lengths)
    assert len({bar.label for bar in bars}) == len(bars)


@given(st.lists(st.integers(0, 2000), max_size=60), K)
def test_every_group_is_counted_once(extra, k):
    bars = by_size(np.array([k + more for more in extra], dtype=np.int64), k)
    assert sum(bar.amount for bar in bars) == len(extra)


def test_bars_begin_where_they_are_told_and_the_last_is_open():
    sizes = np.array([1, 2, 4, 90])
    assert amounts(sizes, [1, 2, 5, 80]) == [("1", 1), ("2-4", 2), ("5-79", 0), ("80+", 1)]
    assert amounts(sizes, [1, 50], weights=sizes) == [("1-49", 7), ("50+", 90)]
    assert amounts(sizes[:0], [1, 50]) == []
