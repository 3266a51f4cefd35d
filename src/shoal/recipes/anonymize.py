"""Data in, release out: choose the method, run it, judge and price what it gives."""

from __future__ import annotations

import sys
import time
from typing import TYPE_CHECKING, Any, overload

from shoal import __version__
from shoal.data import Transactions
from shoal.engines.local import Deadline, Progress, check_threads, check_time_limit
from shoal.engines.memory import check_memory_limit, estimate, peak, refuse_above
from shoal.errors import InternalError, ParameterError, VerificationError
from shoal.io import read
from shoal.loss import is_row_by_row_subset, measure
from shoal.methods.grouping import Grouping
from shoal.privacy import Model, parse_k_anonymity, verify
from shoal.recipes.methods import METHODS, method_name
from shoal.recipes.prove import prove
from shoal.recipes.request import (
    check_certificate,
    check_feasible,
    check_seed,
    choose_budget,
    most_candidates,
)
from shoal.release import Memory, Provenance, Release, Search
from shoal.release.order import sort_by_content
from shoal.wording import counted

if TYPE_CHECKING:
    from shoal.data import Hierarchy, Table
    from shoal.release.table_release import TableRelease


@overload
def anonymize(data: Table, model: Model | str, **options: Any) -> TableRelease: ...


@overload
def anonymize(data: Any, model: Model | str, **options: Any) -> Release: ...


# The overloads leave the options to the call itself, which checks them.
def anonymize(  # type: ignore[misc]
    data: Any,
    model: Model | str,
    *,
    column: str | None = None,
    method: str = "auto",
    seed: int = 0,
    threads: int | None = None,
    budget: int | None = None,
    exact: bool = False,
    time_limit: float | None = None,
    certificate: str = "quick",
    memory_limit: int | str | None = None,
    suppression_limit: float | None = None,
    taxonomy: Hierarchy | None = None,
    keep_order: bool = False,
    progress: Progress | None = None,
) -> Release | TableRelease:
    """Publish baskets or a table so that each row is one of at least k equal ones.

    Parameters
    ----------
    data
        A :class:`shoal.Table`; or baskets, or anything :func:`shoal.read` understands.
    model
        The promise: ``KAnonymity(10)`` or ``"k=10"``.
    column
        The list column to publish, when the file or frame has several.
    method
        ``"auto"`` to leave the choice to Shoal: the sweep. For baskets ``"patternka"`` or
        ``"sweep"``, for tables ``"sweep"``, ``"gen-cover-cf"``, ``"mondrian"``,
        ``"mondrian-relaxed"`` or ``"exact"``.
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
        For baskets: a hierarchy of the items. The sweep may then publish a node above an item in
        place of the item. There is no certificate for such a release.
    keep_order
        Publish in the input's order instead of sorted by content.
    progress
        Called now and then with rows placed, rows in total and groups found.

    Returns
    -------
    Release or TableRelease
        Judged and priced. When the verdict is bad, VerificationError is raised instead.

    Examples
    --------
    >>> import shoal
    >>> baskets = shoal.Transactions.of([["tea", "rum"], ["tea"], ["gin"], ["gin", "rum"]])
    >>> list(shoal.anonymize(baskets, "k=2").data)
    [['gin'], ['gin'], ['tea'], ['tea']]
    """
    tables = sys.modules.get("shoal.data.table")
    if tables is not None and isinstance(data, tables.Table):
        return _anonymize_table(
            data,
            model,
            column=column,
            seed=seed,
            budget=budget,
            exact=exact,
            method=method,
            threads=threads,
            time_limit=time_limit,
            certificate=certificate,
            memory_limit=memory_limit,
            suppression_limit=suppression_limit,
            taxonomy=taxonomy,
            keep_order=keep_order,
            progress=progress,
        )
    if suppression_limit is not None:
        raise ParameterError("suppression_limit is for tables")
    started = time.perf_counter()
    model = parse_k_anonymity(model, "this method")
    method = method_name(method)
    threads = check_threads(threads)
    budget = choose_budget(budget, exact)
    if time_limit is not None:
        time_limit = check_time_limit(time_limit)
    seed = check_seed(seed)
    certificate = check_certificate(certificate)
    memory_limit = check_memory_limit(memory_limit)
    original = read(data, column=column)
    check_feasible(model, len(original))
    extended = None
    if taxonomy is not None:
        certificate = _check_with_taxonomy(method, certificate)
        from shoal.data.extended import extend_baskets

        extended = extend_baskets(original, taxonomy)
    # What the groups are formed of; with a taxonomy, nodes above the items too.
    rows = original if extended is None else extended.rows
    candidates = most_candidates(rows.size, method, certificate)
    expected = estimate(len(rows), rows.size, rows.item_count, candidates)
    refuse_above(memory_limit, expected)

    deadline = Deadline(time_limit)
    searching: dict[str, Any] = {
        "budget": budget,
        "seed": seed,
        "threads": threads,
        "time_limit": deadline.left(),
        "progress": progress,
    }
    if extended is None:
        grouping = METHODS[method](original, model.k, **searching)
    else:
        from shoal.methods.taxonomy_sweep import taxonomy_sweep

        grouping = taxonomy_sweep(original, extended, model.k, **searching)
    grouping, proved = prove(
        original,
        model.k,
        grouping,
        kind=certificate,
        guide=method == "sweep",
        budget=budget,
        threads=threads,
        deadline=deadline,
        progress=progress,
    )
    published = grouping.publish(rows).trimmed()
    if not is_row_by_row_subset(rows, published):
        raise InternalError(f"method {method} published an item that its row does not have")
    # Before the order is lost: what an item was generalized to is known row by row.
    loss = measure(original, published, taxonomy=extended)
    if not keep_order:
        published = sort_by_content(published)
    verdict = verify(published, model)
    if not verdict.ok:
        raise VerificationError(
            f"the release fails its own check of {model}: "
            f"{counted(verdict.offending_rows, 'row is', 'rows are')} in too small a group, "
            "so nothing is published"
        )
    return Release(
        data=published,
        model=model,
        method=method,
        verdict=verdict,
        loss=loss,
        certificate=proved,
        search=_search(grouping),
        memory=Memory(expected, memory_limit, peak()),
        seconds=time.perf_counter() - started,
        warnings=_warnings(original, grouping, keep_order),
        provenance=Provenance(
            version=__version__,
            options={
                "model": str(model),
                "method": method,
                "seed": seed,
                "budget": budget,
                "exact": exact,
                "time_limit": time_limit,
                "certificate": certificate,
                "keep_order": keep_order,
                **({} if taxonomy is None else {"taxonomy": True}),
            },
            threads=threads,
        ),
    )


