"""How items are spelled in text files, and which items a file cannot hold."""

from __future__ import annotations

import os
import re

from shoal.data.cells import quoted
from shoal.data.vocabulary import Vocabulary
from shoal.errors import ParameterError
from shoal.io.formats import Format


def spelled(vocabulary: Vocabulary, format: Format) -> tuple[str, ...]:
    """Return the items' names as a FIMI or CSV file spells them, quoted where CSV needs it."""
    names = vocabulary.strings
    # One look at all names together, each in a line of its own, is much cheaper than one at each.
    lines = "\n".join(names)
    one_each = lines.count("\n") == max(len(names) - 1, 0)
    if format.separator is None:
        if not one_each or re.search(r"[\x00\x09\x0b-\x0d ]", lines) or "" in names:
            raise ParameterError(
                "a fimi file cannot hold an item that is empty or has a space or a line break: "
                "write csv, parquet or arrow"
            )
        return names
    if not one_each or "\0" in lines:
        raise ParameterError(
            "a csv file of baskets cannot hold an item with a line break or a NUL character in it: "
            "write parquet or arrow"
        )
    # What other files separate items with is quoted, too: nobody shall take it for that here.
    needs_quotes = re.compile(rf"[\"\r,;|\t{re.escape(format.separator)}]|^ | $|^$", re.MULTILINE)
    if not needs_quotes.search(lines):
        return names
    return tuple(quoted(name, needs_quotes) for name in names)


def check_names(vocabulary: Vocabulary) -> None:
    """Raise if SPMF's own lines cannot hold the name of an item."""
    if any(re.search(r"[\n\0]|\r$", name) for name in vocabulary.strings):
        raise ParameterError(
            "a spmf file cannot hold an item with a line break or a NUL character in it: "
            "write parquet or arrow"
        )


def check_holds(items: Vocabulary, format: Format, path: str | os.PathLike[str]) -> None:
    """Raise if a file cannot hold some item of baskets, before any work is done."""
    if format.long is not None or not format.text:
        return
    try:
        if format.name == "spmf":
            check_names(items)
        else:
            spelled(items, format)
    except ParameterError as error:
        message = f"cannot write {os.fspath(path)}: {error}"
        raise ParameterError(message, parameter="output") from None
