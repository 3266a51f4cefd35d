"""What kind of data a file holds, told by what is in it."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from pathlib import Path

from shoal.data import Baskets
from shoal.data.person_names import event_of
from shoal.errors import FormatError, ParameterError
from shoal.inspection.first_line import first_line_note
from shoal.inspection.roles import tells_role
from shoal.inspection.row_order import judge_order
from shoal.inspection.seen import Seen, stride
from shoal.io import Format, read, recognise
from shoal.io.compression import content
from shoal.io.failures import check_readable
from shoal.io.first_items import first_items_note, items_of_line
from shoal.io.guesses import doubtful_separator, doubts
from shoal.io.nearly_tables import nearly_table
from shoal.io.records import check_text, line_of_record, split_header
from shoal.wording import parameter

#: What may separate cells and labels, in the order they are looked for.
_SEPARATORS = (",", ";", "\t", "|")

#: Share of lines that must end as SPMF ends a sequence.
_MOST = 0.9


def look_at_file(
    path: Path,
    *,
    format: str | None = None,
    separator: str | None = None,
    column: str | None = None,
    id: str | None = None,
    item: str | None = None,
) -> Seen:
    """Tell what a file holds, and read it.

    Parameters
    ----------
    path
        The file.
    format, separator, column, id, item
        What the caller insists on.
    """
    check_readable(path, folder=True)
    found = recognise(path, format=format, separator=separator, id=id, item=item)
    flags = _flags(format, separator, column, id, item)
    if found.long is not None and column is None:
        data = read(path, format=format, separator=separator, id=id, item=item)
        return _long(path, found, data, flags)
    if not found.text:
        return _columnar(path, found, column, flags)
    if column is not None:
        raise ParameterError(f"column is for Parquet and Arrow files, and {path} is text")
    text = check_text(content(path), path)
    if not text:
        raise FormatError("the file is empty: it holds no rows", path=str(path))
    lines = text.decode().splitlines()
    if format is None and found.name != "spmf":
        _refuse_names_alone(path, lines, found)
        seen = _hierarchy(path, lines, separator, flags) or _table(path, text, found, lines, flags)
        if seen is None or not seen.named:
            seen = _nearly_table(text, found, flags) or seen
        if seen is not None:
            return seen
    return _baskets(path, found, lines, flags)


def _refuse_names_alone(path: Path, lines: list[str], found: Format) -> None:
    """Raise if the only line holds words that are known as names of columns."""
    filled = [line for line in lines if line.strip()]
    names = items_of_line(filled[0], found.separator) if len(filled) == 1 else []
    if len(names) > 1 and all(map(tells_role, names)):
        raise FormatError("the file names columns, but holds no rows", path=str(path))


def _long(path: Path, found: Format, data: Baskets, flags: tuple[str, ...]) -> Seen:
    from shoal.io.long import with_columns

    long = with_columns(path, found).long
    event = event_of(long.id) if long and long.id else None
    notes = data.notes
    if event is not None:
        notes += (
            f"a basket is one {event} here: k is promised of {event}s, not of persons, who may "
            "have several; with a column of persons, name that with --id",
        )
    why = "one column holds ids and another items: rows of one id are a basket"
    if long and long.id and long.item and not {"--id", "--item"} & {*flags}:
        flags = ("--id", long.id, "--item", long.item, *flags)
    return Seen("baskets", why, data, notes, flags)


def _hierarchy(
    path: Path, lines: list[str], separator: str | None, flags: tuple[str, ...]
) -> Seen | None:
    """Read a hierarchy if each line goes up to the root."""
    ends = tuple(f"{mark}{root}" for mark in (separator or ",;\t") for root in ("*", '"*"'))
    if not all(line.rstrip().endswith(ends) for line in lines if line.strip()):
        return None
    from shoal.io.hierarchies import read_hierarchy

    try:
        tree = read_hierarchy(path, separator=separator)
    except FormatError:
        return None
    why = "each line is as long as the others and ends in *, the root of a hierarchy"
    return Seen("hierarchy", why, tree, flags=flags)


def _table(
    path: Path, text: bytes, found: Format, lines: list[str], flags: tuple[str, ...]
) -> Seen | None:
    """Read a table if all lines have as many cells as the first, which names them."""
    for mark in (found.separator,) if flags else _SEPARATORS:
        if mark is None or mark not in lines[0]:
            continue
        try:
            split_header(text, mark, path)
        except FormatError:
            continue
        seen = _equal_lines(path, mark, flags)
        if seen is not None:
            return replace(seen, line_of=partial(line_of_record, text, mark, path))
    if found.separator is not None and not any(found.separator in line for line in lines):
        return _one_column(path, text, found.separator, flags)
    return None


def _equal_lines(path: Path, separator: str, flags: tuple[str, ...]) -> Seen | None:
    """Read lines with equally many cells as a table, unless they are rather baskets."""
    from shoal.inspection.headers import has_names, without_names
    from shoal.io.tables import read_columns

    frame = read_columns(path, separator=separator)
    cells = f"every line has {frame.width:,} cells"
    if has_names(frame):
        why = f"{cells}, and the first line holds names that are no values below it"
        return Seen("table", why, frame, flags=flags)
    whole = without_names(frame)
    if whole is None:
        return None
    why = f"{cells}, numbers in some places and none in others"
    note = "the first line holds no names of columns: put a line of names on top"
    return Seen("table", why, whole, (note,), flags, named=False)


def _one_column(path: Path, text: bytes, separator: str, flags: tuple[str, ...]) -> Seen | None:
    from shoal.inspection.headers import has_names
    from shoal.io.tables import read_columns

    try:
        split_header(text, separator, path)
    except FormatError:
        return None
    frame = read_columns(path, separator=separator)
    if frame.width != 1 or not has_names(frame):
        return None
    why = "there is one column, and the first line is a word above numbers or dates"
    return Seen("table", why, frame, flags=flags)


def _nearly_table(text: bytes, found: Format, flags: tuple[str, ...]) -> Seen | None:
    """Take a table for one that a single line keeps from being read; no command would read it."""
    lines = text.decode().split("\n")
    for mark in (found.separator,) if flags else _SEPARATORS:
        nearly = None if mark is None else nearly_table(lines, mark)
        if nearly is None:
            continue
        import polars as pl

        equal = f"{nearly.equal:,} of {nearly.lines:,} lines"
        why = f"{equal} have {len(nearly.names):,} cells, under names that are no values below"
        to_do = f"{nearly.remedy}, and inspect the file again"
        note = f"line {nearly.line:,} {nearly.fault}: {to_do}"
        cells = [[cell or None for cell in row] for row in nearly.rows]
        frame = pl.DataFrame(cells, dict.fromkeys(nearly.names, pl.String), orient="row")
        return Seen("table", why, frame, (note,), flags, named=False)
    return None


def _baskets(path: Path, found: Format, lines: list[str], flags: tuple[str, ...]) -> Seen:
    if found.name == "spmf":
        lines = [line for line in lines if line[:1] not in ("@", "%", "#")]
    some = lines[:: stride(len(lines))]
    mark = found.separator
    notes = () if flags else (*doubts(path, found), *doubtful_separator(_text(some), found))
    if found.name == "fimi" and not flags and (mark := _other_separator(some)):
        flags = ("--separator", mark)
        notes = (
            f"items were taken to be separated by {mark!r}, which most lines hold; say so to other "
            f"commands with {parameter('separator', mark)}",
        )
    data = read(path, separator=mark) if "--separator" in flags else read(path, format=found)
    rows = [items_of_line(line, mark) for line in some]
    ended = sum(row[-1:] == ["-2"] for row in rows)
    if mark is None and ended >= _MOST * len(rows):
        kind, reason = "sequences", f"{ended:,} of {len(rows):,} lines end in -2, as SPMF's do"
    else:
        kind, reason = judge_order(_numbers(rows) or rows)
    said = (*_may_be_table(rows, mark), *first_line_note(rows, lines), *first_items_note(rows))
    # Reading may have said some of it already.
    return Seen(kind, reason, data, tuple(dict.fromkeys((*notes, *data.notes, *said))), flags)


def _text(lines: list[str]) -> bytes:
    return "\n".join(lines).encode()


def _may_be_table(rows: list[list[str]], mark: str | None) -> tuple[str, ...]:
    """Return a note if all rows are equally long, as those of a table are."""
    lengths = {len(row) for row in rows}
    if mark is None or len(rows) < 2 or len(lengths) > 1 or lengths <= {0, 1}:
        return ()
    cells = f"every line looked at has {len(rows[0]):,} items"
    return (f"{cells}; if this is a table, put a line with the names of columns on top",)


def _numbers(rows: list[list[str]]) -> list[list[int]] | None:
    """Return items as numbers, if all are."""
    try:
        return [list(map(int, row)) for row in rows]
    except ValueError:
        return None


def _other_separator(lines: list[str]) -> str | None:
    """Return the only mark that stands in most lines of several items, where there is one."""
    held = {mark: sum(mark in line for line in lines) for mark in _SEPARATORS if mark != "\t"}
    held = {mark: number for mark, number in held.items() if number}
    several = sum(len(line.split()) > 1 or any(mark in line for mark in held) for line in lines)
    mark, number = next(iter(held.items()), (None, 0))
    return mark if len(held) == 1 and 2 * number > several else None


def _columnar(path: Path, found: Format, column: str | None, flags: tuple[str, ...]) -> Seen:
    from shoal.inspection.frames import look_at_frame
    from shoal.io.columnar import long_columns
    from shoal.io.tables import read_columns

    frame = read_columns(path)
    long = None if column is not None else long_columns(frame.schema, frame.get_column)
    if long is not None:
        return _long(path, replace(found, long=long), read(path), flags)
    seen = look_at_frame(frame, column=column)
    return seen if seen.persons else replace(seen, flags=flags or seen.flags)


def _flags(*values: str | None) -> tuple[str, ...]:
    names = ("--format", "--separator", "--column", "--id", "--item")
    given = zip(names, values, strict=True)
    return tuple(word for name, value in given if value for word in (name, value))
