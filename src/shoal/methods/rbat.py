"""RBAT: protect PS-rules by generalizing public items to sets, top down.

All public items start as one set. The set at the head of a queue is split in two, and the split is
kept if every rule stays protected under it; then its halves join the queue. RBAT is by Loukides,
Gkoulalas-Divanis and Shao, the bounds on its rounds, alpha and gamma, by Memon and Shao (MR-RBAT).

Notes
-----
Algorithm 4 of the second paper prints the comparison of the two halves the wrong way round: an item
goes to the half that loses *less* by it. Losses are compared exactly, whatever the number of items.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from os import PathLike
from typing import Annotated, Any, ClassVar, Literal

import numpy as np
import numpy.typing as npt
from pydantic import Field

from shoal import _core
from shoal.data import Baskets
from shoal.data.item_mapping import ItemMapping
from shoal.engines.local import Phase
from shoal.engines.memory import estimate
from shoal.engines.run import Run
from shoal.errors import InfeasibleError, Notice, ParameterError, about
from shoal.loss.utility_loss import item_weights
from shoal.methods.method import Found, Method, register
from shoal.options import Option, names, number_or_text, pairs
from shoal.privacy import PSRules
from shoal.privacy.rule_checks import at_full_generalization, check_rules
from shoal.utility.queries import Workload
from shoal.utility.sets import (
    Queries,
    Weights,
    choose_weights,
    choose_workload,
    measure_sets,
)
from shoal.wording import cell, counted

#: Buckets of a split and rounds of a check: those of the paper's experiments.
DEFAULT_ALPHA = 4
DEFAULT_GAMMA = 4

#: A weight of 1 in the native core, which counts in whole numbers.
WEIGHT_UNIT = 2**16

#: What a rule takes beside its items: its line while the file is read, its number, its counts.
BYTES_PER_RULE = 220

#: Rules that a message names; the rest is only counted.
SHOWN_RULES = 3

NOTHING_TO_DO = Notice(
    "all rules hold already, so the rows are published as they were", code="nothing-to-do"
)


@dataclass(frozen=True, eq=False)
class SplitTree:
    """Sets of public items, each above the two it was split into; node 0 holds all items."""

    #: The children of each node, which come after it; -1 for a leaf: a set that is published.
    left: npt.NDArray[np.int32]
    right: npt.NDArray[np.int32]
    sizes: npt.NDArray[np.int64]  # how many items each set has
    supports: npt.NDArray[np.int64]  # in how many rows some item of the set is

    def to_dict(self) -> dict[str, Any]:
        """Return the tree as plain values: skewness as in the paper's (5), depth in splits."""
        inner = self.left >= 0
        halves = self.sizes[self.left[inner]] - self.sizes[self.right[inner]]
        depths = np.zeros(len(self.left), dtype=np.int64)
        for node in np.flatnonzero(inner):
            depths[[self.left[node], self.right[node]]] = depths[node] + 1
        return {
            "leaves": int(np.count_nonzero(~inner)),
            "depth": int(depths.max(initial=0)),
            "skewness": int(np.abs(halves).sum()),
            "left": self.left.tolist(),
            "right": self.right.tolist(),
            "sizes": self.sizes.tolist(),
            "supports": self.supports.tolist(),
        }


@dataclass(frozen=True, eq=False)
class Generalized(Found):
    """What RBAT found."""

    mapping: ItemMapping  # the set that each public item is published as
    tree: SplitTree  # the splits that led there
    #: How many were tried, and how many of them would have left a rule unprotected.
    splits: int
    rejected: int
    #: False when a time limit ended the splitting early; the rules are protected all the same.
    repeatable: bool
    #: Numbers of the rules that are not protected even by one set of all public items: RBAT has
    #: nothing to start from.
    unprotected: tuple[int, ...] = ()
    #: The items that are published intact, how much public ones count, and the queries that the
    #: error of counts is measured by.
    sensitive: tuple[str, ...] = ()
    weights: Mapping[str, float] = field(default_factory=dict)
    workload: Workload | None = None
    notes: tuple[str, ...] = ()

    def publish(self, data: Baskets) -> Baskets:
        """Return the baskets with each public item replaced by its set."""
        rows = self.mapping.apply(data.trimmed())
        # Without what is known of the original: how it was read, and its other columns.
        return Baskets(rows.items, rows.offsets, rows.vocabulary, column=rows.column)

    def search(self) -> dict[str, Any]:
        """Return how many splits were rejected."""
        return {"rejected_splits": self.rejected, "repeatable": self.repeatable}

    def companions(self) -> dict[str, Any]:
        """Return the mapping: without it nobody can read the sets."""
        return {"mapping": self.mapping}

    def facts(self) -> dict[str, Any]:
        """Return the numbers of items, and the tree of splits."""
        return {
            "public_items": len(self.mapping),
            "sensitive_items": len(self.sensitive),
            "tree": self.tree.to_dict(),
        }

    def price(self, data: Baskets, published: Baskets, run: Run) -> tuple[Any, Any]:
        """Return the loss of the sets, and what can still be done with them."""
        assert self.workload is not None
        return measure_sets(
            data.trimmed(),
            published,
            self.mapping,
            self.workload,
            weights=self.weights,
            threads=run.threads,
        )


