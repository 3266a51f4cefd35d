"""PatternKa for tables: groups around the longest patterns that k rows share.

After *PatternKa: Scalable Privacy Algorithm for Sparse High Dimensional Data* (2020), section 3.2.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, ClassVar, Literal

import numpy as np
import numpy.typing as npt
from pydantic import Field

from shoal import _core
from shoal.data.table import QuasiIdentifier, Table
from shoal.data.table_core import to_core
from shoal.engines.local import Phase
from shoal.engines.run import Run
from shoal.errors import Notice
from shoal.methods.basket_method import BUDGET, DEFAULT_BUDGET
from shoal.methods.method import register
from shoal.methods.patternka import PatternKa
from shoal.methods.table_grouping import TableGrouping
from shoal.methods.table_method import TableMethod
from shoal.options import Option

BUCKETS = Option(
    "buckets",
    Annotated[int, Field(ge=1, le=1_000_000)],
    takes="a whole number from 1 to 1,000,000",
    help="Ranges of equal length that numbers and dates are read by, in PatternKa for tables.",
    metavar="N",
    default=20,
)
SELECTION = Option(
    "selection",
    Literal["common", "paper"],
    takes="'common' or 'paper'",
    help="Which of the rows with a pattern PatternKa for tables groups: those with common values, "
    "or with rare ones as in its paper.",
    metavar="ORDER",
    default="common",
)

BUDGET_SPENT = Notice(
    "the budget did not suffice to search all patterns, so some groups share shorter ones",
    code="budget-spent",
)


@register
@dataclass(frozen=True)
class TablePatternKa(TableMethod):
    """The longest patterns that k rows share, and of their rows k that belong together.

    Notes
    -----
    Departures from the paper: of the rows with a pattern those with common values form the group,
    which loses less; exactly k rows do; each row that is left over joins the group that loses
    least by it.
    """

    name: ClassVar[str] = PatternKa.name
    options: ClassVar[tuple[Option, ...]] = (BUCKETS, SELECTION, BUDGET)
    sentence: ClassVar[str] = (
        "Groups were formed one after the other, each of rows that share one of the longest "
        "patterns left."
    )
    paper: ClassVar[str] = PatternKa.paper

    buckets: int = 20  # ranges that numbers and dates are read by
    selection: str = "common"  # which rows of a pattern form the group
    budget: int | None = None  # search nodes to spend in all; None for the default

    def group(self, table: Table, constraint: _core.Constraint, run: Run) -> TableGrouping:
        """Group the rows of a table."""
        core, labels = to_core(table), bucketed(table, self.buckets)
        order, budget = self.selection == "paper", self.budget or DEFAULT_BUDGET
        found = run.search(
            lambda control: _core.patternka_table(
                core, labels.ravel(), constraint, order, budget, control
            ),
            Phase("Grouping", "groups"),
        )
        spent = found.grouping.repeatable and not found.longest
        return TableGrouping.from_core(found.grouping, (BUDGET_SPENT,) if spent else ())


def bucketed(table: Table, buckets: int) -> npt.NDArray[np.int32]:
    """Return a label for each cell: a bucket of numbers or dates, or the place of a category.

    Algorithm 3. Missing values have a label of their own.
    """
    columns = [_labels(column, buckets) for column in table.quasi_identifiers]
    # Numbered without gaps: there may be more buckets, or leaves, than rows.
    ranks = [np.unique(labels, return_inverse=True)[1].astype(np.int32) for labels in columns]
    return np.ascontiguousarray(np.column_stack(ranks))


def _labels(column: QuasiIdentifier, buckets: int) -> npt.NDArray[np.int32]:
    if column.positions is None:
        return column.codes  # leaves are numbered in the order of the tree
    least, greatest = np.nanmin(column.positions), np.nanmax(column.positions)
    step = (greatest - least) / buckets
    places = (column.positions - least) / step if step > 0 else np.zeros(len(column.positions))
    of_leaf = np.minimum(np.floor(np.nan_to_num(places)), buckets - 1)  # the last one is closed
    of_leaf[np.isnan(column.positions)] = buckets
    return of_leaf[column.codes].astype(np.int32)
