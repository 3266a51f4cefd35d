"""Anatomy: exact quasi-identifiers and sensitive values in two tables, joined by group alone.

After *Anatomy: Simple and Effective Privacy Preservation* (2006).
"""

from __future__ import annotations

import heapq
from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np
import numpy.typing as npt
import polars as pl

from shoal.data.sensitive_counts import COUNT, GROUP, SensitiveCounts
from shoal.data.table import Table
from shoal.engines.local import Phase
from shoal.engines.run import Run
from shoal.errors import InfeasibleError, ParameterError
from shoal.methods.method import Found, Method, register
from shoal.methods.table_method import memory_of
from shoal.privacy import LDiversity, Model
from shoal.privacy.sensitive_columns import SensitiveColumn, sensitive_columns
from shoal.wording import parameter

Integers = npt.NDArray[np.int64]


@dataclass(frozen=True, eq=False)
class Anatomized(Found):
    """The group of each row."""

    group_of_row: Integers  # numbered from 1, by what is published
    counts: SensitiveCounts

    def publish(self, data: Table) -> pl.DataFrame:
        """Return the quasi-identifiers as they are, and the group."""
        return exact_cells(data).with_columns(pl.Series(GROUP, self.group_of_row))

    def companions(self) -> dict[str, Any]:
        """Return the sensitive table."""
        return {"sensitive": self.counts}


@register
@dataclass(frozen=True)
class Anatomy(Method):
    """Groups of rows whose sensitive values are all different.

    Notes
    -----
    Departures from the paper: which row of a value a group gets is drawn from rows in the order of
    their content, and groups are numbered by what is published, so that nothing follows from the
    order of the input. Groups are so large that entropy and recursive l-diversity hold, too.
    """

    name: ClassVar[str] = "anatomy"
    kind: ClassVar[str] = "anatomy"
    models: ClassVar[tuple[str, ...] | None] = ("l",)
    uses_seed: ClassVar[bool] = True
    sentence: ClassVar[str] = (
        "Rows with different sensitive values were drawn into groups, and the sensitive values of "
        "each group were published in a table of their own."
    )
    paper: ClassVar[str] = "Anatomy: Simple and Effective Privacy Preservation (2006)"

    def check(self, data: Table, model: Model) -> None:
        """Raise if a value is too frequent for groups of different values."""
        column, size = sensitive_of(data), group_size(model)
        most = int(column.totals.max())
        if most * size <= len(data):
            return
        feasible = len(data) // most
        least = "no l of 2 or more is feasible"
        if feasible >= 2:
            least = f"the largest feasible number of different values is {feasible:,}"
        raise InfeasibleError(
            f"anatomy puts {size:,} different values into every group under {model}, so at most 1 "
            f"row in {size:,} may have the same, and the most frequent value of {column.name} is "
            f"in {most:,} of {len(data):,} rows: {least}",
            parameter="model",
        )

    def memory(self, data: Table, model: Model) -> int:
        """Return about how many bytes a run needs."""
        return memory_of(data)

    def run(self, data: Table, model: Model, run: Run) -> Anatomized:
        """Find the group of each row."""
        column, size = sensitive_of(data), group_size(model)
        phase = Phase("Grouping", "groups")
        groups: Integers = run.search(
            lambda _: numbered_by_content(data, column, draw(data, column, size, run.seed)), phase
        )
        return Anatomized(groups, count_values(data, groups))


