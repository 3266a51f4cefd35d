"""What a run reads and writes: checked before any work, by a dry run as well as by a real one."""

from __future__ import annotations

from dataclasses import dataclass
from os import PathLike
from pathlib import Path

from shoal.errors import Notice, ParameterError, about
from shoal.io import Format
from shoal.io.batches import files_of
from shoal.io.failures import check_readable
from shoal.io.mappings import mapping_beside
from shoal.recipes.recipe import Recipe, refuse_other_file
from shoal.release.writing import Outputs, check_report_name

#: What the name of a run file adds to its release's.
RUN_FILE = ".run.json"


@dataclass(frozen=True)
class Plan:
    """The files of a run and their formats.

    Parameters
    ----------
    source, other_inputs
        The input, and the files that are read beside it.
    target
        The release.
    read_as, write_as
        The formats of input and output.
    outputs
        All files that are written.
    """

    source: Path
    other_inputs: list[Path]
    target: Path
    read_as: Format
    write_as: Format
    outputs: Outputs

    def stale(self) -> tuple[str, ...]:
        """Return a notice of a mapping that stays beside a release without one."""
        mapping = mapping_beside(self.target)
        if "mapping_file" in self.outputs.files or not mapping.is_file():
            return ()
        text = f"{mapping} is of an earlier release: this one has no mapping"
        return (Notice(text, code="stale-mapping"),)


def make_plan(recipe: Recipe, *, save_recipe: str | PathLike[str] | None = None) -> Plan:
    """Return what a run reads and writes; raise if an input is missing or an output impossible."""
    options, kind = recipe.located, recipe.kind
    source, target = Path(options["input"]), Path(options["output"])
    files = recipe.files()
    for name, path in files:
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
    companions = ("mapping",) if recipe.model.name == "rules" else ()
    with about("input"):
        read_as = kind.recognise(source, options)
    given = options.get("separator") is not None
    write_as = kind.output_format(target, read_as, source, given)
    with about("output"):
        outputs = Outputs(target, write_as, companions=companions, inputs=inputs)
        outputs.check()
    outputs.add("run_file", target.with_name(target.name + RUN_FILE), private=True)
    if (report := options.get("report")) is not None:
        check_report_name(report)
        outputs.add("report_file", report)
    if (proof := options.get("certificate_file")) is not None:
        outputs.add("certificate_file", proof, private=True)
    if save_recipe is not None:
        refuse_other_file(Path(save_recipe))
        _check_spelled(recipe.to_toml(Path(save_recipe).parent))
        outputs.add("recipe_file", save_recipe, private=True)
    others = [path for name, path in files if name != "input"]
    return Plan(source, others, target, read_as, write_as, outputs)


def _check_spelled(toml: str) -> None:
    try:
        toml.encode()
    except UnicodeEncodeError:
        raise ParameterError(
            "a recipe cannot be saved: the name of a file is not valid UTF-8",
            parameter="save_recipe",
        ) from None


def _check_input(path: Path, name: str) -> None:
    with about(name):
        check_readable(path, folder=name == "input")
        if path.is_dir():
            files_of(path)  # there must be some
        elif name == "input" and not path.is_file():
            raise ParameterError(f"{path} is read more than once, so it must be a regular file")
