"""An earlier run, as its private run file tells it: recipe, original and release."""

from __future__ import annotations

import json
from dataclasses import dataclass
from os import PathLike
from pathlib import Path
from typing import Any

from shoal.errors import FormatError, ParameterError
from shoal.io import Format
from shoal.io.failures import check_readable
from shoal.io.formats import Long
from shoal.recipes.recipe import Recipe
from shoal.recipes.recipe_keys import read_document
from shoal.release.publication import RUN_FILE, read_manifest, sha256_of
from shoal.wording import parameter

#: Files that the run wrote and a later one does not.
_OUTPUTS = ("report", "certificate_file", "save_hierarchies")


@dataclass(frozen=True)
class Earlier:
    """What is known about an earlier run."""

    run_file: Path
    recipe: Recipe  # its paths are right for the current folder
    original: Path
    release: Path
    form: Format  # of the release


def read_earlier(
    run_file: str | PathLike[str],
    *,
    original: str | PathLike[str] | None = None,
    hierarchies: str | PathLike[str] | None = None,
) -> Earlier:
    """Read a run file; raise if what it names is not there, or is not what it was.

    The original and the hierarchies are looked for where the run read them, from the current folder
    and from that of the run file, unless they are given.
    """
    path = Path(run_file)
    run = _content(path)
    recipe, read = run["recipe"], run["input"]
    values = {name: one for name, one in read_document(recipe).items() if name not in _OUTPUTS}
    if hierarchies is not None:
        values["hierarchies"] = str(Path(hierarchies).resolve())
    kept, own = read["path"], values["input"]
    # Paths of a recipe are relative to its folder, which the path of the input tells.
    inside = Path(kept[: -len(own)] if kept.endswith(own) else "")
    if original is not None:
        values["input"] = str(Path(original).resolve())
    places = [Recipe(values, base / inside) for base in (Path(), path.parent)]
    found = [one for one in places if Path(one.located["input"]).exists()]
    if not found:
        raise _missing("original", kept)
    whole = (one for one in found if all(file.exists() for _, file in one.files()))
    chosen = next(whole, found[0])
    source = Path(chosen.located["input"])
    if sha256_of(source) != read["sha256"]:
        raise ParameterError(
            f"{source} is not what {path} was made of, or changed since: give the original with "
            f"{parameter('original')}",
            parameter="original",
        )
    known = {one["sha256"] for one in run["other_inputs"]}
    for name, file in chosen.files():
        if name == "input":
            continue
        if not file.is_file():
            raise _missing(name, str(file))
        if sha256_of(file) not in known and hierarchies is None:
            raise ParameterError(f"{file} changed since {path} was written", parameter=name)
    release = _release(path)
    long = read["format"]["long"]
    read_as = Format(**{**read["format"], "long": None if long is None else Long(**long)})
    given = chosen.values.get("separator") is not None
    form = chosen.kind.output_format(release, read_as, source, given)
    return Earlier(path, chosen, source, release, form)


def _content(path: Path) -> dict[str, Any]:
    """Return what a run file holds, if it is one that new rows can be published by."""
    check_readable(path)
    try:
        run = json.loads(path.read_bytes())
        recipe, _ = run["recipe"], run["release"]["schema"]
    except (OSError, ValueError, TypeError, KeyError):
        raise FormatError(
            f"is no run file: give the {RUN_FILE} beside a release", path=str(path), unit=None
        ) from None
    if "applied" in run:
        raise ParameterError(
            f"{path} is of rows that were added to a release: give the run file of that release",
            parameter="run_file",
        )
    if "input" not in run or "path" not in recipe.get("input", {}):
        raise ParameterError(
            f"{path} is of data in memory, and does not say how to read more of it: publish from a "
            "file first, with shoal anonymize or Recipe.run",
            parameter="run_file",
        )
    return dict(run)


def _release(path: Path) -> Path:
    """Return the release that a run file is of, if it is as it was written."""
    target = path.with_name(path.name.removesuffix(RUN_FILE))
    entries = read_manifest(target) if target != path else []
    for entry in entries:
        if entry.name == "output" and entry.staged:
            if entry.is_there:
                return entry.path
            what = "changed since it was written" if entry.path.exists() else "is not there"
            raise ParameterError(
                f"{entry.path} {what}, so its groups are not known: restore it, or publish anew",
                parameter="run_file",
            )
    raise FormatError(
        f"names no release: keep its name, which is that of the release and {RUN_FILE}",
        path=str(path),
        unit=None,
    )


def _missing(name: str, path: str) -> ParameterError:
    return ParameterError(
        f"{path}, which the earlier run read, is not there: say where it is with {parameter(name)}",
        parameter=name,
    )
