"""What every method keeps, on every kind of data and under every model it satisfies.

``CHECKS`` holds a function for each promise. The combinations come from the registries, so whoever
registers a method, a model, a kind or an engine has it held to all of them.
"""

from __future__ import annotations

import json
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from threading import Event
from typing import Any

import pytest

import shoal
from shoal.engines import local
from shoal.errors import Cancelled, InfeasibleError, LimitReached, ParameterError
from shoal.io.formats import SUFFIXES, by_name

from .examples import ORACLES
from .trials import Trial

#: Seconds that a cancelled run may take to end, on a busy machine.
PROMPT = 5.0

Check = Callable[[Trial], None]
CHECKS: dict[str, Check] = {}


def promises() -> list[str]:
    """Return the names of all promises, to parametrize a test by."""
    return list(CHECKS)


def promise(check: Check) -> Check:
    CHECKS[check.__name__] = check
    return check


def bytes_of(release: shoal.Release) -> dict[str, bytes]:
    """Return what was published, file by file."""
    private = ("run_file", "recipe_file", "report_file")
    return {name: path.read_bytes() for name, path in release.files.items() if name not in private}


class Watch:
    """A progress that notes all it is told."""

    def __init__(self) -> None:
        self.phases: list[Any] = []
        self.calls: list[tuple[int, int, int]] = []

    def begin(self, phase: Any) -> None:
        self.phases.append(phase)

    def __call__(self, done: int, total: int, found: int) -> None:
        self.calls.append((done, total, found))


@promise
def the_model_holds(trial: Trial) -> None:
    """By the verdict, by a new verdict on the file, and by the definition."""
    for seed in range(3):
        one = replace(trial, seed=seed)
        release = one.run(f"ordered-{seed}", keep_order=True)
        persons = getattr(one.original(), "persons", None)
        assert release.verdict.ok
        verdict = one.verify(release.files["output"], persons)
        assert verdict == release.verdict
        oracle = ORACLES.get(one.case.model)
        if oracle is not None:
            rows = one.examples.rows(release.data)
            assert oracle(release.model, rows, persons, release.companions)


@promise
def rows_are_true_and_neither_lost_nor_made(trial: Trial) -> None:
    for seed in range(3):
        one = replace(trial, seed=seed)
        data = one.original()
        ordered = one.run(f"ordered-{seed}", keep_order=True)
        if trial.method.truthful:
            assert one.examples.untrue(data, ordered.data, ordered.companions) == []
        if not trial.method.adds_rows:
            assert len(ordered.data) == len(data)
        # Sorted rows are the same rows, and their order is that of no input.
        plain = one.run(f"sorted-{seed}")
        rows = one.examples.rows(plain.data)
        assert Counter(rows) == Counter(one.examples.rows(ordered.data))
        assert "order-kept" in ordered.to_dict()["warning_codes"]
        assert "order-kept" not in plain.to_dict()["warning_codes"]


@promise
def the_same_recipe_gives_the_same_bytes_on_any_number_of_threads(trial: Trial) -> None:
    trial = trial.large
    made = [trial.run(f"threads-{at}", threads=threads) for at, threads in enumerate([1, 2, 1])]
    first, *others = map(bytes_of, made)
    assert all(other == first for other in others)
    assert all(one.repeatable for one in made)
    if trial.method.uses_seed:
        seeded = [trial.run(f"seed-{at}", seed=7) for at in range(2)]
        assert bytes_of(seeded[0]) == bytes_of(seeded[1])


@promise
def memory_and_files_give_the_same(trial: Trial) -> None:
    written, held = trial.run("written"), trial.anonymize()
    assert trial.kind.same(written.data, held.data)
    assert (written.loss, written.verdict) == (held.loss, held.verdict)
    assert written.method == held.method == trial.case.method


