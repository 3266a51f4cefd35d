"""The groups that lose least, for tables of a few rows."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from shoal import _core
from shoal.data.table import Table
from shoal.data.table_core import to_core
from shoal.engines import local
from shoal.engines.run import Run
from shoal.errors import ParameterError
from shoal.methods.method import register
from shoal.methods.table_grouping import TableGrouping, check_constraint
from shoal.methods.table_method import TableMethod
from shoal.privacy import Model

#: The work grows threefold with each row.
MOST_ROWS = _core.MOST_EXACT_ROWS


def exact(
    table: Table,
    constraint: _core.Constraint,
    *,
    progress: local.Progress | None = None,
) -> TableGrouping:
    """Group the rows of a small table so that no other grouping loses less."""
    check_constraint(len(table), constraint)
    check_rows(table)
    core = to_core(table)
    return TableGrouping.from_core(
        local.run(
            lambda control: _core.exact(core, constraint, control),
            progress=progress,
            phase=local.Phase("Grouping"),
        )
    )


def check_rows(table: Table) -> None:
    """Raise if a table has too many rows for an exact search."""
    if len(table) > MOST_ROWS:
        raise ParameterError(
            f"the table has {len(table):,} rows, but the exact method takes at most {MOST_ROWS}: "
            "choose another method",
            parameter="method",
        )


@register
@dataclass(frozen=True)
class Exact(TableMethod):
    """The best of all groupings, for tables of a few rows."""

    name: ClassVar[str] = "exact"
    sentence: ClassVar[str] = "All ways to group the rows were searched for the best one."

    def check(self, data: Table, model: Model) -> None:
        """Raise if there are too many rows."""
        check_rows(data)

    def group(self, table: Table, constraint: _core.Constraint, run: Run) -> TableGrouping:
        """Group the rows of a table."""
        return exact(table, constraint, progress=run)
