"""What was taken for granted about a text file, said when it looks doubtful."""

from __future__ import annotations

import csv
import re
from pathlib import Path

from shoal.data.person_names import numbers_persons
from shoal.errors import FormatError
from shoal.io.formats import SAMPLE, Format, FormatName, Long, tells_format, usual_separator
from shoal.wording import parameter

#: Fewer lines than these may look like a table by chance; without a column of numbers, than those.
_LINES_OF_A_TABLE, _LINES_OF_WORDS = 3, 20

#: What separates items in the files of most tools, and how messages call it.
_SEPARATORS = {",": "','", ";": "';'", "|": "'|'", "\t": "a tab"}
_CALLED = {**_SEPARATORS, " ": "a blank"}

#: Share of the lines with a mark that are few, and share that are most.
_FEW, _MOST = 0.02, 0.5

#: So many times as many lines hold a mark than hold the usual one before it is taken instead.
_FAR_MORE = 4

#: So many lines hold a second mark, at least, before it is worth a doubt.
_MANY_LINES = 10

#: What stands between quotes separates nothing.
_QUOTED = re.compile(r'"[^"]*"')

#: A comma without a blank behind it that is no decimal one: those of a list of numbers are none.
_NO_TEXT = re.compile(r"(?<!\d),(?! )|,(?![ \d])|\d,\d+,\d")

#: A number in any spelling: no column is called so.
_FIGURE = re.compile(r"[+-]?[\d.,]+")

#: How a column of ids is called in most files.
_IDS = re.compile(
    r"(?:.*[^a-z])?(?:t|trans)?id|.*Id|.*ID|"
    r"(?:transaction|basket|order|invoice|session|receipt|visit|customer|user|person|patient)s?"
    r"(?:[ _.-]?(?:id|no|nr|number|key))?"
)


def guess_layout(
    sample: bytes, name: FormatName, usual: str | None, separator: str | None
) -> tuple[FormatName, str | None, Long | None]:
    r"""Tell what a text file holds where nobody said so: SPMF, or the long layout, or lines.

    Parameters
    ----------
    sample
        The first bytes of the text.
    name, usual
        What its name tells: ``fimi``, or ``csv`` and what then separates cells.
    separator
        What the caller says to separate them.

    Examples
    --------
    >>> guess_layout(b"order_id;product\n1;tea\n1;rum\n2;tea\n", "csv", ",", None)
    ('csv', ';', Long(id=None, item=None))
    >>> guess_layout(b"1 -1 2 -1 -2\n", "fimi", None, None)
    ('spmf', None, None)
    """
    if name == "fimi":
        from shoal.io.spmf import looks_like_spmf

        return ("spmf" if looks_like_spmf(sample) else "fimi"), separator, None
    for mark in _candidates(usual, separator):
        if looks_long(sample, mark):
            return name, mark, Long()
    return name, separator or _only_other(sample, usual or ","), None


def separator_of_header(sample: bytes, usual: str) -> str:
    r"""Return the usual separator, or the only other one if the first line holds that instead.

    Examples
    --------
    >>> separator_of_header(b"age;city\n31;Oslo, Norway\n", ",")
    ';'
    """
    header = sample.partition(b"\n")[0].decode(errors="replace")
    others = [mark for mark in _SEPARATORS if mark in header]
    return others[0] if usual not in header and len(others) == 1 else usual


def _candidates(usual: str | None, separator: str | None) -> tuple[str, ...]:
    return (separator,) if separator else tuple(dict.fromkeys((usual or ",", *_SEPARATORS)))


def _only_other(sample: bytes, usual: str) -> str | None:
    """Return the separator of the first lines, if the usual one hardly stands there or is text."""
    lines = _unquoted(sample)
    held = _held(lines)
    far_more = [mark for mark in _SEPARATORS if held[mark] > _FAR_MORE * held[usual]]
    if not far_more and _is_text(lines, usual):
        # As in "Emma;Guns, Germs, and Steel", or in "milk 1,5l;tea".
        often = [mark for mark in _SEPARATORS if held[mark] > _MOST * held[usual]]
        spaced = any(f"{usual} " in line for line in lines)
        far_more = [
            mark for mark in often if mark != usual and (not spaced or _is_tight(lines, mark))
        ]
    return far_more[0] if len(far_more) == 1 and far_more[0] != usual else None


def _is_spaced(lines: list[str], mark: str) -> bool:
    """Tell whether a blank follows a mark, but for few of the lines that hold it."""
    bare = re.compile(f"{re.escape(mark)}(?! )")
    return sum(bool(bare.search(line)) for line in lines) <= _FEW * _held(lines)[mark]


def _is_text(lines: list[str], mark: str) -> bool:
    """Tell whether a mark has a blank behind it or is a decimal comma, but for few of the lines."""
    if mark != ",":
        return _is_spaced(lines, mark)
    separating = sum(bool(_NO_TEXT.search(line)) for line in lines)
    return separating <= _FEW * _held(lines)[mark]


