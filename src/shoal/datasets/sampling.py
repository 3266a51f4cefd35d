"""What the generators draw from: heavy tails, popularity, and rows of distinct items."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import numpy.typing as npt

from shoal.data import Baskets, Vocabulary
from shoal.errors import ParameterError

Integers = npt.NDArray[np.int64]
Floats = npt.NDArray[np.float64]

#: Rounds of drawing again what a row already held, before the rest is drawn row by row.
ROUNDS = 12


def require(name: str, value: float, least: float, most: float | None = None) -> None:
    """Raise unless a generator's parameter is in its range.

    Parameters
    ----------
    name, value
        The parameter.
    least, most
        Its range, both ends allowed.

    Examples
    --------
    >>> require("items", 0, least=1)
    Traceback (most recent call last):
    shoal.errors.ParameterError: items must be at least 1, not 0
    """
    if not value >= least:
        raise ParameterError(f"{name} must be at least {least:,}, not {value:,}")
    if most is not None and value > most:
        raise ParameterError(f"{name} must be at most {most:,}, not {value:,}")


def cumulative(weights: npt.NDArray[np.floating]) -> Floats:
    """Return the distribution function of weights, for :func:`draw`.

    Parameters
    ----------
    weights
        Positive weights of the outcomes 0, 1, ...

    Examples
    --------
    >>> cumulative(np.array([1.0, 3.0])).tolist()
    [0.25, 1.0]
    """
    total = np.cumsum(weights, dtype=np.float64)
    total /= total[-1]
    return total


def draw(rng: np.random.Generator, distribution: Floats, size: int) -> Integers:
    """Draw outcomes from a distribution function.

    Parameters
    ----------
    rng
        Where the randomness comes from.
    distribution
        As :func:`cumulative` returns it.
    size
        How many.

    Examples
    --------
    >>> draw(np.random.default_rng(0), np.array([0.0, 1.0]), 3).tolist()
    [1, 1, 1]
    """
    return np.searchsorted(distribution, rng.random(size), side="right").astype(np.int64)


def popularity(count: int, exponent: float) -> Floats:
    """Return the distribution function of a power law over ranks.

    Parameters
    ----------
    count
        Number of items.
    exponent
        How fast popularity falls with rank; 0 means all alike.

    Examples
    --------
    >>> popularity(2, 1.0).round(3).tolist()
    [0.667, 1.0]
    """
    return cumulative(np.arange(1, count + 1, dtype=np.float64) ** -exponent)


def heavy_tailed_lengths(
    rng: np.random.Generator, rows: int, mean: float, longest: int, shift: float
) -> Integers:
    """Draw row lengths with a power-law tail, a given mean and a given maximum.

    A length l has a weight of (l + shift) to a negative power, which is chosen to meet the mean.
    One row gets the maximum, unless that alone would make up half of all entries.

    Parameters
    ----------
    rng
        Where the randomness comes from.
    rows, mean, longest
        How many rows, their mean length, and the longest.
    shift
        Where the tail begins: below it lengths differ little in weight.

    Examples
    --------
    >>> lengths = heavy_tailed_lengths(np.random.default_rng(0), 50_000, 2.5, 100, 1.0)
    >>> int(lengths.max()), round(float(lengths.mean()), 1)
    (100, 2.5)
    """
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
    if longest * 2 < rows * mean:
        lengths[rng.integers(rows)] = longest
    return lengths


def distinct_items(
    rng: np.random.Generator,
    lengths: Integers,
    items: int,
    choose: Callable[[Integers], Integers],
    held: tuple[Integers, Integers] | None = None,
) -> Baskets:
    """Fill each row with as many distinct items as its length says.

    Parameters
    ----------
    rng
        Where the randomness comes from.
    lengths
        How many items each row gets, at most ``items``.
    items
        Number of items there are: 0, 1, ...
    choose
        Draws one item for each row number it is given; what a row already holds is drawn again.
    held
        Row and item of entries that are there from the start, and count.

    Examples
    --------
    >>> rng = np.random.default_rng(0)
    >>> uniform = lambda rows: rng.integers(5, size=len(rows))
    >>> list(distinct_items(rng, np.array([5, 1]), 5, uniform))
    [[0, 1, 2, 3, 4], [0]]
    """
    rows, chosen = held or (np.empty(0, dtype=np.int64), np.empty(0, dtype=np.int64))
    entries = _sorted_set(rows * items + chosen)  # each a pair of row and item, in one number
    missing = lengths - np.bincount(rows, minlength=len(lengths))
    complete = [entries[:0]]
    for _ in range(ROUNDS):
        rows = np.repeat(np.arange(len(lengths)), missing)
        entries = _sorted_set(np.concatenate([entries, rows * items + choose(rows)]))
        counts = np.bincount(entries // items, minlength=len(lengths))
        missing = np.where(missing > 0, lengths - counts, 0)
        # Rows that have all their items are put aside, so that each round has less to sort.
        unfinished = missing[entries // items] > 0
        complete.append(entries[~unfinished])
        entries = entries[unfinished]
    complete += [entries, _rest(rng, entries, missing, items)]
    everything = np.sort(np.concatenate(complete))
    return as_baskets(everything // items, everything % items, len(lengths))


def _sorted_set(entries: Integers) -> Integers:
    entries = np.sort(entries)
    fresh = np.ones(len(entries), dtype=bool)
    fresh[1:] = entries[1:] != entries[:-1]
    return entries[fresh]


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
    """Return baskets from the row and the item number of each entry; rows must not decrease.

    Parameters
    ----------
    rows, items
        The entries.
    row_count
        Number of rows, the empty ones included.

    Examples
    --------
    >>> list(as_baskets(np.array([0, 0, 2]), np.array([7, 3, 3]), 3))
    [[3, 7], [], [3]]
    """
    every = Vocabulary(np.arange(items.max(initial=-1) + 1, dtype=np.int64))
    offsets = np.searchsorted(rows, np.arange(row_count + 1))
    baskets = Baskets.from_codes(items, offsets, every).trimmed()
    # Repeats here are the generator's own business, not a fault of the data.
    return Baskets(baskets.items, baskets.offsets, baskets.vocabulary)
