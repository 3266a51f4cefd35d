"""The line that shows how far a run is: phases by name, and no figure that is something else."""

from __future__ import annotations

import io

import pytest
from rich.console import Console
from rich.progress import Progress

import shoal
from shoal.cli.progress import Bar
from shoal.engines.local import Phase


@pytest.fixture
def shown():
    return Progress(console=Console(file=io.StringIO()), auto_refresh=False)


class Watched(Bar):
    """Notes each state of the line."""

    def __init__(self, shown, phase):
        self.seen = []
        super().__init__(shown, phase)

    def begin(self, phase):
        super().begin(phase)
        self.note()

    def __call__(self, *figures):
        super().__call__(*figures)
        self.note()

    def note(self):
        (task,) = self._shown.tasks
        self.seen.append((task.description, task.completed, task.total, task.fields["detail"]))


def test_a_phase_starts_anew_and_names_what_it_counts(shown):
    bar = Watched(shown, Phase("Anonymizing"))
    bar.begin(Phase("Grouping", "groups"))
    bar(0, 10, 0)
    bar(5, 10, 1_200)
    bar.begin(Phase("Proving"))
    bar(1, 4, 749_355)
    assert bar.seen[1:] == [
        ("Grouping", 0, None, ""),
        ("Grouping", 0, None, "     0 groups"),
        ("Grouping", 5, 10, " 50% 1,200 groups"),
        ("Proving", 0, None, ""),
        ("Proving", 1, 4, " 25%"),
    ]


def test_what_follows_the_counted_work_has_no_end_and_no_count(shown):
    bar = Watched(shown, Phase("Anonymizing"))
    bar.begin(Phase("Grouping", "groups", then="Improving"))
    for figures in ((9, 10, 3), (10, 10, 4), (10, 10, 4)):
        bar(*figures)
    assert bar.seen[2:] == [
        ("Grouping", 9, 10, " 90% 3 groups"),
        ("Improving", 0, None, ""),
        ("Improving", 0, None, ""),
    ]


def test_the_clock_goes_on(shown):
    bar = Bar(shown, Phase("Anonymizing"))
    started = shown.tasks[0].start_time
    bar.begin(Phase("Proving"))
    assert shown.tasks[0].start_time == started


def test_a_tight_run_is_shown_phase_by_phase_and_never_goes_back(shown):
    bar = Watched(shown, Phase("Anonymizing"))
    baskets = shoal.datasets.clicks(rows=2_000, seed=1)
    shoal.anonymize(baskets, "k=10", certificate="tight", progress=bar)
    names = list(dict.fromkeys(name for name, *_ in bar.seen))
    assert names == ["Anonymizing", "Grouping", "Improving", "Proving"]
    assert bar.seen[-1] == ("Improving", 0, None, "")
    for (name, done, *_), (after, later, *_) in zip(bar.seen, bar.seen[1:], strict=False):
        assert name != after or done <= later
    assert not [
        detail for name, *_, detail in bar.seen if "groups" in detail and name != "Grouping"
    ]
