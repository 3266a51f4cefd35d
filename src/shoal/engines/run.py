"""One run: how it is spread, what it may use, how it is watched and how it is stopped."""

from __future__ import annotations

import math
import time
from collections.abc import Callable
from threading import Event
from typing import Any, TypeVar

from shoal._core import Control
from shoal.engines import local
from shoal.engines.engine import choose_engine
from shoal.engines.local import Phase, Progress
from shoal.engines.memory import PeakMemory, check_memory_limit
from shoal.errors import Cancelled, LimitReached
from shoal.wording import parameter

Made = TypeVar("Made")

#: Seconds that a run may go beyond its time limit; a twentieth of it where that is longer.
SLACK = 1.0


class Run:
    """What every step of a run needs to know. Nothing in it is shared with other runs.

    A run is itself the progress that kernels report to: it passes on what they say, notes the
    memory in use, and raises :class:`~shoal.errors.Cancelled` once it is cancelled.

    The parameters are those of :func:`shoal.anonymize`. If ``progress`` has a method ``begin``,
    that is called with each :class:`~shoal.engines.local.Phase`.

    Examples
    --------
    >>> run = Run(threads=2, time_limit=60)
    >>> run.threads, run.time_left() <= 60
    (2, True)
    """

    def __init__(
        self,
        *,
        threads: int | None = None,
        time_limit: float | None = None,
        memory_limit: int | str | None = None,
        seed: int = 0,
        progress: Progress | None = None,
        cancel: Event | None = None,
        engine: str = "local",
    ) -> None:
        self.threads = local.check_threads(threads)
        self.time_limit = None if time_limit is None else local.check_time_limit(time_limit)
        self.memory_limit = check_memory_limit(memory_limit)
        self.seed = seed
        self.engine = choose_engine(engine)
        self._progress = progress
        self._cancel = cancel
        self._started = time.monotonic()
        limit = math.inf if time_limit is None else time_limit
        self._ends, self._latest = self._started + limit, limit + max(SLACK, limit / 20)
        self._reserved = 0.0
        self._memory = PeakMemory()

    def time_left(self) -> float | None:
        """Return the seconds left for search, a moment at least; None without a limit."""
        self.check()
        left = self._ends - time.monotonic() - self._reserved
        return None if self.time_limit is None else max(left, local.MOMENT)

    def reserve(self, times: float) -> None:
        """Keep time for publishing: so many times what reading took, less what may be late."""
        reading = time.monotonic() - self._started
        self._reserved = max(times * reading - SLACK, 0.0)
        if (1 + times) * reading > self._latest:
            raise self.too_short((1 + times) * reading)

    def too_short(self, needed: float = 0.0) -> LimitReached:
        """Return that there was no time for search beside the seconds needed, and what to try."""
        more = math.ceil(2 * max(needed, self._ends - self._started))
        return LimitReached(
            f"the time limit of {self.time_limit:g} s left no time to search, and nothing was "
            f"written: try {parameter('time_limit')} {more}"
        )

    def check(self) -> None:
        """Raise if the run has been cancelled, or its time has long been up."""
        if self._cancel is not None and self._cancel.is_set():
            raise Cancelled("the run was cancelled; nothing was written")
        if time.monotonic() - self._started > self._latest:
            raise LimitReached(
                f"the time limit of {self.time_limit:g} s is over, and nothing was written"
            )

    def in_time(self, step: Callable[[], Made]) -> Made:
        """Return what a step makes that looks at no clock; raise once its time has long been up."""
        if self.time_limit is None:
            return step()
        try:
            return local.apart(step, self.check)
        except BaseException:
            self._latest = 0.0  # what it still does ends where it next looks
            raise

    def search(self, kernel: Callable[[Control], Made], phase: Phase) -> Made:
        """Return what a kernel finds in the time that is left."""
        return local.run(kernel, progress=self, phase=phase, time_limit=self.time_left())

    def begin(self, phase: Phase) -> None:
        """Pass on that a phase begins."""
        self.check()
        begin = getattr(self._progress, "begin", None)
        if begin is not None:
            begin(phase)

    def __call__(self, done: int, total: int, found: int) -> None:
        """Pass on how far the phase is."""
        self.check()
        self._memory.look()
        if self._progress is not None:
            self._progress(done, total, found)
            self.check()

    def limits(self) -> dict[str, Any]:
        """Return what most kernels take: threads, the time left, and the progress."""
        return {"threads": self.threads, "time_limit": self.time_left(), "progress": self}

    def peak_memory(self) -> int:
        """Return the most bytes that the process has held at once while this run went on."""
        return self._memory.peak()
