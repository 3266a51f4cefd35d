"""Whatever fails, and wherever: no temporary stays, and no release without what belongs to it.

A fault is put into each step of a run in turn. It is an error of the disk, an interrupt, or a kill.
"""

from __future__ import annotations

import errno
import io
import shutil
from collections.abc import Iterator
from dataclasses import dataclass, replace
from threading import Event
from typing import Any

import numpy as np
import polars as pl
import pytest

import shoal
from shoal.errors import Cancelled, LimitReached, OutputError, ShoalError, VerificationError
from shoal.io import Staged
from shoal.io.companions import COMPANIONS
from shoal.io.staging import SUFFIX
from shoal.recipes import pipeline
from shoal.recipes.recipe import Recipe
from shoal.release import writing
from shoal.release.writing import Outputs

from ..conftest import LONG
from .cases import CASES, Case, contents, names
from .dying_runs import CALLS, KILLED, Runs, is_whole, kill_at_random, temporaries, what_is_left


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
    Step(pipeline, "_inputs"),
    Step(Outputs, "describe"),
    *(Step(Outputs, "write_text", nth, after) for nth in (1, 2, 3) for after in (False, True)),
    Step(pipeline, "draw_report"),
    Step(Recipe, "to_toml"),
    Step(Outputs, "commit"),
    *(Step(Staged, "seal", nth, after) for nth in (1, 4) for after in (False, True)),
]
#: The run file comes first.
COMMIT = [Step(Staged, "move", nth, after) for nth in range(1, 6) for after in (False, True)]
OF_RULES = [Step("mapping", "write"), Step("mapping", "read")]
ERRORS = [OSError, KeyboardInterrupt]


@pytest.fixture(autouse=True)
def no_waiting(monkeypatch):
    """No power cut comes here, so nobody waits for the disk, nor for drawings."""
    monkeypatch.setattr("os.fsync", lambda descriptor: None)
    monkeypatch.setattr(
        pipeline, "draw_report", lambda release, *_: f"a report on {release.provenance.recipe}"
    )


def everything(case: Case) -> list[str]:
    """Return the names of all outputs of a run, those that belong to the release first."""
    return [*case.outputs, "r.html", "saved.toml"]


def run(case: Case, **changes: Any) -> shoal.Release:
    content = case.content(output={"report": "r.html"}, **changes)
    return shoal.Recipe.of(content).run(save_recipe="saved.toml")


def replace_in_mapping(monkeypatch: pytest.MonkeyPatch, name: str, call: Any) -> None:
    """Replace how mappings are written or read."""
    changed = COMPANIONS["mapping"]._replace(**{name: call})
    monkeypatch.setitem(COMPANIONS, "mapping", changed)


def plant(monkeypatch: pytest.MonkeyPatch, case: Case, step: Step, error: Any) -> Fault:
    fault = Fault(error, step.nth, step.after)
    if step.place == "mapping":
        real = getattr(COMPANIONS["mapping"], step.name)
        replace_in_mapping(monkeypatch, step.name, fault.around(real))
        return fault
    recipe = Recipe.of(case.content())
    place = {
        "kind": type(recipe.kind),
        "model": type(recipe.model),
        "method": recipe.method_class,
    }.get(step.place, step.place)
    monkeypatch.setattr(place, step.name, fault.around(getattr(place, step.name)))
    return fault


def publish_old(case: Case, folder: Any) -> dict[str, bytes]:
    """Publish an old release, whose release, run file, recipe and report differ from the new."""
    run(case, options={"keep_order": True, "threads": 1})
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
        (name, step)
        for name in ("baskets", "rules", "table")
        for step in COMMIT
        if step.nth <= len(everything(CASES[name]))
    ],
    ids=str,
)
def test_hole_10_the_run_file_decides(folder, monkeypatch, name, step, error):
    """Until it has its name, all is as it was; from then on all is new, whatever fails once."""
    case = CASES[name]
    case.write(folder)
    decided = step.after or step.nth > 1
    for prepared in (contents, lambda folder: publish_old(case, folder)):
        old = prepared(folder)
        fails(monkeypatch, case, step, error)
        now = contents(folder)
        if decided:
            assert set(now) == {*case.files, *everything(case)}
            assert is_whole(folder, case.output)
            assert all(now[made] != old.get(made) for made in (case.output, "r.html"))
            assert case.verify(case.output).ok
        else:
            assert now == old


@pytest.mark.parametrize("name", CASES)
def test_a_run_after_a_failed_one_is_as_if_nothing_had_been(folder, monkeypatch, name):
    case = CASES[name]
    case.write(folder)
    run(case, options={"threads": 1})
    alone = contents(folder)
    for step in COMMIT[:3]:
        fails(monkeypatch, case, step, KeyboardInterrupt)
    run(case, options={"threads": 1})
    again = contents(folder)
    assert set(again) == set(alone)
    assert all(again[made] == alone[made] for made in (case.output, *case.companions))


# Faults at every system call, in processes that really die of them.


