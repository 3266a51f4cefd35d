"""The names of items: whole numbers in an array, or strings."""

from __future__ import annotations

import operator
from collections.abc import Iterator
from itertools import compress
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from shoal.data.row_arrays import read_only
from shoal.errors import ParameterError, SchemaError

if TYPE_CHECKING:
    import polars as pl

Numbers = npt.NDArray[np.int64]


class Vocabulary:
    """Items' names, sorted and distinct: by value if they are integers, bytewise if strings.

    Frame libraries are not needed to have one, and are loaded only when it is asked for as a
    column, so that text files are read and written without them.
    """

    __slots__ = ("_names",)
    _names: Numbers | tuple[str, ...]

    def __init__(self, names: npt.NDArray[Any] | list[str] | tuple[str, ...] | pl.Series) -> None:
        if isinstance(names, np.ndarray):
            self._names = _whole_numbers(names)
        elif isinstance(names, (list, tuple)):
            self._names = tuple(names)
        else:
            self._names = _from_polars(names)
        if not _ascending(self._names):
            raise ParameterError("the vocabulary must be sorted, without repeats and missing names")

    @property
    def numbers(self) -> Numbers | None:
        """The names if they are integers."""
        return None if isinstance(self._names, tuple) else self._names

    @property
    def strings(self) -> tuple[str, ...]:
        """The names as text, whatever they are."""
        names = self._names
        return names if isinstance(names, tuple) else tuple(map(str, names.tolist()))

    def __len__(self) -> int:
        return len(self._names)

    def __getitem__(self, code: int) -> int | str:
        name = self._names[code]
        return name if isinstance(name, str) else int(name)

    def __iter__(self) -> Iterator[int | str]:
        return iter(self.to_list())

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Vocabulary):
            return NotImplemented
        mine, theirs = self._names, other._names
        if isinstance(mine, tuple) or isinstance(theirs, tuple):
            return isinstance(mine, tuple) and isinstance(theirs, tuple) and mine == theirs
        return np.array_equal(mine, theirs)

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        kind = "strings" if isinstance(self._names, tuple) else "integers"
        return f"Vocabulary({len(self):,} {kind})"

    def to_list(self) -> list[Any]:
        """Return the names as Python values."""
        return list(self._names) if isinstance(self._names, tuple) else self._names.tolist()

    def names_of(self, codes: npt.NDArray[np.integer[Any]]) -> list[Any]:
        """Return the names that stand at these positions."""
        if isinstance(self._names, tuple):
            return [self._names[code] for code in codes.tolist()]
        names: list[int] = self._names[codes].tolist()
        return names

    def keep(self, chosen: npt.NDArray[np.bool_]) -> Vocabulary:
        """Return the chosen names alone."""
        if isinstance(self._names, tuple):
            return Vocabulary(tuple(compress(self._names, chosen.tolist())))
        return Vocabulary(self._names[chosen])

    def codes_of(self, other: Vocabulary) -> npt.NDArray[np.int64]:
        """Return where each name of another vocabulary stands in this one, or -1."""
        known, wanted = self.numbers, other.numbers
        # A text file of numbers and a column of strings may well hold the same items.
        if known is None or wanted is None:
            position = {name: code for code, name in enumerate(self.strings)}
            found = (position.get(name, -1) for name in other.strings)
            return np.fromiter(found, np.int64, len(other))
        if len(known) == 0:
            return np.full(len(wanted), -1, dtype=np.int64)
        place = np.minimum(np.searchsorted(known, wanted), len(known) - 1)
        return np.where(known[place] == wanted, place, -1)

    def to_polars(self) -> pl.Series:
        """Return the names as a Polars column."""
        import polars as pl

        names = self._names
        dtype = pl.String if isinstance(names, tuple) else pl.Int64
        return pl.Series("item", names, dtype=dtype)

    def gather(self, codes: npt.NDArray[np.integer[Any]]) -> pl.Series:
        """Return the names that stand at these positions, as a Polars column."""
        return self.to_polars().gather(codes)


def _whole_numbers(names: npt.NDArray[Any]) -> Numbers:
    if not np.issubdtype(names.dtype, np.integer):
        raise SchemaError(f"items must be integers or strings, not {names.dtype}; cast them first")
    return read_only(names, np.int64)


def _from_polars(names: pl.Series) -> Numbers | tuple[str, ...]:
    if names.null_count():
        raise ParameterError("the vocabulary must be sorted, without repeats and missing names")
    if str(names.dtype) == "String":
        return tuple(names.to_list())
    return _whole_numbers(names.to_numpy())


def _ascending(names: Numbers | tuple[str, ...]) -> bool:
    if isinstance(names, tuple):
        # Python compares strings by code points, which is the order of their UTF-8 bytes.
        return all(map(operator.lt, names, names[1:]))
    return bool((names[1:] > names[:-1]).all())
