"""Every target with lengths, top patterns and limits: against brute force on random baskets."""

from __future__ import annotations

import subprocess
import sys
from itertools import combinations
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from shoal.data import Baskets
from shoal.datasets import clicks
from shoal.errors import LimitReached, ParameterError
from shoal.mining import TARGETS, Patterns, mine, mine_batches

from ..conftest import LONG

Rows = list[set[int]]
Sets = dict[tuple[int, ...], int]

baskets = st.lists(st.sets(st.integers(0, 7)), max_size=12)
supports = st.integers(1, 4)
targets = st.sampled_from(TARGETS)
lengths = st.tuples(st.integers(1, 4), st.none() | st.integers(0, 4)).map(
    lambda pair: (pair[0], None if pair[1] is None else pair[0] + pair[1])
)
threads = st.integers(1, 3)


def by_brute_force(rows: Rows, min_support: int, target: str) -> Sets:
    """Return the target's patterns, each as its sorted items."""
    items = sorted(set().union(*rows))
    sets = {
        one: support
        for size in range(1, len(items) + 1)
        for one in combinations(items, size)
        if (support := sum(row.issuperset(one) for row in rows)) >= min_support
    }

    def supersets(one: tuple[int, ...]) -> list[int]:
        return [sets[other] for other in sets if set(other) > set(one)]

    if target == "closed":
        return {one: n for one, n in sets.items() if n not in supersets(one)}
    if target == "maximal":
        return {one: n for one, n in sets.items() if not supersets(one)}
    if target == "longest":
        longest = max(map(len, sets), default=0)
        return {one: n for one, n in sets.items() if len(one) == longest}
    return sets


def within(sets: Sets, shortest: int, longest: int | None) -> Sets:
    return {
        one: n
        for one, n in sets.items()
        if len(one) >= shortest and (longest is None or len(one) <= longest)
    }


def listed(patterns: Patterns) -> list[tuple[tuple[int, ...], int]]:
    return [(tuple(items), support) for items, support in patterns]


def arrays(patterns: Patterns) -> tuple[list[int], list[int], list[int]]:
    return patterns.items.tolist(), patterns.offsets.tolist(), patterns.supports.tolist()


@settings(max_examples=3000 if LONG else 120)
@given(baskets, supports, targets, lengths, threads)
def test_targets_and_lengths(
    rows: Rows, min_support: int, target: str, lengths: tuple[int, int | None], threads: int
) -> None:
    shortest, longest = lengths
    expected = within(by_brute_force(rows, min_support, target), shortest, longest)
    patterns = mine(
        Baskets.of(rows),
        min_support,
        target,
        min_length=shortest,
        max_length=longest,
        threads=threads,
    )
    assert sorted(listed(patterns)) == sorted(expected.items())
    assert patterns.complete


@settings(max_examples=3000 if LONG else 120)
@given(
    baskets,
    supports,
    targets,
    lengths,
    st.integers(1, 12),
    st.sampled_from(["support", "length"]),
    threads,
)
def test_top(
    rows: Rows,
    min_support: int,
    target: str,
    lengths: tuple[int, int | None],
    top: int,
    by: str,
    threads: int,
) -> None:
    sets = within(by_brute_force(rows, min_support, target), *lengths)

    def rank(pattern: tuple[tuple[int, ...], int]) -> tuple[Any, ...]:
        items, support = pattern
        keys = (-support, -len(items)) if by == "support" else (-len(items), -support)
        return (*keys, items)

    patterns = mine(
        Baskets.of(rows),
        min_support,
        target,
        top=top,
        by=by,
        min_length=lengths[0],
        max_length=lengths[1],
        threads=threads,
    )
    assert listed(patterns) == sorted(sets.items(), key=rank)[:top]
    assert patterns.complete


@settings(max_examples=2000 if LONG else 80)
@given(baskets, supports, targets, lengths, st.integers(1, 12), threads)
def test_limit_gives_the_first(
    rows: Rows,
    min_support: int,
    target: str,
    lengths: tuple[int, int | None],
    limit: int,
    threads: int,
) -> None:
    data = Baskets.of(rows)
    every = mine(data, min_support, target, min_length=lengths[0], max_length=lengths[1], threads=1)
    some = mine(
        data,
        min_support,
        target,
        min_length=lengths[0],
        max_length=lengths[1],
        limit=limit,
        threads=threads,
    )
    assert arrays(some) == arrays(every[:limit])
    assert some.complete == (len(every) <= limit)
    assert some.stopped_by == (None if some.complete else "limit")


@given(baskets, supports, targets, st.none() | st.integers(1, 9), threads)
def test_batches_are_the_same_patterns(
    rows: Rows, min_support: int, target: str, limit: int | None, threads: int
) -> None:
    data = Baskets.of(rows)
    batches = mine_batches(data, min_support, target, limit=limit, threads=threads)
    found = [one for patterns in batches for one in listed(patterns)]
    every = mine(data, min_support, target, limit=limit)
    assert found == listed(every)
    assert batches.complete == every.complete


