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
from shoal.data.equal_rows import EqualRows
from shoal.data.row_arrays import take_rows
from shoal.engines import local
from shoal.inspection.facts import Uniqueness

Codes = npt.NDArray[np.int64]

#: How much somebody may know of a row: so many items, or columns.
KNOWN = (1, 2, 3)

#: Sets of items counted at most to look at every row in every way; above, so many rows are drawn.
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
    """Return the share of rows that some of their own items, drawn by chance, single out.

    Of a row with fewer items, all are known.
    """
    rows = len(data)
    ways = sum(comb(length, min(length, known)) for length in data.lengths[: ALL_SETS + 1].tolist())
    everything = rows <= ALL_SETS and ways <= ALL_SETS
    chance = random.Random(seed)
    looked_at: Iterable[int] = range(rows)
    if not everything and rows > DRAWN:
        looked_at = chance.sample(range(rows), DRAWN)
    elif not everything:  # few rows are drawn again and again, each time with other items
        looked_at = [chance.randrange(rows) for _ in range(DRAWN)]
    sets: list[tuple[int, ...]] = []
    counts = []
    for row in looked_at:
        items = data.items[data.offsets[row] : data.offsets[row + 1]]
        size = min(len(items), known)
        # A drawn row may be long: only the items that are known are taken from it.
        chosen = (
            [*combinations(items.tolist(), size)]
            if everything
            else [tuple(items[chance.sample(range(len(items)), size)].tolist())]
        )
        sets.extend(chosen)
        counts.append(len(chosen))
    alone = _supports(data, sets, threads, progress) == 1
    if everything:
        weights = np.repeat(1 / np.asarray(counts), counts)
        share = float(weights[alone].sum()) / rows
        return Uniqueness(known, share, share, share)
    hits = int(alone.sum())
    return Uniqueness(known, hits / len(sets), *of_share(hits, len(sets)), looked_at=len(sets))


def by_all_items(parts: EqualRows) -> Uniqueness:
    """Return the share of rows that no other row equals."""
    share = int((parts.sizes == 1).sum()) / len(parts.of_row)
    return Uniqueness(None, share, share, share)


def by_known_columns(
    columns: Mapping[str, Codes],
    known: int,
    *,
    seed: int = 0,
    progress: local.Progress | None = None,
) -> Uniqueness:
    """Return the share of rows that their values in some columns single out.

    The share is the mean over all sets of so many columns, or over some that are drawn; the worst
    set is reported too. Columns are given by the number of each row's value, from 0.
    """
    rows, names = len(next(iter(columns.values()))), tuple(columns)
    most = max(MOST_CELLS // rows, 20)
    exact = comb(len(names), known) <= most
    if exact:
        sets = list(combinations(names, known))
    else:
        chance = np.random.default_rng(seed)
        drawn = (chance.choice(len(names), known, replace=False).tolist() for _ in range(most))
        places = sorted({tuple(sorted(some)) for some in drawn})
        sets = [tuple(names[place] for place in some) for some in places]
    shares = np.zeros(len(sets))
    for done, some in enumerate(sets):
        if progress is not None:
            progress(done, len(sets), done)
        shares[done] = _count_alone(columns[name] for name in some) / rows
    share, worst = float(shares.mean()), int(shares.argmax())
    low, high = (share, share) if exact else of_mean(shares)
    looked_at = None if exact else len(sets)
    return Uniqueness(known, share, low, high, looked_at, sets[worst], float(shares[worst]))


def by_all_columns(columns: Mapping[str, Codes], names: Iterable[str]) -> Uniqueness:
    """Return the share of rows that their values in all of these columns together single out."""
    chosen = tuple(names)
    share = _count_alone(columns[name] for name in chosen) / len(columns[chosen[0]])
    return Uniqueness(None, share, share, share, None, chosen, share)


def of_share(hits: int, looked_at: int) -> tuple[float, float]:
    """Return the 95 % interval of a share by Wilson, which holds for shares near 0 and 1 too."""
    share, spread = hits / looked_at, _ERRORS**2 / looked_at
    centre = share + spread / 2
    half = _ERRORS * math.sqrt(share * (1 - share) / looked_at + spread / looked_at / 4)
    # Rounding must not push an end beyond the share itself.
    low, high = (centre - half) / (1 + spread), (centre + half) / (1 + spread)
    return max(min(low, share), 0.0) if hits else 0.0, min(max(high, share), 1.0)


def of_mean(values: npt.NDArray[np.float64]) -> tuple[float, float]:
    """Return the 95 % interval of the mean of shares, each of one row drawn by chance."""
    mean, count = float(values.mean()), len(values)
    # No mean of shares spreads more than one of hits and misses: Wilson's interval for these,
    # narrowed to what the shares spread, stays honest where all of them are 0 or 1.
    wide = of_share(round(mean * count), count)
    half = _ERRORS * float(values.std()) / math.sqrt(count) + _ERRORS**2 / (2 * count)
    low, high = max(wide[0], mean - half, 0.0), min(wide[1], mean + half, 1.0)
    return min(low, mean), max(high, mean)


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


def _count_alone(columns: Iterable[Codes]) -> int:
    """Return how many rows differ from every other one in some of these columns."""
    import polars as pl

    return int(pl.DataFrame(list(columns)).is_unique().sum())
