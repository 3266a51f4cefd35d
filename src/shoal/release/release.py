"""A release: published data with everything known about it. One class for every kind."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from html import escape
from os import PathLike
from pathlib import Path
from types import MappingProxyType
from typing import Any, NamedTuple

from shoal.kinds import Kind
from shoal.privacy import Model, Verdict
from shoal.wording import in_columns


class Memory(NamedTuple):
    """Memory of a run, in bytes."""

    estimate: int  # what the run was expected to need, from the extent of the data
    limit: int  # what it was allowed to use
    peak: int  # the most that the process has held at once while the run went on


@dataclass(frozen=True)
class Provenance:
    """What repeats a release: the version and the recipe; threads never change the bytes.

    Private: with the seed and the options an attacker can try out guesses of the original.
    """

    version: str
    recipe: Mapping[str, Any]
    threads: int

    def __post_init__(self) -> None:
        object.__setattr__(self, "recipe", MappingProxyType(dict(self.recipe)))

    @property
    def keeps_order(self) -> bool:
        """Whether the rows are in the order of the input."""
        return bool(self.recipe.get("options", {}).get("keep_order"))


class CurvePoint(NamedTuple):
    """What a release would lose under one of several models. Private: only one is published."""

    #: Of the model; c for rules only.
    k: int
    #: GCP of baskets, of a table what was minimized, for rules the share of entries published as a
    #: set; and what is proved that no release can go below, None where nothing is.
    loss: float
    bound: float | None = None
    c: float | None = None
    #: The error of counts and the utility loss, as its logarithm; for rules only.
    are: float | None = None
    log2_loss: float | None = None
    are_of_nonempty: float | None = None  # the error of counts that are not 0; for rules only
    model: str | None = None  # the whole text, where k does not tell the models apart


def _told(point: CurvePoint) -> dict[str, Any]:
    return {name: value for name, value in point._asdict().items() if value or name != "model"}


@dataclass(frozen=True, eq=False, repr=False)
class Release:
    """Published data with its verdict, loss, certificate and provenance.

    Parameters
    ----------
    data
        The published rows in published order: baskets, or a published table. Each has
        ``to_polars``, ``to_pandas`` and ``to_arrow``.
    kind, model, method
        What kind of data it is, the privacy model, and the method that satisfied it, by name.
    verdict, loss
        The independent judgement of ``data``, and what it costs against its original.
    certificate, utility
        How far the loss is from the best possible, and what an analyst can still do with the data:
        error of counts, pairs of items or columns that are kept; None where nothing was proved.
    search, memory, seconds
        How the method found it, as plain values, and what the run used.
    companions
        What must be published beside the data, by name: the mapping of generalized items.
    warnings
        Sentences the publisher should read, each with a ``code``.
    provenance, files
        What repeats the run, which is private, and where everything was written, by name.
    figures, curve
        What a report shows, and what weaker models would have cost.

    Examples
    --------
    >>> import shoal
    >>> release = shoal.anonymize([["tea", "rum"], ["tea"]], "k=2")
    >>> release.verdict.ok, release.loss.gcp == 1 / 3, list(release.data)
    (True, True, [['tea'], ['tea']])
    """

    data: Any
    kind: Kind
    model: Model
    method: str
    verdict: Verdict
    loss: Any
    certificate: Any
    search: Mapping[str, Any]
    memory: Memory
    seconds: float
    provenance: Provenance
    utility: Any = None
    companions: Mapping[str, Any] = field(default_factory=dict)
    warnings: tuple[str, ...] = ()
    figures: Any = None
    curve: tuple[CurvePoint, ...] = ()
    files: Mapping[str, Path] = field(default_factory=dict)
    #: What the method does, in a sentence, and whether a tight proof guides it.
    sentence: str = ""
    guided: bool = False
    #: Further figures of the kind and of the method, ready for JSON.
    facts: Mapping[str, Any] = field(default_factory=dict)
    #: Draws the report; the room that does so stands above this one.
    draw: Callable[..., str] | None = None

    def __repr__(self) -> str:
        return f"Release\n\n{in_columns(self.summary().items())}"

    @property
    def groups(self) -> int:
        """Number of distinct published rows."""
        return int(self.verdict.figures.get("groups", getattr(self.loss, "groups", 0)))

    @property
    def repeatable(self) -> bool:
        """False when a time limit cut the search short."""
        return bool(self.search.get("repeatable", True))

    def warned_of(self, code: str) -> list[str]:
        """Return the warnings with a code."""
        return [warning for warning in self.warnings if getattr(warning, "code", "") == code]

    def to_dict(self) -> dict[str, Any]:
        """Return all but the data and the provenance as plain values, ready for JSON."""
        loss = self.loss.to_dict()
        groups = {"groups": self.groups} if "groups" in loss else {}
        utility = {} if self.utility is None else {"utility": self.utility.to_dict()}
        curve = {"curve": [_told(point) for point in self.curve]} if self.curve else {}
        return {
            "schema": "shoal.anonymize/1",
            "version": self.provenance.version,
            "kind": self.kind.name,
            "method": self.method,
            "model": str(self.model),
            **self.model.to_dict(),
            "rows": len(self.data),
            **groups,
            **self.facts,
            **utility,
            "loss": loss,
            "certificate": self.certificate.to_dict() if self.certificate else None,
            "verdict": self.verdict.to_dict(),
            "search": dict(self.search),
            "memory": self.memory._asdict(),
            "seconds": self.seconds,
            "warnings": list(self.warnings),
            "warning_codes": [getattr(warning, "code", "") for warning in self.warnings],
            **curve,
            **{name: str(path) for name, path in self.files.items()},
        }

    def summary(self) -> dict[str, str]:
        """Return the release as names and values to show, in reading order."""
        return self.kind.summary(self)

    def write(
        self,
        path: str | PathLike[str],
        *,
        format: str | None = None,
        separator: str | None = None,
        overwrite: bool = False,
    ) -> None:
        """Write the data; the file is read back and judged before it takes its name.

        What belongs to the data is written beside it, as ``release.dat.mapping.csv`` is, and the
        private run file ``release.dat.run.json``, which says what belongs together.

        Parameters
        ----------
        path
            Where to; what was written there before is replaced in one step, or not at all.
        format, separator
            As for :func:`shoal.write`.
        overwrite
            Whether a file is replaced that is no release, or was changed since.
        """
        from shoal.release.writing import Outputs

        form = self.kind.format_of(Path(path), format, separator)
        outputs = Outputs(Path(path), form, companions=self.companions, overwrite=overwrite)
        with outputs:
            outputs.describe(outputs.write_and_judge(self))
            outputs.commit()

    def report(self, path: str | PathLike[str], *, overwrite: bool = False) -> None:
        """Write a report that can be given away; ``overwrite`` lets it replace another file."""
        from shoal.release.writing import check_report_name, write_report

        check_report_name(path)
        write_report(self, path, overwrite=overwrite)

    def _repr_html_(self) -> str:
        """Return the release as a small table for notebooks."""
        rows = "".join(
            f"<tr><th>{escape(name)}</th><td>{escape(value)}</td></tr>"
            for name, value in self.summary().items()
        )
        return f"<table>{rows}</table>"