def group_size(model: Model) -> int:
    """Return how many different values satisfy the model if each occurs once."""
    assert isinstance(model, LDiversity)
    if model.c is None:
        return model.k
    # 1 < c (m - l + 1), for m values.
    numerator, denominator = model.c.as_integer_ratio()
    return int(model.l) + int(denominator // numerator)


def sensitive_of(data: Table) -> SensitiveColumn:
    """Return the sensitive column. Groups of different combinations could agree in one column."""
    if len(data.sensitive) > 1:
        raise ParameterError(
            f"anatomy protects one sensitive column, and there are {len(data.sensitive)}: name one "
            f"by {parameter('sensitive')}, or publish one table, without {parameter('publish')}",
            parameter="sensitive",
        )
    return next(sensitive_columns(data.others, data))


def exact_cells(data: Table) -> pl.DataFrame:
    """Return the quasi-identifiers as they are."""
    return pl.DataFrame(
        {
            column.name: pl.Series(column.hierarchy.values, dtype=pl.String).gather(column.codes)
            for column in data.quasi_identifiers
        }
    )


def draw(data: Table, column: SensitiveColumn, size: int, seed: int) -> Integers:
    """Return the group of each row, numbered from 0: the algorithm of the paper."""
    random = np.random.default_rng(seed)
    shuffled = random.permutation(_by_content(data))
    # Bucketize: the rows of each value, in random order.
    by_value = shuffled[np.argsort(column.codes[shuffled], kind="stable")]
    starts = np.cumsum(column.totals) - column.totals
    values, left = _take_largest(column.totals, size)
    groups = len(values) // size
    group_of_draw = np.repeat(np.arange(groups), size)
    # The n-th draw of a value is the n-th row of its bucket.
    order = np.argsort(values, kind="stable")
    drawn = np.bincount(values, minlength=len(starts))
    nth = np.arange(len(values)) - np.repeat(np.cumsum(drawn) - drawn, drawn)
    group_of_row = np.empty(len(data), dtype=np.int64)
    group_of_row[by_value[starts[values[order]] + nth]] = group_of_draw[order]
    for value in left:
        lacking = np.setdiff1d(np.arange(groups), group_of_draw[values == value])
        row = by_value[starts[value] + drawn[value]]
        group_of_row[row] = lacking[random.integers(len(lacking))]
    return group_of_row


def _take_largest(totals: Integers, size: int) -> tuple[Integers, list[int]]:
    """Return the values of each group in turn, and those with a row that is left.

    As long as enough buckets have rows, a group gets one of each of the largest.
    """
    heap = [(-count, value) for value, count in enumerate(totals.tolist())]
    heapq.heapify(heap)
    values: list[int] = []
    while len(heap) >= size:
        taken = [heapq.heappop(heap) for _ in range(size)]
        for count, value in taken:
            values.append(value)
            if count < -1:
                heapq.heappush(heap, (count + 1, value))
    return np.array(values, dtype=np.int64), sorted(value for _, value in heap)


def _by_content(data: Table) -> Integers:
    """Return the rows in the order of what they hold."""
    cells = pl.DataFrame({str(at): one.codes for at, one in enumerate(data.quasi_identifiers)})
    others = data.others.rename({name: f"_{name}" for name in data.others.columns})
    whole = cells.hstack(others.get_columns()).with_row_index("row")
    order = whole.sort(whole.columns[1:], nulls_last=True)["row"]
    return order.to_numpy().astype(np.int64)


def numbered_by_content(data: Table, column: SensitiveColumn, groups: Integers) -> Integers:
    """Return the groups numbered from 1 by what is published of them."""
    cells = data.cells
    if data.kept:
        kept = data.others.select(pl.col(data.kept).rank("dense").fill_null(0))
        cells = np.column_stack([cells, kept.to_numpy().astype(np.int64)])
    ranks = np.unique(cells, axis=0, return_inverse=True)[1].ravel()
    sizes = np.bincount(groups)
    starts = np.cumsum(sizes) - sizes
    held = np.full((len(sizes), 2 * int(sizes.max())), -1, dtype=np.int64)
    for first, numbers in ((0, ranks), (int(sizes.max()), column.codes)):
        order = np.lexsort((numbers, groups))
        of = groups[order]
        held[of, first + np.arange(len(groups)) - starts[of]] = numbers[order]
    order = np.lexsort(held.T[::-1])
    number = np.empty(len(sizes), dtype=np.int64)
    number[order] = np.arange(1, len(sizes) + 1)
    return number[groups]


def count_values(data: Table, groups: Integers) -> SensitiveCounts:
    """Return the sensitive table."""
    names = list(data.sensitive)
    frame = data.others.select(names).insert_column(0, pl.Series(GROUP, groups))
    counts = SensitiveCounts(frame.group_by(GROUP, *names).agg(pl.len().alias(COUNT)))
    return SensitiveCounts(counts.frame.sort(GROUP, *names, nulls_last=True))
