"""What an analyst can still do with a table: counts by one and two columns, and associations."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import combinations
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt
import polars as pl

from shoal.data.cells import MISSING, STAR
from shoal.data.columns import texts_of
from shoal.data.hierarchy import Hierarchy
from shoal.data.table import QuasiIdentifier, Table
from shoal.io.tables import read_columns
from shoal.loss.published_cells import Floats, Integers, PublishedCells
from shoal.loss.tables import published_cells
from shoal.utility.are import error_of_counts

#: Values of a column that queries ask for: so many categories, or ranges of numbers and dates.
MOST_VALUES, RANGES = 20, 10

#: An association below this is none worth keeping, nor one below twice what chance would show.
LEAST_ASSOCIATION, CHANCE = 0.05, 2.0

#: Two columns keep their association if this share of it is left.
SURVIVES = 0.5

#: Values of a column that is published as it is; one with more is no category.
MOST_KEPT = 1000

#: What is taken for no variation at all.
TINY = 1e-9

#: Rows times pairs of columns that are looked at; beyond, some pairs stand for all.
WORK = 200_000_000


@dataclass(frozen=True, eq=False)
class BinnedColumn:
    """A column in a few bins of values: the bin of each row before, and after as far as known."""

    name: str
    before: Integers  # the bin of each original row
    cells: Integers  # the published cell of each row
    shares: Floats  # of each cell the share of its values in each bin: a row counts evenly
    #: The bins that are queries; one of all other values is none.
    asked: npt.NDArray[np.bool_]

    def counts(self) -> tuple[Floats, Floats]:
        """Return the rows in each bin before and after."""
        bins = self.shares.shape[1]
        after = np.bincount(self.cells, minlength=len(self.shares)) @ self.shares
        return np.bincount(self.before, minlength=bins).astype(np.float64), after

    def counts_with(self, other: BinnedColumn) -> tuple[Floats, Floats]:
        """Return the rows in each bin of this column and each of another, before and after."""
        shape = self.shares.shape[1], other.shares.shape[1]
        before = np.bincount(self.before * shape[1] + other.before, minlength=shape[0] * shape[1])
        both, rows = np.unique(self.cells * len(other.shares) + other.cells, return_counts=True)
        one, two = np.divmod(both, len(other.shares))
        after = self.shares[one].T @ (rows[:, None] * other.shares[two])
        return before.reshape(shape).astype(np.float64), after


class Association(NamedTuple):
    """How strongly two columns depend on each other: 0 not at all, 1 one is the other."""

    columns: tuple[str, str]
    before: float
    after: float
    by_chance: float  # what independent columns with such values would show

    @property
    def is_one(self) -> bool:
        """Whether there was anything to keep."""
        return self.before >= max(LEAST_ASSOCIATION, CHANCE * self.by_chance)

    @property
    def survives(self) -> bool:
        """Whether enough of it is left."""
        return self.is_one and self.after >= SURVIVES * self.before


@dataclass(frozen=True)
class AssociationsKept:
    """Pairs of columns, and how many of those that depended on each other still do."""

    associations: tuple[Association, ...] = field(repr=False)

    @property
    def pairs(self) -> int:
        """Number of pairs of columns that depended on each other."""
        return sum(one.is_one for one in self.associations)

    @property
    def kept(self) -> int:
        """Number of those that still do."""
        return sum(one.survives for one in self.associations)

    def to_dict(self) -> dict[str, Any]:
        """Return the figures as plain values, ready for JSON."""
        each = [{**one._asdict(), "columns": list(one.columns)} for one in self.associations]
        return {"pairs": self.pairs, "kept": self.kept, "associations": each}


@dataclass(frozen=True)
class TableUse:
    """What can still be done with a released table."""

    #: Mean relative error of counts: by a value of one column, and by values of two; None where
    #: there is no such query.
    are_of_columns: float | None
    are_of_pairs: float | None
    pairs: AssociationsKept

    def to_dict(self) -> dict[str, Any]:
        """Return the figures as plain values, ready for JSON."""
        figures = {name: value for name, value in vars(self).items() if name != "pairs"}
        return {**figures, "column_pairs": self.pairs.to_dict()}


def table_use(original: Table, published: Any) -> TableUse:
    """Return what an analyst can still do with a published table; its rows may come in any order.

    Queries ask for values of one column or of two, each as often as rows fulfil it; of many numbers
    for ten ranges. Columns that are published as they are count in pairs with recoded ones.
    """
    frame = read_columns(published)
    columns = [binned(cells) for cells in published_cells(original, frame)]
    recoded = len(columns)
    for column in kept_columns(original):
        if column.name in frame.columns:
            texts = texts_of(frame[column.name]).fill_null(MISSING)
            known = [STAR, *column.hierarchy.values]
            if texts.is_in(known).all():  # else they are spelled in another way
                columns.append(binned(PublishedCells.of(column, texts)))
    errors, found = [], []
    for one, other in some_pairs(columns, recoded, len(original)):
        before, after = one.counts_with(other)
        errors.append(error_of(before, after, np.outer(one.asked, other.asked)))
        strengths = association(before), association(after), by_chance(before)
        found.append(Association((one.name, other.name), *strengths))
    return TableUse(
        mean_of([error_of(*one.counts(), one.asked) for one in columns[:recoded]]),
        mean_of(errors),
        AssociationsKept(tuple(sorted(found, key=lambda one: -one.before))),
    )


def kept_columns(table: Table) -> list[QuasiIdentifier]:
    """Return the columns that are published as they are, if their values repeat."""
    found = []
    for column in table.others.get_columns():
        texts = texts_of(column).fill_null(MISSING)
        values = texts.unique().sort()
        if len(values) <= MOST_KEPT and not values.is_in([STAR, ""]).any():
            codes = texts.cast(pl.Enum(values)).to_physical().to_numpy().astype(np.int32)
            tree = Hierarchy.flat(values.to_list())
            found.append(QuasiIdentifier(column.name, "categorical", tree, codes))
    return found


def error_of(before: Floats, after: Floats, asked: npt.NDArray[np.bool_]) -> float | None:
    """Return the mean relative error of those counts that are queries."""
    return error_of_counts(before[asked], after[asked], rows=int(before.sum()))


def association(joint: Floats) -> float:
    """Return how strongly two columns depend on each other, from the rows with each two values.

    This is the share of rows in other places than if they did not, of the most there can be.
    """
    total, most = max(float(joint.sum()), 1.0), most_association(joint)
    independent = np.outer(joint.sum(axis=1), joint.sum(axis=0)) / total**2
    moved = 0.5 * float(np.abs(joint / total - independent).sum())
    return min(moved / most, 1.0) if most > TINY else 0.0


def most_association(joint: Floats) -> float:
    """Return the most rows in other places: the geometric mean of the columns' Gini indices."""
    total = max(float(joint.sum()), 1.0)
    ginis = [1 - float(((joint.sum(axis=axis) / total) ** 2).sum()) for axis in (0, 1)]
    return float(np.sqrt(max(ginis[0] * ginis[1], 0.0)))


