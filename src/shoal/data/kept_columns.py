"""Columns that are published as they are, and give away a person or a quasi-identifier."""

from __future__ import annotations

import polars as pl

from shoal.errors import Notice

#: A column with this share of different values among the rows is nearly an identifier.
NEARLY_UNIQUE = 0.5

#: Share of the wrong guesses at a quasi-identifier that knowing the column spares.
GIVES_AWAY = 0.95


def doubtful_columns(kept: pl.DataFrame, quasi_identifiers: pl.DataFrame) -> tuple[Notice, ...]:
    """Return a warning for each kept column that nearly names the row, or a quasi-identifier."""
    notices = []
    for column in kept:
        if is_nearly_unique(column.n_unique(), len(column)):
            text = nearly_unique("kept column", column.name)
            notices.append(Notice(text, code="kept-column-unique"))
            continue
        for hidden in quasi_identifiers:
            if gives_away(column, hidden):
                text = (
                    f"kept column {column.name!r} gives away the quasi-identifier {hidden.name!r}"
                )
                notices.append(Notice(text, code="kept-column-gives-away"))
    return tuple(notices)


def is_nearly_unique(distinct: int, rows: int) -> bool:
    """Tell whether a column has so many different values that it nearly names the row."""
    return distinct >= max(NEARLY_UNIQUE * rows, 3)


def nearly_unique(role: str, name: str) -> str:
    """Return what is wrong with publishing the values of a nearly unique column."""
    return f"{role} {name!r} is nearly unique: it may name the person"


def gives_away(column: pl.Series, hidden: pl.Series) -> bool:
    """Tell whether the best guess from the column is hardly ever wrong (Goodman-Kruskal lambda)."""
    pairs = pl.DataFrame({"shown": column, "hidden": hidden}).group_by("shown", "hidden").len()
    right = int(pairs.group_by("shown").agg(pl.col("len").max())["len"].sum())
    blind = int(pairs.group_by("hidden").agg(pl.col("len").sum())["len"].max())  # type: ignore[arg-type]
    rows = len(column)
    return blind < rows and right - blind >= GIVES_AWAY * (rows - blind)
