"""Baskets in, a k^m-anonymous release out."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

from shoal import __version__
from shoal.data import Transactions
from shoal.data.extended import extend_baskets
from shoal.engines.local import Progress
from shoal.engines.memory import estimate, peak, refuse_above
from shoal.errors import InternalError, VerificationError
from shoal.loss import is_row_by_row_subset, measure
from shoal.methods.km_apriori import publish, recode
from shoal.privacy import KmAnonymity, verify
from shoal.recipes.request import check_feasible, left_out, order_warnings
from shoal.release import Memory, Provenance, Release
from shoal.release.order import sort_by_content
from shoal.report.figures_baskets import basket_figures
from shoal.wording import counted

if TYPE_CHECKING:
    from shoal.data import Hierarchy


def anonymize_km(
    original: Transactions,
    model: KmAnonymity,
    *,
    method: str,
    taxonomy: Hierarchy,
    threads: int,
    time_limit: float | None,
    memory_limit: int,
    keep_order: bool,
    progress: Progress | None,
) -> Release:
    """Generalize items until no combination of m is in fewer than k rows; see `anonymize`."""
    started = time.perf_counter()
    check_feasible(model, len(original))
    extended = extend_baskets(original, taxonomy)
    expected = estimate(len(original), extended.rows.size, extended.rows.item_count)
    refuse_above(memory_limit, expected)
    found = recode(original, extended, model.k, model.m, time_limit=time_limit, progress=progress)
    published = publish(original, extended, found.published).trimmed()
    if not is_row_by_row_subset(extended.rows, published):
        raise InternalError(f"method {method} published an item that its row does not have")
    # Before the order is lost: what an item was generalized to is known row by row.
    loss = measure(original, published, taxonomy=extended)
    in_order = published
    if not keep_order:
        published = sort_by_content(published)
    verdict = verify(published, model)
    if not verdict.ok:
        combinations = counted(verdict.offending_combinations, "combination is", "combinations are")
        raise VerificationError(
            f"the release fails its own check of {model}: {combinations} too rare, "
            "so nothing is published"
        )
    return Release(
        data=published,
        model=model,
        method=method,
        verdict=verdict,
        loss=loss,
        certificate=None,
        search=None,
        memory=Memory(expected, memory_limit, peak()),
        seconds=time.perf_counter() - started,
        figures=basket_figures(original, in_order, model.k, groups=False),
        warnings=(
            *original.warnings,
            *left_out(original.other_columns),
            *order_warnings(keep_order, found.repeatable),
        ),
        provenance=Provenance(
            version=__version__,
            options={
                "model": str(model),
                "method": method,
                "time_limit": time_limit,
                "keep_order": keep_order,
                "taxonomy": True,
            },
            threads=threads,
        ),
    )
