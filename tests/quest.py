"""The Quest generator of market baskets."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from shoal.data import Baskets
from shoal.datasets.sampling import Floats, Integers, as_baskets, cumulative, draw, require


def quest(
    transactions: int = 10_000,
    length: float = 10,
    pattern_length: float = 4,
    items: int = 1_000,
    patterns: int = 2_000,
    correlation: float = 0.5,
    corruption: float = 0.5,
    seed: int = 0,
) -> Baskets:
    """Generate market baskets: customers buy patterns, whole or in part; the same by the same seed.

    Parameters
    ----------
    transactions, items, patterns
        Number of baskets (D), of items (N), and of patterns (L); rare items may occur in no basket.
    length, pattern_length
        Mean length of a basket (T), and of a pattern (I).
    correlation
        Mean part of a pattern taken from the one before it.
    corruption
        Mean of the patterns' corruption levels: how likely one more item is left out.

    Notes
    -----
    After R. Agrawal and R. Srikant, Fast algorithms for mining association rules (VLDB 1994),
    section 2.4.3. A pattern that would leave its basket empty is put in however long it is, so that
    a basket is empty only by corruption.

    Examples
    --------
    >>> baskets = quest(transactions=1_000, length=10, pattern_length=4)  # T10.I4.D1K
    >>> len(baskets), round(float(baskets.lengths.mean()))
    (1000, 10)
    """
    require(transactions=(transactions, 1), length=(length, 1), pattern_length=(pattern_length, 1))
    require(items=(items, 1), patterns=(patterns, 1))
    require(correlation=(correlation, 0, 1), corruption=(corruption, 0, 1))
    rng = np.random.default_rng(seed)
    pool, starts = _patterns(rng, patterns, pattern_length, items, correlation)
    weights = cumulative(rng.exponential(size=patterns) + 1e-12)
    levels = np.clip(rng.normal(corruption, np.sqrt(0.1), size=patterns), 0, 1)
    room = np.maximum(rng.poisson(length, size=transactions), 1)
    picks, kept, baskets = _fill(rng, room, weights, np.diff(starts), levels)
    rows, chosen = _corrupted(rng, pool, starts, picks, kept, baskets)
    return as_baskets(rows, chosen, transactions)


def _patterns(
    rng: np.random.Generator, patterns: int, mean: float, items: int, correlation: float
) -> tuple[Integers, Integers]:
    """Return the patterns' items end to end, and where each starts."""
    sizes = np.clip(rng.poisson(mean - 1, size=patterns) + 1, 1, items)
    shares = np.minimum(rng.exponential(correlation, size=patterns), 1.0)
    pool: list[Integers] = []
    previous = np.empty(0, dtype=np.int64)
    for size, share in zip(sizes.tolist(), shares.tolist(), strict=True):
        common = rng.permutation(previous)[: round(share * size)]
        chosen = set(common.tolist())
        while len(chosen) < size:
            chosen.update(rng.integers(items, size=size - len(chosen)).tolist())
        previous = np.array(sorted(chosen), dtype=np.int64)
        pool.append(previous)
    return np.concatenate(pool), np.concatenate([[0], np.cumsum(sizes)])


def _fill(
    rng: np.random.Generator, room: Integers, weights: Floats, sizes: Integers, levels: Floats
) -> tuple[Integers, Integers, Integers]:
    """Return for each pattern put in a basket: which, how many of its items, and the basket.

    A pattern too long for the room left goes in anyway half of the time, else into the next basket.
    """
    filled: list[tuple[int, int, int]] = []
    stream = _draws(rng, weights, sizes, levels)
    carried: tuple[int, int, bool] | None = None
    for basket, space in enumerate(room.tolist()):
        used = 0
        for _ in range(4 * space + 4):  # patterns corrupted to nothing must not hold us for ever
            pick, size, coin = carried or next(stream)
            carried = None
            if used and used + size > space and coin:
                carried = pick, size, coin
                break
            filled.append((pick, size, basket))
            used += size
            if used >= space:
                break
    picks, kept, baskets = np.array(filled).T
    return picks, kept, baskets


def _draws(
    rng: np.random.Generator, weights: Floats, sizes: Integers, levels: Floats
) -> Iterator[tuple[int, int, bool]]:
    """Draw patterns by weight, each with the number of items that corruption leaves, and a coin."""
    stay = np.maximum(1.0 - levels, 1e-9)
    while True:
        picks = draw(rng, weights, 1 << 16)
        # Items are dropped as long as a coin falls below the level: a geometric number.
        kept = np.maximum(sizes[picks] - (rng.geometric(stay[picks]) - 1), 0)
        coins = rng.random(len(picks)) < 0.5
        yield from reversed(list(zip(picks.tolist(), kept.tolist(), coins.tolist(), strict=True)))


def _corrupted(
    rng: np.random.Generator,
    pool: Integers,
    starts: Integers,
    picks: Integers,
    kept: Integers,
    baskets: Integers,
) -> tuple[Integers, Integers]:
    """Return the entries: of each pick a random choice of its items, as many as are kept."""
    sizes = np.diff(starts)[picks]
    pick_of_entry = np.repeat(np.arange(len(picks)), sizes)
    place = np.arange(len(pick_of_entry)) - np.repeat(np.cumsum(sizes) - sizes, sizes)
    entries = pool[np.repeat(starts[picks], sizes) + place]
    # Shuffled within each pick, the first `kept` are a random choice.
    order = np.lexsort((rng.random(len(entries)), pick_of_entry))
    chosen = order[place < np.repeat(kept, sizes)]
    return baskets[pick_of_entry[chosen]], entries[chosen]
