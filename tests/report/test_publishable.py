"""Whatever is counted, no figure stands for fewer than k rows."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from shoal.privacy.publishable import (
    by_length,
    by_size,
    most_lost,
    runs_of_k,
    shown_count,
    shown_loss,
)

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
    rows = np.array(lengths, dtype=np.int64)
    bars = by_length(rows, None, k, least=0)
    assert all(bar.amount >= k for bar in bars)
    assert sum(bar.amount for bar in bars) == (len(lengths) if len(lengths) >= k else 0)
    if bars:
        assert bars[-1].label.endswith("+") or bars[-1].label == "all"
    longest = max(lengths, default=0)
    if lengths.count(longest) < k and longest > 101:
        assert all(str(longest) not in bar.label for bar in bars if not bar.label.startswith("1"))


@given(st.lists(st.tuples(st.integers(1, 300), st.floats(0, 1)), min_size=1, max_size=60), K)
def test_means_stay_between_the_least_and_the_largest(rows, k):
    lengths, values = map(np.array, zip(*rows, strict=True))
    for bar in by_length(lengths, values.astype(float), k, least=1):
        assert values.min() - 1e-9 <= bar.amount <= values.max() + 1e-9


def test_one_row_moves_a_mean_by_one_kth_at_most():
    lengths = np.array([50] * 10)
    kept = np.ones(10)
    kept[0] = 0.0
    assert by_length(lengths, kept, 10, least=1)[-1].amount == pytest.approx(0.9)


@given(st.lists(st.integers(0, 2000), max_size=60), K)
def test_every_group_is_counted_once(extra, k):
    bars = by_size(np.array([k + more for more in extra], dtype=np.int64), k)
    assert sum(bar.amount for bar in bars) == len(extra)


@given(st.lists(st.tuples(st.integers(0, 50), st.integers(0, 50)), max_size=40), K)
def test_named_items_were_in_k_rows_and_lost_by_k(supports, k):
    before = np.array([max(pair) for pair in supports], dtype=np.int64)
    after = np.array([min(pair) for pair in supports], dtype=np.int64)
    items = most_lost(str, before, after, k, 100)
    assert all(item.before >= k and item.before - item.after >= k for item in items)
    assert {item.name for item in items} == {
        str(code) for code in range(len(before)) if before[code] >= k <= before[code] - after[code]
    }


@given(st.integers(0, 100), K)
def test_small_numbers_are_not_shown(count, k):
    assert (str(count) == shown_count(count, k)) == (count == 0 or count >= k)


@given(st.integers(1, 100), st.integers(100, 200), K)
def test_a_loss_of_fewer_than_k_entries_reads_as_one_of_k(lost, whole, k):
    assert shown_loss(lost / whole, whole, k) == max(lost, k) / whole
