"""Baskets: rows that are sets of items."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import chain, pairwise
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np
import numpy.typing as npt

from shoal import _core
from shoal.data.conversions import Convertible
from shoal.data.row_arrays import Items as Items
from shoal.data.row_arrays import Offsets as Offsets
from shoal.data.row_arrays import read_only, refused_by_core
from shoal.data.vocabulary import Vocabulary
from shoal.errors import Notice, SchemaError
from shoal.wording import counted

if TYPE_CHECKING:
    import polars as pl

    from shoal.data.extended import ExtendedRows
    from shoal.data.hierarchy import Hierarchy


@dataclass(frozen=True, eq=False)
class Baskets(Convertible):
    """Baskets in compressed rows: row ``r`` holds ``items[offsets[r]:offsets[r + 1]]``.

    Items are positions in ``vocabulary``, ascending and distinct within a row. The arrays are
    read-only. Use :func:`Baskets.of` to build one from Python lists, :func:`shoal.read` from
    files and frames.

    Examples
    --------
    >>> baskets = Baskets.of([["milk", "beer"], [], ["milk"]])
    >>> len(baskets), baskets.item_count, baskets.row(0)
    (3, 2, ['beer', 'milk'])
    """

    #: Item codes of all rows, end to end; where each row starts, and the end of the last one.
    items: Items
    offsets: Offsets
    #: The items' names, integers or strings, sorted and distinct; some may occur in no row.
    vocabulary: Vocabulary
    #: How many repeated items were dropped, and whether that is nothing to warn of.
    duplicates_merged: int = 0
    #: The list column the rows come from and are written to, and those beside it, not read.
    column: str = "items"
    other_columns: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()  # sentences about how the rows were read, for :attr:`warnings`
    may_repeat: bool = False
    #: A hierarchy of the items: nodes above an item may be published in its place.
    taxonomy: Hierarchy | None = None

    def __post_init__(self) -> None:
        items, offsets = read_only(self.items, np.int32), read_only(self.offsets, np.int64)
        with refused_by_core():
            _core.check_rows(items, offsets, len(self.vocabulary))
        object.__setattr__(self, "items", items)
        object.__setattr__(self, "offsets", offsets)

    @classmethod
    def of(cls, rows: Iterable[Iterable[Any]]) -> Baskets:
        """Build baskets from Python rows of integers or of strings, or from a sparse matrix.

        In a SciPy matrix a row is a basket, and the columns that are not zero in it are its items,
        named by their number.

        Examples
        --------
        >>> list(Baskets.of([{3, 1}, (), [2, 2]]))
        [[1, 3], [], [2]]
        """
        if (known := cls.known(rows)) is not None:
            return known
        if hasattr(rows, "tocsr"):
            return cls.from_codes(*_from_sparse(rows))
        from shoal.data.pandas_frames import series_of

        lists = [_as_list(row) for row in rows]
        flat = series_of("items", list(chain.from_iterable(lists)))
        if flat.null_count():
            raise SchemaError("an item must not be missing (None)")
        return cls._from_flat(flat, np.fromiter(map(len, lists), np.int64, len(lists)))

    @classmethod
    def known(cls, source: Any) -> Baskets | None:
        """Return what are baskets already, as they are; None for anything else."""
        return source if isinstance(source, cls) else None

    @classmethod
    def from_series(cls, series: pl.Series) -> Baskets:
        """Build baskets from a Polars list column.

        A null row is an empty basket, and a null inside a row is no item; both are reported.

        Examples
        --------
        >>> import polars as pl
        >>> baskets = Baskets.from_series(pl.Series([["b", "a", "b"], None, ["c", None]]))
        >>> list(baskets), baskets.duplicates_merged
        ([['a', 'b'], [], ['c']], 1)
        """
        flat, lengths, missing = flatten(series)
        return cls._from_flat(flat, lengths).without_missing(missing, series.null_count())

    @classmethod
    def from_codes(
        cls, items: npt.ArrayLike, offsets: npt.ArrayLike, vocabulary: Vocabulary
    ) -> Baskets:
        """Build baskets from item codes in any order; repeats within a row are merged and counted.

        Examples
        --------
        >>> from shoal.data import Vocabulary
        >>> names = Vocabulary(["a", "b", "c"])
        >>> baskets = Baskets.from_codes([2, 0, 2, 1], [0, 3, 4], names)
        >>> list(baskets), baskets.duplicates_merged
        ([['a', 'c'], ['b']], 1)
        """
        with refused_by_core():
            sets, ends, merged = _core.make_sets(
                read_only(items, np.int32), read_only(offsets, np.int64)
            )
        return cls(sets, ends, vocabulary, duplicates_merged=merged)

    @classmethod
    def _from_flat(cls, flat: pl.Series, lengths: npt.NDArray[Any]) -> Baskets:
        """Build baskets from the names of all rows' items, end to end, without nulls."""
        import polars as pl

        names = as_names(flat)
        vocabulary = names.unique().sort()
        coded = pl.DataFrame([vocabulary]).with_row_index("code")
        # A join looks names up by hash: faster than a search in the sorted vocabulary.
        codes = pl.DataFrame([names]).join(coded, on="item", how="left", maintain_order="left")
        offsets = np.zeros(len(lengths) + 1, dtype=np.int64)
        np.cumsum(lengths, out=offsets[1:])
        return cls.from_codes(codes["code"].to_numpy(), offsets, Vocabulary(vocabulary))

    def without_missing(self, items: int, rows: int = 0) -> Baskets:
        """Return the same rows with a note of missing items and of missing rows, if there are."""
        notes = self.notes
        if items:
            some = counted(items, "missing item within rows was", "missing items within rows were")
            notes += (Notice(f"{some} left out", code="missing-items"),)
        if rows:
            some = counted(rows, "missing row was", "missing rows were")
            notes += (Notice(f"{some} read as empty", code="missing-rows"),)
        return replace(self, notes=notes)

    def __len__(self) -> int:
        return len(self.offsets) - 1

    def __eq__(self, other: object) -> bool:
        """Tell whether the rows are equal, in order; items that occur in no row do not count."""
        if not isinstance(other, Baskets):
            return NotImplemented
        if not np.array_equal(self.offsets, other.offsets):
            return False
        mine, theirs = self.trimmed(), other.trimmed()
        if mine.size == 0:
            return True
        return np.array_equal(mine.items, theirs.items) and mine.vocabulary == theirs.vocabulary

    __hash__ = None  # type: ignore[assignment]

    def __iter__(self) -> Iterator[list[Any]]:
        return (self.row(index) for index in range(len(self)))

    def __repr__(self) -> str:
        return f"Baskets({len(self):,} rows, {self.item_count:,} items, {self.size:,} entries)"

    @property
    def item_count(self) -> int:
        """Number of distinct items in the vocabulary."""
        return len(self.vocabulary)

    @property
    def size(self) -> int:
        """Number of entries: items of all rows together."""
        return len(self.items)

    @cached_property
    def extended(self) -> ExtendedRows | None:
        """The rows with all nodes above their items; None without a taxonomy."""
        if self.taxonomy is None:
            return None
        from shoal.data.extended import extend_baskets

        return extend_baskets(self, self.taxonomy)

    #: Plain rows have no nodes above their items, and are mined as they are.
    above: ClassVar[None] = None
    of_table: ClassVar[bool] = False

    @property
    def mined(self) -> Baskets:
        """The rows that are mined."""
        return self

    @property
    def minable(self) -> Baskets | ExtendedRows:
        """The rows as miners take them."""
        return self if self.extended is None else self.extended

    @property
    def rows_with_nodes(self) -> Baskets:
        """The rows that groups are formed of: with a taxonomy, nodes above the items too."""
        return self if self.extended is None else self.extended.rows

    @property
    def warnings(self) -> tuple[str, ...]:
        """Sentences about what was taken for granted or changed while the rows were read."""
        if not self.duplicates_merged or self.may_repeat:
            return self.notes
        item, items = "repeated item within rows was", "repeated items within rows were"
        text = f"{counted(self.duplicates_merged, item, items)} merged"
        return (*self.notes, Notice(text, code="repeats-merged"))

    @property
    def lengths(self) -> Offsets:
        """Number of items in each row."""
        return np.diff(self.offsets)

    def row(self, index: int) -> list[Any]:
        """Return the names of one row's items, in the vocabulary's order."""
        row = range(len(self))[index]
        start, stop = self.offsets[row], self.offsets[row + 1]
        return self.vocabulary.names_of(self.items[start:stop])

    def row_texts(self) -> Iterator[tuple[str, ...]]:
        """Return each row as the names of its items, sorted."""
        names = self.vocabulary.strings
        for start, end in pairwise(self.offsets.tolist()):
            yield tuple(sorted(names[code] for code in self.items[start:end].tolist()))

    def trimmed(self) -> Baskets:
        """Return the same rows over a vocabulary of only the items that occur in them."""
        occurs = np.zeros(self.item_count, dtype=bool)
        occurs[self.items] = True
        if occurs.all():
            return self
        position = (np.cumsum(occurs) - 1).astype(np.int32)
        return replace(self, items=position[self.items], vocabulary=self.vocabulary.keep(occurs))

    def sorted_rows(self) -> Baskets:
        """Return the rows sorted by all they hold, so that their order tells nothing."""
        # Codes ascend with the names, so the order of the codes is that of the names.
        items, offsets = _core.sorted_by_content(self.items, self.offsets)
        return Baskets(items, offsets, self.vocabulary, column=self.column)

    def recoded(self, codes: Items, vocabulary: Vocabulary) -> Baskets:
        """Return the same rows in another vocabulary; items that get one code become one item."""
        items, offsets, _ = _core.make_sets(codes[self.items], self.offsets)
        return replace(self, items=items, offsets=offsets, vocabulary=vocabulary)

    def to_series(self) -> pl.Series:
        """Return the rows as a Polars list column of item names."""
        from shoal.data.lists import lists_of

        return lists_of(self.vocabulary.gather(self.items), self.offsets)

    def to_polars(self) -> pl.DataFrame:
        """Return the rows as a Polars frame with one list column, ``items``."""
        return self.to_series().alias("items").to_frame()


