"""Groups of at least k persons, where a person may have several rows."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from shoal import _core
from shoal.data.table import Table
from shoal.data.table_core import to_core
from shoal.engines import local
from shoal.errors import InfeasibleError
from shoal.methods.table_grouping import TableGrouping
from shoal.wording import counted


def enough_persons(table: Table, k: int, grouping: TableGrouping) -> TableGrouping:
    """Merge groups of fewer than k persons with those that they cost least with.

    Examples
    --------
    >>> table = Table.of({"age": [1, 1, 2, 3], "id": ["a", "a", "b", "c"]}, ["age"], person="id")
    >>> groups = TableGrouping(np.array([0, 0, 1, 1], dtype=np.int32))
    >>> enough_persons(table, 2, groups).sizes.tolist()
    [4]
    """
    if table.persons is None:
        return grouping
    check_persons(table, k)
    core, numbers = to_core(table), np.ascontiguousarray(table.persons)
    merged = local.run(
        lambda control: _core.merge_for_persons(core, k, numbers, grouping.group_of_row, control)
    )
    return replace(grouping, group_of_row=merged)


def check_persons(table: Table, k: int) -> None:
    """Refuse a promise that rows about so many persons cannot keep; say what would do.

    Examples
    --------
    >>> table = Table.of({"age": [1, 1, 2], "id": ["a", "a", "b"]}, ["age"], person="id")
    >>> check_persons(table, 3)
    Traceback (most recent call last):
    shoal.errors.InfeasibleError: k=3 needs at least 3 persons and the data has 2; \
the largest possible k is 2
    """
    if table.persons is None:
        return
    persons = int(table.persons.max()) + 1
    if persons < k:
        raise InfeasibleError(
            f"k={k:,} needs at least {counted(k, 'person')} and the data has {persons:,}; "
            f"the largest possible k is {persons:,}"
        )
