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

    @property
    def shown(self) -> str:
        """The text for a message; what a file holds may be a value of the data."""
        return repr(self.text) if self.path is None else cell(self.text, "a name")

    def error(self, message: str) -> ShoalError:
        if self.path is None:
            return ParameterError(message, parameter="sensitive", entry=self.text)
        return FormatError(message, path=self.path, line=self.line)


def choose_items(
    vocabulary: Vocabulary, choice: str | Iterable[Any], what: str = "sensitive items"
) -> tuple[str, ...]:
    """Return the names of the chosen items, in the order of the vocabulary."""
    names = vocabulary.strings
    known = frozenset(names)
    chosen: set[str] = set()
    for wanted in _wanted(choice, known, what):
        chosen |= _matches(wanted, names, known, what)
        if len(chosen) == len(names):
            message = f"all {len(names):,} items of the data are chosen as {what}: leave some out"
            raise wanted.error(message)
    if not chosen:
        raise ParameterError(f"no {what} were chosen: name at least one item")
    return tuple(name for name in names if name in chosen)


def files_of(choice: str | Iterable[Any] | None, what: str = "sensitive items") -> list[Path]:
    """Return the files that a choice of items names."""
    if choice is None or isinstance(choice, Iterator):  # what is passed once is left to be chosen
        return []
    texts = _texts(choice, what)
    return [Path(text[1:]) for text in texts if text.startswith("@")]


def _wanted(choice: str | Iterable[Any], known: frozenset[str], what: str) -> Iterator[_Wanted]:
    for text in _texts(choice, what):
        if text.startswith("@") and text not in known:
            yield from _from_file(Path(text[1:]), what)
        else:
            yield _Wanted(text)


def _texts(choice: str | Iterable[Any], what: str) -> list[str]:
    if not isinstance(choice, str):
        if not isinstance(choice, Iterable) or isinstance(choice, (bytes, dict)):
            raise ParameterError(f"the {what} must be a text such as 'h,g', or a list of names")
        return [str(name) for name in choice]
    try:
        (texts,) = csv.reader([choice], skipinitialspace=True, strict=True)
    except (csv.Error, ValueError):
        raise ParameterError(
            f"the {what} must be names separated by commas, one with a comma in it in quotes"
        ) from None
    return [text for text in map(str.strip, texts) if text]


def _from_file(path: Path, what: str) -> list[_Wanted]:
    if not path.name:
        raise ParameterError(f"@ stands before the name of a file with the {what}: @secret.txt")
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


def _matches(wanted: _Wanted, names: tuple[str, ...], known: frozenset[str], what: str) -> set[str]:
    if wanted.text in known:
        return {wanted.text}
    if not wanted.literal and re.search(r"[*?[]", wanted.text):
        found = {name for name in names if fnmatchcase(name, wanted.text)}
        if not found:
            raise wanted.error(f"pattern {wanted.shown} of the {what} matches no item of the data")
        return found
    raise wanted.error(f"{wanted.shown} of the {what} is no item of the data")
