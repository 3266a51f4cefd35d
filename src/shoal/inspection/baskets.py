"""Baskets inspected: their items, who is singled out, what to run next."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from shoal.data import Baskets
from shoal.data.equal_rows import equal_rows
from shoal.engines.local import Progress
from shoal.inspection.facts import NAMED_FROM, BasketFacts, Inspection, Recognised, Uniqueness
from shoal.inspection.next_step import for_baskets
from shoal.inspection.uniqueness import KNOWN, by_known_items

#: Shares of the rows whose length is shown.
QUANTILES = (0.05, 0.25, 0.5, 0.75, 0.95, 0.99)

#: Items named at most.
NAMED = 5

#: A note on what Shoal cannot publish yet.
_SEQUENCES = "Shoal publishes sequences as baskets: order and repeats within rows are dropped"


def inspect_baskets(
    seen: Recognised,
    data: Baskets,
    path: Path | None,
    *,
    seed: int,
    threads: int | None,
    progress: Progress | None,
) -> Inspection:
    """Return what there is to say about baskets."""
    rows, parts = len(data), equal_rows(data)
    unique = [
        by_known_items(data, known, seed=seed, threads=threads, progress=progress)
        for known in (KNOWN if rows else ())
    ]
    if rows:
        share = int((parts.sizes == 1).sum()) / rows
        unique.append(Uniqueness(None, share, share, share))
    supports = np.bincount(data.items, minlength=data.item_count)
    order = np.argsort(-supports, kind="stable")[:NAMED]
    named = order[supports[order] >= NAMED_FROM]
    names = map(str, data.vocabulary.names_of(named.astype(np.int32)))
    ordered = np.sort(data.lengths)
    places = [(share, int(share * len(ordered))) for share in QUANTILES]
    facts = BasketFacts(
        items=int((supports > 0).sum()),
        entries=data.size,
        lengths=tuple(
            (share, int(ordered[place]))
            for share, place in places
            if place + 1 >= NAMED_FROM and len(ordered) - place >= NAMED_FROM
        ),
        equal_rows=int(parts.sizes[parts.sizes > 1].sum()),
        empty_rows=int((data.lengths == 0).sum()),
        repeats=data.duplicates_merged,
        frequent=tuple(zip(names, supports[named].tolist(), strict=True)),
    )
    return Inspection(
        seen.kind,
        seen.reason,
        rows,
        facts,
        tuple(unique),
        (*seen.notes, _SEQUENCES) if seen.kind == "sequences" else seen.notes,
        () if path is None else for_baskets(path, seen.persons or rows, seen.flags),
    )
