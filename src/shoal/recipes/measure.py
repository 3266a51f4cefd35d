"""The door to all measures: what a release costs against its original."""

from __future__ import annotations

from collections.abc import Iterable
from os import PathLike
from typing import Any

from shoal.data.item_mapping import ItemMapping
from shoal.engines.memory import within
from shoal.errors import ParameterError
from shoal.io.rejections import naming_file
from shoal.kinds import choose_kind
from shoal.privacy import KAnonymity, Model, parse_models
from shoal.release.publication import model_of
from shoal.utility import Workload, measure_by_mapping
from shoal.wording import parameter


def measure(
    original: Any,
    published: Any,
    *,
    k: int | None = None,
    mapping: ItemMapping | str | PathLike[str] | None = None,
    queries: int | str | PathLike[str] | Workload | Iterable[Iterable[Any]] | None = None,
    query_items: int | None = None,
    seed: int = 0,
    **reading: Any,
) -> Any:
    """Price a release against its original; the rows may come in any order.

    Parameters
    ----------
    original, published
        Files, frames or rows, as for :func:`shoal.read`.
    k
        For tables, the k to measure group sizes by, and to build bands for; by default the one in
        the run file beside the release.
    mapping
        For baskets, what each public item was published as, or the file that says so. The answer
        then has a ``loss`` and a ``utility``, as a release by rules has.
    queries, query_items, seed
        With a mapping, as for :func:`shoal.anonymize`; ``weights`` too.
    **reading
        How the original is read, as for :func:`shoal.read`. With a ``taxonomy``, rows in another
        order are priced exactly where each item is published as one node in all of them, else the
        loss is ``at_most`` that.

    Raises
    ------
    ParameterError
        When the release cannot come from the original in this way.

    Examples
    --------
    >>> import shoal
    >>> original = shoal.Baskets.of([["tea", "rum"], ["tea"], ["gin"]])
    >>> shoal.measure(original, [["tea"], ["tea"], []]).gcp
    0.5
    >>> mapping = shoal.ItemMapping.of_sets([["gin", "rum"]])
    >>> priced = shoal.measure(original, mapping.apply(original), mapping=mapping)
    >>> priced.loss.generalized_items, priced.utility.pairs.kept
    (2, 0)
    """
    reading |= {"queries": queries, "query_items": query_items}
    return price(original, published, k=k, mapping=mapping, seed=seed, **reading)[-1]


def price(
    original: Any,
    published: Any,
    *,
    k: int | None,
    mapping: ItemMapping | str | PathLike[str] | None,
    seed: int = 0,
    memory_limit: int | str | None = None,
    **options: Any,
) -> tuple[Any, Any, Any]:
    """Return original and release as they are read, and what the release costs."""
    given = {name: value for name, value in options.items() if value is not None}
    kind = choose_kind(given, original)
    given.pop("kind", None)
    names = ("queries", "query_items", *(["weights"] if kind.name == "baskets" else []))
    by_mapping = {name: given.pop(name, None) for name in names}
    for name, value in by_mapping.items():
        if value is not None and mapping is None:
            raise ParameterError(
                f"{parameter(name)} comes with a mapping: give {parameter('mapping', 'FILE')}",
                parameter=name,
            )
    if mapping is not None and (kind.name != "baskets" or "taxonomy" in given):
        raise ParameterError(
            "a mapping is for baskets, which have a mapping or a taxonomy, not both",
            parameter="mapping",
        )
    kind.check_options(given)
    if k is not None and kind.name == "baskets":
        raise ParameterError("k is for tables", parameter="k")
    model: Model | None = None if k is None else KAnonymity(k)
    if k is None and kind.name == "table" and (named := model_of(published)) is not None:
        model = parse_models(named)[0]  # of several, the strictest
    with within(memory_limit):
        before = kind.prepare(kind.read(original, **given), model)
    with naming_file(published, format=given.get("format"), separator=given.get("separator")):
        with within(memory_limit):
            after = kind.read_release(published, given)
        if mapping is None:
            return before, after, kind.measure(before, after, model)
        items = by_mapping.pop("query_items")
        priced = measure_by_mapping(before, after, mapping, items=items, seed=seed, **by_mapping)
        return before, after, priced
