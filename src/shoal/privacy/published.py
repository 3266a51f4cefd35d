"""Published data as a verifier sees it. No method has a part in this.

A view knows which rows are equal, and whose they are. Models ask it; how rows of a kind are
compared is known here alone.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise
from typing import TYPE_CHECKING, Any, Protocol

import numpy as np
import numpy.typing as npt

from shoal.data import Baskets
from shoal.data.cells import STAR
from shoal.data.roles import Roles, names_of
from shoal.errors import Notice, ParameterError, SchemaError

if TYPE_CHECKING:
    import polars as pl

    from shoal.data.hierarchy import Hierarchy
    from shoal.data.item_mapping import ItemMapping


@dataclass(frozen=True, eq=False)
class Classes:
    """Rows that an attacker cannot tell apart."""

    of_row: npt.NDArray[np.integer[Any]]  # the class of each row, numbered from 0
    #: How many each class counts for: its rows, or their distinct persons.
    sizes: npt.NDArray[np.integer[Any]]
    #: Number of distinct persons when they are counted, None when rows are.
    persons: int | None = None
    #: Returns the content of a row, which equal rows of other parts have too.
    key: Callable[[int], Hashable] = lambda row: row
    person_of_row: Sequence[Any] | None = None  # the person of each row, when they are counted


class Published(Protocol):
    """What every model may ask of published data."""

    @property
    def warnings(self) -> tuple[str, ...]:
        """Sentences about what is not judged."""

    def __len__(self) -> int:
        """Return the number of rows."""

    def classes(self) -> Classes:
        """Return which rows are equal."""


@dataclass(frozen=True, eq=False)
class PublishedBaskets:
    """Published baskets: rows are equal if they hold the same items."""

    baskets: Baskets  # the rows
    #: What each public item was published as, where items were published as sets.
    mapping: ItemMapping | None = None
    warnings: tuple[str, ...] = ()

    def __len__(self) -> int:
        return len(self.baskets)

    def joined(self, others: Sequence[PublishedBaskets]) -> PublishedBaskets:
        """Return these rows and those of other parts after them."""
        import polars as pl

        # Parts without items have numbers for names.
        parts = [part.baskets.to_series() for part in (self, *others)]
        rows = pl.concat([part.cast(pl.List(pl.String)) for part in parts])
        return PublishedBaskets(Baskets.from_series(rows), self.mapping, self.warnings)

    def classes(self) -> Classes:
        """Return which baskets are equal; an empty one is a basket like any other."""
        # Counted here, by no code that sorts or groups rows to publish them.
        items, width = self.baskets.items.tobytes(), self.baskets.items.itemsize
        numbers: dict[bytes, int] = {}
        ends = pairwise((self.baskets.offsets * width).tolist())
        found = (numbers.setdefault(items[start:end], len(numbers)) for start, end in ends)
        of_row = np.fromiter(found, np.int64, len(self.baskets))
        sizes = np.bincount(of_row, minlength=len(numbers))
        return Classes(of_row, sizes, key=lambda row: tuple(self.baskets.row(row)))


@dataclass(frozen=True, eq=False)
class PublishedColumns:
    """A published table: rows are equal if the texts of all their quasi-identifiers are.

    A ``*``, a ``?`` and a missing value are values like any other: none matches anything but
    itself.
    """

    frame: pl.DataFrame  # the published columns
    qi: Sequence[str]  # names of the quasi-identifiers
    #: The column that says whom a row is about, or one value for each row; then k counts distinct
    #: persons.
    person: str | Sequence[Any] | npt.NDArray[Any] | None = None
    #: Columns of what must not be learnt, and others to publish: there is no warning about either.
    sensitive: Sequence[str] = ()
    kept: Sequence[str] = ()
    together: bool = False  # whether the sensitive columns are judged as one
    trees: Mapping[str, Hierarchy] = field(default_factory=dict)  # of sensitive columns, by name

    def __post_init__(self) -> None:
        person = self.person if isinstance(self.person, str) else None
        named = (names_of(self.qi), names_of(self.sensitive), names_of(self.kept))
        roles = Roles(tuple(self.frame.columns), *named, person=person)
        object.__setattr__(self, "qi", roles.qi)
        object.__setattr__(self, "sensitive", roles.sensitive)

    def __len__(self) -> int:
        return len(self.frame)

    def joined(self, others: Sequence[PublishedColumns]) -> PublishedColumns:
        """Return these rows and those of other parts after them."""
        import polars as pl

        parts, person = (self, *others), self.person
        if person is not None and not isinstance(person, str):
            person = [one for part in parts for one in part.person or ()]
        return replace(self, frame=pl.concat([part.frame for part in parts]), person=person)

    @property
    def warnings(self) -> tuple[str, ...]:
        """Sentences about columns that are not judged."""
        notes = []
        judged = {*self.qi, *self.sensitive, *self.kept}
        persons = self.person if isinstance(self.person, str) else None
        others = [name for name in self.frame.columns if name not in {*judged, persons}]
        if others:
            one, many = len(self.qi) == 1, len(others) > 1
            notes.append(
                Notice(
                    f"only column{'s' * (not one)} {_listed(self.qi)} {'was' if one else 'were'} "
                    f"judged; there {'are other columns' if many else 'is another column'}, "
                    f"{_listed(others)}, which can tell equal rows apart",
                    code="columns-not-judged",
                )
            )
        if persons is not None:
            notes.append(
                Notice(
                    f"column {persons!r} tells persons apart; drop it before the file is published",
                    code="persons-in-file",
                )
            )
        return tuple(notes)

    def suppressed(self) -> npt.NDArray[np.bool_]:
        """Tell which rows hold nothing but ``*`` in quasi-identifiers and sensitive columns."""
        texts = (self._texts(name) for name in (*self.qi, *self.sensitive))
        stars = [(text == STAR).fill_null(False).to_numpy() for text in texts]
        suppressed: npt.NDArray[np.bool_] = np.logical_and.reduce(stars)
        return suppressed

    def classes(self, apart: npt.NDArray[np.bool_] | None = None) -> Classes:
        """Return which rows agree in all quasi-identifiers; some rows may be kept apart."""
        import polars as pl

        # Columns get numbers for names, so that a column of persons can stand beside any others.
        cells = pl.DataFrame([self._texts(name).alias(str(at)) for at, name in enumerate(self.qi)])
        if apart is not None:
            cells = cells.with_columns(pl.Series("apart", apart))
        first = cells.with_row_index("row").select(pl.col("row").first().over(cells.columns))
        of_row = np.unique(first[:, 0].to_numpy(), return_inverse=True)[1]
        if self.person is None:
            return Classes(of_row, np.bincount(of_row), key=cells.row)
        persons = self._persons()
        found = pl.DataFrame({"class": of_row, "person": persons})
        sizes = found.group_by("class").agg(pl.col("person").n_unique()).sort("class")["person"]
        return Classes(of_row, sizes.to_numpy(), persons.n_unique(), cells.row, persons.to_list())

    def _texts(self, name: str) -> pl.Series:
        """Return a column as text; a missing value stays null, which equals no text."""
        from shoal.data.cell_types import exact_texts

        return exact_texts(self.frame[name])

    def _persons(self) -> pl.Series:
        import polars as pl

        named = isinstance(self.person, str)
        persons = self._texts(str(self.person)) if named else pl.Series(self.person)
        if len(persons) != len(self.frame):
            raise ParameterError(
                f"there are {len(persons):,} persons for {len(self.frame):,} rows; give one each",
                parameter="person",
            )
        missing = persons.is_null().arg_true()
        if len(missing):
            place = f"column {self.person!r} does" if named else "the persons do"
            raise SchemaError(
                f"{place} not say whom the row is about; each row needs a person",
                row=int(missing[0]),
                parameter="person",
            )
        return persons


def _listed(names: Iterable[str]) -> str:
    return ", ".join(map(repr, names)) or "none"
