"""Rows with all that their values imply: each value, and the nodes above it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from shoal.data.baskets import Baskets, Items, Offsets
from shoal.data.hierarchy import Hierarchy
from shoal.data.vocabulary import Vocabulary
from shoal.errors import SchemaError
from shoal.wording import counted, lacking

if TYPE_CHECKING:
    from shoal.data.table import Table


@dataclass(frozen=True, eq=False)
class ExtendedRows:
    """Rows as baskets of nodes: their values and all nodes above these but the root."""

    rows: Baskets
    above: Items
    leaves: Items
    of_table: bool = False

    def __len__(self) -> int:
        return len(self.rows)

    @property
    def mined(self) -> Baskets:
        """The rows that are mined."""
        return self.rows

    @property
    def warnings(self) -> tuple[str, ...]:
        """Sentences about how the rows were read."""
        return self.rows.warnings

    @property
    def vocabulary(self) -> Vocabulary:
        """The labels of the nodes."""
        return self.rows.vocabulary


def extend_table(table: Table) -> ExtendedRows:
    """Return the quasi-identifiers of a table as baskets of ``column=label``."""
    labels: list[str] = []
    parents, leaves, cells = [], [], []
    for column in table.quasi_identifiers:
        tree = column.hierarchy
        base = len(labels) - 1  # the root is left out
        labels += [f"{column.name}={label}" for label in tree.labels[1:]]
        parents.append(np.where(tree.parents[1:] > 0, tree.parents[1:] + base, -1))
        leaves.append(tree.last[1:] - tree.first[1:])
        cells.append(tree.leaf_nodes[column.codes] + base)
    if len(set(labels)) < len(labels):
        raise SchemaError("two columns have the same name=label: rename a column with '=' in it")
    width = len(cells)
    offsets = np.arange(0, width * len(table) + 1, width)
    extended = _extend(
        np.column_stack(cells).ravel(),
        offsets,
        labels,
        np.concatenate(parents).astype(np.int32),
        np.concatenate(leaves).astype(np.int32),
    )
    rows = replace(extended.rows, notes=table.warnings)
    return replace(extended, rows=rows, of_table=True)


def extend_baskets(data: Baskets, taxonomy: Hierarchy) -> ExtendedRows:
    """Return baskets with the nodes above their items, all of which the taxonomy must hold."""
    data = data.trimmed()
    names = data.vocabulary.strings
    known = set(taxonomy.values)
    missing = [name for name in names if name not in known]
    if missing:
        items = counted(len(missing), "item is", "items are")
        raise SchemaError(f"{items} missing from the taxonomy{lacking(missing)}")
    tree = taxonomy.restricted_to(names)
    node_of_item = np.array([tree.node_of(name) for name in names], dtype=np.int32) - 1
    parents = np.where(tree.parents[1:] > 0, tree.parents[1:] - 1, -1).astype(np.int32)
    extended = _extend(
        node_of_item[data.items] if len(names) else data.items,
        data.offsets,
        tree.labels[1:],
        parents,
        tree.last[1:] - tree.first[1:],
    )
    made = extended.rows
    coded = replace(data, items=made.items, offsets=made.offsets, vocabulary=made.vocabulary)
    return replace(extended, rows=replace(coded, taxonomy=None))


def _extend(
    entries: npt.NDArray[np.int32],
    offsets: Offsets,
    labels: Sequence[str],
    parents: npt.NDArray[np.int32],
    leaves: npt.NDArray[np.int32],
) -> ExtendedRows:
    """Put above each entry of the rows, a node, the nodes above it; -1 ends the way up."""
    order = sorted(range(len(labels)), key=labels.__getitem__)
    # One place more than there are nodes: what ends a way up, -1, leads to itself.
    code = np.full(len(labels) + 1, -1, dtype=np.int32)
    code[order] = np.arange(len(labels), dtype=np.int32)
    above = np.append(code[parents][order], np.int32(-1))
    ways = [code[entries]]
    while (ways[-1] >= 0).any():
        ways.append(above[ways[-1]])
    nodes = np.column_stack(ways)
    ends = np.zeros(len(entries) + 1, dtype=np.int64)
    np.cumsum((nodes >= 0).sum(axis=1), out=ends[1:])
    vocabulary = Vocabulary([labels[node] for node in order])
    rows = Baskets.from_codes(nodes[nodes >= 0], ends[offsets], vocabulary)
    return ExtendedRows(replace(rows, duplicates_merged=0), above[:-1], leaves[order])
