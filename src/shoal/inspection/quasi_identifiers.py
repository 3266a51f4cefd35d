"""Which quasi-identifiers a command should name, and why not the others."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from shoal.data.code_names import names_codes
from shoal.data.person_names import nearness_to_persons
from shoal.inspection.facts import TableFacts
from shoal.inspection.roles import IDENTIFIER, OTHER, QUASI_IDENTIFIER, is_person

if TYPE_CHECKING:
    from shoal.inspection.column_types import Column


def quasi_identifiers(
    facts: TableFacts, columns: Sequence[Column]
) -> tuple[list[Column], dict[str, str]]:
    """Return the quasi-identifiers that a command can name, and why it leaves out other columns.

    Of two columns that give each other away, only the first is published.

    Parameters
    ----------
    facts
        What was told of the columns, roles above all.
    columns
        The columns themselves.
    """
    chosen: list[Column] = []
    left_out: dict[str, str] = {}
    person = person_of(columns)
    for column, said in zip(columns, facts.columns, strict=True):
        if said.role == IDENTIFIER and column is not person:
            left_out[column.name] = IDENTIFIER
        if said.role == OTHER:
            left_out[column.name] = said.reason
        if said.role != QUASI_IDENTIFIER:
            continue
        if not can_be_named(column.name):
            left_out[column.name] = "no flag can name it"
        elif column.stars:
            left_out[column.name] = "some of its values read like published cells"
        elif (same := _same(column, chosen)) is not None:
            left_out[column.name] = f"it says the same as {same!r}"
        else:
            chosen.append(column)
    return chosen, left_out


def is_code(column: Column) -> bool:
    """Tell whether a column holds digits that are names: a postcode is no amount.

    Examples
    --------
    >>> import polars as pl
    >>> from shoal.inspection.column_types import look_at
    >>> is_code(look_at(pl.Series("zip", ["12247", "80115"])))
    True
    """
    return column.type == "number" and column.whole and names_codes(column.name)


def person_of(columns: Sequence[Column]) -> Column | None:
    """Return the column that says whose row it is, several rows for some, if a flag can name it.

    A person counts before an account or a household.

    Examples
    --------
    >>> import polars as pl
    >>> from shoal.inspection.column_types import look_at
    >>> person_of([look_at(pl.Series("age", [1, 1])), look_at(pl.Series("user_id", [1, 1]))]).name
    'user_id'
    """
    named = (column for column in columns if can_be_named(column.name))
    persons = filter(is_person, named)
    return max(persons, key=lambda column: nearness_to_persons(column.name), default=None)


def can_be_named(name: str) -> bool:
    """Tell whether a flag can name a column: blanks around a name are lost.

    Examples
    --------
    >>> can_be_named("home town"), can_be_named(" town")
    (True, False)
    """
    return name == name.strip() != "" and name.isprintable()


def _same(column: Column, others: Sequence[Column]) -> str | None:
    """Return which of the others says the same as a column, in other words."""
    for other in others:
        if column.distinct != other.distinct or column.distinct <= 2:
            continue
        pairs = {*zip(column.codes.tolist(), other.codes.tolist(), strict=True)}
        if len(pairs) <= column.distinct + bool(column.missing):
            return other.name
    return None
