"""Which format a file has: as the caller says, by its first bytes, or by its name."""

from __future__ import annotations

import os
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Literal, cast, get_args

from shoal.errors import FormatError, ParameterError
from shoal.io import compression as packing
from shoal.io.compression import Compression
from shoal.wording import parameter

FormatName = Literal["fimi", "csv", "spmf", "parquet", "arrow"]

#: Formats that Shoal reads and writes, as a caller names them: ``long`` is a layout of three.
FORMATS: tuple[str, ...] = (*get_args(FormatName), "long")

#: Formats that have columns, and so may hold one item a row.
COLUMNS: tuple[FormatName, ...] = ("csv", "parquet", "arrow")

#: What a file's name says: format and, for CSV, the separator. Text may also end in ``.gz``.
SUFFIXES: dict[str, tuple[FormatName, str | None]] = {
    ".dat": ("fimi", None),
    ".txt": ("fimi", None),
    ".fimi": ("fimi", None),
    ".basket": ("fimi", None),
    ".csv": ("csv", ","),
    ".tsv": ("csv", "\t"),
    ".spmf": ("spmf", None),
    ".parquet": ("parquet", None),
    ".pq": ("parquet", None),
    ".arrow": ("arrow", None),
    ".feather": ("arrow", None),
    ".ipc": ("arrow", None),
}

#: First bytes of a file that give its format away, whatever its name.
MAGIC: dict[bytes, FormatName] = {b"PAR1": "parquet", b"ARROW1": "arrow"}

#: Names of the two columns of the long layout where nobody says otherwise.
ID, ITEM = "id", "item"

#: Bytes looked at to recognise a file: the first lines of any.
SAMPLE = 1 << 16


@dataclass(frozen=True)
class Long:
    """The long layout: a row for each item of a basket, with the basket's id beside it.

    The two columns are None where the file is to tell, and are then written as ``id`` and ``item``.
    """

    id: str | None = None
    item: str | None = None

    @classmethod
    def of(cls, format: str | None, id: str | None, item: str | None) -> Long | None:
        """Return the layout that a caller asks for by its name or columns; None if he does not."""
        if id is None and item is None:
            return cls() if format == "long" else None
        if format not in (None, "long", *COLUMNS):
            message = f"id and item are columns of the long format, not of {format}"
            raise ParameterError(message, parameter="id" if id is not None else "item")
        if id == item:
            raise ParameterError("id and item must be two columns, not one", parameter="item")
        return cls(id, item)


@dataclass(frozen=True)
class Format:
    """How baskets are laid out in a file: as lines, as lists, or with a row for each item."""

    name: FormatName
    separator: str | None = None
    compression: Compression | None = None
    long: Long | None = None

    def __post_init__(self) -> None:
        if (self.separator is not None) != (self.name == "csv"):
            message = "a separator belongs to the csv format, and to no other"
            raise ParameterError(message, parameter="separator")
        if self.separator is not None:
            as_separator(self.separator)
        if self.compression and not self.text:
            message = f"a {self.name} file is compressed inside, never with {self.compression}"
            raise ParameterError(message)

    @property
    def text(self) -> bool:
        """Whether the file holds lines of text."""
        return self.name in ("fimi", "csv", "spmf")


def as_separator(text: str) -> str:
    """Return the character that a user means to stand between items, cells or labels of a line."""
    if text in ("tab", "\\t"):
        return "\t"
    one = isinstance(text, str) and len(text) == 1 and (" " <= text <= "~" or text == "\t")
    if not one or text == '"' or text.isalnum():
        raise ParameterError(
            f"{parameter('separator')} takes tab or one ASCII character such as , ; | or a space, "
            f"but no letter, digit, quote or line break, so not {text!r}",
            parameter="separator",
        )
    return text


