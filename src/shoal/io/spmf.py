"""Baskets in files of SPMF: transactions, also with names of items, and sequences as their sets."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple

import numpy as np

from shoal import _core
from shoal.data import Transactions, Vocabulary
from shoal.errors import FormatError, Notice
from shoal.io.compression import open_text
from shoal.io.encoding import check_text
from shoal.io.failures import writing
from shoal.io.formats import Format
from shoal.io.item_spelling import check_names
from shoal.io.text import CHUNK_ROWS, parse

#: First line of a file whose items have names.
CONVERTED = "@CONVERTED_FROM_TEXT"

#: What is reported of a file of sequences.
ORDER_DROPPED = Notice(
    "the file holds sequences, and each was read as the set of its items: "
    "order and repeats are dropped",
    code="order-dropped",
)

#: The name of an item: ``@ITEM=7=tea``. Number -1 names the separator, which is no item.
_ITEM = re.compile(r"@ITEM=(-?[0-9]{1,18})=(.*)", re.DOTALL)

#: What ends the itemsets of a sequence and the sequence, and a time stamp in front of an itemset.
_ENDS = re.compile(r"(?<![^ \t])(?:-[12]|<-?[0-9]+>)(?![^ \t])")

#: A whole number in its usual spelling.
_CANONICAL = re.compile(r"(?:0|-?[1-9][0-9]{0,18})")


class _Name(NamedTuple):
    """The name of an item, and the line that says so."""

    text: str
    line: int


def parse_spmf(text: bytes, *, path: Path) -> Transactions:
    r"""Parse a file of SPMF: items are numbers from 0 on; ``@``, ``%`` or ``#`` starts a comment.

    A file whose lines end in ``-2`` holds sequences; each becomes the set of its items, which is
    said in a note.

    Parameters
    ----------
    text
        What the file holds, UTF-8.
    path
        Where it comes from, for messages.

    Examples
    --------
    >>> named = b"@CONVERTED_FROM_TEXT\n@ITEM=1=tea\n@ITEM=2=dark rum\n1 2\n2\n"
    >>> list(parse_spmf(named, path=Path("baskets.txt")))
    [['dark rum', 'tea'], ['dark rum']]
    >>> list(parse_spmf(b"3 -1 1 3 -1 -2\n", path=Path("baskets.txt")))
    [[1, 3]]
    """
    names: dict[int, _Name] = {}
    rows: list[str] = []
    numbers: list[int] = []
    lines = check_text(text, path).decode().split("\n")
    if lines[-1] == "":
        lines.pop()
    for number, line in enumerate(lines, start=1):
        if line[:1] in ("@", "%", "#"):
            _note_name(line.removesuffix("\r"), names, path, number)
        else:
            rows.append(line.removesuffix("\r"))
            numbers.append(number)
    if not rows:
        raise FormatError("the file is empty: it holds no baskets", path=str(path))

    def refuse(row: int, message: str) -> FormatError:
        return FormatError(message, path=str(path), line=numbers[row])

    sequences = _is_sequences(rows)
    if sequences:
        rows = [_items_of(row, at, refuse) for at, row in enumerate(rows)]
    joined = "\n".join((*rows, ""))
    if wrong := re.search(r"(?<![^ \t\n])(?![0-9]+(?![^ \t\n]))[^ \t\n]", joined):
        row = joined.count("\n", 0, wrong.start())
        raise refuse(row, "an item that is no number from 0 on, as SPMF has them")
    baskets = parse(joined.encode(), Format("fimi"), path=path)
    if baskets.size and baskets.vocabulary.numbers is None:
        odd = next(at for at, row in enumerate(rows) if _numbers(row.split()) is None)
        raise refuse(odd, "an item's number has zeros in front, or does not fit 64 bits")
    if names:
        lacking = next((item for item in baskets.vocabulary.to_list() if item not in names), None)
        if lacking is not None:
            first = next(at for at, row in enumerate(rows) if str(lacking) in row.split())
            raise refuse(
                first, f"item {lacking} has no name, and others have: add @ITEM={lacking}=..."
            )
        baskets = _named(baskets, names, path)
    # A sequence says what it repeats; in a set that is nothing to tell.
    if sequences:
        return replace(baskets, duplicates_merged=0, notes=(ORDER_DROPPED,))
    return baskets


def looks_like_spmf(sample: bytes) -> bool:
    r"""Tell whether the first lines of a text can only be meant for SPMF: names, or sequences.

    Examples
    --------
    >>> looks_like_spmf(b"@CONVERTED_FROM_TEXT\n"), looks_like_spmf(b"1 -1 2 3 -1 -2\n")
    (True, True)
    >>> looks_like_spmf(b"1 2 3\n")
    False
    """
    lines = sample.decode(errors="replace").removeprefix("\ufeff").split("\n")
    if lines[0].startswith((CONVERTED, "@ITEM=")):
        return True
    # The last line of a sample may be cut.
    whole = [line.rstrip() for line in lines[:-1][:100] if line.strip()]
    rows = [line for line in whole if line[0] not in "@%#"]
    return bool(rows) and all(re.fullmatch(r"[0-9 <>-]+ -1 -2", row) for row in rows)


def write_spmf(data: Transactions, path: Path, format: Format) -> None:
    r"""Write transactions of SPMF; items that are no numbers from 0 on get one, and keep a name.

    Parameters
    ----------
    data
        The baskets.
    path
        The file, created or overwritten.
    format
        Its layout.

    Examples
    --------
    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     path = Path(folder, "baskets.spmf")
    ...     write_spmf(Transactions.of([["tea", "dark rum"], []]), path, Format("spmf"))
    ...     path.read_text()
    '@CONVERTED_FROM_TEXT\n@ITEM=1=dark rum\n@ITEM=2=tea\n1 2\n\n'
    """
    data = data.trimmed()
    known = data.vocabulary.numbers
    head = ""
    if known is not None and not (known < 0).any():
        spelled: tuple[str, ...] = data.vocabulary.strings
    else:
        named = data.vocabulary.strings
        check_names(data.vocabulary)
        spelled = tuple(str(number) for number in range(1, len(named) + 1))
        lines = (f"@ITEM={number}={name}\n" for number, name in zip(spelled, named, strict=True))
        head = f"{CONVERTED}\n" + "".join(lines)
    items = "\n".join((*spelled, "")).encode()
    with writing(path), open_text(path, format.compression) as file:
        file.write(head.encode())
        for start in range(0, len(data), CHUNK_ROWS):
            offsets = data.offsets[start : start + CHUNK_ROWS + 1]
            file.write(_core.format_baskets(data.items, offsets, items, " "))


def _note_name(line: str, names: dict[int, _Name], path: Path, number: int) -> None:
    if not line.startswith("@ITEM="):
        return
    match = _ITEM.fullmatch(line)
    if match is None:
        message = "an item is named by its number, as in @ITEM=7=tea"
        raise FormatError(message, path=str(path), line=number)
    item = int(match[1])
    if item < 0:
        return
    if item in names:
        raise FormatError(f"item {item} has two names", path=str(path), line=number)
    names[item] = _Name(match[2], number)


def _is_sequences(rows: list[str]) -> bool:
    """Tell whether the first row that is not blank ends as a sequence does."""
    first = next((row for row in rows if row.strip()), "")
    return first.split()[-1:] == ["-2"]


def _items_of(row: str, at: int, refuse: Callable[[int, str], FormatError]) -> str:
    tokens = row.split()
    if tokens and (tokens[-1] != "-2" or tokens.count("-2") > 1):
        raise refuse(at, "a sequence ends with -2, once, and lines above end so")
    return _ENDS.sub("", row)


def _named(baskets: Transactions, names: dict[int, _Name], path: Path) -> Transactions:
    """Return baskets with the names of their items; numbers again if all names are such."""
    items = baskets.vocabulary.to_list()
    texts = [names[item].text for item in items]
    if len(set(texts)) < len(texts):
        seen: set[str] = set()
        for text, line in sorted((names[item] for item in items), key=lambda name: name.line):
            if text in seen:
                raise FormatError("another item has the same name", path=str(path), line=line)
            seen.add(text)
    numbers = _numbers(texts)
    keys: list[int] | list[str] = texts if numbers is None else numbers
    order = sorted(range(len(keys)), key=keys.__getitem__)
    position = np.empty(len(order), dtype=np.int32)
    position[order] = np.arange(len(order), dtype=np.int32)
    if numbers is None:
        return baskets.recoded(position, Vocabulary(sorted(texts)))
    return baskets.recoded(position, Vocabulary(np.array(sorted(numbers), dtype=np.int64)))


def _numbers(texts: list[str]) -> list[int] | None:
    """Return names as numbers if all are whole ones in their usual spelling, that fit 64 bits."""
    if not all(map(_CANONICAL.fullmatch, texts)):
        return None
    numbers = list(map(int, texts))
    return numbers if all(-(2**63) <= number < 2**63 for number in numbers) else None
