"""Facts about baskets."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from shoal.data import Baskets
from shoal.data.equal_rows import EqualRows
from shoal.inspection.facts import NAMED_FROM, BasketFacts

#: Shares of the rows whose length is told.
QUANTILES = (0.05, 0.25, 0.5, 0.75, 0.95, 0.99)

#: Items named at most.
NAMED = 5


def facts_of_baskets(data: Baskets, parts: EqualRows) -> BasketFacts:
    """Return what there is to say about baskets."""
    supports = np.bincount(data.items, minlength=data.item_count)
    order = np.argsort(-supports, kind="stable")[:NAMED]
    named = order[supports[order] >= NAMED_FROM]
    names = map(str, data.vocabulary.names_of(named.astype(np.int32)))
    return BasketFacts(
        items=int((supports > 0).sum()),
        entries=data.size,
        lengths=quantiles(data.lengths),
        equal_rows=int(parts.sizes[parts.sizes > 1].sum()),
        empty_rows=int((data.lengths == 0).sum()),
        repeats=data.duplicates_merged,
        frequent=tuple(zip(names, supports[named].tolist(), strict=True)),
    )


def quantiles(lengths: npt.NDArray[np.int64]) -> tuple[tuple[float, int], ...]:
    """Return the quantiles of lengths that have ten rows on either side."""
    ordered = np.sort(lengths)
    places = [(share, int(share * len(ordered))) for share in QUANTILES]
    return tuple(
        (share, int(ordered[place]))
        for share, place in places
        if place + 1 >= NAMED_FROM and len(ordered) - place >= NAMED_FROM
    )
