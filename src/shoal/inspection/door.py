"""The door: any file or data in, facts about it out."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from shoal.data import Baskets
from shoal.data.equal_rows import equal_rows
from shoal.data.hierarchy import Hierarchy
from shoal.engines.local import Progress
from shoal.errors import ParameterError
from shoal.inspection.baskets import facts_of_baskets
from shoal.inspection.facts import HierarchyFacts, Inspection, Uniqueness
from shoal.inspection.files import look_at_file
from shoal.inspection.known_items import by_all_items, by_known_items
from shoal.inspection.next_step import for_baskets
from shoal.inspection.recognised import Recognised
from shoal.io.formats import as_separator
from shoal.io.frames import is_frame
from shoal.io.rejections import naming_file

#: How much somebody may know of a row: so many items, or columns.
KNOWN = (1, 2, 3)

#: A note on what Shoal cannot publish yet.
_SEQUENCES = "Shoal publishes sequences as baskets: order and repeats within rows are dropped"


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
) -> Inspection:
    """Tell what data is, who is singled out in it, and what to do next.

    No value is named that fewer than ten rows share; names of columns are.

    Parameters
    ----------
    source
        A path; a Polars, pandas or Arrow frame, or columns by name; rows, each a list of items; or
        baskets.
    format
        Insist on a file's format, which makes a text file one of baskets.
    separator
        What stands between two items or cells of a CSV line.
    column
        The list column of a Parquet file, an Arrow file or a frame.
    id, item
        The columns of a file in long format: whose basket, and what is in it.
    seed
        Of what is drawn where there is much.
    threads
        Threads to use; all processors when not given.
    progress
        Called with the work done and in total while combinations are counted.

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
    if path is not None:
        with naming_file(path, format=format, separator=separator):
            seen = look_at_file(
                path, format=format, separator=separator, column=column, id=id, item=item
            )
    elif any(value is not None for value in (format, separator, id, item)):
        raise ParameterError(
            "format, separator, id and item are for files; the data is already in memory"
        )
    else:
        seen = _look_at_data(source, column)
    if isinstance(seen.data, Hierarchy):
        return _of_hierarchy(seen, seen.data, path)
    if isinstance(seen.data, Baskets):
        return _of_baskets(seen, seen.data, path, seed=seed, threads=threads, progress=progress)
    from shoal.inspection.tables import inspect_table

    return inspect_table(seen, path, known=KNOWN, seed=seed, progress=progress)


def _look_at_data(source: Any, column: str | None) -> Recognised:
    if isinstance(source, Baskets):
        return Recognised("baskets", "they are baskets already", source, source.notes)
    if is_frame(source) or isinstance(source, Mapping):
        from shoal.inspection.frames import look_at_frame

        return look_at_frame(source, column=column)
    if column is not None:
        raise ParameterError("column is for frames and for Parquet and Arrow files")
    if isinstance(source, Iterable) and not isinstance(source, bytes):
        from shoal.inspection.frames import look_at_rows

        return look_at_rows(list(source))
    raise ParameterError(
        f"cannot inspect a {type(source).__name__}: give a path, a frame or rows of items"
    )


def _of_hierarchy(seen: Recognised, tree: Hierarchy, path: Path | None) -> Inspection:
    return Inspection(
        seen.kind,
        seen.reason,
        len(tree),
        HierarchyFacts(len(tree), len(tree.labels) - len(tree), tree.depth),
        arguments=() if path is None else ("hierarchy", "check", str(path), *seen.flags),
    )


def _of_baskets(
    seen: Recognised,
    data: Baskets,
    path: Path | None,
    *,
    seed: int,
    threads: int | None,
    progress: Progress | None,
) -> Inspection:
    rows = len(data)
    parts = equal_rows(data)
    unique: tuple[Uniqueness, ...] = ()
    if rows:
        unique = (
            *(
                by_known_items(data, known, seed=seed, threads=threads, progress=progress)
                for known in KNOWN
            ),
            by_all_items(rows, parts),
        )
    return Inspection(
        seen.kind,
        seen.reason,
        rows,
        facts_of_baskets(data, parts),
        unique,
        (*seen.notes, *((_SEQUENCES,) if seen.kind == "sequences" else ())),
        () if path is None else for_baskets(path, seen.persons or rows, seen.flags),
    )
