"""The sweep for baskets with a taxonomy: an item may be generalized instead of suppressed.

Groups are formed twice: by the items alone, and top down by the taxonomy. Each group is published
as those nodes all its rows share that lose least, and the groups that lose less are taken. So the
loss is never above that of top-down, nor of the groups without a taxonomy.
"""

from __future__ import annotations

from dataclasses import replace

from shoal.data import Baskets
from shoal.data.extended import ExtendedRows
from shoal.engines.local import Deadline, Progress
from shoal.methods.basket_method import DEFAULT_BUDGET
from shoal.methods.grouping import Grouping
from shoal.methods.shared_nodes import lost_parts, with_best_shared
from shoal.methods.sweep import sweep
from shoal.methods.top_down import top_down


def taxonomy_sweep(
    data: Baskets,
    extended: ExtendedRows,
    k: int,
    *,
    budget: int | None = DEFAULT_BUDGET,
    seed: int = 0,
    threads: int = 1,
    time_limit: float | None = None,
    progress: Progress | None = None,
) -> Grouping:
    """Group baskets; the centres are nodes of the taxonomy, items of the extended rows."""
    deadline = Deadline(time_limit)
    by_items = sweep(
        data,
        k,
        budget=budget,
        seed=seed,
        threads=threads,
        time_limit=deadline.left(),
        progress=progress,
    )
    by_nodes = top_down(data, extended, k, time_limit=deadline.left(), progress=progress)
    found = [with_best_shared(data, by_items, extended), by_nodes]
    best = min(found, key=lambda grouping: lost_parts(data, grouping, extended))
    return replace(best, repeatable=all(one.repeatable for one in found))
