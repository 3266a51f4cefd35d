"""Baskets in, a release that protects rules out."""

from __future__ import annotations

import time
from collections.abc import Iterable, Mapping
from os import PathLike
from typing import TYPE_CHECKING, Any, Literal

from shoal import __version__
from shoal.data import Transactions
from shoal.engines.local import Progress
from shoal.engines.memory import estimate, peak, refuse_above
from shoal.errors import InfeasibleError, ParameterError, VerificationError
from shoal.methods.rbat import DEFAULT_ALPHA, DEFAULT_GAMMA, check_alpha, check_gamma, rbat
from shoal.privacy import PSRules, verify
from shoal.privacy.rule_checks import at_full_generalization, check_rules
from shoal.recipes.measure_rules import choose_weights, choose_workload, measure_rules
from shoal.recipes.request import check_feasible, left_out, order_warnings
from shoal.release import Memory, Provenance
from shoal.release.order import sort_by_content
from shoal.release.rules_release import RulesRelease
from shoal.report.figures_rules import rules_figures
from shoal.wording import counted

if TYPE_CHECKING:
    from shoal.utility import Workload

#: Rules that a message names; the rest is only counted.
SHOWN_RULES = 3

#: What a rule takes beside its items: its line while the file is read, its number, its counts.
BYTES_PER_RULE = 220

#: Said of a release that is its original: perhaps the rules are not those that were meant.
NOTHING_TO_DO = "all rules hold already, so the rows are published as they were"


def anonymize_rules(
    original: Transactions,
    model: PSRules,
    *,
    method: str = "rbat",
    sensitive: str | Iterable[Any] | None = None,
    weights: Mapping[Any, float] | str | PathLike[str] | None = None,
    alpha: int | Literal["full"] | None = None,
    gamma: int | None = None,
    queries: int | str | PathLike[str] | Workload | Iterable[Iterable[Any]] | None = None,
    query_items: int | None = None,
    seed: int = 0,
    threads: int,
    time_limit: float | None,
    memory_limit: int,
    keep_order: bool,
    progress: Progress | None,
) -> RulesRelease:
    """Generalize public items until every rule is protected; see :func:`shoal.anonymize`."""
    started = time.perf_counter()
    alpha = DEFAULT_ALPHA if alpha is None else alpha
    gamma = DEFAULT_GAMMA if gamma is None else gamma
    check_alpha(alpha)
    check_gamma(gamma)
    check_feasible(model, len(original))
    original = original.trimmed()
    chosen = check_rules(original, model, sensitive)
    _refuse_names_of_sets(chosen)
    public = set(original.vocabulary.strings) - set(chosen)
    weighed = choose_weights(weights, public)
    workload = choose_workload(original, chosen, queries, query_items, seed)
    # Rows of items and of sets, and the published rows before and after they are sorted.
    entries = original.size + model.rules.antecedents.size + model.rules.consequents.size
    expected = estimate(len(original), entries, original.item_count, 2 * original.size)
    expected += BYTES_PER_RULE * len(model.rules)
    refuse_above(memory_limit, expected)
    _refuse_hopeless(original, model, chosen)

    found = rbat(
        original,
        model.rules,
        model.k,
        model.c,
        sensitive=chosen,
        weights=weighed,
        alpha=alpha,
        gamma=gamma,
        threads=threads,
        time_limit=time_limit,
        progress=progress,
    )
    rows = found.mapping.apply(original)
    # Without what is said of the original: how it was read, and the columns that stay at home.
    published = Transactions(rows.items, rows.offsets, rows.vocabulary, column=rows.column)
    if not keep_order:
        published = sort_by_content(published)
    loss, utility = measure_rules(
        original, published, found.mapping, workload, weights=weighed, threads=threads
    )
    verdict = verify(published, model, found.mapping)
    if not verdict.ok:
        raise VerificationError(
            f"the release fails its own check of {model}: "
            f"{counted(verdict.unprotected_rules, 'rule is', 'rules are')} unprotected, "
            "so nothing is published"
        )
    return RulesRelease(
        data=published,
        mapping=found.mapping,
        sensitive=chosen,
        model=model,
        method=method,
        verdict=verdict,
        loss=loss,
        utility=utility,
        tree=found.tree,
        rejected_splits=found.rejected,
        repeatable=found.repeatable,
        memory=Memory(expected, memory_limit, peak()),
        seconds=time.perf_counter() - started,
        figures=rules_figures(found.tree, found.mapping.sizes),
        warnings=(
            *original.warnings,
            *left_out(original.other_columns),
            *(() if loss.generalized_items else (NOTHING_TO_DO,)),
            *order_warnings(keep_order, found.repeatable),
        ),
        provenance=Provenance(
            version=__version__,
            options={
                "model": str(model),
                "method": method,
                "sensitive": list(chosen),
                "weights": weighed,
                "alpha": alpha,
                "gamma": gamma,
                "queries": queries if isinstance(queries, int) else _file_of(workload),
                "query_items": query_items,
                "seed": seed,
                "time_limit": time_limit,
                "keep_order": keep_order,
            },
            threads=threads,
        ),
    )


def _file_of(workload: Workload) -> str | None:
    """Return the file that queries were read from, if they were."""
    return None if workload.lines is None else workload.source


def _refuse_names_of_sets(sensitive: tuple[str, ...]) -> None:
    """Raise if an item that is published intact could be taken for a set of public items."""
    for name in sensitive:
        if name.startswith("{"):
            raise ParameterError(
                f"sensitive item {name!r} could be taken for a published set, whose name begins "
                "with { too: rename it"
            )


def _refuse_hopeless(original: Transactions, model: PSRules, sensitive: tuple[str, ...]) -> None:
    """Raise if some rule is unprotected even when all public items are one; name it."""
    full = at_full_generalization(original, model, sensitive)
    if full.impossible:
        most = int(full.supports[full.impossible[0] - 1])
        raise InfeasibleError(
            f"{_named(full.impossible, model)}: only {counted(most, 'row has', 'rows have')} any "
            f"public item, so no generalization gives an antecedent {model.k:,} rows; the largest "
            f"possible k is {most:,}"
        )
    if full.cannot_start:
        worst = float(full.confidences[[rule - 1 for rule in full.cannot_start]].max())
        raise InfeasibleError(
            f"RBAT cannot protect {_named(full.cannot_start, model)}: with all public items in one "
            f"set the confidence is up to {worst:.4f}, above c = {model.c:g}, and RBAT starts from "
            f"there; leave these rules out, or allow c = {_rounded_up(worst):g}"
        )


def _named(numbers: tuple[int, ...], model: PSRules) -> str:
    """Return rules by their places and texts, the first few of many."""
    rules = model.rules
    shown = "; ".join(
        f"{rules.place(number - 1)} ({rules.text(number - 1)})" for number in numbers[:SHOWN_RULES]
    )
    more = len(numbers) - SHOWN_RULES
    return f"{shown} and {more:,} more" if more > 0 else shown


def _rounded_up(share: float) -> float:
    """Return a share with four digits that is not below it."""
    return min(-(-share * 10_000 // 1) / 10_000, 1.0)
