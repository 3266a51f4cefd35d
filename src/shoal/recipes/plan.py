"""What a run reads and writes: checked before any work, by a dry run as well as by a real one."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from os import PathLike
from pathlib import Path

from shoal.data import Hierarchy
from shoal.errors import Notice, ParameterError, about
from shoal.io import Format
from shoal.io.batches import files_of
from shoal.io.companions import COMPANIONS
from shoal.io.failures import check_readable
from shoal.io.hierarchies import lines_of
from shoal.recipes.recipe import Recipe
from shoal.release.publication import RUN_FILE, earlier
from shoal.release.writing import Outputs, asked_for_by, check_report_name
from shoal.wording import call_parameter


@dataclass(frozen=True)
class Plan:
    """The files of a run and their formats."""

    #: The input, and the files that are read beside it.
    source: Path
    other_inputs: list[Path]
    target: Path  # the release
    #: The formats of input and output.
    read_as: Format
    write_as: Format
    outputs: Outputs  # all files that are written
    hierarchies: Path | None = None  # the folder for those that are built

    def add_hierarchies(self, trees: Mapping[str, Hierarchy]) -> dict[str, str]:
        """Announce a file for each hierarchy of a column; return their texts by output."""
        if self.hierarchies is None:
            return {}
        texts = {}
        with about("save_hierarchies"):
            for column, tree in trees.items():
                path = self.hierarchies / f"{column}.csv"
                if "/" in column:
                    raise ParameterError(f"column {column!r} cannot be the name of a file")
                self.hierarchies.mkdir(parents=True, exist_ok=True)
                self.outputs.add(output := f"hierarchy_file:{column}", path)
                texts[output] = lines_of(tree)
        return texts

    def stale(self) -> tuple[str, ...]:
        """Return notices of companions and a report that stay beside a release without them."""
        files = self.outputs.files
        left = {one.name: one.path for one in earlier(self.target, files.values())}
        for name, companion in COMPANIONS.items():
            beside = companion.beside(self.target)
            if f"{name}_file" not in files and beside.is_file():
                left[f"{name}_file"] = beside
        return tuple(
            Notice(
                f"{left[f'{name}_file']} is of an earlier release: this one has no {name}",
                code=f"stale-{name}",
            )
            for name in (*COMPANIONS, "report")
            if f"{name}_file" in left
        )


def make_plan(
    recipe: Recipe,
    *,
    save_recipe: str | PathLike[str] | None = None,
    overwrite: bool = False,
    allow_outside: bool = False,
) -> Plan:
    """Return what a run reads and writes; raise if an input is missing or an output impossible."""
    options, kind = recipe.located, recipe.kind
    source, target = Path(options["input"]), Path(options["output"])
    # Whoever wrote the recipe into a file need not be the one who runs it.
    inside = None if allow_outside or recipe.source is None else recipe.folder
    files = recipe.files()
    for name, path in files:
        _check_inside(path, inside, name)
        _check_input(path, name)
    inputs = [path for _, path in files]
    if recipe.source is not None:
        inputs.append(recipe.source)
    for name in ("output", "report", "certificate_file"):
        if recipe.values.get(name, "").endswith("/"):
            raise ParameterError(
                f"cannot write {recipe.values[name]}: it is a directory", parameter=name
            )
    if target.name.endswith(RUN_FILE):
        raise ParameterError(
            f"cannot write {target}: {RUN_FILE} is for private run files", parameter="output"
        )
    if source.is_dir() and target.resolve().parent == source.resolve():
        raise ParameterError(
            f"cannot write {target} into the folder that is the input", parameter="output"
        )
    companions = kind.companions(recipe.model)
    with about("input"):
        read_as = kind.recognise(source, options)
    given = options.get("separator") is not None
    write_as = kind.output_format(target, read_as, source, given)
    _check_inside(target, inside, "output")
    with about("output"):
        outputs = Outputs(
            target, write_as, companions=companions, inputs=inputs, overwrite=overwrite
        )
    if (report := options.get("report")) is not None:
        check_report_name(report)
        _check_inside(Path(report), inside, "report")
        outputs.add("report_file", report)
    if (proof := options.get("certificate_file")) is not None:
        outputs.add("certificate_file", proof)
    for name, path in outputs.files.items():
        _check_inside(path, inside, asked_for_by(name))
    trees = Path(options["save_hierarchies"]) if options.get("save_hierarchies") else None
    if trees is not None:
        _check_inside(trees, inside, "save_hierarchies")
    if save_recipe is not None:
        outputs.add("recipe_file", save_recipe)
    others = [path for name, path in files if name != "input"]
    return Plan(source, others, target, read_as, write_as, outputs, trees)


def _check_inside(path: Path, folder: Path | None, name: str) -> None:
    """Raise if a path of a recipe leads out of the recipe's folder, by links or otherwise."""
    if folder is not None and not path.resolve().is_relative_to(folder.resolve()):
        raise ParameterError(
            f"{path} is outside the folder of the recipe; to permit it, give "
            f"{call_parameter('allow_outside')}",
            parameter=name,
        )


def _check_input(path: Path, name: str) -> None:
    with about(name):
        check_readable(path, folder=name == "input")
        if path.is_dir():
            files_of(path)  # there must be some
        elif name == "input" and not path.is_file():
            raise ParameterError(f"{path} is read more than once, so it must be a regular file")
