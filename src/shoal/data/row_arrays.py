"""Rows in compressed arrays: some of them, and two of each put together."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from shoal.data.baskets import Items, Offsets

Rows = tuple[Items, Offsets]


def take_rows(items: Items, offsets: Offsets, rows: npt.NDArray[np.integer]) -> Rows:
    """Return the rows with these numbers, in this order.

    Examples
    --------
    >>> items, offsets = np.array([5, 6, 7], dtype=np.int32), np.array([0, 2, 2, 3])
    >>> taken, ends = take_rows(items, offsets, np.array([2, 0]))
    >>> taken.tolist(), ends.tolist()
    ([7, 5, 6], [0, 1, 3])
    """
    lengths = np.diff(offsets)[rows]
    ends = np.zeros(len(rows) + 1, dtype=np.int64)
    np.cumsum(lengths, out=ends[1:])
    return items[np.arange(ends[-1]) + np.repeat(offsets[rows] - ends[:-1], lengths)], ends


def join_rows(one: Rows, other: Rows) -> Rows:
    """Return each row of one with the same row of the other behind it.

    Examples
    --------
    >>> one = np.array([5, 6], dtype=np.int32), np.array([0, 1, 2])
    >>> other = np.array([8, 9], dtype=np.int32), np.array([0, 0, 2])
    >>> items, offsets = join_rows(one, other)
    >>> items.tolist(), offsets.tolist()
    ([5, 6, 8, 9], [0, 1, 4])
    """
    (items, offsets), (others, their_offsets) = one, other
    joined = np.empty(len(items) + len(others), dtype=np.int32)
    # What stands before an entry: its own side up to it, and the other side's rows before.
    before = np.repeat(their_offsets[:-1], np.diff(offsets))
    joined[np.arange(len(items)) + before] = items
    before = np.repeat(offsets[1:], np.diff(their_offsets))
    joined[np.arange(len(others)) + before] = others
    return joined, offsets + their_offsets
