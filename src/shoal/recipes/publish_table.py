"""A table's file in, a judged release file out, with the private run file that repeats it."""

from __future__ import annotations

import time
from collections.abc import Iterable, Mapping
from os import PathLike, fspath
from typing import Any

from shoal.io import Staged
from shoal.io.tables import read_table
from shoal.privacy import Model, parse_k_anonymity
from shoal.recipes.plan import plan_table
from shoal.recipes.publish import Publication, make_release, write_files
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
    model = parse_k_anonymity(model, "a table")
    models = [model, *(parse_k_anonymity(other, "a table") for other in others)]
    plan = plan_table(
        source,
        target,
        hierarchies=roles.get("hierarchies"),
        report=report,
        format=format,
        separator=separator,
    )

    def make(staged: Staged) -> JudgedFile[TableRelease]:
        original = read_table(plan.source, format=format, separator=separator, **roles)
        release = make_release(original, models, **options)
        return write_and_judge_table(release, staged, plan.write_as, original=original)

    return write_files(plan, make, started=started, roles=_told(dict(roles)))


def _told(value: Any) -> Any:
    """Return a role as the run file tells it: paths as text."""
    if isinstance(value, Mapping):
        return {name: _told(one) for name, one in value.items()}
    return fspath(value) if isinstance(value, PathLike) else value
