"""Numbers, sizes and names in sentences."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from difflib import get_close_matches
from itertools import zip_longest
from shlex import quote
from typing import Literal

#: Where the user gives parameters: as flags, as keys of a recipe, or in a call of Python.
_door: ContextVar[Literal["flags", "keys", "call"]] = ContextVar("door", default="call")

#: Whether messages may quote values of the data.
_shown: ContextVar[bool] = ContextVar("shown", default=False)


@contextmanager
def speaking_of(door: Literal["flags", "keys"]) -> Iterator[None]:
    """Let messages within spell parameters as the user of this front door writes them."""
    before = _door.set(door)
    try:
        yield
    finally:
        _door.reset(before)


def parameter(name: str, value: str | list[str] | Mapping[str, str] | None = None) -> str:
    """Return a parameter, with a value where one is given, as the user in question writes it."""
    door = _door.get()
    if door != "call":
        name = name.rstrip("_")  # as of class_, which is a word of Python
    if door == "flags":
        flag = f"--{name.replace('_', '-')}"
        return flag if value is None else f"{flag} {quote(_as_flag(value))}"
    if value is None:
        return name
    return f"{name} = {_as_key(value)}" if door == "keys" else f"{name}={value!r}"


def call_parameter(name: str) -> str:
    """Return a switch of the call itself, which no recipe holds, as the user writes it."""
    return f"{name}=True" if _door.get() == "call" else f"--{name.replace('_', '-')}"


def _as_flag(value: str | list[str] | Mapping[str, str]) -> str:
    if isinstance(value, str):
        return value
    if isinstance(value, list):
        return ",".join(value)
    return ",".join(f"{column}={word}" for column, word in value.items())


def _as_key(value: str | list[str] | Mapping[str, str]) -> str:
    if not isinstance(value, Mapping):
        return json.dumps(value, ensure_ascii=False)
    pairs = (f"{_as_key(column)} = {_as_key(word)}" for column, word in value.items())
    return f"{{ {', '.join(pairs)} }}"


def counted(number: int, one: str, many: str | None = None) -> str:
    """Return a number with what it counts, in the singular or the plural."""
    return f"{number:,} {one if number == 1 else many or one + 's'}"


def published_empty(empty: int, rows: int) -> str:
    """Return how many baskets are published without any item, in a clause."""
    are = "is" if empty == 1 else "are"
    return f"{empty:,} of {counted(rows, 'basket')} {are} published empty"


def sized(size: int) -> str:
    """Return a number of bytes in the largest unit that it fills."""
    value, unit = float(size), "bytes"
    for larger in ("KiB", "MiB", "GiB", "TiB"):
        if value < 1024:
            break
        value, unit = value / 1024, larger
    return f"{value:.1f}".removesuffix(".0") + f" {unit}"


def in_columns(rows: Iterable[tuple[str, ...]], *, left: bool = True) -> str:
    """Return a table as lines of text; further lines of a cell get rows of their own."""
    cells: list[tuple[str, ...]] = []
    for row in rows:
        cells += zip_longest(*(cell.split("\n") for cell in row), fillvalue="")
    widths = [max(map(len, column)) for column in zip(*cells, strict=True)]
    align = str.ljust if left else str.rjust
    return "\n".join("  " + "   ".join(map(align, row, widths)).rstrip() for row in cells)


def no_column(name: str, columns: Sequence[str]) -> str:
    """Return a sentence that says that there is no such column; a first line may be no header."""
    there = f"there are {len(columns):,} others" if len(columns) != 1 else "there is another"
    there = f"there are {cells(columns, 10)}" if _shown.get() else f"{there}{how_to_show()}"
    near = [f"did you mean {one!r}? " for one in get_close_matches(name, columns, 1)]
    return f"there is no column {name!r}: {''.join(near)}{there}"


@contextmanager
def show_values() -> Iterator[None]:
    """Let messages within quote values of the data: cells, items, and names in a first line.

    Messages name file, line and column, and no value, unless they are asked for.

    Examples
    --------
    >>> no_column("salery", ["salary", "city"])
    "there is no column 'salery': did you mean 'salary'? there are 2 others (named within ...)"
    >>> with show_values():
    ...     no_column("town", ["city", "age"])
    "there is no column 'town': there are 'city', 'age'"
    """
    before = _shown.set(True)
    try:
        yield
    finally:
        _shown.reset(before)


def values_are_shown() -> bool:
    """Tell whether messages may quote values of the data."""
    return _shown.get()


def cell(value: object, otherwise: str) -> str:
    """Return a value of the data for a message if it may be shown, or other words for it."""
    return repr(value) if _shown.get() else otherwise


def an_item(name: object) -> str:
    """Return an item for a message, with its name if that may be shown."""
    return f"item {name!r}" if _shown.get() else "an item"


def cells(values: Iterable[object], limit: int = 40) -> str:
    """Return values that may be shown: all of them, up to a screenful."""
    listed = list(values)
    more = f" and {len(listed) - limit:,} more" if len(listed) > limit else ""
    return ", ".join(map(repr, listed[:limit])) + more


def lacking(values: Iterable[object]) -> str:
    """Return which values a sentence counts, or how to see that."""
    return f": {cells(values)}" if _shown.get() else how_to_show()


def how_to_show() -> str:
    """Return how to see the values that a sentence does not show, in parentheses."""
    asked = "within shoal.show_values()" if _door.get() == "call" else "with --show-values"
    return f" (named {asked})"
