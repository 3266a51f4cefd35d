"""What is left of baskets, against counting row by row."""

from __future__ import annotations

from itertools import combinations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import shoal
from shoal.data import Baskets
from shoal.data.extended import extend_baskets
from shoal.utility import basket_use

TREE = {"cold": ["beer", "wine"], "hot": {"leaf": ["tea", "mate"], "cocoa": []}}
UP = {"beer": "cold", "wine": "cold", "tea": "leaf", "mate": "leaf", "leaf": "hot", "cocoa": "hot"}


@st.composite
def releases(draw):
    """Return baskets, and what each may be published as: no node below another."""
    rows, published = [], []
    for _ in range(draw(st.integers(1, 12))):
        row = draw(st.sets(st.sampled_from(["beer", "wine", "tea", "mate", "cocoa"]), max_size=4))
        there = set()
        for item in sorted(row):
            way = [item]
            while way[-1] in UP:
                way.append(UP[way[-1]])
            there.add(draw(st.sampled_from([*way, None])))
        there.discard(None)
        covered = {node for node in there if not any(node in above(one) for one in there)}
        rows.append(sorted(row))
        published.append(sorted(covered))
    return rows, published


def above(node: str) -> list[str]:
    found = []
    while node in UP:
        node = UP[node]
        found.append(node)
    return found


@given(releases(), st.randoms())
def test_agrees_with_counting(release, random):
    rows, published = release
    items = sorted({item for row in rows for item in row})
    original = Baskets.of(rows)
    extended = extend_baskets(original, shoal.Hierarchy.of(TREE)) if items else None
    random.shuffle(shuffled := list(published))
    use = basket_use(original, Baskets.of(shuffled), extended)

    def says(item, row):
        there = [node for node in (item, *above(item)) if node in row]
        below = [one for one in items if there and there[0] in (one, *above(one))]
        return 1 / len(below) if there else 0.0

    def error(size):
        queries = [*combinations(items, size)]
        true = np.array([sum(set(query) <= set(row) for row in rows) for query in queries])
        told = [
            sum(np.prod([says(item, row) for item in query]) for row in published)
            for query in queries
        ]
        if not true.any():
            return None
        return np.average(abs(true - told) / np.maximum(true, 0.001 * len(rows)), weights=true)

    for size, found in ((1, use.are_of_items), (2, use.are_of_pairs)):
        expected = error(size)
        assert found == (None if expected is None else pytest.approx(expected, abs=1e-9))
    assert use.together_before == sum(len(row) > 1 for row in rows)
    assert use.together == sum(len(row) > 1 for row in published)


def test_nothing_at_all():
    use = basket_use(Baskets.of([[], []]), Baskets.of([[], []]))
    assert (use.are_of_items, use.are_of_pairs, use.together_before) == (None, None, 0)
    assert use.to_dict()["frequent_pairs"]["pairs"] == 0
    assert (
        shoal.anonymize([[], []], "k=2").summary()["frequent pairs"]
        == "there were none in 2 rows or more"
    )
