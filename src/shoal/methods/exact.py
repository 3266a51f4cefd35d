"""The groups that lose least, for tables of a few rows."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from shoal import _core
from shoal.data.table import Table
from shoal.data.table_core import to_core
from shoal.engines.local import Phase
from shoal.engines.run import Run
from shoal.errors import ParameterError
from shoal.methods.method import register
from shoal.methods.table_grouping import TableGrouping
from shoal.methods.table_method import TableMethod
from shoal.privacy import Model

#: The work grows threefold with each row.
MOST_ROWS = _core.MOST_EXACT_ROWS


@register
@dataclass(frozen=True)
class Exact(TableMethod):
    """The best of all groupings, for tables of a few rows."""

    name: ClassVar[str] = "exact"
    sentence: ClassVar[str] = "All ways to group the rows were searched for the best one."

    def check(self, data: Table, model: Model) -> None:
        """Raise if there are too many rows."""
        if len(data) > MOST_ROWS:
            raise ParameterError(
                f"the table has {len(data):,} rows, but the exact method takes at most "
                f"{MOST_ROWS}: choose another method",
                parameter="method",
            )

    def group(self, table: Table, constraint: _core.Constraint, run: Run) -> TableGrouping:
        """Group the rows of a table."""
        core = to_core(table)
        found = run.search(
            lambda control: _core.exact(core, constraint, control), Phase("Grouping")
        )
        return TableGrouping.from_core(found)
