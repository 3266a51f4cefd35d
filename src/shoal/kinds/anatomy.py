"""Anatomy: a table published as two, exact quasi-identifiers and sensitive values, joined by group.

What is common to all tables is in :mod:`shoal.kinds.table`.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any, ClassVar, Literal

import polars as pl

from shoal.data import Table
from shoal.data.roles import names_of
from shoal.data.sensitive_counts import (
    COUNT,
    GROUP,
    AnatomizedTable,
    SensitiveCounts,
    as_numbers,
)
from shoal.errors import InternalError, Notice, ParameterError, SchemaError
from shoal.io.rejections import naming_file
from shoal.io.sensitive_counts import counts_beside, read_counts
from shoal.io.tables import read_columns
from shoal.kinds import table_options
from shoal.kinds.baskets import FORMAT, SEPARATOR
from shoal.kinds.kind import Kind, register
from shoal.kinds.table import TableKind
from shoal.loss import covers
from shoal.methods import Found, Method
from shoal.options import Option
from shoal.privacy import Model
from shoal.privacy.separated import SeparatedColumns
from shoal.utility import TableUse
from shoal.utility.anatomy_use import anatomy_use
from shoal.wording import counted, parameter

PUBLISH = Option(
    "publish",
    Literal["anatomy"],
    takes="'anatomy'",
    help="Publish a table as two, joined by group: exact quasi-identifiers, and sensitive values: "
    "anatomy.",
    metavar="NAME",
    section="data",
)


@register
class AnatomyKind(TableKind):
    """Tables that are published by anatomy."""

    name: ClassVar[str] = "anatomy"
    called: ClassVar[str] = "anatomy"
    published: ClassVar[type] = AnatomizedTable
    recognised_by: ClassVar[str | None] = "publish"
    options: ClassVar[tuple[Option, ...]] = (
        PUBLISH,
        FORMAT,
        SEPARATOR,
        table_options.QI,
        table_options.SENSITIVE,
        table_options.KEEP,
        table_options.CATEGORICAL,
        table_options.NUMERIC,
        table_options.DATES,
        table_options.DERIVE,
    )

    def judges_by(self, option: Option) -> bool:
        """Tell whether an option matters to a verifier."""
        return option is PUBLISH or super().judges_by(option)

    # Reading and writing.

    def read(self, source: Any, *, publish: str | None = None, **given: Any) -> Table:
        """Read a table; its quasi-identifiers need no hierarchies."""
        found: Table = source
        if not isinstance(source, Table):
            if not given.get("qi"):
                raise _lacks("qi")
            found = super().read(source, recoding="hierarchy", **given)
        if not found.sensitive:
            raise _lacks("sensitive")
        for name in (GROUP, COUNT):
            if name in found.columns:
                raise ParameterError(
                    f"a column of the table is named {name!r}, as one of the published tables has "
                    "to be: rename it",
                    parameter="keep" if name in found.kept else "qi",
                    entry=name,
                )
        return found

    def read_release(self, source: Any, given: Mapping[str, Any]) -> AnatomizedTable:
        """Return the two tables of a release."""
        frame, counts = _two(source, given)
        names = names_of(given.get("qi", ()))
        return AnatomizedTable(frame, names, counts=counts, separated=counts.sensitive)

    # Publishing.

    def prepare(
        self, data: Table, model: Model | None, given: Mapping[str, Any] | None = None
    ) -> Table:
        """Return the table as it is: nothing is recoded."""
        return data

    def companions(self, model: Model) -> tuple[str, ...]:
        """Return the sensitive table."""
        return ("sensitive",)

    def certificate(self, asked: str, data: Table, method: Method, model: Model) -> str:
        """Return that there is none: quasi-identifiers lose nothing."""
        return "none"

    def publish(self, data: Table, found: Found) -> AnatomizedTable:
        """Return the first table: exact quasi-identifiers, kept columns, and the group."""
        cells: pl.DataFrame = found.publish(data)
        if not covers(data, cells):
            raise InternalError("a method published a cell that is not its value")
        names = [name for name in data.columns if name not in data.sensitive]
        columns = cells.hstack(data.others.select(data.kept).get_columns())
        return AnatomizedTable(
            columns.select(*names, GROUP),
            tuple(column.name for column in data.quasi_identifiers),
            data.dropped,
            counts=found.companions()["sensitive"],
            separated=data.sensitive,
        )

    def notices(
        self, data: Table, published: Any, model: Model, asked: str, loss: Any, utility: Any
    ) -> tuple[str, ...]:
        """Return what anatomy does not hide."""
        text = (
            "quasi-identifiers are published exactly: whoever knows those of a person sees whether "
            "the person is in the file, and the group; only which sensitive value is whose is "
            "hidden, and k-anonymity does not hold"
        )
        return (Notice(text, code="exact-quasi-identifiers"),)

    def view(self, published: Any, companions: Mapping[str, Any] | None = None) -> SeparatedColumns:
        """Return what a verifier sees of the two tables together."""
        counts = (companions or {}).get("sensitive", published.counts)
        return _joined(published.frame, counts, published.quasi_identifiers, published.separated)

    def to_judge(self, source: Any, **given: Any) -> SeparatedColumns:
        """Return what a verifier sees of two files, or two frames, that somebody published."""
        for name in ("qi", "sensitive"):
            if not given.get(name):
                raise _lacks(name)
        frame, counts = _two(source, given)
        with naming_file(source):
            return _joined(frame, counts, names_of(given["qi"]), given["sensitive"])

    # New rows cannot join groups whose values are all different.
    read_alike = Kind.read_alike
    apply = Kind.apply

    # Measuring and showing.

    def utility(self, data: Table, published: Any, threads: int | None = None) -> TableUse:
        """Return the error of counts by a quasi-identifier and a sensitive value."""
        return anatomy_use(data, published)

    def utility_summary(self, utility: TableUse) -> dict[str, str]:
        """Return what can still be done in words."""
        pairs, error = utility.pairs, utility.are_of_pairs
        exact = "exact by quasi-identifiers"
        by_both = "" if error is None else f"; off by {error:.1%} by one and a sensitive value"
        kept = f"{pairs.kept:,} of {pairs.pairs:,} with a sensitive column keep half or more"
        return {"counts": exact + by_both, "associations": kept}

    def figures(
        self, data: Table, published: Any, model: Model, found: Any, loss: Any, utility: Any
    ) -> Any:
        """Return none: the report has the plain page."""
        return None

    def summary(self, release: Any) -> dict[str, str]:
        """Return a release in words."""
        verdict = release.verdict
        return {
            "rows": f"{len(release.data):,} in {counted(verdict.groups, 'group')}",
            "columns": ", ".join(release.data.columns),
            "sensitive": f"{', '.join(release.data.separated)}, in a table of counts by group",
            **self.utility_summary(release.utility),
            "verdict": f"{verdict.model} holds; {release.model.held(verdict)}",
            "method": release.method,
        }

    def verify_flags(self, release: Any) -> str:
        """Return the model, the columns and the two tables."""
        return f"{super().verify_flags(release)} --publish anatomy"


def _lacks(name: str) -> ParameterError:
    return ParameterError(
        f"anatomy separates quasi-identifiers from sensitive values: name both, by "
        f"{parameter('qi')} and {parameter('sensitive')}",
        parameter=name,
    )


def _two(source: Any, given: Mapping[str, Any]) -> tuple[pl.DataFrame, SensitiveCounts]:
    """Return the two tables of a file and the one beside it, or of a pair of files or frames."""
    first, second = source if isinstance(source, tuple) else (source, None)
    reading = {name: given.get(name) for name in ("format", "separator")}
    frame = read_columns(first, **reading)
    if isinstance(second, SensitiveCounts):
        return frame, second
    if second is None and not isinstance(first, (str, Path)):
        raise ParameterError(
            "anatomy has two tables: give both, as (table, sensitive_table)", parameter="published"
        )
    beside = counts_beside(first) if second is None else second
    if isinstance(beside, (str, Path)):
        return frame, read_counts(beside)
    return frame, SensitiveCounts(read_columns(beside))


def _joined(
    frame: pl.DataFrame, counts: SensitiveCounts, qi: tuple[str, ...], sensitive: Any
) -> SeparatedColumns:
    names = names_of(sensitive)
    if counts.sensitive != names:
        raise SchemaError(
            f"the sensitive table is about {counts.sensitive}, not about {names}",
            parameter="sensitive",
        )
    if clash := [name for name in names if name in frame.columns]:
        raise SchemaError(f"column {clash[0]!r} is in both tables", entry=clash[0])
    if GROUP not in frame.columns:
        raise SchemaError(f"the table has no column {GROUP!r}, which joins it to the other")
    values = counts.values_for(as_numbers(frame[GROUP]))
    return SeparatedColumns(frame.hstack(values.get_columns()), qi, sensitive=names, kept=(GROUP,))
