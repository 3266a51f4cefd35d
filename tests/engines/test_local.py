import threading
import time

import pytest

from shoal.engines.local import Phase, check_threads, default_threads, run
from shoal.errors import ParameterError


def endless(control):
    """Stands for a kernel: polls its handle and stops when it is cancelled."""
    while not control.cancelled:
        time.sleep(0.001)
    raise RuntimeError("cancelled")


def test_returns_what_the_kernel_returns_from_a_thread_of_its_own():
    caller = threading.get_ident()
    result, worker = run(lambda control: (42, threading.get_ident()))
    assert result == 42
    assert worker != caller


def test_raises_what_the_kernel_raises():
    def kernel(control):
        raise MemoryError

    with pytest.raises(MemoryError):
        run(kernel)


@pytest.mark.parametrize("error", [KeyboardInterrupt, ValueError])
def test_whatever_progress_raises_cancels_the_kernel_and_is_raised(error):
    def interrupt(done, total, found):
        raise error

    before = threading.active_count()
    started = time.perf_counter()
    with pytest.raises(error):
        run(endless, progress=interrupt)
    assert time.perf_counter() - started < 2
    assert threading.active_count() == before


def test_progress_is_called_while_the_kernel_runs_and_at_the_end():
    calls = []
    run(lambda control: time.sleep(0.2), progress=lambda *figures: calls.append(figures))
    assert len(calls) >= 2
    assert calls[-1] == (0, 0, 0)


def test_a_progress_that_knows_phases_is_told_of_them():
    class Watching:
        def __init__(self):
            self.calls = []

        def begin(self, phase):
            self.calls.append(phase.name)

        def __call__(self, done, total, found):
            self.calls.append((done, total, found))

    watching = Watching()
    for phase in (Phase("Grouping", "groups"), Phase("Proving"), None):
        run(lambda control: None, progress=watching, phase=phase)
    assert watching.calls == ["Grouping", (0, 0, 0), "Proving", (0, 0, 0), (0, 0, 0)]
    run(lambda control: None, progress=lambda *_: None, phase=Phase("Grouping"))


@pytest.mark.parametrize("seconds", [0, -1, float("inf"), float("nan")])
def test_a_time_limit_is_a_positive_number(seconds):
    with pytest.raises(ParameterError, match="positive"):
        run(lambda control: None, time_limit=seconds)


def test_threads():
    assert check_threads(None) == default_threads() >= 1
    assert check_threads(1) == 1
    with pytest.raises(ParameterError, match="from 1 to 1,024, not 0"):
        check_threads(0)
