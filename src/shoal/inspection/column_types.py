"""What the values of a column are: numbers, dates, codes, categories or text."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

import numpy as np
import polars as pl

from shoal.data.cell_types import holds_cells
from shoal.data.columns import are_codes, kind_of, mixed_with, texts_of
from shoal.data.dates import as_iso
from shoal.data.table_notices import NEARLY_UNIQUE
from shoal.inspection.uniqueness import Codes

#: Characters that a label of a category rarely exceeds on average.
_LONG = 40

#: So few values, each in so many rows on average, are answers; so are counts up to the last.
_FEW_VALUES, _ROWS_OF_A_VALUE, _COUNT = 10, 20, 20

#: Patterns that say what a value is.
PATTERNS = {
    "e-mail": r"^[^@\s]+@[^@\s]+\.[^@\s]+$",
    "telephone": r"^(?:\+|00)[0-9][0-9 ()/.-]{6,}$",
    "postcode": r"^(?:[0-9]{5}(?:-[0-9]{4})?|[A-Z]{1,2}[0-9][0-9A-Z]? [0-9][A-Z]{2})$",
    "sex": r"^(?i:m|f|w|d|x|male|female|man|woman|other|diverse)$",
    "year": r"^(?:19|20)[0-9]{2}$",
    "code": r"[0-9]",
    "whole": r"^[+-]?[0-9]+$",
}


@dataclass(frozen=True, eq=False)
class Column:
    """A column with what its values alone show."""

    name: str
    type: str
    distinct: int
    missing: int
    rows: int
    codes: Codes  # the value of each row as a number
    content: Mapping[str, float] = field(default_factory=dict)  # share of values of each pattern
    mixed: str | None = None  # what most values are, numbers or dates, where others are not
    unclear: bool = False  # whether no date tells if day or month comes first
    stars: bool = False  # whether some values read as published cells
    few: bool = False  # whether the values are answers or counts, which name nobody

    def holds(self, what: str, share: float = 0.9) -> bool:
        """Tell whether so many of the different values fit a pattern, by its name."""
        return self.content.get(what, 0.0) >= share

    @property
    def known(self) -> int:
        """Number of rows with a value."""
        return self.rows - self.missing

    @property
    def coded(self) -> bool:
        """Whether the values can number persons: nearly all have a digit."""
        return self.holds("code") and not self.few


def look_at(column: pl.Series) -> Column:
    """Tell what the values of a column are."""
    rows = len(column)
    if not holds_cells(column.dtype):
        return Column(column.name, "list", 0, column.null_count(), rows, np.zeros(rows, np.int64))
    texts = texts_of(column)
    values = texts.drop_nulls().unique(maintain_order=True)
    coded = values.to_frame("value").with_row_index("code")
    codes = texts.to_frame("value").join(coded, on="value", how="left", maintain_order="left")
    distinct, known = len(values), rows - texts.null_count()
    bare = values.str.strip_chars()
    counts = bare.cast(pl.Int64, strict=False).is_between(0, _COUNT).fill_null(False)
    type, unclear = _type_of(column.name, values, texts)
    return Column(
        column.name,
        type,
        distinct,
        texts.null_count(),
        rows,
        codes["code"].fill_null(distinct).to_numpy().astype(np.int64),
        {
            name: int(bare.str.contains(pattern).sum()) / max(distinct, 1)
            for name, pattern in PATTERNS.items()
        },
        mixed=mixed_with(values) if type in ("category", "text") else None,
        unclear=unclear,
        stars=bool(values.str.contains(r"^(\*$|\{)").any()),
        few=distinct * _ROWS_OF_A_VALUE <= known
        and (distinct <= _FEW_VALUES or bool(counts.all())),
    )


def _type_of(name: str, values: pl.Series, texts: pl.Series) -> tuple[str, bool]:
    """Return the type of a column, and whether day or month of its dates is unclear."""
    dates, unclear = as_iso(values)
    if len(values) and not dates.null_count():
        return "date", unclear
    if are_codes(name, values):
        return "code", False
    if kind_of(values) == "numeric":
        return "number", False
    length = texts.str.len_chars().mean()
    long = isinstance(length, float) and length > _LONG
    many = len(values) > max(NEARLY_UNIQUE * texts.count(), 20)
    return "text" if long or many else "category", False
