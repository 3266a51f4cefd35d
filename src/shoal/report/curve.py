"""What several promises cost: a point for each."""

from __future__ import annotations

from typing import NamedTuple


class CurvePoint(NamedTuple):
    """What a release would lose at one promise.

    Parameters
    ----------
    k, c
        The promise; c for rules only.
    loss
        GCP of baskets, LM of a table, relative utility loss by rules.
    bound
        What is proved that no release can go below; None where nothing is.
    are
        The error of counts, for rules only.
    """

    k: int
    loss: float
    bound: float | None = None
    c: float | None = None
    are: float | None = None
