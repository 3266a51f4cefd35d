"""Arrays nobody changes, and rows in compressed arrays: some, or two of each put together."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import numpy as np
import numpy.typing as npt

from shoal import _core
from shoal.errors import ParameterError

Items = npt.NDArray[np.int32]
Offsets = npt.NDArray[np.int64]
Rows = tuple[Items, Offsets]


def read_only(array: npt.ArrayLike, dtype: type[np.integer] | None = None) -> npt.NDArray[Any]:
    """Return a read-only view; refuse numbers that the type cannot hold."""
    given = np.asarray(array)
    if dtype is not None and given.size and not np.can_cast(given.dtype, dtype):
        range_ = np.iinfo(dtype)
        if given.dtype.kind not in "iu" or given.min() < range_.min or given.max() > range_.max:
            raise ParameterError(f"an array must hold whole numbers of {range_.bits} bits")
    if given.ndim != 1:
        raise ParameterError(f"an array must have one dimension, not {given.ndim}")
    view = np.ascontiguousarray(given, dtype=dtype).view()
    view.flags.writeable = False
    return view


@contextmanager
def refused_by_core() -> Iterator[None]:
    """Let what the native core refuses be an error of a parameter."""
    try:
        yield
    except _core.Invalid as error:
        raise ParameterError(str(error)) from None


def take_rows(items: Items, offsets: Offsets, rows: npt.NDArray[np.integer]) -> Rows:
    """Return the rows with these numbers, in this order."""
    lengths = np.diff(offsets)[rows]
    ends = np.zeros(len(rows) + 1, dtype=np.int64)
    np.cumsum(lengths, out=ends[1:])
    return items[np.arange(ends[-1]) + np.repeat(offsets[rows] - ends[:-1], lengths)], ends


def join_rows(one: Rows, other: Rows) -> Rows:
    """Return each row of one with the same row of the other behind it."""
    (items, offsets), (others, their_offsets) = one, other
    joined = np.empty(len(items) + len(others), dtype=np.int32)
    # What stands before an entry: its own side up to it, and the other side's rows before.
    before = np.repeat(their_offsets[:-1], np.diff(offsets))
    joined[np.arange(len(items)) + before] = items
    before = np.repeat(offsets[1:], np.diff(their_offsets))
    joined[np.arange(len(others)) + before] = others
    return joined, offsets + their_offsets
