"""The average relative error (ARE) of counts that are estimated from a release."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import numpy as np
import numpy.typing as npt

from shoal import _core
from shoal.data import Baskets
from shoal.data.item_mapping import ItemMapping
from shoal.engines import local
from shoal.loss.baskets import check_row_count
from shoal.utility.queries import Workload

#: The error of a rare query is measured against this share of the rows, as in the papers.
SANITY_BOUND = 0.001

Floats = npt.NDArray[np.float64]
Codes = npt.NDArray[np.int64]


@dataclass(frozen=True)
class ARE:
    """How far counts from a release are from the true ones, over a workload of queries."""

    #: Mean and median relative error: 0 when every count is exact.
    are: float
    median: float
    #: How many queries were asked, and how many of them no row of the original fulfils.
    queries: int
    empty_queries: int
    #: Mean relative error of the other queries; None if there are none.
    are_of_nonempty: float | None
    #: The relative error of each query; they reveal the original, so they are not published.
    errors: Floats = field(repr=False, compare=False)

    @property
    def empty_share(self) -> float:
        """Share of the queries that no row of the original fulfils."""
        return self.empty_queries / self.queries

    def to_dict(self) -> dict[str, Any]:
        """Return the figures as plain values, ready for JSON, without the error of each query."""
        figures = {name: value for name, value in vars(self).items() if name != "errors"}
        return {**figures, "empty_share": self.empty_share}


def average_relative_error(
    original: Baskets,
    published: Baskets,
    workload: Workload,
    mapping: ItemMapping | None = None,
    *,
    threads: int | None = None,
) -> ARE:
    """Return the mean relative error of counts estimated from a release.

    The true count of a query is its support in the original. From the release, it is estimated by
    the support of the query's published names, times 1 / |set| for each of its items. The error is
    ``|true - estimate| / max(true, 0.1 % of the rows)``. The rows may be in another order.

    The mapping holds the set that each public item is published as; other items keep their name. An
    item whose name is not in the release was suppressed, and is estimated by 0.
    """
    check_row_count(original, published, "counts are compared between the same rows")
    queries = workload.queries
    codes = workload.codes_in(original)
    true = count_supports(original, codes[queries.items], queries.offsets, threads)
    estimate = _by_sets(published, queries, mapping, threads)
    # Without any row every count is 0, and so is every error.
    least = SANITY_BOUND * len(original) or 1.0
    errors: Floats = np.abs(true - estimate) / np.maximum(true, least)
    errors.flags.writeable = False
    return ARE(
        are=float(errors.mean()),
        median=float(np.median(errors)),
        queries=len(queries),
        empty_queries=int(np.count_nonzero(true == 0)),
        are_of_nonempty=float(errors[true > 0].mean()) if true.any() else None,
        errors=errors,
    )


def _by_sets(
    published: Baskets, queries: Baskets, mapping: ItemMapping | None, threads: int | None
) -> Floats:
    """Estimate each query from the sets that its items are published as."""
    items = queries.vocabulary.strings
    by_item, sizes = ({}, {}) if mapping is None else (mapping.by_item, mapping.sizes)
    names = [by_item.get(item, item) for item in items]
    position = {name: code for code, name in enumerate(published.vocabulary.strings)}
    codes = np.array([position.get(name, -1) for name in names], dtype=np.int64)
    shares = np.array([1 / sizes[by_item[item]] if item in by_item else 1.0 for item in items])
    starts = queries.offsets[:-1]
    entries = codes[queries.items]
    # What was suppressed is asked for by the name of another item, and counts nothing.
    found = np.minimum.reduceat(entries, starts) >= 0
    supports = count_supports(published, np.maximum(entries, 0), queries.offsets, threads)
    share: Floats = np.multiply.reduceat(shares[queries.items], starts)
    return share * supports * found


def error_of_counts(true: Floats, estimated: Floats, *, rows: float) -> float | None:
    """Return the mean relative error of counts that are asked for as often as rows fulfil them."""
    if not true.any():
        return None
    errors = np.abs(true - estimated) / np.maximum(true, SANITY_BOUND * rows)
    return float(np.average(errors, weights=true))


def count_supports(data: Baskets, codes: Codes, offsets: Codes, threads: int | None) -> Codes:
    """Return how many rows hold all items of each set; items may come in any order, repeated."""
    if not data.item_count:
        return np.zeros(len(offsets) - 1, dtype=np.int64)
    items, ends, _ = _core.make_sets(codes.astype(np.int32), offsets)
    workers = local.check_threads(threads)
    supports: Codes = local.run(
        lambda control: _core.supports(
            data.items, data.offsets, data.item_count, items, ends, workers, control
        )
    )
    return supports
