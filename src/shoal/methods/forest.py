"""Forest: rows lead to near rows until all trees are large enough; then large trees are cut.

After *Practical Approximation Algorithms for Optimal k-Anonymity* (2009), algorithms 4 and 5.
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
from shoal.methods.table_method import TableMethod, memory_of_closures
from shoal.privacy import Model


@register
@dataclass(frozen=True)
class Forest(TableMethod):
    """Trees in which rows lead to near rows, cut into groups.

    Hierarchies lose at most 3 (k - 1) times the least by them, under the constraint of k rows. The
    groups depend on the order of rows.

    Notes
    -----
    Departures from the paper: step 3 of algorithm 5 asks for ``>= k`` rows, not for ``= k``; no
    list of neighbours is kept, because each row looks for its nearest one at most once.
    """

    name: ClassVar[str] = "forest"
    sentence: ClassVar[str] = (
        "Rows were linked to similar rows until all that are linked were enough to be a group; "
        "then large groups were cut."
    )
    paper: ClassVar[str] = "Practical Approximation Algorithms for Optimal k-Anonymity (2009)"

    def memory(self, data: Table, model: Model) -> int:
        """Return about how many bytes a run needs, by the extent of the data."""
        return super().memory(data, model) + memory_of_closures(data)

    def group(self, table: Table, constraint: _core.Constraint, run: Run) -> TableGrouping:
        """Group the rows of a table."""
        core = to_core(table)
        found = run.search(
            lambda control: _core.forest(core, constraint, control), Phase("Grouping")
        )
        return TableGrouping.from_core(found)
