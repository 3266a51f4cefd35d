"""Certificates and the loss of sets, in words."""

from __future__ import annotations

import textwrap
from typing import TYPE_CHECKING, Any

from shoal.wording import counted

if TYPE_CHECKING:
    from shoal.loss.utility_loss import UtilityLoss
    from shoal.utility import ARE, Utility

#: A gap that says more about the quick bound than about the release.
LOOSE_GAP = 0.1

#: Characters of a line.
WIDTH = 60

#: A share below this is shown as a power of 2.
SMALL_SHARE = 0.001


def certificate_facts(certificate: Any, *, guided: bool) -> dict[str, str]:
    """Return what is proved about the loss of a release; None of it without a certificate."""
    if certificate is None:
        return {}
    proved = f"{certificate.bound:.4f} or more for any release {certificate.scope.name}"
    if certificate.gap is not None:
        proved += f"; this one is {certificate.gap:.1%} above ({certificate.kind})"
    proved = textwrap.fill(proved, WIDTH, break_long_words=False, break_on_hyphens=False)
    if certificate.kind == "quick" and certificate.loss > (1 + LOOSE_GAP) * certificate.bound:
        # Only a guided method learns from the proof.
        less = ", and loses less" if guided else ""
        return {"certificate": proved, "": f"--certificate tight proves more{less}"}
    return {"certificate": proved}


def set_facts(loss: UtilityLoss, utility: Utility) -> dict[str, str]:
    """Return what publishing items as sets costs, and what can still be done."""
    pairs = utility.pairs
    items = loss.generalized_items + loss.intact_items
    return {
        "public items": f"{items:,} in {counted(loss.sets, 'set')}; "
        f"{loss.intact_items:,} intact, {loss.largest_set:,} in the largest set",
        "generalized": f"{loss.generalized_entries:,} of {loss.entries:,} entries",
        "utility loss": _utility_loss(loss),
        "ARE": _error_of_counts(utility.are),
        "frequent pairs": f"{pairs.kept:,} of {pairs.pairs:,} kept (in {pairs.min_support:,} rows)"
        if pairs.pairs
        else "none",
    }


def _utility_loss(loss: UtilityLoss) -> str:
    if loss.log2 is None or loss.log2_of_one_set is None:
        return "0"
    share = f"{loss.relative:.1%}"
    if loss.relative < SMALL_SHARE:
        share = f"2^{loss.log2 - loss.log2_of_one_set:.1f}"
    return f"2^{loss.log2:.1f}; {share} of that of one set"


def _error_of_counts(are: ARE) -> str:
    of_all = f"{are.are:.4f} over {counted(are.queries, 'query', 'queries')}"
    if are.are_of_nonempty is None:
        return f"{of_all}; no row fulfils any"
    if not are.empty_queries:
        return of_all
    some = counted(are.queries - are.empty_queries, "query", "queries")
    return (
        f"{are.are_of_nonempty:.4f} over {some} that some row fulfils; "
        f"{are.are:.4f} over all {are.queries:,}"
    )
