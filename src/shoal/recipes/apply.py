"""The door to earlier releases: new rows, published in the groups that are there already."""

from __future__ import annotations

import time
from collections.abc import Iterable, Mapping
from dataclasses import asdict
from os import PathLike, fspath
from pathlib import Path
from typing import Any

from shoal import __version__
from shoal.engines.engine import choose_engine
from shoal.engines.memory import PeakMemory, check_memory_limit, within
from shoal.errors import InfeasibleError, Notice, ParameterError, VerificationError, about
from shoal.io.tables import read_columns
from shoal.privacy.model import judge
from shoal.recipes.earlier import Earlier, read_earlier
from shoal.recipes.recipe import Recipe
from shoal.release import Memory, Provenance, Release
from shoal.release.publication import fingerprints, sha256_of
from shoal.release.writing import Outputs
from shoal.wording import counted

#: What the result was made by, where a release names its method.
METHOD = "apply"


def apply(
    run_file: str | PathLike[str],
    new: str | PathLike[str],
    output: str | PathLike[str] | None = None,
    *,
    original: str | PathLike[str] | None = None,
    hierarchies: str | PathLike[str] | None = None,
    format: str | None = None,
    separator: str | None = None,
    dates: Mapping[str, str] | None = None,
    memory_limit: int | str | None = None,
    overwrite: bool = False,
) -> Release:
    r"""Publish new rows in the groups of an earlier release that cover them.

    The model holds in the new rows alone and in both files together. Rows that no group can take
    are left out, and counted in ``release.facts["left_out"]``.

    Parameters
    ----------
    run_file
        The private run file of the earlier release: ``release.csv.run.json``.
    new
        A file with new rows, which has the columns of the earlier one. No person of the earlier
        file may be in it.
    output
        Where the rows go; without it nothing is written.
    original, hierarchies
        Where the original and the folder of hierarchies are, if not where they were.
    format, separator, dates
        How the new file is read, as for :func:`shoal.read`, if not as the original.
    memory_limit, overwrite
        As for :func:`shoal.anonymize` and :meth:`shoal.Recipe.run`.

    Examples
    --------
    >>> import tempfile
    >>> folder = Path(tempfile.mkdtemp())
    >>> _ = (folder / "old.dat").write_text("1 2\n1 2 3\n4\n4 5\n")
    >>> _ = (folder / "new.dat").write_text("1 2 9\n1 2 7\n4 8\n")
    >>> files = {"input": {"path": "old.dat"}, "output": {"path": "out.dat"}}
    >>> _ = Recipe.of({"model": "k=2", **files}, folder=folder).run()
    >>> release = apply(folder / "out.dat.run.json", folder / "new.dat")
    >>> list(release.data), release.facts["left_out"]
    ([[1, 2], [1, 2]], 1)
    """
    started = time.perf_counter()
    earlier = read_earlier(run_file, original=original, hierarchies=hierarchies)
    given = {"format": format, "separator": separator, "dates": dates}
    given = {name: value for name, value in given.items() if value is not None}
    earlier.recipe.kind.check_options(given)
    recipe = _recipe(earlier, Path(new), output, given)
    with within(memory_limit):
        release, data = _published(earlier, recipe, memory_limit, started)
    if output is None:
        return release
    kind, source, target = recipe.kind, Path(new), Path(output)
    with about("output"):
        form = kind.output_format(
            target, kind.recognise(source, recipe.located), source, separator is not None
        )
        inputs = [source, earlier.release, earlier.original, earlier.run_file]
        outputs = Outputs(target, form, inputs=inputs, overwrite=overwrite)
    with outputs:
        release = outputs.write_and_judge(release, data)
        outputs.describe(release, _about(earlier, source, recipe))
        outputs.commit()
    return release


def _recipe(
    earlier: Earlier, new: Path, output: str | PathLike[str] | None, given: Mapping[str, Any]
) -> Recipe:
    """Return the earlier recipe with the new input and output."""
    old = earlier.recipe
    files = {"input": str(new.resolve()), "output": None if output is None else fspath(output)}
    if output is not None:
        files["output"] = str(Path(output).resolve())
    return Recipe({**old.values, **files, **given}, old.folder)


