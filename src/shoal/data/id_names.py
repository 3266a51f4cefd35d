"""Names of columns that hold ids, of persons above all."""

from __future__ import annotations

import re

_PERSONS = (
    "person|patient|user|customer|client|member|employee|subject|patron|reader|borrower|"
    "subscriber|visitor|guest|passenger|student|pupil|participant|respondent|applicant|donor|"
    "buyer|shopper|tenant|resident|citizen|driver|voter|beneficiary|recipient|claimant|insured|"
    "holder|household|family|account|card"
)
_EVENTS = "order|basket|invoice|receipt|session|transaction|visit|purchase|loan"

#: A word for persons, with or without a word that makes it an id: a household's number may be its
#: size.
_PERSON = re.compile(rf"(?:.* )?(?:{_PERSONS})(?: (?:no|nr|number)|(?P<id> (?:id|key)))?")

#: So few values, each in so many rows on average, are answers or counts.
_FEW_VALUES, _ROWS_OF_A_VALUE = 20, 20

_ID = re.compile(rf"(?:.* )?(?:t?id|key|no|nr|number)|(?:.* )?(?:{_PERSONS}|{_EVENTS})")


def spaced(name: str) -> str:
    """Return the name of a column as words in lower case."""
    split = re.sub(r"(?<=[a-z])(?=[A-Z])", " ", name)
    return " ".join(re.findall(r"[^\W\d_]+", split.lower()))


def names_id(name: str) -> bool:
    """Tell whether a column is called as columns of ids are."""
    return _ID.fullmatch(spaced(name)) is not None


def names_persons(name: str, distinct: int, rows: int) -> bool:
    """Tell whether a column identifies persons, several rows for some of them."""
    found = _PERSON.fullmatch(spaced(name))
    if found is None or not 0 < distinct < rows:
        return False
    few = distinct <= _FEW_VALUES and distinct * _ROWS_OF_A_VALUE <= rows
    return found["id"] is not None or not few
