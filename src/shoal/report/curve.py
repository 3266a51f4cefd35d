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
        GCP of baskets, LM of a table, for rules the share of entries published as a set.
    bound
        What is proved that no release can go below; None where nothing is.
    are, log2_loss
        The error of counts and the utility loss, as its logarithm; for rules only.
    are_of_nonempty
        The error of counts that are not 0; for rules only.
    """

    k: int
    loss: float
    bound: float | None = None
    c: float | None = None
    are: float | None = None
    log2_loss: float | None = None
    are_of_nonempty: float | None = None
