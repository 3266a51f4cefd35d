"""What the methods for tables have in common: parts by highest levels, and their memory."""

from __future__ import annotations

from abc import abstractmethod
from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from shoal import _core
from shoal.data.table import Table
from shoal.engines.run import Run
from shoal.methods.levels import within_levels
from shoal.methods.method import Method
from shoal.methods.table_grouping import TableGrouping
from shoal.privacy import Model

#: The interpreter with the library of frames, and what a cell takes on its way through the run.
BYTES_AT_LEAST = 160 * 2**20
BYTES_PER_CELL = 120


@dataclass(frozen=True)
class TableMethod(Method):
    """A method that puts the rows of a table into groups, each published alike."""

    kind: ClassVar[str] = "table"

    def memory(self, data: Table, model: Model) -> int:
        """Return about how many bytes a run needs, by the extent of the data."""
        return memory_of(data)

    def run(self, data: Table, model: Model, run: Run) -> TableGrouping:
        """Group the rows of each part of the table that must stay apart."""

        def group(part: Table, constraint: _core.Constraint) -> TableGrouping:
            return self.group(part, constraint, run)

        constraint = model.constraint(data)
        found = within_levels(data, constraint, group)
        if model.kept_when_merged or still_holds(data, found, constraint):
            return found
        constraint = model.mergeable().constraint(data)
        return within_levels(data, constraint, group)

    @abstractmethod
    def group(self, table: Table, constraint: _core.Constraint, run: Run) -> TableGrouping:
        """Group the rows of a table without highest levels."""


def still_holds(data: Table, found: TableGrouping, constraint: _core.Constraint) -> bool:
    """Tell whether groups satisfy a constraint as they are published: equal ones become one."""
    cells = found.publish(data)
    rows = cells.with_row_index("row").group_by(cells.columns).agg("row")["row"]
    return all(constraint.satisfied(one.to_numpy().astype(np.int32)) for one in rows)


def memory_of(table: Table) -> int:
    """Return about how many bytes a table takes on its way through a run."""
    return BYTES_AT_LEAST + BYTES_PER_CELL * len(table) * len(table.quasi_identifiers)


def memory_of_closures(table: Table) -> int:
    """Return about how many bytes it takes to keep, for each row, what it is published as."""
    sets = [column for column in table.quasi_identifiers if column.recoding == "set"]
    return 2 * len(table) * (200 + sum(len(column.hierarchy) for column in sets) // 8)
