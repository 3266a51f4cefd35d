"""The grammar of published cells: a value, a range, a set, ``*`` or ``?``.

What the writer writes can be read back exactly. A label of a hierarchy reads as a value, or as
whatever it looks like: who knows the hierarchy looks there first.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass

#: A cell that tells nothing.
STAR = "*"

#: A missing value: one value like any other, never a wildcard.
MISSING = "?"

_NUMBER = r"[+-]?(?:[0-9]+(?:\.[0-9]*)?|\.[0-9]+)(?:[eE][+-]?[0-9]+)?"
_DATE = (
    r"[0-9]{4}-[0-9]{2}-[0-9]{2}"
    r"(?:[T ][0-9]{2}:[0-9]{2}(?::[0-9]{2}(?:\.[0-9]{1,9})?)?(?:Z|[+-][0-9]{2}:[0-9]{2})?)?"
)
NUMBER = re.compile(_NUMBER)
DATE = re.compile(_DATE)
_RANGE = re.compile(f"({_NUMBER})-({_NUMBER})|({_DATE})-({_DATE})")

#: What a member of a set is quoted for.
_QUOTED = re.compile(r'[,{}"]|^\s|\s$|^$')
_QUOTED_MEMBER = re.compile(r'"((?:[^"]|"")*)"')
_PLAIN_MEMBER = re.compile(r'[^,{}"]+')


@dataclass(frozen=True)
class Value:
    """One value, or a label of a hierarchy."""

    text: str


@dataclass(frozen=True)
class Range:
    """All from one number or date to another, both included."""

    low: str
    high: str


@dataclass(frozen=True)
class Set:
    """One of several values."""

    values: tuple[str, ...]


@dataclass(frozen=True)
class Star:
    """Any value."""


@dataclass(frozen=True)
class Missing:
    """No value was given."""


Cell = Value | Range | Set | Star | Missing


def format_range(low: str, high: str) -> str:
    """Return the cell for all from one number or date to another."""
    return low if low == high else f"{low}-{high}"


def format_set(values: Iterable[str]) -> str:
    """Return the cell for one of several values."""
    members = tuple(values)
    if len(members) == 1:
        return members[0]
    return "{" + ", ".join(map(_quoted, members)) + "}"


def parse_cell(text: str) -> Cell:
    """Return what a published cell says.

    Examples
    --------
    >>> parse_cell("-5--2"), parse_cell("{tea, rum}"), parse_cell("*")
    (Range(low='-5', high='-2'), Set(values=('tea', 'rum')), Star())
    >>> parse_cell("1e-5")
    Value(text='1e-5')
    """
    if text == STAR:
        return Star()
    if text in ("", MISSING):
        return Missing()
    if text.startswith("{") and text.endswith("}"):
        members = _members(text)
        # Only what the writer writes is a set; anything else with braces is a value.
        if members and format_set(members) == text and len({*members}) == len(members) > 1:
            return Set(members)
    found = _RANGE.fullmatch(text)
    if found is not None and not NUMBER.fullmatch(text) and not DATE.fullmatch(text):
        low, high = (end for end in found.groups() if end is not None)
        if low != high:
            return Range(low, high)
    return Value(text)


def _quoted(member: str) -> str:
    return '"' + member.replace('"', '""') + '"' if _QUOTED.search(member) else member


def _members(text: str) -> tuple[str, ...] | None:
    """Return the members between the braces; None if it is no list of members."""
    members = []
    place, end = 1, len(text) - 1
    while True:
        quoted = text.startswith('"', place)
        found = (_QUOTED_MEMBER if quoted else _PLAIN_MEMBER).match(text, place, end)
        if found is None:
            return None
        members.append(found[1].replace('""', '"') if quoted else found[0])
        place = found.end()
        if place == end:
            return tuple(members)
        if not text.startswith(", ", place):
            return None
        place += 2
