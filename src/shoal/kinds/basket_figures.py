"""The figures of a report on baskets; those of the original among them are rounded."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from shoal.data import Baskets
from shoal.data.equal_rows import equal_rows
from shoal.loss.distributions import LENGTHS, Amount, amounts, by_size
from shoal.loss.rounding import Rounded, rounded
from shoal.utility.basket_use import MOST_ITEMS as MOST_ASKED
from shoal.utility.basket_use import BasketUse

#: Items that are named at most.
MOST_ITEMS = 12

#: What one item of one row changes the error of counts by, at most, if the items asked for are in
#: so many entries: of 40 another one may be asked for then, and a few entries are a fortieth too.
ERROR_STEP, FEWEST = 2 / MOST_ASKED, 5 * MOST_ASKED


@dataclass(frozen=True)
class BasketFigures:
    """What a report shows of baskets; totals of the original are rounded, all else is released."""

    #: The page of a report that draws them.
    page: ClassVar[str] = "baskets"

    lost: Rounded  # share of the original's items that are not published as they were
    broader: float  # share of the published items that are nodes of a taxonomy
    published_lengths: tuple[Amount, ...]  # published baskets by their number of items
    group_sizes: tuple[Amount, ...]  # groups of equal baskets by size, where the model has them
    #: The items in most published rows: their names, the rows before and after.
    items: tuple[tuple[str, Rounded, float], ...]
    together_before: Rounded  # share of the rows with two items or more
    together: float
    #: The error of counts of one item; None where few entries decide it, or a taxonomy is used.
    are: Rounded | None


def basket_figures(
    original: Baskets, published: Baskets, use: BasketUse, k: int, *, groups: bool = True
) -> BasketFigures:
    """Return the figures of a release whose rows are still in the original's order."""
    own = original.vocabulary.codes_of(published.vocabulary)
    kept = int(np.count_nonzero(own[published.items] >= 0))
    rows, count = original.rows_with_nodes, max(len(original), 1)
    lost = (original.size - kept) / max(original.size, 1)
    together = int(np.count_nonzero(original.lengths > 1)) / count
    return BasketFigures(
        lost=rounded(lost, 1 / max(kept, 1), shown_from=min(k / max(kept, 1), 1.0)),
        broader=1 - kept / published.size if published.size else 0.0,
        published_lengths=tuple(amounts(published.lengths, LENGTHS)),
        group_sizes=tuple(by_size(equal_rows(published).sizes, k)) if groups else (),
        items=tuple(_most_frequent(rows, published, k)),
        together_before=rounded(together, 1 / count, shown_from=min(k / count, 1.0)),
        together=int(np.count_nonzero(published.lengths > 1)) / count,
        are=None if original.taxonomy is not None else _error(use, published, k),
    )


def _error(use: BasketUse, published: Baskets, k: int) -> Rounded | None:
    """Return the error of counts of one item, if so many entries of the release alone bear it."""
    asked = int(np.sort(np.bincount(published.items))[-MOST_ASKED:].sum())
    if use.are_of_items is None or asked < FEWEST:
        return None
    return rounded(use.are_of_items, ERROR_STEP, shown_from=min(k / asked, 1.0))


def _most_frequent(rows: Baskets, published: Baskets, k: int) -> list[tuple[str, Rounded, float]]:
    """Return the items and nodes that most published rows have, at least k, before and after."""
    codes = rows.vocabulary.codes_of(published.vocabulary)
    before = np.bincount(rows.items, minlength=rows.item_count)
    after = np.bincount(published.items, minlength=published.item_count)
    bars = [
        (str(published.vocabulary[code]), rounded(int(before[codes[code]]), k), float(after[code]))
        for code in np.flatnonzero((codes >= 0) & (after >= k)).tolist()
    ]
    bars.sort(key=lambda bar: (-bar[2], bar[0]))
    # There were no fewer before, however they are rounded.
    return [(name, Rounded(max(had, has), had.step), has) for name, had, has in bars[:MOST_ITEMS]]
