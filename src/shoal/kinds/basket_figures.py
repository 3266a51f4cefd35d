"""The figures of a report on baskets; those of the original among them are rounded."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import numpy as np
import numpy.typing as npt

from shoal.data import Baskets
from shoal.data.equal_rows import equal_rows
from shoal.loss.bars import Amount, by_length, by_size
from shoal.loss.rounding import Rounded, rounded

#: Items that are named at most.
MOST_ITEMS = 12


@dataclass(frozen=True)
class BasketFigures:
    """What a report shows of baskets.

    What follows from the release alone is exact. Totals of the original are rounded: ``lost`` and
    the rows that had an item before.
    """

    #: The page of a report that draws them.
    page: ClassVar[str] = "baskets"

    lost: Rounded  # share of the original's items that are not published as they were
    broader: float  # share of the published items that are nodes of a taxonomy
    published_lengths: tuple[Amount, ...]  # published baskets by their number of items
    group_sizes: tuple[Amount, ...]  # groups of equal baskets by size, where the model has them
    #: The items in most published rows: their names, the rows before and after.
    items: tuple[tuple[str, Rounded, float], ...]


def basket_figures(
    original: Baskets, published: Baskets, k: int, *, groups: bool = True
) -> BasketFigures:
    """Return the figures of a release whose rows are still in the original's order."""
    codes = original.vocabulary.codes_of(published.vocabulary)
    kept = int(np.count_nonzero(codes[published.items] >= 0))
    return BasketFigures(
        lost=_lost(kept, original.size, k),
        broader=1 - kept / published.size if published.size else 0.0,
        published_lengths=tuple(by_length(published.lengths, k)),
        group_sizes=tuple(by_size(equal_rows(published).sizes, k)) if groups else (),
        items=tuple(_most_frequent(original, published, codes, k)),
    )


def _lost(kept: int, items: int, k: int) -> Rounded:
    """Return the share of items that are lost."""
    lost = items - kept
    return rounded(lost / max(items, 1), 1 / max(kept, 1), shown_from=min(k / max(kept, 1), 1.0))


def _most_frequent(
    original: Baskets, published: Baskets, codes: npt.NDArray[np.int64], k: int
) -> list[tuple[str, Rounded, float]]:
    """Return the items that most published rows have, at least k; nodes are left out."""
    before = np.bincount(original.items, minlength=original.item_count)
    after = np.bincount(published.items, minlength=published.item_count)
    named = np.flatnonzero((codes >= 0) & (after >= k)).tolist()
    bars = [
        (str(published.vocabulary[code]), rounded(int(before[codes[code]]), k), float(after[code]))
        for code in named
    ]
    bars.sort(key=lambda bar: (-bar[2], bar[0]))
    # There were no fewer before, however they are rounded.
    return [(name, Rounded(max(had, has), had.step), has) for name, had, has in bars[:MOST_ITEMS]]
