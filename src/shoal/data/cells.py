"""The grammar of published cells: a value, a range, a set, ``*`` or ``?``.

What the writer writes can be read back exactly. A label of a hierarchy reads as a value, or as
whatever it looks like: who knows the hierarchy looks there first.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache

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
_MEMBER = re.compile(r'"((?:[^"]|"")*)"|([^\s,{}"][^,{}"]*)')


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
    return "{" + ", ".join(quoted(member, _QUOTED) for member in members) + "}"


@lru_cache(maxsize=2**16)  # the same cells are looked at again and again
def parse_cell(text: str) -> Cell:
    """Return what a published cell says."""
    if text == STAR:
        return Star()
    if text in ("", MISSING):
        return Missing()
    if text.startswith("{") and text.endswith("}"):
        found_members = (match.groups() for match in _MEMBER.finditer(text[1:-1]))
        members = [plain or within.replace('""', '"') for within, plain in found_members]
        # Only what the writer writes is a set; anything else with braces is a value.
        if members and format_set(members) == text and len({*members}) == len(members) > 1:
            return Set(tuple(members))
    found = _RANGE.fullmatch(text)
    if found is not None and not NUMBER.fullmatch(text) and not DATE.fullmatch(text):
        low, high = (end for end in found.groups() if end is not None)
        if low != high:
            return Range(low, high)
    return Value(text)


def quoted(text: str, special: str | re.Pattern[str]) -> str:
    """Return text in quotes, its own doubled, if it holds what the pattern calls special."""
    return '"' + text.replace('"', '""') + '"' if re.search(special, text) else text
