"""What every method for baskets must keep, on any data."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from shoal.data import Transactions
from shoal.datasets import clicks, quest, ratings
from shoal.loss import measure
from shoal.methods.grouping import Grouping
from shoal.recipes.methods import METHODS

rows_and_k = st.lists(st.sets(st.integers(0, 12)), min_size=1, max_size=40).flatmap(
    lambda rows: st.tuples(st.just(rows), st.integers(1, min(len(rows), 7)))
)
options = st.fixed_dictionaries(
    {"budget": st.none() | st.integers(0, 50), "seed": st.integers(0, 3)}
)


def check(data: Transactions, k: int, grouping: Grouping) -> None:
    published = grouping.publish(data)
    assert len(published) == len(data)
    assert len(grouping.group_of_row) == len(data)
    assert grouping.sizes.min() >= k
    assert grouping.sizes.sum() == len(data)
    originals, centres = list(data), list(published)
    assert all(set(centre) <= set(row) for centre, row in zip(centres, originals, strict=True))
    for group in range(len(grouping)):
        members = [set(originals[row]) for row in np.flatnonzero(grouping.group_of_row == group)]
        kept = centres[int(np.flatnonzero(grouping.group_of_row == group)[0])]
        assert set(kept) == set.intersection(*members), "a centre is what all its rows share"
    in_common = len(set.intersection(*map(set, originals)))
    assert published.size >= in_common * len(data), "worse than one group of all rows"
    total = sum(map(len, originals))
    loss = measure(data, published)
    assert (loss.items, loss.kept_items) == (total, sum(map(len, centres)))
    assert loss.gcp == ((total - published.size) / total if total else 0)


@pytest.mark.parametrize("name", METHODS)
class TestEveryMethod:
    @settings(max_examples=200)
    @given(rows_and_k, options)
    def test_groups_on_random_rows(self, name, rows, options):  # type: ignore[no-untyped-def]
        baskets, k = rows
        data = Transactions.of(baskets)
        grouping = METHODS[name](data, k, threads=1, time_limit=None, progress=None, **options)
        check(data, k, grouping)

    @pytest.mark.parametrize(
        "data",
        [
            clicks(1500, seed=1),
            quest(800, seed=2),
            ratings(300, items=80, mean_length=12, longest=60, seed=3),
            Transactions.of([[1, 2, 3]] * 20),
            Transactions.of([[]] * 20),
            Transactions.of([[row] for row in range(20)]),
        ],
        ids=["clicks", "quest", "ratings", "equal", "empty", "all different"],
    )
    @pytest.mark.parametrize("k", [2, 10])
    def test_same_groups_on_any_number_of_threads(self, name, data, k):  # type: ignore[no-untyped-def]
        one, two = (
            METHODS[name](data, k, budget=50_000, seed=0, threads=n, time_limit=None, progress=None)
            for n in (1, 2)
        )
        assert np.array_equal(one.group_of_row, two.group_of_row)
        assert np.array_equal(one.centre_items, two.centre_items)
        assert one.nodes == two.nodes
        check(data, k, one)
