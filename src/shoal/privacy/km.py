"""k^m-anonymity of baskets: whoever knows up to m items of a row still faces k rows."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from shoal import _core
from shoal.engines import local
from shoal.options import whole_number
from shoal.privacy.k_anonymity import rows_at_fault
from shoal.privacy.model import Model, register
from shoal.privacy.published import PublishedBaskets
from shoal.privacy.verdict import SHOWN_OFFENDERS, Verdict
from shoal.wording import counted

#: Most items of a combination whose supports are counted.
MOST_KNOWN_ITEMS = 16


@register
@dataclass(frozen=True)
class KmAnonymity(Model):
    """Any combination of up to ``m`` items that a row has, at least ``k`` rows have.

    Examples
    --------
    >>> str(KmAnonymity(10, 2))
    'km=10,2'
    """

    name: ClassVar[str] = "km"
    example: ClassVar[str] = "km=10,2"
    kinds: ClassVar[tuple[str, ...] | None] = ("baskets",)

    k: int
    m: int

    def __post_init__(self) -> None:
        object.__setattr__(self, "k", local.whole_number("k", self.k, 2))
        object.__setattr__(self, "m", local.whole_number("m", self.m, 1, MOST_KNOWN_ITEMS))

    def __str__(self) -> str:
        return f"km={self.k},{self.m}"

    @classmethod
    def parse(cls, text: str) -> KmAnonymity:
        """Return the model of two numbers."""
        k, m = text.split(",")
        return cls(whole_number(k), whole_number(m))

    def check(self, published: PublishedBaskets) -> Verdict:  # type: ignore[override]
        """Judge whether all combinations of up to m items that occur do so in at least k rows.

        All combinations that contain an offending one offend as well. So only those are looked at
        and counted whose smaller parts are all in k rows: the minimal offending combinations. Rows
        without items violate nothing.

        Examples
        --------
        >>> from shoal.data import Baskets
        >>> rows = Baskets.of([["rum", "tea"], ["rum", "tea"], ["gin", "tea"], ["gin"]])
        >>> verdict = KmAnonymity(k=2, m=2).check(PublishedBaskets(rows))
        >>> verdict.ok, verdict.combinations, verdict.offending_combinations
        (False, [3, 2], 1)
        >>> verdict.least_support, verdict.first_offenders
        (1, (3,))
        """
        rows = published.baskets
        threads = local.default_threads()
        found = local.run(
            lambda control: _core.km_check(
                rows.items, rows.offsets, rows.item_count, self.k, self.m, threads, control
            )
        )
        offenders = found.take_offenders()
        least = [support for support in found.least_supports().tolist() if support]
        return Verdict(
            ok=len(offenders) == 0,
            model=str(self),
            rows=len(rows),
            figures={
                "combinations": found.combinations().tolist(),
                "offending_combinations": int(found.offending().sum()),
                "least_support": min(least, default=None),
                "offending_rows": len(offenders),
            },
            first_offenders=tuple(int(row) + 1 for row in offenders[:SHOWN_OFFENDERS]),
            warnings=published.warnings,
        )

    def strictness(self) -> tuple[float, ...]:
        """Return k and m."""
        return (self.k, self.m)

    def headline(self) -> str:
        """Return how many rows items single out at least."""
        return (
            f" in which no {counted(self.m, 'item', 'items')} single out fewer than {self.k:,} rows"
        )

    def meaning(self, equal: str) -> str:
        """Return what the model guarantees."""
        return (
            f"The model is k^m-anonymity with k = {self.k:,} and m = {self.m}: every combination "
            f"of up to {counted(self.m, 'item')} that occurs in some basket occurs in at least "
            f"{self.k:,} of them."
        )

    def held(self, verdict: Verdict) -> str:
        """Return how often the rarest combination occurs."""
        if verdict.least_support is None:
            return "no item is left"
        return f"the rarest combination is in {verdict.least_support:,} rows"

    def violated(self, verdict: Verdict) -> str:
        """Return how many combinations are too rare."""
        count = verdict.offending_combinations
        return f"{counted(count, 'combination is', 'combinations are')} too rare"

    def facts(self, verdict: Verdict) -> dict[str, str]:
        """Return the numbers of combinations, and which rows hold one that is too rare."""
        counts = [
            f"{count:,} of {counted(size, 'item')}"
            for size, count in enumerate(verdict.combinations, 1)
        ]
        least = verdict.least_support
        shown = {
            "rows": f"{verdict.rows:,}",
            "combinations": ", ".join(counts) or "none",
            "least support": "none" if least is None else f"{least:,}",
        }
        if verdict.ok:
            return shown
        shown["too rare"] = counted(verdict.offending_combinations, "combination")
        return shown | rows_at_fault(verdict)

    def limits(self, rows: str) -> list[tuple[str, str]]:
        """Return what k^m-anonymity protects, and what it does not."""
        items = counted(self.m, "item")
        return [
            (
                "Protected:",
                f"an attacker who knows up to {items} of a person's basket still faces at least "
                f"{self.k:,} rows.",
            ),
            (
                f"Not protected: an attacker who knows more than {items}.",
                "A whole basket may be the only one of its kind.",
            ),
            ("Not protected: what is absent.", "To know what a person never bought helps."),
            (
                "Not protected: what the rows share.",
                "All of them, or nearly all, may have the same item.",
            ),
        ]
