"""PatternKa for baskets: groups around the longest patterns that k rows share.

After *PatternKa: Scalable Privacy Algorithm for Sparse High Dimensional Data* (2020), sections 3.1
and 3.3.
"""

from __future__ import annotations

from shoal import _core
from shoal.data import Transactions
from shoal.engines import local
from shoal.errors import ParameterError
from shoal.methods.grouping import Grouping

#: Search nodes for a whole run: far more than sparse baskets need, a minute or so on dense ones.
DEFAULT_BUDGET = 20_000_000


def patternka(
    data: Transactions,
    k: int,
    *,
    budget: int | None = DEFAULT_BUDGET,
    seed: int = 0,
    threads: int = 1,
    time_limit: float | None = None,
    progress: local.Progress | None = None,
) -> Grouping:
    """Group baskets by their longest frequent patterns.

    Parameters
    ----------
    data
        The baskets, at least ``k`` of them.
    k
        The smallest allowed group.
    budget
        Search nodes in all; ``None`` searches until every group is proved longest.
    seed
        Orders items of equal support; 0 keeps the vocabulary's order.
    threads
        Any number gives the same groups.
    time_limit
        Seconds after which the best found is taken; the result is then not repeatable.
    progress
        Called with rows placed, rows in all and groups formed.

    Notes
    -----
    Departures from the paper: one depth-first search per length instead of mining and caching
    closed patterns; patterns are tried rarest item first instead of at random; leftover rows are
    placed one by one where the loss grows least, or fill up the suppressed group, whichever loses
    less.

    Examples
    --------
    >>> baskets = Transactions.of([[1, 2], [1, 2, 3], [3], [3, 4]])
    >>> groups = patternka(baskets, 2)
    >>> list(groups.publish(baskets))
    [[1, 2], [1, 2], [3], [3]]
    """
    check_request(data, k, budget, seed)
    return Grouping.from_core(
        local.run(
            lambda control: _core.patternka(
                data.items,
                data.offsets,
                data.item_count,
                k,
                -1 if budget is None else budget,
                threads,
                seed,
                control,
            ),
            progress=progress,
            phase=local.Phase("Grouping", "groups"),
            time_limit=time_limit,
        )
    )


def check_request(data: Transactions, k: int, budget: int | None, seed: int) -> None:
    """Refuse what no grouping can be made of."""
    if not 1 <= k <= len(data):
        raise ParameterError(
            f"k is {k:,}, but must be between 1 and the number of rows, {len(data):,}"
        )
    if budget is not None and budget < 0:
        raise ParameterError(f"budget is {budget:,}, but must be at least 0")
    if seed < 0 or seed >= 2**64:
        raise ParameterError("seed must be between 0 and 2^64 - 1")
