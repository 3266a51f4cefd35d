"""Which names of columns speak of persons, and of what a person may have several of."""

from __future__ import annotations

import re

#: Words for persons in names such as ``patient_id``.
_PERSONS = {"person", "patient", "user", "customer", "client", "member", "employee", "subject"}

#: Words that make such a name one of numbers or codes.
_NUMBERS = {"id", "number", "no"}

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
