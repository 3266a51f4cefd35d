"""What is judged, and what is said about it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any


class NotJudged(Exception):
    """Something that this verifier does not judge: exit status 2. The text never holds a cell."""


@dataclass(frozen=True)
class Release:
    """The published rows.

    A row of baskets is a tuple of its items, in the one order that the file has for them; a row of
    a table is a tuple of its quasi-identifiers' cells. So rows are equal if and only if their
    tuples are. ``mapping`` says what each public item was published as, where a file says so.
    """

    rows: list[tuple[Any, ...]]
    is_table: bool = False
    mapping: Mapping[str, str] = field(default_factory=dict)
    #: The values of sensitive columns by name, where a model is about them, and whether they are
    #: judged as one; their hierarchies: of each value, the way up to the root.
    sensitive: Mapping[str, Sequence[Any]] = field(default_factory=dict)
    together: bool = False
    trees: Mapping[str, Mapping[str, Sequence[str]]] = field(default_factory=dict)


@dataclass(frozen=True)
class Verdict:
    """Whether a model holds, in one sentence, and the numbers behind it."""

    holds: bool
    rows: int
    sentence: str
    figures: Mapping[str, int | None]


def counted(count: int, word: str) -> str:
    """Return a count in words."""
    return f"{count:,} {word}{'' if count == 1 else 's'}"


def baskets(rows: list[tuple[Any, ...]]) -> Release:
    """Return baskets; refuse repeats, and orders of items that could tell equal rows apart.

    Items ascend in every row: as text, or as numbers where all of them are numbers.
    """
    if not _ascending(rows):
        try:
            numbers = [tuple(map(int, row)) for row in rows]
        except ValueError:
            numbers = []
        if not numbers or not _ascending(numbers):
            raise NotJudged("the items of a row repeat, or do not ascend")
    return Release(rows)


def _ascending(rows: list[tuple[Any, ...]]) -> bool:
    return all(one < next_one for row in rows for one, next_one in pairwise(row))
