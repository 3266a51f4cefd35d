"""Bands between round cut points: which cuts are kept, and the bands above them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

import numpy as np
import numpy.typing as npt

from shoal.data.hierarchy import Run

#: Pieces that a column is cut into at most.
MOST_PIECES = 64

#: A round cut is preferred as long as so large a share of the rows is on either side.
SMALLER_SIDE = 0.25


@dataclass(frozen=True)
class Cuts:
    """Places where sorted values may be cut into bands."""

    pieces: npt.NDArray[np.int64]  # the piece that each value lies in, from 0 and ascending
    edges: Sequence[Any]  # between each piece and the next
    roundness: Sequence[int]  # of each edge: the higher, the rounder
    #: The text of a band from one edge to before another; None is an open end.
    label: Callable[[Any, Any], str]


def nested(cuts: Cuts, counts: npt.NDArray[np.int64], k: int) -> list[Run]:
    """Return the bands of at least k rows as runs of values, wide ones above narrow ones."""
    pieces = np.bincount(cuts.pieces, counts, minlength=len(cuts.edges) + 1).astype(int).tolist()
    kept = _enough(pieces, list(cuts.roundness), k)
    starts = np.searchsorted(cuts.pieces, [0, *(cut + 1 for cut in kept)]).tolist()
    starts.append(len(cuts.pieces))
    edges = [None, *(cuts.edges[cut] for cut in kept), None]
    roundness = [0, *(cuts.roundness[cut] for cut in kept), 0]
    before = np.append(0, np.cumsum(counts))[starts].tolist()
    runs: list[Run] = []
    waiting = [(0, len(starts) - 1)]
    while waiting:
        first, end = waiting.pop()
        runs.append((starts[first], starts[end], cuts.label(edges[first], edges[end])))
        if end - first > 1:
            at = _best_cut(first, end, before, roundness)
            waiting += [(first, at), (at, end)]
    return runs


def _enough(pieces: list[int], roundness: list[int], k: int) -> list[int]:
    """Return the cuts that stay when pieces of fewer than k rows join a neighbour.

    The piece with the fewest rows gives up the less round one of its cuts.
    """
    cuts = list(range(len(roundness)))
    while cuts and min(pieces) < k:
        at = pieces.index(min(pieces))
        sides = [side for side in (at - 1, at) if 0 <= side < len(cuts)]
        gone = min(sides, key=lambda side: (roundness[side], pieces[2 * side + 1 - at]))
        pieces[gone : gone + 2] = [pieces[gone] + pieces[gone + 1]]
        del cuts[gone], roundness[gone]
    return cuts


def _best_cut(first: int, end: int, before: list[int], roundness: list[int]) -> int:
    """Return where to cut a band in two: where it is round, if neither side is too small."""
    least = SMALLER_SIDE * (before[end] - before[first])

    def goodness(cut: int) -> tuple[bool, float, float]:
        smaller = min(before[cut] - before[first], before[end] - before[cut])
        fair = smaller >= least
        return (True, roundness[cut], smaller) if fair else (False, smaller, roundness[cut])

    return max(range(first + 1, end), key=goodness)


def number_of_pieces(places: npt.NDArray[np.int64]) -> int:
    """Return how many different numbers there are in a sorted array."""
    return int(np.count_nonzero(np.diff(places))) + 1


def as_pieces(places: npt.NDArray[np.int64]) -> tuple[npt.NDArray[np.int64], list[tuple[int, int]]]:
    """Return the rank of each of sorted numbers, and neighbours among the different ones."""
    different, ranks = np.unique(places, return_inverse=True)
    return ranks.astype(np.int64), list(pairwise(different.tolist()))
