"""What the generators draw from: heavy tails, popularity, and rows of distinct items."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np
import numpy.typing as npt
import polars as pl

from shoal.data import Baskets, Vocabulary
from shoal.errors import ParameterError

Integers = npt.NDArray[np.int64]
Floats = npt.NDArray[np.float64]

#: Rounds of drawing again what a row already held, before the rest is drawn row by row.
ROUNDS = 12


def require(**parameters: tuple[float, ...]) -> None:
    """Raise unless each parameter, given as value, least and most, is in its range."""
    for name, (value, least, *most) in parameters.items():
        if not value >= least:
            raise ParameterError(f"{name} must be at least {least:,}, not {value:,}")
        if most and value > most[0]:
            raise ParameterError(f"{name} must be at most {most[0]:,}, not {value:,}")


def cumulative(weights: npt.NDArray[np.floating]) -> Floats:
    """Return the distribution function of positive weights, for :func:`draw`."""
    total = np.cumsum(weights, dtype=np.float64)
    total /= total[-1]
    return total


def draw(rng: np.random.Generator, distribution: Floats, size: int) -> Integers:
    """Draw outcomes 0, 1, ... from a distribution function, as :func:`cumulative` returns it."""
    return np.searchsorted(distribution, rng.random(size), side="right").astype(np.int64)


def drawn_by(
    rng: np.random.Generator,
    weights: Sequence[Sequence[float]],
    line: Integers,
    factors: Floats | float = 1.0,
) -> Integers:
    """Draw an outcome for each person by the weights of a line, times the person's factors."""
    total = np.cumsum(np.asarray(weights, dtype=np.float64)[line] * factors, axis=1)
    total /= total[:, -1:]
    chosen: Integers = (rng.random(len(line))[:, None] >= total).sum(axis=1)
    return chosen


def named(names: Sequence[str], codes: Integers) -> pl.Series:
    """Return the name of each code."""
    return pl.Series(names)[codes]


def popularity(count: int, exponent: float) -> Floats:
    """Return the distribution function of a power law over ranks; exponent 0 makes all alike."""
    return cumulative(np.arange(1, count + 1, dtype=np.float64) ** -exponent)


def items_of_topics(
    rng: np.random.Generator,
    rows: int,
    topics: Integers,
    within: Floats,
    everywhere: Floats,
    share: float,
) -> Callable[[Integers], Integers]:
    """Return what draws an item for each row: of its topic with this probability, or of all."""
    number = rng.permutation(len(everywhere))  # a number says nothing of the item's popularity
    topic = draw(rng, popularity(len(topics), 0.6), rows)

    def choose(chosen: Integers) -> Integers:
        in_topic = topics[topic[chosen], draw(rng, within, len(chosen))]
        anywhere = draw(rng, everywhere, len(chosen))
        stays = rng.random(len(chosen)) < share
        return number[np.where(stays, in_topic, anywhere)]

    return choose


def heavy_tailed_lengths(
    rng: np.random.Generator, rows: int, mean: float, longest: int, shift: float
) -> Integers:
    """Draw row lengths with a power-law tail, a given mean and a given maximum."""
    length = np.arange(1, longest + 1, dtype=np.float64)
    log_length = np.log(length + shift)
    low, high = -300.0, 300.0  # exponents: all rows the longest, all of length 1
    for _ in range(60):
        exponent = (low + high) / 2
        log_weights = -exponent * log_length
        weights = np.exp(log_weights - log_weights.max())
        if (weights * length).sum() / weights.sum() > mean:
            low = exponent
        else:
            high = exponent
    lengths = draw(rng, cumulative(weights), rows) + 1
    if longest * 2 < rows * mean:  # else the longest row would make up half of all entries
        lengths[rng.integers(rows)] = longest
    return lengths


def distinct_items(
    rng: np.random.Generator,
    lengths: Integers,
    items: int,
    choose: Callable[[Integers], Integers],
    held: tuple[Integers, Integers] | None = None,
) -> Baskets:
    """Fill each row with as many distinct items 0, 1, ... as its length says.

    ``choose`` draws an item for each row number it is given; what a row already holds is drawn
    again. ``held`` are the rows and items of entries that are there from the start, and count.
    """
    rows, chosen = held or (np.empty(0, dtype=np.int64), np.empty(0, dtype=np.int64))
    entries = np.unique(rows * items + chosen)  # each a pair of row and item, in one number
    missing = lengths - np.bincount(rows, minlength=len(lengths))
    complete = [entries[:0]]
    for _ in range(ROUNDS):
        rows = np.repeat(np.arange(len(lengths)), missing)
        entries = np.unique(np.concatenate([entries, rows * items + choose(rows)]))
        counts = np.bincount(entries // items, minlength=len(lengths))
        missing = np.where(missing > 0, lengths - counts, 0)
        # Rows that have all their items are put aside, so that each round has less to sort.
        unfinished = missing[entries // items] > 0
        complete.append(entries[~unfinished])
        entries = entries[unfinished]
    complete += [entries, _rest(rng, entries, missing, items)]
    everything = np.sort(np.concatenate(complete))
    return as_baskets(everything // items, everything % items, len(lengths))


def _rest(rng: np.random.Generator, entries: Integers, missing: Integers, items: int) -> Integers:
    """Draw what is still missing from the items a row does not hold: few rows, the longest ones."""
    rest = [entries[:0]]
    for row in np.flatnonzero(missing):
        start, stop = np.searchsorted(entries, [row * items, (row + 1) * items])
        absent = np.ones(items, dtype=bool)
        absent[entries[start:stop] - row * items] = False
        chosen = rng.choice(np.flatnonzero(absent), missing[row], replace=False)
        rest.append(row * items + chosen)
    return np.concatenate(rest)


def as_baskets(rows: Integers, items: Integers, row_count: int) -> Baskets:
    """Return baskets from the row and the item number of each entry; rows must not decrease."""
    every = Vocabulary(np.arange(items.max(initial=-1) + 1, dtype=np.int64))
    offsets = np.searchsorted(rows, np.arange(row_count + 1))
    baskets = Baskets.from_codes(items, offsets, every).trimmed()
    # Repeats here are the generator's own business, not a fault of the data.
    return Baskets(baskets.items, baskets.offsets, baskets.vocabulary)
