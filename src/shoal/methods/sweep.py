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
from shoal.engines.local import Phase
from shoal.engines.run import Run
from shoal.methods.basket_method import BudgetedMethod
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


def most_kept(entries: int) -> int:
    """Return how many rows of patterns may be kept for data with so many items in its rows."""
    return LEAST_KEPT + KEPT_PER_ITEM * entries


@register
class Sweep(BudgetedMethod):
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
        rows, limits = (data.items, data.offsets, data.item_count), self._limits(data)
        found = run.search(
            lambda control: _core.sweep(
                *rows, model.k, self.nodes, *limits, run.threads, run.seed, control
            ),
            Phase("Grouping", "groups", then="Improving"),
        )
        by_items = Grouping.from_core(found)
        if (extended := data.extended) is None:
            return by_items
        from shoal.methods.top_down import TopDown  # registered after the sweep

        # So the loss is never above that of top-down, nor of the groups without a taxonomy.
        by_nodes = TopDown().run(data, model, run)
        with_nodes = with_best_shared(data, by_items, extended)
        return that_loses_least(data, [with_nodes, by_nodes], extended)

    def improve(
        self,
        data: Baskets,
        model: Model,
        found: Grouping,
        multipliers: npt.NDArray[np.float64],
        run: Run,
    ) -> Grouping:
        """Improve the groups, guided by the prices of rows."""
        rows, limits = (data.items, data.offsets, data.item_count), self._limits(data)
        centres = (found.centre_items, found.centre_offsets, found.proved.astype(np.uint8))
        groups = found.group_of_row
        better = run.search(
            lambda control: _core.improve(
                *rows, model.k, multipliers, groups, *centres, *limits, run.threads, control
            ),
            Phase("Improving"),
        )
        repeatable = found.repeatable and better.repeatable
        return replace(Grouping.from_core(better), nodes=found.nodes, repeatable=repeatable)

    def _limits(self, data: Baskets) -> tuple[int, int]:
        """Return how many rows of patterns may be looked at, and kept."""
        most = 2**63 - 1
        entries = most if self.exact else min(self.nodes * ENTRIES_PER_NODE, most)
        return entries, most_kept(data.size)
