"""t-closeness: in every group sensitive values are spread much as in the whole table."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Any, ClassVar

import numpy as np
import polars as pl

from shoal import _core
from shoal.data.cells import MISSING
from shoal.data.columns import check_told_apart, kind_of, positions_of
from shoal.data.hierarchy import Hierarchy
from shoal.errors import ParameterError, SchemaError
from shoal.privacy.model import register
from shoal.privacy.sensitive_columns import Numbers, SensitiveColumn, ValueCounts
from shoal.privacy.sensitive_model import BoundedModel, Judged, lowered, spelled
from shoal.wording import counted, lacking, parameter


@register
@dataclass(frozen=True)
class TCloseness(BoundedModel):
    """The sensitive values of every group are at most ``t`` from those of the whole table.

    The distance is the earth mover's: how much of a group must be moved how far. Two values are
    1 apart (``equal``); or by how many of all values they are in order (``ordered``); or by the
    height of their lowest common ancestor in a hierarchy (``hierarchical``), both as a share of
    the largest possible.

    Examples
    --------
    >>> str(TCloseness(0.2)), str(TCloseness(0.2, "ordered"))
    ('t=0.2', 't=ordered:0.2')
    """

    name: ClassVar[str] = "t"
    example: ClassVar[str] = "t=0.2"
    forms: ClassVar[str] = "t=0.2, t=ordered:0.2 or t=hierarchical:0.2"
    figure_words: ClassVar[str] = "largest distance t"
    variants: ClassVar[tuple[str, ...]] = ("equal", "ordered", "hierarchical")
    largest: ClassVar[int | None] = 1
    protected: ClassVar[tuple[str, str]] = (
        "what a person's group tells of their sensitive value",
        "An attacker who finds a person's group learns little more about the sensitive value than "
        "the whole file tells of everybody.",
    )
    unprotected: ClassVar[tuple[str, str]] = (
        "what the whole file tells, and rare values",
        "A value that most people of the file have is learnt of everybody in it. A rare value may "
        "be several times as frequent in a group as in the file.",
    )

    t: Any  # a Decimal
    variant: str = "equal"

    def judge(self, counts: ValueCounts) -> Judged:
        """Compare each class with all rows: how much is moved how far, in whole numbers."""
        column = counts.column
        if self.variant == "equal":
            share, whole = counts.shares_and([Fraction(1)] * len(column.values))
            moved, steps = counts.by_class(np.maximum(share - whole, 0)), 1
        elif self.variant == "ordered":
            places = self._places(column)
            last = int(places.max())
            sums = (np.cumsum(extra, axis=1) for extra in counts.surplus(places, last + 1))
            moved, steps = np.concatenate([np.abs(one).sum(axis=1) for one in sums]), max(last, 1)
        else:
            tree, leaves = self._tree(column)
            extras = counts.surplus(leaves, len(tree.labels))
            moved, steps = np.concatenate([_up(tree, extra) for extra in extras]), tree.depth
        largest = counts.sizes.astype(object) * (column.rows * steps)
        numerator, denominator = self.t.as_integer_ratio()
        bad = denominator * moved.astype(object) > numerator * largest
        return bad.astype(bool), float(max(moved / largest))

    def demand(self, column: SensitiveColumn) -> _core.Constraint:
        """Return the same for groups of a search."""
        rows, codes = column.rows, column.codes
        if self.variant == "equal":
            return _core.Constraint.close(lowered(self.t, rows), codes)
        if self.variant == "ordered":
            places = self._places(column)[codes].astype(np.int32)
            t = lowered(self.t, rows * len(column.values))
            return _core.Constraint.close_ordered(t, places)
        tree, leaves = self._tree(column)
        nodes = [np.ascontiguousarray(one, np.int32) for one in (tree.parents, leaves)]
        return _core.Constraint.close_in_tree(lowered(self.t, rows * tree.depth), codes, *nodes)

    def meaning(self, equal: str) -> str:
        """Return what the model guarantees."""
        apart = {
            "equal": "any two values equally far apart",
            "ordered": "values as far apart as they are in their order",
            "hierarchical": "values as far apart as their hierarchy says",
        }[self.variant]
        return (
            f"The model is t-closeness with t = {spelled(self.t)}: in every group the "
            "sensitive values are spread as in the whole table, up to an earth mover's distance of "
            f"t, with {apart}."
        )

    def _texts(self, column: SensitiveColumn) -> list[str]:
        if None in column.values:
            raise ParameterError(
                f"{self} is about one column, and several as one have no order and no hierarchy: "
                f"leave out {parameter('sensitive_together')}, or ask for t={spelled(self.t)}",
                parameter="sensitive_together",
            )
        return list(map(str, column.values))

    def _places(self, column: SensitiveColumn) -> Numbers:
        """Return the place of each value in the order of all; equal numbers share one."""
        texts = pl.Series(self._texts(column), dtype=pl.String)
        if MISSING in column.values:
            raise SchemaError(
                f"{self} needs a value in each row, and some are missing in {column.name}: fill "
                f"them, or ask for t={spelled(self.t)}",
                parameter="sensitive",
            )
        kind = kind_of(texts)
        positions = positions_of(texts, kind)
        if positions is None:
            raise SchemaError(
                f"{self} needs numbers or dates, and {column.name} holds other text: ask for "
                f"t={spelled(self.t)}, or give a hierarchy and ask for "
                f"t=hierarchical:{spelled(self.t)}",
                parameter="sensitive",
            )
        check_told_apart(column.names[0], texts, kind)
        return np.unique(positions, return_inverse=True)[1]

    def _tree(self, column: SensitiveColumn) -> tuple[Hierarchy, Numbers]:
        """Return the hierarchy with missing values right below its root; the node of each value."""
        texts = self._texts(column)
        if column.tree is None:
            raise ParameterError(
                f"{self} needs a hierarchy of {column.name}: give it by "
                f"{parameter('hierarchies')}, or ask for t={spelled(self.t)}",
                parameter="hierarchies",
            )
        tree = column.tree.with_missing()
        nodes = dict(zip(tree.values, tree.leaf_nodes.tolist(), strict=True))
        unknown = [text for text in texts if text not in nodes]
        if unknown:
            raise SchemaError(
                f"{column.name}: {counted(len(unknown), 'value is', 'values are')} missing from "
                f"the hierarchy{lacking(unknown)}",
                parameter="hierarchies",
            )
        return tree, np.array([nodes[text] for text in texts])


def _up(tree: Hierarchy, extra: Numbers) -> Numbers:
    """Let what is over in one child of a node fill what is short in another, and pass on the rest.

    Returns for each class how much that moves, times the level where it does.
    """
    over, moved = np.zeros_like(extra), np.zeros_like(extra[:, 0])
    for node in reversed(range(len(tree.labels))):
        level, parent = int(tree.levels()[node]), tree.parents[node]
        moved += level * np.minimum(over[:, node], over[:, node] - extra[:, node])
        if parent >= 0:
            extra[:, parent] += extra[:, node]
            over[:, parent] += np.maximum(extra[:, node], 0)
    return moved
