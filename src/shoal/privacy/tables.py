"""k-anonymity of published tables."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt
import polars as pl

from shoal.errors import ParameterError, SchemaError
from shoal.io import Format
from shoal.io.rejections import naming_file
from shoal.io.tables import read_columns
from shoal.privacy.k_anonymity import SHOWN_OFFENDERS
from shoal.privacy.models import KAnonymity, Model, parse_k_anonymity
from shoal.privacy.verdict import Verdict
from shoal.wording import no_column


def verify_table(
    published: Any,
    model: Model | str,
    *,
    qi: Sequence[str],
    person: str | Sequence[Any] | npt.NDArray[Any] | None = None,
    sensitive: Sequence[str] = (),
    format: str | Format | None = None,
    separator: str | None = None,
) -> Verdict:
    """Judge whether each row is one of at least k that are alike, from published columns alone.

    Rows are alike when the text of all their quasi-identifiers is the same. A ``*``, a ``?`` and a
    missing value are values like any other, so none of them matches anything but itself.

    Parameters
    ----------
    published
        A CSV, Parquet or Arrow file, a frame, or a mapping of names to columns.
    model
        The promise: ``KAnonymity(10)`` or ``"k=10"``.
    qi
        Names of the quasi-identifiers.
    person
        The column that says whom a row is about, or one value for each row; then k counts distinct
        persons. Without it each row is a person.
    sensitive
        Columns that were meant to be published as they are: there is no warning of them.
    format, separator
        Insist on a file's format, and on what separates the cells of a CSV line.

    Examples
    --------
    >>> published = {"age": ["20-29", "20-29", "*"], "disease": ["flu", "cold", "flu"]}
    >>> verdict = verify_table(published, "k=2", qi=["age"])
    >>> verdict.ok, verdict.k_min, verdict.first_offenders
    (False, 1, (3,))
    """
    model = parse_k_anonymity(model, "a table")
    names = _quasi_identifiers(qi, person)
    wanted = [*names, person] if isinstance(person, str) else names
    columns = read_columns(published, wanted, format=format, separator=separator)
    with naming_file(published, format=format, separator=separator):
        return _judge(columns, model, names, person, sensitive)


def _judge(
    columns: pl.DataFrame,
    model: KAnonymity,
    names: list[str],
    person: str | Sequence[Any] | npt.NDArray[Any] | None,
    sensitive: Sequence[str],
) -> Verdict:
    # Columns get numbers for names, so that a column of persons can stand beside any others.
    cells = pl.DataFrame([_texts(columns, name).alias(str(at)) for at, name in enumerate(names)])
    keys = cells.columns
    count = pl.len()
    persons = None if person is None else _persons(columns, person)
    if persons is not None:
        cells = cells.with_columns(persons.alias("person"))
        count = pl.col("person").n_unique()
    groups = cells.group_by(keys).agg(count.alias("count"))["count"]
    of_row = cells.select(count.over(keys)).to_series().to_numpy()
    offenders = np.flatnonzero(of_row < model.k)
    return Verdict(
        ok=len(offenders) == 0,
        model=str(model),
        k_min=int(of_row.min()) if len(of_row) else None,
        rows=len(cells),
        groups=len(groups),
        offending_rows=len(offenders),
        first_offenders=tuple(int(row) + 1 for row in offenders[:SHOWN_OFFENDERS]),
        warnings=_not_judged(columns.columns, names, person, _as_they_are(columns, sensitive)),
        persons=None if persons is None else persons.n_unique(),
    )


def _quasi_identifiers(qi: Sequence[str], person: object) -> list[str]:
    names = [qi] if isinstance(qi, str) else list(qi)
    if not names:
        raise ParameterError("name the quasi-identifiers to judge, at least one column")
    repeated = [name for name, times in Counter(names).items() if times > 1]
    if repeated:
        raise ParameterError(f"a quasi-identifier is named twice: {_listed(repeated)}")
    if isinstance(person, str) and person in names:
        raise ParameterError(
            f"column {person!r} cannot be a quasi-identifier and say whom a row is about"
        )
    return names


def _texts(columns: pl.DataFrame, name: str) -> pl.Series:
    """Return a column as text; a missing value stays null, which equals no text."""
    if name not in columns.columns:
        raise SchemaError(no_column(name, columns.columns))
    column = columns[name]
    if column.dtype.is_nested() or column.dtype in (pl.Binary, pl.Object):
        raise SchemaError(
            f"column {name!r} holds {column.dtype} values, and a published cell is a single "
            "number, date or text; a set is written as text, as in {a, b}"
        )
    return column.cast(pl.String)


def _persons(columns: pl.DataFrame, person: str | Sequence[Any] | npt.NDArray[Any]) -> pl.Series:
    persons = _texts(columns, person) if isinstance(person, str) else pl.Series(person)
    if len(persons) != len(columns):
        raise ParameterError(
            f"there are {len(persons):,} persons for {len(columns):,} rows; give one each"
        )
    missing = persons.is_null().arg_true()
    if len(missing):
        place = f"column {person!r} does" if isinstance(person, str) else "the persons do"
        raise SchemaError(
            f"{place} not say whom row {missing[0] + 1:,} is about; each row needs a person",
            row=missing[0],
        )
    return persons


def _as_they_are(columns: pl.DataFrame, sensitive: Sequence[str]) -> list[str]:
    names = [sensitive] if isinstance(sensitive, str) else list(sensitive)
    for name in names:
        if name not in columns.columns:
            raise SchemaError(no_column(name, columns.columns))
    return names


def _not_judged(
    columns: list[str], names: list[str], person: object, known: list[str]
) -> tuple[str, ...]:
    notes = []
    looked_at = {*names, *known} | ({person} if isinstance(person, str) else set())
    others = [name for name in columns if name not in looked_at]
    if others:
        judged = "column" if len(names) == 1 else "columns"
        was = "was" if len(names) == 1 else "were"
        there = "is another column" if len(others) == 1 else "are other columns"
        notes.append(
            f"only {judged} {_listed(names)} {was} judged; there {there}, {_listed(others)}, "
            "which can tell equal rows apart"
        )
    if isinstance(person, str):
        notes.append(f"column {person!r} tells persons apart; drop it before the file is published")
    return tuple(notes)


def _listed(names: Iterable[str]) -> str:
    return ", ".join(map(repr, names)) or "none"
