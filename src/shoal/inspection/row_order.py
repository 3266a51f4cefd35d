"""Whether rows are sequences, or sets: only repeated items tell."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from shoal.wording import counted

#: Rows of several items that must repeat one to be taken for sequences.
REPEATING = 0.05


def judge_order(rows: Iterable[Sequence[Any]]) -> tuple[str, str]:
    """Tell whether rows are ``baskets`` or ``sequences``, and why.

    Items that are not sorted are no evidence: receipts list what was bought as it came.

    Parameters
    ----------
    rows
        Items in the order they were written.

    Examples
    --------
    >>> judge_order([["tea", "rum"], ["rum", "gin"]])[0], judge_order([[2, 1, 2], [3, 1]])[0]
    ('baskets', 'sequences')
    """
    several = [row for row in rows if len(row) > 1]
    if not several:
        return "baskets", "no row looked at has more than one item, so there is no order"
    repeating = sum(len(set(row)) < len(row) for row in several)
    of = f"of {counted(len(several), 'row')} of several items"
    if repeating >= max(REPEATING * len(several), 1):
        return "sequences", f"items repeat within {repeating:,} {of}: how often and when matters"
    return "baskets", f"items repeat within {f'{repeating:,}' if repeating else 'none'} {of}"
