"""Tables: rows of quasi-identifiers, beside columns that are published as they are."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt
import polars as pl

from shoal.data.cell_types import cells_alone, check_digits
from shoal.data.cells import MISSING, Set, Star, parse_cell
from shoal.data.columns import (
    are_codes,
    check_mixed,
    check_told_apart,
    first_no_number,
    kind_of,
    positions_of,
    texts_of,
)
from shoal.data.dates import in_iso
from shoal.data.derived import sources_of, with_derived
from shoal.data.hierarchy import Hierarchy
from shoal.data.pandas_frames import from_pandas
from shoal.data.roles import Roles, names_of
from shoal.data.row_arrays import read_only
from shoal.data.table_notices import doubtful_columns, publishing_notices, single_values
from shoal.errors import ParameterError, SchemaError
from shoal.wording import counted

if TYPE_CHECKING:
    from shoal.data.extended import ExtendedRows

#: How a group's cell is made; ``auto`` is decided for each column.
RECODINGS = ("auto", "bands", "hierarchy", "range", "set")

#: Costs in the native core are 32-bit numbers of parts; a column of this weight still fits.
MOST_WEIGHT = 2000


@dataclass(frozen=True, eq=False)
class QuasiIdentifier:
    """A column that may tell people apart, with the tree of its values."""

    name: str
    kind: str  # ``categorical``, ``numeric`` or ``date``
    hierarchy: Hierarchy  # over the values that occur, ``?`` among them if some are missing
    codes: npt.NDArray[np.int32]  # the leaf of each row
    #: Where each leaf is on a line: numbers, or dates as days or seconds, NaN for ``?``. None for
    #: categories.
    positions: npt.NDArray[np.float64] | None = None
    #: How the cell of a group is made: ``hierarchy``, ``range`` or ``set``; or ``bands``, when a
    #: hierarchy is still to be built for the k at hand.
    recoding: str = "hierarchy"
    weight: float = 1.0  # how much a loss in this column counts
    max_level: int | None = None  # the highest level that may be published
    whole_hierarchy: Hierarchy | None = None  # the one that was given
    banded: bool = False  # whether the hierarchy was built from the column
    #: The measure that a search minimizes, and the rows of each leaf in the whole table; the
    #: entropy needs them where the codes are of some rows only.
    minimize: str = "lm"
    counts: npt.NDArray[np.int64] | None = None


@dataclass(frozen=True, eq=False)
class Table:
    """Rows to be published: quasi-identifiers as codes, other columns as they were read.

    Use :meth:`of` to build one from a frame, :func:`shoal.io.tables.read_table` from files.

    Examples
    --------
    >>> frame = pl.DataFrame({"age": [31, 35, 40], "sex": ["m", "f", "?"], "ill": ["a", "b", "a"]})
    >>> table = Table.of(frame, qi=["age", "sex"], sensitive=["ill"])
    >>> table
    Table(3 rows, 2 quasi-identifiers)
    >>> [column.recoding for column in table.quasi_identifiers]
    ['bands', 'bands']
    >>> table.quasi_identifiers[1].hierarchy.values
    ('f', 'm', '?')
    """

    quasi_identifiers: tuple[QuasiIdentifier, ...]  # columns that are recoded
    #: Names of the columns that hold what must not be learnt about a person, and of others to
    #: publish; and these columns.
    sensitive: tuple[str, ...]
    kept: tuple[str, ...]
    others: pl.DataFrame
    #: A number for the person of each row; None if each row is a person.
    persons: npt.NDArray[np.int32] | None
    #: The published columns, in the order of the input, and those that are not published.
    columns: tuple[str, ...]
    dropped: tuple[str, ...] = ()
    #: Sentences about what was taken for granted, and for whoever publishes the table: a release
    #: has them among its warnings.
    warnings: tuple[str, ...] = ()
    doubts: tuple[str, ...] = ()
    together: bool = False  # whether models see all sensitive columns as one
    trees: Mapping[str, Hierarchy] = field(default_factory=dict, repr=False)  # of sensitive columns
    class_column: str | None = None  # the column to be predicted, among those published as they are
    #: The same with hierarchies in place of bands, by k, once built.
    banded: dict[int, Table] = field(default_factory=dict, init=False, repr=False)

    def __len__(self) -> int:
        return len(self.quasi_identifiers[0].codes)

    def __repr__(self) -> str:
        columns = counted(len(self.quasi_identifiers), "quasi-identifier")
        return f"Table({counted(len(self), 'row')}, {columns})"

    def __getitem__(self, name: str) -> QuasiIdentifier:
        """Return the quasi-identifier of this name."""
        for column in self.quasi_identifiers:
            if column.name == name:
                return column
        raise SchemaError(f"{name!r} is not a quasi-identifier of the table")

    @property
    def minimize(self) -> str:
        """The measure that a search minimizes."""
        return self.quasi_identifiers[0].minimize

    @property
    def minable(self) -> ExtendedRows:
        """The rows as miners take them: each value with the nodes above it."""
        from shoal.data.extended import extend_table

        return extend_table(self)

    def row_texts(self) -> Iterator[tuple[str, ...]]:
        """Return each row as the texts of its quasi-identifiers."""
        columns = self.quasi_identifiers
        texts = (np.array(column.hierarchy.values, object)[column.codes] for column in columns)
        return zip(*texts, strict=True)

    @property
    def cells(self) -> npt.NDArray[np.int32]:
        """The leaf of each quasi-identifier, row by row."""
        codes = [column.codes for column in self.quasi_identifiers]
        return np.ascontiguousarray(np.column_stack(codes))

    @classmethod
    def of(
        cls,
        frame: pl.DataFrame | pl.LazyFrame | Mapping[str, Any],
        qi: Iterable[str] | Mapping[str, Any],
        *,
        sensitive: Iterable[str] = (),
        keep: Iterable[str] = (),
        person: str | None = None,
        hierarchies: Mapping[str, Any] | None = None,
        recoding: str | Mapping[str, str] = "auto",
        categorical: Iterable[str] = (),
        numeric: Iterable[str] = (),
        dates: Mapping[str, str] | None = None,
        derive: Mapping[str, str] | None = None,
        weights: Mapping[str, float] | None = None,
        max_level: Mapping[str, int] | None = None,
        sensitive_together: bool = False,
        class_: str | None = None,
    ) -> Table:
        """Build a table from a frame and the roles of its columns.

        The frame is one of Polars or pandas, or columns by name; ``hierarchies`` come by column.
        All else is as for :func:`shoal.read`.

        Examples
        --------
        >>> frame = {"age": ["31", "35"], "city": ["Rome", "Oslo"], "note": ["x", "y"]}
        >>> table = Table.of(frame, {"city": {"Europe": ["Rome", "Oslo"]}, "age": None})
        >>> table.columns, table.dropped, table["city"].hierarchy.labels
        (('age', 'city'), ('note',), ('*', 'Europe', 'Rome', 'Oslo'))
        """
        dates, derive = dict(dates or {}), dict(derive or {})
        frame = with_derived(as_frame(frame), derive, dates)
        trees = dict(hierarchies or {})
        if isinstance(qi, Mapping):
            trees = {**{name: tree for name, tree in qi.items() if tree is not None}, **trees}
        roles = Roles(
            columns=tuple(frame.columns),
            qi=names_of(qi),
            sensitive=names_of(sensitive),
            keep=names_of(keep),
            person=person,
        ).with_class(class_)
        of_sensitive = {name: trees.pop(name) for name in roles.sensitive if name in trees}
        roles.check_about_qi("hierarchies", trees)
        roles.check_about_qi("categorical", categorical := names_of(categorical))
        roles.check_about_qi("numeric", numeric := names_of(numeric))
        roles.check_about_qi("dates", dates.keys() - sources_of(derive))
        roles.check_about_qi("weights", weights := dict(weights or {}))
        roles.check_about_qi("max_level", max_level := dict(max_level or {}))
        if isinstance(recoding, Mapping):
            roles.check_about_qi("recoding", recoding)
        if both := set(categorical) & set(numeric):
            message = f"column {min(both)!r} cannot be categorical and also numeric"
            raise ParameterError(message, parameter="numeric", entry=min(both))
        if not len(frame):
            raise SchemaError("the table holds no rows")
        insisted = dict.fromkeys(categorical, "categorical") | dict.fromkeys(numeric, "numeric")
        columns = tuple(
            _quasi_identifier(
                frame[name],
                tree=trees.get(name),
                recoding=recoding.get(name, "auto") if isinstance(recoding, Mapping) else recoding,
                insisted=insisted.get(name),
                order=dates.get(name),
                weight=_checked_weight(name, weights.get(name, 1.0)),
                max_level=max_level.get(name),
            )
            for name in roles.qi
        )
        codes = pl.DataFrame({column.name: column.codes for column in columns})
        others = cells_alone(frame[name] for name in roles.sensitive + roles.keep)
        return cls(
            columns,
            roles.sensitive,
            roles.keep,
            others,
            None if person is None else _persons(frame[person]),
            roles.published,
            roles.dropped,
            tuple(single_values(columns)),
            (
                *publishing_notices(frame, roles),
                *doubtful_columns(others.select(roles.keep), codes),
            ),
            sensitive_together,
            {name: _as_tree(tree) for name, tree in of_sensitive.items()},
            class_,
        )


def as_frame(source: Any) -> pl.DataFrame:
    """Return columns as a Polars frame: from pandas, Arrow, or a mapping of columns by name."""
    if isinstance(source, pl.DataFrame):
        return source
    if isinstance(source, pl.LazyFrame):
        return source.collect()
    if type(source).__module__.partition(".")[0] == "pandas":
        return from_pandas(source)
    for one in getattr(source, "schema", ()):  # of Arrow
        if str(getattr(one, "type", "")).startswith("decimal256"):
            check_digits(one.name, one.type.precision)
    try:
        return pl.DataFrame(source)
    except (TypeError, ValueError, pl.exceptions.PolarsError):
        # Its message may quote a value; ours must not.
        raise SchemaError(
            "a table needs columns of equal length and of different names, each of one type"
        ) from None


def _as_tree(tree: Any) -> Hierarchy:
    return tree if isinstance(tree, Hierarchy) else Hierarchy.of(tree)


def _quasi_identifier(
    column: pl.Series,
    *,
    tree: Any,
    recoding: str,
    insisted: str | None,
    order: str | None,
    weight: float,
    max_level: int | None,
) -> QuasiIdentifier:
    name, texts = column.name, texts_of(column)
    tree = None if recoding == "bands" else tree
    given = None if tree is None else _as_tree(tree)
    if insisted is None:
        texts = in_iso(texts, order, leaves=() if given is None else given.values)
    values = texts.drop_nulls().unique().sort()
    if not len(values):
        raise SchemaError(
            f"column {name!r} holds no value, only missing ones: leave it out of the "
            "quasi-identifiers",
            parameter="qi",
            entry=name,
        )
    kind = _kind(name, texts, values, insisted, has_tree=given is not None)
    chosen = _recoding(name, recoding, kind, given=given is not None)
    if chosen != "range" and kind == "numeric" and insisted is None and are_codes(name, values):
        kind = "categorical"
    if kind != "categorical" and chosen in ("bands", "range"):
        # Spaces around a number have no place inside a range.
        texts = texts.str.strip_chars()
        values = texts.drop_nulls().unique().sort()
    check_told_apart(name, values, kind)
    positions = positions_of(values, kind)
    if given is None:
        _check_readable(name, values)
        if positions is not None:
            values = values.gather(np.argsort(positions, kind="stable"))
        whole = hierarchy = Hierarchy.flat(values.to_list())
    else:
        whole = given
        hierarchy = _restricted(name, whole, texts, values)
    if max_level is not None:
        _check_level(name, max_level, chosen, whole.depth)
    if texts.null_count():
        hierarchy = hierarchy.with_missing()
    coded = pl.DataFrame(
        {"value": hierarchy.values, "leaf": np.arange(len(hierarchy), dtype=np.int32)}
    )
    codes = (
        texts.fill_null(MISSING)
        .to_frame("value")
        .join(coded, on="value", how="left", maintain_order="left")["leaf"]
    )
    if positions is not None:
        known = pl.Series([value for value in hierarchy.values if value != MISSING])
        positions = np.full(len(hierarchy), np.nan)
        positions[: len(known)] = positions_of(known, kind)
    return QuasiIdentifier(
        name,
        kind,
        hierarchy,
        read_only(codes.to_numpy()),
        None if positions is None else read_only(positions),
        chosen,
        weight,
        max_level,
        given,
    )


def _kind(
    name: str, texts: pl.Series, values: pl.Series, insisted: str | None, *, has_tree: bool
) -> str:
    if insisted == "categorical":
        return insisted
    if insisted == "numeric":
        row = first_no_number(texts)
        if row is not None:
            raise SchemaError(
                f"column {name!r} must hold numbers, but holds other text: "
                "clean it, or do not insist on numbers",
                row=row,
                parameter="numeric",
                entry=name,
            )
        return insisted
    kind = kind_of(values)
    if kind == "categorical" and not has_tree:
        check_mixed(name, texts, values)
    return kind


def _check_readable(name: str, values: pl.Series) -> None:
    """Raise if a value reads as a cell that stands for several values."""
    suspects = values.filter(values.str.contains(r"^(\*$|\{)")).to_list()
    if any(isinstance(parse_cell(value), (Star, Set)) for value in suspects):
        raise SchemaError(
            f"column {name!r} holds '*' or a set in braces as a value, which is how published "
            "cells say that a value is hidden: rename it",
            parameter="qi",
            entry=name,
        )


def _restricted(name: str, whole: Hierarchy, texts: pl.Series, values: pl.Series) -> Hierarchy:
    """Return the part of a column's hierarchy over the values that occur."""
    try:
        return whole.restricted_to(values.to_list())
    except ParameterError as error:
        lacking = values.filter(~values.is_in(list(whole.values)))
        hint = "" if whole.source is None else f"; complete {whole.source}"
        if lacking.str.strip_chars().is_in(list(whole.values)).any():
            hint = "; some stand there without the spaces around them"
        row = texts.is_in(lacking.to_list()).arg_true()[0]
        message = f"column {name!r}: {error}{hint}"
        raise SchemaError(message, row=row, parameter="hierarchies", entry=name) from None


