"""How many baskets are singled out by somebody who knows one, two or three of their items."""

from __future__ import annotations

import random
from itertools import combinations
from math import comb

import numpy as np
import numpy.typing as npt

from shoal import _core
from shoal.data import Baskets
from shoal.data.equal_rows import EqualRows
from shoal.data.row_arrays import take_rows
from shoal.engines import local
from shoal.inspection.facts import Uniqueness
from shoal.inspection.intervals import of_share

#: Sets of items counted at most to look at every row in every way; above, rows are drawn.
ALL_SETS = 50_000

#: Rows drawn where there are more sets than these.
DRAWN = 5_000


def by_known_items(
    data: Baskets,
    known: int,
    *,
    seed: int = 0,
    threads: int | None = None,
    progress: local.Progress | None = None,
) -> Uniqueness:
    """Return the share of rows that some of their own items, drawn by chance, single out.

    Of a row with fewer items, all are known.
    """
    rows = len(data)
    sizes = np.minimum(data.lengths, known)
    ways = sum(comb(length, min(length, known)) for length in data.lengths[: ALL_SETS + 1].tolist())
    everything = rows <= ALL_SETS and ways <= ALL_SETS
    chance = random.Random(seed)
    looked_at = range(rows) if everything else _drawn(rows, chance)
    sets: list[tuple[int, ...]] = []
    counts = []
    for row in looked_at:
        items = data.items[data.offsets[row] : data.offsets[row + 1]].tolist()
        size = int(sizes[row])
        chosen = combinations(items, size) if everything else [tuple(chance.sample(items, size))]
        before = len(sets)
        sets.extend(chosen)
        counts.append(len(sets) - before)
    alone = _supports(data, sets, threads, progress) == 1
    if everything:
        weights = np.repeat(1 / np.asarray(counts), counts)
        share = float(weights[alone].sum()) / rows
        return Uniqueness(known, share, share, share)
    hits = int(alone.sum())
    return Uniqueness(known, hits / len(sets), *of_share(hits, len(sets)), looked_at=len(sets))


def by_all_items(rows: int, parts: EqualRows) -> Uniqueness:
    """Return the share of rows that no other row equals."""
    share = int((parts.sizes == 1).sum()) / rows
    return Uniqueness(None, share, share, share)


def _drawn(rows: int, chance: random.Random) -> list[int]:
    """Draw rows; few enough of them are drawn again and again, each time with other items."""
    if rows > DRAWN:
        return chance.sample(range(rows), DRAWN)
    return [chance.randrange(rows) for _ in range(DRAWN)]


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
    workers = local.check_threads(threads)
    supports: npt.NDArray[np.int64] = local.run(
        lambda control: _core.supports(
            data.items, data.offsets, data.item_count, *distinct, workers, control
        ),
        progress=None if progress is None else lambda done, total, _: progress(done, total, done),
    )
    return supports[parts.take_of_row()]
