"""The one pipeline, for every kind, model and method.

plan, read, group, certify, publish, verify, measure, write, judge the file, commit
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import asdict, replace
from os import PathLike
from pathlib import Path
from threading import Event
from typing import Any

from shoal import __version__
from shoal.engines.engine import Engine, choose_engine
from shoal.engines.local import Progress
from shoal.engines.memory import refuse_above, within
from shoal.engines.run import Run
from shoal.errors import Notice, ParameterError, VerificationError
from shoal.privacy import Model
from shoal.privacy.model import judge
from shoal.recipes.plan import Plan, make_plan
from shoal.recipes.recipe import Recipe
from shoal.release import CurvePoint, Memory, Provenance, Release
from shoal.release.publication import fingerprints, sha256_of
from shoal.release.writing import draw_report
from shoal.wording import parameter


def publish(
    recipe: Recipe,
    *,
    progress: Progress | None = None,
    cancel: Event | None = None,
    save_recipe: str | PathLike[str] | None = None,
    overwrite: bool = False,
    allow_outside: bool = False,
) -> Release:
    """Run a recipe from file to file: all outputs appear, or none."""
    started = time.perf_counter()
    with recipe.placing():
        plan = make_plan(
            recipe, save_recipe=save_recipe, overwrite=overwrite, allow_outside=allow_outside
        )
        run = _run(recipe, progress, cancel)
        refuse_above(run.memory_limit, recipe.kind.memory_to_read(plan.source, plan.read_as))
        with within(run.memory_limit):
            data = run.in_time(lambda: read(recipe, plan, run.engine))
        prepared = run.in_time(lambda: _prepared(recipe, data, recipe.model))
        hierarchies = plan.add_hierarchies(recipe.kind.hierarchies(prepared))
        run.reserve(recipe.kind.publishing)
        release = run.in_time(lambda: anonymize_data(recipe, data, run))
        page = None
        if "report_file" in plan.outputs.files:
            page = run.in_time(lambda: draw_report(release, plan.target.name, plan.write_as))
        # Not before: a run that dies while it searches or draws leaves nothing to clean up.
        with plan.outputs as outputs:
            judged = run.in_time(lambda: outputs.write_and_judge(release, data, run.engine))
            release = replace(
                judged,
                warnings=(*judged.warnings, *plan.stale()),
                seconds=time.perf_counter() - started,
                memory=judged.memory._replace(peak=run.peak_memory()),
            )
            if page is not None:
                outputs.write_text("report_file", page)
            if "certificate_file" in outputs.files:
                outputs.write_text("certificate_file", _proof(recipe, data, release))
            for name, text in hierarchies.items():
                outputs.write_text(name, text)
            if save_recipe is not None:
                text = recipe.to_toml(Path(save_recipe).parent)
                outputs.write_text("recipe_file", text)
            outputs.describe(release, _inputs(plan))
            run.check()
            outputs.commit()
    return release


def check(recipe: Recipe, *, overwrite: bool = False, allow_outside: bool = False) -> None:
    """Do all of a run that comes before the search; nothing is written."""
    with recipe.placing():
        plan = make_plan(recipe, overwrite=overwrite, allow_outside=allow_outside)
        data = read(recipe, plan, choose_engine(recipe.located["engine"]))
        _check(recipe, data, recipe.model)
        _prepared(recipe, data, recipe.model)


def read(recipe: Recipe, plan: Plan, engine: Engine) -> Any:
    """Read the input, and see that the output can hold it."""
    data = engine.read(recipe.kind, plan.source, recipe.reading())
    recipe.kind.check_writable(data, recipe.model, plan.write_as, plan.target)
    return data


def anonymize_data(recipe: Recipe, data: Any, run: Run) -> Release:
    """Make the release of the strictest model, with what weaker ones would cost."""
    strictest, *weaker = recipe.models
    # First of all what is to be published: if it cannot be, the others are of no use.
    release = _make(recipe, data, strictest, run)
    if not weaker:
        return release
    made = [release, *(_make(recipe, data, model, run) for model in weaker)]
    return replace(release, curve=tuple(sorted(map(_point, made))))


def _point(release: Release) -> CurvePoint:
    """Return what a release costs."""
    share, _ = release.kind.loss_of(release.loss)
    numbers, proved = release.model.to_dict(), release.certificate
    bound = None if proved is None else proved.bound
    named = str(release.model) if release.model.needs_sensitive else None
    point = CurvePoint(numbers["k"], share, bound, c=numbers.get("c"), model=named)
    are = getattr(release.utility, "are", None)
    if are is None:
        return point
    return point._replace(
        are=are.are, are_of_nonempty=are.are_of_nonempty, log2_loss=release.loss.log2
    )


def _make(recipe: Recipe, data: Any, model: Model, run: Run) -> Release:
    """Group, certify, publish, verify, measure."""
    started = time.perf_counter()
    kind, method, options = recipe.kind, recipe.method, recipe.located
    _check(recipe, data, model)
    data = _prepared(recipe, data, model)
    certificate = kind.certificate(options["certificate"], data, method, model)
    expected = kind.memory(data, method, model, certificate)
    refuse_above(run.memory_limit, expected)

    found = method.run(data, model, run)
    found, proved = kind.certify(data, model, method, found, certificate, run)
    run.check()
    published = kind.publish(data, found)
    kind.check_published(published, model, options)
    # Before the order is lost: what an item was generalized to is known row by row.
    loss, utility = found.price(data, published, run) or (
        kind.measure(data, published, model),
        kind.utility(data, published, run.threads),
    )
    if not found.repeatable and getattr(loss, "groups", 0) == 1:
        raise run.too_short()
    run.check()
    companions = found.companions()
    released = published if options["keep_order"] else kind.sorted(published)
    verdict = judge(model, kind.view(released, companions), run.engine)
    if not verdict.ok:
        raise VerificationError(
            f"the release fails its own check of {model}: {model.violated(verdict)}, so nothing "
            "is published"
        )
    return Release(
        data=released,
        kind=kind,
        model=model,
        method=method.name,
        verdict=verdict,
        loss=loss,
        certificate=kind.certificate_of(proved, loss),
        search=found.search(),
        memory=Memory(expected, run.memory_limit, run.peak_memory()),
        seconds=time.perf_counter() - started,
        provenance=Provenance(__version__, recipe.to_dict(), run.threads),
        utility=utility,
        companions=companions,
        warnings=(
            *kind.warnings(data),
            *found.notes,
            *kind.notices(data, published, model, options["certificate"], loss, utility),
            *_notices(options["keep_order"], found.repeatable),
        ),
        # Only now: nothing of fewer than k rows is shown because every group has so many.
        figures=kind.figures(data, published, model, found, loss, utility),
        sentence=method.sentence,
        guided=method.guided,
        facts={**kind.facts(data, released), **found.facts()},
        draw=_draw,
    )


def _prepared(recipe: Recipe, data: Any, model: Model) -> Any:
    """Return the data with what depends on the model and the options; raise if they clash."""
    return recipe.kind.prepare(data, model, recipe.located)


def _draw(release: Release, **about: Any) -> str:
    """Draw the report; what does so is loaded when there is one to draw."""
    from shoal.report import render

    return render(release, **about)


def _check(recipe: Recipe, data: Any, model: Model) -> None:
    """Raise if there is no release of this data by this method under this model."""
    model.check_feasible(data)
    recipe.method.check(data, model)
    asked = recipe.located["certificate"]
    proved = recipe.kind.certificate(asked, data, recipe.method, model)
    if proved == "none" and recipe.located.get("certificate_file") is not None:
        raise _without_proof()


def _proof(recipe: Recipe, data: Any, release: Release) -> str:
    """Return the private proof of a release's certificate."""
    from shoal.certificate.proof_file import proof_of

    if release.certificate is None:
        raise _without_proof()
    prepared = _prepared(recipe, data, release.model)
    return proof_of(prepared, release.certificate, recipe.reading())


