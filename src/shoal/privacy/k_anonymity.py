"""k-anonymity of published baskets."""

from __future__ import annotations

import numpy as np

from shoal.data import Transactions
from shoal.data.equal_rows import equal_rows
from shoal.privacy.models import KAnonymity
from shoal.privacy.verdict import Verdict

#: Row numbers a verdict lists; the rest is only counted.
SHOWN_OFFENDERS = 20


def verify_k(published: Transactions, model: KAnonymity) -> Verdict:
    """Judge whether each row occurs at least k times.

    An empty basket is a row like any other. Data without rows breaks no promise.

    Examples
    --------
    >>> verdict = verify_k(Transactions.of([["tea"], ["tea"], ["tea", "rum"]]), KAnonymity(2))
    >>> verdict.ok, verdict.k_min, verdict.first_offenders
    (False, 1, (3,))
    """
    groups = equal_rows(published)
    offenders = np.flatnonzero(groups.sizes[groups.of_row] < model.k)
    return Verdict(
        ok=len(offenders) == 0,
        model=str(model),
        k_min=int(groups.sizes.min()) if len(groups) else None,
        rows=len(published),
        groups=len(groups),
        offending_rows=len(offenders),
        first_offenders=tuple(int(row) + 1 for row in offenders[:SHOWN_OFFENDERS]),
        warnings=published.warnings,
    )
