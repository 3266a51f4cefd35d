"""A table's file in, a judged release file out, with the private run file that repeats it."""

from __future__ import annotations

import time
from collections.abc import Iterable, Mapping
from os import PathLike, fspath
from pathlib import Path
from typing import Any

from shoal.errors import ParameterError
from shoal.io import Staged
from shoal.io.hierarchies import may_be_hierarchy
from shoal.io.tables import read_table, recognise_table
from shoal.privacy import Model, parse_k_anonymity
from shoal.recipes.publish import (
    Publication,
    check_files,
    check_report,
    make_release,
    output_format,
    write_files,
)
from shoal.release.table_release import TableRelease
from shoal.release.table_writing import write_and_judge_table
from shoal.release.writing import JudgedFile


def publish_table(
    source: str | PathLike[str],
    target: str | PathLike[str],
    model: Model | str,
    *,
    format: str | None = None,
    separator: str | None = None,
    roles: Mapping[str, Any],
    report: str | PathLike[str] | None = None,
    others: Iterable[Model] = (),
    **options: Any,
) -> Publication[TableRelease]:
    r"""Anonymize a file of a table into a file.

    The release is written beside its target, read back, judged and priced against the original.
    Only then it takes its name; until then, and whatever happens, an old file stays as it was.

    Parameters
    ----------
    source, target
        Input and output; the output has the format of its suffix, else that of the input.
    model
        The promise: ``KAnonymity(10)`` or ``"k=10"``.
    format, separator
        What the input is, where it cannot be recognised.
    roles
        What :func:`shoal.read_table` is told about the columns: ``qi``, ``hierarchies`` and so on.
    report, others
        As for :func:`~shoal.recipes.publish.publish`.
    **options
        Those of :func:`~shoal.recipes.anonymize_table.anonymize_table`.

    Examples
    --------
    >>> import tempfile
    >>> from pathlib import Path
    >>> folder = Path(tempfile.mkdtemp())
    >>> _ = (folder / "people.csv").write_text("age,sex\n31,f\n35,f\n")
    >>> made = publish_table(
    ...     folder / "people.csv", folder / "out.csv", "k=2", roles={"qi": ["age", "sex"]}
    ... )
    >>> made.output.read_text()
    'age,sex\n31-35,f\n31-35,f\n'
    """
    started = time.perf_counter()
    hierarchies = _files_of(roles.get("hierarchies"))
    source, target = check_files(source, target, hierarchies)
    model = parse_k_anonymity(model, "a table")
    models = [model, *(parse_k_anonymity(other, "a table") for other in others)]
    staged_report = check_report(report, target, [source, *hierarchies])
    read_as = recognise_table(source, format=format, separator=separator)
    write_as = output_format(target, read_as, source, separator)
    if write_as.name in ("fimi", "spmf"):
        raise ParameterError(f"cannot write a table to {target}: name it .csv, .parquet or .arrow")

    def make(staged: Staged) -> JudgedFile[TableRelease]:
        original = read_table(source, format=format, separator=separator, **roles)
        release = make_release(original, models, **options)
        return write_and_judge_table(release, staged, write_as, original=original)

    return write_files(
        source,
        target,
        make,
        started=started,
        read_as=read_as,
        write_as=write_as,
        roles=_told(dict(roles)),
        other_inputs=hierarchies,
        report=staged_report,
    )


def _told(value: Any) -> Any:
    """Return a role as the run file tells it: paths as text."""
    if isinstance(value, Mapping):
        return {name: _told(one) for name, one in value.items()}
    return fspath(value) if isinstance(value, PathLike) else value


def _files_of(hierarchies: Any) -> list[Path]:
    """Return the files of hierarchies: they are inputs too, which an output must not replace."""
    if isinstance(hierarchies, Mapping):
        return [Path(tree) for tree in hierarchies.values() if isinstance(tree, (str, PathLike))]
    if not isinstance(hierarchies, (str, PathLike)):
        return []
    place = Path(hierarchies)
    return sorted(filter(may_be_hierarchy, place.iterdir())) if place.is_dir() else [place]
