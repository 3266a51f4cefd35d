"""What several models cost: a point for each."""

from __future__ import annotations

from shoal.privacy.publishable import bound_told, least_told, mean_told
from shoal.release import CurvePoint, Release


def point_of(release: Release, k: int) -> CurvePoint:
    """Return what a release costs, with nothing about fewer than k rows."""
    share, whole = release.kind.loss_of(release.loss)
    numbers = release.model.to_dict()
    proved = release.certificate
    point = CurvePoint(
        numbers["k"],
        least_told(share, whole, k),
        None if proved is None else bound_told(proved.bound, whole, k),
        c=numbers.get("c"),
    )
    if release.utility is None:
        return point
    are = release.utility.are
    some = are.queries - are.empty_queries
    return point._replace(
        are=mean_told(are.are, are.queries, k),
        are_of_nonempty=mean_told(are.are_of_nonempty, some, k),
        log2_loss=release.loss.log2,
    )
