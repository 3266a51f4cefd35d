"""What groups of baskets are, and kernels that are stopped; tests/contract has the rest."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from shoal import _core
from shoal._core import Cancelled, Control
from shoal.data import Baskets, Hierarchy
from shoal.data.extended import ExtendedRows, extend_baskets
from shoal.data.rules import Rules
from shoal.datasets import clicks
from shoal.loss import measure_baskets
from shoal.methods.grouping import Grouping
from shoal.mining.ps_rules import random_rules

from ..conftest import LONG
from ..quest import quest
from ..ratings import ratings
from .searches import km_apriori, patternka, rbat, sweep, top_down

METHODS = {"patternka": patternka, "sweep": sweep}

rows_and_k = st.lists(st.sets(st.integers(0, 12)), min_size=1, max_size=40).flatmap(
    lambda rows: st.tuples(st.just(rows), st.integers(1, min(len(rows), 7)))
)
options = st.fixed_dictionaries(
    {"budget": st.none() | st.integers(1, 50), "seed": st.integers(0, 3)}
)


def check(data: Baskets, k: int, grouping: Grouping) -> None:
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
    loss = measure_baskets(data, published)
    assert (loss.items, loss.kept_items) == (total, sum(map(len, centres)))
    assert loss.gcp == ((total - published.size) / total if total else 0)


@pytest.mark.parametrize("name", METHODS)
class TestEveryMethod:
    @settings(max_examples=2000 if LONG else 80)
    @given(rows_and_k, options)
    def test_groups_on_random_rows(self, name, rows, options):  # type: ignore[no-untyped-def]
        baskets, k = rows
        data = Baskets.of(baskets)
        grouping = METHODS[name](data, k, **options)
        check(data, k, grouping)

    @pytest.mark.parametrize(
        "data",
        [
            clicks(1500, seed=1),
            quest(800, seed=2),
            ratings(300, items=80, mean_length=12, longest=60, seed=3),
            Baskets.of([[1, 2, 3]] * 20),
            Baskets.of([[]] * 20),
            Baskets.of([[row] for row in range(20)]),
        ],
        ids=["clicks", "quest", "ratings", "equal", "empty", "all different"],
    )
    @pytest.mark.parametrize("k", [2, 10])
    def test_same_groups_on_any_number_of_threads(self, name, data, k):  # type: ignore[no-untyped-def]
        one, two = (METHODS[name](data, k, budget=50_000, threads=n) for n in (1, 2))
        assert np.array_equal(one.group_of_row, two.group_of_row)
        assert np.array_equal(one.centre_items, two.centre_items)
        assert one.nodes == two.nodes
        check(data, k, one)


def clicks_with_rules() -> tuple[Baskets, Rules, tuple[str, ...]]:
    data = clicks(1500, seed=1)
    sensitive = data.vocabulary.strings[:9]
    return data, random_rules(data, sensitive, 60, size=2, seed=3), sensitive


def with_taxonomy(data: Baskets) -> ExtendedRows:
    """Extend baskets by a taxonomy that puts ten items below each node."""
    names = data.vocabulary.strings
    groups = {f"g{at}": list(names[at : at + 10]) for at in range(0, len(names), 10)}
    return extend_baskets(data, Hierarchy.of(groups))


def run_rbat(**options: Any) -> Any:
    data, rules, sensitive = clicks_with_rules()
    found = rbat(data, rules, 4, 0.9, sensitive=sensitive, **options)
    return dict(found.mapping.by_item), found.tree.to_dict(), found.rejected


def run_km_apriori(**options: Any) -> Any:
    data = clicks(1500, seed=1)
    found = km_apriori(data, with_taxonomy(data), 5, 2, **options)
    return list(found.publish(data))


def run_top_down(**options: Any) -> Any:
    data = clicks(1500, seed=1)
    extended = with_taxonomy(data)
    return list(top_down(data, extended, 5, **options).publish(extended.rows))


#: Methods that are more than a grouping by items alone.
GENERALIZERS = {"rbat": run_rbat, "km-apriori": run_km_apriori, "top-down": run_top_down}


class Enough(Exception):
    """Raised by a progress function that wants no more."""


@pytest.mark.parametrize("method", GENERALIZERS.values(), ids=GENERALIZERS)
class TestEveryGeneralizer:
    def test_the_same_again_and_on_any_number_of_threads(self, method):  # type: ignore[no-untyped-def]
        one, again, two, five = (method(threads=threads) for threads in (1, 1, 2, 5))
        assert one == again == two == five

    def test_progress_ends_with_all_that_there_is(self, method):  # type: ignore[no-untyped-def]
        calls: list[tuple[int, int, int]] = []
        method(progress=lambda *figures: calls.append(figures))
        done, total, _ = calls[-1]
        assert 0 < done == total

    def test_an_error_of_the_progress_function_stops_it(self, method):  # type: ignore[no-untyped-def]
        def stop(*_: int) -> None:
            raise Enough

        with pytest.raises(Enough):
            method(progress=stop)

    def test_a_time_limit_ends_it(self, method):  # type: ignore[no-untyped-def]
        assert method(time_limit=1e-9) is not None


def kernels() -> dict[str, Callable[[Control], Any]]:
    """The kernels behind rules and k^m, each with work to do."""
    data, rules, sensitive = clicks_with_rules()
    public = np.array(
        [code for code, name in enumerate(data.vocabulary.strings) if name not in sensitive],
        dtype=np.int32,
    )
    left, right = (
        side.recoded(data.vocabulary.codes_of(side.vocabulary).astype(np.int32), data.vocabulary)
        for side in (rules.antecedents, rules.consequents)
    )
    extended = with_taxonomy(data)
    values = Baskets.from_codes(
        extended.vocabulary.codes_of(data.vocabulary)[data.items], data.offsets, extended.vocabulary
    )
    rows = (data.items, data.offsets, data.item_count)
    sides = (left.items, left.offsets, right.items, right.offsets)
    tree = (extended.above, extended.leaves)
    weights = np.full(len(public), 2**16, dtype=np.int64)
    return {
        "rbat": lambda control: _core.rbat(
            *rows, public, weights, *sides, 4, 0.9, 4, 4, 2, 2, control
        ),
        "km_apriori": lambda control: _core.km_apriori(
            values.items, values.offsets, *tree, 5, 2, control
        ),
        "km_check": lambda control: _core.km_check(*rows, 5, 3, 2, control),
        "supports": lambda control: _core.supports(*rows, left.items, left.offsets, 2, control),
    }


@pytest.mark.parametrize("name", ["rbat", "km_apriori", "km_check", "supports"])
def test_a_cancelled_kernel_returns_nothing(name: str) -> None:
    kernel = kernels()[name]
    control = Control()
    assert kernel(control) is not None
    control = Control()
    control.cancel()
    with pytest.raises(Cancelled):
        kernel(control)
