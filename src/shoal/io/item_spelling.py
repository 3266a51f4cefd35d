"""How items are spelled in text files, and which items a file cannot hold."""

from __future__ import annotations

import os
import re

from shoal.data.cells import quoted
from shoal.data.vocabulary import Vocabulary
from shoal.errors import ParameterError
from shoal.io.formats import Format


def spelled(vocabulary: Vocabulary, format: Format) -> tuple[str, ...]:
    """Return the items' names as a text file spells them, quoted where CSV needs it."""
    names = vocabulary.strings
    # One look at all names together, each in a line of its own, is much cheaper than one at each.
    lines = "\n".join(names)
    one_each = lines.count("\n") == max(len(names) - 1, 0)
    spaced = format.name == "fimi" and ("" in names or re.search(r"[\t\v\f\r ]", lines))
    cut = format.name == "spmf" and re.search(r"\r$", lines, re.MULTILINE)
    if spaced or cut or not one_each or "\0" in lines:
        what = "with a line break or a NUL character in it: write parquet or arrow"
        if format.name == "fimi":
            what = "that is empty or has a space or a line break: write csv, parquet or arrow"
        raise ParameterError(f"a {format.name} file cannot hold an item {what}")
    if format.separator is None:
        return names
    # What other files separate items with is quoted, too: nobody shall take it for that here.
    needs_quotes = re.compile(rf"[\"\r,;|\t{re.escape(format.separator)}]|^ | $|^$", re.MULTILINE)
    if not needs_quotes.search(lines):
        return names
    return tuple(quoted(name, needs_quotes) for name in names)


def check_holds(items: Vocabulary, format: Format, path: str | os.PathLike[str]) -> None:
    """Raise if a file cannot hold some item of baskets, before any work is done."""
    if format.long is not None or not format.text:
        return
    try:
        spelled(items, format)
    except ParameterError as error:
        message = f"cannot write {os.fspath(path)}: {error}"
        raise ParameterError(message, parameter="output") from None
