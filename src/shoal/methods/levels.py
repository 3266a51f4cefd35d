"""Highest levels: rows that no allowed node covers together never share a group.

The nodes at the highest levels allowed part the table. Each part is grouped on its own; parts that
are too small to be a group tell nothing, together.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import numpy as np
import numpy.typing as npt
import polars as pl

from shoal import _core
from shoal.data.table import QuasiIdentifier, Table
from shoal.methods.table_grouping import TableGrouping

Rows = npt.NDArray[np.int32]
Groups = npt.NDArray[np.int32]


def has_levels(table: Table) -> bool:
    """Tell whether some column has a highest level."""
    return any(column.max_level is not None for column in table.quasi_identifiers)


def within_levels(
    table: Table,
    constraint: _core.Constraint,
    group: Callable[[Table, _core.Constraint], TableGrouping],
) -> TableGrouping:
    """Group the rows of each part of a table by themselves, under the constraint for its rows."""
    if not has_levels(table):
        return group(table, constraint)
    groups = np.full(len(table), -1, dtype=np.int32)
    next_group, found = 0, []
    for rows in _parts(table):
        if not constraint.satisfied(rows):
            continue
        grouping = group(rows_of(table, rows), constraint.restricted(rows))
        found.append(grouping)
        groups[rows] = grouping.group_of_row + next_group
        next_group += len(grouping)
    groups = _hide_enough(groups, constraint)
    notes = tuple(dict.fromkeys(note for grouping in found for note in grouping.notes))
    repeatable = all(grouping.repeatable for grouping in found)
    return TableGrouping(
        np.unique(groups, return_inverse=True)[1].astype(np.int32), repeatable, notes
    )


def _parts(table: Table) -> list[Rows]:
    """Return the rows below each combination of the highest nodes allowed."""
    tops = [
        _highest_allowed(c)[c.codes] for c in table.quasi_identifiers if c.max_level is not None
    ]
    part = np.unique(np.column_stack(tops), axis=0, return_inverse=True)[1].ravel()
    order = np.argsort(part, kind="stable").astype(np.int32)
    return np.split(order, np.flatnonzero(np.diff(part[order])) + 1)


def _highest_allowed(column: QuasiIdentifier) -> npt.NDArray[np.int32]:
    """Return for each leaf the highest node above it that may be published."""
    tree, nodes = column.hierarchy, column.hierarchy.leaf_nodes.copy()
    levels = tree.levels()
    while True:
        above = tree.parents[nodes]
        allowed = (above >= 0) & (levels[above] <= (column.max_level or 0))
        if not allowed.any():
            return nodes
        nodes = np.where(allowed, above, nodes)


def rows_of(table: Table, rows: Rows) -> Table:
    """Return some rows of a table."""
    persons = table.persons
    if persons is not None:
        persons = np.unique(persons[rows], return_inverse=True)[1].astype(np.int32)
    columns = tuple(replace(c, codes=c.codes[rows]) for c in table.quasi_identifiers)
    others = table.others.select(pl.all().gather(rows))  # there may be none
    return replace(table, quasi_identifiers=columns, persons=persons, others=others)


def _hide_enough(groups: Groups, constraint: _core.Constraint) -> Groups:
    """Let surplus rows, or else whole groups, join hidden rows that are too few to be a group."""
    groups = groups.copy()
    if constraint.rows_only:
        _hide_surplus(groups, constraint.least_rows)
    while not constraint.satisfied(_members(groups, -1)):
        # The smallest group; all rows together will do.
        sizes = np.bincount(groups[groups >= 0])
        groups[groups == int(np.where(sizes > 0, sizes, sizes.max() + 1).argmin())] = -1
    return groups


def _hide_surplus(groups: Groups, k: int) -> None:
    """Hide rows of the largest group until k rows are hidden, if it has so many to spare."""
    hidden = int((groups < 0).sum())
    if not 0 < hidden < k:
        return
    sizes = np.bincount(groups[groups >= 0])
    largest = int(sizes.argmax())
    if int(sizes[largest]) - k >= k - hidden:
        groups[_members(groups, largest)[: k - hidden]] = -1


def _members(groups: Groups, group: int) -> Rows:
    return np.flatnonzero(groups == group).astype(np.int32)
