"""Which role a column should have, told by its name and by what it holds."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from shoal.data.person_names import calls_persons, numbers_persons, words_of
from shoal.io.guesses import names_an_id

if TYPE_CHECKING:
    from shoal.inspection.column_types import Column

IDENTIFIER = "identifier"
QUASI_IDENTIFIER = "quasi-identifier"
SENSITIVE = "sensitive"
OTHER = "other"

#: A column with this share of different values among its rows names the row.
NAMES_THE_ROW = 0.9

#: Fewer rows than these are different by chance.
_FEW_ROWS = 20

#: Words in names of columns, by what they tell; of each list any part of a name will do.
_NAMES: dict[str, tuple[str, tuple[str, ...]]] = {
    IDENTIFIER: (
        "its name says that it names a person",
        (
            *("id", "uid", "uuid", "guid", "ssn", "nino", "iban", "ip", "name", "surname", "login"),
            *("firstname", "lastname", "fullname", "username", "email", "mail", "phone", "mobile"),
            *("telephone", "passport", "licence", "license", "plate", "account", "address"),
            *("street", "url", "cookie", "device"),
        ),
    ),
    SENSITIVE: (
        "its name says what a person would keep private",
        (
            *("disease", "diagnosis", "diagnoses", "illness", "condition", "symptom", "icd", "hiv"),
            *("health", "medication", "drug", "treatment", "test", "result", "cancer", "disorder"),
            *("income", "salary", "wage", "pay", "earnings", "credit", "debt", "loan", "balance"),
            *("finance", "religion", "politics", "party", "vote", "orientation", "crime"),
            *("offence", "offense", "conviction", "grade", "score", "class", "target", "label"),
        ),
    ),
    QUASI_IDENTIFIER: (
        "its name says what others may know of a person",
        (
            *("age", "birth", "birthday", "birthdate", "born", "dob", "yob", "sex", "gender"),
            *("zip", "zipcode", "postcode", "postal", "plz", "city", "town", "village", "county"),
            *("municipality", "district", "region", "state", "province", "country", "nation"),
            *("nationality", "citizenship", "race", "ethnicity", "ethnic", "marital", "married"),
            *("education", "school", "schooling", "degree", "occupation", "job", "profession"),
            *("employer", "workclass", "language", "children", "household", "family", "height"),
            *("weight", "date", "day", "year", "admission", "discharge", "latitude", "longitude"),
            *("location", "place", "home"),
        ),
    ),
}


#: Words in front of names that only persons have, as in ``last_name``.
_OF_PERSONS = {"first", "last", "full", "given", "family", "maiden", "middle"}


class Role(NamedTuple):
    """What a column should be, and why."""

    name: str
    reason: str


def role_of(column: Column) -> Role:
    """Suggest the role of a column.

    Parameters
    ----------
    column
        What was told from its values.

    Examples
    --------
    >>> import polars as pl
    >>> from shoal.inspection.column_types import look_at
    >>> role_of(look_at(pl.Series("home-town", ["Rome", "Oslo"]))).name
    'quasi-identifier'
    """
    if column.type == "list":
        return Role(OTHER, "it holds lists, which a table cannot publish")
    if not column.distinct:
        return Role(OTHER, "it holds no value")
    if column.distinct == 1 and not column.missing:
        return Role(OTHER, "it holds one value only")
    return _by_content(column) or _by_name(column) or _by_shape(column)


def _by_content(column: Column) -> Role | None:
    for what, words in {"e-mail": "e-mail addresses", "telephone": "telephone numbers"}.items():
        if column.holds(what):
            return Role(IDENTIFIER, f"its values look like {words}")
    unique = column.distinct >= NAMES_THE_ROW * column.known and column.known >= _FEW_ROWS
    if unique and (column.type == "text" or (column.type != "date" and column.whole)):
        share = column.distinct / column.known
        return Role(IDENTIFIER, f"nearly every row has a value of its own ({share:.0%})")
    if column.type == "date" or column.holds("day"):
        return Role(QUASI_IDENTIFIER, "it holds dates")
    if column.holds("sex") and column.distinct <= 5:
        return Role(QUASI_IDENTIFIER, "its values are those of sex")
    return None


def _by_name(column: Column) -> Role | None:
    if is_person(column):
        return Role(IDENTIFIER, "its name says that it names a person, and rows share persons")
    words = set(words_of(column.name))
    for role, (reason, known) in _NAMES.items():
        named = words & set(known)
        if not named:
            continue
        # An id that many rows share says what they have in common, not who they are; and a name
        # such as account_type speaks of a few kinds of what names a person.
        shared = named <= {"id", "name"} and column.distinct < column.known / 2
        names_nobody = (shared or column.few) and not words & _OF_PERSONS
        if role == IDENTIFIER and names_nobody:
            continue
        if role == QUASI_IDENTIFIER and holds_ids(column):
            break
        return Role(role, reason)
    return Role(IDENTIFIER, "its name says that it holds ids") if holds_ids(column) else None


def holds_ids(column: Column) -> bool:
    """Tell whether a column is called as those of ids are, and holds codes.

    Several, as in ``visits``, are rather a count.

    Examples
    --------
    >>> import polars as pl
    >>> from shoal.inspection.column_types import look_at
    >>> holds_ids(look_at(pl.Series("school_id", ["S7", "S7", "S8"])))
    True
    """
    named = names_an_id(column.name) or calls_persons(column.name)
    return named and column.coded and not column.name.lower().endswith("s")


def tells_role(name: str) -> bool:
    """Tell whether a word is known as the name of a column.

    Examples
    --------
    >>> tells_role("home town"), tells_role("tea")
    (True, False)
    """
    words = set(words_of(name))
    return numbers_persons(name) or any(words & set(known) for _, known in _NAMES.values())


def is_person(column: Column) -> bool:
    """Tell whether a column numbers the persons that rows are about, several rows for some.

    Parameters
    ----------
    column
        What was told from its values.

    Examples
    --------
    >>> import polars as pl
    >>> from shoal.inspection.column_types import look_at
    >>> is_person(look_at(pl.Series("patient_id", [1, 1, 2])))
    True
    """
    repeats = column.distinct < column.rows and not column.missing
    if calls_persons(column.name):
        return repeats and column.coded
    return repeats and numbers_persons(column.name)


def _by_shape(column: Column) -> Role:
    if column.holds("postcode") and column.distinct > 5:
        return Role(QUASI_IDENTIFIER, "its values look like postcodes")
    if column.holds("year") and column.distinct > 5:
        return Role(QUASI_IDENTIFIER, "its values look like years")
    return Role(OTHER, "neither its name nor its values tell")
