"""What is compared: the columns to learn from, and the class of each row, before and after."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt
import polars as pl

from shoal.data.cells import MISSING, STAR
from shoal.data.columns import texts_of
from shoal.data.roles import names_of
from shoal.data.table import Table
from shoal.errors import SchemaError
from shoal.io.rejections import naming_file
from shoal.io.tables import read_columns, read_table
from shoal.loss.published_cells import PublishedCells
from shoal.utility.features import kept_column
from shoal.wording import counted, no_column

Integers = npt.NDArray[np.int64]

#: A column of more values is no class.
MOST_CLASSES = 50


def of_file(reading: dict[str, Any]) -> dict[str, Any]:
    """Return the options about the file itself."""
    return {name: reading[name] for name in ("format", "separator") if name in reading}


def read_original(
    source: Any, release: pl.DataFrame, target: str, reading: dict[str, Any]
) -> Table:
    """Read the original; what it shares with the release and has no role is kept."""
    frame = read_columns(source, **of_file(reading))
    given = {name: value for name, value in reading.items() if name not in of_file(reading)}
    roles = {given.get("person")}.union(
        *(names_of(given.get(n) or ()) for n in ("qi", "sensitive"))
    )
    kept = names_of(given.pop("keep", None) or ())
    shared = [name for name in release.columns if name in frame.columns and name not in roles]
    with naming_file(source):
        if target not in frame.columns:
            raise SchemaError(no_column(target, frame.columns), parameter="target")
        more = [] if target in roles else [target]
        return read_table(frame, keep=tuple(dict.fromkeys([*kept, *shared, *more])), **given)


def columns_of(
    original: Table, release: pl.DataFrame, target: str
) -> tuple[list[PublishedCells], tuple[str, ...]]:
    """Return the columns to learn from as published, and the names of those of free text."""
    kept = {one.name: kept_column(one) for one in original.others if one.name != target}
    recoded = {one.name: one for one in original.quasi_identifiers if one.name != target}
    columns = {**recoded, **{name: one for name, one in kept.items() if name in release.columns}}
    for name in (target, *columns):
        if name not in release.columns:
            message = f"the release: {no_column(name, release.columns)}"
            raise SchemaError(message, parameter="target" if name == target else "qi")
    if not any(columns.values()):
        raise SchemaError("the release has no column to learn from beside the target")
    found = [PublishedCells.of(one, texts_of(release[n])) for n, one in columns.items() if one]
    return found, tuple(name for name, one in columns.items() if one is None)


def classes_of(original: Table, target: str) -> tuple[list[str], Integers]:
    """Return the classes, and that of each original row; -1 where it is missing."""
    recoded = {one.name: one for one in original.quasi_identifiers}
    if target in recoded:
        column = recoded[target]
        texts = np.array(column.hierarchy.values, dtype=object)[column.codes].tolist()
    elif target in original.others.columns:
        texts = texts_of(original.others[target]).to_list()
    else:
        raise SchemaError(no_column(target, original.columns), parameter="target")
    classes = sorted({*texts} - {None, MISSING})
    if not 1 < len(classes) <= MOST_CLASSES:
        values = counted(len(classes), "different value")
        message = f"column {target!r} holds {values}: a target has 2 to {MOST_CLASSES}"
        raise SchemaError(message, parameter="target")
    code_of = {value: code for code, value in enumerate(classes)}
    return classes, np.array([code_of.get(text, -1) for text in texts], dtype=np.int64)


def published_classes(
    release: pl.DataFrame, target: str, classes: Sequence[str], *, recoded: bool
) -> Integers:
    """Return the class of each published row; -1 where it is missing or suppressed."""
    code_of: dict[str | None, int] = dict.fromkeys([None, MISSING, STAR], -1)
    code_of |= {value: code for code, value in enumerate(classes)}
    texts = texts_of(release[target]).to_list()
    if not all(text in code_of for text in texts):
        role = "a quasi-identifier that was recoded" if recoded else "a column that was changed"
        raise SchemaError(
            f"{target!r} is {role} in the release, and cannot be the target: choose a column that "
            "is published as it is",
            parameter="target",
        )
    after = np.array([code_of[text] for text in texts], dtype=np.int64)
    if not (after >= 0).any():
        raise SchemaError(f"no row of the release has a value of {target!r}", parameter="target")
    return after
