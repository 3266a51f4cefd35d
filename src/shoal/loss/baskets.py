"""The loss of published baskets, from the original and the release alone."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from shoal.data import Transactions
from shoal.data.equal_rows import equal_rows
from shoal.errors import ParameterError
from shoal.io import read
from shoal.loss.basket_loss import BasketLoss
from shoal.wording import counted

#: Rows compared at a time: bounds the memory, not the result.
_CHUNK = 1 << 18


def measure(original: Any, published: Any) -> BasketLoss:
    """Price a release against its original; the rows may come in any order.

    Parameters
    ----------
    original, published
        Baskets, or anything :func:`shoal.read` understands.

    Raises
    ------
    ParameterError
        When the release cannot come from the original by suppression alone.

    Examples
    --------
    >>> original = Transactions.of([["tea", "rum"], ["tea"], ["tea", "gin"]])
    >>> published = Transactions.of([["tea"], ["tea"], ["tea"]])
    >>> loss = measure(original, published)
    >>> loss.gcp, loss.kept_items, loss.suppressed_items, loss.groups
    (0.4, 3, 2, 1)
    """
    original, published = (
        data if isinstance(data, Transactions) else read(data) for data in (original, published)
    )
    if len(original) != len(published):
        raise ParameterError(
            f"the release has {counted(len(published), 'row')} and the original {len(original):,}; "
            "suppression neither adds nor drops rows"
        )
    _check_supports(original, published)
    # A necessary condition that needs no matching of rows: longest against longest, and so on.
    if np.any(np.sort(published.lengths) > np.sort(original.lengths)):
        raise ParameterError("the release has longer rows than suppression leaves of the original")
    sizes = equal_rows(published).sizes
    return BasketLoss(
        rows=len(original),
        items=original.size,
        kept_items=published.size,
        groups=len(sizes),
        largest_group=int(sizes.max(initial=0)),
        discernibility=int((sizes * sizes).sum()),
    )


def is_row_by_row_subset(original: Transactions, published: Transactions) -> bool:
    """Tell whether each published row is a subset of the original row at its place.

    Examples
    --------
    >>> original = Transactions.of([["tea", "rum"], ["tea"]])
    >>> is_row_by_row_subset(original, Transactions.of([["tea"], []]))
    True
    >>> is_row_by_row_subset(original, Transactions.of([[], ["rum"]]))
    False
    """
    if len(original) != len(published):
        return False
    codes = original.vocabulary.codes_of(published.vocabulary)
    for start in range(0, len(original), _CHUNK):
        rows = slice(start, start + _CHUNK)
        entries = _entries(original, rows, np.arange(original.item_count))
        kept = _entries(published, rows, codes)
        place = np.searchsorted(entries, kept)
        if np.any(place == len(entries)) or np.any(entries[place] != kept):
            return False
    return True


def _check_supports(original: Transactions, published: Transactions) -> None:
    """Refuse a release that has an item more often than the original has it."""
    codes = original.vocabulary.codes_of(published.vocabulary)
    counts = np.bincount(published.items, minlength=published.item_count)
    unknown = int(np.count_nonzero(counts[codes < 0]))
    if unknown:
        one, many = "item of the release does", "items of the release do"
        raise ParameterError(f"{counted(unknown, one, many)} not occur in the original")
    supports = np.bincount(original.items, minlength=original.item_count)
    known = codes >= 0
    excess = int(np.count_nonzero(counts[known] > supports[codes[known]]))
    if excess:
        raise ParameterError(
            f"{counted(excess, 'item occurs', 'items occur')} more often in the release "
            "than in the original"
        )


def _entries(
    data: Transactions, rows: slice, codes: npt.NDArray[np.int64]
) -> npt.NDArray[np.int64]:
    """Return one number for each row and item, or -1; ascending where the codes are."""
    offsets = data.offsets[rows.start : rows.stop + 1]
    numbers = np.repeat(np.arange(len(offsets) - 1, dtype=np.int64), np.diff(offsets))
    items = codes[data.items[offsets[0] : offsets[-1]]]
    return np.where(items < 0, -1, (numbers << 32) + items)
