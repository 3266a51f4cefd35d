"""The door to all measures: what the release was made by says which one."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from os import PathLike
from typing import TYPE_CHECKING, Any, overload

from shoal import loss
from shoal.errors import ParameterError
from shoal.io import read

if TYPE_CHECKING:
    from shoal.data import Table
    from shoal.data.item_mapping import ItemMapping
    from shoal.io.hierarchies import Taxonomy
    from shoal.loss import BasketLoss, TableLoss
    from shoal.recipes.measure_rules import RulesMeasure
    from shoal.utility import Workload


@overload
def measure(original: Table, published: Any, *, k: int | None = None) -> TableLoss: ...


@overload
def measure(
    original: Any,
    published: Any,
    *,
    mapping: ItemMapping | str | PathLike[str],
    weights: Mapping[Any, float] | str | PathLike[str] | None = None,
    queries: int | str | PathLike[str] | Workload | Iterable[Iterable[Any]] | None = None,
    query_items: int | None = None,
    seed: int = 0,
) -> RulesMeasure: ...


@overload
def measure(original: Any, published: Any, *, taxonomy: Taxonomy | None = None) -> BasketLoss: ...


def measure(
    original: Any,
    published: Any,
    *,
    k: int | None = None,
    taxonomy: Taxonomy | None = None,
    mapping: ItemMapping | str | PathLike[str] | None = None,
    weights: Mapping[Any, float] | str | PathLike[str] | None = None,
    queries: int | str | PathLike[str] | Workload | Iterable[Iterable[Any]] | None = None,
    query_items: int | None = None,
    seed: int = 0,
) -> BasketLoss | TableLoss | RulesMeasure:
    """Price a release against its original; the rows may come in any order.

    Parameters
    ----------
    original, published
        Baskets, or anything :func:`shoal.read` understands; or a table and a file or frame of its
        published columns, see :func:`shoal.loss.measure_table`.
    k
        For tables, the promise to measure group sizes by.
    taxonomy
        For baskets, the hierarchy of items that the release generalizes by, or its file; the
        release must then keep the original's order, see :func:`shoal.loss.measure_generalized`.
    mapping
        For baskets, what each public item was published as, or the file that says so. The answer
        then has a ``loss`` and a ``utility``, as a release by rules has.
    weights, queries, query_items, seed
        With a mapping, as for :func:`shoal.anonymize`.

    Raises
    ------
    ParameterError
        When the release cannot come from the original in this way.

    Examples
    --------
    >>> import shoal
    >>> original = shoal.Transactions.of([["tea", "rum"], ["tea"], ["gin"]])
    >>> shoal.measure(original, [["tea"], ["tea"], []]).gcp
    0.5
    >>> mapping = shoal.ItemMapping.of_sets([["gin", "rum"]])
    >>> priced = shoal.measure(original, mapping.apply(original), mapping=mapping)
    >>> priced.loss.generalized_items, priced.utility.pairs.kept
    (2, 0)
    """
    if mapping is None:
        for_mapping = {"weights": weights, "queries": queries, "query_items": query_items}
        for name, value in for_mapping.items():
            if value is not None:
                raise ParameterError(f"{name} comes with a mapping")
        given: dict[str, Any] = {"k": k, "taxonomy": taxonomy}
        priced: BasketLoss | TableLoss = loss.measure(original, published, **given)
        return priced
    if k is not None:
        raise ParameterError("k is for tables; the loss of baskets does not depend on it")
    if taxonomy is not None:
        raise ParameterError("a release has a mapping or a taxonomy, not both")
    from shoal.recipes.measure_rules import measure_by_mapping

    return measure_by_mapping(
        read(original),
        read(published),
        mapping,
        weights=weights,
        queries=queries,
        items=query_items,
        seed=seed,
    )
