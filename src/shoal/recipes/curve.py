"""What several models cost: a point for each."""

from __future__ import annotations

from shoal.privacy.publishable import shown_bound, shown_loss, shown_mean
from shoal.release import CurvePoint, Release


def point_of(release: Release, k: int) -> CurvePoint:
    """Return what a release costs, with nothing about fewer than k rows."""
    share, whole = release.kind.loss_of(release.loss)
    numbers = release.model.to_dict()
    proved = release.certificate
    point = CurvePoint(
        numbers["k"],
        shown_loss(share, whole, k),
        None if proved is None else shown_bound(proved.bound, whole, k),
        c=numbers.get("c"),
    )
    if release.utility is None:
        return point
    are = release.utility.are
    some = are.queries - are.empty_queries
    return point._replace(
        are=shown_mean(are.are, are.queries, k),
        are_of_nonempty=shown_mean(are.are_of_nonempty, some, k),
        log2_loss=release.loss.log2,
    )
