"""Which items a file can hold: known before it is written."""

from __future__ import annotations

import os

from shoal.data.vocabulary import Vocabulary
from shoal.errors import ParameterError
from shoal.io.formats import Format
from shoal.io.spmf import check_names
from shoal.io.text import spelled


def check_holds(items: Vocabulary, format: Format, path: str | os.PathLike[str]) -> None:
    """Raise if a file cannot hold some item of baskets.

    Parameters
    ----------
    items
        What is to be written.
    format
        The layout of the file.
    path
        The file, for the message.

    Examples
    --------
    >>> check_holds(Vocabulary(["dark rum", "tea"]), Format("csv", ","), "release.csv")
    >>> check_holds(Vocabulary(["dark rum", "tea"]), Format("fimi"), "release.dat")
    Traceback (most recent call last):
    shoal.errors.ParameterError: cannot write release.dat: a fimi file cannot hold an item that \
is empty or has a blank or a line break: write csv, parquet or arrow
    """
    if format.long is not None or not format.text:
        return
    try:
        if format.name == "spmf":
            check_names(items)
        else:
            spelled(items, format)
    except ParameterError as error:
        raise ParameterError(f"cannot write {os.fspath(path)}: {error}") from None
