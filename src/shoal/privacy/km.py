"""k^m-anonymity of published baskets: whoever knows up to m items of a row still faces k rows."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from shoal import _core
from shoal.data import Transactions
from shoal.privacy.models import KmAnonymity

#: Row numbers a verdict lists; the rest is only counted.
SHOWN_OFFENDERS = 20


@dataclass(frozen=True)
class KmVerdict:
    """Whether published baskets are k^m-anonymous, and which rows are not safe.

    All combinations that contain an offending one and occur offend as well. So only those are
    looked at and counted whose smaller parts are all in k rows.

    Parameters
    ----------
    ok
        Whether the promise is kept.
    model
        The model, as in ``km=10,2``.
    rows
        Number of rows.
    combinations
        How many combinations of one item, two, up to m occur; those that contain an offending one
        are left out.
    offending_combinations
        How many of them are in fewer than k rows: the minimal offending combinations.
    least_support
        How many rows hold the rarest of them; None for data without items.
    offending_rows
        Number of rows that hold an offending combination.
    first_offenders
        The numbers of the first of them, counted from 1; never their content.
    warnings
        Sentences about what the verdict does not cover.
    """

    ok: bool
    model: str
    rows: int
    combinations: tuple[int, ...]
    offending_combinations: int
    least_support: int | None
    offending_rows: int
    first_offenders: tuple[int, ...]
    warnings: tuple[str, ...] = field(default=(), compare=False)

    def to_dict(self) -> dict[str, Any]:
        """Return the verdict as plain values without the warnings, ready for JSON."""
        return {
            "ok": self.ok,
            "model": self.model,
            "rows": self.rows,
            "combinations": list(self.combinations),
            "offending_combinations": self.offending_combinations,
            "least_support": self.least_support,
            "offending_rows": self.offending_rows,
            "first_offenders": list(self.first_offenders),
        }


def verify_km(published: Transactions, model: KmAnonymity, threads: int | None = None) -> KmVerdict:
    """Judge whether all combinations of up to m items that occur do so in at least k rows.

    Rows without items break no promise.

    Parameters
    ----------
    published
        The baskets.
    model
        The promise.
    threads
        Any number gives the same verdict; None means every processor.

    Examples
    --------
    >>> published = Transactions.of([["rum", "tea"], ["rum", "tea"], ["gin", "tea"], ["gin"]])
    >>> verdict = verify_km(published, KmAnonymity(k=2, m=2))
    >>> verdict.ok, verdict.combinations, verdict.offending_combinations
    (False, (3, 2), 1)
    >>> verdict.least_support, verdict.first_offenders
    (1, (3,))
    """
    from shoal.engines import local  # judges that count no combinations do without

    used = local.check_threads(threads)
    found = local.run(
        lambda control: _core.km_check(
            published.items,
            published.offsets,
            published.item_count,
            model.k,
            model.m,
            used,
            control,
        )
    )
    offenders = found.take_offenders()
    least = [support for support in found.least_supports().tolist() if support]
    return KmVerdict(
        ok=len(offenders) == 0,
        model=str(model),
        rows=len(published),
        combinations=tuple(found.combinations().tolist()),
        offending_combinations=int(found.offending().sum()),
        least_support=min(least, default=None),
        offending_rows=len(offenders),
        first_offenders=tuple(int(row) + 1 for row in offenders[:SHOWN_OFFENDERS]),
        warnings=published.warnings,
    )
