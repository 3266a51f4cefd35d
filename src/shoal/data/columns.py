"""A column of a table as text: what its cells say, and whether they are numbers or dates."""

from __future__ import annotations

import re
from datetime import UTC, datetime
from decimal import Decimal

import numpy as np
import numpy.typing as npt
import polars as pl

from shoal.data.cell_types import exact_texts
from shoal.data.cells import MISSING, NUMBER
from shoal.data.dates import are_dates, as_iso, times_of
from shoal.data.words import speaks_of
from shoal.errors import SchemaError
from shoal.wording import parameter

#: Whole numbers above this are not all different as floating-point numbers.
_EXACT = 2.0**53

#: Share of the different texts of a column from which on the others are taken for mistakes.
MOSTLY_DATES = 0.9

#: How a code of letters and digits begins and goes on, such as E11.9, SW1A 2AA and 1012 AB; and how
#: many shapes the codes of one column have at most, a letter like any other, and a digit too.
_CODE = r"^(?:[A-Za-z]{1,3}[ .-]?[0-9]|[0-9]{4} ?[A-Za-z])[A-Za-z0-9 ./-]{0,10}$"
_SHAPES = 6


def texts_of(column: pl.Series) -> pl.Series:
    """Return the cells of a column as they are written; null where a value is missing."""
    if column.dtype.is_float():
        # Pandas turns integers with gaps into floating-point numbers; -0 is 0, and NaN is missing.
        column = column.fill_nan(None) + 0.0
        known = column.drop_nulls()
        if len(known) and ((known == known.round()) & (known.abs() < _EXACT)).all():
            column = column.cast(pl.Int64)
    texts = exact_texts(column)
    if not _are_missing(texts.unique()).any():
        return texts
    return texts.set(_are_missing(texts), None)


def _are_missing(texts: pl.Series) -> pl.Series:
    return texts.str.strip_chars().is_in(["", MISSING]).fill_null(False)


def kind_of(values: pl.Series) -> str:
    """Tell by content what different texts are: ``numeric``, ``date`` or ``categorical``."""
    texts = values.str.strip_chars()
    if not len(texts):
        return "categorical"
    if _are_numbers(texts).all():
        return "categorical" if texts.str.contains(r"^[+-]?0[0-9]").any() else "numeric"
    return "date" if are_dates(texts).all() else "categorical"


def are_codes(name: str, values: pl.Series) -> bool:
    """Tell whether different texts are codes, of which a beginning says more than a range.

    Codes have letters and digits in few shapes. Digits alone, as in postcodes, are codes if all
    have one length and the name of the column says so or some start with 0.
    """
    texts = values.str.strip_chars()
    if not len(texts):
        return False
    if texts.str.contains(r"^[0-9]{4,}$").all():
        named = bool(speaks_of(name, "codes")) or bool(texts.str.starts_with("0").any())
        return named and texts.str.len_bytes().n_unique() == 1
    if not texts.str.contains(_CODE).all():
        return False
    shapes = texts.str.replace_all("[A-Za-z]", "A").str.replace_all("[0-9]", "9")
    return shapes.n_unique() <= _SHAPES


def mixed_with(values: pl.Series) -> str | None:
    """Return what most of a column's different texts are, numbers or dates, if not all are."""
    texts = values.str.strip_chars()
    numbers = int(_are_numbers(texts).sum())
    if numbers < len(values) <= 2 * numbers:
        return "numbers"
    dates = int(as_iso(texts)[0].count())
    return "dates" if MOSTLY_DATES * len(values) <= dates < len(values) else None


def check_mixed(name: str, texts: pl.Series, values: pl.Series) -> None:
    """Raise if most of the different texts of a column are numbers or dates, but not all."""
    what = mixed_with(values)
    if what is not None:
        cells = values.str.strip_chars()
        others = values.filter(
            ~_are_numbers(cells) if what == "numbers" else as_iso(cells)[0].is_null()
        )
        raise SchemaError(
            f"column {name!r} holds {what} and also other text: clean it, "
            f"give it a hierarchy, or say {parameter('categorical', [name])}",
            row=texts.is_in(others.to_list()).arg_true()[0],
            parameter="categorical",
            entry=name,
        )


def first_no_number(texts: pl.Series) -> int | None:
    """Return the row (from 0) of the first cell that is no number; None if all are numbers."""
    wrong = (texts.is_not_null() & ~_are_numbers(texts.str.strip_chars())).arg_true()
    return wrong[0] if len(wrong) else None


def check_told_apart(name: str, values: pl.Series, kind: str) -> None:
    """Raise if two different numbers or dates have one place on the line: their loss would be 0."""
    positions = positions_of(values, kind)
    if positions is None or len(np.unique(positions)) == len(values):
        return
    shared = pl.Series(positions).is_duplicated()
    exact = {exactly(text, kind) for text in values.filter(shared)}
    if len(np.unique(positions[shared.to_numpy()])) < len(exact):
        raise SchemaError(
            f"column {name!r} holds different {'numbers' if kind == 'numeric' else 'times'} that "
            "are the same floating-point number of 64 bits: round them, or say "
            f"{parameter('categorical', [name])}",
            parameter="categorical",
            entry=name,
        )


def exactly(text: str, kind: str) -> Decimal | tuple[datetime, str]:
    """Return a number or date as a value that equals no other one's, however close."""
    text = text.strip()
    if kind == "numeric":
        return Decimal(text)
    fraction = re.search(r"\.([0-9]+)", text)
    time = datetime.fromisoformat(text if fraction is None else text.replace(fraction[0], "", 1))
    time = time if time.tzinfo else time.replace(tzinfo=UTC)
    return time, "" if fraction is None else fraction[1].rstrip("0")


def positions_of(values: pl.Series, kind: str) -> npt.NDArray[np.float64] | None:
    """Return where different texts are on a line; None for categories."""
    texts = values.str.strip_chars()
    if kind == "numeric":
        return texts.cast(pl.Float64).to_numpy().astype(np.float64)
    return times_of(texts) if kind == "date" and are_dates(texts).all() else None


def _are_numbers(texts: pl.Series) -> pl.Series:
    numbers = texts.str.contains(f"^(?:{NUMBER.pattern})$")
    # What is too large for a floating-point number has no place on a line.
    return numbers & texts.cast(pl.Float64, strict=False).is_finite().fill_null(False)
