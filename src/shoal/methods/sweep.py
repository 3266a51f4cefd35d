"""The sweep for baskets: PatternKa, then a local search over the centres.

Rows of a group above k are surplus. Given to another pattern, they can lift rows that would
otherwise keep less. The loss is never above PatternKa's.
"""

from __future__ import annotations

from dataclasses import replace
from typing import ClassVar, Literal

import numpy as np
import numpy.typing as npt

from shoal import _core
from shoal.data import Baskets
from shoal.data.baskets import Items, Offsets
from shoal.engines import local
from shoal.engines.run import Run
from shoal.methods.basket_method import DEFAULT_BUDGET, BasketMethod, check_request
from shoal.methods.grouping import Grouping
from shoal.methods.method import register
from shoal.methods.shared_nodes import that_loses_least, with_best_shared
from shoal.privacy import Model

#: Rows of patterns that the local search may look at for each node of the budget. Where there are
#: more, only the more frequent patterns are tried as centres.
ENTRIES_PER_NODE = 25

#: Rows of patterns that are kept as candidates, at least and for each item of the data: they take
#: memory. Where there are more, again only the more frequent patterns are tried.
LEAST_KEPT = 1_000_000
KEPT_PER_ITEM = 8


def sweep(
    data: Baskets,
    k: int,
    *,
    budget: int | None = DEFAULT_BUDGET,
    seed: int = 0,
    threads: int = 1,
    time_limit: float | None = None,
    progress: local.Progress | None = None,
) -> Grouping:
    """Group baskets by PatternKa and improve the groups.

    The parameters are those of :func:`shoal.methods.patternka.patternka`.

    Examples
    --------
    >>> baskets = Baskets.of([[1, 2]] * 5 + [[2]] * 2 + [[2, 3]])
    >>> list(sweep(baskets, 3).publish(baskets))
    [[1, 2], [1, 2], [1, 2], [1, 2], [1, 2], [2], [2], [2]]
    """
    check_request(data, k, budget, seed)
    rows, limits = _rows(data), (_most_entries(budget), most_kept(data.size))
    nodes = -1 if budget is None else budget
    return Grouping.from_core(
        local.run(
            lambda control: _core.sweep(*rows, k, nodes, *limits, threads, seed, control),
            progress=progress,
            phase=local.Phase("Grouping", "groups", then="Improving"),
            time_limit=time_limit,
        )
    )


def improve(
    data: Baskets,
    k: int,
    grouping: Grouping,
    multipliers: npt.NDArray[np.float64],
    *,
    budget: int | None = DEFAULT_BUDGET,
    threads: int = 1,
    time_limit: float | None = None,
    progress: local.Progress | None = None,
) -> Grouping:
    """Improve groups once more, guided by a tight certificate's multipliers: a price per row."""
    check_request(data, k, budget, 0)
    rows, limits = _rows(data), (_most_entries(budget), most_kept(data.size))
    centres = (grouping.centre_items, grouping.centre_offsets, grouping.proved.astype(np.uint8))
    found = local.run(
        lambda control: _core.improve(
            *rows, k, multipliers, grouping.group_of_row, *centres, *limits, threads, control
        ),
        progress=progress,
        phase=local.Phase("Improving"),
        time_limit=time_limit,
    )
    better = Grouping.from_core(found)
    repeatable = grouping.repeatable and better.repeatable
    return replace(better, nodes=grouping.nodes, repeatable=repeatable)


def _rows(data: Baskets) -> tuple[Items, Offsets, int]:
    return data.items, data.offsets, data.item_count


def most_kept(entries: int) -> int:
    """Return how many rows of patterns may be kept for data with so many items in its rows."""
    return LEAST_KEPT + KEPT_PER_ITEM * entries


def _most_entries(budget: int | None) -> int:
    most = np.iinfo(np.int64).max
    return int(most) if budget is None else min(budget * ENTRIES_PER_NODE, int(most))


@register
class Sweep(BasketMethod):
    """PatternKa, then a local search over the centres; with a taxonomy, nodes are published too."""

    name: ClassVar[str] = "sweep"
    uses_seed: ClassVar[bool] = True
    taxonomy: ClassVar[Literal["no", "may", "must"]] = "may"
    guided: ClassVar[bool] = True
    sentence: ClassVar[str] = (
        "Rows that have a frequent pattern in common were put into groups; then a search improved "
        "the groups for as long as that lost less."
    )

    def kept(self, entries: int) -> int:
        """Return how many rows of patterns the local search keeps."""
        return most_kept(entries)

    def run(self, data: Baskets, model: Model, run: Run) -> Grouping:
        """Group the baskets."""
        by_items = sweep(data, model.k, budget=self.nodes, seed=run.seed, **run.limits())
        if (extended := data.extended) is None:
            return by_items
        from shoal.methods.top_down import top_down  # registered after the sweep

        # So the loss is never above that of top-down, nor of the groups without a taxonomy.
        by_nodes = top_down(data, extended, model.k, **run.limits())
        found = [with_best_shared(data, by_items, extended), by_nodes]
        return that_loses_least(data, found, extended)

    def improve(
        self,
        data: Baskets,
        model: Model,
        found: Grouping,
        multipliers: npt.NDArray[np.float64],
        run: Run,
    ) -> Grouping:
        """Improve the groups, guided by the prices of rows."""
        return improve(data, model.k, found, multipliers, budget=self.nodes, **run.limits())
