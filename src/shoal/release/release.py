"""A release: published data with everything known about it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from os import PathLike
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, NamedTuple

from shoal.certificate import Certificate
from shoal.data import Transactions
from shoal.loss import BasketLoss
from shoal.privacy import KAnonymity, KmAnonymity, Verdict
from shoal.release.reporting import Reported

if TYPE_CHECKING:
    from shoal.privacy.km import KmVerdict
    from shoal.report.figures_baskets import BasketFigures


@dataclass(frozen=True)
class Search:
    """How the groups were found.

    Parameters
    ----------
    proved_groups
        Groups whose pattern was proved longest among the rows that were left.
    best_found_groups
        Groups whose pattern is the best that the budget found.
    nodes
        Search nodes spent.
    repeatable
        False when a time limit cut the search short.
    """

    proved_groups: int
    best_found_groups: int
    nodes: int
    repeatable: bool

    def to_dict(self) -> dict[str, Any]:
        """Return the search as plain values, ready for JSON."""
        return {
            "proved_groups": self.proved_groups,
            "best_found_groups": self.best_found_groups,
            "nodes": self.nodes,
            "repeatable": self.repeatable,
        }


class Memory(NamedTuple):
    """Memory of a run, in bytes.

    Parameters
    ----------
    estimate
        What the run was expected to need, from the extent of the data.
    limit
        What it was allowed to use.
    peak
        The most that the process has held at once by the end of the run.
    """

    estimate: int
    limit: int
    peak: int

    def to_dict(self) -> dict[str, Any]:
        """Return the memory as plain values, ready for JSON."""
        return self._asdict()


@dataclass(frozen=True)
class Provenance:
    """What repeats a release: the version and the options; threads never change the bytes.

    Private: with the seed and the options an attacker can try out guesses of the original.
    """

    version: str
    options: Mapping[str, Any]
    threads: int

    def __post_init__(self) -> None:
        object.__setattr__(self, "options", MappingProxyType(dict(self.options)))


@dataclass(frozen=True, eq=False)
class Release(Reported):
    """Published baskets with their verdict, loss, certificate and provenance.

    Parameters
    ----------
    data
        The published rows in published order; suppressed items are not in its vocabulary.
    model, method
        The promise, and the algorithm that kept it.
    verdict
        The independent judgement of ``data``.
    loss
        What the release costs against its original.
    certificate
        How far the loss is from the best possible; None when it was not asked for.
    search
        How sure the method is of its groups; None when it forms none.
    memory
        What the run was expected to need, allowed to use, and held at its peak.
    seconds
        How long the run took.
    warnings
        Sentences the publisher should read.
    provenance
        What repeats the run.
    figures
        What a report shows; nothing in it is about fewer than k rows.

    Examples
    --------
    >>> import shoal
    >>> release = shoal.anonymize(shoal.Transactions.of([["tea", "rum"], ["tea"]]), "k=2")
    >>> release.verdict.ok, release.loss.gcp == 1 / 3, list(release.data)
    (True, True, [['tea'], ['tea']])
    """

    data: Transactions
    model: KAnonymity | KmAnonymity
    method: str
    verdict: Verdict | KmVerdict
    loss: BasketLoss
    certificate: Certificate | None
    search: Search | None
    memory: Memory
    seconds: float
    provenance: Provenance = field(repr=False)
    warnings: tuple[str, ...] = ()
    figures: BasketFigures | None = field(default=None, repr=False)

    @property
    def groups(self) -> int:
        """Number of distinct published rows."""
        return self.loss.groups

    def to_dict(self) -> dict[str, Any]:
        """Return all but the data and the provenance as plain values, ready for JSON."""
        return {
            "schema": "shoal.anonymize/1",
            "version": self.provenance.version,
            "method": self.method,
            "model": str(self.model),
            "k": self.model.k,
            "rows": len(self.data),
            "groups": self.groups,
            "loss": self.loss.to_dict(),
            "certificate": self.certificate.to_dict() if self.certificate else None,
            "verdict": self.verdict.to_dict(),
            "search": self.search.to_dict() if self.search else None,
            "memory": self.memory.to_dict(),
            "seconds": self.seconds,
            "warnings": list(self.warnings),
        }

    def write(
        self,
        path: str | PathLike[str],
        *,
        format: str | None = None,
        separator: str | None = None,
        column: str | None = None,
    ) -> None:
        """Write the data; the file is read back and judged before it takes its name.

        Parameters
        ----------
        path
            Where to; an existing file is replaced in one step, or not at all.
        format, separator, column
            As for :func:`shoal.write`.
        """
        from shoal.io import Staged, by_name
        from shoal.release.writing import write_and_judge

        form = by_name(path, format=format, separator=separator)
        with Staged(path) as staged:
            write_and_judge(self, staged, form, column=column)
            staged.commit()
