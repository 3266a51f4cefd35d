"""Baskets in files of SPMF: transactions, also with names of items, and sequences as their sets."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

from shoal import _core
from shoal.data import Baskets
from shoal.errors import FormatError, Notice
from shoal.io.compression import open_text
from shoal.io.encoding import check_text
from shoal.io.failures import writing
from shoal.io.formats import Format
from shoal.io.item_spelling import spelled
from shoal.io.terms import refuse_unjudged
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
_NAME = re.compile(r"@ITEM=(-?[0-9]{1,18})=(.*)", re.DOTALL)

#: What ends the itemsets of a sequence and the sequence, and a time stamp in front of an itemset.
_END = re.compile(r"-[12]|<-?[0-9]+>")

#: A number from 0 on in its usual spelling.
_ITEM = re.compile(r"0|[1-9][0-9]{0,18}")


def parse_spmf(text: bytes, *, path: Path) -> Baskets:
    """Parse a file of SPMF: items are numbers from 0 on; ``@``, ``%`` or ``#`` starts a comment.

    A file whose lines end in ``-2`` holds sequences; each becomes the set of its items, which is
    reported.
    """
    names: dict[str, str] = {}  # by item
    named_in: dict[str, int] = {}  # the line of each name
    rows: list[list[str]] = []
    sequences: bool | None = None
    lines = check_text(text, path).decode().split("\n")
    for number, line in enumerate(lines if lines[-1] else lines[:-1], start=1):
        if line[:1] in ("@", "%", "#"):
            line = line.removesuffix("\r")
            match = _NAME.fullmatch(line)
            if match is None and line.startswith("@ITEM="):
                message = "an item is named by its number, as in @ITEM=7=tea"
                raise FormatError(message, path=str(path), line=number)
            if match is None or int(match[1]) < 0:
                if line != CONVERTED:
                    refuse_unjudged("a comment is not judged: delete the line", path, line=number)
                continue
            item, name = str(int(match[1])), match[2]
            if item in names or name in named_in:
                message = "the number or the name stands in a line above, too: each item has both"
                raise FormatError(message, path=str(path), line=number)
            names[item], named_in[name] = name, number
            continue
        row = line.split()
        if row and sequences is None:
            sequences = row[-1] == "-2"
        if sequences and row:
            if row[-1] != "-2" or row.count("-2") > 1:
                message = "a sequence ends with -2, once, and lines above end so"
                raise FormatError(message, path=str(path), line=number)
            if any(item.startswith("<") for item in row):
                refuse_unjudged("times are not judged: delete them", path, line=number)
            row = [item for item in row if not _END.fullmatch(item)]
        if not all(map(_ITEM.fullmatch, row)):
            message = "an item that is no number from 0 on without zeros in front"
            raise FormatError(message, path=str(path), line=number)
        rows.append(row)
    if not rows:
        raise FormatError("the file is empty: it holds no baskets", path=str(path))
    items = {item for row in rows for item in row}
    for item in names.keys() - items:
        message = "names an item that no row has: delete the line"
        refuse_unjudged(message, path, line=named_in[names[item]])
    if names and (lacking := items - names.keys()):
        first = min(lacking, key=int)
        message = f"item {first} has no name, and others have: add @ITEM={first}=..."
        raise FormatError(message, path=str(path))
    quoted = {item: '"' + name.replace('"', '""') + '"' for item, name in names.items()}
    joined = "".join(",".join(quoted.get(item, item) for item in row) + "\n" for row in rows)
    baskets = parse(joined.encode(), Format("csv", ","), path=path)
    # A sequence says what it repeats; in a set that is nothing to tell.
    if sequences:
        return replace(baskets, duplicates_merged=0, notes=(ORDER_DROPPED,))
    return baskets


def looks_like_spmf(sample: bytes) -> bool:
    """Tell whether the first lines of a text can only be meant for SPMF: names, or sequences."""
    lines = sample.decode(errors="replace").removeprefix("\ufeff").split("\n")
    if lines[0].startswith((CONVERTED, "@ITEM=")):
        return True
    # The last line of a sample may be cut.
    whole = [line.rstrip() for line in lines[:-1][:100] if line.strip()]
    rows = [line for line in whole if line[0] not in "@%#"]
    return bool(rows) and all(re.fullmatch(r"[0-9 <>-]+ -1 -2", row) for row in rows)


def write_spmf(data: Baskets, path: Path, format: Format) -> None:
    """Write transactions of SPMF; items that are no numbers from 0 on get one, and keep a name."""
    data = data.trimmed()
    known = data.vocabulary.numbers
    head = ""
    if known is not None and not (known < 0).any():
        names = data.vocabulary.strings
    else:
        named = spelled(data.vocabulary, format)
        names = tuple(str(number) for number in range(1, len(named) + 1))
        lines = (f"@ITEM={number}={name}\n" for number, name in zip(names, named, strict=True))
        head = f"{CONVERTED}\n" + "".join(lines)
    items = "\n".join((*names, "")).encode()
    with writing(path), open_text(path, format.compression) as file:
        file.write(head.encode())
        for start in range(0, len(data), CHUNK_ROWS):
            offsets = data.offsets[start : start + CHUNK_ROWS + 1]
            file.write(_core.format_baskets(data.items, offsets, items, " "))
