"""What an analyst can still do with baskets: counts of one and two items, frequent pairs."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations, product
from math import prod
from typing import Any

import numpy as np
import numpy.typing as npt

from shoal.data import Baskets
from shoal.data.extended import ExtendedRows
from shoal.loss.baskets import check_row_count
from shoal.mining.request import absolute_support
from shoal.utility.are import count_supports, error_of_counts
from shoal.utility.pairs import LEAST_SUPPORT, PairsKept, frequent_pairs_kept

Floats = npt.NDArray[np.float64]

#: Queries are about so many items, those that most rows hold.
MOST_ITEMS = 40

#: Pairs are looked for among so many: a million items in two rows have more than fit the memory.
MOST_PAIRED = 1000

#: A pair is frequent from this share of the rows on: of many items, few pairs are in more.
FREQUENT = "0.1%"


@dataclass(frozen=True)
class BasketUse:
    """What can still be done with released baskets."""

    #: Mean relative error of counts: of one item, and of two together; None without such a query.
    are_of_items: float | None
    are_of_pairs: float | None
    pairs: PairsKept  # how many frequent pairs of items it still shows
    #: Rows with two items or more, before and after.
    together_before: int
    together: int

    def to_dict(self) -> dict[str, Any]:
        """Return the figures as plain values, ready for JSON."""
        figures = {name: value for name, value in vars(self).items() if name != "pairs"}
        return {**figures, "frequent_pairs": self.pairs.to_dict()}


def basket_use(
    original: Baskets,
    published: Baskets,
    extended: ExtendedRows | None = None,
    *,
    threads: int | None = None,
) -> BasketUse:
    """Return what an analyst can still do with published baskets; rows may come in any order.

    Queries ask for the items that most rows hold and for their pairs, as often as rows fulfil them.
    A published node of a taxonomy counts evenly for each of the values below it.
    """
    check_row_count(original, published, "counts are compared between the same rows")
    rows = np.bincount(original.items, minlength=original.item_count)
    asked = np.argsort(-rows, kind="stable")[: min(MOST_ITEMS, np.count_nonzero(rows))].tolist()
    frequent = max(absolute_support(FREQUENT, len(original)), LEAST_SUPPORT)
    common = np.zeros(original.item_count, dtype=bool)
    common[np.argsort(-rows, kind="stable")[:MOST_PAIRED]] = True
    of_items, of_pairs = (
        error_of_counts(
            *asked_counts(original, published, list(combinations(asked, size)), extended, threads),
            rows=len(original),
        )
        for size in (1, 2)
    )
    return BasketUse(
        of_items,
        of_pairs,
        pairs=frequent_pairs_kept(_with(original, common), published, frequent, threads=threads),
        together_before=int(np.count_nonzero(original.lengths > 1)),
        together=int(np.count_nonzero(published.lengths > 1)),
    )


def _with(data: Baskets, chosen: npt.NDArray[np.bool_]) -> Baskets:
    """Return baskets with the chosen items alone."""
    kept = chosen[data.items]
    ends = np.concatenate([[0], np.cumsum(kept)])
    return Baskets.from_codes(data.items[kept], ends[data.offsets], data.vocabulary)


def asked_counts(
    original: Baskets,
    published: Baskets,
    queries: list[tuple[int, ...]],
    extended: ExtendedRows | None = None,
    threads: int | None = None,
) -> tuple[Floats, Floats]:
    """Return the rows that hold the items of each query, before and as the release tells."""
    names = original.vocabulary.strings
    place = {name: code for code, name in enumerate(published.vocabulary.strings)}
    says = {
        item: [
            (place[node], 1 / size)
            for node, size in [(names[item], 1), *_above(names[item], extended)]
            if node in place
        ]
        for item in {item for query in queries for item in query}
    }
    # Of each item any of the nodes that a row may hold for it; none of them lies below another.
    ways = [
        (at, way)
        for at, query in enumerate(queries)
        for way in product(*(says[item] for item in query))
    ]
    weights = [prod(share for _, share in way) for _, way in ways]
    rows = _supports(published, [[code for code, _ in way] for _, way in ways], threads)
    estimated = np.zeros(len(queries))
    np.add.at(estimated, [at for at, _ in ways], rows * np.array(weights, dtype=np.float64))
    return _supports(original, queries, threads), estimated


def _supports(data: Baskets, sets: Sequence[Sequence[int]], threads: int | None) -> Floats:
    codes = np.array([code for some in sets for code in some], dtype=np.int64)
    offsets = np.cumsum([0, *map(len, sets)])
    return count_supports(data, codes, offsets, threads).astype(np.float64)


def _above(name: str, extended: ExtendedRows | None) -> list[tuple[str, int]]:
    """Return the nodes above an item, each with the number of values below it."""
    if extended is None:
        return []
    labels, found = extended.vocabulary.strings, []
    node = int(extended.above[labels.index(name)])
    while node >= 0:
        found.append((labels[node], int(extended.leaves[node])))
        node = int(extended.above[node])
    return found
