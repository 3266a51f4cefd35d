"""Top-down local generalization of baskets with a taxonomy of items.

After *Anonymization of set-valued data via top-down, local generalization* (2009). All rows begin
as one group of which nothing is published. A node is replaced by its children and the rows part by
which of them they have, as long as all parts keep k rows.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Literal

import numpy as np

from shoal import _core
from shoal.data import Baskets
from shoal.data.extended import ExtendedRows
from shoal.engines.local import Phase
from shoal.engines.run import Run
from shoal.methods.basket_method import BasketMethod
from shoal.methods.grouping import Grouping
from shoal.methods.method import register
from shoal.methods.shared_nodes import that_loses_least, with_best_shared
from shoal.privacy import Model

#: Most children of a node that rows are parted by at once, one number for each try. By many, most
#: parts are too small; by few, rows part by what is frequent, not by what is alike. The first is
#: the paper's way, for all taxonomies but the widest.
CHILDREN_AT_ONCE = (64, 16, 10, 8, 7, 6, 5, 4, 2)


@register
@dataclass(frozen=True)
class TopDown(BasketMethod):
    """One group of all rows, split by the children of nodes for as long as parts keep k rows.

    Notes
    -----
    Departures from the paper: nodes with many children are also expanded a few at a time, and the
    groups that lose least are taken; each group is published as those nodes that all its rows
    share which lose least.
    """

    name: ClassVar[str] = "top-down"
    taxonomy: ClassVar[Literal["no", "may", "must"]] = "must"
    sentence: ClassVar[str] = (
        "All rows began as one group, which was split for as long as every part had enough rows."
    )
    paper: ClassVar[str] = (
        "Anonymization of set-valued data via top-down, local generalization (2009)"
    )

    def run(self, data: Baskets, model: Model, run: Run) -> Grouping:
        """Group the baskets; the centres are nodes of the taxonomy, items of the extended rows."""
        extended = data.extended
        assert extended is not None
        codes = extended.vocabulary.codes_of(data.vocabulary)
        values = Baskets.from_codes(codes[data.items], data.offsets, extended.vocabulary)
        tried = (_expand(values, extended, model.k, most, run) for most in _tries(extended))
        found = [with_best_shared(data, groups, extended) for groups in tried]
        return that_loses_least(data, found, extended)


def _tries(extended: ExtendedRows) -> list[int]:
    """Return numbers of children that make a difference."""
    counts = np.bincount(extended.above + 1, minlength=1)
    first, *others = CHILDREN_AT_ONCE
    return [first, *(most for most in others if most < counts.max())]


def _expand(
    values: Baskets, extended: ExtendedRows, k: int, most_children: int, run: Run
) -> Grouping:
    """Return groups without centres."""
    rows, tree = (values.items, values.offsets), (extended.above, extended.leaves)
    found = run.search(
        lambda control: _core.top_down(*rows, *tree, k, most_children, control),
        Phase("Generalizing", "groups"),
    )
    return Grouping(
        group_of_row=found.take_group_of_row(),
        centre_items=np.empty(0, dtype=np.int32),
        centre_offsets=np.zeros(found.groups + 1, dtype=np.int64),
        proved=np.zeros(found.groups, dtype=np.bool_),
        nodes=0,
        repeatable=found.repeatable,
    )