@register
@dataclass(frozen=True)
class RBAT(Method):
    """Public items published as sets, split top down while every rule stays protected.

    A set is split in ``alpha`` rounds, the items of a round held against the halves as they were
    before it; ``"full"`` for one item at a time, which is RBAT without bounds. In how many rounds
    the rules are checked (``gamma``) never changes the result.
    """

    name: ClassVar[str] = "rbat"
    kind: ClassVar[str] = "baskets"
    models: ClassVar[tuple[str, ...] | None] = ("rules",)
    uses_seed: ClassVar[bool] = True
    sentence: ClassVar[str] = (
        "All public items began as one set, which was split in two, again and again, for as long "
        "as every rule stayed protected."
    )
    paper: ClassVar[str] = "MR-RBAT: Anonymizing Large Transaction Datasets Using MapReduce"
    options: ClassVar[tuple[Option, ...]] = (
        Option(
            "sensitive",
            Annotated[list[Annotated[str, Field(min_length=1)]], Field(min_length=1)],
            takes='a list of items, patterns or files, such as ["flu", "hiv*", "@secret.txt"]',
            help="Sensitive items, published intact: h,g, a pattern such as hiv*, or @FILE with "
            "one a line; by default those in the rules' consequents.",
            metavar="ITEMS",
            section="data",
            parse=names,
            files="at",
        ),
        Option(
            "weights",
            dict[str, Annotated[float, Field(ge=0)]] | Annotated[str, Field(pattern="^@.")],
            takes="a number for each item, such as { beer = 2 }, or '@FILE'",
            help="How much items count: beer=2,wine=0.5, or @FILE.",
            metavar="WEIGHTS",
            section="data",
            parse=lambda text: text if text.startswith("@") else pairs(text),
            files="at",
        ),
        Option(
            "alpha",
            Annotated[int, Field(ge=1, lt=2**31)] | Literal["full"],
            takes="a whole number of at least 1, or 'full'",
            help="Rounds of a split, 4 by default; full: one item at a time.",
            metavar="N",
            default=DEFAULT_ALPHA,
            parse=number_or_text,
        ),
        Option(
            "gamma",
            Annotated[int, Field(ge=1, lt=2**31)],
            takes="a whole number of at least 1",
            help="Rounds of a check, 4 by default. Never changes the release.",
            metavar="N",
            default=DEFAULT_GAMMA,
        ),
        Option(
            "queries",
            Annotated[int, Field(ge=1)] | Annotated[str, Field(min_length=1)],
            takes="a whole number of at least 1, or the path of a file",
            help="Random queries to measure the error of counts by, 1,000 by default; or a file "
            "with one a line.",
            metavar="N|FILE",
            parse=number_or_text,
            objects=(Workload, list, tuple),
            files="all",
        ),
        Option(
            "query_items",
            Annotated[int, Field(ge=0, le=1000)],
            takes="a whole number from 0 to 1,000",
            help="Public items of a random query, 2 by default.",
            metavar="N",
        ),
    )

    sensitive: str | Iterable[Any] | None = None
    #: How much each public item matters, or the file that says so; 1 by default.
    weights: Weights = None
    alpha: int | Literal["full"] = DEFAULT_ALPHA
    gamma: int = DEFAULT_GAMMA
    #: The error of counts is measured by so many random queries of so many public items; or by
    #: given ones, a list of lists of items or a file.
    queries: Queries = None
    query_items: int | None = None

    def __post_init__(self) -> None:
        if isinstance(self.sensitive, str):
            object.__setattr__(self, "sensitive", names(self.sensitive))
        if isinstance(self.weights, PathLike):
            object.__setattr__(self, "weights", f"@{self.weights}")
        super().__post_init__()

    def check(self, data: Baskets, model: PSRules) -> None:  # type: ignore[override]
        """Raise if the rules do not fit the data, or nothing can protect them."""
        self._prepared(data.trimmed(), model, 0)

    def memory(self, data: Baskets, model: PSRules) -> int:  # type: ignore[override]
        """Return about how many bytes a run needs: rows of items and of sets, and the rules."""
        rules = model.rules
        entries = data.size + rules.antecedents.size + rules.consequents.size
        expected = estimate(len(data), entries, data.item_count, 2 * data.size)
        return expected + BYTES_PER_RULE * len(rules)

    def run(self, data: Baskets, model: PSRules, run: Run) -> Generalized:  # type: ignore[override]
        """Find the sets."""
        original = data.trimmed()
        chosen, weights, workload = self._prepared(original, model, run.seed)
        _refuse_hopeless(original, model, chosen)
        found = self.split(original, model, chosen, weights, run)
        changed = any(size > 1 for size in found.mapping.sizes.values())
        return replace(found, workload=workload, notes=() if changed else (NOTHING_TO_DO,))

    def split(
        self,
        data: Baskets,
        model: PSRules,
        sensitive: tuple[str, ...],
        weights: Mapping[str, float],
        run: Run,
    ) -> Generalized:
        """Generalize public items to sets while every rule stays protected."""
        names = data.vocabulary.strings
        kept = set(sensitive)
        public = np.array([i for i, name in enumerate(names) if name not in kept], dtype=np.int32)
        left, right = (
            _coded(side, data) for side in (model.rules.antecedents, model.rules.consequents)
        )
        weighed = item_weights((names[item] for item in public), weights) * WEIGHT_UNIT
        counts = np.rint(weighed).astype(np.int64)
        rows = (data.items, data.offsets, data.item_count, public, counts)
        sides = (left.items, left.offsets, right.items, right.offsets)
        rounds = (0 if self.alpha == "full" else self.alpha, self.gamma)
        found = run.search(
            lambda control: _core.rbat(
                *rows, *sides, model.k, model.c, *rounds, run.threads, run.threads, control
            ),
            Phase("Splitting", "sets"),
        )
        leaf = found.take_leaf_of_item()
        order = np.argsort(leaf, kind="stable")
        cuts = np.flatnonzero(np.diff(leaf[order])) + 1
        sets = [[names[public[at]] for at in members] for members in np.split(order, cuts)]
        return Generalized(
            mapping=ItemMapping.of_sets(sets),
            tree=SplitTree(
                found.take_left(), found.take_right(), found.take_sizes(), found.take_supports()
            ),
            splits=found.splits,
            rejected=found.rejected,
            repeatable=found.repeatable,
            unprotected=tuple(found.take_unprotected().tolist()),
            sensitive=sensitive,
            weights=weights,
        )

    def _prepared(
        self, original: Baskets, model: PSRules, seed: int
    ) -> tuple[tuple[str, ...], dict[str, float], Workload]:
        """Return the sensitive items, the weights and the queries, if they fit the data."""
        chosen = check_rules(original, model, self.sensitive)
        for name in chosen:
            if name.startswith("{"):
                raise ParameterError(
                    f"{cell(name, 'a sensitive item')} could be taken for a published set, whose "
                    "name begins with { too: rename it",
                    parameter="sensitive",
                )
        with about("weights"):
            weights = choose_weights(self.weights, set(original.vocabulary.strings) - set(chosen))
        with about("queries" if self.query_items is None else "query_items"):
            workload = choose_workload(original, chosen, self.queries, self.query_items, seed)
        return chosen, weights, workload


