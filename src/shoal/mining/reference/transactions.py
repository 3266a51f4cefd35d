"""What all reference miners take and return."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, TypeAlias

from shoal.engines.local import whole_number

#: Some items, or nodes of hierarchies.
Itemset: TypeAlias = frozenset[Any]

#: What a miner returns: the support size of each itemset.
Supports: TypeAlias = dict[Itemset, int]


def transactions(rows: Iterable[Iterable[Any]], min_support: int) -> list[Itemset]:
    """Return the table D as sets of items; ``min_support`` is checked for all miners here."""
    whole_number("min_support", min_support, 1)
    return [frozenset(row) for row in rows]
