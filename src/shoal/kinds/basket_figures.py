"""The figures of a report on baskets, counted while the original is at hand."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import numpy as np
import numpy.typing as npt

from shoal.data import Baskets
from shoal.data.equal_rows import equal_rows
from shoal.privacy.publishable import Amount, Item, by_length, by_size, most_lost

#: Items that are named at most.
MOST_ITEMS = 12


@dataclass(frozen=True)
class BasketFigures:
    """What a report shows of baskets; no figure tells about fewer than k rows.

    Parameters
    ----------
    kept_by_length
        The share of its items that a basket keeps, on average, by its original length.
    published_lengths
        Published baskets by their number of items.
    group_sizes
        Groups of equal published baskets by size; empty where none are promised.
    affected
        The items that most rows lost.
    """

    #: The page of a report that draws them.
    page: ClassVar[str] = "baskets"

    kept_by_length: tuple[Amount, ...]
    published_lengths: tuple[Amount, ...]
    group_sizes: tuple[Amount, ...]
    affected: tuple[Item, ...]


def basket_figures(
    original: Baskets, published: Baskets, k: int, *, groups: bool = True
) -> BasketFigures:
    """Return the figures of a release whose rows are still in the original's order."""
    codes = original.vocabulary.codes_of(published.vocabulary)
    known = codes >= 0
    lengths = original.lengths
    before = np.bincount(original.items, minlength=original.item_count)
    after = np.zeros_like(before)
    after[codes[known]] = np.bincount(published.items, minlength=published.item_count)[known]
    kept = _entries_of(published, known) / np.maximum(lengths, 1)
    return BasketFigures(
        kept_by_length=tuple(by_length(lengths, kept, k, least=1)),
        published_lengths=tuple(by_length(published.lengths, None, k, least=0)),
        group_sizes=tuple(by_size(equal_rows(published).sizes, k)) if groups else (),
        affected=tuple(
            most_lost(lambda code: str(original.vocabulary[code]), before, after, k, MOST_ITEMS)
        ),
    )


def _entries_of(data: Baskets, chosen: npt.NDArray[np.bool_]) -> npt.NDArray[np.int64]:
    """Return how many items of each row are among the chosen ones.

    A node of a taxonomy is no item of the original, and does not count as one that was kept.
    """
    if chosen.all():
        return data.lengths
    upto = np.zeros(data.size + 1, dtype=np.int64)
    np.cumsum(chosen[data.items], out=upto[1:])
    return np.diff(upto[data.offsets])
