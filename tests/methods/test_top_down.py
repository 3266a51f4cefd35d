"""Top-down groups: of k rows, truthful, and never worse than one group of all rows."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import shoal
from shoal.data.extended import extend_baskets
from shoal.errors import ParameterError
from shoal.loss.baskets import is_row_by_row_subset
from shoal.loss.generalized import measure_generalized
from shoal.methods.top_down import top_down

TREES = [
    {"g0": ["v0", "v1", "v2"], "g1": ["v3", "v4"], "g2": ["v5"]},
    {"h0": {"g0": ["v0", "v1"], "g1": ["v2", "v3"]}, "h1": {"g2": ["v4", "v5"]}},
    ["v0", "v1", "v2", "v3", "v4", "v5"],
]
items = st.integers(0, 5).map(lambda item: f"v{item}")
baskets = st.lists(st.sets(items, max_size=5).map(sorted), min_size=5, max_size=20)


@settings(max_examples=150)
@given(baskets, st.sampled_from(TREES), st.integers(2, 5))
def test_groups_are_large_enough_and_truthful(rows, groups, k) -> None:
    original = shoal.Transactions.of(rows)
    tree = shoal.Hierarchy.of(groups)
    extended = extend_baskets(original, tree)
    grouping = top_down(original, extended, k)
    assert grouping.sizes.min() >= k
    assert grouping.repeatable
    published = grouping.publish(extended.rows)
    assert is_row_by_row_subset(extended.rows, published)
    made = list(published)
    assert min(made.count(row) for row in made) >= k
    shared = set.intersection(
        *({n for item in row for n in tree.path(tree.node_of(item))[:-1]} for row in rows)
    )
    one_group = shoal.Transactions.from_codes(
        np.tile([extended.vocabulary.to_list().index(node) for node in shared], len(rows)),
        np.arange(len(rows) + 1) * len(shared),
        extended.vocabulary,
    )
    loss = measure_generalized(original, published, extended)
    assert loss.gcp <= measure_generalized(original, one_group, extended).gcp
    again = top_down(original, extended, k, threads=3)
    assert np.array_equal(again.group_of_row, grouping.group_of_row)


def test_rows_that_are_frequent_enough_stay_as_they_are() -> None:
    original = shoal.Transactions.of([["a", "b"]] * 3 + [["c"]] * 3 + [[]] * 3)
    extended = extend_baskets(original, shoal.Hierarchy.of({"g": ["a", "b"], "h": ["c"]}))
    assert top_down(original, extended, 3).publish(extended.rows) == original


def test_mistakes_are_one_sentence() -> None:
    original = shoal.Transactions.of([["a"], ["a"]])
    extended = extend_baskets(original, shoal.Hierarchy.flat(["a"]))
    with pytest.raises(ParameterError, match="between 1 and the number of rows, 2"):
        top_down(original, extended, 3)


def test_a_time_limit_keeps_the_promise() -> None:
    original = shoal.Transactions.of([[n % 7, 7 + n % 5] for n in range(500)])
    extended = extend_baskets(original, shoal.Hierarchy.flat([str(n) for n in range(12)]))
    grouping = top_down(original, extended, 8, time_limit=1e-9)
    assert grouping.sizes.min() >= 8


# Shoal's own figures.
@pytest.mark.parametrize(("name", "most"), [("groceries", 0.173), ("bms_webview_2", 0.073)])
def test_public_files(public_data, name, most) -> None:
    original = shoal.read(public_data / f"{name}.dat.gz")
    tree = shoal.read_hierarchy(public_data / "hierarchies" / name / "items.csv.gz")
    extended = extend_baskets(original, tree)
    grouping = top_down(original, extended, 10)
    assert grouping.sizes.min() >= 10
    published = grouping.publish(extended.rows)
    assert shoal.verify(published, "k=10").ok
    assert measure_generalized(original, published, extended).gcp < most