def by_chance(joint: Floats) -> float:
    """Return about what association independent columns with these values would show."""
    total, most = max(float(joint.sum()), 1.0), most_association(joint)
    shares = [joint.sum(axis=axis) / total for axis in (1, 0)]
    roots = [np.sqrt(share * np.maximum(1 - share, 0)) for share in shares]
    deviations = np.outer(*roots) / np.sqrt(total)
    return float(deviations.sum() / np.sqrt(2 * np.pi)) / most if most > TINY else 0.0


def binned(cells: PublishedCells) -> BinnedColumn:
    """Return a column in bins of its values."""
    column = cells.domain.column
    bins, other = bins_of(column, cells.domain.counts)
    count = int(bins.max(initial=0)) + 1
    shares, asked = cells.shares(bins, count), np.arange(count) != other
    return BinnedColumn(column.name, bins[column.codes], cells.of_row, shares, asked)


def bins_of(column: QuasiIdentifier, rows: Integers) -> tuple[Integers, int]:
    """Return the bin of each value of a column, and that of all other values, -1 for none."""
    if len(rows) <= MOST_VALUES:
        return np.arange(len(rows)), -1
    bins = np.full(len(rows), MOST_VALUES - 1)
    if column.positions is None:
        common = np.argsort(-rows, kind="stable")[: MOST_VALUES - 1]
        bins[common] = np.arange(len(common))
        return bins, MOST_VALUES - 1
    order = np.argsort(column.positions, kind="stable")  # ? comes last, and has its own bin
    order = order[~np.isnan(column.positions[order])]
    ends = np.cumsum(rows[order])
    places = (ends - rows[order] / 2) * RANGES / max(int(ends[-1]), 1)
    bins[order] = np.minimum(places.astype(np.int64), RANGES - 1)
    return np.unique(bins, return_inverse=True)[1].ravel(), -1


def some_pairs(
    columns: Sequence[BinnedColumn], recoded: int, rows: int
) -> list[tuple[BinnedColumn, BinnedColumn]]:
    """Return pairs of columns of which one at least is recoded, as the first ones are.

    These are all, or evenly spaced ones where all would take too long.
    """
    pairs = [pair for pair in combinations(columns, 2) if pair[0] in columns[:recoded]]
    most = max(WORK // max(rows, 1), RANGES)
    return pairs[:: -(-len(pairs) // most)] if pairs else []


def mean_of(errors: Sequence[float | None]) -> float | None:
    """Return the mean of the errors that there are."""
    known = [error for error in errors if error is not None]
    return float(np.mean(known)) if known else None
