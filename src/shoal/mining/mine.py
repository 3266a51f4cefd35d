"""Mining by target: one door to the native miners."""

from __future__ import annotations

import math
from fractions import Fraction
from typing import Any

from shoal import _core
from shoal.data import Transactions
from shoal.engines import local
from shoal.errors import LimitReached, ParameterError
from shoal.io import read
from shoal.mining.patterns import Patterns

#: Patterns may fill this part of the free memory; beyond it other programs would suffer.
MEMORY_SHARE = 0.6

#: What can be mined.
TARGETS = ("closed", "longest")


def mine(
    data: Any,
    min_support: int | str,
    target: str = "closed",
    *,
    threads: int | None = None,
    progress: local.Progress | None = None,
) -> Patterns:
    """Find the patterns that at least ``min_support`` rows share.

    Parameters
    ----------
    data
        The baskets, or anything :func:`shoal.read` understands.
    min_support
        A number of rows, at least 1, or a share such as ``"0.9%"``, which is rounded up to rows.
    target
        ``closed``: every pattern without a superset in the same rows. ``longest``: those of the
        greatest length.
    threads
        None uses every processor; the result is the same with any number.
    progress
        Called with branches searched, branches in all and patterns found.

    Examples
    --------
    >>> baskets = Transactions.of([["a", "b"], ["a", "b", "c"], ["a", "c"]])
    >>> sorted(mine(baskets, 2))
    [(['a'], 3), (['a', 'b'], 2), (['a', 'c'], 2)]
    >>> len(mine(baskets, "100%"))
    1
    """
    data = data if isinstance(data, Transactions) else read(data)
    support = absolute_support(min_support, len(data))
    workers = local.check_threads(threads)
    if target not in TARGETS:
        raise ParameterError(f"target is {target!r}, but must be one of {', '.join(TARGETS)}")
    rows = (data.items, data.offsets, data.item_count, support)

    memory = int(MEMORY_SHARE * local.free_memory())

    def kernel(control: _core.Control) -> _core.Patterns | None:
        if target == "longest":
            return _core.mine_longest(*rows, control)
        return _core.mine_closed(*rows, workers, memory, control)

    found = local.run(kernel, progress=progress)
    if found is None:
        raise LimitReached(
            f"the patterns with a support of {support:,} need more than {memory / 1e9:.1f} GB, "
            f"{MEMORY_SHARE:.0%} of the free memory; raise the minimum support"
        )
    return Patterns(
        items=found.take_items(),
        offsets=found.take_offsets(),
        supports=found.take_supports(),
        vocabulary=data.vocabulary,
        target=target,
        min_support=support,
    )


def absolute_support(min_support: int | str, rows: int) -> int:
    """Turn a support as people write it into a number of rows.

    Examples
    --------
    >>> absolute_support("0.9%", 59_602), absolute_support("12", 100), absolute_support(12, 100)
    (537, 12, 12)
    """
    text = str(min_support).strip()
    try:
        if text.endswith("%"):
            share = Fraction(text[:-1].strip())
            if not 0 < share <= 100:
                raise ValueError
            return max(1, math.ceil(share * rows / 100))
        if isinstance(min_support, bool) or int(text) < 1:
            raise ValueError
        return int(text)
    except (ValueError, ZeroDivisionError):
        raise ParameterError(
            f"min_support is {text!r}, but must be a number of rows from 1 on or a share like 0.9%"
        ) from None