def _is_tight(lines: list[str], mark: str) -> bool:
    """Tell whether no blank follows a mark, but for few of the lines that hold it."""
    return sum(f"{mark} " in line for line in lines) <= _FEW * _held(lines)[mark]


def looks_long(sample: bytes, separator: str) -> bool:
    r"""Tell whether a CSV file has a header of two columns, one of ids, and ids repeat.

    Examples
    --------
    >>> looks_long(b"id,item\n1,tea\n1,rum\n", ","), looks_long(b"tea,rum\ntea,gin\n", ",")
    (True, False)
    """
    rows = _rows(sample, separator)
    if not _has_header(rows) or len(rows[0]) != 2:
        return False
    from shoal.io.id_columns import are_ids, column_of_ids

    name = column_of_ids(rows[0])
    if name is None:
        return False
    ids = [row[rows[0].index(name)] for row in rows[1:]]
    return are_ids(name, set(ids), len(ids))


def names_an_id(name: str) -> bool:
    """Tell whether a column is called as those that hold ids are.

    Examples
    --------
    >>> names_an_id("order_id"), names_an_id("TID"), names_an_id("product")
    (True, True, False)
    """
    fits = _IDS.fullmatch(name.strip()) or _IDS.fullmatch(name.strip().lower())
    return bool(fits) or numbers_persons(name)


def doubts(path: Path, format: Format, separator: str | None = None) -> tuple[str, ...]:
    """Return a note if a text file was taken for more than its name tells.

    Parameters
    ----------
    path
        The file.
    format
        How it was read, as :func:`guess_layout` tells.
    separator
        What the caller says to separate cells.

    Examples
    --------
    >>> doubts(Path("a.dat"), Format("fimi"))
    ()
    >>> len(doubts(Path("a.csv"), Format("csv", ";"))), len(doubts(Path("a.log"), Format("fimi")))
    (1, 1)
    """
    if format.long is not None:
        return (
            "the header and repeated ids look like the long format, so each line was read as an id "
            f"and an item; insist on {parameter('format', 'csv')} if each line is a basket",
        )
    if format.name == "spmf" and path.suffix.lower() != ".spmf":
        insisting = f"insist on {parameter('format', 'fimi')} if it is none"
        return (f"it looks like a file of SPMF and was read as such; {insisting}",)
    if format.name == "fimi" and not tells_format(path):
        return (
            f"the name {path.name} does not tell the format, so it was read as fimi "
            f"(items separated by blanks); insist on one with {parameter('format')}",
        )
    usual = usual_separator(path)
    if format.separator is not None and separator is None and format.separator != usual:
        taken, by_name = _called(format.separator), _called(usual)
        return (
            f"the first lines look separated by {taken} rather than {by_name}, so items were taken "
            f"to end there; say otherwise with {parameter('separator')}",
        )
    return ()


def _rows(sample: bytes, separator: str) -> list[list[str]]:
    """Return the cells of the first lines, as the reader of a table would: they may be quoted."""
    lines = (line for line in _lines(sample) if line.strip())
    spaced = separator != " "  # a blank may stand between a separator and a quote
    return [
        next(csv.reader([line], delimiter=separator, skipinitialspace=spaced), [""])
        for line in lines
    ]


def _lines(sample: bytes) -> list[str]:
    """Return the first lines."""
    # The last line of a sample may be cut.
    lines = sample[:SAMPLE].splitlines()
    if len(sample) >= SAMPLE:
        lines = lines[:-1] or lines
    return [line.decode("utf-8-sig", errors="replace") for line in lines]


def _has_header(rows: list[list[str]]) -> bool:
    """Tell whether all rows are equally long and the first holds names, which no other row has."""
    if len(rows) < _LINES_OF_A_TABLE or len(rows[0]) == 1:
        return False
    header = {name.strip() for name in rows[0]}
    if "" in header or any(_FIGURE.fullmatch(name) for name in header):
        return False
    return all(len(row) == len(rows[0]) and not header & set(row) for row in rows[1:])


def _has_numbers(rows: list[list[str]]) -> bool:
    """Tell whether all cells of some column below the header are numbers."""
    columns = zip(*rows[1:], strict=True)
    return any(all(_FIGURE.fullmatch(cell.strip()) for cell in column) for column in columns)


def _called(separator: str) -> str:
    return _CALLED.get(separator, repr(separator))


