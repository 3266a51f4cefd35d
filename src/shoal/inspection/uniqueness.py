"""How many rows are singled out by somebody who knows a few of their items or columns."""

from __future__ import annotations

import math
import random
from collections.abc import Iterable, Mapping
from itertools import combinations
from math import comb

import numpy as np
import numpy.typing as npt

from shoal import _core
from shoal.data import Baskets
from shoal.data.row_arrays import take_rows
from shoal.engines import local
from shoal.inspection.facts import Uniqueness

Codes = npt.NDArray[np.int64]

#: How much somebody may know of a row: so many items, or columns.
KNOWN = (1, 2, 3)

#: Sets of items counted at most to look at every row in every way; above, so many are drawn.
ALL_SETS, DRAWN = 50_000, 5_000

#: Cells looked at for each number of columns known: so many sets of columns are counted, or all.
MOST_CELLS = 30_000_000

#: Standard errors on either side of a 95 % interval.
_ERRORS = 1.959964


def by_known_items(
    data: Baskets,
    known: int,
    *,
    seed: int = 0,
    threads: int | None = None,
    progress: local.Progress | None = None,
) -> Uniqueness:
    """Return the share of rows that so many of their own items, or all they have, single out."""
    rows = len(data)
    ways = [comb(length, min(length, known)) for length in data.lengths[: ALL_SETS + 1].tolist()]
    if rows <= ALL_SETS and sum(ways) <= ALL_SETS:
        sets = [
            some
            for row, length in enumerate(data.lengths.tolist())
            for some in combinations(_items(data, row).tolist(), min(length, known))
        ]
        alone = _supports(data, sets, threads, progress) == 1
        share = float(np.repeat(1 / np.asarray(ways), ways)[alone].sum()) / rows
        return Uniqueness(known, share, share, share)
    chance = random.Random(seed)
    sets = []
    for _ in range(DRAWN):
        items = _items(data, chance.randrange(rows))
        # A drawn row may be long: only the items that are known are taken from it.
        chosen = chance.sample(range(len(items)), min(len(items), known))
        sets.append(tuple(items[chosen].tolist()))
    hits = int((_supports(data, sets, threads, progress) == 1).sum())
    return Uniqueness(known, hits / DRAWN, *of_share(hits, DRAWN), looked_at=DRAWN)


def by_known_columns(
    columns: Mapping[str, Codes],
    known: int,
    *,
    seed: int = 0,
    progress: local.Progress | None = None,
) -> Uniqueness:
    """Return the share of rows that so many columns single out, over all sets or some drawn."""
    rows, names = len(next(iter(columns.values()))), tuple(columns)
    most = max(MOST_CELLS // rows, 20)
    exact = comb(len(names), known) <= most
    if exact:
        sets = list(combinations(names, known))
    else:
        chance = random.Random(seed)
        places = {tuple(sorted(chance.sample(range(len(names)), known))) for _ in range(most)}
        sets = [tuple(names[place] for place in some) for some in sorted(places)]
    shares = []
    for done, some in enumerate(sets):
        if progress is not None:
            progress(done, len(sets), done)
        shares.append(by_all_columns(columns, some).share)
    share, worst = float(np.mean(shares)), int(np.argmax(shares))
    # No mean of shares spreads more than one of hits and misses does.
    low, high = (share, share) if exact else of_share(share * len(sets), len(sets))
    looked_at = None if exact else len(sets)
    return Uniqueness(known, share, low, high, looked_at, sets[worst], shares[worst])


def by_all_columns(columns: Mapping[str, Codes], names: Iterable[str]) -> Uniqueness:
    """Return the share of rows that their values in all of these columns together single out."""
    import polars as pl

    chosen = tuple(names)
    share = float(pl.DataFrame([columns[name] for name in chosen]).is_unique().mean())  # type: ignore[arg-type]
    return Uniqueness(None, share, share, share, None, chosen, share)


def of_share(hits: float, looked_at: int) -> tuple[float, float]:
    """Return the 95 % interval of a share by Wilson, which holds for shares near 0 and 1 too."""
    share, spread = hits / looked_at, _ERRORS**2 / looked_at
    centre = share + spread / 2
    half = _ERRORS * math.sqrt(share * (1 - share) / looked_at + spread / looked_at / 4)
    # Rounding must not push an end beyond the share itself.
    low, high = (centre - half) / (1 + spread), (centre + half) / (1 + spread)
    return max(min(low, share), 0.0) if hits else 0.0, min(max(high, share), 1.0)


def _items(data: Baskets, row: int) -> npt.NDArray[np.int32]:
    return data.items[data.offsets[row] : data.offsets[row + 1]]


def _supports(
    data: Baskets,
    sets: list[tuple[int, ...]],
    threads: int | None,
    progress: local.Progress | None,
) -> npt.NDArray[np.int64]:
    """Return how many rows hold each set; each distinct set is counted once."""
    if not data.item_count:
        return np.full(len(sets), len(data), dtype=np.int64)
    offsets = np.zeros(len(sets) + 1, dtype=np.int64)
    np.cumsum([len(items) for items in sets], out=offsets[1:])
    flat = np.fromiter((item for items in sets for item in items), np.int32, int(offsets[-1]))
    items, ends, _ = _core.make_sets(flat, offsets)
    parts = _core.equal_rows(items, ends)
    distinct = take_rows(items, ends, parts.take_first())
    supports: npt.NDArray[np.int64] = local.run(
        lambda control: _core.supports(
            data.items,
            data.offsets,
            data.item_count,
            *distinct,
            local.check_threads(threads),
            control,
        ),
        progress=None if progress is None else lambda done, total, _: progress(done, total, done),
    )
    return supports[parts.take_of_row()]