@promise
def a_cancelled_run_ends_at_once_and_leaves_nothing(trial: Trial) -> None:
    trial = trial.large
    recipe = trial.recipe("cancelled")
    before = trial.files()
    cancel = Event()
    asked: list[float] = []

    def stop(*_: int) -> None:
        asked.append(time.monotonic())
        cancel.set()

    with pytest.raises(Cancelled):
        recipe.run(progress=stop, cancel=cancel)
    assert asked, "nothing is told while the method runs"
    assert time.monotonic() - asked[0] < PROMPT
    assert trial.files() == before
    # Before it has begun, too, and in memory.
    with pytest.raises(Cancelled):
        trial.anonymize(cancel=cancel)


@promise
def a_cancelled_run_goes_no_further(trial: Trial) -> None:
    """Whatever is told last while rows are grouped and proved: nothing is written after it."""
    trial = trial.large
    watch = Watch()
    recipe = trial.recipe("watched")
    recipe.run(progress=watch)
    cancel = Event()

    class Last(Watch):
        def __call__(self, *told: int) -> None:
            if len(self.phases) == len(watch.phases):
                cancel.set()

    def write(*_: Any, **__: Any) -> None:
        raise AssertionError("a cancelled run was about to write")

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(type(trial.kind), "write", write)
        patch.setattr(local, "POLL_SECONDS", 60.0)  # so that a step tells of itself once
        with pytest.raises(Cancelled):
            recipe.run(progress=Last(), cancel=cancel)
        cancel.clear()
        with pytest.raises(Cancelled):
            trial.anonymize(progress=Last(), cancel=cancel)


class Enough(Exception):
    """Raised by a progress that wants no more."""


@promise
def an_error_of_the_progress_ends_the_run_and_leaves_nothing(trial: Trial) -> None:
    def stop(*_: int) -> None:
        raise Enough

    trial = trial.large
    recipe = trial.recipe("stopped")
    before = trial.files()
    with pytest.raises(Enough):
        recipe.run(progress=stop)
    assert trial.files() == before


@promise
def a_time_limit_gives_a_valid_release_or_none(trial: Trial) -> None:
    trial = trial.large
    recipe = trial.recipe("hurried", time_limit=1e-6)
    before = trial.files()
    try:
        release = recipe.run()
    except LimitReached:
        assert trial.files() == before
        return
    assert trial.verify(release.files["output"]).ok
    codes = release.to_dict()["warning_codes"]
    assert ("not-repeatable" in codes) == (not release.repeatable)


@promise
def a_memory_limit_is_kept_before_any_work(trial: Trial) -> None:
    recipe = trial.recipe("small", memory_limit="1K")
    before = trial.files()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(trial.method, "run", None)
        with pytest.raises(LimitReached, match="memory"):
            recipe.run()
        with pytest.raises(LimitReached, match="memory"):
            trial.anonymize(memory_limit="1K")
    assert trial.files() == before
    enough = trial.run("enough", memory_limit="8G")
    assert 0 < enough.memory.estimate <= enough.memory.limit == 8 * 2**30


@promise
def every_format_that_can_hold_it_gives_it_back(trial: Trial) -> None:
    release = trial.anonymize()
    held = 0
    for suffix in (*SUFFIXES, f"{trial.source.suffix}.gz", f"{trial.source.suffix}.zst"):
        path = trial.folder / f"format{suffix}"
        form = by_name(path)
        try:
            trial.kind.check_writable(trial.original(), release.model, form, path)
            release.write(path)
        except ParameterError:
            assert not path.exists()
            continue
        held += 1
        again = trial.kind.read_back(path, form, release.data)
        assert trial.kind.same(again, release.data)
        assert trial.verify(path).ok
    assert held


def measured(trial: Trial, release: shoal.Release) -> tuple[Any, Any]:
    """Return loss and utility of a release's files."""
    told = {**trial.named, **trial.reading}
    if hasattr(release.loss, "k"):
        told["k"] = release.model.k
    output = release.files["output"]
    if "mapping" in release.companions:
        told["mapping"] = release.files["mapping_file"]
        return tuple(shoal.measure(trial.source, output, **told))
    loss = shoal.measure(trial.source, output, **told)
    original = trial.kind.prepare(trial.original(), release.model)
    return loss, trial.kind.utility(original, trial.kind.read_release(output, trial.reading))