def recognise(
    path: str | os.PathLike[str],
    *,
    format: str | Format | None = None,
    separator: str | None = None,
    id: str | None = None,
    item: str | None = None,
) -> Format:
    """Tell the format of a file to read, as the caller insists, its first bytes or its name tell.

    A text file with an unknown suffix is taken for FIMI. A folder is one of Parquet files.
    """
    path = Path(path)
    if isinstance(format, Format) or not path.exists():
        return by_name(path, format=format, separator=separator, id=id, item=item)
    head = b""
    if path.is_file():  # a pipe is read only once
        with path.open("rb") as file:
            head = file.read(SAMPLE)
    compression = packing.by_first_bytes(head)
    shown = next((name for magic, name in MAGIC.items() if head.startswith(magic)), None)
    named = shown or ("parquet" if path.is_dir() else recognised_suffix(path) or "fimi")
    found = _chosen(path, named, format, separator, Long.of(format, id, item), COLUMNS)
    if compression and not found.text:
        message = f"is compressed with {compression}, which only text files may be"
        raise FormatError(message, path=str(path), unit=None)
    found = replace(found, compression=compression)
    if format is not None or found.long is not None:
        return found
    sample = packing.beginning(head)
    if found.name == "fimi":
        from shoal.io.spmf import looks_like_spmf

        return Format("spmf", None, compression) if looks_like_spmf(sample) else found
    first = sample.partition(b"\n")[0].decode("utf-8-sig", errors="replace").rstrip("\r")
    if found.name == "csv" and first == f"{ID}{found.separator}{ITEM}":  # what Shoal itself writes
        return replace(found, long=Long(ID, ITEM))
    return found


def by_name(
    path: str | os.PathLike[str],
    *,
    format: str | Format | None = None,
    separator: str | None = None,
    id: str | None = None,
    item: str | None = None,
) -> Format:
    """Tell the format of a file to write, which its name alone decides."""
    if isinstance(format, Format):
        own = separator is None or as_separator(separator) == format.separator
        if not own or id is not None or item is not None:
            message = "the format is given whole: its separator and columns are named in it"
            raise ParameterError(message, parameter="id" if own else "separator")
        return format
    path = Path(path)
    long = Long.of(format, id, item)
    found = _chosen(path, recognised_suffix(path), format, separator, long, FORMATS)
    return replace(found, compression=packing.by_suffix(path))


def _chosen(
    path: Path,
    named: FormatName | None,
    format: str | None,
    separator: str | None,
    long: Long | None,
    may_be_long: tuple[str, ...],
) -> Format:
    """Return the format a caller insists on, or else the one that the file's name tells."""
    if format is not None and format not in FORMATS:
        message = f"unknown format {format!r}: there are {', '.join(FORMATS)}"
        raise ParameterError(message, parameter="format")
    name = named if separator is None else "csv"
    if format not in (None, "long"):
        name = cast(FormatName, format)
    if long is not None and name not in may_be_long:
        name = "csv"
    if name is None:
        raise ParameterError(
            f"cannot tell a format from the name {path.name!r}: end it with one of "
            f"{known_suffixes()} or insist on a format ({', '.join(FORMATS)})",
            parameter="format",
        )
    if name == "csv":
        separator = as_separator(usual_separator(path) if separator is None else separator)
    return Format(name, separator, None, long)


def tells_format(path: Path) -> bool:
    """Tell whether the name of a file shows its format."""
    return _suffix(path) in SUFFIXES


def recognised_suffix(path: Path) -> FormatName | None:
    """Return the format that the name of a file tells; None if it tells none."""
    return SUFFIXES.get(_suffix(path), (None, None))[0]


def usual_separator(path: Path) -> str:
    """Return what separates cells of a CSV file, as far as its name tells."""
    return SUFFIXES.get(_suffix(path), (None, None))[1] or ","


def flags_to_read(path: Path, format: Format) -> tuple[str, ...]:
    """Return the flags that a command needs to read a file as it was written."""
    flags: tuple[str, ...] = ()
    if format.long is not None:
        flags += ("--id", format.long.id or ID, "--item", format.long.item or ITEM)
    if format.separator not in (None, usual_separator(path)):
        flags += ("--separator", "tab" if format.separator == "\t" else str(format.separator))
    return flags


def known_suffixes() -> str:
    """Return how the name of a file may end, for messages."""
    return f"{' '.join(SUFFIXES)} (text also with {' '.join(packing.SUFFIXES)})"


def _suffix(path: Path) -> str:
    """Return the suffix that names the format, which stands before that of a compression."""
    return packing.without_suffix(path).suffix.lower()
