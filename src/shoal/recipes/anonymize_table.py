"""A table in, a release out: choose the method, run it, judge and price what it gives."""

from __future__ import annotations

import time
from dataclasses import replace

import numpy as np
import polars as pl

from shoal import __version__
from shoal.certificate.tables import TableCertificate, can_certify, certify_table
from shoal.data.cells import STAR
from shoal.data.table import Table
from shoal.data.table_core import k_constraint
from shoal.engines.local import Deadline, Progress, check_threads, check_time_limit
from shoal.engines.memory import check_memory_limit, peak, refuse_above
from shoal.errors import InfeasibleError, InternalError, ParameterError, VerificationError
from shoal.loss.tables import covers, measure_table
from shoal.methods.levels import has_levels, within_levels
from shoal.methods.persons import check_persons
from shoal.methods.recode import recode
from shoal.methods.table_grouping import TableGrouping
from shoal.methods.table_sweep import BYTES_PER_KEPT_ROW, MOST_KEPT, improve_table
from shoal.privacy import Model, parse_k_anonymity
from shoal.privacy.tables import verify_table
from shoal.recipes.request import check_certificate, check_feasible, left_out
from shoal.recipes.table_methods import TABLE_METHODS, table_method_name
from shoal.release import Memory, Provenance
from shoal.release.table_release import TableRelease
from shoal.report.figures_tables import table_figures
from shoal.wording import counted, parameter

#: The interpreter with the library of frames, and what a cell takes on its way through the run.
BYTES_AT_LEAST = 160 * 2**20
BYTES_PER_CELL = 120

#: Fewer rows of patterns than this are of no use to the sweep.
LEAST_KEPT = 1_000_000