@pytest.fixture(scope="module")
def runs() -> Iterator[Runs]:
    started = Runs()
    yield started
    started.close()


def new_content(case: Case) -> dict[str, Any]:
    return case.content(output={"report": "r.html"}, options={"threads": 1})


def prepare(runs: Runs, case: Case, folder: Any, state: str) -> dict[str, bytes]:
    """Bring a folder into a state; return the publication that is in it."""
    case.write(folder)
    new = new_content(case)
    if state != "fresh":
        old = case.content(output={"report": "r.html"}, options={"threads": 1, "keep_order": True})
        assert runs(folder, old)["status"] == 0
    if state in ("temporaries", "unfinished"):
        # Killed before the run file had its name, or right after.
        nth = 1 if state == "temporaries" else 2
        assert runs(folder, new, call="replace", nth=nth, error="kill")["status"] == KILLED
        assert temporaries(folder)
    return {name: text for name, text in contents(folder).items() if not name.endswith(SUFFIX)}


STATES = ["fresh", "old", "temporaries", "unfinished"]
PREPARED = [("baskets", "old"), ("rules", "old"), ("table", "unfinished")]
if LONG:
    PREPARED = [(name, state) for name in ("baskets", "table", "rules") for state in STATES]
#: The disk is full, the disk is broken, the process is killed.
FAULTS = [errno.ENOSPC, errno.EIO, "kill"]


@pytest.mark.parametrize(("name", "state"), PREPARED)
def test_hole_10_a_fault_at_any_system_call(tmp_path, monkeypatch, runs, name, state):
    case, folder, model = CASES[name], tmp_path / "now", tmp_path / "model"
    model.mkdir()
    prepared = prepare(runs, case, model, state)
    # What was unfinished before is no publication to go back to.
    before = {} if state == "unfinished" else prepared
    shutil.copytree(model, folder)
    calls = runs(folder, new_content(case))["calls"]
    assert {"open", "fchmod", "fsync", "replace"} <= calls.keys() <= {*CALLS}
    whole = {path.name for path in folder.iterdir()}
    at = 0
    for call, count in calls.items():
        for nth in range(1, count + 1):
            at += 1
            # In make test a kill at each rename, and one of the faults at some of the other calls.
            some = ["kill"] if call == "replace" else [FAULTS[at % 3]] * (at % 4 == 0)
            for fault in FAULTS if LONG else some:
                shutil.rmtree(folder)
                shutil.copytree(model, folder)
                monkeypatch.chdir(folder)
                done = runs(folder, new_content(case), call=call, nth=nth, error=fault)
                assert done["status"] in ((KILLED,) if fault == "kill" else (0, 1))
                left = what_is_left(folder, case, before)
                assert done["status"] != 0 or left == "new"
                if fault != "kill" and left != "mixture" and call != "unlink":
                    assert state in ("temporaries", "unfinished") or not temporaries(folder)
                assert runs(folder, new_content(case))["status"] == 0
                assert {path.name for path in folder.iterdir()} == whole
                assert what_is_left(folder, case, {}) == "new"


@pytest.mark.parametrize("kill", [False, True], ids=["full", "kill"])
@pytest.mark.parametrize("name", ["baskets", "table", "rules"])
def test_a_fault_at_any_byte_that_is_written(tmp_path, monkeypatch, runs, name, kill):
    case = CASES[name]
    case.write(tmp_path)
    assert runs(tmp_path, new_content(case))["status"] == 0
    largest = max(len(text) for text in contents(tmp_path).values())
    before = prepare(runs, case, tmp_path, "old")
    monkeypatch.chdir(tmp_path)
    for size in (0, 1, 20, 40, largest // 2) if not LONG else range(0, largest, 13):
        done = runs(tmp_path, new_content(case), size=size, kill=kill)
        assert done["status"] == (128 + 25 if kill else 1)
        assert what_is_left(tmp_path, case, before) == "old"
        assert kill or not temporaries(tmp_path)
    assert runs(tmp_path, new_content(case))["status"] == 0
    assert {path.name for path in tmp_path.iterdir()} == before.keys()


@pytest.mark.parametrize("step", ["read", "anonymize_data", "draw_report"])
@pytest.mark.parametrize("name", ["baskets", "table", "rules"])
def test_ulimit_v_leaves_no_temporary_files(tmp_path, runs, name, step):
    """A library that gets no memory may abort the process; nothing has been begun by then."""
    case = CASES[name]
    prepare(runs, case, tmp_path, "old")
    before = contents(tmp_path)
    assert runs(tmp_path, new_content(case), aborts_in=step)["status"] == 128 + 6
    assert contents(tmp_path) == before


def test_hole_10_kills_at_random_moments():
    seen = kill_at_random(1000 if LONG else 15, out=io.StringIO())
    assert sum(seen[state] for state in ("old", "new", "mixture")) > 0


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

    replace_in_mapping(monkeypatch, "write", other)
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
    real = pipeline._inputs

    def inputs(*given):
        cancel.set()
        return real(*given)

    monkeypatch.setattr(pipeline, "_inputs", inputs)
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
