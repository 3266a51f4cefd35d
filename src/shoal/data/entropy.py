"""Entropy of a value that is known to be one of some, in bits, by how often each occurs.

It is counted in whole parts of 2^-48 bit and rounded down: the logarithm of all rows is rounded
down, that of the rows of each value up. So an auditor comes to the same parts on any machine.
"""

from __future__ import annotations

from functools import lru_cache

import numpy as np
import numpy.typing as npt

from shoal.data.hierarchy import Hierarchy

Integers = npt.NDArray[np.int64]

#: Parts of a bit, as a power of two.
BITS = 48

#: Digits behind the point while a logarithm is found; each part of a bit costs one of them.
_PRECISION = 3 * BITS


@lru_cache(maxsize=1 << 16)
def log2_down(number: int) -> int:
    """Return the logarithm of a positive number in parts, rounded down.

    Examples
    --------
    >>> log2_down(8) / 2**48, round(log2_down(10) / 2**48, 9)
    (3.0, 3.321928095)
    """
    found = number.bit_length() - 1
    rest = (number << _PRECISION) >> found  # from 1 to below 2: its square tells the next bit
    for _ in range(BITS):
        rest = (rest * rest) >> _PRECISION
        bit = rest >> (_PRECISION + 1)
        rest >>= bit
        found = 2 * found + bit
    return found


def weighted_logs(counts: Integers) -> npt.NDArray[np.object_]:
    """Return for each value its rows times their logarithm rounded up, as Python's numbers."""
    sizes, places = np.unique(counts, return_inverse=True)
    found = [c * (log2_down(c) + (c & (c - 1) != 0)) if c else 0 for c in sizes.tolist()]
    return np.array(found, dtype=object)[places]


def entropies(rows: Integers, logs: npt.NDArray[np.object_]) -> Integers:
    """Return entropies in parts, each of some values: of their rows and weighted logarithms."""
    pairs = zip(rows.tolist(), logs.tolist(), strict=True)
    found = [max(n * log2_down(n) - log, 0) // n if n else 0 for n, log in pairs]
    return np.array(found, dtype=np.int64)


def node_entropies(tree: Hierarchy, counts: Integers, *, monotone: bool) -> Integers:
    """Return for each node the entropy of the value below it, in parts.

    The monotone variant drops every node whose entropy exceeds that of a kept node above it, and
    takes it for the nearest kept one. So no node costs more than one above it.
    """
    rows, logs = np.append(0, np.cumsum(counts)), np.append(0, np.cumsum(weighted_logs(counts)))
    found = np.zeros(len(tree.parents), dtype=np.int64)
    inner = np.flatnonzero(tree.last - tree.first > 1)  # the others tell the value
    first, last = tree.first[inner], tree.last[inner]
    found[inner] = entropies(rows[last] - rows[first], logs[last] - logs[first])
    if monotone:
        for node in inner[1:].tolist():  # parents come first
            found[node] = min(found[node], found[tree.parents[node]])
    return found
