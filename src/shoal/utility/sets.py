"""Releases that publish items as sets: what they cost, and what can still be done with them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from os import PathLike
from typing import Any, NamedTuple

from shoal.data import Baskets
from shoal.data.item_mapping import ItemMapping
from shoal.engines.local import whole_number
from shoal.errors import ParameterError
from shoal.loss.baskets import same_rows
from shoal.loss.utility_loss import MOST_WEIGHT, UtilityLoss, utility_loss
from shoal.utility.are import ARE, average_relative_error
from shoal.utility.pairs import PairsKept, frequent_pairs_kept
from shoal.utility.queries import (
    MOST_QUERIES,
    MOST_QUERY_ITEMS,
    Workload,
    random_queries,
    read_queries,
)

#: Random queries that the error of counts is measured by, and the public items of each.
DEFAULT_QUERIES = 1000
DEFAULT_QUERY_ITEMS = 2

Queries = int | str | PathLike[str] | Workload | Iterable[Iterable[Any]] | None
Weights = Mapping[Any, float] | str | PathLike[str] | None


@dataclass(frozen=True)
class Utility:
    """What can still be done with a release."""

    are: ARE  # the error of counts that are estimated from it
    pairs: PairsKept  # how many frequent pairs of items it still shows

    def to_dict(self) -> dict[str, Any]:
        """Return the figures as plain values, ready for JSON."""
        return {"are": self.are.to_dict(), "frequent_pairs": self.pairs.to_dict()}


class SetsMeasure(NamedTuple):
    """What publishing items as sets costs, and what can still be done with the release."""

    loss: UtilityLoss
    utility: Utility

    def to_dict(self) -> dict[str, Any]:
        """Return the figures as plain values, ready for JSON."""
        return {"loss": self.loss.to_dict(), "utility": self.utility.to_dict()}


def measure_by_mapping(
    original: Baskets,
    published: Baskets,
    mapping: ItemMapping | str | PathLike[str],
    *,
    weights: Weights = None,
    queries: Queries = None,
    items: int | None = None,
    seed: int = 0,
) -> SetsMeasure:
    """Price a release by its mapping alone: what that leaves out is sensitive."""
    if not isinstance(mapping, ItemMapping):
        from shoal.io.mappings import read_mapping

        mapping = read_mapping(mapping)
    original = original.trimmed()
    intact = [name for name in original.vocabulary.strings if name not in mapping.by_item]
    workload = choose_workload(original, intact, queries, items, seed)
    weighed = choose_weights(weights, mapping.items)
    return measure_sets(original, published, mapping, workload, weights=weighed)


def measure_sets(
    original: Baskets,
    published: Baskets,
    mapping: ItemMapping,
    workload: Workload,
    *,
    weights: Mapping[str, float] | None = None,
    threads: int | None = None,
) -> SetsMeasure:
    """Price a release by its mapping; rows may come in any order."""
    expected = mapping.apply(original).trimmed().sorted_rows()
    if not same_rows(expected, published.trimmed().sorted_rows()):
        raise ParameterError(
            "the release is not the original with its items replaced as the mapping says"
        )
    utility = Utility(
        are=average_relative_error(original, published, workload, mapping, threads=threads),
        pairs=frequent_pairs_kept(original, published, threads=threads),
    )
    return SetsMeasure(utility_loss(original, mapping, weights), utility)


def choose_workload(
    data: Baskets, sensitive: Iterable[str], queries: Queries, items: int | None, seed: int
) -> Workload:
    """Return the queries to measure by: given, from a file, or so many drawn at random."""
    if items is not None and isinstance(queries, (str, PathLike, Workload, Iterable)):
        raise ParameterError(
            "query_items is for random queries, and the queries are given", parameter="query_items"
        )
    if isinstance(queries, (str, PathLike)):
        queries = read_queries(queries)
    if isinstance(queries, Iterable):
        queries = Workload.of(queries)
    if isinstance(queries, Workload):
        queries.codes_in(data)  # refuses unknown items before the work
        return queries
    intact = tuple(sensitive)
    count = DEFAULT_QUERIES if queries is None else queries
    if items is None:
        items = min(DEFAULT_QUERY_ITEMS, data.item_count - len(intact))
    return random_queries(
        data,
        intact,
        count=whole_number("queries", count, 1, MOST_QUERIES),
        public_items=whole_number("query_items", items, 0, MOST_QUERY_ITEMS),
        seed=seed,
    )


def choose_weights(weights: Weights, public: Iterable[str]) -> dict[str, float]:
    """Return the weights of items: given, or from a file, which may have ``@`` before its name."""
    if weights is None:
        return {}
    if isinstance(weights, Mapping):
        return {str(item): weight for item, weight in weights.items()}
    from shoal.io.weights import read_weights

    path = weights.removeprefix("@") if isinstance(weights, str) else weights
    return read_weights(path, known=set(public), most=MOST_WEIGHT)
