"""Patterns in batches while the search goes on."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from shoal import _core
from shoal.engines import local
from shoal.errors import LimitReached
from shoal.mining.generalized import (
    STOPPED_BY,
    Minable,
    check_lengths,
    minable,
    root_of,
    to_patterns,
)
from shoal.mining.patterns import Patterns
from shoal.mining.request import MiningRequest
from shoal.mining.search import mine_request

if TYPE_CHECKING:
    from shoal.data import Hierarchy

#: What waits to be fetched takes at most so many bytes, however much memory there is: more would
#: only help a reader that stops and starts.
MOST_BUFFERED = 256 * 10**6

#: Patterns that are known at once are handed out in batches of so many.
BATCH = 1 << 17


class PatternBatches:
    """The patterns of a search, fetched batch by batch; for one loop.

    The search starts with the loop, waits while nobody fetches, and ends when the loop is left.
    Batches follow each other in the order of :func:`shoal.mine`, and are the same with any number
    of threads. A control lets another thread watch and cancel the search.
    """

    def __init__(
        self,
        data: Minable,
        request: MiningRequest,
        *,
        threads: int | None = None,
        progress: local.Progress | None = None,
        control: _core.Control | None = None,
    ) -> None:
        check_lengths(data, request)
        self.request = request
        self.stopped_by: str | None = None
        self._data = data
        self._threads = local.check_threads(threads)
        self._progress, self._control = progress, control

    @property
    def complete(self) -> bool:
        """Whether the batches held all patterns asked for; known when the loop is done."""
        return self.stopped_by is None

    def __iter__(self) -> Iterator[Patterns]:
        # The best patterns are known at the end only, and the longest are few.
        at_once = self.request.top is not None or self.request.target == "longest"
        try:
            yield from self._at_once() if at_once else self._while_mined()
        except _core.NoThread as error:
            raise LimitReached(local.NO_THREAD) from error

    def _at_once(self) -> Iterator[Patterns]:
        patterns = mine_request(
            self._data,
            self.request,
            threads=self._threads,
            progress=self._progress,
            control=self._control,
        )
        for start in range(0, len(patterns), BATCH):
            yield patterns[start : start + BATCH]
        self.stopped_by = patterns.stopped_by

    def _while_mined(self) -> Iterator[Patterns]:
        control = _core.Control() if self._control is None else self._control
        if self.request.time_limit is not None:
            control.set_time_limit(self.request.time_limit)
        rows = self._data.mined
        stream = _core.PatternStream(
            rows.items,
            rows.offsets,
            rows.item_count,
            self.request.native,
            self.request.native_limits,
            min(self.request.memory // 4, MOST_BUFFERED),
            self._threads,
            control,
        )
        # It comes first, by itself; the others go on to fill the limit.
        root = root_of(self._data, self.request)
        if root is not None:
            yield root
        found = 0 if root is None else 1
        while not stream.ended:
            batch = stream.next(local.POLL_SECONDS)
            if self._progress is not None:
                self._progress(control.done, control.total, control.found)
            if batch is not None:
                patterns = to_patterns(batch, self._data, self.request)
                if self.request.limit is not None and found + len(patterns) > self.request.limit:
                    patterns = patterns[: self.request.limit - found]
                    self.stopped_by = "limit"
                found += len(patterns)
                if len(patterns):
                    yield patterns
        self.stopped_by = self.stopped_by or STOPPED_BY.get(stream.stopped)
        if found == 0 and not self.complete:
            raise LimitReached(f"nothing was found before {self.request.why(self.stopped_by)}")


def mine_batches(
    data: Any,
    min_support: int | str | None = None,
    target: str = "closed",
    *,
    taxonomy: Hierarchy | None = None,
    threads: int | None = None,
    progress: local.Progress | None = None,
    **asked: Any,
) -> PatternBatches:
    """Find patterns and hand them out in batches while the search goes on.

    For more patterns than memory holds: ``memory_limit`` bounds what waits to be fetched, and is no
    reason to stop. The parameters are those of :func:`shoal.mine`.

    Examples
    --------
    >>> import shoal
    >>> baskets = shoal.Baskets.of([["a", "b"], ["a", "b", "c"], ["a", "c"]])
    >>> batches = mine_batches(baskets, 2)
    >>> sum(len(patterns) for patterns in batches), batches.complete
    (3, True)
    """
    data = minable(data, taxonomy)
    request = MiningRequest.of(len(data), min_support=min_support, target=target, **asked)
    return PatternBatches(data, request, threads=threads, progress=progress)
