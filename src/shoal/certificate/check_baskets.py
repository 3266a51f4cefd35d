"""What any release keeps at most of baskets, from prices. For auditors: NumPy alone.

For any prices p >= 0 of the rows, no release keeps more than

    sum over rows of p(r)  +  sum over closed patterns P of at least k rows of max(0, profit(P))

where profit(P) is the largest sum of |P| - p(r) over at least k rows that hold P: the theorem of
docs/certificate.md. A pattern is closed if no further item is in all its rows.

All of them are visited by adding items in one order. A pattern is left when an item that comes
before its last one is in all its rows but not in it: then none that follows is closed either. Items
that come later and are in all its rows are added at once: every closed one that follows has them.
And one is left below which nothing can have a profit: there, a row is worth the pattern's items and
those of its own that are still to come, and never more than its core number.
"""

from __future__ import annotations

import numpy as np

from shoal.certificate.check_groups import Integers, best_sums, group_by


def profits(
    items: Integers, offsets: Integers, counts: Integers, prices: Integers, k: int, unit: int
) -> int:
    """Return the profits of all closed patterns together.

    Row ``r`` holds ``items[offsets[r]:offsets[r + 1]]``, numbers from 0; no two are equal. Counts
    say how often each occurs; prices are in parts, ``unit`` of them an item. At least k rows share
    a pattern.
    """
    items, offsets, core = _frequent(items, offsets, counts, k)
    every = np.arange(len(offsets) - 1)
    waiting = [(every, -1, np.zeros(0, dtype=np.int64))]
    total = 0
    while waiting:
        rows, last, before = waiting.pop()
        lengths = offsets[rows + 1] - offsets[rows]
        owner = np.repeat(np.arange(len(rows)), lengths)
        begins = np.cumsum(lengths) - lengths
        held = items[np.arange(len(owner)) - np.repeat(begins - offsets[rows], lengths)]
        supports = np.bincount(held, counts[rows][owner])
        pattern = np.flatnonzero(supports == counts[rows].sum())
        if np.searchsorted(pattern, last) > np.searchsorted(before, last):
            continue  # not closed, nor is any that follows
        worth = len(pattern) * unit
        gains = worth - prices[rows]
        if (gains > 0).any():
            (profit,), _ = best_sums(
                group_by(np.zeros(len(rows), dtype=np.int64), gains), gains, counts[rows], k
            )
            total += max(0, int(profit))
        supports[pattern] = 0  # held by all: nothing to add
        supports[: last + 1] = 0
        ahead = np.flatnonzero(supports[held] >= k)
        if not len(ahead):
            continue
        owner, held = owner[ahead], held[ahead]
        room = np.bincount(owner, minlength=len(rows))
        still = np.cumsum(room)[owner] - np.arange(len(owner))  # this item and those to come
        reach = np.minimum(len(pattern) + still, core[rows][owner])
        gains = reach * unit - prices[rows][owner]
        groups = group_by(held, gains)
        sums, enough = best_sums(groups, gains, counts[rows][owner], k)
        parts = np.split(groups.order, groups.starts[1:])
        for at in np.flatnonzero(enough & (sums > 0)):
            waiting.append((rows[owner[parts[at]]], int(held[parts[at][0]]), pattern))
    return total


def _frequent(
    items: Integers, offsets: Integers, counts: Integers, k: int
) -> tuple[Integers, Integers, Integers]:
    """Return the rows with items of at least k rows alone, rarest first, and their core numbers."""
    rows = np.repeat(np.arange(len(counts)), np.diff(offsets))
    supports = np.bincount(items, counts[rows]).astype(np.int64)
    rank = np.empty(len(supports), dtype=np.int64)
    rank[np.argsort(supports, kind="stable")] = np.arange(len(supports))
    kept = supports[items] >= k
    rows, items = rows[kept], rank[items[kept]]
    order = np.lexsort((items, rows))
    lengths = np.bincount(rows, minlength=len(counts))
    offsets = np.concatenate([[0], np.cumsum(lengths)])
    return items[order], offsets, _core_numbers(rows, items, counts, k)


def _core_numbers(rows: Integers, items: Integers, counts: Integers, k: int) -> Integers:
    """Return a number for each row that no pattern of k rows in it is longer than.

    For l = 1, 2, ...: rows with fewer than l items left go, then items in fewer than k of the rows
    left, until all that is left has enough. A pattern of l items and k rows is never touched.
    """
    core = np.zeros(len(counts), dtype=np.int64)
    least = 1
    while len(rows):
        lengths = np.bincount(rows, minlength=len(counts))
        stays = (lengths[rows] >= least) & (np.bincount(items, counts[rows])[items] >= k)
        if stays.all():
            core[rows] = least
            least += 1
        rows, items = rows[stays], items[stays]
    return core
