"""Gen-Cover-CF: a cover by closed generalized itemsets, made into groups.

After *Practical Approximation Algorithms for Optimal k-Anonymity* (2009), chapter 8.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from shoal import _core
from shoal.data.table import Table
from shoal.data.table_core import to_core
from shoal.engines.local import MOMENT, Phase
from shoal.engines.run import Run
from shoal.errors import LimitReached, Notice
from shoal.methods.method import register
from shoal.methods.table_grouping import TableGrouping
from shoal.methods.table_method import TableMethod


@register
@dataclass(frozen=True)
class GenCoverCF(TableMethod):
    """A greedy cover by closed generalized itemsets, made into groups.

    Hierarchies lose at most 2 (1 + ln 2k) times the least by them, under the constraint of k rows.

    Notes
    -----
    Groups are formed by the hierarchies, whatever the recoding of the columns is. Publishing them
    as ranges or sets loses no more, but the guarantee is about what hierarchies can do. Where the
    paper chooses at random, rows are taken that are alike, and rows that others can spare.
    """

    name: ClassVar[str] = "gen-cover-cf"
    sentence: ClassVar[str] = (
        "Rows were covered by frequent generalized patterns, the cheapest first."
    )
    paper: ClassVar[str] = "Practical Approximation Algorithms for Optimal k-Anonymity (2009)"
    #: Closed itemsets that are kept: about 100 bytes each for eight columns.
    most_sets: ClassVar[int] = 10_000_000

    def group(self, table: Table, constraint: _core.Constraint, run: Run) -> TableGrouping:
        """Group the rows of a table; raise if the limit of time or itemsets ends the cover."""
        core, most_sets = to_core(table), self.most_sets
        found = run.search(
            lambda control: _core.gen_cover_cf(core, constraint, most_sets, run.threads, control),
            Phase("Grouping"),
        )
        if found is not None:
            return TableGrouping.from_core(found, _notes(table))
        if run.time_left() == MOMENT:
            raise LimitReached(
                f"the time limit of {run.time_limit:g} seconds ended before all rows were covered; "
                "raise it, or use another method (mondrian)"
            )
        raise LimitReached(
            f"the table has more than {most_sets:,} closed itemsets that "
            f"{constraint.least_rows:,} rows share; "
            "choose a larger k, fewer quasi-identifiers or another method (mondrian)"
        )


def _notes(table: Table) -> tuple[str, ...]:
    """Say which columns the guarantee is not about."""
    free = [
        column.name for column in table.quasi_identifiers if column.recoding in ("range", "set")
    ]
    if not free:
        return ()
    text = (
        "groups are formed by hierarchies, and the guarantee is about them; these columns are "
        f"published as ranges or sets: {', '.join(free)}"
    )
    return (Notice(text, code="guarantee-about-hierarchies"),)