def _coded(side: Baskets, data: Baskets) -> Baskets:
    """Return one side of the rules in the vocabulary of the data."""
    codes = data.vocabulary.codes_of(side.vocabulary).astype(np.int32)
    return side.recoded(codes, data.vocabulary)


def _refuse_hopeless(original: Baskets, model: PSRules, sensitive: tuple[str, ...]) -> None:
    """Raise if some rule is unprotected even when all public items are one; name it."""
    full = at_full_generalization(original, model, sensitive)
    if full.impossible:
        most = int(full.supports[full.impossible[0] - 1])
        raise InfeasibleError(
            f"{_named(full.impossible, model)}: only {counted(most, 'row has', 'rows have')} any "
            f"public item, so no generalization gives an antecedent {model.k:,} rows; the largest "
            f"possible k is {most:,}",
            parameter="model",
        )
    if full.cannot_start:
        worst = float(full.confidences[[rule - 1 for rule in full.cannot_start]].max())
        raise InfeasibleError(
            f"RBAT cannot protect {_named(full.cannot_start, model)}: with all public items in one "
            f"set the confidence is up to {worst:.4f}, above c = {model.c:g}, and RBAT starts from "
            f"there; leave these rules out, or allow c = {_rounded_up(worst):g}",
            parameter="model",
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
