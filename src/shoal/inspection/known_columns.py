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

#: Rows up to which all are looked at; of more, so many are drawn and sought among all.
ALL_ROWS = 50_000
DRAWN = 5_000

#: Sets of columns up to which all are looked at; of more, so many are drawn.
ALL_SETS = 600

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

    The share is the mean over all sets of so many columns; the worst set is told too.
    """
    rows = len(next(iter(columns.values())))
    chance = np.random.default_rng(seed)
    drawn = None if rows <= ALL_ROWS else np.sort(chance.choice(rows, DRAWN, replace=False))
    sets, all_sets = _sets(tuple(columns), known, chance)
    looked_at = rows if drawn is None else len(drawn)
    of_row, of_set = np.zeros(looked_at), []
    for done, names in enumerate(sets):
        if progress is not None:
            progress(done, len(sets), done)
        keys = _keys([columns[name] for name in names])
        if drawn is None:
            of_set.append(_count_alone(keys) / rows)
        else:
            alone = _alone(keys, drawn)
            of_row += alone / len(sets)
            of_set.append(float(alone.mean()))
    shares = np.asarray(of_set)
    share, worst = float(shares.mean()), int(shares.argmax())
    exact = drawn is None and all_sets
    low, high = (share, share) if exact else of_mean(shares if drawn is None else of_row)
    return Uniqueness(
        known, share, low, high, None if exact else looked_at, sets[worst], float(shares[worst])
    )


def by_all_columns(columns: Mapping[str, Codes], names: Iterable[str]) -> Uniqueness:
    """Return the share of rows that their values in all of these columns together single out."""
    chosen = tuple(names)
    keys = _keys([columns[name] for name in chosen])
    share = _count_alone(keys) / len(keys)
    return Uniqueness(None, share, share, share, None, chosen, share)


def _sets(
    names: tuple[str, ...], known: int, chance: np.random.Generator
) -> tuple[list[tuple[str, ...]], bool]:
    """Return sets of so many columns, and whether these are all there are."""
    if comb(len(names), known) <= ALL_SETS:
        return list(combinations(names, known)), True
    places = {
        tuple(sorted(chance.choice(len(names), known, replace=False).tolist()))
        for _ in range(ALL_SETS)
    }
    return [tuple(names[place] for place in chosen) for chosen in sorted(places)], False


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


def _alone(keys: Codes, drawn: Codes) -> npt.NDArray[np.bool_]:
    """Tell for each row drawn whether no other row has its key."""
    values, places = np.unique(keys[drawn], return_inverse=True)
    # A look at a few bits of a key rules out most rows before they are sought among those drawn.
    possible = np.zeros(1 << 16, dtype=bool)
    possible[_bits(values)] = True
    keys = keys[possible[_bits(keys)]]
    found = np.minimum(np.searchsorted(values, keys), len(values) - 1)
    met = np.bincount(found[values[found] == keys], minlength=len(values))
    alone: npt.NDArray[np.bool_] = (met == 1)[places]
    return alone


def _bits(keys: Codes) -> npt.NDArray[np.int64]:
    bits: npt.NDArray[np.int64] = ((keys * 0x9E3779B97F4A7) >> 20) & 0xFFFF
    return bits