def doubtful_separator(
    text: bytes, format: Format, separator: str | None = None
) -> tuple[str, ...]:
    r"""Return a note if lines hold something else than what was taken to separate items.

    That is, if most do, or if many do and nobody said what separates items.

    Parameters
    ----------
    text
        What the file holds; its first lines are looked at.
    format
        How it was read: as FIMI or CSV.
    separator
        What the caller says to separate items.

    Examples
    --------
    >>> doubtful_separator(b"rum;tea\ngin;tea\n", Format("csv", ","))[0][:32]
    "no line holds ','; most hold ';'"
    >>> doubtful_separator(b"rum, green tea\ngin, green tea\n", Format("fimi"))[0][:24]
    "most lines hold ',', but"
    """
    own = (" ", "\t") if format.separator is None else (format.separator,)
    if not any(mark.encode() in text[:SAMPLE] for mark in _CALLED if mark not in own):
        return ()
    lines = _unquoted(text)
    held = _held(lines)
    found = sum(any(mark in line for mark in own) for line in lines)
    several = sum(any(mark in line for mark in (*own, *_CALLED)) for line in lines)
    most = [mark for mark in _SEPARATORS if mark not in own and held[mark] > _MOST * several]
    saying = f"say what separates items with {parameter('separator')}"
    if format.separator is None and found > _FEW * len(lines):
        # A blank may follow each comma, or stand within an item here and there.
        ended = sum(any(f"{mark} " in line for mark in most) for line in lines)
        if len(most) != 1 or (ended <= _MOST * several and held[most[0]] <= found):
            return ()
        return (f"most lines hold {_called(most[0])}, but items end at blanks; {saying}",)
    if not most and found <= _FEW * len(lines) and held[" "] > _MOST * len(lines):
        # Names of several words repeat; baskets of several items hardly do.
        most = [" "] if len(set(lines)) > _MOST * len(lines) else []
    if len(most) != 1 or _MOST * held[most[0]] < found:
        return _second_mark(lines, format.separator) if separator is None else ()
    hold = "holds" if found == 1 else "hold"
    few = f"only {found:,} of the first {len(lines):,} lines {hold}" if found else "no line holds"
    return (
        f"{few} {_called(own[0])}; most hold {_called(most[0])}, so nearly each line was read as "
        f"one item; {saying}",
    )


def _second_mark(lines: list[str], own: str | None) -> tuple[str, ...]:
    """Return a note if many lines hold a mark that may separate items as well as their own does."""
    if own is None:
        return ()
    held = _held(lines)
    spaced = _is_spaced(lines, own)
    for mark in _SEPARATORS:
        if mark == own or held[mark] < _MANY_LINES:
            continue
        # A blank behind each mark is the habit of text: one without it is soon the likelier.
        likelier = spaced and _is_tight(lines, mark)
        textual = _is_text(lines, mark) and not (spaced and _is_spaced(lines, mark))
        if not textual and held[mark] > held[own] * (_FEW if likelier else 1 / _FAR_MORE):
            return (
                f"of the first {len(lines):,} lines {held[own]:,} hold {_called(own)} and "
                f"{held[mark]:,} hold {_called(mark)}: items were taken to be separated by "
                f"{_called(own)}; say otherwise with {parameter('separator')}",
            )
    return ()


def _unquoted(sample: bytes) -> list[str]:
    """Return the first lines that are not blank, without what is quoted in them."""
    return [_QUOTED.sub("", line) for line in _lines(sample) if line.strip()]


def _held(lines: list[str]) -> dict[str, int]:
    """Return how many lines hold each mark."""
    return {mark: sum(mark in line for line in lines) for mark in _CALLED}


def refuse_table(text: bytes, format: Format, path: Path, separator: str | None) -> None:
    r"""Raise if a file that is to be read as baskets looks like a table or a list of items.

    Each line would count as a person's basket, and the promise would be about lines.

    Parameters
    ----------
    text
        What the file holds.
    format
        How it would be read.
    path
        Where it comes from, for the message.
    separator
        What the caller says to separate cells.

    Examples
    --------
    >>> refuse_table(b"rum,tea\ngin\nrum\n", Format("csv", ","), Path("a.csv"), None)
    """
    if format.separator is None:
        return
    # Not for text without separators.
    from shoal.io.nearly_tables import nearly_table
    from shoal.io.shared_places import share_places

    lines = _unquoted(text)
    for mark in _candidates(format.separator, separator):
        if mark != format.separator and _held(lines)[format.separator] and _is_text(lines, mark):
            continue
        by = "" if mark == format.separator else f", separated by {_called(mark)}"
        rows = _rows(text, mark)
        header = _has_header(rows) and not share_places(rows[0], rows[1:])
        if header and (len(rows) >= _LINES_OF_WORDS or _has_numbers(rows)):
            line, seen = 1, f"looks like the header of a table of {len(rows[0])} columns{by}: "
        elif (nearly := nearly_table(_lines(text), mark)) is not None:
            columns = f"the file looks like a table of {len(nearly.names)} columns{by}"
            line, seen = nearly.line, f"{nearly.fault}, but {columns}: {nearly.remedy}, and "
        else:
            continue
        raise FormatError(
            f"{seen}name its quasi-identifiers with {parameter('qi')}; if each line is one item of "
            f"a basket, name the columns with {parameter('id')} and {parameter('item')}; if each "
            f"line is a basket, insist on {parameter('format', 'csv')}, without the header if "
            "there is one",
            path=str(path),
            line=line,
        )
