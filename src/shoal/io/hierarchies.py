"""Hierarchies in files: a line for each value, from the value itself up to ``*``."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any, TypeAlias

from shoal.data.cells import STAR, quoted
from shoal.data.hierarchy import Hierarchy
from shoal.errors import FormatError, ParameterError
from shoal.io.compression import by_suffix, open_text, without_suffix
from shoal.io.encoding import marked, read_text, records
from shoal.io.failures import writing
from shoal.io.formats import as_separator
from shoal.io.staging import Staged
from shoal.wording import counted

#: What separates labels, in the order they are looked for: labels hold commas more often.
SEPARATORS = (";", ",", "\t")

#: What :func:`as_hierarchy` takes.
Taxonomy: TypeAlias = Hierarchy | Mapping[Any, Any] | str | os.PathLike[str]

#: How the name of a hierarchy's file ends, in front of ``.gz`` or ``.zst``.
SUFFIXES = (".csv", ".txt", ".tsv")


def as_hierarchy(taxonomy: Taxonomy) -> Hierarchy:
    """Return a hierarchy: as it is, from a nested mapping, or from the file of that name."""
    if isinstance(taxonomy, Hierarchy):
        return taxonomy
    if isinstance(taxonomy, (str, os.PathLike)):
        return read_hierarchy(taxonomy)
    return Hierarchy.of(taxonomy)


def find_hierarchies(
    folder: str | os.PathLike[str], columns: Iterable[str]
) -> tuple[dict[str, Path], list[Path]]:
    """Return the files of a folder by the column they are named after, and those of none."""
    place = Path(folder)
    names = tuple(columns)
    if place.is_file():
        column = column_of(place, names)
        return {} if column is None else {column: place}, []
    if not place.is_dir():
        message = f"there is no folder of hierarchies {place}"
        raise ParameterError(message, parameter="hierarchies")
    files: dict[str, Path] = {}
    unmatched = []
    for path in sorted(place.iterdir()):
        of_hierarchy = without_suffix(path).name.endswith(SUFFIXES) and path.is_file()
        if path.name.startswith(".") or not of_hierarchy:
            continue
        column = column_of(path, names)
        if column is None:
            unmatched.append(path)
        elif column in files:
            raise ParameterError(
                f"two files are named after column {column!r}: {files[column]} and {path.name}",
                parameter="hierarchies",
                entry=column,
            )
        else:
            files[column] = path
    return files, unmatched


def read_hierarchy(path: str | os.PathLike[str], *, separator: str | None = None) -> Hierarchy:
    r"""Read a hierarchy in the layout of ARX: no header, each line from a value up to ``*``.

    The file may be compressed. Labels are separated by ``;``, or by a comma or a tab if the first
    line holds no ``;``, unless a ``separator`` is given.

    Examples
    --------
    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     path = Path(folder, "age.csv")
    ...     _ = path.write_text("18;[18, 20[;*\n19;[18, 20[;*\n20;20;*\n")
    ...     read_hierarchy(path).labels
    ('*', '[18, 20[', '18', '19', '20')
    """
    path = Path(path)
    text = read_text(path)
    if separator is None:
        first = text.lstrip("\r\n").partition("\n")[0]
        separator = next((one for one in SEPARATORS if one in first), SEPARATORS[0])
    separator = as_separator(separator)
    found = [(line, labels) for line, labels in records(text, separator, path) if labels]
    if not found:
        raise FormatError("the file is empty: it holds no hierarchy", path=str(path))
    lines, paths = [line for line, _ in found], [labels for _, labels in found]
    length, rooted = len(paths[0]), 2 * sum(path[-1] == STAR for path in paths) >= len(paths)
    for line, labels in found:
        if len(labels) != length:
            message = f"{counted(len(labels), 'label')} where line {lines[0]:,} has {length:,}"
            raise FormatError(message, path=str(path), line=line)
        if (labels[-1] == STAR) != rooted:
            message = "some lines end in '*' and others do not; a hierarchy has no header"
            raise FormatError(message, path=str(path), line=line)
    return Hierarchy.from_paths(paths, source=str(path), lines=lines)


def write_hierarchy(
    hierarchy: Hierarchy,
    path: str | os.PathLike[str],
    *,
    inputs: Iterable[str | os.PathLike[str]] = (),
    overwrite: bool = False,
) -> None:
    r"""Write a hierarchy in the layout of ARX to a file, which appears whole or not at all.

    It is compressed if its name ends in ``.gz`` or ``.zst``. None of the ``inputs`` is overwritten,
    nor, without ``overwrite``, is a file of other content.

    Examples
    --------
    >>> import tempfile
    >>> places = Hierarchy.of({"Europe": ["France", "Spain"], "Asia": ["Japan"]})
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     write_hierarchy(places, Path(folder, "place.csv"))
    ...     Path(folder, "place.csv").read_text()
    'France;Europe;*\nSpain;Europe;*\nJapan;Asia;*\n'
    """
    path = Path(path)
    if not len(hierarchy):
        raise ParameterError("a hierarchy without values cannot be written")
    text = marked(lines_of(hierarchy).encode())
    with Staged(path, inputs=inputs, overwrite=overwrite) as staged:
        with writing(path), open_text(staged.temporary, by_suffix(path)) as file:
            file.write(text)
        staged.commit()


def column_of(path: Path, columns: Iterable[str]) -> str | None:
    """Return the column that a file is named after: ``age`` of age.csv and adult_age.csv.gz."""
    name = without_suffix(path).name
    stem = next((name.removesuffix(end) for end in SUFFIXES if name.endswith(end)), name)
    fits = [name for name in columns if stem == name or stem.endswith(f"_{name}")]
    # The longest name that fits: my_home_town.csv is not about a column called town.
    return max(fits, key=len, default=None)


def lines_of(hierarchy: Hierarchy) -> str:
    """Return a hierarchy as the text of a file, in the layout of ARX."""
    spelled = {label: quoted(label, r'[;"\r\n]') for label in hierarchy.labels}
    lines = (";".join(spelled[label] for label in path) for path in hierarchy.paths())
    return "".join(f"{line}\n" for line in lines)
