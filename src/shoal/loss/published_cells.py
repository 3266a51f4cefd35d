"""What published cells cover, and what that costs: one look at each distinct cell of a column."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt
import polars as pl

from shoal.data.cells import MISSING, STAR, Range, Set, Value, parse_cell
from shoal.data.columns import exactly, positions_of
from shoal.data.entropy import BITS, entropies, node_entropies, weighted_logs
from shoal.data.table import QuasiIdentifier
from shoal.errors import SchemaError

Floats = npt.NDArray[np.float64]
Integers = npt.NDArray[np.int64]


class Cover(NamedTuple):
    """The values that one cell may stand for.

    They are ``first .. last - 1`` of the column's leaves, or of its values by size; or the members
    of a set, leaves that need not lie side by side. ``low`` and ``high`` are the least and the
    greatest of them on the number line; NaN where that means nothing.
    """

    first: int
    last: int
    by_size: bool = False
    low: float = np.nan
    high: float = np.nan
    members: tuple[int, ...] | None = None
    star: bool = False
    node: int = -1  # of the hierarchy, if the cell is one: 0 for ``*``

    @property
    def size(self) -> int:
        """Number of values."""
        return self.last - self.first if self.members is None else len(self.members)


class Domain:
    """The values of an original column: what its published cells are looked up in."""

    def __init__(self, column: QuasiIdentifier) -> None:
        self.column = column
        self.hierarchy = column.hierarchy
        self.size = len(column.hierarchy)
        self.counts: Integers = np.bincount(column.codes, minlength=self.size).astype(np.int64)
        positions = column.positions
        self.numeric = positions is not None
        self.positions: Floats = np.full(self.size, np.nan) if positions is None else positions
        known = int(np.count_nonzero(~np.isnan(self.positions)))
        #: Leaves by size; those without a place on the number line come last.
        self.by_size: Integers = np.argsort(self.positions, kind="stable").astype(np.int64)
        self.sorted = self.positions[self.by_size[:known]]
        self.rank = np.empty(self.size, dtype=np.int64)
        self.rank[self.by_size] = np.arange(self.size)
        self.width = float(self.sorted[-1] - self.sorted[0]) if known else 0.0

    def cover(self, text: str | None) -> Cover | None:
        """Return what a cell covers; None if it is no generalization of any value here."""
        if text == STAR:
            return Cover(0, self.size, star=True, node=0)
        text = text or MISSING
        cell = parse_cell(text)
        if text in self.hierarchy:
            node = self.hierarchy.node_of(text)
            # A range is what it says, even where a label of the hierarchy is spelled the same.
            ranges_first = self.numeric and self.column.recoding != "hierarchy"
            if not (ranges_first and isinstance(cell, Range)) or self._is_leaf(node):
                return self._node(node)
        if self.numeric and isinstance(cell, (Range, Value)):
            ends = (cell.low, cell.high) if isinstance(cell, Range) else (cell.text, cell.text)
            return self._range(*map(self._position, ends))
        return self._set(cell.values) if isinstance(cell, Set) else None

    def _is_leaf(self, node: int) -> bool:
        first = int(self.hierarchy.first[node])
        return first < self.size and int(self.hierarchy.leaf_nodes[first]) == node

    def _node(self, node: int) -> Cover:
        first, last = int(self.hierarchy.first[node]), int(self.hierarchy.last[node])
        if not self.numeric:
            return Cover(first, last, node=node)
        below = self.positions[first:last]
        return Cover(first, last, low=float(below.min()), high=float(below.max()), node=node)

    def _range(self, low: float, high: float) -> Cover | None:
        first, last = np.searchsorted(self.sorted, low), np.searchsorted(self.sorted, high, "right")
        if not first < last:  # nor if an end is no number
            return None
        # What lies beyond all values of the data makes a cell no wider.
        low, high = max(low, float(self.sorted[0])), min(high, float(self.sorted[-1]))
        return Cover(int(first), int(last), by_size=True, low=low, high=high)

    def _set(self, values: Sequence[str]) -> Cover | None:
        leaves = {self._leaf_of.get(value or MISSING, -1) for value in values}
        if -1 in leaves:
            return None
        members = tuple(sorted(leaves))
        if not self.numeric:
            return Cover(0, 0, members=members)
        places = self.positions[[*members]]
        return Cover(0, 0, low=float(places.min()), high=float(places.max()), members=members)

    @cached_property
    def _leaf_of(self) -> dict[str, int]:
        return {value: leaf for leaf, value in enumerate(self.hierarchy.values)}

    def _position(self, text: str) -> float:
        """Return the place of a number or date on the line; NaN if it is none."""
        if text in self.hierarchy:
            node = self.hierarchy.node_of(text)
            if self._is_leaf(node):
                return float(self.positions[self.hierarchy.first[node]])
        # Beside the longest value of the data, a date is counted in the same unit: days or seconds.
        beside = max(self.hierarchy.values, key=len)
        texts = pl.Series([beside, text])
        if len(text) > len(beside) and self.column.kind == "date":
            return np.nan
        try:
            places = positions_of(texts, self.column.kind)
        except pl.exceptions.PolarsError:
            return np.nan
        if places is None or self._hides_difference(text, float(places[1])):
            return np.nan
        return float(places[1])

    def _hides_difference(self, text: str, place: float) -> bool:
        """Tell whether a number has the place of a value of the data, and is another number."""
        leaves = np.flatnonzero(self.positions == place)
        kind, values = self.column.kind, self.hierarchy.values
        return len(leaves) > 0 and exactly(text, kind) != exactly(values[leaves[0]], kind)


@dataclass(frozen=True, eq=False)
class PublishedCells:
    """The distinct cells of a published column: that of each row, and what each covers."""

    domain: Domain
    of_row: npt.NDArray[np.int64]
    covers: tuple[Cover, ...]

    @classmethod
    def of(cls, column: QuasiIdentifier, published: pl.Series) -> PublishedCells:
        """Look up the cells of a column; each must be a generalization of an original value."""
        domain = Domain(column)
        texts = published.fill_null(MISSING)
        distinct = texts.unique().sort()
        of_row = texts.cast(pl.Enum(distinct)).to_physical().cast(pl.Int64).to_numpy()
        covers = [domain.cover(text) for text in distinct]
        unknown = np.flatnonzero([cover is None for cover in covers])
        if len(unknown):
            row = int(np.flatnonzero(np.isin(of_row, unknown))[0])
            bands = column.recoding == "bands" or column.banded
            by_k = "; a release by bands is measured by the k it was made for" if bands else ""
            raise SchemaError(
                f"column {column.name!r}, row {row + 1:,}: the cell is neither a value of the "
                f"original nor a label, range or set that covers one{by_k}",
                row=row,
            )
        return cls(domain, of_row, tuple(cover for cover in covers if cover is not None))

    @property
    def counts(self) -> Integers:
        """Number of rows with each cell."""
        return np.bincount(self.of_row, minlength=len(self.covers)).astype(np.int64)

    @property
    def sizes(self) -> Integers:
        """Number of values that each cell may stand for."""
        return self._each("size", np.int64)

    @property
    def stars(self) -> npt.NDArray[np.bool_]:
        """Which cells are ``*``."""
        return self._each("star", np.bool_)

    def lm(self) -> Floats:
        """Return the cost of each cell by the loss metric."""
        return self._costs((self.sizes - 1) / max(self.domain.size - 1, 1))

    def ncp(self) -> Floats:
        """Return the cost of each cell by the normalized certainty penalty."""
        return self._costs(np.where(self.sizes > 1, self.sizes / max(self.domain.size, 1), 0.0))

    def tree(self) -> Floats:
        """Return the level of each cell as a share of the tree's depth; NaN for a range or set."""
        tree = self.domain.hierarchy
        return self._of_labels(tree.levels() / max(tree.depth, 1))

    def entropy(self) -> Floats:
        """Return the entropy of the original value that each cell may stand for, in bits."""
        logs = self._sums(weighted_logs(self.domain.counts))
        return entropies(self._sums(self.domain.counts), logs) / 2.0**BITS

    def monotone_entropy(self) -> Floats:
        """Return the least entropy of each cell and the nodes above; NaN for a range or set."""
        bits = node_entropies(self.domain.hierarchy, self.domain.counts, monotone=True)
        return self._of_labels(bits / 2.0**BITS)

    def _of_labels(self, costs: Floats) -> Floats:
        """Return for each cell what its node costs; NaN for one of several values that is none."""
        nodes = self._each("node", np.int64)
        return np.where(nodes >= 0, costs[nodes], np.where(self.sizes == 1, 0.0, np.nan))

    def _costs(self, costs: Floats) -> Floats:
        """Return the cost of each cell: by its width for numbers, else as given."""
        if self.domain.numeric:
            widths = self._each("high", np.float64) - self._each("low", np.float64)
            costs = widths / (self.domain.width or 1.0)
            # Numbers and missing values together have no width: such a cell tells nothing.
            costs[np.isnan(costs)] = 1.0
            costs[self.sizes == 1] = 0.0
        return np.where(self.stars, 1.0, costs)

    def cover_rows(self, leaves: npt.NDArray[Any]) -> npt.NDArray[np.bool_]:
        """Return for each row whether its cell covers this leaf."""
        by_size, first, last = self._intervals()
        ranks = np.where(by_size[self.of_row], self.domain.rank[leaves], leaves)
        covered = (first[self.of_row] <= ranks) & (ranks < last[self.of_row])
        cells, members = self._members()
        if len(cells):
            pairs = self.of_row * self.domain.size + leaves
            covered |= np.isin(pairs, cells * self.domain.size + members)
        return covered

    def cover_each(self, leaves: npt.NDArray[Any]) -> npt.NDArray[np.bool_]:
        """Return for each of some leaves, row by row, which of all cells cover it."""
        by_size, first, last = self._intervals()
        ranks = np.where(by_size, self.domain.rank[leaves][:, None], leaves[:, None])
        covered = (first <= ranks) & (ranks < last)
        cells, members = self._members()
        at = np.full(self.domain.size, -1, dtype=np.int64)
        at[leaves] = np.arange(len(leaves))
        asked = at[members] >= 0
        covered[at[members[asked]], cells[asked]] = True
        return covered

    def possible(self) -> npt.NDArray[np.bool_]:
        """Return for each cell whether the original has enough values below it for all its rows."""
        enough: npt.NDArray[np.bool_] = self._sums(self.domain.counts) >= self.counts
        return enough

    def spread(self) -> Floats:
        """Return the rows of each leaf when each row counts evenly for all that its cell covers."""
        share = self.counts / np.maximum(self.sizes, 1)
        by_size, first, last = self._intervals()
        rows = np.zeros(self.domain.size)
        leaves = np.arange(self.domain.size)
        for chosen, order in ((~by_size, leaves), (by_size, self.domain.by_size)):
            steps = np.zeros(self.domain.size + 1)
            np.add.at(steps, first[chosen], share[chosen])
            np.subtract.at(steps, last[chosen], share[chosen])
            rows[order] += np.cumsum(steps)[:-1]
        cells, members = self._members()
        np.add.at(rows, members, share[cells])
        return np.maximum(rows, 0.0)

    def shares(self, bins: Integers, count: int) -> Floats:
        """Return of each cell which share of its values lies in each of so many bins of leaves."""
        lies = np.zeros((self.domain.size, count))
        lies[np.arange(self.domain.size), bins] = 1.0
        shares: Floats = self._sums(lies) / np.maximum(self.sizes, 1)[:, None]
        return shares

    def _sums(self, of_leaf: npt.NDArray[Any]) -> npt.NDArray[Any]:
        """Return the sum over the leaves that each cell covers, of a number or several for each."""
        by_size, first, last = self._intervals()
        start = np.zeros_like(of_leaf, shape=(1, *of_leaf.shape[1:]))
        sums = np.zeros_like(of_leaf, shape=(len(self.covers), *of_leaf.shape[1:]))
        for chosen, values in ((~by_size, of_leaf), (by_size, of_leaf[self.domain.by_size])):
            below = np.concatenate([start, values.cumsum(axis=0)])
            sums[chosen] = below[last[chosen]] - below[first[chosen]]
        cells, members = self._members()
        np.add.at(sums, cells, of_leaf[members])
        return sums

    def _each(self, name: str, kind: type[np.generic]) -> npt.NDArray[Any]:
        """Return an attribute of what each cell covers."""
        return np.array([getattr(cover, name) for cover in self.covers], dtype=kind)

    def _intervals(self) -> tuple[npt.NDArray[np.bool_], Integers, Integers]:
        """Return whether each cell covers leaves by size, the first of them and the end."""
        first, last = self._each("first", np.int64), self._each("last", np.int64)
        return self._each("by_size", np.bool_), first, last

    def _members(self) -> tuple[Integers, Integers]:
        """Return the members of all sets, each beside its cell."""
        sets = [(cell, cover.members) for cell, cover in enumerate(self.covers) if cover.members]
        cells = np.repeat([cell for cell, _ in sets], [len(members) for _, members in sets])
        leaves = [leaf for _, members in sets for leaf in members]
        return cells.astype(np.int64), np.array(leaves, dtype=np.int64)
