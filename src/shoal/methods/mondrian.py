"""Mondrian: groups cut in one column after the other.

After *Mondrian Multidimensional k-Anonymity* (2006).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from shoal import _core
from shoal.data.table import Table
from shoal.data.table_core import to_core
from shoal.engines.local import Phase
from shoal.engines.run import Run
from shoal.methods.method import register
from shoal.methods.table_grouping import TableGrouping
from shoal.methods.table_method import TableMethod


@register
@dataclass(frozen=True)
class Mondrian(TableMethod):
    """The table cut in two along one column, again and again.

    Notes
    -----
    Departures from the paper: the cut that saves most is made, not one in the ``widest`` column;
    children of a hierarchy that will not do alone stay together instead of forbidding the cut.
    Where another measure than the LM is minimized, the cut that saves most for each bit of its
    split is made: else columns of many values leave too few rows to cut the others.
    """

    name: ClassVar[str] = "mondrian"
    sentence: ClassVar[str] = (
        "The table was cut in two along one column, again and again, for as long as both parts had "
        "enough rows."
    )
    paper: ClassVar[str] = "Mondrian Multidimensional k-Anonymity (2006)"
    #: Whether rows with equal values may part where no other cut is left, then as many as needed.
    relaxed: ClassVar[bool] = False
    #: Whether the column that costs most is cut, as in the paper.
    widest: ClassVar[bool] = False

    def group(self, table: Table, constraint: _core.Constraint, run: Run) -> TableGrouping:
        """Group the rows of a table."""
        core, how = to_core(table), (self.relaxed, self.widest, table.minimize != "lm")
        found = run.search(
            lambda control: _core.mondrian(core, constraint, *how, control),
            Phase("Grouping", "groups"),
        )
        return TableGrouping.from_core(found)


@register
class MondrianRelaxed(Mondrian):
    """Mondrian that may part rows with equal values where no other cut is left."""

    name: ClassVar[str] = "mondrian-relaxed"
    sentence: ClassVar[str] = (
        "The table was cut in two halves along one column, again and again, for as long as both "
        "had enough rows."
    )
    relaxed: ClassVar[bool] = True
