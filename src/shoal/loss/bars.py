"""The bars of a report: by published length and by size of group, none of fewer than k rows."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

Integers = npt.NDArray[np.int64]

#: Lengths at which a bar may begin; beyond the last, bars are twice as long each.
_STARTS = (*range(11), 11, 16, 21, 31, 51, 101)

#: Sizes at which a bar of groups may begin, in multiples of k.
_MULTIPLES = (1, 2, 3, 5, 10, 20, 50, 100, 200, 500, 1000)


class Amount(NamedTuple):
    """A bar: what it stands for, and how much there is of it."""

    label: str
    amount: float


def runs_of_k(counts: Sequence[int] | Integers, k: int) -> list[tuple[int, int]]:
    """Part all places into runs (first, end) of at least k rows each; none if there are fewer."""
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


def by_length(lengths: Integers, k: int) -> list[Amount]:
    """Return how many rows are published with about each length, at least k to a bar."""
    starts = _starts(int(lengths.max(initial=0)))
    counts = np.bincount(np.searchsorted(starts, lengths, side="right") - 1, minlength=len(starts))
    runs = runs_of_k(counts, k)
    bars = []
    for first, end in runs:
        after = None if end == len(starts) else int(starts[end])
        label = _length_label(int(starts[first]), after, only=len(runs) == 1)
        bars.append(Amount(label, float(counts[first:end].sum())))
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


def _starts(longest: int) -> Integers:
    starts = [*_STARTS]
    while starts[-1] < longest:
        starts.append(2 * starts[-1] - 1)
    return np.array(starts)


def _length_label(first: int, after: int | None, *, only: bool) -> str:
    if only:
        return "all"
    if after is None:
        return f"{first:,}+"
    return f"{first:,}" if after == first + 1 else f"{first:,}-{after - 1:,}"
