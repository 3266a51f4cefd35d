"""Which published row may be an original row's own: the release may be in any order.

A published row can be that of any original whose values it covers and whose label it has. Of all
ways to give originals rows of their own, one that serves most of them is a maximum flow from kinds
of originals to kinds of published rows.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from shoal.errors import LimitReached
from shoal.loss.published_cells import PublishedCells

Integers = npt.NDArray[np.int64]

#: Pairs of kinds that are compared at a time, and those that fit at most: a flow through more takes
#: gigabytes.
AT_ONCE, MOST_PAIRS = 20_000_000, 30_000_000


def own_rows(columns: Sequence[PublishedCells], before: Integers, after: Integers) -> Integers:
    """Return a published row for each original, -1 for those that get none; none is given twice.

    ``before`` and ``after`` are the labels of the original and of the published rows.
    """
    in_order = len(before) == len(after) and bool((before == after).all())
    if in_order and all(one.cover_rows(one.domain.column.codes).all() for one in columns):
        return np.arange(len(before))
    exact = [one for one in columns if (one.sizes == 1).all()]
    wide = [one for one in columns if (one.sizes > 1).any()]
    keys = np.vstack(
        [
            np.column_stack([before, *(one.domain.column.codes for one in exact)]),
            np.column_stack([after, *(_leaves(one)[one.of_row] for one in exact)]),
        ]
    )
    # Only rows of one block, with the same label and the same exact values, can belong together.
    blocks = np.unique(keys, axis=0, return_inverse=True)[1].ravel()
    kinds, kind_of = _kinds(blocks[: len(before)], [one.domain.column.codes for one in wide])
    others, other_of = _kinds(blocks[len(before) :], [one.of_row for one in wide])
    pairs, count = [], 0
    for pair in _pairs(kinds, others, [_covers(one) for one in wide]):
        pairs.append(pair)
        count += len(pair[0])
        if count > MOST_PAIRS:
            raise LimitReached(
                "too many published rows can be those of too many originals: learn from a release "
                "of fewer rows, or of rows in the order of the original"
            )
    given = np.full(len(before), -1)
    if pairs:
        froms, tos = (np.concatenate(side) for side in zip(*pairs, strict=True))
        froms, tos = _flow(froms, tos, np.bincount(kind_of), np.bincount(other_of))
        given[_rows(froms, kind_of)] = _rows(tos, other_of)
    return given


def _kinds(blocks: Integers, columns: Sequence[npt.NDArray[Any]]) -> tuple[Integers, Integers]:
    """Return the different rows, sorted, and which of them each row is."""
    kinds, kind_of = np.unique(np.column_stack([blocks, *columns]), axis=0, return_inverse=True)
    return kinds.astype(np.int64), kind_of.ravel()


def _leaves(cells: PublishedCells) -> Integers:
    """Return the leaf of each cell that covers one only."""
    return np.array([np.flatnonzero(row)[0] for row in _covered(cells)], dtype=np.int64)


def _covers(cells: PublishedCells) -> npt.NDArray[np.bool_]:
    """Return for each cell and each leaf whether the one covers the other."""
    return np.array(list(_covered(cells)))


def _covered(cells: PublishedCells) -> Iterator[npt.NDArray[np.bool_]]:
    for cover in cells.covers:
        row = np.zeros(cells.domain.size, dtype=bool)
        if cover.members is not None:
            row[list(cover.members)] = True
        elif cover.by_size:
            row[cells.domain.by_size[cover.first : cover.last]] = True
        else:
            row[cover.first : cover.last] = True
        yield row


def _pairs(
    kinds: Integers, others: Integers, covers: Sequence[npt.NDArray[np.bool_]]
) -> Iterator[tuple[Integers, Integers]]:
    """Yield kinds of originals and of published rows, the second of which can be that of the first.

    Both are sorted, their block comes first.
    """
    for block in np.intersect1d(kinds[:, 0], others[:, 0]):
        first, last = np.searchsorted(kinds[:, 0], [block, block + 1])
        start, end = np.searchsorted(others[:, 0], [block, block + 1])
        step = max(1, AT_ONCE // (end - start))
        for begin in range(first, last, step):
            part = kinds[begin : min(begin + step, last)]
            fits = np.ones((len(part), end - start), dtype=bool)
            for place, cover in enumerate(covers, 1):
                fits &= cover[np.ix_(others[start:end, place], part[:, place])].T
            one, other = np.nonzero(fits)
            yield one + begin, other + start


def _flow(
    froms: Integers, tos: Integers, supply: Integers, demand: Integers
) -> tuple[Integers, Integers]:
    """Return the two kinds of each pair of rows of a maximum flow."""
    from scipy.sparse import coo_matrix
    from scipy.sparse.csgraph import maximum_flow

    source, sink = len(supply) + len(demand), len(supply) + len(demand) + 1
    middle = np.arange(source)
    ends = (
        np.concatenate([froms, np.full(len(supply), source), middle[len(supply) :]]),
        np.concatenate([tos + len(supply), middle[: len(supply)], np.full(len(demand), sink)]),
    )
    capacity = np.concatenate([np.minimum(supply[froms], demand[tos]), supply, demand])
    graph = coo_matrix((capacity.astype(np.int32), ends), shape=(sink + 1, sink + 1)).tocsr()
    flow = maximum_flow(graph, source, sink).flow.tocoo()
    used = (flow.data > 0) & (flow.row < len(supply)) & (flow.col < source)
    times = flow.data[used]
    return np.repeat(flow.row[used], times), np.repeat(flow.col[used] - len(supply), times)


def _rows(kinds: Integers, kind_of: Integers) -> Integers:
    """Return for each kind that is asked for a row of it, and no row twice."""
    rows = np.argsort(kind_of, kind="stable")
    order = np.argsort(kinds, kind="stable")
    rank = np.empty(len(kinds), dtype=np.int64)
    rank[order] = np.arange(len(kinds)) - np.searchsorted(kinds[order], kinds[order])
    found: Integers = rows[np.searchsorted(kind_of[rows], kinds) + rank]
    return found
