"""The sweep: never worse than PatternKa, and better where surplus rows can lift others."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from shoal.data import Baskets
from shoal.datasets import clicks, load

from ..conftest import LONG
from .searches import patternka, sweep

rows_and_k = st.lists(st.sets(st.integers(0, 9)), min_size=2, max_size=40).flatmap(
    lambda rows: st.tuples(st.just(rows), st.integers(2, min(len(rows), 6)))
)


def kept(method, data: Baskets, k: int) -> int:  # type: ignore[no-untyped-def]
    return method(data, k).publish(data).size


@settings(max_examples=3000 if LONG else 120)
@given(rows_and_k)
def test_never_loses_more_than_patternka(case: tuple[list[set[int]], int]) -> None:
    rows, k = case
    data = Baskets.of(rows)
    assert kept(sweep, data, k) >= kept(patternka, data, k)


def test_surplus_rows_lift_others() -> None:
    # PatternKa takes all five rows with {1, 2, 3}, and two rows {4, 5} are too few for a group. One
    # of the five has {4, 5} as well: there it loses one item, and the two keep four.
    data = Baskets.of([[1, 2, 3]] * 3 + [[1, 2, 3, 4, 5]] * 2 + [[4, 5]] * 2 + [[6], [7], [8], [9]])
    assert kept(patternka, data, 3) == 5 * 3
    assert kept(sweep, data, 3) == 4 * 3 + 3 * 2


# A first prototype of the open move alone, rounded up in the third digit.
PROTOTYPE = [
    ("bms_webview_1", 10, 0.365),
    ("bms_webview_1", 50, 0.474),
    ("bms_webview_2", 10, 0.595),
]


@pytest.mark.parametrize(("name", "k", "gcp"), PROTOTYPE)
def test_loss_on_public_files(public_data: Path, name: str, k: int, gcp: float) -> None:
    data = load(name, public_data)
    grouping = sweep(data, k, threads=2)
    assert grouping.sizes.min() >= k
    assert 1 - grouping.publish(data).size / data.size <= gcp


def test_same_groups_on_any_number_of_threads() -> None:
    data = clicks(5000, seed=9)
    one, two = (sweep(data, 5, threads=threads) for threads in (1, 2))
    assert np.array_equal(one.group_of_row, two.group_of_row)
    assert np.array_equal(one.centre_items, two.centre_items)
