"""What a release of a table costs, in the papers' measures."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class ColumnLoss:
    """What one published column costs."""

    name: str  # the column
    #: Mean cost of its cells by the loss metric, and by the normalized certainty penalty: 0 all
    #: published as they were, 1 all ``*``.
    lm: float
    ncp: float
    weight: float  # how much the column counts in the means over all columns
    #: Number of cells published as a single value, and as ``*``.
    unchanged: int
    suppressed: int

    def to_dict(self) -> dict[str, Any]:
        """Return the loss as plain values, ready for JSON."""
        return {name: value for name, value in vars(self).items() if name != "name"}


@dataclass(frozen=True)
class TableLoss:
    """What a release of a table costs."""

    rows: int  # number of rows
    k: int  # the model's k, by which ``c_avg`` is measured
    columns: tuple[ColumnLoss, ...]  # the loss of each quasi-identifier
    #: Sizes of groups, in ascending order, each with the number of groups that have it.
    group_sizes: tuple[tuple[int, int], ...]
    suppressed_rows: int  # rows published with nothing but ``*``
    #: Ambiguity (AM): mean number of records that a published row may stand for. With many columns
    #: it can exceed every floating-point number, and is infinite then; its logarithm never is.
    am: float
    log10_am: float

    @property
    def by_column(self) -> dict[str, ColumnLoss]:
        """The loss of each column by its name."""
        return {column.name: column for column in self.columns}

    @property
    def lm(self) -> float:
        """Mean cost of a cell by the loss metric (LM), weighted by column."""
        return self._mean([column.lm for column in self.columns])

    @property
    def gcp(self) -> float:
        """Mean cost of a cell by the normalized certainty penalty, weighted by column."""
        return self._mean([column.ncp for column in self.columns])

    @property
    def groups(self) -> int:
        """Number of groups: of distinct published rows."""
        return sum(times for _, times in self.group_sizes)

    @property
    def smallest_group(self) -> int:
        """Number of rows in the smallest group; 0 without rows."""
        return self.group_sizes[0][0] if self.group_sizes else 0

    @property
    def largest_group(self) -> int:
        """Number of rows in the largest group; 0 without rows."""
        return self.group_sizes[-1][0] if self.group_sizes else 0

    @property
    def dm(self) -> int:
        """Discernibility (DM): squared group sizes, a suppressed row counting as all rows."""
        squares = sum(size * size * times for size, times in self.group_sizes)
        return squares + self.suppressed_rows * (self.rows - self.suppressed_rows)

    @property
    def c_avg(self) -> float:
        """Mean group size as a multiple of k (C_avg); 0 without rows."""
        return self.rows / (self.groups * self.k) if self.groups else 0.0

    def to_dict(self) -> dict[str, Any]:
        """Return the loss as plain values, ready for JSON; ``am`` is None beyond all numbers."""
        return {
            "lm": self.lm,
            "gcp": self.gcp,
            "dm": self.dm,
            "c_avg": self.c_avg,
            "am": self.am if math.isfinite(self.am) else None,
            "log10_am": self.log10_am,
            "k": self.k,
            "groups": self.groups,
            "smallest_group": self.smallest_group,
            "largest_group": self.largest_group,
            "suppressed_rows": self.suppressed_rows,
            "columns": {column.name: column.to_dict() for column in self.columns},
        }

    def _mean(self, costs: list[float]) -> float:
        weights = [column.weight for column in self.columns]
        total = sum(weights)
        return math.fsum(map(math.prod, zip(weights, costs, strict=True))) / total if total else 0.0