def _without_proof() -> ParameterError:
    return ParameterError(
        f"{parameter('certificate_file')} holds the proof of a certificate, and this run has none: "
        "there is one for baskets whose items are suppressed, and for tables by hierarchies, "
        f"unless {parameter('certificate', 'none')} says so",
        parameter="certificate_file",
    )


def _run(recipe: Recipe, progress: Progress | None, cancel: Event | None) -> Run:
    names = ("threads", "time_limit", "memory_limit", "seed", "engine")
    given = {name: recipe.located[name] for name in names if name in recipe.located}
    return Run(**given, progress=progress, cancel=cancel)


def run_in_memory(recipe: Recipe, progress: Progress | None, cancel: Event | None) -> Release:
    """Run a recipe on data in memory."""
    run = _run(recipe, progress, cancel)
    with within(run.memory_limit):
        data = run.in_time(lambda: run.engine.read(recipe.kind, recipe.original, recipe.reading()))
    run.reserve(recipe.kind.publishing)
    return run.in_time(lambda: anonymize_data(recipe, data, run))


def _notices(keep_order: bool, repeatable: bool) -> Iterator[Notice]:
    if keep_order:
        yield Notice(
            "the release keeps the input's order, which can tell who is behind a row; publish it "
            "sorted if you can",
            code="order-kept",
        )
    if not repeatable:
        yield Notice(
            "the time limit cut the search short, so this release is not repeatable",
            code="not-repeatable",
        )


def _inputs(plan: Plan) -> dict[str, Any]:
    """Return what a run read, for its run file."""
    return {
        "input": {
            "path": str(plan.source),
            "sha256": sha256_of(plan.source),
            "format": asdict(plan.read_as),
        },
        "other_inputs": fingerprints(plan.other_inputs),
    }
