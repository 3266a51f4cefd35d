"""One run: limits for every step, and a way to stop it."""

from __future__ import annotations

from threading import Event
from typing import Any

import pytest

from shoal.engines import local
from shoal.engines import run as engine_run
from shoal.engines.local import Phase
from shoal.engines.run import Run
from shoal.errors import Cancelled, LimitReached, ParameterError


def test_every_step_looks_whether_it_is_cancelled() -> None:
    cancel = Event()
    run = Run(cancel=cancel)
    for step in (run.check, run.time_left, run.limits, lambda: run(1, 2, 3)):
        step()
    cancel.set()
    for step in (
        run.check,
        run.time_left,
        run.limits,
        lambda: run(1, 2, 3),
        lambda: run.begin(Phase("Grouping")),
    ):
        with pytest.raises(Cancelled, match="nothing was written"):
            step()


def test_a_progress_that_cancels_ends_the_step_it_is_told_of() -> None:
    cancel = Event()
    run = Run(progress=lambda *told: cancel.set(), cancel=cancel)
    with pytest.raises(Cancelled):
        local.run(lambda control: None, progress=run, phase=Phase("Grouping"))


def test_phases_and_figures_are_passed_on() -> None:
    told: list[object] = []

    class Shown:
        def begin(self, phase: Phase) -> None:
            told.append(phase.name)

        def __call__(self, *figures: int) -> None:
            told.append(figures)

    run = Run(progress=Shown())
    run.begin(Phase("Grouping"))
    run(1, 2, 3)
    assert told == ["Grouping", (1, 2, 3)]
    # A plain function is told no phases.
    Run(progress=lambda *figures: None).begin(Phase("Grouping"))


def test_time_limits_are_kept_while_a_release_is_published(monkeypatch: Any) -> None:
    now = [0.0]
    monkeypatch.setattr(engine_run.time, "monotonic", lambda: now[0])
    monkeypatch.setattr(engine_run, "SLACK", 1.0)
    run = Run(time_limit=60)
    now[0] = 4.0
    run.reserve(10)  # 40 seconds for publishing, one of them beyond the limit, so 17 for search
    assert run.time_left() == 17
    now[0] = 62.9
    run.check()
    now[0] = 63.1
    for late in (run.check, run.time_left, lambda: run(1, 2, 3)):
        with pytest.raises(LimitReached, match="60 s is over, and nothing was written"):
            late()
    run = Run(time_limit=5)
    now[0] += 1.0
    run.reserve(4.9)
    with pytest.raises(LimitReached, match=r"5 s left no time to search.*try time_limit 13"):
        run.reserve(5.1)
    Run().reserve(1e9)


def test_one_time_limit_for_all_steps() -> None:
    assert Run().time_left() is None
    run = Run(time_limit=1e-6)
    assert run.time_left() == local.MOMENT
    assert run.limits() == {"threads": run.threads, "time_limit": local.MOMENT, "progress": run}


@pytest.mark.parametrize(
    "wrong",
    [
        {"threads": 0},
        {"time_limit": 0},
        {"memory_limit": "much"},
        {"engine": "moon"},
    ],
    ids=str,
)
def test_mistakes(wrong: dict[str, object]) -> None:
    with pytest.raises(ParameterError):
        Run(**wrong)
