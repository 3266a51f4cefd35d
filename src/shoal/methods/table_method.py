"""What the methods for tables have in common: parts by highest levels, and their memory."""

from __future__ import annotations

from abc import abstractmethod
from dataclasses import dataclass
from typing import ClassVar

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
        return within_levels(
            data,
            model.constraint(data),
            lambda part, constraint: self.group(part, constraint, run),
        )

    @abstractmethod
    def group(self, table: Table, constraint: _core.Constraint, run: Run) -> TableGrouping:
        """Group the rows of a table without highest levels."""


def memory_of(table: Table) -> int:
    """Return about how many bytes a table takes on its way through a run."""
    return BYTES_AT_LEAST + BYTES_PER_CELL * len(table) * len(table.quasi_identifiers)
