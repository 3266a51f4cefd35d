"""Whatever fails, and wherever: no temporary stays, and no release without what belongs to it.

A fault is put into each step of a run in turn. It is an error of the disk, or an interrupt.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from threading import Event
from typing import Any

import numpy as np
import polars as pl
import pytest

import shoal
from shoal.errors import Cancelled, LimitReached, OutputError, ShoalError, VerificationError
from shoal.io import Staged
from shoal.io.staging import SUFFIX
from shoal.recipes import pipeline
from shoal.recipes.recipe import Recipe
from shoal.release import writing
from shoal.release.writing import Outputs

from .cases import CASES, Case, contents, names


class Fault:
    """Fails when it is called for the nth time; before or after the real thing is done."""

    def __init__(self, error: type[BaseException], nth: int, after: bool) -> None:
        self.error, self.left, self.after, self.met = error, nth, after, False

    def around(self, real: Any) -> Any:
        def call(*given: Any, **options: Any) -> Any:
            self.left -= 1
            if self.left == 0 and not self.after:
                self._raise()
            result = real(*given, **options)
            if self.left == 0 and self.after:
                self._raise()
            return result

        return call

    def _raise(self) -> None:
        self.met = True
        raise self.error("planted")


@dataclass(frozen=True)
class Step:
    """A step of a run: what to replace, at which of its calls, and when."""

    place: Any
    name: str
    nth: int = 1
    after: bool = False

    def __str__(self) -> str:
        moment = "after" if self.after else "before"
        place = getattr(self.place, "__name__", str(self.place)).rpartition(".")[2]
        return f"{moment} {place}.{self.name} {self.nth}"


#: Steps before any file gets its name. Every run has a report and a saved recipe, so there are
#: four files at least; a fault when the first is opened, and when the last is.
BEFORE_COMMIT = [
    Step(Staged, "__enter__"),
    Step(Staged, "__enter__", 4),
    Step("kind", "read"),
    Step("method", "run"),
    Step("kind", "publish"),
    Step(pipeline, "judge"),
    Step("kind", "write"),
    Step("kind", "write", after=True),
    Step("kind", "read_back"),
    Step(writing, "judge"),
    Step(writing, "judge", after=True),
    Step("kind", "file_loss"),
    Step("kind", "same"),
    Step(writing, "sha256_of"),
    Step(pipeline, "_run_file"),
    *(Step(Outputs, "write_text", nth, after) for nth in (1, 2, 3) for after in (False, True)),
    Step(pipeline, "draw_report"),
    Step(Recipe, "to_toml"),
    Step(Outputs, "commit"),
]
COMMIT = [Step(Staged, "commit", nth, after) for nth in range(1, 6) for after in (False, True)]
OF_RULES = [Step(writing, "write_mapping"), Step(writing, "read_mapping")]
ERRORS = [OSError, KeyboardInterrupt]


@pytest.fixture(autouse=True)
def no_waiting(monkeypatch):
    """No power cut comes here, so nobody waits for the disk, nor for drawings."""
    monkeypatch.setattr("os.fsync", lambda descriptor: None)
    monkeypatch.setattr(pipeline, "draw_report", lambda *given: "<!doctype html>a report")


def everything(case: Case) -> list[str]:
    """Return the names of all outputs of a run, those that belong to the release first."""
    return [*case.outputs, "r.html", "saved.toml"]


def run(case: Case, **changes: Any) -> shoal.Release:
    content = case.content(output={"report": "r.html"}, **changes)
    return shoal.Recipe.of(content).run(save_recipe="saved.toml")


def plant(monkeypatch: pytest.MonkeyPatch, case: Case, step: Step, error: Any) -> Fault:
    fault = Fault(error, step.nth, step.after)
    recipe = Recipe.of(case.content())
    place = {
        "kind": type(recipe.kind),
        "model": type(recipe.model),
        "method": recipe.method_class,
    }.get(step.place, step.place)
    monkeypatch.setattr(place, step.name, fault.around(getattr(place, step.name)))
    return fault


def publish_old(case: Case, folder: Any) -> dict[str, bytes]:
    """Publish an old release, all of whose files differ from those of the new one."""
    run(case, options={"keep_order": True, "threads": 1})
    (folder / "r.html").write_text("an old report")
    for name in case.companions:
        # Another spelling of the same mapping.
        (folder / name).write_bytes((folder / name).read_bytes().replace(b"\n", b"\r\n"))
    return contents(folder)


def fails(monkeypatch, case, step, error):
    """Run into a fault; tell what was there before, and what is there now."""
    with monkeypatch.context() as patched:
        fault = plant(patched, case, step, error)
        with pytest.raises((error, OutputError, ShoalError)):
            run(case)
        assert fault.met


@pytest.mark.parametrize("error", ERRORS)
@pytest.mark.parametrize("step", BEFORE_COMMIT, ids=str)
@pytest.mark.parametrize("name", ["baskets", "table"])
def test_before_the_commit_nothing_changes(folder, monkeypatch, name, step, error):
    case = CASES[name]
    case.write(folder)
    fresh = contents(folder)
    fails(monkeypatch, case, step, error)
    assert contents(folder) == fresh
    old = publish_old(case, folder)
    fails(monkeypatch, case, step, error)
    assert contents(folder) == old


@pytest.mark.parametrize("error", ERRORS)
@pytest.mark.parametrize("step", [*OF_RULES, *BEFORE_COMMIT], ids=str)
def test_before_the_commit_a_mapping_stays_as_it_was(folder, monkeypatch, step, error):
    test_before_the_commit_nothing_changes(folder, monkeypatch, "rules", step, error)


@pytest.mark.parametrize("error", ERRORS)
@pytest.mark.parametrize(
    ("name", "step"),
    [
        pytest.param(name, step, id=f"{name}-{step}")
        for name in ("baskets", "rules", "table")
        for step in COMMIT
        if step.nth <= len(everything(CASES[name]))
    ],
)
def test_within_the_commit_a_new_release_has_all_that_belongs_to_it(
    folder, monkeypatch, name, step, error
):
    case = CASES[name]
    case.write(folder)
    run(case, options={"threads": 1})
    new = contents(folder)
    for made in everything(case):
        (folder / made).unlink()

    fails(monkeypatch, case, step, error)
    assert not any(made.endswith(SUFFIX) for made in names(folder))
    if case.output in names(folder):
        assert set(names(folder)) == set(new)
        assert case.verify(case.output).ok
    for made in everything(case):
        (folder / made).unlink(missing_ok=True)

    old = publish_old(case, folder)
    assert old[case.output] != new[case.output]
    fails(monkeypatch, case, step, error)
    now = contents(folder)
    assert set(now) == set(old)
    if now[case.output] == new[case.output]:
        for made in (*case.companions, f"{case.output}.run.json", "r.html", "saved.toml"):
            assert now[made] != old[made]
    else:
        assert now[case.output] == old[case.output]


@pytest.mark.parametrize("error", ERRORS)
@pytest.mark.parametrize("step", COMMIT, ids=str)
def test_within_the_commit_an_old_release_keeps_all_that_belongs_to_it(
    folder, monkeypatch, step, error
):
    case = CASES["rules"]
    case.write(folder)
    old = publish_old(case, folder)
    fails(monkeypatch, case, step, error)
    now = contents(folder)
    belongs = case.outputs
    assert len({now[made] == old[made] for made in belongs}) == 1


@pytest.mark.parametrize("name", CASES)
def test_a_run_after_a_failed_one_is_as_if_nothing_had_been(folder, monkeypatch, name):
    case = CASES[name]
    case.write(folder)
    run(case, options={"threads": 1})
    alone = contents(folder)
    for step in COMMIT[1:3]:
        fails(monkeypatch, case, step, KeyboardInterrupt)
    run(case, options={"threads": 1})
    again = contents(folder)
    assert set(again) == set(alone)
    assert all(again[made] == alone[made] for made in (case.output, *case.companions))


# A file that is not the release.


def spoilt(change):
    """Return a fault that changes what is written."""

    def around(real):
        return lambda self, data, *given, **options: real(self, change(data), *given, **options)

    return around


SPOILT = {
    "baskets": [
        lambda data: shoal.Baskets.of([["tea"]] * len(data)),
        lambda data: shoal.Baskets.of([*map(list, data)][1:]),
    ],
    "rules": [
        lambda data: shoal.Baskets.of([["b"]] * len(data)),
        lambda data: shoal.Baskets.of([*map(list, data)][1:]),
    ],
    "table": [
        lambda data: replace(data, frame=data.frame[1:]),
        lambda data: replace(data, frame=data.frame.with_columns(age=pl.lit("31"))),
        lambda data: replace(data, frame=data.frame.with_columns(sex=pl.lit("nonsense"))),
    ],
}


@pytest.mark.parametrize(
    ("name", "change"),
    [
        pytest.param(name, one, id=f"{name}-{at}")
        for name in SPOILT
        for at, one in enumerate(SPOILT[name])
    ],
)
def test_the_verdict_and_the_loss_are_those_of_the_file(folder, monkeypatch, name, change):
    case = CASES[name]
    case.write(folder)
    old = publish_old(case, folder)
    kind = type(Recipe.of(case.content()).kind)
    release = case.anonymize()
    monkeypatch.setattr(kind, "write", spoilt(change)(kind.write))
    with pytest.raises(ShoalError):
        run(case)
    assert contents(folder) == old
    with pytest.raises(ShoalError):
        release.write(case.output)
    assert contents(folder) == old


def test_a_mapping_that_says_something_else_is_not_written(folder, monkeypatch):
    case = CASES["rules"]
    case.write(folder)
    old = publish_old(case, folder)
    release = case.anonymize()

    def other(mapping, path):
        path.write_text("item,published\n" + "".join(f"{item},{item}\n" for item in "abcdef"))

    monkeypatch.setattr(writing, "write_mapping", other)
    with pytest.raises((VerificationError, shoal.errors.ParameterError)):
        run(case)
    with pytest.raises((VerificationError, shoal.errors.ParameterError)):
        release.write(case.output)
    assert contents(folder) == old


# Stopped from outside.

DENSE = np.random.default_rng(0).random((600, 120)) < 0.5


@pytest.fixture
def endless(folder):
    """Dense baskets, in which proving the longest patterns takes for ever."""
    text = "".join(" ".join(map(str, np.flatnonzero(row))) + "\n" for row in DENSE)
    case = Case({"d.dat": text}, "k=5")
    case.write(folder)
    return case


def stopping(cancel):
    """Return a progress that sets an event when the work has begun."""

    def progress(done, total, found):
        cancel.set()

    return progress


@pytest.mark.parametrize("old", [False, True], ids=["fresh", "old"])
def test_a_cancelled_run_leaves_nothing_behind(folder, endless, old):
    if old:
        run(endless, options={"budget": 10, "certificate": "none"})
    before = contents(folder)
    cancel = Event()
    recipe = Recipe.of(endless.content(options={"exact": True}, output={"report": "r.html"}))
    with pytest.raises(Cancelled) as caught:
        recipe.run(cancel=cancel, progress=stopping(cancel))
    assert caught.value.exit_status == 1
    assert contents(folder) == before


def test_a_run_of_each_kind_that_is_cancelled_leaves_nothing_behind(case, folder):
    before = contents(folder)
    cancel = Event()
    with pytest.raises(Cancelled):
        Recipe.of(case.content()).run(cancel=cancel, progress=stopping(cancel))
    assert contents(folder) == before


def test_a_run_that_is_cancelled_at_the_last_moment_leaves_nothing_behind(
    case, folder, monkeypatch
):
    before = contents(folder)
    cancel = Event()
    real = pipeline._run_file

    def run_file(*given):
        cancel.set()
        return real(*given)

    monkeypatch.setattr(pipeline, "_run_file", run_file)
    with pytest.raises(Cancelled):
        Recipe.of(case.content()).run(cancel=cancel)
    assert contents(folder) == before


def test_a_time_limit_gives_a_whole_release_that_says_so(folder, endless):
    release = run(endless, options={"exact": True, "time_limit": 0.3})
    assert not release.repeatable
    assert "not-repeatable" in [said.code for said in release.warnings]
    assert set(names(folder)) == {"d.dat", *everything(endless)}
    assert endless.verify("r.dat").ok


def test_a_time_limit_with_nothing_to_show_leaves_nothing_behind(folder):
    rows = "".join(f"{n * n % 997},{n % 89},{n * 7 % 83}\n" for n in range(20_000))
    (folder / "p.csv").write_text("a,b,c\n" + rows)
    content = {
        "model": "k=3",
        "method": "gen-cover-cf",
        "input": {"path": "p.csv"},
        "data": {"qi": ["a", "b", "c"]},
        "options": {"time_limit": 1e-6},
        "output": {"path": "r.csv"},
    }
    with pytest.raises(LimitReached, match="time limit"):
        Recipe.of(content).run()
    assert names(folder) == ["p.csv"]
