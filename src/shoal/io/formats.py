"""Which format a file has: by what it holds, by its name, or as the caller insists."""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path
from typing import Literal, cast, get_args

from shoal.errors import FormatError, ParameterError

FormatName = Literal["fimi", "csv", "parquet", "arrow"]

#: Formats that Shoal reads and writes.
FORMATS: tuple[str, ...] = get_args(FormatName)

#: What a file's name says: format and, for CSV, the separator. Text may also end in ``.gz``.
SUFFIXES: dict[str, tuple[FormatName, str | None]] = {
    ".dat": ("fimi", None),
    ".txt": ("fimi", None),
    ".fimi": ("fimi", None),
    ".basket": ("fimi", None),
    ".csv": ("csv", ","),
    ".tsv": ("csv", "\t"),
    ".parquet": ("parquet", None),
    ".pq": ("parquet", None),
    ".arrow": ("arrow", None),
    ".feather": ("arrow", None),
    ".ipc": ("arrow", None),
}

#: First bytes of a file that give its format away, whatever its name.
MAGIC: dict[bytes, FormatName] = {b"PAR1": "parquet", b"ARROW1": "arrow"}
GZIP_MAGIC = b"\x1f\x8b"


@dataclass(frozen=True)
class Format:
    """How baskets are laid out in a file.

    Parameters
    ----------
    name
        ``fimi`` (items separated by blanks), ``csv``, ``parquet`` or ``arrow``.
    separator
        What stands between two items of a CSV line; None for the other formats.
    gzip
        Whether the text is compressed.

    Examples
    --------
    >>> Format("csv", ";").text
    True
    """

    name: FormatName
    separator: str | None = None
    gzip: bool = False

    def __post_init__(self) -> None:
        if self.name not in FORMATS:
            raise ParameterError(_unknown(self.name))
        if (self.separator is not None) != (self.name == "csv"):
            raise ParameterError("a separator belongs to the csv format, and to no other")
        if self.separator is not None:
            _check_separator(self.separator)
        if self.gzip and not self.text:
            raise ParameterError(f"a {self.name} file is compressed inside, never with gzip")

    @property
    def text(self) -> bool:
        """Whether the file holds lines of text."""
        return self.name in ("fimi", "csv")


def recognise(
    path: str | os.PathLike[str],
    *,
    format: str | Format | None = None,
    separator: str | None = None,
) -> Format:
    """Tell the format of a file to read.

    First bytes count more than the name; a file with an unknown suffix is taken for FIMI text. A
    separator makes a text file CSV. A file that does not exist is judged by its name.

    Parameters
    ----------
    path
        The file.
    format
        Insist on this format.
    separator
        What stands between two items of a CSV line.

    Examples
    --------
    >>> recognise("baskets.dat.gz")
    Format(name='fimi', separator=None, gzip=True)
    >>> recognise("baskets.txt", separator=";").name
    'csv'
    """
    path = Path(path)
    if isinstance(format, Format) or not path.exists():
        return by_name(path, format=format, separator=separator)
    head = b""
    if path.is_file():  # what is read from a pipe is gone
        with path.open("rb") as file:
            head = file.read(max(map(len, MAGIC)))
    gzip = head.startswith(GZIP_MAGIC)
    found = next((name for magic, name in MAGIC.items() if head.startswith(magic)), None)
    named, default = SUFFIXES.get(_suffix(path), ("fimi", None))
    name = _insisted(format, separator) or found or named
    if gzip and name not in ("fimi", "csv"):
        raise FormatError("is compressed with gzip, which only text files may be", path=str(path))
    return _with_separator(name, separator, default, gzip)


def by_name(
    path: str | os.PathLike[str],
    *,
    format: str | Format | None = None,
    separator: str | None = None,
) -> Format:
    r"""Tell the format of a file to write, which its name alone decides.

    Parameters
    ----------
    path
        The file; it need not exist.
    format
        Insist on this format.
    separator
        What stands between two items of a CSV line.

    Examples
    --------
    >>> by_name("release.tsv")
    Format(name='csv', separator='\t', gzip=False)
    """
    if isinstance(format, Format):
        if separator not in (None, format.separator):
            raise ParameterError("the separator differs from the format's own")
        return format
    path = Path(path)
    named, default = SUFFIXES.get(_suffix(path), (None, None))
    name = _insisted(format, separator) or named
    if name is None:
        raise ParameterError(
            f"cannot tell a format from the name {path.name!r}: end it with one of "
            f"{' '.join(SUFFIXES)} or insist on a format ({', '.join(FORMATS)})"
        )
    return _with_separator(name, separator, default, path.suffix.lower() == ".gz")


def tells_format(path: Path) -> bool:
    """Tell whether the name of a file says what it holds.

    Examples
    --------
    >>> tells_format(Path("release.csv.gz")), tells_format(Path("release"))
    (True, False)
    """
    return _suffix(path) in SUFFIXES


def recognised_suffix(path: Path) -> str | None:
    """Return the format that the name of a file tells; None if it tells none.

    Examples
    --------
    >>> recognised_suffix(Path("release.csv.gz")), recognised_suffix(Path("rules.txt.old"))
    ('csv', None)
    """
    named, _ = SUFFIXES.get(_suffix(path), (None, None))
    return named


def _suffix(path: Path) -> str:
    """Return the suffix that names the format, which stands before ``.gz``."""
    suffix = path.suffix.lower()
    return Path(path.stem).suffix.lower() if suffix == ".gz" else suffix


def _insisted(format: str | None, separator: str | None) -> FormatName | None:
    if format is None:
        return None if separator is None else "csv"
    if format not in FORMATS:
        raise ParameterError(_unknown(format))
    return cast(FormatName, format)


def _with_separator(
    name: FormatName, separator: str | None, default: str | None, gzip: bool
) -> Format:
    if name == "csv" and separator is None:
        separator = default or ","
    return Format(name, separator, gzip)


def _unknown(format: str) -> str:
    from difflib import get_close_matches  # only a mistake needs it

    near = get_close_matches(str(format).lower(), FORMATS, n=1)
    hint = f"; did you mean {near[0]!r}?" if near else ""
    return f"unknown format {format!r}: there are {', '.join(FORMATS)}{hint}"


def _check_separator(separator: str) -> None:
    plain = len(separator) == 1 and (" " <= separator <= "~" or separator == "\t")
    if not plain or separator == '"' or separator.isalnum():
        raise ParameterError(
            "a separator is one ASCII character such as , ; | a blank or a tab, "
            "but no letter, digit, quote or line break"
        )