def _recoding(name: str, recoding: str, kind: str, *, given: bool) -> str:
    if recoding not in RECODINGS:
        raise ParameterError(
            f"unknown recoding {recoding!r} of column {name!r}: there are {', '.join(RECODINGS)}",
            parameter="recoding",
            entry=name,
        )
    if recoding == "hierarchy" or (recoding == "auto" and given):
        return "hierarchy"
    if recoding in ("auto", "bands"):
        return "bands"
    if kind in ("numeric", "date"):
        return "range"
    return "hierarchy" if recoding == "range" else "set"


def _persons(column: pl.Series) -> npt.NDArray[np.int32]:
    texts = texts_of(column)
    missing = texts.is_null().arg_true()
    if len(missing):
        rows = counted(len(missing), "row has", "rows have")
        message = f"{rows} no person in column {column.name!r}: fill it or drop them"
        raise SchemaError(message, row=missing[0], parameter="person", entry=column.name)
    return read_only(texts.rank("dense").to_numpy().astype(np.int32) - 1)


def _checked_weight(name: str, weight: Any) -> float:
    if isinstance(weight, (int, float)) and 0 < weight <= MOST_WEIGHT:
        return float(weight)
    up_to = f"a positive number up to {MOST_WEIGHT:,}"
    message = f"the weight of column {name!r} must be {up_to}, not {weight!r}"
    raise ParameterError(message, parameter="weights", entry=name)


def _check_level(name: str, level: Any, recoding: str, depth: int) -> None:
    if recoding != "hierarchy":
        why = f"needs a hierarchy, and the column is published by {recoding.rstrip('s')}s"
    elif not isinstance(level, int) or not 0 <= level <= depth:
        why = f"must be from 0 to {depth}, the levels above its values, not {level!r}"
    else:
        return
    message = f"the highest level of column {name!r} {why}"
    raise ParameterError(message, parameter="max_level", entry=name)
