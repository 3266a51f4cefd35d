"""How many rows of a table are singled out by somebody who knows one, two or three columns."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import combinations
from math import comb

import numpy as np
import numpy.typing as npt

from shoal.engines.local import Progress
from shoal.inspection.facts import Uniqueness
from shoal.inspection.intervals import of_mean

Codes = npt.NDArray[np.int64]

#: Cells looked at for each number of columns known: so many sets of columns are counted, or all.
MOST_CELLS = 30_000_000

#: Above this, keys are numbered anew, so that they never overflow.
_LARGEST_KEY = 2**40


def by_known_columns(
    columns: Mapping[str, Codes],
    known: int,
    *,
    seed: int = 0,
    progress: Progress | None = None,
) -> Uniqueness:
    """Return the share of rows that their values in some columns single out.

    The share is the mean over all sets of so many columns, or over some that are drawn; the worst
    set is reported too. Columns are given by the number of each row's value, from 0.
    """
    rows = len(next(iter(columns.values())))
    most = max(MOST_CELLS // rows, 20)
    sets = _sets(tuple(columns), known, most, np.random.default_rng(seed))
    shares = np.zeros(len(sets))
    for done, names in enumerate(sets):
        if progress is not None:
            progress(done, len(sets), done)
        shares[done] = _count_alone(_keys([columns[name] for name in names])) / rows
    share, worst = float(shares.mean()), int(shares.argmax())
    exact = len(sets) == comb(len(columns), known)
    low, high = (share, share) if exact else of_mean(shares)
    looked_at = None if exact else len(sets)
    return Uniqueness(known, share, low, high, looked_at, sets[worst], float(shares[worst]))


def by_all_columns(columns: Mapping[str, Codes], names: Iterable[str]) -> Uniqueness:
    """Return the share of rows that their values in all of these columns together single out."""
    chosen = tuple(names)
    keys = _keys([columns[name] for name in chosen])
    share = _count_alone(keys) / len(keys)
    return Uniqueness(None, share, share, share, None, chosen, share)


def _sets(
    names: tuple[str, ...], known: int, most: int, chance: np.random.Generator
) -> list[tuple[str, ...]]:
    """Return all sets of so many columns, or so many of them, drawn by chance."""
    if comb(len(names), known) <= most:
        return list(combinations(names, known))
    places = {
        tuple(sorted(chance.choice(len(names), known, replace=False).tolist())) for _ in range(most)
    }
    return [tuple(names[place] for place in chosen) for chosen in sorted(places)]


def _keys(columns: list[Codes]) -> Codes:
    """Return one number for each row, the same for rows that agree in all columns."""
    keys, largest = columns[0], int(columns[0].max()) + 1
    for column in columns[1:]:
        width = int(column.max()) + 1
        if largest * width > _LARGEST_KEY:
            keys = np.unique(keys, return_inverse=True)[1].astype(np.int64)
            largest = int(keys.max()) + 1
        keys = keys * width + column
        largest *= width
    return keys


def _count_alone(keys: Codes) -> int:
    """Return how many keys only one row has."""
    largest = int(keys.max())
    if largest < 8 * len(keys):
        return int((np.bincount(keys) == 1).sum())
    ordered = np.sort(keys)
    new = np.concatenate([[True], ordered[1:] != ordered[:-1], [True]])
    return int((new[1:] & new[:-1]).sum())
