"""What every method for tables returns: the group of each row."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt
import polars as pl

from shoal import _core
from shoal.data.cell_types import exact_texts
from shoal.data.cells import STAR
from shoal.data.table import Table
from shoal.methods.method import Found


@dataclass(frozen=True, eq=False)
class TableGrouping(Found):
    """A partition of the rows of a table into groups, each published alike."""

    group_of_row: npt.NDArray[np.int32]  # the group of each row, numbered from 0
    repeatable: bool = True  # False when a time limit cut the work short
    notes: tuple[str, ...] = ()  # sentences about what the groups are worth
    #: Rows that tell nothing, not even a sensitive value: a group of their own.
    suppressed: npt.NDArray[np.bool_] | None = None
    unsuppressed: TableGrouping | None = None

    @classmethod
    def from_core(cls, found: _core.TableGrouping, notes: tuple[str, ...] = ()) -> TableGrouping:
        """Take over what a native method found."""
        return cls(found.take_group_of_row(), found.repeatable, notes)

    def __len__(self) -> int:
        return int(self.group_of_row.max(initial=-1)) + 1

    @property
    def sizes(self) -> npt.NDArray[np.int64]:
        """Number of rows in each group."""
        return np.bincount(self.group_of_row, minlength=len(self)).astype(np.int64)

    def publish(self, data: Table) -> Any:
        """Return the quasi-identifiers as published: every row of a group the same."""
        from shoal.methods.recode import recode

        cells = recode(data, self.group_of_row)
        return cells if self.suppressed is None else with_stars(cells, self.suppressed)


def with_stars(columns: pl.DataFrame, rows: npt.NDArray[np.bool_]) -> pl.DataFrame:
    """Return columns as text, with ``*`` in some rows."""
    texts = columns.select(exact_texts(column) for column in columns.get_columns())
    return texts.select(pl.when(~pl.Series(rows)).then(pl.all()).otherwise(pl.lit(STAR)))
