"""Releases in words: what a person wants to know about each kind, in reading order."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from shoal.wording import counted, published_empty, sized

if TYPE_CHECKING:
    from shoal.certificate import Certificate
    from shoal.certificate.tables import TableCertificate
    from shoal.loss import BasketLoss
    from shoal.loss.utility_loss import UtilityLoss
    from shoal.recipes.publish import Publication
    from shoal.release.rules_release import Utility
    from shoal.utility import ARE

#: A gap that says more about the quick bound than about the release.
LOOSE_GAP = 0.1

#: A share below this is shown as a power of 2.
SMALL_SHARE = 0.001


def facts(publication: Publication[Any]) -> dict[str, str]:
    """Return a release as names and values to show."""
    from shoal.release import Release

    release = publication.release
    if isinstance(release, Release):
        shown = _of_baskets(release)
    else:
        shown = _of_rules(release) if hasattr(release, "mapping") else _of_table(release)
    memory = release.memory
    files = {"release": str(publication.output)}
    if publication.mapping_file is not None:
        files["mapping"] = f"{publication.mapping_file} (publish it, too)"
    if publication.report_file is not None:
        files["report"] = f"{publication.report_file} (can be given away)"
    if publication.recipe_file is not None:
        files["recipe"] = f"{publication.recipe_file} (private)"
    return {
        **shown,
        **_curve(release),
        "memory": f"{sized(memory.peak)} at the peak; about {sized(memory.estimate)} expected, "
        f"{sized(memory.limit)} allowed",
        "seconds": f"{release.seconds:.1f}",
        **files,
        "run file": f"{publication.run_file} (private)",
    }


def _curve(release: Any) -> dict[str, str]:
    """Return what each of several models costs; nothing if there was one."""
    points = release.figures.curve if release.figures else ()
    if not points:
        return {}
    costs = [
        f"k={point.k:,}"
        + (f",c={point.c:g}" if point.c is not None else "")
        + f": {point.loss:.4f}"
        for point in points
    ]
    return {"loss by model": f"{'; '.join(costs)}\nonly {release.verdict.model} is published"}


def certificate_facts(
    certificate: Certificate | TableCertificate | None, method: str
) -> dict[str, str]:
    """Return what is proved about the loss of a method's release, in words."""
    if certificate is None:
        return {}
    proved = f"{certificate.bound:.4f} or more for any release"
    if certificate.gap is not None:
        proved += f"; this one is {certificate.gap:.1%} above ({certificate.kind})"
    if certificate.kind == "quick" and certificate.loss > (1 + LOOSE_GAP) * certificate.bound:
        # Only the sweep learns from the proof.
        less = ", and loses less" if method == "sweep" else ""
        return {"certificate": proved, "": f"--certificate tight proves more{less}"}
    return {"certificate": proved}


def _of_table(release: Any) -> dict[str, str]:
    loss, verdict = release.loss, release.verdict
    worst = max(loss.columns, key=lambda column: column.lm)
    smallest = counted(verdict.k_min or 0, "row" if verdict.persons is None else "person")
    return {
        "rows": f"{loss.rows:,} in {counted(release.groups, 'group')}",
        "columns": ", ".join(release.data.columns),
        "LM": f"{loss.lm:.4f}; most of all {worst.name}, {worst.lm:.4f}",
        "GCP": f"{loss.gcp:.4f}",
        "suppressed": counted(loss.suppressed_rows, "row"),
        **_agreements(release),
        **certificate_facts(release.certificate, release.method),
        "verdict": f"{verdict.model} holds; the smallest group has {smallest}",
        "method": release.method,
    }


def _agreements(release: Any) -> dict[str, str]:
    """Return in how many groups all rows have the same value of a column published as it is."""
    agreements = release.figures.agreements if release.figures else ()
    of = counted(release.groups, "group")
    shown = [f"{one.name} in {one.groups:,} of {of}" for one in agreements]
    return {"same value": "\n".join(shown)} if shown else {}


def _of_rules(release: Any) -> dict[str, str]:
    verdict = release.verdict
    confidence = verdict.largest_confidence
    return {
        "rows": f"{len(release.data):,}",
        **empty(release.loss, len(release.data)),
        "sensitive items": f"{len(release.sensitive):,}, all intact",
        **set_facts(release.loss, release.utility),
        "splits": f"{release.tree.leaves - 1:,} kept, {release.rejected_splits:,} rejected; "
        f"depth {release.tree.depth:,}, skewness {release.tree.skewness:,}",
        "verdict": f"{verdict.model} holds; {counted(verdict.rules, 'rule')}, least support "
        f"{verdict.least_support:,}, largest confidence "
        + ("none" if confidence is None else f"{confidence:.4g}"),
        "method": release.method,
    }


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


def _of_baskets(release: Any) -> dict[str, str]:
    loss = release.loss
    return {
        "rows": f"{loss.rows:,} in {counted(release.groups, 'group')}",
        **empty(loss, loss.rows),
        "items kept": f"{loss.kept_items:,} of {loss.items:,}",
        **generalized(loss),
        "GCP": f"{loss.gcp:.4f}",
        **certificate_facts(release.certificate, release.method),
        "verdict": _verdict_of_baskets(release.verdict),
        **_search(release),
    }


def _verdict_of_baskets(verdict: Any) -> str:
    if hasattr(verdict, "k_min"):
        return f"{verdict.model} holds; the smallest group has {verdict.k_min:,} rows"
    least = verdict.least_support
    if least is None:
        return f"{verdict.model} holds; no item is left"
    return f"{verdict.model} holds; the rarest combination is in {least:,} rows"


def _search(release: Any) -> dict[str, str]:
    search = release.search
    # With a taxonomy groups are not searched for one by one, so none is proved.
    if search is None or hasattr(release.loss, "generalized_items"):
        return {"method": release.method}
    proved = counted(search.proved_groups, "group")
    return {
        "search": f"{release.method}; {proved} proved longest, "
        f"{search.best_found_groups:,} best found"
    }


def empty(loss: BasketLoss | UtilityLoss, rows: int) -> dict[str, str]:
    """Return how many baskets are published without any item, if there are any."""
    return {"empty": published_empty(loss.empty_rows, rows)} if loss.empty_rows else {}


def generalized(loss: Any) -> dict[str, str]:
    """Return how many entries are published as a node of a taxonomy, if there is one."""
    count = getattr(loss, "generalized_items", None)
    if count is None:
        return {}
    return {"generalized": f"{count:,}; nothing is left of {loss.suppressed_items:,}"}
