"""k-anonymization via set cover: a cover by all sets of k to 2k - 1 rows, made into groups.

After *Practical Approximation Algorithms for Optimal k-Anonymity* (2009), chapter 4.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import comb
from typing import ClassVar

from shoal import _core
from shoal.data.table import Table
from shoal.data.table_core import to_core
from shoal.engines.local import MOMENT, Phase
from shoal.engines.run import Run
from shoal.errors import LimitReached, ParameterError
from shoal.methods.method import register
from shoal.methods.table_grouping import TableGrouping
from shoal.methods.table_method import TableMethod
from shoal.privacy import Model

#: Sets of rows that are kept: less than a second of work, and about 60 MB.
MOST_SETS = 1_000_000
MOST_ROWS = _core.MOST_COVER_ROWS


@register
@dataclass(frozen=True)
class SetCover(TableMethod):
    """A greedy cover by all sets of k to 2k - 1 rows, made into groups; for tables of a few rows.

    Loses at most 2 (1 + ln 2k) times the least, under the constraint of k rows.
    """

    name: ClassVar[str] = "set-cover"
    sentence: ClassVar[str] = "Rows were covered by sets of rows, the cheapest first."
    paper: ClassVar[str] = "Practical Approximation Algorithms for Optimal k-Anonymity (2009)"

    def check(self, data: Table, model: Model) -> None:
        """Raise if there are too many rows."""
        rows, k = len(data), model.constraint(data).least_rows
        if rows > MOST_ROWS or _sets(rows, k) > MOST_SETS:
            raise ParameterError(
                f"the set-cover method takes at most {MOST_ROWS} rows, of which at most "
                f"{MOST_SETS:,} sets of k to 2k - 1 can be formed; with {rows:,} rows and k = "
                f"{k:,} choose another method (gen-cover-cf)",
                parameter="method",
            )

    def group(self, table: Table, constraint: _core.Constraint, run: Run) -> TableGrouping:
        """Group the rows of a table; raise if the time limit ends the cover."""
        core = to_core(table)
        found = run.search(
            lambda control: _core.set_cover(core, constraint, MOST_SETS, control),
            Phase("Grouping"),
        )
        if found is not None:
            return TableGrouping.from_core(found)
        if run.time_left() == MOMENT:
            raise LimitReached(
                f"the time limit of {run.time_limit:g} seconds ended before all rows were covered; "
                "raise it, or use another method (gen-cover-cf)"
            )
        raise LimitReached("too many sets of rows; use another method (gen-cover-cf)")


def _sets(rows: int, k: int) -> int:
    return sum(comb(rows, size) for size in range(k, min(2 * k - 1, rows) + 1))
