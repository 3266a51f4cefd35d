"""Which names of columns speak of persons, and of what a person may have several of."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from itertools import islice

#: Words for persons in names such as ``patient_id``.
_PERSONS = {"person", "patient", "user", "customer", "client", "member", "employee", "subject"}
_PERSONS |= {"patron", "reader", "borrower", "subscriber", "visitor", "guest", "passenger"}
_PERSONS |= {"student", "pupil", "participant", "respondent", "attendee", "applicant", "donor"}
_PERSONS |= {"buyer", "shopper", "consumer", "cardholder", "policyholder", "tenant", "resident"}
_PERSONS |= {"citizen", "viewer", "listener", "player", "rider", "driver", "traveller", "traveler"}
_PERSONS |= {"worker", "individual", "caller", "follower", "rater", "reviewer", "learner"}
_PERSONS |= {"beneficiary", "recipient", "claimant", "insured", "holder", "taxpayer", "payer"}
_PERSONS |= {"payee", "debtor", "voter", "volunteer", "inmate", "owner", "renter", "pensioner"}

#: Words for those whose number may be their size, and for what stands for a person; and which of
#: all these need no word for a number behind them, where a ``device`` is rather a kind of one.
_GROUPS = {"household", "family"}
_STAND_INS = {"account", "card", "device", "policy", "contract", "membership"}
_CALLED = _PERSONS | _GROUPS | {"account", "card"}

#: Words that make such a name one of numbers or codes, anywhere or as the last one.
_IDS, _NUMBERS = {"id", "key"}, {"number", "no", "nr"}

#: Values of a column that are looked at to tell whether they are codes, share of them that must
#: have a digit; and so few, each in so many rows on average, that they are counts or answers, as
#: whole numbers are up to the last.
_LOOKED_AT, _CODED = 1_000, 0.9
_FEW_VALUES, _ROWS_OF_A_VALUE, _COUNT = 10, 20, 20

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
    """Tell whether the name of a column speaks of persons, or of what stands for them.

    Examples
    --------
    >>> names_persons("Customer ID"), names_persons("household"), names_persons("order_id")
    (True, True, False)
    """
    return nearness_to_persons(name) > 0


def nearness_to_persons(name: str) -> int:
    """Return 2 if the name of a column speaks of persons, 1 if of what stands for them, else 0.

    Examples
    --------
    >>> [nearness_to_persons(name) for name in ("client_id", "account_no", "order_id")]
    [2, 1, 0]
    """
    words = words_of(name)
    if not _PERSONS.isdisjoint(words):
        return 2
    spoken = [word for word in words if word not in _IDS | _NUMBERS]
    stands_in = not _GROUPS.isdisjoint(spoken[:1]) or not _STAND_INS.isdisjoint(spoken)
    return int(stands_in and _EVENTS.isdisjoint(spoken))


def numbers_persons(name: str) -> bool:
    """Tell whether a column is called as those that number persons are.

    Examples
    --------
    >>> numbers_persons("patient_id"), numbers_persons("patient"), numbers_persons("order_id")
    (True, False, False)
    >>> numbers_persons("card no"), numbers_persons("number of account owner")
    (True, False)
    """
    words = words_of(name)
    if not names_persons(name) or _may_be_size(words):
        return False
    return words[-1] in _NUMBERS or not _IDS.isdisjoint(words)


def _may_be_size(words: Sequence[str]) -> bool:
    """Tell whether words are as in ``household number``: which one it is, or how many are in it."""
    return len(words) == 2 and words[0] in _GROUPS and words[1] in _NUMBERS


def calls_persons(name: str) -> bool:
    """Tell whether a column is called by a word for a person and no more: its values must tell.

    Several persons, as in ``guests``, are rather a count.

    Examples
    --------
    >>> calls_persons("member"), calls_persons("member_no"), calls_persons("guests")
    (True, False, False)
    >>> calls_persons("household"), calls_persons("household no"), calls_persons("device")
    (True, True, False)
    """
    words = words_of(name)
    return _may_be_size(words) or (len(words) == 1 and words[0] in _CALLED)


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
    if are_few(values, rows):
        return False
    some = [str(value) for value in islice(values, _LOOKED_AT)]
    return sum(any(map(str.isdigit, value)) for value in some) >= _CODED * len(some)


def are_few(values: Collection[object], rows: int) -> bool:
    """Tell whether the different values of a column are counts or answers: each is in many rows.

    Parameters
    ----------
    values
        The different values.
    rows
        How many rows hold them.

    Examples
    --------
    >>> are_few(["new", "known"], 500), are_few(range(16), 500), are_few(range(100, 116), 500)
    (True, True, False)
    """
    if len(values) * _ROWS_OF_A_VALUE > rows:
        return False
    return len(values) <= _FEW_VALUES or all(_is_count(str(value).strip()) for value in values)


def _is_count(value: str) -> bool:
    return len(value) <= 2 and value.isdecimal() and int(value) <= _COUNT


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
