"""New rows of a table in the groups of an earlier release of the same columns."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import numpy.typing as npt
import polars as pl

from shoal.data import Hierarchy, Table
from shoal.data.cells import MISSING, STAR
from shoal.data.columns import (
    check_told_apart,
    first_no_number,
    kind_of,
    positions_of,
    texts_of,
)
from shoal.data.dates import in_iso
from shoal.data.published_table import PublishedTable
from shoal.data.row_arrays import read_only
from shoal.data.table import QuasiIdentifier
from shoal.errors import ParameterError, SchemaError
from shoal.hierarchies.band_labels import labels_of_texts, span_of
from shoal.io.rejections import naming_file
from shoal.io.tables import read_table
from shoal.kinds.applying import Applied, Candidates, Choice, choose_groups, too_small
from shoal.loss.published_cells import PublishedCells
from shoal.methods import Found
from shoal.privacy import Model, PublishedColumns

#: Rows times groups that are looked at at once.
AT_ONCE = 2**26

SECONDS_OF_DAY = 86_400


@dataclass(frozen=True, eq=False)
class Covered(Found):
    """Rows, each published as the group of an earlier release that covers it."""

    group_of_row: npt.NDArray[np.int64]
    cells: pl.DataFrame  # the quasi-identifiers of each group

    def publish(self, data: Table) -> pl.DataFrame:
        """Return the cells of each row's group."""
        return self.cells[self.group_of_row]


def read_alike(original: Table, source: Any, given: Mapping[str, Any]) -> Table:
    """Read new rows as the rows of an earlier release were read.

    The hierarchies are those of the original, with the new values where the labels cover them.
    """
    names = [column.name for column in original.quasi_identifiers]
    # Read once as plain texts: what the columns of so few rows look like decides nothing.
    roles = {name: given[name] for name in _ROLES if name in given}
    plain = read_table(source, qi=names, categorical=names, recoding="set", **roles)
    insisted = {*given.get("categorical", ()), *given.get("numeric", ())}
    orders: Mapping[str, str] = given.get("dates") or {}
    columns = []
    with naming_file(source, format=given.get("format"), separator=given.get("separator")):
        for column in original.quasi_identifiers:
            read = plain[column.name]
            values = pl.Series(column.name, read.hierarchy.values, dtype=pl.String)
            texts = _spelled(column, texts_of(values), column.name in insisted, orders)
            columns.append(_extended(column, texts, read.codes))
    return replace(
        original,
        quasi_identifiers=tuple(columns),
        others=plain.others,
        persons=plain.persons,
        dropped=plain.dropped,
        warnings=(),
        doubts=plain.doubts,
    )


_ROLES = ("sensitive", "keep", "person", "derive", "format", "separator")


def _spelled(
    column: QuasiIdentifier, texts: pl.Series, insisted: bool, orders: Mapping[str, str]
) -> pl.Series:
    """Return values as the original has them: dates in ISO format, no spaces around numbers."""
    given = column.whole_hierarchy
    if not insisted:
        texts = in_iso(texts, orders.get(column.name), leaves=() if given is None else given.values)
    if column.kind != "categorical" and (column.banded or column.recoding == "range"):
        texts = texts.str.strip_chars()
    known = texts.drop_nulls()
    is_other = column.kind == "numeric" and first_no_number(texts) is not None
    if is_other or (column.kind == "date" and len(known) and kind_of(known) != "date"):
        what = "numbers" if column.kind == "numeric" else "dates"
        raise SchemaError(
            f"column {column.name!r} holds {what} in the earlier release's original, and other "
            "text here: clean it",
            entry=column.name,
        )
    return texts.fill_null(MISSING)


def _extended(
    column: QuasiIdentifier, texts: pl.Series, codes: npt.NDArray[np.int32]
) -> QuasiIdentifier:
    """Return the column with new rows, given their codes and the text of each code."""
    known = [value for value in column.hierarchy.values if value != MISSING]
    found = set(texts)
    fresh = sorted(found - {MISSING, *known})
    values = pl.Series([*known, *fresh], dtype=pl.String)
    check_told_apart(column.name, values, column.kind)
    places = positions_of(values, column.kind)
    tree = column.hierarchy
    if fresh:
        new_places = None if places is None else places[len(known) :]
        try:
            tree = _with_values(column, known, fresh, new_places)
        except ParameterError as error:
            message = f"column {column.name!r}: {error}"
            raise SchemaError(message, entry=column.name) from None
    if MISSING in found | {*column.hierarchy.values}:
        tree = tree.with_missing()
    leaf_of = {value: leaf for leaf, value in enumerate(tree.values)}
    leaves = np.array([leaf_of[text] for text in texts], dtype=np.int32)
    positions = None
    if places is not None:
        place_of = dict(zip(values, places.tolist(), strict=True)) | {MISSING: np.nan}
        positions = read_only(np.array([place_of[value] for value in tree.values]))
    return replace(column, hierarchy=tree, codes=read_only(leaves[codes]), positions=positions)


