"""The door to all methods: data in, release out; the data and the promise say which one."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Mapping
from os import PathLike
from typing import TYPE_CHECKING, Any, Literal, overload

from shoal.engines.local import Progress, check_threads, check_time_limit
from shoal.engines.memory import check_memory_limit
from shoal.errors import ParameterError
from shoal.io import read
from shoal.privacy import KAnonymity, KmAnonymity, Model, PSRules, parse_model
from shoal.recipes.methods import NEED_TAXONOMY, method_name
from shoal.recipes.request import check_certificate, check_seed
from shoal.release import Release
from shoal.wording import parameter

if TYPE_CHECKING:
    from shoal.data import Table
    from shoal.io.hierarchies import Taxonomy
    from shoal.release.rules_release import RulesRelease
    from shoal.release.table_release import TableRelease
    from shoal.utility import Workload


@overload
def anonymize(data: Table, model: KAnonymity | str, **options: Any) -> TableRelease: ...


@overload
def anonymize(data: Any, model: PSRules, **options: Any) -> RulesRelease: ...


@overload
def anonymize(data: Any, model: KAnonymity | KmAnonymity | str, **options: Any) -> Release: ...


@overload
def anonymize(data: Any, model: Model | str, **options: Any) -> Any: ...


# The overloads leave the options to the call itself, which checks them.
def anonymize(  # type: ignore[misc]
    data: Any,
    model: Model | str,
    *,
    column: str | None = None,
    id: str | None = None,
    item: str | None = None,
    method: str = "auto",
    seed: int = 0,
    threads: int | None = None,
    budget: int | None = None,
    exact: bool = False,
    time_limit: float | None = None,
    certificate: str = "quick",
    memory_limit: int | str | None = None,
    suppression_limit: float | None = None,
    taxonomy: Taxonomy | None = None,
    sensitive: str | Iterable[Any] | None = None,
    weights: Mapping[Any, float] | str | PathLike[str] | None = None,
    alpha: int | Literal["full"] | None = None,
    gamma: int | None = None,
    queries: int | str | PathLike[str] | Workload | Iterable[Iterable[Any]] | None = None,
    query_items: int | None = None,
    keep_order: bool = False,
    figures: bool = True,
    progress: Progress | None = None,
) -> Release | TableRelease | RulesRelease:
    """Publish baskets or a table so that a promise of privacy is kept.

    Parameters
    ----------
    data
        A :class:`shoal.Table`; or baskets, or anything :func:`shoal.read` understands.
    model
        The promise: ``KAnonymity(10)`` or ``"k=10"``; for baskets also ``KmAnonymity(10, 2)`` or
        ``"km=10,2"``, and ``PSRules(rules, k=5, c=0.9)`` or ``"rules=rules.txt,k=5,c=0.9"``.
    column
        The list column to publish, when the file or frame has several.
    id, item
        The two columns of the long format: whose item it is, and the item.
    method
        ``"auto"`` to leave the choice to Shoal: the sweep. For baskets ``"patternka"``,
        ``"sweep"`` or ``"top-down"``, for tables ``"sweep"``, ``"gen-cover-cf"``,
        ``"mondrian"``, ``"mondrian-relaxed"`` or ``"exact"``; ``"km-apriori"`` for k^m and
        ``"rbat"`` for rules.
    seed
        Every choice left open is made by it; the same seed gives the same release.
    threads
        How many to use; every processor when None. Never changes the release.
    budget
        Search nodes to spend in all; None for the default.
    exact
        Search without a budget: every group's pattern is proved longest, which can take for ever.
    time_limit
        An emergency stop in seconds; a release it cut short is not repeatable.
    certificate
        What is proved about the loss: ``"quick"``, ``"tight"`` (a far better bound, and the sweep
        uses what it learns to lose less; takes longer) or ``"none"``.
    memory_limit
        Memory the process may use: bytes, or a size such as ``"4G"``; what is free when None. A run
        that will need more is refused with LimitReached before it starts.
    suppression_limit
        For tables: the share of rows that may be published with all quasi-identifiers suppressed.
    taxonomy
        For baskets: a hierarchy of the items, a nested mapping, or the file of one. A node
        above an item may then be published in place of the item. There is no certificate for such
        a release.
    sensitive
        For rules: the items that are published intact, as names, patterns such as ``"drug*"`` or
        ``"@file"``; by default those in the rules' consequents.
    weights
        For rules: how much each public item matters, or the file that says so; 1 by default.
    alpha, gamma
        For rules: rounds of a split, 4 by default or ``"full"``, and of a check, 4 by default;
        ``gamma`` never changes the release.
    queries, query_items
        For rules: the error of counts is measured by so many random queries, 1,000 by default, of
        so many public items, 2 by default; or by given ones, a list of lists of items or a file.
    keep_order
        Publish in the input's order instead of sorted by content.
    figures
        For baskets that are k-anonymous: whether to work out what a report shows. Without them the
        release cannot report, and is there a few milliseconds earlier.
    progress
        Called now and then with rows placed, rows in total and groups found.

    Returns
    -------
    Release, TableRelease or RulesRelease
        Judged and priced. When the verdict is bad, VerificationError is raised instead.

    Examples
    --------
    >>> import shoal
    >>> baskets = shoal.Transactions.of([["tea", "rum"], ["tea"], ["gin"], ["gin", "rum"]])
    >>> list(shoal.anonymize(baskets, "k=2").data)
    [['gin'], ['gin'], ['tea'], ['tea']]
    """
    for_rules: dict[str, Any] = {
        "sensitive": sensitive,
        "weights": weights,
        "alpha": alpha,
        "gamma": gamma,
        "queries": queries,
        "query_items": query_items,
    }
    for_groups = {"budget": budget, "exact": exact or None}
    tables = sys.modules.get("shoal.data.table")
    if tables is not None and isinstance(data, tables.Table):
        _refuse(for_rules, "for baskets with rules, not for a table")
        _refuse(
            {"column": column, "id": id, "item": item, "taxonomy": taxonomy} | for_groups,
            "for baskets, not for a table",
        )
        check_seed(seed)  # nothing is left open that a seed would decide
        from shoal.recipes.anonymize_table import anonymize_table

        return anonymize_table(
            data,
            model,
            method=method,
            threads=threads,
            time_limit=time_limit,
            certificate=certificate,
            memory_limit=memory_limit,
            suppression_limit=suppression_limit,
            keep_order=keep_order,
            progress=progress,
        )
    _refuse({"suppression_limit": suppression_limit}, "for tables")
    promise = parse_model(model)
    method = method_name(method, promise)
    given: dict[str, Any] = {
        "method": method,
        "threads": check_threads(threads),
        "time_limit": None if time_limit is None else check_time_limit(time_limit),
        "memory_limit": check_memory_limit(memory_limit),
        "keep_order": keep_order,
        "progress": progress,
    }
    seed = check_seed(seed)
    if not isinstance(promise, PSRules):
        _refuse(for_rules, f"for rules, and the model is {promise}")
    elif taxonomy is not None:
        raise ParameterError("rules are protected by sets of items, not by a taxonomy")
    if not isinstance(promise, KAnonymity):
        _refuse(for_groups, f"for k-anonymity, and the model is {promise}")
        if check_certificate(certificate) == "tight":
            none = parameter("certificate", "none")
            raise ParameterError(f"there is no certificate for {promise}; use {none}")
    if method in NEED_TAXONOMY and taxonomy is None:
        raise ParameterError(
            f"method {method} generalizes items by a taxonomy: give one with "
            f"{parameter('taxonomy', 'FILE')}"
        )
    if taxonomy is not None:
        from shoal.io.hierarchies import as_hierarchy

        taxonomy = as_hierarchy(taxonomy)
    original = read(data, column=column, id=id, item=item)
    if isinstance(promise, PSRules):
        from shoal.recipes.anonymize_rules import anonymize_rules

        return anonymize_rules(original, promise, seed=seed, **for_rules, **given)
    if isinstance(promise, KmAnonymity):
        from shoal.recipes.anonymize_km import anonymize_km

        given |= {"taxonomy": taxonomy}
        return anonymize_km(original, promise, **given)
    from shoal.recipes.anonymize_baskets import anonymize_baskets

    return anonymize_baskets(
        original,
        promise,
        seed=seed,
        budget=budget,
        exact=exact,
        certificate=certificate,
        taxonomy=taxonomy,
        figures=figures,
        **given,
    )


def _refuse(options: Mapping[str, Any], why: str) -> None:
    """Raise if an option is given that has no meaning here."""
    for name, value in options.items():
        if value is not None:
            raise ParameterError(f"{name} is {why}")
