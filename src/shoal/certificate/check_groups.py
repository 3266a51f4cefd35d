"""The best group among rows that share a pattern. For auditors: NumPy and nothing of Shoal.

A group is a choice of at least k rows. Each row brings a gain, which may be negative; equal rows
are counted, not repeated. Sums are of 64-bit integers: exact.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

Integers = npt.NDArray[np.int64]
Flags = npt.NDArray[np.bool_]


class Groups(NamedTuple):
    """Rows in the order of their patterns: those of one pattern stand side by side."""

    order: Integers  # where each row stood before
    starts: Integers  # where the rows of each pattern begin

    def spread(self, of_pattern: npt.NDArray[Any]) -> npt.NDArray[Any]:
        """Return for each row what holds for its pattern."""
        lengths = np.diff(np.append(self.starts, len(self.order)))
        return np.repeat(of_pattern, lengths)


def group_by(patterns: Integers, gains: Integers) -> Groups:
    """Put the rows of each pattern side by side, those that gain most first."""
    order = np.lexsort((-gains, patterns))
    new = np.diff(patterns[order], prepend=patterns[order[:1]] - 1) != 0
    return Groups(order, np.flatnonzero(new))


def best_sums(groups: Groups, gains: Integers, counts: Integers, k: int) -> tuple[Integers, Flags]:
    """Return the largest gain of at least k rows of each pattern, and whether it has so many.

    All rows that gain something are taken; if these are fewer than k, those that lose least fill
    the group up.
    """
    gains, counts = gains[groups.order], counts[groups.order]
    ends = np.cumsum(counts)
    before = ends - counts
    taken_before = before - groups.spread(before[groups.starts])
    taken = np.where(gains > 0, counts, np.clip(k - taken_before, 0, counts))
    sums = np.add.reduceat(gains * taken, groups.starts)
    return sums, np.add.reduceat(counts, groups.starts) >= k
