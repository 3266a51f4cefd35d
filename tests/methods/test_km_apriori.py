"""k^m-anonymous baskets: truthful, private by counting, priced as the measure prices them."""

from __future__ import annotations

from collections import Counter
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import shoal
from shoal.data.extended import extend_baskets
from shoal.errors import ParameterError
from shoal.loss.baskets import is_row_by_row_subset
from shoal.loss.generalized import measure_generalized, parts_of
from shoal.privacy import KmAnonymity

from ..conftest import LONG
from .searches import km_apriori

TREES = [
    {"g0": ["v0", "v1", "v2"], "g1": ["v3", "v4"], "g2": ["v5"]},
    {"h0": {"g0": ["v0", "v1"], "g1": ["v2", "v3"]}, "h1": {"g2": ["v4", "v5"]}},
    ["v0", "v1", "v2", "v3", "v4", "v5"],
]
items = st.integers(0, 5).map(lambda item: f"v{item}")
baskets = st.lists(st.sets(items, max_size=5).map(sorted), max_size=15)


@settings(max_examples=1500 if LONG else 70)
@given(baskets, st.sampled_from(TREES), st.integers(2, 5), st.integers(1, 4))
def test_releases_are_truthful_private_and_priced(rows, groups, k, m) -> None:
    original = shoal.Baskets.of(rows)
    extended = extend_baskets(original, shoal.Hierarchy.of(groups))
    found = km_apriori(original, extended, k, m)
    published = found.publish(original)
    assert is_row_by_row_subset(extended.rows, published)
    counts = Counter(c for row in published for n in range(1, m + 1) for c in combinations(row, n))
    assert min(counts.values(), default=k) >= k
    loss = measure_generalized(original, published, extended)
    assert loss.gcp * original.size * parts_of(original) == pytest.approx(found.loss)
    assert found.loss <= found.greedy_loss
    assert published == km_apriori(original, extended, k, m, threads=3).publish(original)


@given(baskets, st.sampled_from(TREES))
def test_an_item_is_one_node_everywhere(rows, groups) -> None:
    original = shoal.Baskets.of(rows)
    tree = shoal.Hierarchy.of(groups)
    published = km_apriori(original, extend_baskets(original, tree), 2, 2).publish(original)
    nodes = {node for row in published for node in row}
    for node in nodes:
        assert not nodes & set(tree.path(tree.node_of(node))[1:])
    kept = {item: {n for n in tree.path(tree.node_of(item)) if n in nodes} for item in tree.values}
    for row, made in zip(original, published, strict=True):
        for item in row:
            assert kept[item] <= set(made) or not kept[item] & set(made)


def test_what_is_frequent_enough_stays_as_it_is() -> None:
    original = shoal.Baskets.of([["a", "b"]] * 3 + [["c"]] * 3 + [[]])
    extended = extend_baskets(original, shoal.Hierarchy.of({"g": ["a", "b"], "h": ["c"]}))
    assert km_apriori(original, extended, 3, 2).publish(original) == original


def test_more_than_all_rows_publishes_nothing() -> None:
    original = shoal.Baskets.of([["a", "b"], ["c"]])
    extended = extend_baskets(original, shoal.Hierarchy.of({"g": ["a", "b"], "h": ["c"]}))
    assert list(km_apriori(original, extended, 3, 1).publish(original)) == [[], []]


def test_a_time_limit_keeps_the_promise() -> None:
    original = shoal.Baskets.of([[n % 7, 7 + n % 5, 12 + n % 3] for n in range(200)])
    tree = shoal.Hierarchy.flat([str(n) for n in range(15)])
    extended = extend_baskets(original, tree)
    found = km_apriori(original, extended, 8, 3, time_limit=1e-9)
    assert not found.repeatable
    assert shoal.verify(found.publish(original), KmAnonymity(8, 3)).ok


def test_mistakes_are_one_sentence() -> None:
    with pytest.raises(ParameterError, match="m must be"):
        KmAnonymity(2, 17)
    with pytest.raises(ParameterError, match="k must be"):
        KmAnonymity(1, 2)


# Shoal's own figures.
@pytest.mark.parametrize(
    ("name", "m", "most"),
    [("groceries", 2, 0.051), ("groceries", 3, 0.081), ("bms_webview_2", 2, 0.016)],
)
def test_public_files(public_data, name, m, most) -> None:
    original = shoal.read(public_data / f"{name}.dat.gz")
    tree = shoal.read_hierarchy(public_data / "hierarchies" / name / "items.csv.gz")
    extended = extend_baskets(original, tree)
    published = km_apriori(original, extended, 10, m).publish(original)
    assert shoal.verify(published, KmAnonymity(10, m)).ok
    assert measure_generalized(original, published, extended).gcp < most
