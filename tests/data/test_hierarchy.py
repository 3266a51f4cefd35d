"""Hierarchies: trees whose leaves are values."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from shoal.data import Hierarchy
from shoal.data.range_labels import bounds, doubtful_labels
from shoal.errors import FormatError, ParameterError

pytestmark = pytest.mark.usefixtures("values_shown")


@st.composite
def hierarchies(draw) -> Hierarchy:
    """A random tree of any shape: each node hangs below an earlier one."""
    above = [-1] + [draw(st.integers(0, i)) for i in range(draw(st.integers(1, 25)))]
    above = [-1] + [min(parent, i) for i, parent in enumerate(above[1:])]
    inner = set(above)
    labels = ["*"] + [f"{'g' if i in inner else 'v'}{i}" for i in range(1, len(above))]
    paths = []
    for leaf in range(1, len(above)):
        if leaf not in inner:
            path, node = [], leaf
            while node >= 0:
                path.append(labels[node])
                node = above[node]
            paths.append(path)
    return Hierarchy.from_paths(paths)


def same(one: Hierarchy, other: Hierarchy) -> bool:
    return one.labels == other.labels and all(
        np.array_equal(getattr(one, name), getattr(other, name))
        for name in ("parents", "first", "last", "leaf_nodes")
    )


def leaves_below(tree: Hierarchy, node: int) -> set[str]:
    return {
        tree.labels[leaf]
        for leaf in tree.leaf_nodes.tolist()
        if tree.labels[node] in tree.path(leaf)
    }


@given(hierarchies())
def test_a_node_is_the_range_of_its_leaves(tree):
    assert tree.parents[0] == -1
    assert (tree.parents[1:] < np.arange(1, len(tree.labels))).all()
    for node in range(len(tree.labels)):
        inside = tree.values[tree.first[node] : tree.last[node]]
        assert {*inside} == leaves_below(tree, node)
        below = np.flatnonzero(tree.parents == node)
        assert tree.levels()[node] == max((tree.levels()[child] + 1 for child in below), default=0)
    assert (tree.last - tree.first)[tree.leaf_nodes].tolist() == [1] * len(tree)


@given(hierarchies())
def test_paths_come_back(tree):
    paths = tree.paths()
    assert len({len(path) for path in paths}) == 1
    assert same(Hierarchy.from_paths(paths), tree)
    assert tree.describe().count("\n") + 1 == len(tree.labels)


@given(hierarchies(), st.data())
def test_restricted_to_some_values(tree, data):
    kept = data.draw(st.lists(st.sampled_from(tree.values), unique=True, min_size=1))
    small = tree.restricted_to(kept)
    assert small.values == tuple(value for value in tree.values if value in {*kept})
    for value in kept:
        assert small.path(small.leaf_nodes[small.values.index(value)]) == tree.path(
            tree.leaf_nodes[tree.values.index(value)]
        )
    assert same(small, Hierarchy.from_paths([p for p in tree.paths() if p[0] in {*kept}]))
    assert same(tree.restricted_to(tree.values), tree)


@given(hierarchies(), st.data())
def test_lowest_node_above_two_leaves(tree, data):
    leaf = st.integers(0, len(tree) - 1)
    pairs = data.draw(st.lists(st.tuples(leaf, leaf).map(sorted), min_size=1))
    least, greatest = np.transpose(pairs)
    for (low, high), node in zip(pairs, tree.lowest_above(least, greatest), strict=True):
        paths = [tree.path(tree.leaf_nodes[leaf]) for leaf in (low, high)]
        assert tree.labels[node] == next(label for label in paths[0] if label in paths[1])


@given(hierarchies())
def test_missing_is_the_last_leaf_below_the_root(tree):
    more = tree.with_missing()
    assert more.values == (*tree.values, "?")
    assert more.path(more.node_of("?")) == ("?", "*")
    assert same(more.with_missing(), more)
    assert same(more.restricted_to(tree.values), tree)


def test_a_missing_value_of_the_users_own_moves_below_the_root():
    tree = Hierarchy.from_paths([["?", "unknown", "*"], ["a", "known", "*"]]).with_missing()
    assert tree.labels == ("*", "known", "a", "?")


@given(st.lists(st.text(st.characters(codec="utf-8"), min_size=1).filter("*".__ne__)))
def test_flat(values):
    tree = Hierarchy.flat(values)
    assert tree.values == tuple(dict.fromkeys(values))
    assert tree.depth == (1 if values else 0)
    if "?" not in values:
        assert same(tree, Hierarchy.from_paths([[value] for value in tree.values]))


def test_a_nested_mapping():
    tree = Hierarchy.of({"*": {"old": {"very old": [90, 91]}, "young": (20, 21), "odd": None}})
    assert tree.values == ("90", "91", "20", "21", "odd")
    assert tree.path(tree.node_of("90")) == ("90", "very old", "old", "*")
    assert Hierarchy.of(["a", "b"]).labels == ("*", "a", "b")


def test_arrays_are_read_only():
    with pytest.raises(ValueError):
        Hierarchy.flat(["a"]).parents[0] = 3


BAD_PATHS = {
    "two parents": (
        [["a", "g", "*"], ["a", "h", "*"]],
        "'a' has two parents: 'g' and 'h'",
    ),
    "two parents of a group": (
        [["a", "g", "x", "*"], ["b", "g", "y", "*"]],
        "'g' has two parents: 'x' and 'y'",
    ),
    "above itself": ([["a", "g", "h", "g", "*"]], "'g' has two parents"),
    "above itself in two lines": (
        [["a", "g", "h", "*"], ["b", "h", "g", "*"]],
        "'g' has two parents: 'h' and '*'",
    ),
    "value and group": (
        [["Europe", "*"], ["France", "Europe", "*"]],
        "'Europe' is a value and also a group of values",
    ),
    "value and group, repeated": (
        [["Europe", "Europe", "*"], ["France", "Europe", "*"]],
        "'Europe' is a value and also a group of values",
    ),
    "root inside": ([["a", "*", "g", "*"]], "no label in between"),
    "root alone": ([["*", "*"]], "goes from a value up"),
    "nothing": ([[]], "goes from a value up"),
    "empty label": ([["a", "", "*"]], "no label in between"),
    "missing as a group": ([["a", "?", "*"]], "no label in between"),
}


@pytest.mark.parametrize(("paths", "words"), BAD_PATHS.values(), ids=BAD_PATHS)
def test_bad_paths(paths, words):
    with pytest.raises(FormatError) as caught:
        Hierarchy.from_paths(paths, source="age.csv", lines=range(1, len(paths) + 1))
    assert words in str(caught.value)
    assert str(caught.value).startswith(f"age.csv, line {len(paths)}: ")
    with pytest.raises(ParameterError):
        Hierarchy.from_paths(paths)


def test_bad_mappings():
    with pytest.raises(ParameterError, match="two parents: 'g' and 'h'"):
        Hierarchy.of({"g": ["a"], "h": ["a"]})
    with pytest.raises(ParameterError, match="a list of values or a mapping"):
        Hierarchy.of({"Europe": "France"})
    with pytest.raises(ParameterError, match="'g' has two parents"):
        Hierarchy.of({"g": {"g2": {"g": ["a"]}}})


def test_all_unknown_values_are_listed():
    tree = Hierarchy.flat(["a"])
    with pytest.raises(ParameterError, match=r"3 values are missing .*: 'b', 'c', 'd'$"):
        tree.restricted_to(["b", "a", "c", "d"])
    with pytest.raises(ParameterError, match=r"^100 values .* and 60 more$"):
        tree.restricted_to(map(str, range(100)))
    with pytest.raises(ParameterError, match="'b' is not a label"):
        tree.node_of("b")


def test_long_lists_of_values_are_cut_in_the_description():
    text = Hierarchy.of({"g": map(str, range(50)), "h": ["x"]}).describe(limit=3)
    assert "... 47 more" in text
    assert text.count("\n") == 7


RANGES = {
    "16-20": (16, 20, True, True),
    "-5--2": (-5, -2, True, True),
    "1 - 2.5": (1, 2.5, True, True),
    "[16, 20[": (16, 20, True, False),
    "[16;20]": (16, 20, True, True),
    "]16, 20]": (16, 20, False, True),
    "(16, 20]": (16, 20, False, True),
    "<20": (-np.inf, 20, True, False),
    "≥ 65": (65, np.inf, True, True),
    "Europe": None,
    "555-12-34": None,
    "55267,55283": None,
}


@pytest.mark.parametrize(("label", "found"), RANGES.items(), ids=repr)
def test_labels_that_read_like_ranges(label, found):
    assert bounds(label) == found


def test_a_range_that_does_not_contain_its_value_is_said():
    tree = Hierarchy.from_paths(
        [["15", "15-19", "*"], ["20", "15-19", "*"], ["21", "[20, 21[", "*"], ["x", "20-30", "*"]]
    )
    assert doubtful_labels(tree) == (
        "label '15-19' does not contain its value '20'",
        "label '[20, 21[' does not contain its value '21'",
    )
