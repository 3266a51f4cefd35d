"""Native kernels on this machine's threads, stoppable and watchable."""

from __future__ import annotations

import operator
import os
from _thread import allocate_lock, start_new_thread
from collections.abc import Callable
from contextvars import copy_context
from pathlib import Path
from typing import Generic, NamedTuple, TypeVar

from shoal._core import Control, Invalid, NoRoom, NoThread
from shoal.errors import LimitReached, ParameterError

Result = TypeVar("Result")

#: Called with the work done, the work in total, and what was found so far.
Progress = Callable[[int, int, int], None]


class Phase(NamedTuple):
    """What a kernel is at, for a progress that shows it."""

    name: str  # what is done, as in ``Grouping``
    counts: str | None = None  # what it finds, as in ``groups``; None if that is nothing to show
    then: str | None = None  # what the same kernel does when all its work is counted, if anything


#: More threads than any machine has processors; a limit, so that a slip is reported and not tried.
MOST_THREADS = 1024

NO_ROOM = "too little memory for the patterns: raise the limit, or choose the method mondrian"
NO_THREAD = "the system could not start another thread; use fewer threads, or end other programs"

#: What a step gets, in seconds, when the time is up: it returns the best it has at once.
MOMENT = 1e-9

#: Seconds between two looks at a running kernel: prompt for a person, nothing to the kernel.
POLL_SECONDS = 0.05


def run(
    kernel: Callable[[Control], Result],
    *,
    progress: Progress | None = None,
    phase: Phase | None = None,
    time_limit: float | None = None,
) -> Result:
    """Run a kernel that releases the GIL, so that Ctrl-C stops it at once.

    Python handles signals in the main thread only, between two bytecodes. So the kernel works in a
    thread of its own while the caller's waits, shows progress, and passes an interrupt on.

    The kernel is called with the handle by which it is cancelled and watched. The progress is
    called about twenty times a second, and whatever it raises stops the kernel; if it has a method
    ``begin``, that gets the phase. After the time limit the kernel should return the best it has.
    """
    begin = getattr(progress, "begin", None)
    if phase is not None and begin is not None:
        begin(phase)
    control = Control()
    if time_limit is not None:
        control.set_time_limit(check_time_limit(time_limit))
    running = _Running(kernel, control)
    try:
        running.start()
        while not running.wait(POLL_SECONDS):
            if progress is not None:
                progress(control.done, control.total, control.found)
    except BaseException:
        control.cancel()
        running.end()
        raise
    result = running.result()
    if progress is not None:
        progress(control.done, control.total, control.found)
    return result


def apart(step: Callable[[], Result], watch: Callable[[], None]) -> Result:
    """Run a step that looks at no clock; whatever ``watch`` raises leaves it alone, unfinished.

    Nothing can stop the libraries that read, count and write. So the step works in a thread of its
    own, which ends with the process or when it next looks at the run.
    """
    running = _Running(lambda _: step(), Control())
    try:
        running.start()
        while not running.wait(POLL_SECONDS):
            watch()
    except BaseException:
        running.forbid()
        raise
    return running.result()


class _Running(Generic[Result]):
    """A kernel at work in a thread of its own.

    An interrupt may arrive between any two instructions of the waiting thread. Those of
    :mod:`threading` can then leave a lock held for ever, so that both threads wait. Here the only
    things shared are an attribute and locks that are never waited for without a time limit.
    """

    def __init__(self, kernel: Callable[[Control], Result], control: Control) -> None:
        self._kernel = kernel
        self._control = control
        self._results: list[Result] = []
        self._error: BaseException | None = None
        # Whoever takes it first decides whether the kernel runs: its thread, or who gives it up.
        self._turn = allocate_lock()
        # Rings when the kernel is done; a ring that an interrupt swallows is not missed.
        self._bell = allocate_lock()
        self._bell.acquire()
        self._done = False

    def start(self) -> None:
        """Start the thread."""
        try:
            # With the context of the caller, which says how messages are worded.
            start_new_thread(copy_context().run, (self._run,))
        except RuntimeError as error:
            raise LimitReached(NO_THREAD) from error

    def wait(self, seconds: float) -> bool:
        """Wait for the kernel, for so long at most; tell whether it is done."""
        if not self._done:
            self._bell.acquire(timeout=seconds)
        return self._done

    def end(self) -> None:
        """Wait until the kernel, cancelled by now, is done; one that never began never will."""
        if not self.forbid():
            while not self.wait(POLL_SECONDS):
                pass

    def forbid(self) -> bool:
        """Let the kernel not begin; tell whether it has not."""
        return self._turn.acquire(blocking=False)

    def _run(self) -> None:
        """Run the kernel; whatever it raises is kept for the caller."""
        if not self._turn.acquire(blocking=False):
            return
        try:
            self._results.append(self._kernel(self._control))
        except BaseException as error:
            self._error = error
        finally:
            self._done = True
            self._bell.release()

    def result(self) -> Result:
        """Return what the kernel returned, or raise what it raised."""
        if self._error is not None:
            try:
                raise self._error
            except (NoRoom, NoThread) as error:
                raise LimitReached(NO_ROOM if type(error) is NoRoom else NO_THREAD) from error
            except Invalid as error:
                raise ParameterError(str(error)) from None
            finally:
                self._error = None  # the traceback holds this frame, and with it the error
        return self._results.pop()


def default_threads() -> int:
    """Return the number of processors this process may use."""
    return len(os.sched_getaffinity(0))


def free_memory() -> int:
    """Return the bytes of memory that are free for this process."""
    free = os.sysconf("SC_AVPHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")
    try:
        # The kernel's own estimate: it counts what caches would give back.
        with Path("/proc/meminfo").open() as file:
            free = next(int(line.split()[1]) * 1024 for line in file if "MemAvailable" in line)
        group = Path("/sys/fs/cgroup")  # a container may be allowed less than the machine has
        allowed, used = ((group / f"memory.{name}").read_text() for name in ("max", "current"))
        free = min(free, max(int(allowed) - int(used), 0))
    except (OSError, ValueError, StopIteration):
        pass  # an older kernel, or a group without a limit
    return free


def whole_number(name: str, value: object, least: int, most: int | None = None) -> int:
    """Return a parameter that must be a whole number in a range."""
    try:
        number = operator.index(value)  # type: ignore[arg-type]
    except TypeError:
        number = least - 1
    if isinstance(value, bool) or not least <= number <= (most or 2**63 - 2):
        allowed = f"of at least {least:,}" if most is None else f"from {least:,} to {most:,}"
        raise ParameterError(f"{name} must be a whole number {allowed}, not {value!r}")
    return number


def check_threads(threads: int | None) -> int:
    """Return the number of threads to use; None means every processor."""
    if threads is None:
        return default_threads()
    return whole_number("threads", threads, 1, MOST_THREADS)


def check_time_limit(seconds: float) -> float:
    """Return the time limit if it is one: a positive number of seconds."""
    if not isinstance(seconds, (int, float)) or not 0 < seconds < float("inf"):
        raise ParameterError(
            f"the time limit must be a positive number of seconds, not {seconds!r}"
        )
    return float(seconds)
