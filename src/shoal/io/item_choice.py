"""Which items are sensitive: by name, by pattern, or from a file."""

from __future__ import annotations

import csv
import re
from collections.abc import Iterable, Iterator
from fnmatch import fnmatchcase
from pathlib import Path
from typing import Any, NamedTuple

from shoal.data.vocabulary import Vocabulary
from shoal.errors import FormatError, ParameterError, ShoalError
from shoal.io.encoding import read_lines
from shoal.wording import cell

#: A line of a file: an item in quotes or not, and perhaps a comment.
_LINE = re.compile(r'[ \t]*(?:"((?:[^"]|"")*)"|([^#]*?))[ \t]*(?:#.*)?', re.DOTALL)


class _Wanted(NamedTuple):
    """A name or pattern, and where it was read: for messages."""

    text: str
    path: str | None = None
    line: int = 1
    literal: bool = False

    def error(self, message: str) -> ShoalError:
        if self.path is None:
            return ParameterError(message, parameter="sensitive", entry=self.text)
        return FormatError(message, path=self.path, line=self.line)


def choose_items(vocabulary: Vocabulary, choice: str | Iterable[Any]) -> tuple[str, ...]:
    """Return the names of the chosen sensitive items, in the order of the vocabulary."""
    names = vocabulary.strings
    known = frozenset(names)
    chosen: set[str] = set()
    for text in _texts(choice):
        is_file = text.startswith("@") and text not in known
        for wanted in _from_file(Path(text[1:])) if is_file else [_Wanted(text)]:
            chosen |= _matches(wanted, names, known)
            if len(chosen) == len(names):
                message = f"all {len(names):,} items of the data are chosen as sensitive items"
                raise wanted.error(f"{message}: leave some out")
    if not chosen:
        raise ParameterError("no sensitive items were chosen: name at least one item")
    return tuple(name for name in names if name in chosen)


def files_of(choice: str | Iterable[Any] | None) -> list[Path]:
    """Return the files that a choice of items names."""
    if choice is None or isinstance(choice, Iterator):  # what is passed once is left to be chosen
        return []
    return [Path(text[1:]) for text in _texts(choice) if text.startswith("@")]


def _texts(choice: str | Iterable[Any]) -> list[str]:
    if not isinstance(choice, str):
        if not isinstance(choice, Iterable) or isinstance(choice, (bytes, dict)):
            raise ParameterError("sensitive items are a text such as 'h,g', or a list of names")
        return [str(name) for name in choice]
    try:
        (texts,) = csv.reader([choice], skipinitialspace=True, strict=True)
    except (csv.Error, ValueError):
        raise ParameterError(
            "sensitive items are names separated by commas, one with a comma in it in quotes"
        ) from None
    return [text for text in map(str.strip, texts) if text]


def _from_file(path: Path) -> list[_Wanted]:
    if not path.name:
        raise ParameterError("@ stands before the name of a file of sensitive items: @secret.txt")
    found = []
    for number, line in enumerate(read_lines(path), 1):
        match = _LINE.fullmatch(line)
        if match is None:
            message = "text behind a closed quote: write one item a line"
            raise FormatError(message, path=str(path), line=number)
        within, plain = match.groups()
        if within is not None:
            found.append(_Wanted(within.replace('""', '"'), str(path), number, literal=True))
        elif plain:
            found.append(_Wanted(plain, str(path), number))
    if not found:
        raise FormatError("the file names no items", path=str(path))
    return found


def _matches(wanted: _Wanted, names: tuple[str, ...], known: frozenset[str]) -> set[str]:
    if wanted.text in known:
        return {wanted.text}
    is_pattern = not wanted.literal and re.search(r"[*?[]", wanted.text)
    if is_pattern and (found := {name for name in names if fnmatchcase(name, wanted.text)}):
        return found
    # What a file holds may be a value of the data.
    shown = repr(wanted.text) if wanted.path is None else cell(wanted.text, "a name")
    raise wanted.error(f"{shown} of the sensitive items matches no item of the data")
