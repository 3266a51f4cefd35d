"""The door to all files: data of any kind out."""

from __future__ import annotations

import os
from typing import Any

from shoal.data import PublishedTable
from shoal.errors import ParameterError
from shoal.io import write as write_baskets
from shoal.io.tables import write_table


def write(
    data: Any,
    path: str | os.PathLike[str],
    *,
    format: str | None = None,
    separator: str | None = None,
    column: str | None = None,
    id: str | None = None,
    item: str | None = None,
) -> None:
    """Write baskets or published columns to exactly this file.

    :meth:`shoal.Release.write` judges the file before it takes its name; this does not.

    Parameters
    ----------
    data
        Baskets, rows of items, or a published table.
    path
        The file, created or overwritten; its name tells the format.
    format
        Insist on a format by name.
    separator
        What stands between two items or cells of a CSV line.
    column
        The name of the list column in a Parquet or Arrow file.
    id, item
        Names of the columns of the long format, which they insist on.

    Examples
    --------
    >>> import tempfile
    >>> from pathlib import Path
    >>> import shoal
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     write([["milk", "beer"], []], Path(folder, "baskets.dat.gz"))
    ...     list(shoal.read(Path(folder, "baskets.dat.gz")))
    [['beer', 'milk'], []]
    """
    if isinstance(data, PublishedTable):
        if column is not None or id is not None or item is not None:
            raise ParameterError("column, id and item are for baskets", parameter="column")
        write_table(data.frame, path, format=format, separator=separator)
        return
    write_baskets(data, path, format=format, separator=separator, column=column, id=id, item=item)