@pytest.mark.parametrize("target", ["all", "closed", "maximal"])
@pytest.mark.parametrize("limit", [1, 1000, 20_000])
def test_a_limit_is_the_same_with_any_number_of_threads(target: str, limit: int) -> None:
    data = clicks(8000, seed=5)
    every = mine(data, 4, target, max_length=3)
    for threads in (1, 2, 3):
        some = mine(data, 4, target, max_length=3, limit=limit, threads=threads)
        assert arrays(some) == arrays(every[:limit])
        assert some.complete == (len(every) <= limit)


def test_top_by_support_needs_no_support() -> None:
    data = clicks(5000, seed=1)
    best = mine(data, top=50)
    least = int(best.supports.min())
    closed = mine(data, least)
    assert best.supports.tolist() == sorted(closed.supports.tolist(), reverse=True)[:50]
    assert len(mine(Baskets.of([set(range(150))] * 9), target="all", top=20)) == 20


def nearly_endless() -> Baskets:
    chosen = np.random.default_rng(0).random((600, 200)) < 0.5
    return Baskets.of([np.flatnonzero(row).tolist() for row in chosen])


@pytest.mark.parametrize("target", ["all", "closed", "maximal"])
def test_a_time_limit_gives_what_was_found(target: str) -> None:
    patterns = mine(nearly_endless(), 3, target, time_limit=0.3)
    assert len(patterns) > 0
    assert (patterns.complete, patterns.stopped_by) == (False, "time")
    best = mine(nearly_endless(), 3, target, time_limit=0.3, top=9, by="length")
    assert (len(best), best.stopped_by) == (9, "time")


def test_a_time_limit_without_anything_found_is_one_sentence() -> None:
    with pytest.raises(LimitReached, match=r"nothing was found before the time limit of 0\.2"):
        mine(nearly_endless(), 3, "longest", time_limit=0.2)


@pytest.mark.parametrize("threads", [1, 2])
def test_a_memory_limit_gives_what_was_found(threads: int) -> None:
    patterns = mine(nearly_endless(), 3, memory_limit="20M", threads=threads)
    assert patterns.stopped_by == "memory"
    size = patterns.items.nbytes + patterns.offsets.nbytes + patterns.supports.nbytes
    assert 5e6 < size < 25e6
    best = mine(nearly_endless(), 3, top=10**6, by="length", memory_limit="20M", threads=threads)
    assert best.stopped_by == "memory"


def test_batches_are_cut_at_the_same_places_and_end_with_the_loop() -> None:
    data = Baskets.of([set(range(18))] * 2)
    sizes = [[len(b) for b in mine_batches(data, 2, "all", threads=n)] for n in (1, 2)]
    assert sizes[0] == sizes[1]
    assert len(sizes[0]) > 1
    assert sum(sizes[0]) == 2**18 - 1
    for patterns in mine_batches(nearly_endless(), 3, threads=2):
        assert len(patterns) > 0
        break  # the search behind it would take hours


def test_batches_need_little_memory() -> None:
    # The four million patterns would take 230 MB as arrays.
    program = """
import resource
from shoal import Baskets, mine_batches
peak = lambda: resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
rows = Baskets.of([set(range(22))] * 2)
found = sum(len(patterns) for patterns in mine_batches(rows, 2, "all", limit=9, threads=2))
before = peak()
found = sum(len(p) for p in mine_batches(rows, 2, "all", memory_limit="40M", threads=2))
print(found, (peak() - before) // 1000)
"""
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    found, megabytes = map(int, done.stdout.split())
    assert found == 2**22 - 1
    assert megabytes < 90


@pytest.mark.parametrize(
    ("wrong", "words"),
    [
        ({"target": "rare"}, "all, closed, maximal, longest"),
        ({"by": "weight", "top": 3}, "support, length"),
        ({"top": 0}, "top must be a whole number of at least 1, not 0"),
        ({"top": 3, "limit": 3}, "give one of them"),
        ({"limit": 0}, "limit must be a whole number of at least 1, not 0"),
        ({"limit": 2.5}, "limit must be a whole number of at least 1, not 2.5"),
        ({"min_length": 0}, "min_length must be a whole number of at least 1"),
        ({"min_length": 3, "max_length": 2}, "min_length is 3"),
        ({"time_limit": 0}, "positive number of seconds"),
        ({"memory_limit": "much"}, "500M, 4G"),
        ({"memory_limit": "-1G"}, "500M, 4G"),
        ({"memory_limit": 0}, "500M, 4G"),
        ({"min_support": None}, "min_support is needed"),
        ({"min_support": None, "top": 3, "by": "length"}, "min_support is needed"),
        ({"min_support": None, "top": 3, "target": "maximal"}, "min_support is needed"),
    ],
)
@pytest.mark.parametrize("miner", [mine, mine_batches])
def test_wrong_requests_are_one_sentence(miner: Any, wrong: dict[str, Any], words: str) -> None:
    with pytest.raises(ParameterError, match=words):
        miner(Baskets.of([[1]]), **({"min_support": 1} | wrong))
