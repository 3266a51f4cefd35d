"""Mondrian: groups cut in one column after the other.

After *Mondrian Multidimensional k-Anonymity* (2006).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from shoal import _core
from shoal.data.table import Table
from shoal.data.table_core import to_core
from shoal.engines import local
from shoal.methods.method import register
from shoal.methods.table_grouping import TableGrouping, check_constraint
from shoal.methods.table_method import TableMethod

if TYPE_CHECKING:
    from shoal.engines.run import Run


def mondrian(
    table: Table,
    constraint: _core.Constraint,
    *,
    relaxed: bool = False,
    widest: bool = False,
    time_limit: float | None = None,
    progress: local.Progress | None = None,
) -> TableGrouping:
    """Group the rows of a table by cutting groups in two or more, column by column.

    If ``relaxed``, rows with equal values may go to different parts where no other cut is left. If
    ``widest``, the column that costs most is cut, as in the paper, not where a cut saves most.

    Notes
    -----
    Departures from the paper: the cut that saves most is made unless ``widest`` says otherwise;
    children of a hierarchy that will not do alone stay together instead of forbidding the cut;
    rows with equal values part only where nothing else is left, and then as many as needed.
    """
    check_constraint(len(table), constraint)
    core = to_core(table)
    return TableGrouping.from_core(
        local.run(
            lambda control: _core.mondrian(core, constraint, relaxed, widest, control),
            progress=progress,
            phase=local.Phase("Grouping", "groups"),
            time_limit=time_limit,
        )
    )


@register
@dataclass(frozen=True)
class Mondrian(TableMethod):
    """The table cut in two along one column, again and again."""

    name: ClassVar[str] = "mondrian"
    sentence: ClassVar[str] = (
        "The table was cut in two along one column, again and again, for as long as both parts had "
        "enough rows."
    )
    paper: ClassVar[str] = "Mondrian Multidimensional k-Anonymity (2006)"
    relaxed: ClassVar[bool] = False

    def group(self, table: Table, constraint: _core.Constraint, run: Run) -> TableGrouping:
        """Group the rows of a table."""
        return mondrian(
            table, constraint, relaxed=self.relaxed, time_limit=run.time_left(), progress=run
        )


@register
class MondrianRelaxed(Mondrian):
    """Mondrian that may part rows with equal values where no other cut is left."""

    name: ClassVar[str] = "mondrian-relaxed"
    sentence: ClassVar[str] = (
        "The table was cut in two halves along one column, again and again, for as long as both "
        "had enough rows."
    )
    relaxed: ClassVar[bool] = True
