"""The records of a CSV file of a table: where they start, and whether all are equally long."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import numpy.typing as npt

from shoal.errors import FormatError
from shoal.io.spaced import without_blanks
from shoal.io.text import BYTE_ORDER_MARK, check_line_ends, other_separator
from shoal.wording import counted

Places = npt.NDArray[np.int64]


def check_text(text: bytes, path: Path) -> bytes:
    r"""Return text without a byte order mark; raise with the line if it is binary or not UTF-8.

    Parameters
    ----------
    text
        What the file holds.
    path
        Where it comes from, for messages.

    Examples
    --------
    >>> check_text("\ufeffage\n31\n".encode(), Path("people.csv"))
    b'age\n31\n'
    """
    # The first fault is told, in the words of the native core, which reads baskets.
    place = text.find(b"\0")
    message = "holds a NUL byte: this is a binary file, not text"
    try:
        text.decode()
    except UnicodeDecodeError as error:
        if place < 0 or error.start < place:
            place = error.start
            message = "is not valid UTF-8: this is not text, or text to be saved as UTF-8 first"
    if place >= 0:
        raise FormatError(message, path=str(path), line=_line(text, place))
    return text.removeprefix(BYTE_ORDER_MARK)


def split_header(
    text: bytes, separator: str, path: Path, what: str = "table"
) -> tuple[list[str], bytes]:
    r"""Return the names of the columns and the text below them, which is checked.

    Blank lines are no records, and left out, unless there is one column only: there a cell is
    missing. So are blanks around cells, if one follows each separator of the header, and columns at
    the end that have neither a name nor a value.

    Parameters
    ----------
    text
        What the file holds, without a byte order mark.
    separator
        What stands between two cells.
    path
        Where it comes from, for messages.
    what
        What an empty file does not hold, for messages.

    Examples
    --------
    >>> split_header(b'age,"a, b"\n31,x\n', ",", Path("people.csv"))
    (['age', 'a, b'], b'31,x\n')
    >>> split_header(b"age,city,\n31,Rome,\n", ",", Path("people.csv"))
    (['age', 'city'], b'31,Rome\n')
    >>> split_header(b"age,age\n31,35\n", ",", Path("people.csv"))
    Traceback (most recent call last):
    shoal.errors.FormatError: people.csv, line 1: two columns are named 'age': rename one of them
    """
    check_line_ends(text, path)
    if not text.strip():
        raise FormatError(f"the file is empty: it holds no {what}", path=str(path))
    text = without_blanks(text if text.endswith(b"\n") else text + b"\n", separator)
    characters = np.frombuffer(text, dtype=np.uint8)
    quotes = _quotes(text, characters, separator, path)
    ends = _ends(characters, quotes)
    separators = _outside(np.flatnonzero(characters == ord(separator)), quotes)
    names = _cells(text[: ends[0]], separators[separators < ends[0]])
    blank = _blank(characters, ends) if len(names) > 1 else np.zeros(len(ends), dtype=bool)
    _check_lengths(text, separators, ends, blank, len(names), path)
    if np.count_nonzero(~blank) == 1:
        raise FormatError("the file names columns, but holds no rows", path=str(path))
    last = _last(characters, ends[~blank])
    unused = _unused(characters, last, separator, most=len(names) - 1)
    names = names[: len(names) - unused]
    twice = {name for name in names if names.count(name) > 1}
    if twice:
        message = f"two columns are named {min(twice)!r}: rename one of them"
        if "" in twice:
            some = f"{sum(map(bool, names)):,} of {counted(len(names), 'column')}"
            message = f"names only {some}: delete a title above the header, or name them all"
        raise FormatError(message, path=str(path), line=1)
    places = [_starts(ends)[blank], ends[blank], *(last - column for column in range(unused))]
    return names, _without(text, characters, np.concatenate(places), int(ends[0]) + 1)


def line_of_record(text: bytes, separator: str, path: Path, row: int) -> int:
    r"""Return the line in which a record of a table starts.

    Parameters
    ----------
    text, separator, path
        As for :func:`split_header`, which has checked them.
    row
        The record, from 0 on below the header.

    Examples
    --------
    >>> line_of_record(b'id,item\n1,"a\nb"\n\n2,c\n', ",", Path("a.csv"), 1)
    5
    """
    text = without_blanks(text, separator)
    characters = np.frombuffer(text, dtype=np.uint8)
    quotes = _quotes(text, characters, separator, path)
    ends = _ends(characters, quotes)
    separators = _outside(np.flatnonzero(characters == ord(separator)), quotes)
    several = bool((separators < ends[0]).any())
    records = _starts(ends)[~_blank(characters, ends)] if several else _starts(ends)
    return _line(text, int(records[row + 1]))


def _check_lengths(
    text: bytes,
    separators: Places,
    ends: Places,
    blank: npt.NDArray[np.bool_],
    columns: int,
    path: Path,
) -> None:
    """Raise with the line if a record has not a cell for each column."""
    cells = np.diff(np.searchsorted(separators, ends), prepend=0) + 1
    wrong = np.flatnonzero((cells != columns) & ~blank)
    if len(wrong):
        start = int(ends[wrong[0] - 1]) + 1
        found = counted(int(cells[wrong[0]]), "cell")
        message = (
            f"{found} where line 1 names {counted(columns, 'column')}: a table has a line of "
            "names on top, nothing above it, and equally many cells in each line"
        )
        raise FormatError(message, path=str(path), line=_line(text, start))


def _quotes(text: bytes, characters: npt.NDArray[np.uint8], separator: str, path: Path) -> Places:
    """Return where quotes are, in pairs: what stands between two is quoted."""
    quotes = np.flatnonzero(characters == ord('"'))
    if not len(quotes):
        return quotes
    starts = quotes[::2]
    before = characters[np.maximum(starts - 1, 0)]
    # A quote right after a quote is one inside quoted text, spelled twice.
    fine = (starts == 0) | np.isin(before, [ord(separator), ord("\n"), ord('"')])
    closed = quotes[1::2]
    after = characters[np.minimum(closed + 1, len(text) - 1)]
    ends = [ord(separator), ord("\n"), ord('"')]
    # A carriage return is part of the end of a line, or else is text.
    second = characters[np.minimum(closed + 2, len(text) - 1)]
    returns = (after == ord("\r")) & ((second == ord("\n")) | (closed + 2 >= len(text)))
    broken = closed[(closed < len(text) - 1) & ~np.isin(after, ends) & ~returns]
    wrong = np.concatenate([starts[~fine], broken])
    if len(wrong):
        raise _misplaced(text, quotes, int(wrong.min()), separator, path)
    if len(quotes) % 2:
        message = "a quote that is never closed"
        line = _line(text, _opening(quotes, len(quotes) - 1))
        raise FormatError(message, path=str(path), line=line)
    return quotes


def _misplaced(text: bytes, quotes: Places, place: int, separator: str, path: Path) -> FormatError:
    """Return what is wrong with the first quote that neither opens nor closes a cell."""
    number = int(np.searchsorted(quotes, place))
    line = _line(text, place)
    # The quoted cell that ends here, or the last one before.
    opened = _line(text, _opening(quotes, number - 1)) if number else line
    ended = _line(text, int(quotes[number - 1 + number % 2])) if number else line
    if opened < ended == line:
        message = (
            f"a quote opened here is not closed before line {line:,}: close it where its cell "
            "ends, and double the quotes in it"
        )
        return FormatError(message, path=str(path), line=opened)
    message = "a quote within a cell: quote the whole cell and double the quotes in it"
    if number % 2:
        message = other_separator(chr(text[place + 1]), separator, "cells") or message
    return FormatError(message, path=str(path), line=line)


def _opening(quotes: Places, number: int) -> int:
    """Return where the quoted cell was opened that this quote belongs to."""
    number -= number % 2
    while number and quotes[number] == quotes[number - 1] + 1:
        number -= 2
    return int(quotes[number])


def _cells(record: bytes, separators: Places) -> list[str]:
    """Return the cells of one record, without their quotes."""
    starts = [0, *(separators + 1).tolist()]
    ends = [*separators.tolist(), len(record.removesuffix(b"\r"))]
    cells = [record[start:end].decode() for start, end in zip(starts, ends, strict=True)]
    return [
        cell[1:-1].replace('""', '"') if len(cell) > 1 and cell.startswith('"') else cell
        for cell in cells
    ]


def _ends(characters: npt.NDArray[np.uint8], quotes: Places) -> Places:
    """Return where the line breaks are that end a record."""
    ends = _outside(np.flatnonzero(characters == ord("\n")), quotes)
    if not len(ends) or ends[-1] != len(characters) - 1:
        ends = np.append(ends, len(characters))
    return ends


def _starts(ends: Places) -> Places:
    return np.concatenate([[0], ends[:-1] + 1])


def _blank(characters: npt.NDArray[np.uint8], ends: Places) -> npt.NDArray[np.bool_]:
    """Tell which records hold nothing, but for the end of a line."""
    starts = _starts(ends)
    returns = characters[np.minimum(starts, len(characters) - 1)] == ord("\r")
    blank: npt.NDArray[np.bool_] = (ends == starts) | ((ends == starts + 1) & returns)
    return blank


def _last(characters: npt.NDArray[np.uint8], ends: Places) -> Places:
    """Return where the last characters of records are, before the end of their line."""
    last: Places = ends - 1 - (characters[ends - 1] == ord("\r"))
    return last


def _unused(characters: npt.NDArray[np.uint8], last: Places, separator: str, *, most: int) -> int:
    """Return how many columns at the end have neither a name nor a value: only separators."""
    unused = 0
    while unused < most and (characters[last - unused] == ord(separator)).all():
        unused += 1
    return unused


def _without(text: bytes, characters: npt.NDArray[np.uint8], places: Places, start: int) -> bytes:
    """Return the text from a place on, without what stands at others."""
    places = np.unique(places[(places >= start) & (places < len(text))])
    return np.delete(characters, places)[start:].tobytes() if len(places) else text[start:]


def _outside(places: Places, quotes: Places) -> Places:
    """Return those places that are not quoted."""
    if not len(quotes):
        return places
    outside: Places = places[np.searchsorted(quotes, places) % 2 == 0]
    return outside


def _line(text: bytes, place: int) -> int:
    return text.count(b"\n", 0, place) + 1
