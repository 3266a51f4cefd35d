"""Mining by target: one door to the native miners."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from shoal import _core
from shoal.engines import local
from shoal.errors import LimitReached
from shoal.mining.generalized import (
    STOPPED_BY,
    Minable,
    check_lengths,
    minable,
    to_patterns,
    with_root,
)
from shoal.mining.patterns import Patterns
from shoal.mining.request import MiningRequest

if TYPE_CHECKING:
    from shoal.io.hierarchies import Taxonomy


def mine(
    data: Any,
    min_support: int | str | None = None,
    target: str = "closed",
    *,
    top: int | None = None,
    by: str = "support",
    min_length: int = 1,
    max_length: int | None = None,
    limit: int | None = None,
    time_limit: float | None = None,
    memory_limit: int | str | None = None,
    taxonomy: Taxonomy | None = None,
    threads: int | None = None,
    progress: local.Progress | None = None,
) -> Patterns:
    """Find the patterns that at least ``min_support`` rows share.

    A search that a limit ends returns what it has found, and says so: see
    :attr:`Patterns.complete`.

    Parameters
    ----------
    data
        A :class:`shoal.Table`; or baskets, or anything :func:`shoal.read` understands. Patterns of
        a table are sets of ``column=label``, a node of the column's hierarchy.
    min_support
        A number of rows, at least 1, or a share such as ``"0.9%"``, which is rounded up to rows.
        May be left out for the top patterns by support, all or closed.
    target
        ``all``: every pattern. ``closed``: those without a superset in the same rows. ``maximal``:
        those without a frequent superset. ``longest``: those of the greatest length.
    top
        Only so many, the best of the target's patterns, best first.
    by
        What they are best by: ``support`` (then length) or ``length`` (then support). Patterns that
        are alike in both come in the order of their sorted items.
    min_length, max_length
        The lengths wanted. They choose among the target's patterns and do not change the target.
    limit
        Stop after so many patterns: the first in the order of the search.
    time_limit
        Seconds after which the search stops.
    memory_limit
        What the patterns may take: bytes, or a size such as ``"4G"``. None: 60 % of what is free.
    taxonomy
        A hierarchy of the baskets' items, or its file: patterns may then hold its labels in place
        of items. Patterns other than ``all`` name the most specific nodes only, what stands
        above these is implied; lengths cannot be asked for.
    threads
        None uses every processor; the result is the same with any number.
    progress
        Called with branches searched, branches in all and patterns found.

    Raises
    ------
    LimitReached
        If a limit ended the search before it found anything.

    Examples
    --------
    >>> import shoal
    >>> baskets = shoal.Baskets.of([["a", "b"], ["a", "b", "c"], ["a", "c"]])
    >>> sorted(mine(baskets, 2))
    [(['a'], 3), (['a', 'b'], 2), (['a', 'c'], 2)]
    >>> len(mine(baskets, "100%"))
    1
    >>> list(mine(baskets, top=1))
    [(['a'], 3)]
    >>> mine(baskets, 2, limit=2).complete
    False
    >>> letters = shoal.Hierarchy.of({"vowel": ["a"], "other": ["b", "c"]})
    >>> list(mine(baskets, 3, taxonomy=letters))
    [(['a', 'other'], 3)]
    """
    data = minable(data, taxonomy)
    request = MiningRequest.of(
        len(data),
        min_support=min_support,
        target=target,
        top=top,
        by=by,
        min_length=min_length,
        max_length=max_length,
        limit=limit,
        time_limit=time_limit,
        memory_limit=memory_limit,
    )
    return mine_request(data, request, threads=threads, progress=progress)


def mine_request(
    data: Minable,
    request: MiningRequest,
    *,
    threads: int | None = None,
    progress: local.Progress | None = None,
    control: _core.Control | None = None,
) -> Patterns:
    """Mine what was asked for and checked; with a control, in the caller's thread."""
    workers = local.check_threads(threads)
    check_lengths(data, request)
    baskets = data.mined
    rows = (baskets.items, baskets.offsets, baskets.item_count, request.native)
    limits = request.native_limits
    by = getattr(_core.Rank, request.by)

    def kernel(control: _core.Control) -> tuple[_core.Patterns, _core.Stop]:
        if request.target == "longest":
            found, stop = _core.mine_longest(*rows, limits, control)
            return found if request.top is None else _core.best_of(found, request.top, by), stop
        if request.top is not None:
            return _core.mine_top(*rows, request.top, by, limits, workers, control)
        return _core.mine(*rows, limits, workers, control)

    if control is None:
        found, stop = local.run(kernel, progress=progress, time_limit=request.time_limit)
    else:
        if request.time_limit is not None:
            control.set_time_limit(request.time_limit)
        found, stop = kernel(control)
    patterns = to_patterns(found, data, request, STOPPED_BY.get(stop))
    patterns = with_root(data, request, patterns)
    if not patterns.complete and len(patterns) == 0:
        raise LimitReached(f"nothing was found before {request.why(patterns.stopped_by)}")
    return patterns
