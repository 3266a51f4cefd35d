"""Hilbert: rows in the order of a Hilbert curve, cut into groups of neighbours.

After *Fast Data Anonymization with Low Information Loss* (2007).
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
class Hilbert(TableMethod):
    """Rows along a Hilbert curve, cut where the groups of neighbours lose least.

    Notes
    -----
    Departures from the paper: all axes are equally long, whatever the columns hold; what a group
    costs is the loss of its cells as they are published.
    """

    name: ClassVar[str] = "hilbert"
    sentence: ClassVar[str] = (
        "Rows were put in the order of a Hilbert curve and cut into the groups of neighbours that "
        "lose least."
    )
    paper: ClassVar[str] = "Fast Data Anonymization with Low Information Loss (2007)"

    def group(self, table: Table, constraint: _core.Constraint, run: Run) -> TableGrouping:
        """Group the rows of a table."""
        core = to_core(table)
        found = run.search(
            lambda control: _core.hilbert(core, constraint, control), Phase("Grouping", "groups")
        )
        return TableGrouping.from_core(found)
