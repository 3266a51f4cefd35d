"""The sweep for tables: the cheapest closed pattern first, then a local search.

Visits closed generalized patterns by what a row costs that is published as one; where at least k
rows are left, they become a group. Then patterns are opened and closed, guided by multipliers, and
rows move between groups under the cost of what is published.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, ClassVar

import numpy as np
import numpy.typing as npt

from shoal import _core
from shoal.data.table import Table
from shoal.data.table_core import MOST_KEPT, to_core
from shoal.engines import local
from shoal.errors import Notice
from shoal.methods.levels import has_levels
from shoal.methods.method import register
from shoal.methods.table_grouping import TableGrouping, check_constraint
from shoal.methods.table_method import TableMethod, memory_of
from shoal.privacy import Model

if TYPE_CHECKING:
    from shoal.engines.run import Run

#: Rows of patterns that one search may look at: a few seconds.
MOST_VISITED = 300_000_000

NOT_LISTED = Notice(
    "the closed patterns are too many to look at, so groups come from cuts and moves of rows alone",
    code="patterns-not-listed",
)
IN_BLOCKS = (
    "the rows or their patterns are too many for one search, so groups were looked for in {:,} "
    "blocks of similar rows"
)


def sweep_table(
    table: Table,
    constraint: _core.Constraint,
    *,
    threads: int = 1,
    most_kept: int = MOST_KEPT,
    room: int = MOST_KEPT,
    rows_of_part: int = 0,
    time_limit: float | None = None,
    progress: local.Progress | None = None,
) -> TableGrouping:
    """Group the rows of a table by the cheapest patterns they share.

    Where there are many rows, or more than ``most_kept`` rows of patterns, patterns are looked for
    in blocks of similar rows, and a note says so. If there is no ``room`` for them, it raises.

    Examples
    --------
    >>> people = {"age": [20, 41, 21, 40], "sex": ["f", "m", "f", "f"]}
    >>> table = Table.of(people, ["age", "sex"], recoding="set")
    >>> sweep_table(table, _core.Constraint.rows(2)).group_of_row.tolist()
    [0, 1, 0, 1]
    """
    check_constraint(len(table), constraint)
    core = to_core(table, guided=True)
    return _found(
        lambda control: _core.sweep_table(
            core, constraint, MOST_VISITED, most_kept, room, rows_of_part, threads, control
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
    room: int = MOST_KEPT,
    time_limit: float | None = None,
    progress: local.Progress | None = None,
) -> TableGrouping:
    """Improve groups once more, guided by the multipliers of a tight certificate.

    These say what each row should keep, in parts of a cell.
    """
    core = to_core(table, guided=True)
    groups = grouping.group_of_row
    return _found(
        lambda control: _core.improve_table(
            core, constraint, multipliers, groups, MOST_VISITED, MOST_KEPT, room, threads, control
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
        notes.append(Notice(IN_BLOCKS.format(found.blocks), code="patterns-in-blocks"))
    if found.grouping.repeatable and not found.listed:
        notes.append(NOT_LISTED)
    return TableGrouping.from_core(found.grouping, tuple(notes))


def room_beside(table: Table, memory_limit: int) -> int:
    """Return how many rows of patterns there is room for beside a table."""
    return (memory_limit - memory_of(table)) // 10


@register
@dataclass(frozen=True)
class TableSweep(TableMethod):
    """The cheapest closed pattern first, then a local search."""

    name: ClassVar[str] = "sweep"
    guided: ClassVar[bool] = True
    sentence: ClassVar[str] = (
        "Rows that have a frequent pattern in common were put into groups; then a search improved "
        "the groups for as long as that lost less."
    )

    def group(self, table: Table, constraint: _core.Constraint, run: Run) -> TableGrouping:
        """Group the rows of a table."""
        room = room_beside(table, run.memory_limit)
        return sweep_table(table, constraint, room=room, **run.limits())

    def improve(
        self,
        data: Table,
        model: Model,
        found: TableGrouping,
        multipliers: npt.NDArray[np.float64],
        run: Run,
    ) -> TableGrouping:
        """Improve the groups, guided by the prices of rows."""
        if has_levels(data):
            # Parts of the table must stay apart, and the search that is guided does not know them.
            return found
        better = improve_table(
            data,
            model.constraint(data),
            found,
            multipliers,
            room=room_beside(data, run.memory_limit),
            **run.limits(),
        )
        return replace(better, repeatable=found.repeatable and better.repeatable)
