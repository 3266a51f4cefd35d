"""Apriori anonymization: baskets that are k^m-anonymous, by one cut through a taxonomy of items.

After *Privacy-preserving anonymization of set-valued data* (2008). Each item is published as one
node of the taxonomy in all rows, or in none.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Literal

import numpy as np

from shoal import _core
from shoal.data import Baskets
from shoal.data.baskets import Items
from shoal.data.extended import ExtendedRows
from shoal.engines.local import Phase
from shoal.engines.run import Run
from shoal.methods.basket_method import BasketMethod
from shoal.methods.method import Found, register
from shoal.privacy import KmAnonymity


@dataclass(frozen=True, eq=False)
class KmRecoding(Found):
    """What each item is published as, and what that loses."""

    extended: ExtendedRows
    #: By item of the extended rows: the one it is published as, or -1; meant for values alone.
    published: Items
    #: Before nodes were lowered again: the other values below the node of each entry, all other
    #: items for an entry that is suppressed.
    greedy_loss: int
    loss: int  # the same in the end
    repeatable: bool  # False when a time limit cut the search short

    def publish(self, data: Baskets) -> Baskets:
        """Return the baskets with each item replaced, over the vocabulary of the extended rows."""
        nodes = self.published[_node_of_item(data, self.extended)[data.items]]
        kept = nodes >= 0
        ends = np.zeros(data.size + 1, dtype=np.int64)
        np.cumsum(kept, out=ends[1:])
        items, offsets, _ = _core.make_sets(nodes[kept], ends[data.offsets])
        return Baskets(items, offsets, self.extended.vocabulary, column=data.column)


@register
@dataclass(frozen=True)
class KmApriori(BasketMethod):
    """Each item published as one node of the taxonomy, the same in all rows.

    Notes
    -----
    Departures from the paper: an item may be suppressed alone; the nodes of a combination are
    lifted by the cheapest of all ways; the cut is lowered again in the end.
    """

    name: ClassVar[str] = "km-apriori"
    models: ClassVar[tuple[str, ...] | None] = ("km",)
    taxonomy: ClassVar[Literal["no", "may", "must"]] = "must"
    sentence: ClassVar[str] = (
        "Items were replaced by nodes above them in a taxonomy, for the whole file alike, until no "
        "combination was too rare."
    )
    paper: ClassVar[str] = "Privacy-preserving anonymization of set-valued data (2008)"

    def run(self, data: Baskets, model: KmAnonymity, run: Run) -> KmRecoding:  # type: ignore[override]
        """Find what to publish each item as."""
        extended = data.extended
        assert extended is not None
        values = Baskets.from_codes(
            _node_of_item(data, extended)[data.items], data.offsets, extended.vocabulary
        )
        rows, tree = (values.items, values.offsets), (extended.above, extended.leaves)
        found = run.search(
            lambda control: _core.km_apriori(*rows, *tree, model.k, model.m, control),
            Phase("Generalizing"),
        )
        published = found.take_published()
        return KmRecoding(extended, published, found.greedy_loss, found.loss, found.repeatable)


def _node_of_item(data: Baskets, extended: ExtendedRows) -> Items:
    return extended.vocabulary.codes_of(data.vocabulary).astype(np.int32)
