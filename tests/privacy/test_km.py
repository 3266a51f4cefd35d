"""k^m-anonymity by counting every combination, one by one."""

from __future__ import annotations

from collections import Counter
from itertools import combinations

from hypothesis import given
from hypothesis import strategies as st

from shoal import _core
from shoal.data import Baskets
from shoal.io import read
from shoal.kinds import BasketsKind
from shoal.privacy import KmAnonymity, Verdict

rows_of_few_items = st.lists(st.sets(st.sampled_from("abcdef")).map(sorted), max_size=30)


def on_threads(data: Baskets, k: int, m: int, threads: int) -> tuple[list[int], list[int]]:
    found = _core.km_check(
        data.items, data.offsets, data.item_count, k, m, threads, _core.Control()
    )
    return found.combinations().tolist(), found.take_offenders().tolist()


def judge(baskets: Baskets, k: int, m: int) -> Verdict:
    return KmAnonymity(k, m).check(BasketsKind().view(baskets))


@given(rows_of_few_items, st.integers(2, 5), st.integers(1, 5), st.integers(1, 3))
def test_agrees_with_counting(rows, k, m, threads):
    counts = Counter(c for row in rows for n in range(1, m + 1) for c in combinations(row, n))
    looked_at = [
        combination
        for combination in counts
        if all(
            counts[part] >= k
            for size in range(1, len(combination))
            for part in combinations(combination, size)
        )
    ]
    minimal = [combination for combination in looked_at if counts[combination] < k]
    offenders = [
        number
        for number, row in enumerate(rows, 1)
        if any(set(combination) <= set(row) for combination in minimal)
    ]
    verdict = judge(Baskets.of(rows), k, m)
    assert verdict.ok == (min(counts.values(), default=k) >= k)
    sizes = Counter(map(len, looked_at))
    assert verdict.combinations == [sizes[size] for size in range(1, m + 1)]
    assert verdict.offending_combinations == len(minimal)
    assert verdict.least_support == min((counts[c] for c in looked_at), default=None)
    assert (verdict.rows, verdict.offending_rows) == (len(rows), len(offenders))
    assert list(verdict.first_offenders) == offenders[:20]
    kernel = on_threads(Baskets.of(rows), k, m, threads)
    assert kernel == (verdict.combinations, [row - 1 for row in offenders])


def test_a_verdict_holds_no_content():
    verdict = judge(Baskets.of([["seen"]] * 30 + [["hidden"]]), 2, 2)
    assert "hidden" not in repr(verdict)
    assert verdict.to_dict() == {
        "ok": False,
        "model": "km=2,2",
        "rows": 31,
        "combinations": [2, 0],
        "offending_combinations": 1,
        "least_support": 1,
        "offending_rows": 1,
        "first_offenders": [31],
    }


def test_shows_twenty_offenders_and_counts_all():
    verdict = judge(Baskets.of([[number] for number in range(30)]), 2, 1)
    assert verdict.offending_rows == 30
    assert verdict.first_offenders == tuple(range(1, 21))


def test_merged_items_are_said_and_change_no_verdict():
    verdict = judge(Baskets.of([["a", "a"], ["a"]]), 2, 2)
    assert verdict.warnings == ("1 repeated item within rows was merged",)
    assert verdict == judge(Baskets.of([["a"], ["a"]]), 2, 2)


def test_groceries_as_they_are(public_data):
    baskets = read(public_data / "groceries.dat.gz")
    rows = [frozenset(row) for row in baskets]
    pairs = Counter(pair for row in rows for pair in combinations(sorted(row), 2))
    single = Counter(item for row in rows for item in row)
    frequent = {item for item, count in single.items() if count >= 10}
    looked_at = {pair: count for pair, count in pairs.items() if set(pair) <= frequent}
    verdict = judge(baskets, 10, 2)
    assert verdict.combinations == [len(single), len(looked_at)]
    rare = [pair for pair, count in looked_at.items() if count < 10]
    assert verdict.offending_combinations == len(single) - len(frequent) + len(rare)