def anonymize_table(
    table: Table,
    model: Model | str,
    *,
    method: str = "auto",
    threads: int | None = None,
    time_limit: float | None = None,
    certificate: str = "quick",
    memory_limit: int | str | None = None,
    suppression_limit: float | None = None,
    keep_order: bool = False,
    progress: Progress | None = None,
) -> TableRelease:
    """Publish a table so that each row is one of at least k alike.

    Parameters
    ----------
    table
        What to publish; its roles, hierarchies and recodings come with it.
    model
        The promise: ``KAnonymity(10)`` or ``"k=10"``.
    method
        ``"sweep"``, ``"gen-cover-cf"``, ``"mondrian"``, ``"mondrian-relaxed"``, ``"exact"``, or
        ``"auto"``: the sweep.
    threads, time_limit, certificate, memory_limit, keep_order, progress
        As for :func:`shoal.anonymize`.
    suppression_limit
        The share of rows that may be published with all quasi-identifiers suppressed.

    Examples
    --------
    >>> people = Table.of({"age": [20, 21, 40, 41], "sex": ["f", "f", "f", "m"]}, ["age", "sex"])
    >>> anonymize_table(people, "k=2").data.rows()
    [('20-21', 'f'), ('20-21', 'f'), ('40-41', '{f, m}'), ('40-41', '{f, m}')]
    """
    started = time.perf_counter()
    model = parse_k_anonymity(model, "a table")
    method = table_method_name(method)
    threads = check_threads(threads)
    time_limit = None if time_limit is None else check_time_limit(time_limit)
    certificate = check_certificate(certificate)
    memory_limit = check_memory_limit(memory_limit)
    _check_suppression_limit(suppression_limit)
    check_feasible(model, len(table))
    check_persons(table, model.k)
    needed = BYTES_AT_LEAST + BYTES_PER_CELL * len(table) * len(table.quasi_identifiers)
    searches = method == "sweep" or certificate == "tight"
    least = BYTES_PER_KEPT_ROW * LEAST_KEPT if searches else 0
    # Patterns beyond the least are kept where there is room for them; none of them is needed.
    expected = needed + least
    refuse_above(memory_limit, expected)
    most_kept = min(MOST_KEPT, (memory_limit - needed) // BYTES_PER_KEPT_ROW)

    deadline = Deadline(time_limit)
    grouping = within_levels(
        table,
        k_constraint(table, model.k),
        lambda part, constraint: TABLE_METHODS[method](
            part,
            constraint,
            threads=threads,
            most_kept=most_kept,
            time_limit=deadline.left(),
            progress=progress,
        ),
    )
    grouping, bound = _prove(
        table,
        model.k,
        grouping,
        kind=certificate,
        # Parts of the table must stay apart, and the search that is guided does not know them.
        guide=method == "sweep" and not has_levels(table),
        threads=threads,
        most_kept=most_kept,
        deadline=deadline,
        progress=progress,
    )
    cells = recode(table, grouping.group_of_row)
    if not covers(table, cells):
        raise InternalError(f"method {method} published a cell that does not cover its value")
    _check_suppressed(cells, suppression_limit)
    data, persons = _in_order(table, cells, keep_order)
    names = tuple(column.name for column in table.quasi_identifiers)
    verdict = verify_table(data, model, qi=names, person=persons)
    if not verdict.ok:
        raise VerificationError(
            f"the release fails its own check of {model}: "
            f"{counted(verdict.offending_rows, 'row is', 'rows are')} in too small a group, "
            "so nothing is published"
        )
    loss = measure_table(table, data, k=model.k)
    return TableRelease(
        data=data,
        quasi_identifiers=names,
        dropped=table.dropped,
        model=model,
        method=method,
        verdict=verdict,
        loss=loss,
        certificate=None if bound is None else replace(bound, loss=loss.lm),
        repeatable=grouping.repeatable,
        notes=grouping.notes,
        memory=Memory(expected, memory_limit, peak()),
        seconds=time.perf_counter() - started,
        figures=table_figures(table, data, loss),
        persons=persons,
        warnings=_warnings(table, grouping, certificate, keep_order),
        provenance=Provenance(
            version=__version__,
            options={
                "model": str(model),
                "method": method,
                "certificate": certificate,
                "time_limit": time_limit,
                "suppression_limit": suppression_limit,
                "keep_order": keep_order,
            },
            threads=threads,
        ),
    )


def _prove(
    table: Table,
    k: int,
    grouping: TableGrouping,
    *,
    kind: str,
    guide: bool,
    threads: int,
    most_kept: int,
    deadline: Deadline,
    progress: Progress | None,
) -> tuple[TableGrouping, TableCertificate | None]:
    """Prove how far the groups are from the best; a tight proof makes those of the sweep better."""
    if kind == "none" or not can_certify(table):
        return grouping, None
    proof = certify_table(
        table,
        k,
        grouping.group_of_row,
        kind=kind,
        most_kept=most_kept,
        threads=threads,
        time_limit=deadline.left(),
        progress=progress if kind == "tight" else None,
    )
    if guide and proof.rounds:
        better = improve_table(
            table,
            k_constraint(table, k),
            grouping,
            proof.multipliers,
            threads=threads,
            most_kept=most_kept,
            time_limit=deadline.left(),
            progress=progress,
        )
        grouping = replace(better, repeatable=grouping.repeatable and better.repeatable)
    return grouping, TableCertificate(kind, proof.bound, 0.0, proof.complete, proof.rounds)


def _in_order(
    table: Table, cells: pl.DataFrame, keep_order: bool
) -> tuple[pl.DataFrame, np.ndarray[tuple[int], np.dtype[np.int32]] | None]:
    """Return the published columns, by default sorted by all they hold, and whose rows they are."""
    data = cells.hstack(table.others.get_columns()).select(table.columns)
    if keep_order:
        return data, table.persons
    order = data.with_row_index("\0").sort(*data.columns, nulls_last=True)["\0"].to_numpy()
    return data[order], None if table.persons is None else table.persons[order]


def _check_suppression_limit(limit: float | None) -> None:
    if limit is not None and not 0 <= limit <= 1:
        raise ParameterError(f"the suppression limit is a share from 0 to 1, not {limit}")


def _check_suppressed(cells: pl.DataFrame, limit: float | None) -> None:
    if limit is None:
        return
    suppressed = int(cells.select(pl.all_horizontal(pl.all() == STAR).sum()).item())
    if suppressed > limit * len(cells):
        raise InfeasibleError(
            f"{suppressed / len(cells):.2%} of the rows would be suppressed, above the limit of "
            f"{limit:.2%}; raise the limit, choose a smaller k or fewer quasi-identifiers, or "
            "allow higher levels"
        )


def _no_certificate(table: Table) -> str:
    recoding = {
        column.name: "hierarchy"
        for column in table.quasi_identifiers
        if column.recoding != "hierarchy"
    }
    return (
        "there is no certificate for columns that are published as ranges or sets, here "
        f"{', '.join(map(repr, recoding))}; there is one when all are published by hierarchies, "
        f"as with {parameter('recoding', recoding)}"
    )


def _warnings(
    table: Table, grouping: TableGrouping, certificate: str, keep_order: bool
) -> tuple[str, ...]:
    warnings = [*table.warnings, *table.doubts, *grouping.notes, *left_out(table.dropped)]
    if keep_order:
        warnings.append(
            "the release keeps the input's order, which can tell who is behind a row; "
            "publish it sorted if you can"
        )
    if certificate == "tight" and not can_certify(table):
        warnings.append(_no_certificate(table))
    if not grouping.repeatable:
        warnings.append("the time limit cut the search short, so this release is not repeatable")
    return tuple(warnings)
