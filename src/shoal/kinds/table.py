"""Tables: quasi-identifiers that are recoded, beside columns that are published as they are."""

from __future__ import annotations

import shlex
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar

import polars as pl

from shoal.certificate import tables as proofs
from shoal.data import Hierarchy, Table
from shoal.data.cell_types import exact_texts
from shoal.data.cells import STAR
from shoal.data.node_costs import minimizing
from shoal.data.published_table import PublishedTable
from shoal.data.roles import names_of
from shoal.data.table_notices import singled_out
from shoal.errors import InfeasibleError, InternalError, Notice, ParameterError, SchemaError
from shoal.hierarchies.bands import with_bands
from shoal.io import Format
from shoal.io.rejections import naming_file
from shoal.io.tables import read_columns, read_table, recognise_table, trees_of, write_table
from shoal.kinds.baskets import left_out
from shoal.kinds.kind import Kind, register
from shoal.kinds.table_applying import apply_table, read_alike
from shoal.kinds.table_figures import judged_together, table_figures
from shoal.kinds.table_loss import (
    columns_in_words,
    hidden_in_words,
    loss_in_words,
    release_in_words,
)
from shoal.kinds.table_options import JUDGED_BY, OPTIONS
from shoal.kinds.usefulness import (
    certificate_facts,
    folded,
    rare_values,
    small_groups,
    table_in_words,
    useless_table,
    weaker,
)
from shoal.loss import TableLoss, covers, measure_table
from shoal.methods import Found, Method
from shoal.methods.table_grouping import with_stars
from shoal.methods.table_sweep import room_beside
from shoal.options import Option
from shoal.privacy import Model, PublishedColumns
from shoal.utility import TableUse, table_use
from shoal.wording import counted, no_column, parameter

if TYPE_CHECKING:
    from shoal.engines.run import Run
    from shoal.kinds.applying import Applied


