"""Baskets in, a k-anonymous release out: group the rows, judge and price what that gives."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Any

from shoal import __version__
from shoal.data import Transactions
from shoal.engines.local import Deadline, Progress
from shoal.engines.memory import estimate, peak, refuse_above
from shoal.errors import InternalError, ParameterError, VerificationError
from shoal.loss import is_row_by_row_subset, measure
from shoal.methods.grouping import Grouping
from shoal.privacy import KAnonymity, verify
from shoal.recipes.methods import METHODS
from shoal.recipes.prove import prove
from shoal.recipes.request import (
    check_certificate,
    check_feasible,
    choose_budget,
    left_out,
    most_candidates,
    order_warnings,
)
from shoal.release import Memory, Provenance, Release, Search
from shoal.release.order import sort_by_content
from shoal.wording import counted, parameter

if TYPE_CHECKING:
    from shoal.data import Hierarchy


def anonymize_baskets(
    original: Transactions,
    model: KAnonymity,
    *,
    method: str,
    seed: int,
    threads: int,
    budget: int | None,
    exact: bool,
    time_limit: float | None,
    certificate: str,
    memory_limit: int,
    taxonomy: Hierarchy | None,
    keep_order: bool,
    progress: Progress | None,
    figures: bool,
) -> Release:
    """Publish each basket as one of at least k equal ones; see :func:`shoal.anonymize`."""
    started = time.perf_counter()
    budget = choose_budget(budget, exact)
    certificate = check_certificate(certificate)
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
        grouping = _by_taxonomy(method)(original, extended, model.k, **searching)
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
    in_order = published
    if not keep_order:
        published = sort_by_content(published)
    verdict = verify(published, model)
    if not verdict.ok:
        raise VerificationError(
            f"the release fails its own check of {model}: "
            f"{counted(verdict.offending_rows, 'row is', 'rows are')} in too small a group, "
            "so nothing is published"
        )
    # Only now: nothing of fewer than k rows is shown because every group has so many.
    shown = _figures(original, in_order, model.k) if figures else None
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
        figures=shown,
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


def _figures(original: Transactions, published: Transactions, k: int) -> Any:
    from shoal.report.figures_baskets import basket_figures

    return basket_figures(original, published, k)


def _check_with_taxonomy(method: str, certificate: str) -> str:
    """Return the certificate of a release with a taxonomy: there is none."""
    if method == "patternka":
        raise ParameterError("method patternka knows no taxonomy; leave the choice to auto")
    if certificate == "tight":
        none = parameter("certificate", "none")
        raise ParameterError(f"there is no certificate with a taxonomy; use {none}")
    return "none"


def _by_taxonomy(method: str) -> Any:
    """Return the method that groups baskets by the nodes above their items."""
    if method == "top-down":
        from shoal.methods.top_down import top_down

        return top_down
    from shoal.methods.taxonomy_sweep import taxonomy_sweep

    return taxonomy_sweep


def _search(grouping: Grouping) -> Search:
    proved = int(grouping.proved.sum())
    return Search(
        proved_groups=proved,
        best_found_groups=len(grouping) - proved,
        nodes=grouping.nodes,
        repeatable=grouping.repeatable,
    )


def _warnings(original: Transactions, grouping: Grouping, keep_order: bool) -> tuple[str, ...]:
    empty = original.size and not len(grouping.centre_items)
    lost = "no group shares an item, so every item is suppressed; try a smaller k"
    return (
        *original.warnings,
        *left_out(original.other_columns),
        *([lost] if empty else []),
        *order_warnings(keep_order, grouping.repeatable),
    )