def _with_values(
    column: QuasiIdentifier,
    known: list[str],
    fresh: list[str],
    places: npt.NDArray[np.float64] | None,
) -> Hierarchy:
    """Return the tree with further leaves, below the labels that cover them."""
    tree, whole = column.hierarchy, column.whole_hierarchy
    if whole is not None:
        held = {*whole.values}
        tree = whole.restricted_to([*known, *(value for value in fresh if value in held)])
        fresh = [value for value in fresh if value not in held]
    paths = [tree.path(node) for node in tree.leaf_nodes.tolist()]
    paths = [path for path in paths if path[0] != MISSING]
    above: list[list[str]] = [[] for _ in fresh]
    if column.banded:
        # From the narrowest to the widest: a node comes after those above it.
        inner = reversed(np.flatnonzero(tree.last - tree.first > 1)[1:].tolist())
        above = _labels_above(column, [tree.labels[node] for node in inner], known, fresh, places)
    ways = ((value, *labels) for value, labels in zip(fresh, above, strict=True))
    return Hierarchy.from_paths([*paths, *ways])


def _labels_above(
    column: QuasiIdentifier,
    labels: list[str],
    known: list[str],
    fresh: list[str],
    places: npt.NDArray[np.float64] | None,
) -> list[list[str]]:
    """Return for each new value the labels of bands that cover it."""
    if places is None:
        return labels_of_texts(labels, fresh, known)
    of_days = column.kind == "date" and {*map(len, [*known, *fresh])} == {len("2024-01-01")}
    seconds = places * (SECONDS_OF_DAY if of_days else 1)
    found: list[list[str]] = [[] for _ in fresh]
    for label in labels:
        span = span_of(label, column.kind)
        for at in () if span is None else np.flatnonzero(span.holds(seconds)).tolist():
            found[at].append(label)
    return found


def apply_table(
    original: Table, released: pl.DataFrame, new: Table, model: Model, *, stars: bool
) -> Applied:
    """Publish new rows, read alike, in the groups of an earlier release, also in that of stars."""
    names = [column.name for column in original.quasi_identifiers]
    groups, group_of_old = _groups(new, released, names)
    told = groups.select(pl.any_horizontal(pl.all() != STAR)).to_series().to_numpy()
    candidates, class_of_row = _candidates(new, groups, told | stars)
    old = released.with_columns(texts_of(column) for column in released)
    test = _Test(model, new, old, group_of_old, candidates, class_of_row)
    choice = choose_groups(candidates, test.violating, model.k)[class_of_row]
    published = np.flatnonzero(choice >= 0)

    def union(made: PublishedTable) -> PublishedColumns:
        named = [*names, *new.sensitive]
        frames = [
            frame.select(texts_of(frame[name]) for name in named) for frame in (old, made.frame)
        ]
        return PublishedColumns(
            pl.concat(frames),
            names,
            sensitive=new.sensitive,
            together=new.together,
            trees=new.trees,
        )

    return Applied(
        _some_rows(new, published),
        Covered(choice[published], groups),
        len(new) - len(published),
        union,
    )


def _groups(
    new: Table, released: pl.DataFrame, names: list[str]
) -> tuple[pl.DataFrame, npt.NDArray[np.int64]]:
    """Return the cells of each group, that which loses least first, and the group of each row."""
    cells = released.select(texts_of(released[name]).fill_null(MISSING) for name in names)
    distinct = cells.unique()
    cost = np.zeros(len(distinct))
    for column in new.quasi_identifiers:
        looked_up = PublishedCells.of(column, distinct[column.name])
        cost += column.weight * looked_up.lm()[looked_up.of_row]
    distinct = (
        distinct.with_columns(pl.Series("\0cost", cost)).sort("\0cost", *names).drop("\0cost")
    )
    numbered = distinct.with_row_index("\0group")
    group_of_old = cells.join(numbered, on=names, how="left", maintain_order="left")["\0group"]
    return distinct, group_of_old.to_numpy().astype(np.int64)


