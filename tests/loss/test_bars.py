"""Bars of a report: none stands for fewer than k rows, and all rows are in one."""

from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from shoal.loss.bars import by_length, by_size, runs_of_k

K = st.integers(2, 20)


@given(st.lists(st.integers(0, 30), max_size=30), K)
def test_runs_have_k_rows_and_cover_all(counts, k):
    runs = runs_of_k(counts, k)
    assert all(sum(counts[first:end]) >= k for first, end in runs)
    if sum(counts) >= k:
        assert [place for run in runs for place in range(*run)] == list(range(len(counts)))
    else:
        assert runs == []


@given(st.lists(st.integers(0, 3000), max_size=80), K)
def test_bars_of_lengths_have_k_rows_and_an_open_end(lengths, k):
    bars = by_length(np.array(lengths, dtype=np.int64), k)
    assert all(bar.amount >= k for bar in bars)
    assert sum(bar.amount for bar in bars) == (len(lengths) if len(lengths) >= k else 0)
    if bars:
        assert bars[-1].label.endswith("+") or bars[-1].label == "all"


@given(st.lists(st.integers(0, 2000), max_size=60), K)
def test_every_group_is_counted_once(extra, k):
    bars = by_size(np.array([k + more for more in extra], dtype=np.int64), k)
    assert sum(bar.amount for bar in bars) == len(extra)
