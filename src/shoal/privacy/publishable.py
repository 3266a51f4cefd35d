"""What a report may say: nothing about fewer than k rows.

Whatever is counted in the original passes through here before it is kept for a report. Small bars
are merged with their neighbours, the outer ones are open, and small numbers are not shown.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

Integers = npt.NDArray[np.int64]
Floats = npt.NDArray[np.float64]

#: Lengths at which a bar may begin; beyond the last, bars are twice as long each.
_STARTS = (*range(11), 11, 16, 21, 31, 51, 101)

#: Sizes at which a bar of groups may begin, in multiples of k.
_MULTIPLES = (1, 2, 3, 5, 10, 20, 50, 100, 200, 500, 1000)


class Amount(NamedTuple):
    """A bar: what it stands for, and how much there is of it."""

    label: str
    amount: float


class Item(NamedTuple):
    """An item that may be named: the rows that have it in the original, and in the release."""

    name: str
    before: int
    after: int


def shown_count(count: int, k: int) -> str:
    """Return a count in words; one that would tell about fewer than k rows is not given."""
    return f"{count:,}" if count == 0 or count >= k else f"fewer than {k:,}"


def shown_share(part: int, whole: int, k: int) -> str:
    """Return a share in percent; one of fewer than k only as the least that can be shown."""
    if not whole:
        return "0.0 %"
    if 0 < part < k:
        return f"under {min(k / whole, 1):.1%}".replace("%", " %")
    if 0 < whole - part < k:
        return f"over {max(1 - k / whole, 0):.1%}".replace("%", " %")
    return f"{part / whole:.1%}".replace("%", " %")


def shown_loss(share: float, whole: int, k: int) -> float:
    """Return a share of entries, raised to that of k where it would tell of fewer.

    Examples
    --------
    >>> shown_loss(0.25, 100, 10), shown_loss(0.03, 100, 10), shown_loss(0.0, 100, 10)
    (0.25, 0.1, 0.0)
    """
    return max(share, min(k / whole, 1.0)) if share > 0 and whole else 0.0


def shown_bound(bound: float, whole: int, k: int) -> float:
    """Return a proved bound, or 0, which is true as well, where it would tell of fewer entries."""
    return bound if bound * whole >= k else 0.0


def shown_mean(mean: float | None, count: int, k: int) -> float | None:
    """Return a mean over so many; None where they are fewer than k."""
    return mean if count >= k else None


def runs_of_k(counts: Sequence[int] | Integers, k: int) -> list[tuple[int, int]]:
    """Part places into runs with at least k rows each; no run at all if there are fewer.

    Returns
    -------
    list
        First place and the one after the last of each run; together they are all places.
    """
    runs: list[tuple[int, int]] = []
    start = rows = 0
    for place, count in enumerate(counts):
        rows += int(count)
        if rows >= k:
            runs.append((start, place + 1))
            start, rows = place + 1, 0
    if start < len(counts) and runs:
        # Too few are left for a run of their own.
        runs[-1] = (runs[-1][0], len(counts))
    return runs


def by_length(lengths: Integers, values: Floats | None, k: int, *, least: int) -> list[Amount]:
    """Return the rows of each length, or the mean of their values, in bars of at least k rows.

    The last bar is open, so that the longest row is not shown; so is the first where it was merged.
    """
    starts = _starts(int(lengths.max(initial=0)), least)
    here = lengths >= least
    place = np.searchsorted(starts, lengths[here], side="right") - 1
    counts = np.bincount(place, minlength=len(starts))
    sums = counts if values is None else np.bincount(place, values[here], minlength=len(starts))
    runs = runs_of_k(counts, k)
    bars = []
    for first, end in runs:
        rows, total = counts[first:end].sum(), sums[first:end].sum()
        is_last = end == len(starts)
        after = None if is_last else int(starts[end])
        label = _length_label(int(starts[first]), after, only=len(runs) == 1)
        bars.append(Amount(label, float(total if values is None else total / rows)))
    return bars


def by_size(sizes: Integers, k: int) -> list[Amount]:
    """Return how many groups there are of about each size; every one has at least k rows."""
    starts = np.array([k * times for times in _MULTIPLES])
    counts = np.bincount(np.searchsorted(starts, sizes, side="right") - 1, minlength=len(starts))
    end = int(np.flatnonzero(counts).max(initial=-1)) + 1
    return [
        Amount(
            f"{starts[i]:,}-{starts[i + 1] - 1:,}" if i + 1 < len(starts) else f"{starts[i]:,}+",
            float(counts[i]),
        )
        for i in range(end)
    ]


def most_lost(
    name: Callable[[int], str], before: Integers, after: Integers, k: int, most: int
) -> list[Item]:
    """Return the items that most rows lost; only those that k rows had, and k rows lost."""
    lost = before - after
    allowed = np.flatnonzero((before >= k) & (lost >= k))
    order = allowed[np.argsort(-lost[allowed], kind="stable")][:most].tolist()
    return [Item(name(code), int(before[code]), int(after[code])) for code in order]


def _starts(longest: int, least: int) -> Integers:
    starts = [start for start in _STARTS if start >= least]
    while starts[-1] < longest:
        starts.append(2 * starts[-1] - 1)
    return np.array(starts)


def _length_label(first: int, after: int | None, *, only: bool) -> str:
    if only:
        return "all"
    if after is None:
        return f"{first:,}+"
    return f"{first:,}" if after == first + 1 else f"{first:,}-{after - 1:,}"
