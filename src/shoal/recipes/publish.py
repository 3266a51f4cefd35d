"""A file in, a judged release file out, with the private run file that repeats it."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import nullcontext
from dataclasses import dataclass, replace
from functools import partial
from importlib import import_module
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from shoal.engines.memory import check_memory_limit, estimate, peak, refuse_above
from shoal.errors import ParameterError
from shoal.io import Format, Staged, by_name, read, recognise
from shoal.io.compression import by_suffix, without_suffix
from shoal.io.extent import guess_extent
from shoal.io.failures import check_readable, writing
from shoal.io.formats import (
    COLUMNS,
    flags_to_read,
    known_suffixes,
    tells_format,
    usual_separator,
)
from shoal.privacy import Model, PSRules, parse_model
from shoal.recipes.anonymize import anonymize
from shoal.recipes.run_file import describe
from shoal.release import Release
from shoal.release.writing import JudgedFile, write_and_judge

if TYPE_CHECKING:
    from shoal.release.rules_release import RulesRelease
    from shoal.release.table_release import TableRelease

#: What the name of a run file adds to its release's.
RUN_FILE = ".run.json"


Kind = TypeVar("Kind", Release, "TableRelease", "RulesRelease")


@dataclass(frozen=True)
class Publication(Generic[Kind]):
    """A release on disk: its file, the private one that says how it was made, and others."""

    release: Kind
    output: Path
    run_file: Path
    mapping_file: Path | None = None
    report_file: Path | None = None
    recipe_file: Path | None = None

    def to_dict(self) -> dict[str, Any]:
        """Return the release and its files as plain values, ready for JSON."""
        files = {"output": str(self.output), "run_file": str(self.run_file)}
        if self.mapping_file is not None:
            files["mapping_file"] = str(self.mapping_file)
        if self.report_file is not None:
            files["report_file"] = str(self.report_file)
        if self.recipe_file is not None:
            files["recipe_file"] = str(self.recipe_file)
        figures = self.release.figures
        curve = [point._asdict() for point in figures.curve] if figures else []
        return {**self.release.to_dict(), **({"curve": curve} if curve else {}), **files}


def publish(
    source: str | PathLike[str],
    target: str | PathLike[str],
    model: Model | str,
    *,
    format: str | None = None,
    separator: str | None = None,
    column: str | None = None,
    id: str | None = None,
    item: str | None = None,
    taxonomy: str | PathLike[str] | None = None,
    memory_limit: int | str | None = None,
    report: str | PathLike[str] | None = None,
    others: Iterable[Model] = (),
    **options: Any,
) -> Publication[Any]:
    r"""Anonymize a file into a file.

    The release is written beside its target, read back, judged and priced against the original.
    Only then it takes its name; until then, and whatever happens, an old file stays as it was.

    Parameters
    ----------
    source, target
        Input and output; the output has the format of its suffix, else that of the input.
    model
        The promise, as for :func:`shoal.anonymize`. A release by rules gets the file of its mapping
        beside it.
    format, separator, column, id, item
        What the input is, where it cannot be recognised; see :func:`shoal.read`.
    taxonomy
        The file of a hierarchy of the items, see :func:`shoal.read_hierarchy`.
    memory_limit
        As for :func:`shoal.anonymize`; a file that is too large is refused before it is read.
    report
        Where a report goes that can be given away; it appears with the release, or not at all.
    others
        Weaker promises, to show what they would cost; nothing of them is published.
    **options
        Those of :func:`shoal.anonymize`.

    Examples
    --------
    >>> import tempfile
    >>> folder = Path(tempfile.mkdtemp())
    >>> _ = (folder / "baskets.dat").write_text("1 2\n1\n1 3\n")
    >>> made = publish(folder / "baskets.dat", folder / "release.dat", "k=3")
    >>> made.output.read_text(), made.release.loss.gcp
    ('1\n1\n1\n', 0.4)
    """
    started = time.perf_counter()
    promise = parse_model(model)
    other_inputs = _other_inputs(promise, taxonomy, options)
    source, target = check_files(source, target, other_inputs)
    staged_report = check_report(report, target, [source, *other_inputs])
    read_as = recognise(source, format=format, separator=separator, id=id, item=item)
    if read_as.long is not None:
        from shoal.io.long import with_columns

        read_as = with_columns(source, read_as)
    write_as = output_format(target, read_as, source, separator)
    memory_limit = check_memory_limit(memory_limit)
    extent = guess_extent(source, read_as)
    if not (read_as.text and write_as.text) or read_as.long is not None:
        import_module("polars")  # before the estimates, which count it where it is loaded
    if extent is not None:
        refuse_above(memory_limit, estimate(*extent))

    read_it = partial(
        read, source, format=format, separator=separator, column=column, id=id, item=item
    )
    options |= {"memory_limit": memory_limit}
    told: dict[str, Any] = {"started": started, "read_as": read_as, "column": column}
    told |= {"write_as": write_as}
    told |= {"other_inputs": other_inputs, "report": staged_report}
    if isinstance(promise, PSRules):
        if taxonomy is not None:
            raise ParameterError("rules are protected by sets of items, not by a taxonomy")
        from shoal.recipes.publish_rules import publish_rules

        options |= {"others": others}
        return publish_rules(
            source, target, promise, read_it=read_it, write_as=write_as, told=told, options=options
        )
    if taxonomy is not None:
        from shoal.io.hierarchies import read_hierarchy

        options |= {"taxonomy": read_hierarchy(taxonomy)}

    # What a report shows is worked out only where there is one to write.
    options |= {"figures": report is not None or bool(others)}

    def make(staged: Staged) -> JudgedFile[Release]:
        original = read_it()
        release = make_release(original, [promise, *others], **options)
        if taxonomy is None:
            return write_and_judge(release, staged, write_as, original=original)
        known = {**release.provenance.options, "taxonomy": str(taxonomy)}
        release = replace(release, provenance=replace(release.provenance, options=known))
        return write_and_judge(release, staged, write_as)

    return write_files(source, target, make, **told)


def _other_inputs(
    promise: Model, taxonomy: str | PathLike[str] | None, options: Mapping[str, Any]
) -> list[Path]:
    """Return the files that are read beside the source: no output may replace them."""
    weights = options.get("weights")
    if isinstance(weights, str):
        weights = weights.removeprefix("@")
    named = [taxonomy, weights, options.get("queries")]
    if isinstance(promise, PSRules):
        from shoal.io.item_choice import files_of

        named += [promise.rules.source, *files_of(options.get("sensitive"))]
    paths = [Path(name) for name in named if isinstance(name, (str, PathLike))]
    return [path for path in paths if path.is_file()]


def make_release(data: Any, models: Sequence[Model], **options: Any) -> Any:
    """Return the release of the first model, with what the others would cost."""
    if len(models) == 1:
        return anonymize(data, models[0], **options)
    from shoal.recipes.curve import anonymize_curve

    return anonymize_curve(data, models, **options)


def check_files(
    source: str | PathLike[str],
    target: str | PathLike[str],
    other_inputs: Iterable[str | PathLike[str]] = (),
) -> tuple[Path, Path]:
    """Return input and output if the one can be read and the other written, over no input."""
    Staged(target, inputs=[source, *other_inputs]).check()
    source, target = Path(source), Path(target)
    if target.name.endswith(RUN_FILE):
        raise ParameterError(f"cannot write {target}: {RUN_FILE} is for private run files")
    check_readable(source, folder=True)
    if source.is_dir():
        if target.resolve().parent == source.resolve():
            raise ParameterError(f"cannot write {target} into the folder that is the input")
    elif not source.is_file():
        raise ParameterError(f"{source} is read more than once, so it must be a regular file")
    return source, target


def check_report(
    report: str | PathLike[str] | None,
    target: Path,
    inputs: Iterable[str | PathLike[str] | None],
) -> Staged | None:
    """Return where the report goes, if there is to be one; over no input and no other output."""
    if report is None:
        return None
    from shoal.io.mappings import mapping_beside
    from shoal.report.render import check_name

    staged = Staged(report, inputs=[path for path in inputs if path is not None])
    staged.check()
    taken = [target, target.with_name(target.name + RUN_FILE), mapping_beside(target)]
    if Path(report).resolve() in [path.resolve() for path in taken]:
        raise ParameterError(f"the report cannot take the place of the release: {report}")
    check_name(report)
    return staged


def write_files(
    source: Path,
    target: Path,
    make: Callable[[Staged], JudgedFile[Kind]],
    *,
    started: float,
    read_as: Format,
    write_as: Format,
    column: str | None = None,
    roles: Mapping[str, Any] | None = None,
    other_inputs: Sequence[Path] = (),
    beside: Staged | None = None,
    report: Staged | None = None,
) -> Publication[Kind]:
    """Make a release, its run file and what else stands beside it; all appear, or none.

    All are opened first: what cannot be written is known before the work, not after it. None may
    be the source or one of the ``other_inputs`` that are read beside it.
    """
    run_file = target.with_name(target.name + RUN_FILE)
    with (
        Staged(target, inputs=[source, *other_inputs]) as staged,
        Staged(run_file, private=True, inputs=[source, *other_inputs]) as staged_run,
        nullcontext() if beside is None else beside,
        nullcontext() if report is None else report,
    ):
        judged = make(staged)
        release = replace(
            judged.release,
            warnings=judged.release.warnings + _stale(target, beside),
            seconds=time.perf_counter() - started,
            memory=judged.release.memory._replace(peak=peak()),
        )
        judged = replace(judged, release=release)
        run = describe(
            judged,
            source=source,
            read_as=read_as,
            column=column,
            roles=roles,
            other_inputs=other_inputs,
            target=target,
        )
        with writing(run_file):
            staged_run.temporary.write_text(json.dumps(run, indent=2) + "\n", encoding="utf-8")
        if report is not None:
            from shoal.report.render import write_report

            write_report(release, report, name=target.name, flags=flags_to_read(target, write_as))
        # The release comes last: where there is a new one, there is all that belongs to it.
        staged_run.commit()
        if beside is not None:
            beside.commit()
        if report is not None:
            report.commit()
        staged.commit()
    files = [None if one is None else one.target for one in (beside, report)]
    return Publication(release, target, run_file, *files)


def _stale(target: Path, beside: Staged | None) -> tuple[str, ...]:
    """Return a warning of a mapping that stays beside a release without one."""
    from shoal.io.mappings import mapping_beside

    mapping = mapping_beside(target)
    if beside is not None or not mapping.is_file():
        return ()
    return (f"{mapping} is of an earlier release: this one has no mapping",)


def output_format(target: Path, read_as: Format, source: Path, separator: str | None) -> Format:
    """Return the format that the target's name tells, else that of the input.

    Parameters
    ----------
    target
        The output.
    read_as, source
        The format of the input, and the input.
    separator
        What the caller says to separate the items of the input.
    """
    suffix = without_suffix(target).suffix.lower()
    if not tells_format(target):
        if suffix:
            raise ParameterError(
                f"cannot write {target}: there is no format {suffix!r}; end the name with one of "
                f"{known_suffixes()}, or without any for the format of the input"
            )
        return replace(read_as, compression=by_suffix(target) if read_as.text else None)
    named = by_name(target)
    if suffix == ".txt" and read_as.name == "spmf":  # what its own tools call its files
        return replace(named, name="spmf")
    if suffix == ".csv":
        # The input's separator is taken over, unless that was the tab of a .tsv, told by its name.
        by_suffix_alone = separator is None and read_as.separator == usual_separator(source)
        own = None if by_suffix_alone else read_as.separator
        named = replace(named, separator=own or ",")
    return replace(named, long=read_as.long) if named.name in COLUMNS else named
