"""The sweep for baskets with a taxonomy: an item may be generalized instead of suppressed.

Groups are formed twice, by the items alone and by the items with all that stands above them. Each
group is published as the most specific nodes that all its rows share, and the groups that lose less
are taken. So the loss is never above that of the groups without a taxonomy.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from shoal.data import Transactions
from shoal.data.extended import ExtendedRows
from shoal.engines.local import Deadline, Progress
from shoal.loss.generalized import entry_costs, parts_of
from shoal.methods.grouping import Grouping
from shoal.methods.patternka import DEFAULT_BUDGET
from shoal.methods.sweep import sweep

#: Extended rows get this share of the budget: a node of theirs takes longer, and all that stands
#: above an item makes patterns that are alike.
EXTENDED_SHARE = 10


def taxonomy_sweep(
    data: Transactions,
    extended: ExtendedRows,
    k: int,
    *,
    budget: int | None = DEFAULT_BUDGET,
    seed: int = 0,
    threads: int = 1,
    time_limit: float | None = None,
    progress: Progress | None = None,
) -> Grouping:
    """Group baskets; the centres are nodes of the taxonomy, items of the extended rows.

    Parameters
    ----------
    data
        The baskets.
    extended
        The same with all nodes above their items.
    k, budget, seed, threads, time_limit, progress
        As for :func:`~shoal.methods.sweep.sweep`.

    Examples
    --------
    >>> from shoal.data import Hierarchy
    >>> from shoal.data.extended import extend_baskets
    >>> baskets = Transactions.of([["tea", "rum"], ["cocoa", "rum"], ["tea"], ["tea"]])
    >>> drinks = extend_baskets(baskets, Hierarchy.of({"hot": ["tea", "cocoa"], "cold": ["rum"]}))
    >>> list(taxonomy_sweep(baskets, drinks, 2).publish(drinks.rows))
    [['hot', 'rum'], ['hot', 'rum'], ['tea'], ['tea']]
    """
    deadline = Deadline(time_limit)
    found = []
    for rows, share in ((data, 1), (extended.rows, EXTENDED_SHARE)):
        grouping = sweep(
            rows,
            k,
            budget=None if budget is None else max(budget // share, 1),
            seed=seed,
            threads=threads,
            time_limit=deadline.left(),
            progress=progress,
        )
        found.append(with_lowest_shared(grouping, extended))
    best = min(found, key=lambda grouping: lost_parts(data, grouping, extended))
    return replace(best, repeatable=all(one.repeatable for one in found))


def with_lowest_shared(grouping: Grouping, extended: ExtendedRows) -> Grouping:
    """Return the groups with the most specific nodes that all rows of each share as centres."""
    size = max(len(extended.vocabulary), 1)
    groups = np.repeat(grouping.group_of_row.astype(np.int64), extended.rows.lengths)
    keys, counts = np.unique(groups * size + extended.rows.items, return_counts=True)
    keys = keys[counts == grouping.sizes[keys // size]]
    nodes = keys % size
    above = extended.above[nodes]
    implied = (keys - nodes + above)[above >= 0]
    keys = keys[~np.isin(keys, implied)]
    offsets = np.zeros(len(grouping) + 1, dtype=np.int64)
    np.cumsum(np.bincount(keys // size, minlength=len(grouping)), out=offsets[1:])
    return replace(
        grouping,
        centre_items=(keys % size).astype(np.int32),
        centre_offsets=offsets,
        # What was proved is about the number of nodes, not about the loss.
        proved=np.zeros(len(grouping), dtype=np.bool_),
        longest=None,
    )


def lost_parts(data: Transactions, grouping: Grouping, extended: ExtendedRows) -> int:
    """Return what a grouping with nodes as centres loses, in parts of a suppressed item."""
    costs = entry_costs(data, grouping.publish(extended.rows), extended)
    return int(np.where(costs < 0, parts_of(data), costs).sum())
