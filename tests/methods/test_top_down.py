"""Top-down groups: of k rows, truthful, and never worse than one group of all rows."""

from __future__ import annotations

from itertools import combinations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import shoal
from shoal.data.extended import ExtendedRows, extend_baskets
from shoal.kinds import KINDS
from shoal.loss.baskets import is_row_by_row_subset
from shoal.loss.generalized import measure_generalized
from shoal.methods.grouping import Grouping
from shoal.methods.shared_nodes import with_best_shared

from ..conftest import LONG
from .searches import top_down

TREES = [
    {"g0": ["v0", "v1", "v2"], "g1": ["v3", "v4"], "g2": ["v5"]},
    {"h0": {"g0": ["v0", "v1"], "g1": ["v2", "v3"]}, "h1": {"g2": ["v4", "v5"]}},
    ["v0", "v1", "v2", "v3", "v4", "v5"],
]
items = st.integers(0, 5).map(lambda item: f"v{item}")
baskets = st.lists(st.sets(items, max_size=5).map(sorted), min_size=5, max_size=20)


def least_of_one_group(
    original: shoal.Baskets, tree: shoal.Hierarchy, extended: ExtendedRows
) -> float:
    """The least GCP of one group, by trying all sets of shared nodes with none above another."""
    ways_up = [{n for i in row for n in tree.path(tree.node_of(i))[:-1]} for row in original]
    shared = sorted(set.intersection(*ways_up))
    losses = []
    for size in range(len(shared) + 1):
        for nodes in combinations(shared, size):
            if not any(set(tree.path(tree.node_of(node))[1:]) & set(nodes) for node in nodes):
                release = shoal.Baskets.of([nodes] * len(original))
                losses.append(measure_generalized(original, release, extended).gcp)
    return min(losses)


@given(baskets, st.sampled_from(TREES))
def test_shared_nodes_that_lose_least_are_published(rows, groups) -> None:
    original = shoal.Baskets.of(rows)
    tree = shoal.Hierarchy.of(groups)
    extended = extend_baskets(original, tree)
    one_group = Grouping(
        group_of_row=np.zeros(len(rows), dtype=np.int32),
        centre_items=np.empty(0, dtype=np.int32),
        centre_offsets=np.zeros(2, dtype=np.int64),
        proved=np.zeros(1, dtype=np.bool_),
        nodes=0,
        repeatable=True,
    )
    published = with_best_shared(original, one_group, extended).publish(extended.rows)
    loss = measure_generalized(original, published, extended)
    assert loss.gcp == pytest.approx(least_of_one_group(original, tree, extended))


@settings(max_examples=1500 if LONG else 70)
@given(baskets, st.sampled_from(TREES), st.integers(2, 5))
def test_groups_are_large_enough_and_truthful(rows, groups, k) -> None:
    original = shoal.Baskets.of(rows)
    tree = shoal.Hierarchy.of(groups)
    extended = extend_baskets(original, tree)
    grouping = top_down(original, extended, k)
    assert grouping.sizes.min() >= k
    assert grouping.repeatable
    published = grouping.publish(extended.rows)
    assert is_row_by_row_subset(extended.rows, published)
    made = list(published)
    assert min(made.count(row) for row in made) >= k
    loss = measure_generalized(original, published, extended)
    assert loss.gcp <= least_of_one_group(original, tree, extended) + 1e-12
    again = top_down(original, extended, k, threads=3)
    assert np.array_equal(again.group_of_row, grouping.group_of_row)


def test_rows_that_are_frequent_enough_stay_as_they_are() -> None:
    original = shoal.Baskets.of([["a", "b"]] * 3 + [["c"]] * 3 + [[]] * 3)
    extended = extend_baskets(original, shoal.Hierarchy.of({"g": ["a", "b"], "h": ["c"]}))
    assert top_down(original, extended, 3).publish(extended.rows) == original


def test_a_time_limit_keeps_the_promise() -> None:
    original = shoal.Baskets.of([[n % 7, 7 + n % 5] for n in range(500)])
    extended = extend_baskets(original, shoal.Hierarchy.flat([str(n) for n in range(12)]))
    grouping = top_down(original, extended, 8, time_limit=1e-9)
    assert grouping.sizes.min() >= 8


# Shoal's own figures.
@pytest.mark.parametrize(("name", "most"), [("groceries", 0.169), ("bms_webview_2", 0.063)])
def test_public_files(public_data, name, most) -> None:
    original = shoal.read(public_data / f"{name}.dat.gz")
    tree = shoal.read_hierarchy(public_data / "hierarchies" / name / "items.csv.gz")
    extended = extend_baskets(original, tree)
    grouping = top_down(original, extended, 10)
    assert grouping.sizes.min() >= 10
    published = grouping.publish(extended.rows)
    assert shoal.verify(published, "k=10").ok
    assert measure_generalized(original, published, extended).gcp < most


def test_what_is_measured_from_sorted_rows_is_a_bound():
    tree = {"drinks": ["tea", "rum", "gin"], "food": ["ham", "egg", "jam"]}
    rng = np.random.default_rng(1)
    items = [*tree["drinks"], *tree["food"]]
    rows = [rng.choice(items, size, replace=False).tolist() for size in rng.integers(1, 5, 60)]
    release = shoal.anonymize(rows, "k=5", taxonomy=tree)
    loss = shoal.measure(rows, release.data, taxonomy=tree)
    assert loss.at_most
    told, exact = KINDS["baskets"].loss_summary(loss), KINDS["baskets"].loss_summary(release.loss)
    assert told["generalized"].startswith("at least ")
    assert f"nothing is left of at most {loss.suppressed_items:,}" in told["generalized"]
    assert told["GCP"].startswith("at most ")
    assert "items suppressed" not in told
    assert "at " not in exact["generalized"] + exact["GCP"]
    assert loss.suppressed_items >= release.loss.suppressed_items
    assert loss.generalized_items <= release.loss.generalized_items
    assert loss.kept_items == release.loss.kept_items
