"""The order of a release: one that tells nothing about the input's."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from shoal.data import Transactions
from shoal.data.equal_rows import equal_rows


def sort_by_content(data: Transactions) -> Transactions:
    """Return the rows sorted by all they hold, so that their order tells nothing.

    Examples
    --------
    >>> list(sort_by_content(Transactions.of([["b"], ["a", "b"], [], ["a"]])))
    [[], ['a'], ['a', 'b'], ['b']]
    """
    groups = equal_rows(data)
    # Codes ascend with the names, and big-endian bytes compare as the codes do.
    text = data.items.astype(">i4").tobytes()
    starts = (data.offsets[groups.first] * 4).tolist()
    stops = (data.offsets[groups.first + 1] * 4).tolist()
    keys = [text[start:stop] for start, stop in zip(starts, stops, strict=True)]
    rank = np.array(sorted(range(len(keys)), key=keys.__getitem__), dtype=np.int64)
    return _take(data, np.repeat(groups.first[rank], groups.sizes[rank]))


def _take(data: Transactions, rows: npt.NDArray[np.int64]) -> Transactions:
    lengths = data.lengths[rows]
    offsets = np.zeros(len(rows) + 1, dtype=np.int64)
    np.cumsum(lengths, out=offsets[1:])
    places = np.repeat(data.offsets[rows] - offsets[:-1], lengths) + np.arange(offsets[-1])
    return Transactions(data.items[places], offsets, data.vocabulary, column=data.column)