def _published(
    earlier: Earlier, recipe: Recipe, memory_limit: int | str | None, started: float
) -> tuple[Release, Any]:
    """Return the release of the new rows, and these rows as they were."""
    kind, model, peak = recipe.kind, recipe.model, PeakMemory()
    before = kind.prepare(kind.read(earlier.original, **earlier.recipe.reading()), model)
    released = kind.read_release(earlier.release, {"format": earlier.form})
    reading = recipe.reading()
    source = recipe.located["input"]
    new = kind.read_alike(before, source, reading)
    if sha256_of(Path(source)) == sha256_of(earlier.original):
        raise ParameterError(
            f"{source} is the original of {earlier.release}: its rows are published already, so "
            "give a file of others",
            parameter="input",
        )
    _refuse_same_persons(earlier, recipe)
    applied = kind.apply(before, released, new, model, recipe.located)
    if not len(applied.data):
        raise InfeasibleError(
            f"this search found none of {counted(len(new), 'row')} that can be published in the "
            f"groups of {earlier.release} under {model}: wait until there are more, or anonymize "
            "them by themselves",
            parameter="input",
        )
    published = kind.publish(applied.data, applied.found)
    loss = kind.measure(applied.data, published, model)
    utility = kind.utility(applied.data, published)
    released_rows = kind.sorted(published)
    engine = choose_engine("local")
    for what, view in {
        "the new rows": kind.view(released_rows),
        "both files together": applied.union(released_rows),
    }.items():
        verdict = judge(model, view, engine)
        if not verdict.ok:
            raise VerificationError(
                f"{what} fail the check of {model}: {model.violated(verdict)}, so nothing is "
                "published"
            )
    release = Release(
        data=released_rows,
        kind=kind,
        model=model,
        method=METHOD,
        verdict=judge(model, kind.view(released_rows), engine),
        loss=loss,
        certificate=None,
        search={"repeatable": True},
        memory=Memory(0, check_memory_limit(memory_limit), peak.peak()),
        seconds=time.perf_counter() - started,
        provenance=Provenance(__version__, recipe.to_dict(), 1),
        utility=utility,
        warnings=(*kind.warnings(applied.data), *_left_out(applied.left_out, len(new))),
        facts={
            **kind.facts(applied.data, released_rows),
            "new_rows": len(new),
            "left_out": applied.left_out,
        },
    )
    return release, applied.data


def _refuse_same_persons(earlier: Earlier, recipe: Recipe) -> None:
    """Raise if a person of the earlier file has rows in the new one, as far as a column tells."""
    person = recipe.values.get("person")
    if person is None:
        return
    form = {name: recipe.located.get(name) for name in ("format", "separator")}
    told = {name: earlier.recipe.located.get(name) for name in ("format", "separator")}
    old = read_columns(earlier.original, [person], **told)[person]
    new = read_columns(recipe.located["input"], [person], **form)[person]
    both = {*map(str, old.unique())} & {*map(str, new.unique())}
    if both:
        raise ParameterError(
            f"{counted(len(both), 'person is', 'persons are')} in both files: two releases of one "
            "person can be compared, so leave their new rows out",
            parameter="person",
        )


def _left_out(count: int, rows: int) -> Iterable[Notice]:
    if count:
        text = (
            f"{count:,} of {counted(rows, 'row')} are left out: this search found no group for "
            "them that satisfies the model; keep them for a later file"
        )
        yield Notice(text, code="rows-left-out")


def _about(earlier: Earlier, source: Path, recipe: Recipe) -> dict[str, Any]:
    """Return what a run file says of the inputs."""
    return {
        "input": {
            "path": str(source),
            "sha256": sha256_of(source),
            "format": asdict(recipe.kind.recognise(source, recipe.located)),
        },
        "other_inputs": fingerprints(path for name, path in recipe.files() if name != "input"),
        "applied": {
            name: {"path": str(path), "sha256": sha256_of(path)}
            for name, path in {
                "run_file": earlier.run_file,
                "release": earlier.release,
                "original": earlier.original,
            }.items()
        },
    }
