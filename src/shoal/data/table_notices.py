"""What whoever publishes should know: rows that are not persons, columns that give people away."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING

import polars as pl

from shoal.data.cell_types import holds_cells
from shoal.data.words import may_name_persons, names_persons
from shoal.errors import Notice
from shoal.wording import counted, parameter

if TYPE_CHECKING:
    from shoal.data.roles import Roles
    from shoal.data.table import QuasiIdentifier

#: A column with this share of different values among the rows is nearly an identifier.
NEARLY_UNIQUE = 0.5

#: Share of the wrong guesses at a quasi-identifier that knowing the column spares.
GIVES_AWAY = 0.95


def rows_not_persons(
    columns: Iterable[str],
    read: Callable[[str], pl.Series],
    rows: int,
    remedy: Callable[[str], str],
    unit: str = "row",
) -> tuple[Notice, ...]:
    """Warn if a column that is left out says that one person has several rows."""
    for name in columns:
        if not may_name_persons(name):  # most columns need not be read
            continue
        values = read(name)
        if not holds_cells(values.dtype):
            continue
        distinct = values.drop_nulls().n_unique()
        if names_persons(name, distinct, rows):
            text = (
                f"column {name!r} has {counted(distinct, 'value')} in {counted(rows, unit)}: "
                f"k counts {unit}s, not persons; {remedy(name)}"
            )
            return (Notice(text, code="rows-not-persons"),)
    return ()


def single_values(columns: Iterable[QuasiIdentifier]) -> Iterator[Notice]:
    """Name the quasi-identifiers that hold one value only."""
    for column in columns:
        if len(column.hierarchy) == 1:
            text = f"column {column.name!r} holds one value only: it tells nobody apart"
            yield Notice(text, code="one-value")


def publishing_notices(frame: pl.DataFrame, roles: Roles) -> Iterator[Notice]:
    """Warn of rows that are not persons."""
    if roles.person is None:
        yield from rows_not_persons(
            roles.dropped,
            frame.get_column,
            len(frame),
            lambda name: f"{parameter('person', name)} counts persons",
        )


def singled_out(published: pl.DataFrame) -> tuple[Notice, ...]:
    """Warn of rows that no other is like in all of these columns, published as they are."""
    alone = {one.name: int(one.is_unique().sum()) for one in published}
    together = int(published.is_unique().sum()) if alone else 0
    if not together:
        return ()
    text = f"the columns published as they are single out {together:,} of {len(published):,} rows"
    worst = max(alone, key=lambda name: alone[name])
    if len(alone) > 1:
        text += " together" + (f", {worst!r} alone {alone[worst]:,}" if alone[worst] else "")
    return (Notice(text, code="rows-singled-out"),)


def doubtful_columns(kept: pl.DataFrame, quasi_identifiers: pl.DataFrame) -> tuple[Notice, ...]:
    """Return a warning for each kept column that gives away a quasi-identifier."""
    notices = []
    for column in kept:
        if is_nearly_unique(column.n_unique(), len(column)):
            continue  # it gives away all of them; its rows are singled out, which is said once
        for hidden in quasi_identifiers:
            if gives_away(column, hidden):
                what = f"gives away the quasi-identifier {hidden.name!r}"
                text = f"kept column {column.name!r} {what}"
                notices.append(Notice(text, code="kept-column-gives-away"))
    return tuple(notices)


def is_nearly_unique(distinct: int, rows: int) -> bool:
    """Tell whether a column has so many different values that it nearly names the row."""
    return distinct >= max(NEARLY_UNIQUE * rows, 3)


def gives_away(column: pl.Series, hidden: pl.Series) -> bool:
    """Tell whether the best guess from the column is hardly ever wrong (Goodman-Kruskal lambda)."""
    pairs = pl.DataFrame({"shown": column, "hidden": hidden}).group_by("shown", "hidden").len()
    right = int(pairs.group_by("shown").agg(pl.col("len").max())["len"].sum())
    blind = int(pairs.group_by("hidden").agg(pl.col("len").sum())["len"].max())  # type: ignore[arg-type]
    rows = len(column)
    return blind < rows and right - blind >= GIVES_AWAY * (rows - blind)
