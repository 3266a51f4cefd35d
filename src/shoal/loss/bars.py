"""The bars of a report: published lengths, sizes of groups and of sets, each bar twice as wide."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

Integers = npt.NDArray[np.int64]

#: Lengths at which a bar begins, and sizes of groups as multiples of k.
LENGTHS = (*range(6), 6, 11, 21, 51, 101)
MULTIPLES = (1, 2, 3, 5, 10, 20, 50, 100, 200, 500, 1000)


class Amount(NamedTuple):
    """A bar: what it stands for, and how much there is of it."""

    label: str
    amount: float


def by_size(sizes: Integers, k: int) -> list[Amount]:
    """Return how many groups there are of about each size; every one has at least k rows."""
    return amounts(sizes, [k * times for times in MULTIPLES])


def amounts(
    sizes: Integers, starts: Sequence[int], weights: Integers | None = None
) -> list[Amount]:
    """Return how many there are from each start up to the next; the last bar is open."""
    place = np.searchsorted(starts, sizes, side="right") - 1
    counts = np.bincount(place, weights=weights, minlength=len(starts))
    end = int(np.flatnonzero(counts).max(initial=-1)) + 1
    afters = [*starts[1:], None]
    return [Amount(_label(starts[i], afters[i]), float(counts[i])) for i in range(end)]


def _label(first: int, after: int | None) -> str:
    if after is None:
        return f"{first:,}+"
    return f"{first:,}" if after == first + 1 else f"{first:,}-{after - 1:,}"