def _check_with_taxonomy(method: str, certificate: str) -> str:
    """Return the certificate of a release with a taxonomy: there is none."""
    if method != "sweep":
        raise ParameterError(f"method {method} knows no taxonomy; leave the choice to auto")
    if certificate == "tight":
        raise ParameterError("there is no certificate with a taxonomy; use certificate none")
    return "none"


def _anonymize_table(
    data: Table,
    model: Model | str,
    *,
    column: str | None,
    taxonomy: Hierarchy | None,
    seed: int,
    budget: int | None,
    exact: bool,
    **options: Any,
) -> TableRelease:
    """Publish a table; refuse what only baskets have."""
    from shoal.recipes.anonymize_table import anonymize_table

    for_baskets = {
        "column": column,
        "taxonomy": taxonomy,
        "budget": budget,
        "exact": exact or None,
    }
    for name, given in for_baskets.items():
        if given is not None:
            raise ParameterError(f"{name} is for baskets, not for a table")
    check_seed(seed)  # nothing is left open that a seed would decide
    return anonymize_table(data, model, **options)


def _search(grouping: Grouping) -> Search:
    proved = int(grouping.proved.sum())
    return Search(
        proved_groups=proved,
        best_found_groups=len(grouping) - proved,
        nodes=grouping.nodes,
        repeatable=grouping.repeatable,
    )


def _warnings(original: Transactions, grouping: Grouping, keep_order: bool) -> tuple[str, ...]:
    warnings = [*original.warnings]
    if keep_order:
        warnings.append(
            "the release keeps the input's order, which can tell who is behind a row; "
            "publish it sorted if you can"
        )
    if original.size and not len(grouping.centre_items):
        warnings.append("no group shares an item, so every item is suppressed; try a smaller k")
    if not grouping.repeatable:
        warnings.append("the time limit cut the search short, so this release is not repeatable")
    return tuple(warnings)
