"""Mappings in files: what each public item is published as, a line for each."""

from __future__ import annotations

import os
from collections import defaultdict
from pathlib import Path

from shoal.data.cells import quoted
from shoal.data.item_mapping import ItemMapping, name_of
from shoal.errors import FormatError, ParameterError
from shoal.io.compression import by_suffix, open_text
from shoal.io.encoding import read_text, records
from shoal.io.failures import writing
from shoal.io.staging import not_replaced
from shoal.wording import an_item, cell, counted

HEADER = ["item", "published"]

#: What the name of a mapping adds to its release's.
MAPPING_FILE = ".mapping.csv"


def read_mapping(path: str | os.PathLike[str]) -> ItemMapping:
    r"""Read a mapping: a CSV file with the header ``item,published``.

    A set such as ``{beer,wine}`` must have the members that its name says. Any other name, a label
    say, may stand for any number of items, but not for others beside the item that it names.
    The file may be compressed.

    Examples
    --------
    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     path = Path(folder, "release.dat.mapping.csv")
    ...     _ = path.write_text('item,published\nbeer,"{beer,wine}"\nwine,"{beer,wine}"\n')
    ...     read_mapping(path).by_item
    {'beer': '{beer,wine}', 'wine': '{beer,wine}'}
    """
    path = Path(path)
    found = [(line, cells) for line, cells in records(read_text(path), ",", path) if cells]
    if not found or found[0][1] != HEADER:
        line = found[0][0] if found else 1
        message = "a mapping starts with the line item,published"
        raise FormatError(message, path=str(path), line=line)
    published: dict[str, str] = {}
    lines: dict[str, int] = {}
    for line, cells in found[1:]:
        if len(cells) != len(HEADER):
            message = f"{counted(len(cells), 'cell')} where there must be 2, item and published"
            raise FormatError(message, path=str(path), line=line)
        item, name = cells
        if item in published:
            message = f"{an_item(item)} was mapped before, in line {lines[item]:,}"
            raise FormatError(message, path=str(path), line=line)
        published[item], lines[item] = name, line
    if not published:
        raise FormatError("the file maps no items", path=str(path))
    _check_sets(published, lines, path)
    return ItemMapping(tuple(published), tuple(published.values()))


def write_mapping(
    mapping: ItemMapping, path: str | os.PathLike[str], *, overwrite: bool = False
) -> None:
    r"""Write a mapping to exactly this file, sorted by item, compressed if its name says so.

    Without ``overwrite``, a file that is not empty is not replaced.

    Examples
    --------
    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     write_mapping(ItemMapping.of_sets([["tea"]]), Path(folder, "mapping.csv"))
    ...     Path(folder, "mapping.csv").read_text()
    'item,published\ntea,tea\n'
    """
    path = Path(path)
    if not overwrite and path.is_file() and path.stat().st_size:
        raise not_replaced(path)
    if any("\0" in name for name in (*mapping.items, *mapping.published)):
        raise ParameterError("a mapping cannot hold an item with a NUL character in it")
    pairs = sorted(zip(mapping.items, mapping.published, strict=True))
    # The standard writer leaves a lone carriage return bare, and readers end a line there.
    lines = (",".join(quoted(cell, r'[,"\r\n]') for cell in cells) for cells in (HEADER, *pairs))
    text = "".join(f"{line}\n" for line in lines)
    with writing(path), open_text(path, by_suffix(path)) as file:
        file.write(text.encode())


def mapping_beside(release: str | os.PathLike[str]) -> Path:
    """Return where the mapping of a release is looked for: beside it, named after it."""
    path = Path(release)
    return path.with_name(path.name + MAPPING_FILE)


def _check_sets(published: dict[str, str], lines: dict[str, int], path: Path) -> None:
    """Raise if a name says other members than the items that are published by it."""
    members: dict[str, list[str]] = defaultdict(list)
    for item, name in published.items():
        members[name].append(item)
    for name, items in members.items():
        # Sets in labels of hierarchies have a space behind the comma: they are not ours to check.
        is_set = name.startswith("{") and name.endswith("}") and ", " not in name
        if (is_set or name in published) and name != name_of(items):
            shown = cell(name, "a published name")
            message = f"{shown} says other items than those that are published as it"
            raise FormatError(message, path=str(path), line=lines[items[0]])
