"""Generalized patterns: against brute force on random trees, and known counts of Adult."""

from __future__ import annotations

from itertools import combinations
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import shoal
from shoal.data.extended import extend_baskets, extend_table
from shoal.errors import ParameterError, SchemaError

pytestmark = pytest.mark.usefixtures("values_shown")

ADULT = "age,workclass,education,marital-status,occupation,race,sex,native-country"


@st.composite
def trees(draw: st.DrawFn) -> shoal.Hierarchy:
    """A hierarchy over the values v0 .. v7, of one to three levels."""
    paths = []
    low = [draw(st.integers(0, 3)) for _ in range(8)]
    high = [draw(st.integers(0, 1)) for _ in range(4)]
    for value in range(8):
        group = low[value]
        paths.append([f"v{value}", f"g{group}", f"h{high[group]}", "*"])
    if draw(st.booleans()):
        paths = [[path[0], path[1], "*"] for path in paths]
    return shoal.Hierarchy.from_paths(paths)


values = st.integers(0, 7).map(lambda value: f"v{value}")


def way_up(tree: shoal.Hierarchy, value: str) -> set[str]:
    return set(tree.path(tree.node_of(value))[:-1])


def reduced(nodes: frozenset[Any], above: dict[Any, Any]) -> frozenset[Any]:
    return nodes - {above[node] for node in nodes}


def closed_by_brute_force(rows: list[set[Any]], min_support: int) -> dict[frozenset[Any], int]:
    sets = {
        frozenset.intersection(*map(frozenset, chosen))
        for size in range(1, len(rows) + 1)
        for chosen in combinations(rows, size)
    }
    supports = {one: sum(one <= row for row in rows) for one in sets}
    return {one: support for one, support in supports.items() if support >= min_support}


def found(patterns: shoal.mining.Patterns) -> dict[frozenset[str], int]:
    sets = {frozenset(items): support for items, support in patterns}
    assert len(sets) == len(patterns)
    return sets


@settings(max_examples=80)
@given(trees(), trees(), st.lists(st.tuples(values, values), min_size=1, max_size=9), st.data())
def test_closed_patterns_of_tables(
    first: shoal.Hierarchy,
    second: shoal.Hierarchy,
    rows: list[tuple[str, str]],
    data: st.DataObject,
) -> None:
    min_support = data.draw(st.integers(1, len(rows)))
    frame = {"a": [row[0] for row in rows], "b": [row[1] for row in rows]}
    table = shoal.Table.of(frame, {"a": first, "b": second})
    extended = [
        {f"a={node}" for node in way_up(first, a)} | {f"b={node}" for node in way_up(second, b)}
        for a, b in rows
    ]
    above = {}
    for name, tree in {"a": first, "b": second}.items():
        for node, label in enumerate(tree.labels):
            up = int(tree.parents[node])
            above[f"{name}={label}"] = f"{name}={tree.labels[up]}" if up > 0 else None
    expected = {
        reduced(nodes, above): support
        for nodes, support in closed_by_brute_force(extended, min_support).items()
    }
    patterns = shoal.mine(table, min_support)
    assert found(patterns) == expected
    batches = list(shoal.mine_batches(table, min_support))
    assert [pair for batch in batches for pair in batch] == list(patterns)
    some = shoal.mine(table, min_support, limit=2)
    assert list(some) == list(patterns)[:2]
    assert some.complete == (len(patterns) <= 2)
    first_batches = shoal.mine_batches(table, min_support, limit=2)
    assert [pair for batch in first_batches for pair in batch] == list(patterns)[:2]
    assert first_batches.complete == (len(patterns) <= 2)
    best = shoal.mine(table, min_support, top=2)
    assert [support for _, support in best] == sorted(expected.values(), reverse=True)[:2]


@settings(max_examples=80)
@given(trees(), st.lists(st.sets(values, max_size=4), max_size=8), st.integers(1, 3))
def test_patterns_of_baskets_with_a_taxonomy(
    tree: shoal.Hierarchy, rows: list[set[str]], min_support: int
) -> None:
    baskets = shoal.Baskets.of([sorted(row) for row in rows])
    extended = [set().union(*(way_up(tree, item) for item in row)) for row in rows]
    above = {
        label: tree.labels[int(tree.parents[node])]
        for node, label in enumerate(tree.labels)
        if node
    }
    closed = {
        nodes: support
        for nodes, support in closed_by_brute_force(extended, min_support).items()
        if nodes
    }
    expected = {reduced(nodes, above): support for nodes, support in closed.items()}
    assert found(shoal.mine(baskets, min_support, taxonomy=tree)) == expected
    maximal = {
        reduced(nodes, above): support
        for nodes, support in closed.items()
        if not any(nodes < other for other in closed)
    }
    assert found(shoal.mine(baskets, min_support, "maximal", taxonomy=tree)) == maximal
    every = found(shoal.mine(baskets, min_support, "all", taxonomy=tree))
    assert set(closed) <= set(every)
    assert every == {one: sum(one <= row for row in extended) for one in every}


def test_extended_rows_tell_what_is_above() -> None:
    tree = shoal.Hierarchy.of({"hot": ["tea", "cocoa"], "cold": ["rum", "gin"]})
    extended = extend_baskets(shoal.Baskets.of([["tea", "rum"], ["gin"]]), tree)
    names = extended.vocabulary.to_list()
    assert names == ["cold", "gin", "hot", "rum", "tea"]
    assert extended.above.tolist() == [-1, 0, -1, 0, 2]
    assert extended.leaves.tolist() == [2, 1, 1, 1, 1]  # cocoa does not occur


def test_mistakes_are_one_sentence() -> None:
    tree = shoal.Hierarchy.of({"hot": ["tea"]})
    baskets = shoal.Baskets.of([["tea", "rum"], ["gin"]])
    with pytest.raises(SchemaError, match="2 items are missing from the taxonomy: 'gin', 'rum'"):
        shoal.mine(baskets, 1, taxonomy=tree)
    teas = shoal.Baskets.of([["tea"]])
    for options in ({"min_length": 2}, {"max_length": 2}, {"top": 1, "by": "length"}):
        with pytest.raises(ParameterError, match="cannot be chosen by their length"):
            shoal.mine(teas, 1, taxonomy=tree, **options)
    with pytest.raises(ParameterError, match="cannot read baskets from a Table"):
        shoal.mine(shoal.Table.of({"a": ["x"]}, ["a"]), 1, taxonomy=tree)
    with pytest.raises(SchemaError, match="rename a column"):
        extend_table(shoal.Table.of({"a": ["b=c"], "a=b": ["c"]}, ["a", "a=b"]))


@pytest.mark.parametrize(("k", "count"), [(5, 1_203_409), (50, 395_216), (200, 112_412)])
def test_adult(public_data, k: int, count: int) -> None:
    """The root is one of them; pyfim, which leaves it out, counts one less."""
    table = shoal.read(
        public_data / "adult.csv.gz",
        qi=ADULT.split(","),
        hierarchies=public_data / "hierarchies" / "adult",
    )
    patterns = shoal.mine(table, min_support=k, target="closed")
    assert len(patterns) == count
    assert list(patterns[:1]) == [([], len(table))]


def test_groceries(public_data) -> None:
    tree = shoal.read_hierarchy(public_data / "hierarchies" / "groceries" / "items.csv.gz")
    patterns = shoal.mine(public_data / "groceries.dat.gz", 20, taxonomy=tree)
    assert len(patterns) == 221_593
