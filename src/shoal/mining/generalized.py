"""Patterns over values and what stands above them: of tables, and of baskets with a taxonomy.

A row extended by all nodes above its values is a basket, and the closed patterns of such baskets
are the closed generalized patterns of the rows. What a pattern implies is left out of it again: it
names its most specific nodes only.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np

from shoal import _core
from shoal.data import Baskets
from shoal.errors import ParameterError
from shoal.io import read
from shoal.io.hierarchies import Taxonomy, as_hierarchy
from shoal.mining.patterns import Patterns
from shoal.mining.request import MiningRequest

if TYPE_CHECKING:
    from shoal.data.extended import ExtendedRows

#: What can be mined.
Minable: TypeAlias = "Baskets | ExtendedRows"

#: The limit that ended a search, as its parameter is called.
STOPPED_BY = {_core.Stop.patterns: "limit", _core.Stop.time: "time", _core.Stop.bytes: "memory"}


def minable(data: Any, taxonomy: Taxonomy | None = None) -> Minable:
    """Return a table, baskets or anything :func:`shoal.read` understands as the miners take it."""
    if taxonomy is not None:
        data = replace(read(data), taxonomy=as_hierarchy(taxonomy))
    elif not hasattr(data, "minable"):
        data = read(data)
    rows: Minable = data.minable
    return rows


def check_lengths(data: Minable, request: MiningRequest) -> None:
    """Raise if lengths were asked for that patterns do not have while they are looked for."""
    by_length = (request.min_length, request.max_length, request.by) != (1, None, "support")
    if by_length and data.above is not None:
        raise ParameterError(
            "generalized patterns cannot be chosen by their length: leave out min_length, "
            "max_length and by"
        )


def to_patterns(
    found: _core.Patterns, data: Minable, request: MiningRequest, stopped_by: str | None = None
) -> Patterns:
    """Wrap what the native core found in the rows of ``data``; its arrays are taken over."""
    if data.above is not None and request.target != "all":
        _core.drop_implied(found, data.above)
    return Patterns(
        items=found.take_items(),
        offsets=found.take_offsets(),
        supports=found.take_supports(),
        vocabulary=data.mined.vocabulary,
        target=request.target,
        min_support=request.min_support,
        stopped_by=stopped_by,
    )


def root_of(data: Minable, request: MiningRequest) -> Patterns | None:
    """Return the pattern of a table that says nothing of any column, if it is a closed one."""
    if not data.of_table or request.target != "closed":
        return None
    supports = np.bincount(data.mined.items, minlength=1)
    if len(data) < request.min_support or supports.max() == len(data):
        return None
    return Patterns(
        items=np.zeros(0, dtype=np.int32),
        offsets=np.zeros(2, dtype=np.int64),
        supports=np.array([len(data)], dtype=np.int32),
        vocabulary=data.vocabulary,
        target=request.target,
        min_support=request.min_support,
    )


def with_root(data: Minable, request: MiningRequest, patterns: Patterns) -> Patterns:
    """Put the root, if there is one, in front of the patterns: no other is in more rows."""
    root = root_of(data, request)
    if root is None:
        return patterns
    both = replace(
        patterns,
        offsets=np.concatenate([[0], patterns.offsets]),
        supports=np.concatenate([root.supports, patterns.supports]),
    )
    most = request.top or request.limit
    if most is None or len(both) <= most:
        return both
    stopped_by = patterns.stopped_by if request.limit is None else "limit"
    return replace(both[:most], stopped_by=stopped_by)
