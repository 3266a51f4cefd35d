"""A certificate for the groups a method found, and better groups by what it teaches."""

from __future__ import annotations

from dataclasses import replace

from shoal.certificate import Certificate, certify
from shoal.data import Transactions
from shoal.engines.local import Deadline, Progress
from shoal.methods.grouping import Grouping
from shoal.methods.sweep import improve


def prove(
    data: Transactions,
    k: int,
    grouping: Grouping,
    *,
    kind: str,
    guide: bool,
    budget: int | None,
    threads: int,
    deadline: Deadline,
    progress: Progress | None,
) -> tuple[Grouping, Certificate | None]:
    """Prove how far the groups are from the best possible ones.

    With ``guide``, the multipliers of a tight certificate improve the groups before they are
    published.
    """
    if kind == "none":
        return grouping, None
    proof = certify(
        data,
        k,
        grouping.kept,
        kind=kind,
        longest=grouping.longest,
        threads=threads,
        time_limit=deadline.left(),
        progress=progress if kind == "tight" else None,
    )
    if guide and proof.certificate.rounds:
        grouping = improve(
            data,
            k,
            grouping,
            proof.multipliers,
            budget=budget,
            threads=threads,
            time_limit=deadline.left(),
            progress=progress,
        )
    return grouping, replace(proof.certificate, kept_items=int(grouping.kept.sum()))