@promise
def the_loss_is_that_of_the_files(trial: Trial) -> None:
    release = trial.run("ordered", keep_order=True)
    assert measured(trial, release) == (release.loss, release.utility)
    share, whole = trial.kind.loss_of(release.loss)
    assert 0 <= share <= 1
    assert whole >= 0


@promise
def a_release_is_measured_in_any_order(trial: Trial) -> None:
    release = trial.run("sorted")
    loss, utility = measured(trial, release)
    assert utility == release.utility
    if getattr(loss, "at_most", False):
        assert trial.kind.loss_of(loss)[0] >= trial.kind.loss_of(release.loss)[0]
    else:
        assert loss == release.loss


@promise
def a_certificate_is_below_the_loss(trial: Trial) -> None:
    for kind in ("quick", "tight"):
        try:
            release = trial.anonymize(certificate=kind)
        except ParameterError as refused:
            if refused.parameter != "certificate":
                raise
            continue
        if release.certificate is not None:
            share, _ = trial.kind.loss_of(release.loss)
            assert 0 <= release.certificate.bound <= share * (1 + 1e-9)
            assert release.certificate.kind == kind
    assert trial.anonymize(certificate="none").certificate is None


@promise
def progress_has_phases_with_names(trial: Trial) -> None:
    watch = Watch()
    trial.large.recipe("watched").run(progress=watch)
    assert watch.phases
    assert all(phase.name and phase.name[0].isupper() for phase in watch.phases)
    assert watch.calls
    assert all(0 <= done <= total and found >= 0 for done, total, found in watch.calls)


@promise
def what_is_known_is_json(trial: Trial) -> None:
    release = trial.run("told")
    told = release.to_dict()
    assert json.loads(json.dumps(told, allow_nan=False)) == told
    assert (told["kind"], told["method"]) == (trial.case.kind, trial.case.method)
    assert (told["rows"], told["verdict"]["ok"]) == (len(release.data), True)
    assert told["model"] == str(release.model)
    ran = json.loads(release.files["run_file"].read_text())
    assert ran["release"] == told
    assert release.summary()
    assert all(isinstance(word, str) for pair in release.summary().items() for word in pair)


@promise
def the_report_says_what_was_done(trial: Trial) -> None:
    page = trial.folder / "report.html"
    trial.anonymize().report(page)
    html = page.read_text()
    assert html.startswith("<!doctype html>")
    assert "holds." in html
    assert trial.method.sentence in html
    assert str(trial.source) not in html, "where the input is is private"


@promise
def a_recipe_repeats_the_run(trial: Trial) -> None:
    saved = trial.folder / "saved.toml"
    first = trial.recipe("again").run(save_recipe=saved)
    published = bytes_of(first)
    first.files["output"].unlink()
    second = shoal.Recipe.load(saved).run()
    assert bytes_of(second) == published
    assert second.files["output"] == first.files["output"]


@promise
def what_is_impossible_is_refused_with_what_is_possible(trial: Trial) -> None:
    model = shoal.Recipe(trial.recipe("any").values).model
    data = trial.original()
    with pytest.raises(InfeasibleError) as caught:
        model.check_feasible(_Rows(data, 1))
    assert caught.value.parameter == "input"
    if model.k > 2:
        with pytest.raises(InfeasibleError, match="largest possible") as caught:
            model.check_feasible(_Rows(data, model.k - 1))
        assert caught.value.parameter == "model"
    model.check_feasible(data)


class _Rows:
    """Data with fewer rows than it has."""

    def __init__(self, data: Any, rows: int) -> None:
        self._data, self._rows = data, rows

    def __len__(self) -> int:
        return self._rows

    def __getattr__(self, name: str) -> Any:
        return getattr(self._data, name)
