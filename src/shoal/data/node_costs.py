"""What the nodes of a column cost a search: one of several measures, counted in whole parts.

All are rounded down, so that sums are exact and no bound derived from them is too high. No node
costs more than one above it.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from fractions import Fraction

import numpy as np
import numpy.typing as npt

from shoal import _core
from shoal.data.entropy import BITS, node_entropies
from shoal.data.table import MOST_WEIGHT, QuasiIdentifier, Table
from shoal.errors import ParameterError
from shoal.wording import parameter

Parts = npt.NDArray[np.int32]
Integers = npt.NDArray[np.int64]


def node_costs(column: QuasiIdentifier) -> Parts:
    """Return what a cell costs that is published as each node, by the measure to minimize.

    What must not be published tells nothing, and costs as much as the root.
    """
    tree = column.hierarchy
    costs = MEASURES[column.minimize].costs(column, full_cost(column))
    if column.max_level is not None:
        costs[tree.levels() > column.max_level] = costs[0]
    costs[tree.leaf_nodes] = 0
    return costs.astype(np.int32)


def full_cost(column: QuasiIdentifier) -> int:
    """Return the parts of a cell that costs 1: all of it, or a bit."""
    return int(column.weight * _core.TABLE_UNIT)


def minimizing(table: Table, name: str) -> Table:
    """Return the table for a search that minimizes a measure; its bands must have been built."""
    if name == "lm":
        return table
    counts = [np.bincount(c.codes, minlength=len(c.hierarchy)) for c in table.quasi_identifiers]
    columns = tuple(
        replace(column, minimize=name, counts=rows)
        for column, rows in zip(table.quasi_identifiers, counts, strict=True)
    )
    for column in columns:
        _check(column, name)
    return replace(table, quasi_identifiers=columns)


def _check(column: QuasiIdentifier, name: str) -> None:
    if MEASURES[name].of_labels and column.recoding in ("range", "set"):
        raise ParameterError(
            f"{parameter('minimize', name)} is for columns that are published by hierarchies, and "
            f"{column.name!r} is published as {column.recoding}s: use "
            f"{parameter('recoding', 'hierarchy')}, {parameter('recoding', 'bands')}, or "
            f"{parameter('minimize', 'ncp')}",
            parameter="minimize",
        )
    root = int(MEASURES[name].costs(column, full_cost(column))[0])
    if root > MOST_WEIGHT * _core.TABLE_UNIT:
        most = column.weight * MOST_WEIGHT * _core.TABLE_UNIT / root
        raise ParameterError(
            f"the weight of column {column.name!r} must be at most {most:.1f} where the entropy is "
            "minimized: weights count in proportion, so divide all of them",
            parameter="weights",
            entry=column.name,
        )


def _lm(column: QuasiIdentifier, full: int) -> Integers:
    """Return the LM of each node: a node above numbers and a missing value tells nothing."""
    tree = column.hierarchy
    if column.positions is None:
        costs = (_leaves(column) - 1) * full // max(len(tree) - 1, 1)
    else:
        costs = _widths(column, column.positions, full)
    costs[0] = full
    return costs


def _ncp(column: QuasiIdentifier, full: int) -> Integers:
    """Return the NCP of each node: as the LM, but of categories the share that is below it."""
    if column.positions is not None:
        return _lm(column, full)
    leaves = _leaves(column)
    costs = np.where(leaves > 1, leaves, 0) * full // max(len(column.hierarchy), 1)
    costs[0] = full
    return costs


def _entropy(column: QuasiIdentifier, full: int) -> Integers:
    """Return the monotone entropy of each node, over the rows of the whole table."""
    assert column.counts is not None
    bits = node_entropies(column.hierarchy, column.counts, monotone=True)
    # Python's numbers: the products may need more than 64 bits.
    return np.array([(one * full) >> BITS for one in bits.tolist()], dtype=np.int64)


def _tree(column: QuasiIdentifier, full: int) -> Integers:
    """Return the level of each node as a share of the tree's depth."""
    tree = column.hierarchy
    return tree.levels().astype(np.int64) * full // max(tree.depth, 1)


@dataclass(frozen=True)
class Measure:
    """A measure that a search can minimize."""

    called: str  # of a whole table, as certificates name it
    loss: str  # the same as an attribute of a loss
    of_labels: bool  # whether it needs columns that are published by hierarchies
    #: What each node costs, given the parts of a full cell or of a bit; the root most of all.
    costs: Callable[[QuasiIdentifier, int], Integers]


#: What a search can minimize, by the name it is asked for.
MEASURES = {
    "lm": Measure("LM", "lm", False, _lm),
    "ncp": Measure("GCP", "gcp", False, _ncp),
    "entropy": Measure("monotone entropy", "monotone_entropy", True, _entropy),
    "tree": Measure("tree measure", "tree", True, _tree),
}


def _leaves(column: QuasiIdentifier) -> Integers:
    return (column.hierarchy.last - column.hierarchy.first).astype(np.int64)


def _widths(column: QuasiIdentifier, positions: npt.NDArray[np.float64], full: int) -> Integers:
    """Return the width of each node above numbers or dates, as a share of that of all."""
    tree, leaves = column.hierarchy, _leaves(column)
    least, greatest = _extremes(column, positions)
    span = float(greatest[0] - least[0])
    shares = (greatest - least) / span if span > 0 else np.zeros(len(leaves))
    missing = np.concatenate([[0], np.cumsum(np.isnan(positions))])
    mixed = (missing[tree.last] > missing[tree.first]) & (leaves > 1)
    costs = np.where(mixed, full, np.floor(np.nan_to_num(shares) * full).astype(np.int64))
    # Just below a whole number, floating point may have rounded up to it.
    for node in np.flatnonzero((costs > 0) & (shares * full - costs < 1e-6) & ~mixed).tolist():
        exact = Fraction(greatest[node]) - Fraction(least[node])
        costs[node] = full * exact // (Fraction(greatest[0]) - Fraction(least[0]))
    return costs


def _extremes(
    column: QuasiIdentifier, positions: npt.NDArray[np.float64]
) -> tuple[npt.NDArray[np.float64], npt.NDArray[np.float64]]:
    """Return the least and the greatest number below each node; NaN where there is none."""
    # Each node asks for a slice; reduceat takes its two ends, and then the gap up to the next.
    ends = np.column_stack([column.hierarchy.first, column.hierarchy.last]).ravel()
    padded = np.append(positions, np.nan)
    return np.fmin.reduceat(padded, ends)[::2], np.fmax.reduceat(padded, ends)[::2]
