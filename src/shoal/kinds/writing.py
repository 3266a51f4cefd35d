"""The door to all files: data of any kind out."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

from shoal.data import Baskets
from shoal.io import write as write_baskets
from shoal.kinds.kind import KINDS


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
    format, separator, column, id, item
        As for :func:`shoal.read`; ``id`` and ``item`` insist on the long format.

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
    for kind in KINDS.values():
        if isinstance(data, kind.published) and not isinstance(data, Baskets):
            kind.write(data, Path(path), kind.format_of(Path(path), format, separator))
            return
    write_baskets(data, path, format=format, separator=separator, column=column, id=id, item=item)
