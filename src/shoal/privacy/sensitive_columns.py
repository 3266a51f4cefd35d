"""Sensitive columns as models see them, and how often each class of rows has each value."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np
import numpy.typing as npt
import polars as pl

from shoal.data.cells import MISSING
from shoal.data.columns import texts_of
from shoal.data.hierarchy import Hierarchy

#: Integers: of 64 bits while products of them fit, else those of Python.
Numbers = npt.NDArray[Any]

_MOST_BITS = 62
#: Numbers of values that are held at a time, where each class has one of each value.
_BLOCK = 2**22


@dataclass(frozen=True, eq=False)
class SensitiveColumn:
    """A sensitive column, or several as one."""

    names: Sequence[str]
    values: tuple[str | None, ...]  # the texts in their order; None for several columns as one
    totals: Numbers  # rows of each value
    codes: Numbers  # the value of each row
    tree: Hierarchy | None = None  # of the values, where one was given

    @property
    def name(self) -> str:
        """What a message calls it."""
        return f"column{'s' * (len(self.names) > 1)} {' and '.join(map(repr, self.names))}"

    @property
    def rows(self) -> int:
        """The number of all rows."""
        return int(self.totals.sum())

    @property
    def shares(self) -> Numbers:
        """The share of each value in all rows."""
        return self.totals / self.rows


def sensitive_columns(frame: pl.DataFrame, about: Any) -> Iterator[SensitiveColumn]:
    """Yield each sensitive column of a table or of what was published, or all of them as one."""
    names = about.sensitive
    for joined in [names] if about.together else [[name] for name in names]:
        texts = [texts_of(frame[name]).fill_null(MISSING) for name in joined]
        ranks = np.column_stack([text.rank("dense").to_numpy() for text in texts])
        _, codes, totals = np.unique(ranks, axis=0, return_inverse=True, return_counts=True)
        alone = len(joined) == 1
        values = tuple(texts[0].unique().sort()) if alone else (None,) * len(totals)
        tree = about.trees.get(joined[0]) if alone else None
        yield SensitiveColumn(joined, values, totals, codes.ravel().astype(np.int32), tree)


@dataclass(frozen=True, eq=False)
class ValueCounts:
    """The pairs of a class and a value that occur, sorted by class, then by value."""

    column: SensitiveColumn
    sizes: Numbers  # rows of each class
    #: Of each pair.
    classes: Numbers
    codes: Numbers
    counts: Numbers

    @classmethod
    def of(cls, column: SensitiveColumn, of_row: Numbers) -> ValueCounts:
        """Count the values in each class, given the class of each row."""
        keys = of_row.astype(np.int64) * len(column.values) + column.codes
        keys, counts = np.unique(keys, return_counts=True)
        return cls(column, np.bincount(of_row), *divmod(keys, len(column.values)), counts)

    def exact(self, factor: int = 1) -> type:
        """Return what holds products of two counts and a factor."""
        fits = (self.column.rows**2 * factor).bit_length() <= _MOST_BITS
        return np.int64 if fits else object

    def by_class(self, of_pair: npt.ArrayLike) -> Numbers:
        """Add up numbers of pairs for each class."""
        return np.add.reduceat(np.asarray(of_pair), self.starts)

    @property
    def starts(self) -> Numbers:
        """Where the pairs of each class begin."""
        return np.searchsorted(self.classes, np.arange(len(self.sizes)))

    @property
    def ratios(self) -> Numbers:
        """The share of each pair's value in its class, divided by that in all rows."""
        expected = self.column.shares[self.codes] * self.sizes[self.classes]
        ratios: Numbers = self.counts / expected
        return ratios

    def shares_and(self, bounds: Sequence[Fraction]) -> tuple[Numbers, Numbers]:
        """Return of each pair the share of its value in its class, and in all rows times a bound.

        There is a bound for each value. Both sides are whole numbers, multiplied alike.
        """
        above = [bound.numerator for bound in bounds]
        below = [bound.denominator for bound in bounds]
        exact = self.exact(max(above + below))
        share: Numbers = self.counts.astype(exact) * self.column.rows
        whole: Numbers = self.column.totals[self.codes].astype(exact) * self.sizes[self.classes]
        return share * np.array(below, exact)[self.codes], whole * np.array(above, exact)[
            self.codes
        ]

    def surplus(self, places: Numbers, count: int) -> Iterator[Numbers]:
        """Yield how many rows too many each class has in each place, some classes at a time.

        Values have places, some the same one. Rows are times all rows: whole numbers.
        """
        exact, step = self.exact(count), max(_BLOCK // count, 1)
        totals: Numbers = np.zeros(count, exact)
        np.add.at(totals, places, self.column.totals)
        for start in range(0, len(self.sizes), step):
            sizes: Numbers = self.sizes[start : start + step].astype(exact)
            these = slice(*np.searchsorted(self.classes, [start, start + step]))
            held: Numbers = np.zeros((len(sizes), count), exact)
            at = (self.classes[these] - start, places[self.codes[these]])
            np.add.at(held, at, self.counts[these])
            yield held * self.column.rows - sizes[:, None] * totals
