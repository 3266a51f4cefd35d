"""A table as the native methods see it: trees of values, and what their nodes cost."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import numpy.typing as npt

from shoal import _core
from shoal.data.cells import MISSING
from shoal.data.columns import texts_of
from shoal.data.hierarchy import Hierarchy
from shoal.data.node_costs import full_cost, node_costs
from shoal.data.table import QuasiIdentifier, Table

Parts = npt.NDArray[np.int32]

#: The positions of leaves that have none, or need none.
NOWHERE: Parts = np.zeros(0, dtype=np.int32)

#: Rows of patterns that one search may keep: each takes 10 bytes.
MOST_KEPT = 120_000_000

#: Levels of a tree of halves: more would bring more patterns, and little else.
MOST_HALVINGS = 5


def to_core(table: Table, *, guided: bool = False) -> _core.Table:
    """Hand a table to the native core."""
    core = _core.Table(table.cells.ravel())
    for column in table.quasi_identifiers:
        if guided and column.recoding == "range" and column.whole_hierarchy is None:
            column = replace(column, hierarchy=tree_of_halves(column))
        tree = column.hierarchy
        core.add_column(
            tree.parents,
            tree.first,
            tree.last,
            tree.leaf_nodes,
            node_costs(column),
            leaf_positions(column) if column.recoding == "range" else NOWHERE,
            column.recoding,
            set_free=0 if column.minimize == "ncp" else 1,
        )
    return core


def codes_of(table: Table, name: str) -> Parts:
    """Return the values of any column as ascending numbers from 0; a missing value is the last."""
    if name not in table.others.columns:
        return np.ascontiguousarray(table[name].codes)
    column = table.others[name]
    missing = texts_of(column).is_null().to_numpy()
    places = column.filter(~missing).rank("dense").to_numpy().astype(np.int32) - 1
    codes = np.full(len(column), int(places.max(initial=-1)) + 1, dtype=np.int32)
    codes[~missing] = places
    return codes


def tree_of_halves(column: QuasiIdentifier) -> Hierarchy:
    """Return a tree over sorted values in which each node splits the rows below it about evenly."""
    values = [value for value in column.hierarchy.values if value != MISSING]
    rows = np.cumsum(np.bincount(column.codes, minlength=len(column.hierarchy)))
    runs, waiting = [], [(0, len(values), 0)]
    for low, high, halvings in waiting:
        if high - low > 1:
            runs.append((low, high, f"{low}..{high}"))  # a label that is never published
        if high - low > 1 and halvings < MOST_HALVINGS:
            middle = (int(rows[low - 1] if low else 0) + int(rows[high - 1])) / 2
            cut = min(low + 1 + int(np.searchsorted(rows[low : high - 1], middle)), high - 1)
            waiting += [(low, cut, halvings + 1), (cut, high, halvings + 1)]
    tree = Hierarchy.from_runs(values, runs)
    return tree.with_missing() if len(values) < len(column.hierarchy) else tree


def leaf_positions(column: QuasiIdentifier) -> Parts:
    """Return where the leaves of numbers or dates lie, from 0 to the full cost; -1 if missing."""
    if column.positions is None:
        return NOWHERE
    least, greatest = float(np.nanmin(column.positions)), float(np.nanmax(column.positions))
    shares = (column.positions - least) / max(greatest - least, np.finfo(np.float64).tiny)
    places = np.floor(np.nan_to_num(shares) * full_cost(column)).astype(np.int32)
    return np.where(np.isnan(column.positions), np.int32(-1), places)
