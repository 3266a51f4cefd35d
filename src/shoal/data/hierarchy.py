"""Values as the leaves of a tree: what a value may be published as instead of itself."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import numpy as np
import numpy.typing as npt

from shoal.data.cells import MISSING, STAR
from shoal.data.row_arrays import read_only
from shoal.data.tree import Paths
from shoal.errors import ParameterError
from shoal.wording import cell, counted, lacking

Nodes = npt.NDArray[np.int32]

#: A run of leaves, by its first and the one after its last, and its label.
Run = tuple[int, int, str]


@dataclass(frozen=True, eq=False)
class Hierarchy:
    """Values as leaves of a tree, of any depth in any place.

    Nodes are numbered so that the leaves below each are a range. Node 0 is the root, ``*``. The
    arrays are read-only. Use :meth:`of`, :meth:`from_paths` or :meth:`flat` to build one.

    Examples
    --------
    >>> places = Hierarchy.of({"Europe": ["France", "Spain"], "Asia": ["Japan"]})
    >>> len(places), places.values
    (3, ('France', 'Spain', 'Japan'))
    >>> places.labels
    ('*', 'Europe', 'France', 'Spain', 'Asia', 'Japan')
    """

    #: Of all nodes, each a different one; a node before those below it (in preorder).
    labels: tuple[str, ...]
    parents: Nodes  # the node above each node; -1 for the root
    #: The leaves below each node are ``first .. last - 1``.
    first: Nodes
    last: Nodes
    leaf_nodes: Nodes  # the node of each leaf
    source: str | None = field(default=None, repr=False)  # the file it was read from, for messages

    def __post_init__(self) -> None:
        for name in ("parents", "first", "last", "leaf_nodes"):
            object.__setattr__(self, name, read_only(getattr(self, name), np.int32))

    @classmethod
    def of(cls, groups: Mapping[Any, Any] | Iterable[Any]) -> Hierarchy:
        """Build a hierarchy from a nested mapping; the root is added.

        Below each label stands a mapping of the same kind, or values. Values alone make a flat
        hierarchy.

        Examples
        --------
        >>> Hierarchy.of({"old": {"very old": [90, 91], "rather old": [70]}, "young": [20]}).depth
        3
        """
        if isinstance(groups, Mapping) and [str(label) for label in groups] == [STAR]:
            (groups,) = groups.values()
        return cls.from_paths(list(_paths_of(groups, ())))

    @classmethod
    def from_paths(
        cls,
        paths: Iterable[Sequence[str]],
        *,
        source: str | None = None,
        lines: Sequence[int] | None = None,
    ) -> Hierarchy:
        """Build a hierarchy from the way up from each value, as in the lines of ARX.

        Each path goes from the value itself to the top. A last ``*`` is the root. Equal neighbours
        are one node, so that paths of trees of several depths can be equally long. Messages name
        the ``source``, a file, and the line of a path in it.

        Examples
        --------
        >>> paths = [["18", "teens", "*"], ["19", "teens", "*"], ["20", "20", "*"]]
        >>> Hierarchy.from_paths(paths).labels
        ('*', 'teens', '18', '19', '20')
        """
        tree = Paths(source)
        for number, path in enumerate(paths):
            tree.add(path, None if lines is None else lines[number])
        labels, parents = tree.labels, tree.parents
        ways: list[tuple[int, ...]] = [()]
        for node, parent in enumerate(parents[1:], 1):
            ways.append((*ways[parent], node))
        order = sorted(range(len(labels)), key=ways.__getitem__)
        place = np.empty(len(labels), dtype=np.int32)
        place[order] = np.arange(len(order), dtype=np.int32)
        above = np.asarray(parents, dtype=np.int32)[order]
        above = np.where(above >= 0, place[above], -1).astype(np.int32)
        is_leaf = np.ones(len(order), dtype=bool)
        is_leaf[above[1:]] = False
        is_leaf[0] = False  # a root without anything below it has no value
        count = is_leaf.astype(np.int32)
        for node in range(len(order) - 1, 0, -1):
            count[above[node]] += count[node]
        first = np.cumsum(is_leaf) - is_leaf
        leaf_nodes = np.flatnonzero(is_leaf)
        names = tuple(labels[node] for node in order)
        return cls(names, above, first, first + count, leaf_nodes, source)  # type: ignore[arg-type]

    @classmethod
    def flat(cls, values: Iterable[str]) -> Hierarchy:
        """Build a hierarchy with nothing but the root above the values: published or suppressed.

        Values stand in the order of the leaves; repeats are left out.

        Examples
        --------
        >>> Hierarchy.flat(["m", "f", "m"]).labels
        ('*', 'm', 'f')
        """
        labels = tuple(dict.fromkeys(values))
        if STAR in labels or "" in labels:
            raise ParameterError(
                f"a value must not be empty nor {STAR!r}: that is the root's label"
            )
        return cls.from_runs(labels, ())

    @classmethod
    def from_runs(cls, values: Sequence[str], runs: Iterable[Run]) -> Hierarchy:
        """Build a hierarchy from values in order, and runs of them of which any two are nested.

        A run of one value or of all, a second run of the same values, and one with the label of a
        value are left out.
        """
        taken = {STAR, *values}
        found: dict[tuple[int, int], str] = {(0, len(values)): STAR}
        for first, end, label in runs:
            if end - first > 1 and (first, end) not in found and label not in taken:
                found[first, end] = label
                taken.add(label)
        leaves = np.arange(len(values))
        spans = np.vstack([np.array(list(found)), np.column_stack([leaves, leaves + 1])])
        is_leaf = np.arange(len(spans)) >= len(found)
        order = np.lexsort((is_leaf, -spans[:, 1], spans[:, 0]))  # a node before those below it
        (firsts, lasts), is_leaf = spans[order].T, is_leaf[order]
        parents = np.full(len(order), -1)
        for node in np.flatnonzero(~is_leaf).tolist():
            parents[node + 1 : np.searchsorted(firsts, lasts[node])] = node
        names = np.array([*found.values(), *values], dtype=object)[order]
        leaf_nodes = np.flatnonzero(is_leaf)
        return cls(tuple(names.tolist()), parents, firsts, lasts, leaf_nodes)  # type: ignore[arg-type]

    def __len__(self) -> int:
        return len(self.leaf_nodes)

    def __repr__(self) -> str:
        return f"Hierarchy({counted(len(self), 'value')}, depth {self.depth})"

    @cached_property
    def values(self) -> tuple[str, ...]:
        """Labels of the leaves, in their order."""
        return tuple(self.labels[node] for node in self.leaf_nodes.tolist())

    @cached_property
    def _nodes(self) -> dict[str, int]:
        return {label: node for node, label in enumerate(self.labels)}

    @cached_property
    def _levels(self) -> Nodes:
        levels = [0] * len(self.labels)
        parents = self.parents.tolist()
        for node in range(len(levels) - 1, 0, -1):
            above = parents[node]
            levels[above] = max(levels[above], levels[node] + 1)
        return read_only(levels, np.int32)

    @property
    def depth(self) -> int:
        """The level of the root: steps down to the deepest leaf."""
        return int(self._levels[0])

    def levels(self) -> Nodes:
        """Return the level of each node: 0 for a leaf, else one above the highest node below it."""
        return self._levels

    def node_of(self, label: str) -> int:
        """Return the node with this label."""
        if label not in self._nodes:
            raise ParameterError(f"{cell(label, 'that')} is not a label of the hierarchy")
        return self._nodes[label]

    def __contains__(self, label: object) -> bool:
        return label in self._nodes

    def path(self, node: int) -> tuple[str, ...]:
        """Return the labels from a node to the root."""
        labels = []
        while node >= 0:
            labels.append(self.labels[node])
            node = int(self.parents[node])
        return tuple(labels)

    def paths(self) -> list[tuple[str, ...]]:
        """Return the way up from each leaf, all equally long: a value repeats where levels lack."""
        found = [self.path(node) for node in self.leaf_nodes.tolist()]
        longest = max(map(len, found), default=0)
        return [(path[0],) * (longest - len(path)) + path for path in found]

    def lowest_above(self, least: npt.ArrayLike, greatest: npt.ArrayLike) -> Nodes:
        """Return for pairs of leaves the lowest node above both and all leaves between them."""
        nodes: Nodes = self.leaf_nodes[np.asarray(least)]
        greatest = np.asarray(greatest)
        while (below := self.last[nodes] <= greatest).any():
            nodes = np.where(below, self.parents[nodes], nodes)
        return nodes

    def restricted_to(self, values: Iterable[str]) -> Hierarchy:
        """Return the part of the tree above these values, which must be leaves, in its order."""
        wanted = list(values)
        leaf_of = {value: leaf for leaf, value in enumerate(self.values)}
        leaves = [leaf_of.get(value, -1) for value in wanted]
        if -1 in leaves:
            unknown = [value for value, leaf in zip(wanted, leaves, strict=True) if leaf < 0]
            values_are = counted(len(unknown), "value is", "values are")
            raise ParameterError(f"{values_are} missing from the hierarchy{lacking(unknown)}")
        keep = np.zeros(len(self), dtype=bool)
        keep[leaves] = True
        before = np.zeros(len(self) + 1, dtype=np.int32)
        np.cumsum(keep, out=before[1:])
        first, last = before[self.first], before[self.last]
        stays = last > first
        stays[0] = True
        number = np.cumsum(stays) - 1
        parents = np.where(self.parents >= 0, number[self.parents], -1)[stays]
        labels = tuple(self.labels[node] for node in np.flatnonzero(stays).tolist())
        return Hierarchy(labels, parents, first[stays], last[stays], number[self.leaf_nodes[keep]])

    def with_missing(self) -> Hierarchy:
        """Return the tree with a last leaf ``?`` right below the root, wherever it was before."""
        if MISSING in self.values:
            known = self.restricted_to(value for value in self.values if value != MISSING)
            return known.with_missing()
        leaves, nodes = len(self), len(self.labels)
        last = np.append(self.last, leaves + 1)
        last[0] = leaves + 1
        return Hierarchy(
            (*self.labels, MISSING),
            np.append(self.parents, 0),
            np.append(self.first, leaves),
            last,
            np.append(self.leaf_nodes, nodes),
        )

    def describe(self, limit: int | None = None) -> str:
        """Return the tree as text, a node in each line; below any one, up to a limit are shown."""
        below: list[list[int]] = [[] for _ in self.labels]
        for child, parent in enumerate(self.parents[1:].tolist(), 1):
            below[parent].append(child)

        def drawn(node: int) -> list[str]:
            """Return the lines of a node and all below it, without those on its left."""
            leaves = int(self.last[node] - self.first[node])
            size = f"  ({counted(leaves, 'value')})" if below[node] else ""
            lines, hidden = [self.labels[node] + size], below[node][limit:] if limit else []
            parts = [drawn(child) for child in below[node][:limit]]
            parts += [[f"... {len(hidden):,} more"]] if hidden else []
            for place, (first, *others) in enumerate(parts, 1):
                turn, line = ("└─ ", "   ") if place == len(parts) else ("├─ ", "│  ")
                lines += [turn + first, *(line + other for other in others)]
            return lines

        return "\n".join(drawn(0))


def _paths_of(groups: Any, above: tuple[str, ...]) -> Iterator[tuple[str, ...]]:
    """Yield the way up from each value of a nested mapping."""
    if isinstance(groups, (str, bytes)) or not isinstance(groups, Iterable):
        raise ParameterError(
            "what stands below a label of a hierarchy must be a list of values or a mapping"
        )
    for label in groups:
        path = (str(label), *above)
        inside = groups[label] if isinstance(groups, Mapping) else None
        if inside is None or (isinstance(inside, (Sequence, Mapping)) and not len(inside)):
            yield path
        else:
            yield from _paths_of(inside, path)
