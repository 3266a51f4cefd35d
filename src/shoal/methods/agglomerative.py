"""Agglomerative clustering: the two closest clusters become one, until they are large enough.

After *Practical Approximation Algorithms for Optimal k-Anonymity* (2009), algorithms 6 and 7; the
distances are those of *k-Anonymization Revisited* (2008).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Literal

from shoal import _core
from shoal.data.table import Table
from shoal.data.table_core import to_core
from shoal.engines.local import Phase
from shoal.engines.run import Run
from shoal.methods.method import register
from shoal.methods.table_grouping import TableGrouping
from shoal.methods.table_method import TableMethod, memory_of_closures
from shoal.options import Option
from shoal.privacy import Model

Distance = Literal["growth", "difference", "damped", "ratio"]

DISTANCE = Option(
    "distance",
    Distance,
    takes="'growth', 'difference', 'damped' or 'ratio'",
    help="What makes two clusters close: growth (their rows lose little more), difference, damped "
    "or ratio.",
    metavar="NAME",
    default="growth",
)


@register
@dataclass(frozen=True)
class Agglomerative(TableMethod):
    """The two closest clusters become one, until each satisfies the constraint.

    Notes
    -----
    Departure from the paper: rows that are equal start as one cluster.
    """

    name: ClassVar[str] = "agglomerative"
    sentence: ClassVar[str] = (
        "The two most similar groups were joined, again and again, until all had enough rows."
    )
    paper: ClassVar[str] = "Practical Approximation Algorithms for Optimal k-Anonymity (2009)"
    options: ClassVar[tuple[Option, ...]] = (DISTANCE,)
    #: Whether a cluster with enough rows gives back those that cost it most.
    modified: ClassVar[bool] = False

    distance: Distance = "growth"

    def memory(self, data: Table, model: Model) -> int:
        """Return about how many bytes a run needs, by the extent of the data."""
        return super().memory(data, model) + memory_of_closures(data)

    def group(self, table: Table, constraint: _core.Constraint, run: Run) -> TableGrouping:
        """Group the rows of a table."""
        core = to_core(table)
        found = run.search(
            lambda control: _core.agglomerative(
                core, constraint, self.distance, self.modified, control
            ),
            Phase("Grouping", "groups"),
        )
        return TableGrouping.from_core(found)


@register
@dataclass(frozen=True)
class AgglomerativeModified(Agglomerative):
    """The same, and a cluster gives back the rows that cost it most when it has more than enough.

    Notes
    -----
    In algorithm 7, the loop that compares rows ends before the one that costs most is removed.
    """

    name: ClassVar[str] = "agglomerative-modified"
    sentence: ClassVar[str] = (
        "The two most similar groups were joined, again and again, until all had enough rows; "
        "those with more gave back the rows that cost them most."
    )
    modified: ClassVar[bool] = True
