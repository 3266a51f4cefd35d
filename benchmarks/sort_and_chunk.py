"""The baseline: rows sorted by their items in order of popularity, cut into groups of k.

In NumPy alone. It shares no code with the native one, so that it can be held against it.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from shoal.data import Baskets


def baseline_gcp(data: Baskets, k: int) -> float:
    """Return the share of items that the baseline suppresses; needs at least k rows."""
    group_of_row, sizes = sorted_chunks(data, k)
    # An item is in a centre when as many rows of the group hold it as the group has.
    group_of_entry = np.repeat(group_of_row, data.lengths)
    pairs, holders = np.unique(group_of_entry * data.item_count + data.items, return_counts=True)
    in_centre = holders == sizes[pairs // data.item_count]
    return 1 - int(holders[in_centre].sum()) / data.size


def sorted_chunks(data: Baskets, k: int) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.int64]]:
    """Return the group of each row and the sizes of the groups; the last group takes the rest."""
    supports = np.bincount(data.items, minlength=data.item_count)
    rank = np.empty(data.item_count, dtype=np.int64)
    rank[np.argsort(-supports, kind="stable")] = np.arange(data.item_count)
    row_of_entry = np.repeat(np.arange(len(data)), data.lengths)
    ranks = rank[data.items]
    # Big-endian bytes compare as the numbers do, and a row comes before those it begins.
    keys = ranks[np.lexsort((ranks, row_of_entry))].astype(">u4").tobytes()
    ends = (4 * data.offsets).tolist()
    order = sorted(range(len(data)), key=lambda row: keys[ends[row] : ends[row + 1]])
    groups = max(len(data) // k, 1)
    group_of_row = np.empty(len(data), dtype=np.int64)
    group_of_row[order] = np.minimum(np.arange(len(data)) // k, groups - 1)
    return group_of_row, np.bincount(group_of_row, minlength=groups)
