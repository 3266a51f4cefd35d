"""A release by rules: baskets with generalized items, and everything known about it."""

from __future__ import annotations

from dataclasses import dataclass, field
from os import PathLike
from typing import TYPE_CHECKING, Any

from shoal.data import Transactions
from shoal.data.item_mapping import ItemMapping
from shoal.loss.utility_loss import UtilityLoss
from shoal.methods.split_tree import SplitTree
from shoal.privacy import PSRules
from shoal.privacy.rules_verdict import RulesVerdict
from shoal.release.release import Memory, Provenance
from shoal.release.reporting import Reported
from shoal.utility import ARE, PairsKept

if TYPE_CHECKING:
    from shoal.report.figures_rules import RulesFigures


@dataclass(frozen=True)
class Utility:
    """What can still be done with a release.

    Parameters
    ----------
    are
        The error of counts that are estimated from it.
    pairs
        How many frequent pairs of items it still shows.
    """

    are: ARE
    pairs: PairsKept

    def to_dict(self) -> dict[str, Any]:
        """Return the figures as plain values, ready for JSON."""
        return {"are": self.are.to_dict(), "frequent_pairs": self.pairs.to_dict()}


@dataclass(frozen=True, eq=False)
class RulesRelease(Reported):
    """Published baskets that protect rules, with their mapping, verdict, loss and utility.

    Parameters
    ----------
    data
        The published rows in published order.
    mapping
        What each public item is published as; belongs to the data and is published with it.
    sensitive
        The items that are published intact.
    model, method
        The promise, and the algorithm that kept it.
    verdict
        The independent judgement of ``data`` by its mapping.
    loss
        The utility loss of the generalization.
    utility
        What an analyst can still do with it.
    tree
        The splits that led from one set of all public items to the published ones.
    rejected_splits
        Splits that would have left a rule unprotected.
    memory, seconds, warnings, provenance, figures
        As for :class:`~shoal.release.Release`.

    Examples
    --------
    >>> import shoal
    >>> codes = ["bcegh", "acdij", "afl", "begh", "dfl"]  # Table 1 of the paper on MR-RBAT
    >>> model = shoal.PSRules(shoal.Rules.of([("ac", "h")]), k=3, c=0.6)
    >>> release = shoal.anonymize([list(row) for row in codes], model, sensitive="g,h,i,j,l")
    >>> release.verdict.ok, release.verdict.least_support, release.loss.sets
    (True, 3, 5)
    """

    data: Transactions
    mapping: ItemMapping
    sensitive: tuple[str, ...]
    model: PSRules
    method: str
    verdict: RulesVerdict
    loss: UtilityLoss
    utility: Utility
    tree: SplitTree
    rejected_splits: int
    repeatable: bool
    memory: Memory
    seconds: float
    provenance: Provenance = field(repr=False)
    warnings: tuple[str, ...] = ()
    figures: RulesFigures | None = field(default=None, repr=False)

    def to_dict(self) -> dict[str, Any]:
        """Return all but the data, the mapping and the provenance, ready for JSON."""
        return {
            "schema": "shoal.anonymize/1",
            "version": self.provenance.version,
            "method": self.method,
            "model": str(self.model),
            "k": self.model.k,
            "c": self.model.c,
            "rules": len(self.model.rules),
            "rows": len(self.data),
            "public_items": len(self.mapping),
            "sensitive_items": len(self.sensitive),
            "loss": self.loss.to_dict(),
            "utility": self.utility.to_dict(),
            "certificate": None,
            "verdict": self.verdict.to_dict(),
            "search": {"rejected_splits": self.rejected_splits, "repeatable": self.repeatable},
            "tree": self.tree.to_dict(),
            "memory": self.memory.to_dict(),
            "seconds": self.seconds,
            "warnings": list(self.warnings),
        }

    def write(
        self,
        path: str | PathLike[str],
        *,
        format: str | None = None,
        separator: str | None = None,
        column: str | None = None,
    ) -> None:
        """Write the data and, beside it, the mapping; both are read back and judged before.

        Parameters
        ----------
        path
            Where to; the mapping gets the same name with ``.mapping.csv`` behind it.
        format, separator, column
            As for :func:`shoal.write`.
        """
        from shoal.io import Staged, by_name
        from shoal.io.mappings import check_not_mapping, mapping_beside
        from shoal.release.rules_writing import write_and_judge_rules

        check_not_mapping(path)
        form = by_name(path, format=format, separator=separator)
        with Staged(path) as staged, Staged(mapping_beside(path)) as staged_mapping:
            write_and_judge_rules(self, staged, staged_mapping, form, column=column)
            staged_mapping.commit()
            staged.commit()
