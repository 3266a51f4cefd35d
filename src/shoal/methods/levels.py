"""Highest levels: rows that no allowed node covers together never share a group.

The nodes at the highest levels allowed part the table. Each part is grouped on its own; parts of
fewer than k rows tell nothing, together.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import numpy as np
import numpy.typing as npt

from shoal.data.table import QuasiIdentifier, Table
from shoal.methods.persons import enough_persons
from shoal.methods.table_grouping import TableGrouping
from shoal.privacy import Model

Rows = npt.NDArray[np.int64]


def has_levels(table: Table) -> bool:
    """Tell whether some column has a highest level."""
    return any(column.max_level is not None for column in table.quasi_identifiers)


def within_levels(
    table: Table, model: Model, group: Callable[[Table], TableGrouping]
) -> TableGrouping:
    """Group the rows of each part of a table by themselves.

    Parameters
    ----------
    table
        With highest levels; without any it is one part.
    model
        What groups must satisfy.
    group
        What groups the rows of one part.

    Examples
    --------
    >>> from shoal.methods.mondrian import mondrian
    >>> from shoal.privacy import KAnonymity
    >>> trees = {"zip": {"1*": ["10", "11"], "2*": ["20", "21"]}}
    >>> table = Table.of({"zip": ["10", "20", "11", "21"]}, trees, max_level={"zip": 1})
    >>> within_levels(table, KAnonymity(2), lambda part: mondrian(part, 2)).group_of_row.tolist()
    [0, 1, 0, 1]
    """
    k = model.k
    if not has_levels(table):
        return enough_persons(table, k, group(table))
    groups = np.full(len(table), -1, dtype=np.int32)
    next_group, found = 0, []
    for rows in _parts(table):
        part = _rows_of(table, rows)
        if _count(part) < k:
            continue
        grouping = enough_persons(part, k, group(part))
        found.append(grouping)
        groups[rows] = grouping.group_of_row + next_group
        next_group += len(grouping)
    groups = _hide_enough(groups, k)
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
    order = np.argsort(part, kind="stable")
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


def _rows_of(table: Table, rows: Rows) -> Table:
    """Return the quasi-identifiers of some rows; no method looks at the other columns."""
    persons = table.persons
    if persons is not None:
        persons = np.unique(persons[rows], return_inverse=True)[1].astype(np.int32)
    columns = tuple(replace(c, codes=c.codes[rows]) for c in table.quasi_identifiers)
    return replace(table, quasi_identifiers=columns, persons=persons)


def _count(part: Table) -> int:
    """Return how many a part counts for: its rows, or its persons."""
    return len(part) if part.persons is None else int(part.persons.max()) + 1


def _hide_enough(groups: npt.NDArray[np.int32], k: int) -> npt.NDArray[np.int32]:
    """Let surplus rows, or else a whole group, join hidden rows that are fewer than k."""
    missing = k - int((groups < 0).sum())
    if missing in (0, k) or missing < 0:
        return groups
    sizes = np.bincount(groups[groups >= 0])
    groups = groups.copy()
    largest = int(sizes.argmax())
    spare = int(sizes[largest]) - k
    if spare >= missing:
        groups[np.flatnonzero(groups == largest)[:missing]] = -1
    else:
        groups[groups == int(np.where(sizes > 0, sizes, sizes.max() + 1).argmin())] = -1
    return groups
