"""The sweep for tables: the cheapest closed pattern first, then a local search.

Visits closed generalized patterns by what a row costs that is published as one; where at least k
rows are left, they become a group. Then patterns are opened and closed, guided by multipliers, and
rows move between groups under the cost of what is published.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import numpy.typing as npt

from shoal import _core
from shoal.data.table import Table
from shoal.data.table_core import to_core
from shoal.engines import local
from shoal.methods.table_grouping import TableGrouping, check_constraint

#: Rows of patterns that one search may look at, and keep: a few seconds, and a few GiB.
MOST_VISITED = 300_000_000
MOST_KEPT = 120_000_000

#: Bytes for a row of a pattern that is kept.
BYTES_PER_KEPT_ROW = 10

NOT_LISTED = (
    "the closed patterns are too many to look at, so groups come from cuts and moves of rows alone"
)
IN_BLOCKS = (
    "the closed patterns of all rows are too many to look at, so they were looked for in {:,} "
    "blocks of similar rows"
)


def sweep_table(
    table: Table,
    constraint: _core.Constraint,
    *,
    threads: int = 1,
    most_kept: int = MOST_KEPT,
    time_limit: float | None = None,
    progress: local.Progress | None = None,
) -> TableGrouping:
    """Group the rows of a table by the cheapest patterns they share.

    Parameters
    ----------
    table
        All rows together must satisfy the constraint.
    constraint
        What each group must satisfy.
    threads
        Any number gives the same groups.
    most_kept
        Rows of patterns that may be kept at once: they take memory. Where there are more, patterns
        are looked for in blocks of similar rows, and a note says so.
    time_limit
        Seconds after which the best groups so far are taken; they are not repeatable.
    progress
        Called with rows placed, rows in all and groups formed.

    Examples
    --------
    >>> table = Table.of({"age": [20, 41, 21, 40], "sex": ["f", "m", "f", "f"]}, ["age", "sex"])
    >>> sweep_table(table, _core.Constraint.rows(2)).group_of_row.tolist()
    [0, 1, 0, 1]
    """
    check_constraint(len(table), constraint)
    core = to_core(table, guided=True)
    return _found(
        lambda control: _core.sweep_table(
            core, constraint, MOST_VISITED, most_kept, threads, control
        ),
        local.Phase("Grouping"),
        time_limit,
        progress,
    )


def improve_table(
    table: Table,
    constraint: _core.Constraint,
    grouping: TableGrouping,
    multipliers: npt.NDArray[np.float64],
    *,
    threads: int = 1,
    most_kept: int = MOST_KEPT,
    time_limit: float | None = None,
    progress: local.Progress | None = None,
) -> TableGrouping:
    """Improve groups once more, guided by the multipliers of a tight certificate.

    Parameters
    ----------
    table, constraint
        As for :func:`sweep_table`.
    grouping
        Where to start, groups that satisfy the constraint; the result never costs more.
    multipliers
        What each row should keep, in parts of a cell.
    threads, most_kept, time_limit, progress
        As for :func:`sweep_table`.

    Examples
    --------
    >>> table = Table.of({"sex": ["f", "m", "f", "m"]}, ["sex"], recoding="hierarchy")
    >>> one = TableGrouping(np.zeros(4, dtype=np.int32))
    >>> improve_table(table, _core.Constraint.rows(2), one, np.zeros(4)).group_of_row.tolist()
    [0, 1, 0, 1]
    """
    core = to_core(table, guided=True)
    groups = grouping.group_of_row
    return _found(
        lambda control: _core.improve_table(
            core, constraint, multipliers, groups, MOST_VISITED, most_kept, threads, control
        ),
        local.Phase("Improving"),
        time_limit,
        progress,
    )


def _found(
    kernel: Callable[[_core.Control], _core.TableSweep],
    phase: local.Phase,
    time_limit: float | None,
    progress: local.Progress | None,
) -> TableGrouping:
    found = local.run(kernel, progress=progress, phase=phase, time_limit=time_limit)
    # Where the time was up, that is why patterns were left out.
    notes: list[str] = []
    if found.blocks > 1:
        notes.append(IN_BLOCKS.format(found.blocks))
    if found.grouping.repeatable and not found.listed:
        notes.append(NOT_LISTED)
    return TableGrouping.from_core(found.grouping, tuple(notes))
