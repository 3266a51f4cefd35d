"""Recipes as TOML: read with care, as any file may be named by mistake; and where each key is."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import tomli

from shoal.errors import FormatError, ParameterError
from shoal.io.failures import check_readable

#: The path of a key, as in ``("options", "seed")``.
Key = tuple[str, ...]

_NAME = r"""(?:"(?:[^"\\]|\\.)*"|'[^']*'|[\w-]+)"""
_DOTTED = rf"\s*({_NAME}(?:\s*\.\s*{_NAME})*)\s*"
_HEADER_OR_KEY = re.compile(rf"\s*(?:\[\[?{_DOTTED}\]\]?\s*(?:#.*)?$|{_DOTTED}=)")


def read_toml(source: Path) -> tuple[str, dict[str, Any]]:
    """Return the text of a file, and what it says."""
    check_readable(source)
    if not source.is_file():
        raise ParameterError(f"{source} is not a regular file")
    content = source.read_bytes()
    try:
        text = content.decode("utf-8-sig").replace("\r\n", "\n")
        return text, tomli.loads(text)
    except UnicodeDecodeError as error:
        line = content.count(b"\n", 0, error.start) + 1
        raise FormatError("is not UTF-8 text", path=str(source), line=line) from None
    except tomli.TOMLDecodeError as error:
        message = f"is not valid TOML: {error.msg[:1].lower()}{error.msg[1:]}"
        line = min(error.lineno, max(len(text.splitlines()), 1))
        raise FormatError(message, path=str(source), line=line) from None
    except RecursionError:
        raise FormatError("lists or tables nested too deep", path=str(source)) from None


def lines_of(text: str) -> dict[Key, int]:
    """Return the line, counted from 1, of each section and key that begins a line.

    The parser does not tell. Lines within a string of several lines are taken for keys, too; what
    stands in an inline table has the line of its key.
    """
    found: dict[Key, int] = {}
    section: Key = ()
    for number, line in enumerate(text.split("\n"), 1):
        if (match := _HEADER_OR_KEY.match(line)) is None:
            continue
        header, key = match.groups()
        if header is not None:
            section = _names(header)
            found.setdefault(section, number)
        else:
            names = _names(key)
            for depth in range(len(names)):
                found.setdefault(section + names[: depth + 1], number)
    return found


def nearest_line(lines: Mapping[Key, int], key: Key) -> int:
    """Return the line of a key, else that of the section it is missing from, else the first."""
    while key and key not in lines:
        key = key[:-1]
    return lines.get(key, 1)


def _names(dotted: str) -> Key:
    """Return the names of a dotted key, some of which may be quoted."""
    names: list[str] = []
    inner: Any = tomli.loads(f"{dotted} = 0")
    while isinstance(inner, dict):
        ((name, inner),) = inner.items()
        names.append(name)
    return tuple(names)
