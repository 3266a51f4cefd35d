"""The door to all verifiers: whether published data, whoever made it, satisfies a model."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from os import PathLike
from pathlib import Path
from typing import Any

from shoal.data.item_mapping import ItemMapping
from shoal.engines.memory import check_memory_limit
from shoal.errors import Notice, ParameterError, VerificationError
from shoal.io.mappings import mapping_beside, read_mapping
from shoal.io.terms import reading
from shoal.kinds import choose_kind
from shoal.privacy import Model, Verdict, parse_model
from shoal.release.publication import mixture, older_files

#: Parameters that say how published data is read.
READING = (
    *("format", "separator", "column", "id", "item", "qi", "person"),
    *("sensitive", "sensitive_together", "hierarchies", "publish"),
)


def verify(
    published: Any,
    model: Model | str,
    *,
    mapping: ItemMapping | str | PathLike[str] | None = None,
    kind: str | None = None,
    format: str | None = None,
    separator: str | None = None,
    column: str | None = None,
    id: str | None = None,
    item: str | None = None,
    qi: Iterable[str] | None = None,
    person: str | Sequence[Any] | None = None,
    sensitive: Iterable[str] | None = None,
    sensitive_together: bool | None = None,
    hierarchies: str | PathLike[str] | Mapping[str, Any] | None = None,
    publish: str | None = None,
    options: Mapping[str, Any] | None = None,
    memory_limit: int | str | None = None,
) -> Verdict:
    """Judge whether published data satisfies a privacy model, from that data alone.

    A file that holds more than what is judged is refused: comments, metadata, ids that are not
    numbers from 1 on, or other files of a folder. An empty basket is a row like any other. Data
    without rows violates nothing. With quasi-identifiers the data is a table, and its rows are
    compared in these columns alone.

    Parameters
    ----------
    published
        What was published: a file, a frame or rows, as for :func:`shoal.read`.
    model
        The privacy model, as for :func:`shoal.anonymize`.
    mapping
        For rules: what each public item was published as, or the file that says so. The mapping
        beside a file is found by its name, as in ``release.dat.mapping.csv``.
    kind, format, separator, column, id, item
        How it is read, as for :func:`shoal.read`. Other columns can tell equal baskets apart, so
        they are refused unless ``column`` names the one to judge alone.
    qi
        Names of a table's quasi-identifiers; the verdict warns about all other columns.
    person
        The column of a table that says whom a row is about, or one value for each row; then k
        counts distinct persons.
    sensitive
        Columns of a table that were meant to be published as they are: no warning about them. What
        models such as ``"l=3"`` are about.
    sensitive_together, hierarchies
        Whether all sensitive columns are judged as one, and for ``"t=hierarchical:0.2"`` their
        hierarchies, as for :func:`shoal.anonymize`.
    publish
        ``"anatomy"`` if a table was published as two: the sensitive table is found beside a file by
        its name, as in ``release.csv.sensitive.csv``; or ``published`` is a pair of both.
    options, memory_limit
        As for :func:`shoal.anonymize`. A file that needs more memory is refused.

    Examples
    --------
    >>> verdict = verify([["tea"], ["tea"], ["tea", "rum"]], "k=2")
    >>> verdict.ok, verdict.k_min, verdict.first_offenders
    (False, 1, (3,))
    >>> verify({"age": ["20-29", "20-29", "*"]}, "k=2", qi=["age"]).first_offenders
    (3,)
    """
    given = {name: value for name, value in locals().items() if name in READING}
    given = {name: one for name, one in {**given, **(options or {})}.items() if one is not None}
    parsed = parse_model(model)
    if isinstance(published, (str, os.PathLike)) and (mixed := mixture(Path(published))):
        raise VerificationError(mixed, path=os.fspath(published))
    chosen = choose_kind({"kind": kind, **given}, published)
    if not parsed.is_for(chosen.name):
        raise parsed.refused_for(chosen.called)
    chosen.check_options(given)
    if parsed.name == "rules":
        mapping = mapping or beside(published)
        if mapping is not None:
            given["mapping"] = (
                mapping if isinstance(mapping, ItemMapping) else read_mapping(mapping)
            )
    elif mapping is not None:
        raise ParameterError(
            f"a mapping is for rules, and the model is {parsed}", parameter="mapping"
        )
    with reading(memory=check_memory_limit(memory_limit), judging=True):
        notes = [*_left_out(published)]
        verdict = parsed.check(chosen.to_judge(published, **given))
    return replace(verdict, warnings=(*verdict.warnings, *notes))


def _left_out(published: Any) -> Iterator[Notice]:
    """Yield notices of files that are not judged: of a folder, and of an earlier publication."""
    if not isinstance(published, (str, os.PathLike)):
        return
    if older := older_files(Path(published)):
        text = f"of an earlier release or changed since, not of this one: {', '.join(older)}"
        yield Notice(text, code="older-files")
    if Path(published).is_dir():
        from shoal.io.batches import left_out

        if names := left_out(Path(published)):
            text = f"left out of the folder, for they hold no rows: {', '.join(names)}"
            yield Notice(text, code="files-left-out")


def beside(published: Any) -> Path | None:
    """Return the mapping beside a published file, if there is one."""
    if not isinstance(published, (str, os.PathLike)) or not Path(published).name:
        return None
    found = mapping_beside(published)
    return found if found.is_file() else None
