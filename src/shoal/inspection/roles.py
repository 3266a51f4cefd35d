"""Which role a column should have, by its name and by what it holds."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np

from shoal.data.words import (
    may_say_id,
    names_items,
    nearness_to_persons,
    says_id,
    speaks_of,
)
from shoal.inspection.column_types import Column

IDENTIFIER = "identifier"
QUASI_IDENTIFIER = "quasi-identifier"
SENSITIVE = "sensitive"
OTHER = "other"
UNKNOWN = "unknown"

#: A column with this share of different values among its rows names the row, if there are so many.
NAMES_THE_ROW, _FEW_ROWS = 0.9, 20

#: Rows of an id, and different items, on average, from which on they are rather its items.
_ITEMS_OF_AN_ID = 1.1

#: Words that say whose something is, as ``words.toml`` has them.
_SAY_WHOSE = ("ids", "numbers", "stand_ins", "identifier")


def role_of(column: Column) -> tuple[str, str]:
    """Suggest the role of a column, and why: the first rule that fits, content before name."""
    nothing_known = UNKNOWN, "could others know it? then add it to --qi"
    return next(_by_content(column), None) or next(_by_name(column), nothing_known)


def _by_content(column: Column) -> Iterator[tuple[str, str]]:
    if column.type == "list":
        yield OTHER, "it holds lists, which a table cannot publish"
    elif column.distinct + bool(column.missing) < 2:
        yield OTHER, "it holds one value only" if column.distinct else "it holds no value"
    if column.holds("e-mail") or column.holds("telephone"):
        yield IDENTIFIER, "its values look like e-mail addresses or telephone numbers"
    unique = column.distinct >= NAMES_THE_ROW * column.known and column.known >= _FEW_ROWS
    # A salary names nobody, a credit card does.
    private = speaks_of(column.name, "sensitive") and not speaks_of(column.name, *_SAY_WHOSE)
    amount = column.type == "number" and (private or not column.holds("whole", 1))
    if unique and column.type != "date" and not amount:
        share = column.distinct / column.known
        yield IDENTIFIER, f"nearly every row has a value of its own ({share:.0%})"
    if column.type == "date":
        yield QUASI_IDENTIFIER, "it holds dates"
    if column.holds("sex") and column.distinct <= 5:
        yield QUASI_IDENTIFIER, "its values are those of sex"


def _by_name(column: Column) -> Iterator[tuple[str, str]]:
    """Tell by a column's name what it is; postcodes and years may have any name that says less."""
    if _is_person(column):
        yield IDENTIFIER, "its name says that it names a person, and rows share persons"
    # Codes below the name of ids are ids, also where rows share them.
    numbers = (says_id(column.name) or may_say_id(column.name)) and column.coded
    words = speaks_of(column.name, "identifier")
    if words and not _names_nobody(column, words):
        yield IDENTIFIER, "its name says that it names a person"
    if speaks_of(column.name, "sensitive"):
        yield SENSITIVE, "its name says what a person would keep private"
    if numbers:
        yield IDENTIFIER, "its name says that it holds ids"
    if speaks_of(column.name, "quasi_identifier"):
        yield QUASI_IDENTIFIER, "its name says what others may know of a person"
    for what in ("postcode", "year"):
        if column.holds(what) and column.distinct > 5:
            yield QUASI_IDENTIFIER, f"its values look like {what}s"


def person_of(columns: Sequence[Column]) -> Column | None:
    """Return the column that says whose row it is: a person's id before an account's."""
    persons = filter(_is_person, columns)
    return max(persons, key=lambda column: nearness_to_persons(column.name), default=None)


def ids_and_items(columns: Sequence[Column]) -> tuple[str, str] | None:
    """Return the columns of ids and of items, if rows look like single items of baskets.

    Of several columns of ids, the one of persons counts, also where some are missing.
    """
    pair = len(columns) == 2
    ids = [
        column
        for column in columns
        if _holds_ids(column)
        and (not column.missing or (not pair and nearness_to_persons(column.name)))
        and 1 < column.distinct * _ITEMS_OF_AN_ID <= column.rows
        and (pair or not names_items(column.name))
    ]
    if not ids:
        return None
    id = max(ids, key=lambda column: (nearness_to_persons(column.name), column is columns[0]))
    others = [column for column in columns if column is not id and column.type != "list"]
    items = [column for column in others if pair or _holds_items(column, id)]
    best = max(items, key=lambda column: column.distinct, default=None)
    return None if best is None else (id.name, best.name)


def _is_person(column: Column) -> bool:
    """Tell whether a column says whose row it is, several rows for some."""
    repeats = column.distinct < column.rows and not column.missing
    return repeats and nearness_to_persons(column.name) > 0 and _holds_ids(column)


def _holds_ids(column: Column) -> bool:
    """Tell whether a column is called as columns of ids are, and its values can be such."""
    return column.coded if may_say_id(column.name) else says_id(column.name)


def _holds_items(column: Column, id: Column) -> bool:
    if not names_items(column.name) or not 1 < column.distinct < column.rows:
        return False
    pairs = np.unique(id.codes * (column.distinct + 1) + column.codes)
    return len(pairs) >= _ITEMS_OF_AN_ID * id.distinct


def _names_nobody(column: Column, words: set[str]) -> bool:
    """Tell whether many rows share what is called an identifier, as an ``account_type``."""
    shared = words <= {"id", "name"} and column.distinct < column.known / 2
    return (shared or column.few) and not speaks_of(column.name, "parts_of_names")