def _candidates(
    new: Table, groups: pl.DataFrame, allowed: npt.NDArray[np.bool_]
) -> tuple[Candidates, npt.NDArray[np.int64]]:
    """Return the groups that cover each distinct row, and the distinct row of each row."""
    distinct, class_of_row, rows = np.unique(
        new.cells, axis=0, return_inverse=True, return_counts=True
    )
    looked_up = [PublishedCells.of(one, groups[one.name]) for one in new.quasi_identifiers]
    counts, found = [np.zeros(1, dtype=np.int64)], [np.empty(0, dtype=np.int64)]
    step = max(AT_ONCE // len(groups), 1)
    for start in range(0, len(distinct), step):
        some = distinct[start : start + step]
        covered = np.repeat(np.packbits(allowed)[None, :], len(some), axis=0)
        for at, cells in enumerate(looked_up):
            leaves, places = np.unique(some[:, at], return_inverse=True)
            by_leaf = np.packbits(cells.cover_each(leaves)[:, cells.of_row], axis=1)
            covered &= by_leaf[places.ravel()]
        bits = np.unpackbits(covered, axis=1, count=len(groups))
        owners, of_groups = np.nonzero(bits)
        counts.append(np.bincount(owners, minlength=len(some)))
        found.append(of_groups)
    offsets = np.cumsum(np.concatenate(counts))
    return Candidates(offsets, np.concatenate(found), rows), class_of_row.ravel()


@dataclass(frozen=True, eq=False)
class _Rows:
    """What a model asks of rows to say what a group of them must satisfy."""

    others: pl.DataFrame
    persons: npt.NDArray[np.int32] | None
    sensitive: tuple[str, ...]
    together: bool
    trees: Mapping[str, Hierarchy]

    def __len__(self) -> int:
        return len(self.others)


@dataclass(frozen=True, eq=False)
class _Test:
    """Whether groups satisfy the model: in the new rows alone, and in both together."""

    model: Model
    new: Table
    old: pl.DataFrame
    group_of_old: npt.NDArray[np.int64]
    candidates: Candidates
    class_of_row: npt.NDArray[np.int64]

    def violating(self, choice: Choice) -> npt.NDArray[np.int64]:
        """Return the groups that must be given up."""
        small = too_small(self.candidates, choice, self.model.k)
        alone = not self.model.needs_sensitive
        if len(small) or (alone and self.new.persons is None):
            return small
        chosen = choice[self.class_of_row]
        rows = np.flatnonzero(chosen >= 0)
        if not len(rows):
            return small
        groups = chosen[rows]
        bad = self._bad(_some_rows(self.new, rows), groups)
        if len(bad) or alone:
            return bad
        names = list(self.new.sensitive)
        others = self.new.others[rows]
        frames = [self.old.select(names), others.select(texts_of(others[name]) for name in names)]
        both = _Rows(pl.concat(frames), None, self.new.sensitive, self.new.together, self.new.trees)
        bad = self._bad(both, np.concatenate([self.group_of_old, groups]))
        taken = np.unique(groups)
        # Where only a group without new rows violates it, all of these changed what is usual.
        mine = np.intersect1d(bad, taken)
        return mine if len(mine) or not len(bad) else taken

    def _bad(self, data: Any, groups: npt.NDArray[np.int64]) -> npt.NDArray[np.int64]:
        constraint = self.model.constraint(data)
        order = np.argsort(groups, kind="stable").astype(np.int32)
        found, starts = np.unique(groups[order], return_index=True)
        parts = np.split(order, starts[1:])
        good = [constraint.satisfied(np.ascontiguousarray(part)) for part in parts]
        return found[~np.array(good, dtype=np.bool_)]


def _some_rows(table: Table, rows: npt.NDArray[np.int64]) -> Table:
    """Return the table with some of its rows."""
    columns = (
        replace(column, codes=read_only(column.codes[rows])) for column in table.quasi_identifiers
    )
    persons = table.persons
    if persons is not None:
        persons = np.unique(persons[rows], return_inverse=True)[1].astype(np.int32)
    others = table.others[rows] if table.others.width else table.others
    return replace(table, quasi_identifiers=tuple(columns), others=others, persons=persons)
