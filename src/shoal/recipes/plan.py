"""What a run reads and writes: checked before any work, by a dry run as well as by a real one."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from os import PathLike
from pathlib import Path
from typing import Any

import numpy as np

from shoal.data import Transactions
from shoal.errors import ParameterError
from shoal.io import Format, Staged, by_name, recognise
from shoal.io.compression import by_suffix, without_suffix
from shoal.io.failures import check_readable
from shoal.io.formats import COLUMNS, known_suffixes, tells_format, usual_separator
from shoal.io.item_spelling import check_holds
from shoal.privacy import Model, PSRules

#: What the name of a run file adds to its release's.
RUN_FILE = ".run.json"


@dataclass(frozen=True)
class Plan:
    """The files of a run and their formats.

    Parameters
    ----------
    source, other_inputs
        The input, and the files that are read beside it.
    target, report
        The output, and where the report goes if there is to be one.
    read_as, write_as
        The formats of input and output.
    """

    source: Path
    other_inputs: list[Path]
    target: Path
    report: Staged | None
    read_as: Format
    write_as: Format


def plan_baskets(
    source: str | PathLike[str],
    target: str | PathLike[str],
    model: Model,
    *,
    taxonomy: str | PathLike[str] | None = None,
    report: str | PathLike[str] | None = None,
    separator: str | None = None,
    options: Mapping[str, Any],
    **reading: Any,
) -> Plan:
    r"""Return what a run with baskets reads and writes, if it may; see ``publish``.

    Examples
    --------
    >>> import tempfile
    >>> from shoal.privacy import KAnonymity
    >>> source = Path(tempfile.mkdtemp(), "baskets.dat")
    >>> _ = source.write_text("1 2\n1\n")
    >>> plan_baskets(source, source.with_name("out.csv"), KAnonymity(2), options={}).write_as.name
    'csv'
    """
    others = _other_inputs(model, taxonomy, options)
    source, target = _check_files(source, target, others)
    if isinstance(model, PSRules):
        from shoal.io.mappings import check_not_mapping

        check_not_mapping(target)
    staged_report = _check_report(report, target, [source, *others])
    read_as = recognise(source, separator=separator, **reading)
    if read_as.long is not None:
        from shoal.io.long import with_columns

        read_as = with_columns(source, read_as)
    write_as = output_format(target, read_as, source, separator)
    return Plan(source, others, target, staged_report, read_as, write_as)


def plan_table(
    source: str | PathLike[str],
    target: str | PathLike[str],
    *,
    hierarchies: Any = None,
    report: str | PathLike[str] | None = None,
    format: str | None = None,
    separator: str | None = None,
) -> Plan:
    """Return what a run with a table reads and writes, if it may; see ``publish_table``."""
    from shoal.io.tables import recognise_table

    others = _hierarchy_files(hierarchies)
    source, target = _check_files(source, target, others)
    staged_report = _check_report(report, target, [source, *others])
    read_as = recognise_table(source, format=format, separator=separator)
    write_as = output_format(target, read_as, source, separator)
    if write_as.name in ("fimi", "spmf"):
        raise ParameterError(f"cannot write a table to {target}: name it .csv, .parquet or .arrow")
    return Plan(source, others, target, staged_report, read_as, write_as)


def check_items(original: Transactions, model: Model, plan: Plan) -> None:
    """Raise if the output cannot hold the items: better now than after the search."""
    if original.vocabulary.numbers is not None:  # which any file can hold
        return
    data = original.trimmed()
    names = data.vocabulary
    if not isinstance(model, PSRules):
        # An item in fewer than k rows is never published.
        names = names.keep(np.bincount(data.items, minlength=len(names)) >= model.k)
    check_holds(names, plan.write_as, plan.target)


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
    try:
        named = by_name(target)
    except ParameterError as error:  # it is compressed as no such file is
        raise ParameterError(f"cannot write {target}: {error}") from None
    if suffix == ".txt" and read_as.name == "spmf":  # what its own tools call its files
        return replace(named, name="spmf")
    if suffix == ".csv":
        # The input's separator is taken over, unless that was the tab of a .tsv, told by its name.
        by_suffix_alone = separator is None and read_as.separator == usual_separator(source)
        own = None if by_suffix_alone else read_as.separator
        named = replace(named, separator=own or ",")
    return replace(named, long=read_as.long) if named.name in COLUMNS else named


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


def _hierarchy_files(hierarchies: Any) -> list[Path]:
    """Return the files of hierarchies: they are inputs too, which an output must not replace."""
    from shoal.io.hierarchies import may_be_hierarchy

    if isinstance(hierarchies, Mapping):
        return [Path(tree) for tree in hierarchies.values() if isinstance(tree, (str, PathLike))]
    if not isinstance(hierarchies, (str, PathLike)):
        return []
    place = Path(hierarchies)
    return sorted(filter(may_be_hierarchy, place.iterdir())) if place.is_dir() else [place]


def _check_files(
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


def _check_report(
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
