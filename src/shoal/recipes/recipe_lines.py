"""On which line of a TOML text each key stands: the parser tells where a mistake of syntax is only.

The text was parsed before, so it is known to be TOML; what is left is to step over the values.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from types import MappingProxyType

#: The path of a key, as in ``("options", "seed")``.
Key = tuple[str, ...]

_BLANK = re.compile(r"(?:[ \t\r\n]|#[^\n]*)*")
_HEADER = re.compile(r"\[\[?[ \t]*")
_NAME = re.compile(r"""[ \t]*("(?:[^"\\\n]|\\.)*"|'[^'\n]*'|[A-Za-z0-9_-]+)[ \t]*""")
_STRING = re.compile(
    r'"""(?:[^\\]|\\.)*?"{3,5}' r"|'''.*?'{3,5}" r'|"(?:[^"\\\n]|\\.)*"' r"|'[^'\n]*'", re.DOTALL
)
_PLAIN = re.compile(r"[^\"'#\[\]{}\n]+")


def lines_of(text: str) -> Mapping[Key, int]:
    r"""Return the line, counted from 1, of each section and key.

    Keys within an inline table have no line of their own: they stand where its key stands.
    """
    found: dict[Key, int] = {}
    for section, key, line in _entries(text):
        for depth in range(1, len(key) + 1) if key else [0]:
            found.setdefault(section + key[:depth], line)
    return MappingProxyType(found)


def _entries(text: str) -> Iterator[tuple[Key, Key, int]]:
    """Yield the section, the key below it and the line of each entry; a header has no key."""
    section: Key = ()
    place = _skip(_BLANK, text, 0)
    while place < len(text):
        line = text.count("\n", 0, place) + 1
        if header := _HEADER.match(text, place):
            section, place = _dotted(text, header.end())
            yield section, (), line
            place = _skip(re.compile(r"\]+"), text, place)
        else:
            key, place = _dotted(text, place)
            yield section, key, line
            place = _end_of_value(text, place + 1)
        place = _skip(_BLANK, text, place)


def nearest_line(lines: Mapping[Key, int], key: Key) -> int:
    """Return the line of a key, else that of the section it is missing from, else the first."""
    while key and key not in lines:
        key = key[:-1]
    return lines.get(key, 1)


def _skip(what: re.Pattern[str], text: str, place: int) -> int:
    match = what.match(text, place)
    return match.end() if match else place


def _dotted(text: str, place: int) -> tuple[Key, int]:
    """Return the names of a key and the place behind them."""
    names: list[str] = []
    while match := _NAME.match(text, place):
        names.append(_name(match[1]))
        place = match.end()
        if text[place : place + 1] != ".":
            break
        place += 1
    return tuple(names), place


def _name(spelled: str) -> str:
    if spelled[0] not in "\"'":
        return spelled
    from tomllib import loads

    name: str = loads(f"name = {spelled}")["name"]
    return name


def _end_of_value(text: str, place: int) -> int:
    """Return the place behind a value: the end of its line, unless a list or a string goes on."""
    depth = 0
    while place < len(text):
        sign = text[place]
        if sign in "\"'":
            place = max(_skip(_STRING, text, place), place + 1)
        elif sign == "#":
            place = _skip(re.compile(r"[^\n]*"), text, place)
        elif sign == "\n" and depth == 0:
            break
        elif sign in "[]{}\n":
            depth += {"[": 1, "{": 1, "]": -1, "}": -1}.get(sign, 0)
            place += 1
        else:
            place = _skip(_PLAIN, text, place)
    return place