@register
class TableKind(Kind):
    """Tables."""

    name: ClassVar[str] = "table"
    called: ClassVar[str] = "a table"
    data: ClassVar[type] = Table
    published: ClassVar[type] = PublishedTable
    recognised_by: ClassVar[str | None] = "qi"
    publishing: ClassVar[float] = 10.0
    options: ClassVar[tuple[Option, ...]] = OPTIONS

    def judges_by(self, option: Option) -> bool:
        """Tell whether an option matters to a verifier: what is compared, and whose rows."""
        return option in JUDGED_BY

    # Reading and writing.

    def recognise(self, path: Path, given: Mapping[str, Any]) -> Format:
        """Return the format of a file."""
        return recognise_table(path, format=given.get("format"), separator=given.get("separator"))

    def read(self, source: Any, **given: Any) -> Table:
        """Read a table with the roles of its columns."""
        if not isinstance(source, Table):
            return read_table(source, **given)
        for option in self.options:
            if given.get(option.name) not in (None, option.default):
                raise ParameterError(
                    f"{parameter(option.name)} is for data that is still to be read; the table in "
                    "memory has its roles already",
                    parameter=option.name,
                )
        return source

    def write(self, published: PublishedTable, path: Path, form: Format, **given: Any) -> None:
        """Write the columns."""
        write_table(published.frame, path, format=form)

    def format_of(self, path: Path, format: str | None, separator: str | None) -> Format:
        """Return the format that a name tells, or that is insisted on; it must have columns."""
        form = super().format_of(path, format, separator)
        if form.name in ("fimi", "spmf"):
            raise ParameterError(
                f"cannot write a table to {path}: name it .csv, .parquet or .arrow",
                parameter="output",
            )
        return form

    def read_release(self, source: Any, given: Mapping[str, Any]) -> Any:
        """Return published columns."""
        reading = {name: given[name] for name in ("format", "separator") if name in given}
        frame = read_columns(source, **reading)
        for name in names_of(given.get("sensitive") or ()):
            if name not in frame.columns:
                lacks = f"the release: {no_column(name, frame.columns)}"
                raise SchemaError(lacks, parameter="sensitive", entry=name)
        return frame

    def read_back(self, path: Path, form: Format, like: PublishedTable) -> PublishedTable:
        """Return columns that were read back in place of those that were written."""
        return replace(like, frame=read_columns(path, format=form))

    def same(self, one: PublishedTable, other: PublishedTable) -> bool:
        """Tell whether the quasi-identifiers are the same, row by row."""
        return all(
            exact_texts(one.frame[name]).equals(exact_texts(other.frame[name]))
            for name in one.quasi_identifiers
        )

    # Publishing.

    def prepare(
        self, data: Table, model: Model | None, given: Mapping[str, Any] | None = None
    ) -> Table:
        """Return the table with hierarchies built for k, and the costs that are minimized."""
        data = data if model is None else with_bands(data, model.k)
        return minimizing(data, (given or {}).get("minimize", "lm"))

    def certificate(self, asked: str, data: Table, method: Method, model: Model) -> str:
        """Return the certificate asked for, if there is one for the recoding."""
        return asked if proofs.can_certify(data) else "none"

    def certify(
        self, data: Table, model: Model, method: Method, found: Any, certificate: str, run: Run
    ) -> tuple[Found, Any]:
        """Prove how little any release by hierarchies loses; a tight proof guides the sweep."""
        if certificate == "none" or getattr(found, "group_of_row", None) is None:
            return found, None
        whole = found if found.unsuppressed is None else found.unsuppressed
        proof = proofs.certify_table(
            data,
            model.k,
            whole.group_of_row,
            kind=certificate,
            room=room_beside(data, run.memory_limit),
            **run.limits(),
        )
        if method.guided and proof.certificate.rounds:
            found = method.improve(data, model, found, proof.multipliers, run)
        return found, proof.certificate

    def certificate_of(self, proved: Any, loss: TableLoss) -> Any:
        """Return the bound beside the loss that was measured."""
        return None if proved is None else replace(proved, loss=loss.of_search)

    def publish(self, data: Table, found: Found) -> PublishedTable:
        """Return the columns; each published cell covers its original value."""
        cells: pl.DataFrame = found.publish(data)
        if not covers(data, cells):
            raise InternalError("a method published a cell that does not cover its value")
        others = data.others
        if found.suppressed is not None:
            others = others.with_columns(
                with_stars(others.select(data.sensitive), found.suppressed)
            )
        return PublishedTable(
            cells.hstack(others.get_columns()).select(data.columns),
            tuple(column.name for column in data.quasi_identifiers),
            data.dropped,
            data.persons,
            self.hierarchies(data),
            data.sensitive,
            data.together,
            data.trees,
        )

    def check_published(
        self, published: PublishedTable, model: Model, given: Mapping[str, Any]
    ) -> None:
        """Raise if more rows tell nothing than the limit allows."""
        limit = given.get("suppression_limit")
        if limit is None:
            return
        names = list(published.quasi_identifiers)
        stars = pl.all_horizontal(pl.col(names) == STAR).sum()
        suppressed = int(published.frame.select(stars).item()) / max(len(published), 1)
        if suppressed > limit:
            raise InfeasibleError(
                f"{suppressed:.2%} of the rows would be suppressed, above the limit of "
                f"{limit:.2%}; raise the limit, choose {weaker(model)} or fewer "
                "quasi-identifiers, or allow higher levels",
                parameter="suppression_limit",
            )

    def hierarchies(self, data: Table) -> dict[str, Hierarchy]:
        """Return the hierarchies that were built, by column."""
        return {one.name: one.hierarchy for one in data.quasi_identifiers if one.banded}

    def notices(
        self, data: Table, published: Any, model: Model, asked: str, loss: Any, utility: Any
    ) -> tuple[str, ...]:
        """Return notices of what singles rows out, what is lost, and what cannot be proved."""
        rare = rare_values(data, published.frame, model.k)
        as_they_are = singled_out(published.frame.drop(published.quasi_identifiers))
        together = judged_together(data, published.frame) if model.needs_sensitive else ()
        lost = useless_table(utility, loss, model)
        useless = (*small_groups(model, loss), *together, *as_they_are, *lost, *rare)
        if asked != "tight" or proofs.can_certify(data):
            return useless
        others = [one.name for one in data.quasi_identifiers if one.recoding != "hierarchy"]
        text = (
            "there is no certificate for columns that are published as ranges or sets, here "
            f"{', '.join(map(repr, others))}; there is one when all are published by "
            f"hierarchies, as with {parameter('recoding', 'hierarchy')}"
        )
        return (*useless, Notice(text, code="no-certificate"))

    def view(
        self, published: PublishedTable, companions: Mapping[str, Any] | None = None
    ) -> PublishedColumns:
        """Return what a verifier sees of the columns."""
        qi, sensitive = published.quasi_identifiers, published.sensitive
        return PublishedColumns(
            published.frame,
            qi,
            published.persons,
            sensitive,
            kept=[name for name in published.columns if name not in {*qi, *sensitive}],
            together=published.together,
            trees=published.trees,
        )

    def to_judge(self, source: Any, **given: Any) -> PublishedColumns:
        """Return what a verifier sees of a file or of columns that somebody published."""
        reading = {name: given.pop(name, None) for name in ("format", "separator")}
        frame = read_columns(source, **reading)
        together = bool(given.pop("sensitive_together", False))
        sensitive = names_of(given.get("sensitive", ()))
        trees = trees_of(sensitive, given.pop("hierarchies", None), frame.columns)
        with naming_file(source, **reading):
            return PublishedColumns(frame, **given, together=together, trees=trees)

    def read_alike(self, original: Table, source: Any, given: Mapping[str, Any]) -> Table:
        """Return new rows in the terms of an earlier release's original."""
        return read_alike(original, source, given)

    def apply(
        self, original: Table, released: Any, new: Table, model: Model, given: Mapping[str, Any]
    ) -> Applied:
        """Publish new rows in groups that cover them, if suppression is limited not in stars."""
        limited = given.get("suppression_limit") is not None
        return apply_table(original, released, new, model, stars=not limited)

    # Measuring and showing.

    def measure(self, data: Table, published: Any, model: Model | None) -> TableLoss:
        """Return what the published cells cost."""
        k = None if model is None else model.k
        return measure_table(self.prepare(data, model), published, k=k)

    def file_loss(self, data: Table, published: Any, model: Model, loss: TableLoss) -> TableLoss:
        """Return the loss of a file's rows, in published order."""
        return replace(self.measure(data, published, model), minimized=loss.minimized)

    def utility(self, data: Table, published: Any, threads: int | None = None) -> TableUse:
        """Return the error of counts and the associations that are kept."""
        return table_use(data, published)

    def utility_summary(self, utility: TableUse) -> dict[str, str]:
        """Return what can still be done in words."""
        return table_in_words(utility)

    def figures(
        self, data: Table, published: Any, model: Model, found: Any, loss: Any, utility: Any
    ) -> Any:
        """Return the figures of a report."""
        return table_figures(data, published.frame, loss)

    def facts(self, data: Table, published: PublishedTable) -> dict[str, Any]:
        """Return the names of the columns."""
        return {
            "columns": list(published.columns),
            "quasi_identifiers": list(published.quasi_identifiers),
            "dropped": list(published.dropped),
        }

    def warnings(self, data: Table) -> tuple[str, ...]:
        """Return what is doubtful about the table."""
        return (*data.warnings, *data.doubts, *left_out(data.dropped))

    def summary(self, release: Any) -> dict[str, str]:
        """Return a release in words."""
        loss, verdict = release.loss, release.verdict
        agreements = release.figures.agreements if release.figures else {}
        groups, alone = counted(verdict.groups, "group"), release.warned_of("rows-singled-out")
        same = [f"{name} in {count:,} of {groups}" for name, count in agreements.items()]
        return {
            "rows": f"{loss.rows:,} in {groups}, the smallest of {loss.smallest_group:,}",
            "columns": ", ".join(release.data.columns),
            **self.utility_summary(release.utility),
            **release_in_words(loss),
            "suppressed": counted(loss.suppressed_rows, "row") + hidden_in_words(loss, verdict),
            **({"same value": "\n".join(same)} if same else {}),
            **({"singled out": folded(alone[0])} if alone else {}),
            **certificate_facts(release.certificate, guided=release.guided),
            "verdict": folded(f"{verdict.model} holds; {release.model.held(verdict)}"),
            "method": release.method,
        }

    def loss_summary(self, loss: TableLoss) -> dict[str, str]:
        """Return a loss in words."""
        return loss_in_words(loss)

    def loss_by_column(self, loss: TableLoss) -> list[tuple[str, ...]]:
        """Return a line for each column: measures, shares of cells unchanged and gone."""
        return columns_in_words(loss)

    def verify_flags(self, release: Any) -> str:
        """Return the model and the quasi-identifiers."""
        names = shlex.quote(",".join(release.data.quasi_identifiers))
        flags, data = f"{release.model.flags()} --qi {names}", release.data
        if not release.model.needs_sensitive:
            return flags
        flags += f" --sensitive {shlex.quote(','.join(data.sensitive))}"
        flags += " --sensitive-together" if data.together else ""
        return flags + (" --hierarchies FOLDER" if "hierarchical" in str(release.model) else "")

    def loss_of(self, loss: TableLoss, figures: Any = None) -> tuple[float, int]:
        """Return the loss that was minimized; the LM of a report's figures, over public values."""
        return figures.lm if figures else loss.of_search, loss.rows * len(loss.columns)