def _as_list(row: Iterable[Any]) -> list[Any]:
    """Return a row as a list; a string is a row of characters to Python but a mistake to us."""
    if isinstance(row, (str, bytes)) or not isinstance(row, Iterable):
        raise SchemaError("every row must be a list of items, not a single value")
    return list(row)


def flatten(series: pl.Series) -> tuple[pl.Series, npt.NDArray[Any], int]:
    """Return the items of a list column end to end, the rows' lengths, and how many are missing."""
    import polars as pl

    from shoal.data.cell_types import type_name

    if isinstance(series.dtype, pl.Array):
        series = series.arr.to_list()
    if series.dtype == pl.Null:
        series = series.cast(pl.List(pl.Int64))
    if not isinstance(series.dtype, pl.List):
        raise SchemaError(
            f"column {series.name!r} holds {type_name(series.dtype)}, not lists of items"
        )
    # An empty list explodes to one null, so what is left are the items in their order.
    flat = series.explode().drop_nulls()
    lengths = series.list.len().fill_null(0)
    missing = int(lengths.sum()) - len(flat)
    if missing:
        lengths = series.list.drop_nulls().list.len().fill_null(0)
    return flat, lengths.to_numpy(), missing


def _from_sparse(matrix: Any) -> tuple[npt.NDArray[Any], npt.NDArray[Any], Vocabulary]:
    """Return the codes, offsets and names of a sparse matrix: what is not zero is an item."""
    if len(matrix.shape) != 2:
        raise SchemaError("a sparse matrix of baskets has two dimensions: rows and items")
    rows = matrix.tocsr()
    rows = rows.copy() if rows is matrix else rows  # the caller's stays as it is
    rows.sum_duplicates()
    rows.eliminate_zeros()
    return rows.indices, rows.indptr, Vocabulary(np.arange(matrix.shape[1]))


def as_names(flat: pl.Series) -> pl.Series:
    """Return items as integers or strings, whatever way a column holds them."""
    import polars as pl

    from shoal.data.cell_types import type_name

    dtype = flat.dtype
    if isinstance(dtype, (pl.String, pl.Categorical, pl.Enum)):
        return flat.cast(pl.String).alias("item")
    if dtype == pl.Null or dtype.is_integer():
        try:
            return flat.cast(pl.Int64).alias("item")
        except pl.exceptions.InvalidOperationError:
            message = "an integer item does not fit 64 bits with a sign; cast the items to strings"
            raise SchemaError(message) from None
    raise SchemaError(f"items must be integers or strings, not {type_name(dtype)}; cast them first")
