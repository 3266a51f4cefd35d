"""What several models cost: a point for each."""

from __future__ import annotations

from shoal.release import CurvePoint, Release


def point_of(release: Release) -> CurvePoint:
    """Return what a release costs."""
    share, _ = release.kind.loss_of(release.loss)
    numbers = release.model.to_dict()
    proved = release.certificate
    point = CurvePoint(
        numbers["k"],
        share,
        None if proved is None else proved.bound,
        c=numbers.get("c"),
    )
    if release.utility is None:
        return point
    are = release.utility.are
    return point._replace(
        are=are.are, are_of_nonempty=are.are_of_nonempty, log2_loss=release.loss.log2
    )
