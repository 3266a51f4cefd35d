from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from shoal.loss.rounding import SHOWN_GAPS, rounded, shown_gap

SHARES = st.floats(0, 1)
STEPS = st.floats(1e-6, 1)


@given(SHARES, STEPS)
def test_a_value_is_a_multiple_of_its_step_and_near(value, least):
    shown = rounded(value, least)
    assert shown.step >= least
    assert abs(shown - value) <= 0.5001 * shown.step
    assert shown / shown.step == pytest.approx(round(shown / shown.step), abs=1e-6)


@given(SHARES, STEPS, st.floats(-1, 1))
def test_what_changes_by_the_least_step_is_shown_one_step_apart(value, least, part):
    one, other = rounded(value, least), rounded(max(value + part * least, 0.0), least)
    assert abs(one - other) <= 1.0001 * max(one.step, other.step)


@given(SHARES, STEPS, st.floats(-1, 1), st.floats(0, 1))
def test_too_little_is_shown_as_nothing_one_step_apart(value, least, part, shown_from):
    values = value, max(value + part * least, 0.0)
    one, other = (rounded(some, least, shown_from=shown_from) for some in values)
    assert (one == 0) >= (value < shown_from)
    assert abs(one - other) <= 1.0001 * max(one.step, other.step)


@given(st.floats(0, 20), st.integers(1, 10**6), st.integers(2, 50))
def test_a_gap_is_never_shown_too_small(gap, entries, k):
    shown = shown_gap(gap, entries, k)
    assert shown is None or (shown >= gap and shown in SHOWN_GAPS and entries >= 50 * k)


@given(st.integers(100, 5000), st.integers(0, 20000), st.sampled_from([(1, 0), (0, 1), (1, 1)]))
def test_one_entry_moves_a_gap_by_one_step(bound, more, change):
    gaps = [*SHOWN_GAPS, None]
    lost = bound + more
    other_bound, other_lost = bound + change[0], max(lost + change[1], bound + change[0])
    one = shown_gap(lost / bound - 1, bound, 2)
    other = shown_gap(other_lost / other_bound - 1, other_bound, 2)
    assert abs(gaps.index(one) - gaps.index(other)) <= 1
