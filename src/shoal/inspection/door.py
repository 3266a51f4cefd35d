"""The door: any file or data in, facts about it out."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

from shoal.engines.local import Progress
from shoal.engines.memory import within
from shoal.errors import ParameterError
from shoal.inspection.baskets import inspect_baskets
from shoal.inspection.facts import Inspection
from shoal.inspection.files import look_at_file
from shoal.io.formats import as_separator
from shoal.io.rejections import naming_file


def inspect(
    source: Any,
    *,
    format: str | None = None,
    separator: str | None = None,
    column: str | None = None,
    id: str | None = None,
    item: str | None = None,
    seed: int = 0,
    threads: int | None = None,
    progress: Progress | None = None,
    memory_limit: int | str | None = None,
) -> Inspection:
    """Tell what data is, who is singled out in it, and what to do next.

    No value is named that fewer than ten rows share; names of columns are.

    Parameters
    ----------
    source
        A path; a Polars, pandas or Arrow frame, or columns by name; rows, each a list of items; or
        baskets.
    format, separator, column, id, item
        How a file is read, as in :func:`shoal.read`; a format makes a text file one of baskets.
    seed
        Of what is drawn where there is much.
    threads, progress
        Threads to use, all processors when not given; called with the work done and in total.
    memory_limit
        Memory the process may use: bytes, or a size such as ``"4G"``; what is free by default. A
        file that needs more is refused.

    Examples
    --------
    >>> found = inspect({"age": [31, 31, 35], "sex": ["f", "m", "m"], "disease": ["a", "b", "a"]})
    >>> found.kind, found.facts.of_role("quasi-identifier")
    ('table', ('age', 'sex'))
    >>> [round(one.share, 2) for one in found.uniqueness]
    [0.33, 1.0, 1.0, 1.0]
    """
    path = Path(source) if isinstance(source, (str, os.PathLike)) else None
    separator = None if separator is None else as_separator(separator)
    options = {"format": format, "separator": separator, "column": column, "id": id, "item": item}
    given = {name: value for name, value in options.items() if value is not None}
    if path is not None:
        with within(memory_limit), naming_file(path, format=format, separator=separator):
            seen = look_at_file(path, given)
    elif given.keys() - {"column"}:
        message = "format, separator, id and item are for files; the data is already in memory"
        raise ParameterError(message)
    else:
        from shoal.inspection.frames import look_at_data

        seen = look_at_data(source, column)
    if seen.kind != "table":
        return inspect_baskets(seen, seen.data, path, seed=seed, threads=threads, progress=progress)
    from shoal.inspection.tables import inspect_table

    return inspect_table(seen, seen.data, path, seed=seed, progress=progress)
