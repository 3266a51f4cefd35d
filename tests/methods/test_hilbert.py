"""Hilbert; the curve and the cut are compared with brute force in ``cpp/tests``."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import shoal
from shoal._core import Constraint
from shoal.data.table import Table

from .searches import hilbert
from .test_tables import made, recodings, rows

ADULT = (
    *("age", "workclass", "education", "marital-status", "occupation"),
    *("race", "sex", "native-country"),
)


@given(rows, recodings, st.integers(1, 4), st.randoms(use_true_random=False))
def test_groups_have_fewer_than_2k_rows_in_any_order_of_rows(
    found: list[tuple[str, str]], recoding: str, k: int, random: Any
) -> None:
    k = min(k, len(found))
    grouping = hilbert(made(found, recoding), Constraint.rows(k))
    assert k <= grouping.sizes.min() <= grouping.sizes.max() < 2 * k
    shuffled = [*found]
    random.shuffle(shuffled)
    again = hilbert(made(shuffled, recoding), Constraint.rows(k))
    assert sorted(grouping.sizes) == sorted(again.sizes)


def test_one_column_is_cut_where_it_costs_least() -> None:
    table = Table.of({"age": [20, 90, 21, 22, 88, 23, 89]}, qi=["age"], recoding="range")
    groups = hilbert(table, Constraint.rows(2)).group_of_row.tolist()
    assert groups == [0, 1, 0, 2, 1, 2, 1]


@pytest.mark.parametrize(("k", "most"), [(50, 39.7), (200, 60.3)])
def test_loss_on_adult(public_data: Any, k: int, most: float) -> None:
    path, trees = public_data / "adult.csv.gz", public_data / "hierarchies" / "adult"
    adult = shoal.read(path, qi=ADULT, hierarchies=trees, recoding="hierarchy")
    release = shoal.anonymize(adult, f"k={k}", method="hilbert", certificate="none")
    assert 100 * release.loss.lm <= most
