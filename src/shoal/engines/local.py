"""Native kernels on this machine's threads, stoppable and watchable."""

from __future__ import annotations

import operator
import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor, wait
from typing import TypeVar

from shoal._core import Control
from shoal.errors import ParameterError

Result = TypeVar("Result")

#: Called with the work done, the work in total, and what was found so far.
Progress = Callable[[int, int, int], None]

#: Seconds between two looks at a running kernel: prompt for a person, nothing to the kernel.
POLL_SECONDS = 0.05


def run(
    kernel: Callable[[Control], Result],
    *,
    progress: Progress | None = None,
    time_limit: float | None = None,
) -> Result:
    """Run a kernel that releases the GIL, so that Ctrl-C stops it at once.

    Python handles signals in the main thread only, between two bytecodes. So the kernel works in a
    thread of its own while the caller's waits, shows progress, and passes an interrupt on.

    Parameters
    ----------
    kernel
        Called with the handle by which it is cancelled and watched.
    progress
        Called about twenty times a second; whatever it raises stops the kernel.
    time_limit
        Seconds after which the kernel should return the best it has.

    Examples
    --------
    >>> run(lambda control: control.cancelled)
    False
    """
    control = Control()
    if time_limit is not None:
        control.set_time_limit(check_time_limit(time_limit))
    with ThreadPoolExecutor(max_workers=1, thread_name_prefix="shoal-kernel") as worker:
        running = worker.submit(kernel, control)
        try:
            while not wait([running], timeout=POLL_SECONDS).done:
                if progress is not None:
                    progress(control.done, control.total, control.found)
        except BaseException:
            control.cancel()
            raise
    result = running.result()
    if progress is not None:
        progress(control.done, control.total, control.found)
    return result


def default_threads() -> int:
    """Return the number of processors this process may use."""
    return len(os.sched_getaffinity(0))


def check_threads(threads: int | None) -> int:
    """Return the number of threads to use; None means every processor.

    Examples
    --------
    >>> check_threads(3)
    3
    """
    if threads is None:
        return default_threads()
    threads = operator.index(threads)
    if threads < 1:
        raise ParameterError(f"threads must be at least 1, not {threads}")
    return threads


def check_time_limit(seconds: float) -> float:
    """Return the time limit if it is one: a positive number of seconds."""
    if not 0 < seconds < float("inf"):
        raise ParameterError(f"the time limit must be a positive number of seconds, not {seconds}")
    return float(seconds)
