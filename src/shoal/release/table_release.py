"""A release of a table: published columns with everything known about them."""

from __future__ import annotations

from dataclasses import dataclass, field
from os import PathLike
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt
import polars as pl

from shoal.certificate.tables import TableCertificate
from shoal.loss.table_loss import TableLoss
from shoal.privacy import KAnonymity, Verdict
from shoal.release.release import Memory, Provenance
from shoal.release.reporting import Reported

if TYPE_CHECKING:
    from shoal.report.figures_tables import TableFigures


@dataclass(frozen=True, eq=False)
class TableRelease(Reported):
    """A published table with its verdict, loss, certificate and provenance.

    Parameters
    ----------
    data
        The published columns, in published order.
    quasi_identifiers
        Names of the columns that were recoded.
    dropped
        Names of the columns of the input that are not published.
    model, method
        The promise, and the algorithm that kept it.
    verdict
        The independent judgement of ``data``.
    loss
        What the release costs against its original, by column too, with the sizes of the groups
        and the distributions before and after.
    certificate
        How far the loss is from the best possible; None when it was not asked for, or there is
        none for the recoding.
    repeatable
        False when a time limit cut the search short.
    notes
        Sentences about how the groups were found.
    memory
        What the run was expected to need, allowed to use, and held at its peak.
    seconds
        How long the run took.
    persons
        The person of each published row, when k counts persons. Private.
    provenance
        What repeats the run.
    figures
        What a report shows; nothing in it is about fewer than k rows.
    warnings
        Sentences the publisher should read.

    Examples
    --------
    >>> import shoal
    >>> people = {"age": [20, 21, 40, 41], "sex": ["f", "f", "f", "m"]}
    >>> release = shoal.anonymize(shoal.Table.of(people, ["age", "sex"]), "k=2")
    >>> release.verdict.ok, release.data.rows()[0]
    (True, ('20-21', 'f'))
    """

    data: pl.DataFrame
    quasi_identifiers: tuple[str, ...]
    dropped: tuple[str, ...]
    model: KAnonymity
    method: str
    verdict: Verdict
    loss: TableLoss
    certificate: TableCertificate | None
    repeatable: bool
    notes: tuple[str, ...]
    memory: Memory
    seconds: float
    persons: npt.NDArray[np.int32] | None = field(repr=False)
    provenance: Provenance = field(repr=False)
    warnings: tuple[str, ...] = ()
    figures: TableFigures | None = field(default=None, repr=False)

    @property
    def groups(self) -> int:
        """Number of distinct published rows of quasi-identifiers."""
        return self.verdict.groups

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
            "columns": list(self.data.columns),
            "quasi_identifiers": list(self.quasi_identifiers),
            "dropped": list(self.dropped),
            "loss": self.loss.to_dict(),
            "certificate": self.certificate.to_dict() if self.certificate else None,
            "verdict": self.verdict.to_dict(),
            "search": {"repeatable": self.repeatable, "notes": list(self.notes)},
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
    ) -> None:
        """Write the data; the file is read back and judged before it takes its name.

        Parameters
        ----------
        path
            Where to; an existing file is replaced in one step, or not at all.
        format, separator
            As for :func:`shoal.write_table`.
        """
        from shoal.io import Staged, by_name
        from shoal.release.table_writing import write_and_judge_table

        form = by_name(path, format=format, separator=separator)
        with Staged(path) as staged:
            write_and_judge_table(self, staged, form)
            staged.commit()
