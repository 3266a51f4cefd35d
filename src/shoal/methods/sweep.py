"""The sweep for baskets: PatternKa, then a local search over the centres.

Rows of a group above k are surplus. Given to another pattern, they can lift rows that would
otherwise keep less. The loss is never above PatternKa's.
"""

from __future__ import annotations

from shoal import _core
from shoal.data import Transactions
from shoal.engines import local
from shoal.methods.grouping import Grouping
from shoal.methods.patternka import DEFAULT_BUDGET, check_request

#: Closed patterns tried as centres. Where there are more, only the more frequent ones are.
MOST_PATTERNS = 4_000_000


def sweep(
    data: Transactions,
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
    >>> baskets = Transactions.of([[1, 2]] * 5 + [[2]] * 2 + [[2, 3]])
    >>> list(sweep(baskets, 3).publish(baskets))
    [[1, 2], [1, 2], [1, 2], [1, 2], [1, 2], [2], [2], [2]]
    """
    check_request(data, k, budget, seed)
    return Grouping.from_core(
        local.run(
            lambda control: _core.sweep(
                data.items,
                data.offsets,
                data.item_count,
                k,
                -1 if budget is None else budget,
                MOST_PATTERNS,
                threads,
                seed,
                control,
            ),
            progress=progress,
            time_limit=time_limit,
        )
    )
