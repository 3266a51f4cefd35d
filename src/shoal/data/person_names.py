"""Which names of columns speak of persons, and of what a person may have several of."""

from __future__ import annotations

import re
from collections.abc import Collection
from itertools import islice

#: Words for persons in names such as ``patient_id``.
_PERSONS = {"person", "patient", "user", "customer", "client", "member", "employee", "subject"}
_PERSONS |= {"patron", "reader", "borrower", "subscriber", "visitor", "guest", "passenger"}
_PERSONS |= {"student", "pupil", "participant", "respondent", "attendee", "applicant", "donor"}
_PERSONS |= {"buyer", "shopper", "consumer", "cardholder", "policyholder", "tenant", "resident"}
_PERSONS |= {"citizen", "viewer", "listener", "player", "rider", "driver", "traveller", "traveler"}
_PERSONS |= {"worker", "individual", "caller", "follower", "rater", "reviewer", "learner"}

#: Words that make such a name one of numbers or codes.
_NUMBERS = {"id", "number", "no", "nr", "key"}

#: Values of a column that are looked at to tell whether they are codes, share of them that must
#: have a digit; and so few, each in so many rows on average, that they are counts or answers.
_LOOKED_AT, _CODED = 1_000, 0.9
_FEW_VALUES, _ROWS_OF_A_VALUE = 10, 20

#: Words for what one person may have several of.
_EVENTS = {"order", "receipt", "transaction", "invoice", "basket", "session", "visit", "ticket"}
_EVENTS |= {"cart", "purchase", "trip", "bill", "booking", "checkout", "tid"}


def words_of(name: str) -> list[str]:
    """Return the words that the name of a column is made of, in lower case.

    Parameters
    ----------
    name
        As in ``education-num``, ``birthDate`` or ``ZIP code``.

    Examples
    --------
    >>> words_of("birthDate"), words_of("ZIP code"), words_of("age_2")
    (['birth', 'date'], ['zip', 'code'], ['age'])
    """
    spaced = re.sub(r"(?<=[a-z])(?=[A-Z])", " ", name)
    return re.findall(r"[^\W\d_]+", spaced.lower())


def names_persons(name: str) -> bool:
    """Tell whether the name of a column speaks of persons.

    Examples
    --------
    >>> names_persons("Customer ID"), names_persons("order_id")
    (True, False)
    """
    return bool(_PERSONS & {*words_of(name)})


def numbers_persons(name: str) -> bool:
    """Tell whether a column is called as those that number persons are.

    Examples
    --------
    >>> numbers_persons("patient_id"), numbers_persons("patient"), numbers_persons("order_id")
    (True, False, False)
    """
    return names_persons(name) and bool(_NUMBERS & {*words_of(name)})


def calls_persons(name: str) -> bool:
    """Tell whether a column is called by a word for a person and no more: its values must tell.

    Several persons, as in ``guests``, are rather a count.

    Examples
    --------
    >>> calls_persons("member"), calls_persons("member_no"), calls_persons("guests")
    (True, False, False)
    """
    words = words_of(name)
    return len(words) == 1 and words[0] in _PERSONS


def are_codes(values: Collection[object], rows: int) -> bool:
    """Tell whether the different values of a column can number persons: nearly all have a digit.

    Parameters
    ----------
    values
        The different values.
    rows
        How many rows hold them.

    Examples
    --------
    >>> are_codes(["M7", "M8"], 3), are_codes(["new", "known"], 3), are_codes([0, 1], 500)
    (True, False, False)
    """
    if len(values) <= _FEW_VALUES and len(values) * _ROWS_OF_A_VALUE <= rows:
        return False
    some = [str(value) for value in islice(values, _LOOKED_AT)]
    return sum(any(map(str.isdigit, value)) for value in some) >= _CODED * len(some)


def event_of(name: str) -> str | None:
    """Return what a column numbers if a person may have several: an order, a visit; else None.

    Examples
    --------
    >>> event_of("order_id"), event_of("TransactionNo"), event_of("customer_order")
    ('order', 'transaction', None)
    """
    if names_persons(name):
        return None
    words = [word.removesuffix("s") for word in words_of(name)]
    event = next((word for word in words if word in _EVENTS), None)
    return "transaction" if event == "tid" else event
