"""What the labels of bands say, read as a person reads them: which values they cover."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import date, datetime, timedelta
from decimal import Decimal

from shoal.data.cells import Set, parse_cell

NUMBER = r"-?[0-9]+(?:\.[0-9]+)?"
TIME = r"[0-9]{4}(?: Q[1-4]|-[0-9]{2}(?:-[0-9]{2}(?: [0-9]{2}:[0-9]{2})?)?)?"

Covers = Callable[[str], bool]


def of_numbers(label: str) -> tuple[Covers, list[Decimal]]:
    """Return what a label of numbers covers, and the numbers that begin or follow it."""
    if found := re.fullmatch(f"under ({NUMBER})", label):
        high = Decimal(found[1])
        return lambda value: Decimal(value) < high, [high]
    if found := re.fullmatch(f"({NUMBER}) or over", label):
        low = Decimal(found[1])
        return lambda value: Decimal(value) >= low, [low]
    if found := re.fullmatch(f"({NUMBER}) to under ({NUMBER})", label):
        low, high = map(Decimal, found.groups())
        return lambda value: low <= Decimal(value) < high, [low, high]
    found = re.fullmatch("([0-9]+)-([0-9]+)|(-[0-9]+) to (-?[0-9]+)", label)
    assert found is not None, label
    low, last = (Decimal(end) for end in found.groups() if end is not None)
    return lambda value: low <= Decimal(value) <= last, [low, last + 1]


def of_dates(label: str) -> tuple[Covers, list[datetime]]:
    """Return what a label of dates covers, and the times that begin or follow it."""
    if found := re.fullmatch(f"before ({TIME})", label):
        high = _begins(found[1])
        return lambda value: datetime.fromisoformat(value) < high, [high]
    if found := re.fullmatch(f"({TIME}) or later", label):
        low = _begins(found[1])
        return lambda value: datetime.fromisoformat(value) >= low, [low]
    found = re.fullmatch(f"({TIME}) to ({TIME})|([0-9]{{4}})-([0-9]{{4}})|({TIME})", label)
    assert found is not None, label
    ends = [end for end in found.groups() if end is not None]
    low, high = _begins(ends[0]), _ends(ends[-1])
    return lambda value: low <= datetime.fromisoformat(value) < high, [low, high]


def _begins(text: str) -> datetime:
    if quarter := re.fullmatch("([0-9]{4}) Q([1-4])", text):
        return datetime(int(quarter[1]), 3 * int(quarter[2]) - 2, 1)
    return datetime.fromisoformat({4: f"{text}-01-01", 7: f"{text}-01"}.get(len(text), text))


def _ends(text: str) -> datetime:
    begins = _begins(text)
    if " Q" in text:
        return _begins(_months_later(begins, 3))
    match len(text):
        case 4:
            return begins.replace(year=begins.year + 1)
        case 7:
            return _begins(_months_later(begins, 1))
        case 10:
            return begins + timedelta(days=1)
    return begins + timedelta(minutes=1)


def _months_later(time: datetime, months: int) -> str:
    years, month = divmod(time.month - 1 + months, 12)
    return date(time.year + years, month + 1, 1).isoformat()


def of_codes(label: str) -> Covers:
    """Return what a label of codes covers: all that begin so."""
    beginning = label.rstrip("*")
    assert beginning < label, label
    return lambda value: value.startswith(beginning)


def named_in(label: str) -> list[str]:
    """Return the names in a label of categories."""
    cell = parse_cell(label)
    return list(cell.values) if isinstance(cell, Set) else [label]


def of_categories(label: str, rare: set[str], pooled: str) -> tuple[Covers, list[str]]:
    """Return what a label of categories covers, and the values that it names."""
    names = named_in(label)
    members = {*names} - {pooled} | (rare if pooled in names else set())
    return lambda value: value in members, [name for name in names if name != pooled]
