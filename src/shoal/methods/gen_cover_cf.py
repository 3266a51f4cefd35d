"""Gen-Cover-CF: a cover by closed generalized itemsets, made into groups.

After *Practical Approximation Algorithms for Optimal k-Anonymity* (2009), chapter 8.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from shoal import _core
from shoal.data.table import Table
from shoal.data.table_core import to_core
from shoal.engines import local
from shoal.engines.run import Run
from shoal.errors import LimitReached, Notice
from shoal.methods.method import register
from shoal.methods.table_grouping import TableGrouping, check_constraint
from shoal.methods.table_method import TableMethod

#: Closed itemsets that are kept: about 100 bytes each for eight columns.
DEFAULT_MOST_SETS = 10_000_000


def gen_cover_cf(
    table: Table,
    constraint: _core.Constraint,
    *,
    most_sets: int = DEFAULT_MOST_SETS,
    threads: int = 1,
    time_limit: float | None = None,
    progress: local.Progress | None = None,
) -> TableGrouping:
    """Group the rows of a table so that hierarchies lose at most 2 (1 + ln 2k) times the least.

    If there are more than ``most_sets`` closed generalized itemsets, or the time is up,
    LimitReached is raised.

    Notes
    -----
    Where the constraint is k rows, no group has ``2k`` or more; the bound on the loss holds for
    such constraints only. Groups are formed by the hierarchies, whatever the recoding of the
    columns is. Publishing them as ranges or sets loses no more, but the guarantee is about what
    hierarchies can do. Where the paper chooses at random, rows are taken that are alike, and rows
    that others can spare.

    Examples
    --------
    >>> places = {"Europe": ["Rome", "Oslo"], "Asia": ["Delhi", "Osaka"]}
    >>> table = Table.of({"place": ["Rome", "Delhi", "Oslo", "Osaka"]}, qi={"place": places})
    >>> gen_cover_cf(table, _core.Constraint.rows(2)).group_of_row.tolist()
    [0, 1, 0, 1]
    """
    check_constraint(len(table), constraint)
    core = to_core(table)
    deadline = local.Deadline(time_limit)
    found = local.run(
        lambda control: _core.gen_cover_cf(core, constraint, most_sets, threads, control),
        progress=progress,
        phase=local.Phase("Grouping"),
        time_limit=time_limit,
    )
    if found is not None:
        return TableGrouping.from_core(found, _notes(table))
    if deadline.left() == local.MOMENT:
        raise LimitReached(
            f"the time limit of {time_limit:g} seconds ended before all rows were covered; "
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


@register
@dataclass(frozen=True)
class GenCoverCF(TableMethod):
    """A greedy cover by closed generalized itemsets, made into groups."""

    name: ClassVar[str] = "gen-cover-cf"
    sentence: ClassVar[str] = (
        "Rows were covered by frequent generalized patterns, the cheapest first."
    )
    paper: ClassVar[str] = "Practical Approximation Algorithms for Optimal k-Anonymity (2009)"

    def group(self, table: Table, constraint: _core.Constraint, run: Run) -> TableGrouping:
        """Group the rows of a table."""
        return gen_cover_cf(table, constraint, **run.limits())
