"""Mined patterns: against brute force on random baskets, against pyfim and known counts."""

from __future__ import annotations

from itertools import combinations
from pathlib import Path

import fim
import numpy as np
import polars as pl
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from shoal.data import Baskets
from shoal.datasets import clicks, load
from shoal.engines import local
from shoal.errors import ParameterError
from shoal.mining import Patterns, mine

from ..conftest import LONG
from ..quest import quest
from ..ratings import ratings

baskets = st.lists(st.sets(st.integers(0, 9)), max_size=12)


def closed_by_brute_force(rows: list[set[int]], min_support: int) -> dict[frozenset[int], int]:
    """Every closed pattern is the intersection of some rows; its support is what holds it."""
    sets = {
        frozenset.intersection(*map(frozenset, chosen))
        for size in range(1, len(rows) + 1)
        for chosen in combinations(rows, size)
    }
    supports = {one: sum(one <= row for row in rows) for one in sets if one}
    return {one: support for one, support in supports.items() if support >= min_support}


def as_dict(patterns: Patterns) -> dict[frozenset[int], int]:
    found = {frozenset(items): support for items, support in patterns}
    assert len(found) == len(patterns), "a pattern was reported twice"
    return found


@settings(max_examples=1500 if LONG else 70)
@given(baskets, st.integers(1, 5))
def test_closed_equals_brute_force(rows: list[set[int]], min_support: int) -> None:
    patterns = mine(Baskets.of(rows), min_support, "closed")
    assert as_dict(patterns) == closed_by_brute_force(rows, min_support)


@settings(max_examples=1500 if LONG else 70)
@given(baskets, st.integers(1, 5))
def test_longest_equals_brute_force(rows: list[set[int]], min_support: int) -> None:
    closed = closed_by_brute_force(rows, min_support)
    longest = max(map(len, closed), default=0)
    expected = {one: support for one, support in closed.items() if len(one) == longest}
    assert as_dict(mine(Baskets.of(rows), min_support, "longest")) == expected


def pyfim_closed(data: Baskets, min_support: int) -> dict[frozenset[int], int]:
    """pyfim's sets; it leaves out the closure of the empty set, which every row holds."""
    rows = [tuple(row) for row in data]
    sets = {frozenset(s): n for s, n in fim.eclat(rows, target="c", supp=-min_support, report="a")}
    everywhere = frozenset.intersection(*map(frozenset, rows))
    return sets | ({everywhere: len(rows)} if everywhere else {})


@pytest.mark.parametrize(
    ("data", "min_support"),
    [
        (clicks(4000, seed=3), 4),
        (quest(3000, seed=1), 6),
        (ratings(1500, items=120, mean_length=14, longest=90, seed=2), 100),
    ],
    ids=["clicks", "quest", "ratings"],
)
def test_closed_equals_pyfim_on_generated_baskets(data: Baskets, min_support: int) -> None:
    assert as_dict(mine(data, min_support)) == pyfim_closed(data, min_support)


# Counts of pyfim 6.28, which LCM 5.3 gives too. Where every row holds a common pattern, it is one
# more with us: mushroom's veil-type.
@pytest.mark.parametrize(
    ("name", "min_support", "count"),
    [
        ("bms_webview_1", 20, 187_971),
        ("bms_webview_1", 10, 644_862),
        ("bms_webview_1", 5, 1_330_453),
        ("bms_webview_2", 5, 1_009_822),
        ("t10i4d100k", 10, 283_397),
        ("mushroom", 8, 164_117),
        ("chess", 1600, 366_529),
        ("kosarak_25k", 10, 460_351),
    ],
)
def test_closed_counts_on_public_files(
    public_data: Path, name: str, min_support: int, count: int
) -> None:
    assert len(mine(load(name, public_data), min_support)) == count


def test_closed_equals_pyfim_on_a_public_file(public_data: Path) -> None:
    data = load("bms_webview_1", public_data)
    assert as_dict(mine(data, 36)) == pyfim_closed(data, 36)


def test_longest_on_a_public_file(public_data: Path) -> None:
    longest = mine(load("bms_webview_1", public_data), 5, "longest")
    assert longest.lengths.tolist() == [154]


def test_any_number_of_threads_gives_the_same_arrays() -> None:
    data = clicks(20_000, seed=5)
    one, two = (mine(data, 5, threads=threads) for threads in (1, 2))
    for name in ("items", "offsets", "supports"):
        assert np.array_equal(getattr(one, name), getattr(two, name))


def test_arrays_frame_and_iteration_agree() -> None:
    patterns = mine(Baskets.of([["b", "a"], ["a", "b", "c"], ["c"]]), 2)
    frame = patterns.to_polars()
    assert frame.schema == {"items": pl.List(pl.String), "length": pl.Int32, "support": pl.Int32}
    assert list(zip(frame["items"].to_list(), frame["support"], strict=True)) == list(patterns)
    assert frame["length"].to_list() == patterns.lengths.tolist()
    assert not patterns.items.flags.writeable


@pytest.mark.parametrize("rows", [[], [[]], [[], []]])
def test_nothing_to_find(rows: list[list[int]]) -> None:
    for target in ("closed", "longest"):
        assert len(mine(Baskets.of(rows), 1, target)) == 0


@pytest.mark.parametrize(
    "min_support", [0, -3, "0%", "101%", "-1%", "many", "", "1/0%", "0.5", True, "1e3", 2.5]
)
def test_wrong_support_is_one_sentence(min_support: int | str) -> None:
    with pytest.raises(ParameterError, match="min_support"):
        mine(Baskets.of([[1]]), min_support)


def test_unknown_target_says_what_there_is() -> None:
    with pytest.raises(ParameterError, match="all, closed, maximal, longest"):
        mine(Baskets.of([[1]]), 1, "rare")


def test_takes_what_read_takes(tmp_path: Path) -> None:
    (tmp_path / "baskets.dat").write_text("1 2\n1\n")
    frame = pl.DataFrame({"basket": [[1, 2], [1]]})
    assert list(mine(tmp_path / "baskets.dat", 2)) == list(mine(frame, 2)) == [([1], 2)]


def test_more_patterns_than_free_memory_gives_what_was_found(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    data = clicks(20_000, seed=3)
    every = as_dict(mine(data, 2))
    monkeypatch.setattr(local, "free_memory", lambda: 100_000)
    some = mine(data, 2)
    assert (some.complete, some.stopped_by) == (False, "memory")
    assert 0 < len(some) < len(every)
    assert as_dict(some).items() <= every.items()
