"""PatternKa for baskets: groups around the longest patterns that k rows share.

After *PatternKa: Scalable Privacy Algorithm for Sparse High Dimensional Data* (2020), sections 3.1
and 3.3.
"""

from __future__ import annotations

from typing import ClassVar

from shoal import _core
from shoal.data import Baskets
from shoal.engines.local import Phase
from shoal.engines.run import Run
from shoal.methods.basket_method import BudgetedMethod
from shoal.methods.grouping import Grouping
from shoal.methods.method import register
from shoal.privacy import Model


@register
class PatternKa(BudgetedMethod):
    """Groups around the longest patterns that k rows share, one after the other.

    Notes
    -----
    Departures from the paper: one depth-first search per length instead of mining and caching
    closed patterns; patterns are tried rarest item first instead of at random; leftover rows are
    placed one by one where the loss grows least, or fill up the suppressed group, whichever loses
    less.
    """

    name: ClassVar[str] = "patternka"
    uses_seed: ClassVar[bool] = True
    sentence: ClassVar[str] = (
        "Groups were formed one after the other, each by the longest pattern that enough of the "
        "remaining rows share."
    )
    paper: ClassVar[str] = (
        "PatternKa: Scalable Privacy Algorithm for Sparse High Dimensional Data (2020)"
    )

    def run(self, data: Baskets, model: Model, run: Run) -> Grouping:
        """Group the baskets."""
        rows = (data.items, data.offsets, data.item_count)
        found = run.search(
            lambda control: _core.patternka(
                *rows, model.k, self.nodes, run.threads, run.seed, control
            ),
            Phase("Grouping", "groups"),
        )
        return Grouping.from_core(found)
