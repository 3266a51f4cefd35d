"""PatternKa for baskets: groups around the longest patterns that k rows share.

After *PatternKa: Scalable Privacy Algorithm for Sparse High Dimensional Data* (2020), sections 3.1
and 3.3.
"""

from __future__ import annotations

from typing import ClassVar

from shoal import _core
from shoal.data import Baskets
from shoal.engines import local
from shoal.engines.run import Run
from shoal.methods.basket_method import DEFAULT_BUDGET, BasketMethod, check_request
from shoal.methods.grouping import Grouping
from shoal.methods.method import register
from shoal.privacy import Model


def patternka(
    data: Baskets,
    k: int,
    *,
    budget: int | None = DEFAULT_BUDGET,
    seed: int = 0,
    threads: int = 1,
    time_limit: float | None = None,
    progress: local.Progress | None = None,
) -> Grouping:
    """Group baskets by their longest frequent patterns; no budget: until all are proved longest.

    Notes
    -----
    Departures from the paper: one depth-first search per length instead of mining and caching
    closed patterns; patterns are tried rarest item first instead of at random; leftover rows are
    placed one by one where the loss grows least, or fill up the suppressed group, whichever loses
    less.

    Examples
    --------
    >>> baskets = Baskets.of([[1, 2], [1, 2, 3], [3], [3, 4]])
    >>> groups = patternka(baskets, 2)
    >>> list(groups.publish(baskets))
    [[1, 2], [1, 2], [3], [3]]
    """
    check_request(data, k, budget, seed)
    rows, most = (data.items, data.offsets, data.item_count), -1 if budget is None else budget
    return Grouping.from_core(
        local.run(
            lambda control: _core.patternka(*rows, k, most, threads, seed, control),
            progress=progress,
            phase=local.Phase("Grouping", "groups"),
            time_limit=time_limit,
        )
    )


@register
class PatternKa(BasketMethod):
    """Groups around the longest patterns that k rows share, one after the other."""

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
        return patternka(data, model.k, budget=self.nodes, seed=run.seed, **run.limits())
