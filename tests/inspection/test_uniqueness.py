"""Who is singled out, against counting by hand."""

from __future__ import annotations

from collections import Counter
from itertools import combinations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import shoal
from shoal.inspection import uniqueness
from shoal.inspection.uniqueness import (
    by_all_columns,
    by_known_columns,
    by_known_items,
)

rows_of_items = st.lists(st.sets(st.integers(0, 6), max_size=5), min_size=1, max_size=12)
tables = st.integers(1, 4).flatmap(
    lambda width: st.lists(st.tuples(*[st.integers(0, 3)] * width), min_size=1, max_size=15)
)


def singled_out(rows, known):
    """Share of a row's sets of so many items that no other row holds, on average over rows."""
    shares = []
    for row in rows:
        sets = [set(some) for some in combinations(sorted(row), min(known, len(row)))]
        shares.append(np.mean([sum(some <= other for other in rows) == 1 for some in sets]))
    return np.mean(shares)


@given(rows_of_items, st.integers(1, 3))
def test_known_items_by_hand(rows, known):
    found = by_known_items(shoal.Baskets.of(rows), known)
    assert found.exact
    assert found.share == pytest.approx(singled_out(rows, known))


@given(rows_of_items)
def test_all_items_by_hand(rows):
    found = shoal.inspect(shoal.Baskets.of(rows))
    times = Counter(map(frozenset, rows))
    alone = sum(number == 1 for number in times.values())
    assert found.uniqueness[-1].share == alone / len(rows)


def test_drawn_items_are_near_the_truth(monkeypatch):
    chance = np.random.default_rng(0)
    rows = [{*(chance.zipf(1.3, size) % 60).tolist()} for size in chance.integers(1, 7, 400)]
    data = shoal.Baskets.of(rows)
    for known in (1, 2, 3):
        truth = by_known_items(data, known).share
        monkeypatch.setattr(uniqueness, "ALL_SETS", 10)
        drawn = by_known_items(data, known, seed=1)
        assert drawn.looked_at == uniqueness.DRAWN
        assert drawn.low <= truth <= drawn.high
        assert drawn == by_known_items(data, known, seed=1)
        monkeypatch.undo()


def unique_rows(rows, places):
    times = Counter(tuple(row[place] for place in places) for row in rows)
    return np.mean([times[tuple(row[place] for place in places)] == 1 for row in rows])


@given(tables, st.data())
def test_known_columns_by_hand(rows, data):
    width = len(rows[0])
    known = data.draw(st.integers(1, width))
    columns = {f"c{place}": np.array([row[place] for row in rows]) for place in range(width)}
    shares = {some: unique_rows(rows, some) for some in combinations(range(width), known)}
    found = by_known_columns(columns, known)
    assert found.exact
    assert found.share == pytest.approx(np.mean(list(shares.values())))
    assert found.worst_share == pytest.approx(max(shares.values()))
    assert shares[tuple(int(name[1:]) for name in found.worst)] == pytest.approx(found.worst_share)
    assert by_all_columns(columns, columns).share == pytest.approx(unique_rows(rows, range(width)))


def test_drawn_sets_are_near_the_truth(monkeypatch):
    chance = np.random.default_rng(0)
    columns = {f"c{place}": chance.integers(0, 40, 4000) for place in range(8)}
    truth = by_known_columns(columns, 3).share
    monkeypatch.setattr(uniqueness, "MOST_CELLS", 30 * 4000)
    drawn = by_known_columns(columns, 3)
    assert not drawn.exact
    assert drawn.looked_at <= 30
    assert drawn.low <= truth <= drawn.high
    assert drawn == by_known_columns(columns, 3)


@given(st.integers(0, 50), st.integers(1, 50))
def test_intervals_hold_the_share(hits, more):
    looked_at = hits + more
    low, high = uniqueness.of_share(hits, looked_at)
    assert 0 <= low <= hits / looked_at <= high <= 1
