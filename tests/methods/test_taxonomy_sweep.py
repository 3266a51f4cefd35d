"""Baskets published with a taxonomy: truthful, private, and priced as the definition says."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import shoal
from shoal.errors import ParameterError, SchemaError
from shoal.loss.generalized import GeneralizedLoss

pytestmark = pytest.mark.usefixtures("values_shown")

TREES = [
    {"g0": ["v0", "v1", "v2"], "g1": ["v3", "v4"], "g2": ["v5"]},
    {"h0": {"g0": ["v0", "v1"], "g1": ["v2", "v3"]}, "h1": {"g2": ["v4", "v5"]}},
    ["v0", "v1", "v2", "v3", "v4", "v5"],
]
items = st.integers(0, 5).map(lambda item: f"v{item}")
baskets = st.lists(st.sets(items, max_size=4), min_size=4, max_size=12)


def gcp_by_definition(
    rows: list[list[str]], published: list[list[str]], tree: shoal.Hierarchy
) -> float:
    """An item costs the LM of its nearest published node, over the items that occur."""
    occurring = {item for row in rows for item in row}
    total = sum(map(len, rows))
    lost = 0.0
    for row, nodes in zip(rows, published, strict=True):
        for item in row:
            way = tree.path(tree.node_of(item))[:-1]
            nearest = next((node for node in way if node in nodes), None)
            if nearest is None:
                lost += 1
            elif nearest != item:
                node = tree.node_of(nearest)
                below = set(tree.values[tree.first[node] : tree.last[node]]) & occurring
                lost += (len(below) - 1) / max(len(occurring) - 1, 1)
    return lost / total if total else 0.0


@settings(max_examples=100)
@given(baskets, st.sampled_from(TREES), st.integers(2, 4))
def test_releases_are_truthful_private_and_priced(rows, groups, k) -> None:
    tree = shoal.Hierarchy.of(groups)
    original = shoal.Baskets.of([sorted(row) for row in rows])
    release = shoal.anonymize(original, f"k={k}", taxonomy=tree, keep_order=True)
    published = list(release.data)
    assert release.verdict.ok
    assert release.certificate is None
    assert min(published.count(row) for row in published) >= k
    for row, nodes in zip(rows, published, strict=True):
        known = {node for item in row for node in tree.path(tree.node_of(item))[:-1]}
        assert set(nodes) <= known
        implied = {up for node in nodes for up in tree.path(tree.node_of(node))[1:]}
        assert not implied & set(nodes), "a node is published beside one below it"
    expected = gcp_by_definition(list(original), published, tree)
    assert release.loss.gcp == pytest.approx(expected)
    again = shoal.measure(original, release.data, taxonomy=tree)
    assert again == release.loss
    plain = shoal.anonymize(original, f"k={k}", certificate="none")
    assert release.loss.gcp <= plain.loss.gcp + 1e-12


def test_a_flat_taxonomy_is_suppression() -> None:
    original = shoal.Baskets.of([["a", "b"], ["a", "b"], ["a"], ["b"], ["a", "c"]])
    tree = shoal.Hierarchy.flat(["a", "b", "c"])
    release = shoal.anonymize(original, "k=2", taxonomy=tree)
    assert isinstance(release.loss, GeneralizedLoss)
    assert release.loss.gcp == shoal.anonymize(original, "k=2", certificate="none").loss.gcp


def test_mistakes_are_one_sentence() -> None:
    tree = shoal.Hierarchy.of({"hot": ["tea", "cocoa"]})
    teas = shoal.Baskets.of([["tea"], ["cocoa"]])
    with pytest.raises(SchemaError, match="1 item is missing from the taxonomy: 'gin'"):
        shoal.anonymize(shoal.Baskets.of([["gin"], ["tea"]]), "k=2", taxonomy=tree)
    with pytest.raises(ParameterError, match=r"taxonomy.*patternka|patternka.*taxonomy"):
        shoal.anonymize(teas, "k=2", taxonomy=tree, method="patternka")
    with pytest.raises(ParameterError, match="no certificate with a taxonomy"):
        shoal.anonymize(teas, "k=2", taxonomy=tree, certificate="tight")
    table = shoal.Table.of({"a": ["x", "y"]}, ["a"])
    with pytest.raises(ParameterError, match="taxonomy means nothing for a table"):
        shoal.anonymize(table, "k=2", taxonomy=tree)


@pytest.mark.parametrize("keep_order", [False, True])
def test_from_file_to_file(tmp_path, keep_order) -> None:
    (tmp_path / "baskets.dat").write_text("1 2\n1 3\n4\n4\n")
    (tmp_path / "items.csv").write_text("1;10;*\n2;20;*\n3;20;*\n4;30;*\n")
    content = {
        "model": "k=2",
        "input": {"path": "baskets.dat"},
        "data": {"taxonomy": "items.csv"},
        "options": {"keep_order": keep_order},
        "output": {"path": "out.dat"},
    }
    release = shoal.Recipe.of(content, folder=tmp_path).run()
    output = release.files["output"]
    assert sorted(output.read_text().splitlines()) == ["1 20", "1 20", "4", "4"]
    assert release.loss.gcp == pytest.approx(2 * (1 / 3) / 6)
    assert shoal.verify(output, "k=2").ok


# Shoal's own figure; without a taxonomy the GCP is 0.6449.
def test_groceries(public_data) -> None:
    tree = shoal.read_hierarchy(public_data / "hierarchies" / "groceries" / "items.csv.gz")
    release = shoal.anonymize(public_data / "groceries.dat.gz", "k=50", taxonomy=tree)
    assert release.loss.gcp < 0.543
    assert release.verdict.ok
