"""Progress on a terminal: the phase of a run, how far it is, and what it found."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from shoal.cli.show import is_quiet

if TYPE_CHECKING:
    from rich.progress import Progress

    from shoal.engines.local import Phase


@contextmanager
def progress_bar(what: str, counts: str | None = None) -> Iterator[Bar | None]:
    """Show a kernel's progress on a terminal; None in a pipe or when quiet."""
    if is_quiet() or not sys.stderr.isatty():
        yield None
        return
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn

    from shoal.engines.local import Phase

    shown = Progress(
        TextColumn("{task.description}"),
        BarColumn(bar_width=28),
        TextColumn("{task.fields[detail]}"),
        TimeElapsedColumn(),
        console=Console(stderr=True),
        transient=True,
    )
    with shown:
        yield Bar(shown, Phase(what, counts))


class Bar:
    """One line for the phase that a run is in; called with what a kernel reports."""

    def __init__(self, shown: Progress, phase: Phase) -> None:
        self._shown = shown
        self._task = shown.add_task("", total=None, detail="")
        self.begin(phase)

    def begin(self, phase: Phase) -> None:
        """Start a phase, with the clock of the last."""
        self._phase = phase
        self._counting = True
        self._show(phase.name)

    def __call__(self, done: int, total: int, found: int) -> None:
        """Show how far the phase is; what follows its counted work has no end to show."""
        if not self._counting:
            return
        if self._phase.then is not None and 0 < total <= done:
            self._counting = False
            self._show(self._phase.then)
            return
        share = f"{done / total:.0%}" if done and total else ""
        count = f"{found:,} {self._phase.counts}" if self._phase.counts else ""
        self._shown.update(
            self._task,
            completed=done,
            total=total if done else None,
            detail=f"{share:>4} {count}".rstrip(),
        )

    def _show(self, name: str) -> None:
        self._shown.tasks[0].total = None  # an update leaves a total that is None as it was
        self._shown.update(self._task, description=name, completed=0, detail="", refresh=True)
