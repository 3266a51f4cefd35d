"""Proofs as files: what an auditor who has the original needs to derive a bound anew."""

from __future__ import annotations

import json
import math
from collections.abc import Iterable, Mapping
from os import PathLike
from pathlib import Path
from typing import Any, NamedTuple

from shoal.certificate.baskets import Certificate
from shoal.certificate.check import (
    SCHEMA,
    Row,
    check_baskets_proof,
    check_form,
    check_table_proof,
    distinct,
    seal,
    well_formed,
)
from shoal.certificate.scope import ColumnScope, Scope
from shoal.certificate.tables import TableCertificate
from shoal.data.cells import MISSING
from shoal.data.columns import positions_of, texts_of
from shoal.data.dates import in_iso
from shoal.data.derived import sources_of, with_derived
from shoal.data.table import Table
from shoal.errors import FormatError, ParameterError, VerificationError
from shoal.io import read
from shoal.io.compression import unpacked
from shoal.io.failures import check_readable

#: How the baskets or the table were read, which a proof repeats.
READING = ("format", "separator", "column", "id", "item", "dates", "derive")


class Checked(NamedTuple):
    """What became of a proof."""

    reason: str  # why it is refused, in a clause; empty if it holds
    bound: float | None = None  # what no release of the set can go below
    scope: Scope | None = None  # the set

    @property
    def ok(self) -> bool:
        """Whether the proof holds."""
        return not self.reason


def proof_of(
    data: Any, certificate: Certificate | TableCertificate, given: Mapping[str, Any]
) -> str:
    """Return the proof of a certificate as JSON. Private: it tells about single rows."""
    scope = certificate.scope.to_dict()
    del scope["statement"]
    if certificate.scope.columns:
        scope["columns"] = list(_columns(data))
    rows = list(data.row_texts())
    found = distinct(rows)
    assert certificate.prices is not None
    price = dict(zip(rows, certificate.prices.tolist(), strict=True))
    document = {
        "schema": SCHEMA,
        "certificate": certificate.kind,
        "scope": scope,
        "bound": certificate.claim,
        "reading": {
            name: given[name] if isinstance(given[name], dict) else str(given[name])
            for name in READING
            if given.get(name) is not None
        },
        "data_sha256": found.sha256,
        "multipliers": [price[row] for row in found.rows],
    }
    return json.dumps({**document, "sha256": seal(document)}, indent=1) + "\n"


def check_proof(
    source: str | PathLike[str], proof: str | PathLike[str], given: Mapping[str, Any]
) -> Checked:
    """Derive the bound of a proof anew from the original, and compare.

    The original is read as the proof says, but for what is given.
    """
    document = _read_proof(Path(proof))
    try:
        with well_formed():
            check_form(document)
            scope = _scope(document["scope"])
            reading = {**document["reading"], **given}
            if scope.columns:
                rows, positions = _read_table(source, document["scope"]["columns"], reading)
                bound = check_table_proof(document, rows, positions)
            else:
                bound = check_baskets_proof(document, read(source, **reading).row_texts())
    except VerificationError as error:
        return Checked(str(error))
    return Checked("", float(bound), scope)


def _read_proof(path: Path) -> dict[str, Any]:
    check_readable(path)
    try:
        document = json.loads(unpacked(path))
    except (ValueError, RecursionError):
        document = None
    if not isinstance(document, dict) or document.get("schema") != SCHEMA:
        raise FormatError("is damaged, or no proof that --certificate-file wrote", path=str(path))
    return document


def _columns(table: Table) -> Iterable[dict[str, Any]]:
    for column in table.quasi_identifiers:
        tree = column.hierarchy
        yield {
            "name": column.name,
            "type": column.kind,
            "max_level": column.max_level,
            "weight": column.weight.as_integer_ratio(),
            "paths": [tree.path(node) for node in tree.leaf_nodes.tolist()],
        }


def _scope(scope: Mapping[str, Any]) -> Scope:
    """Return the set of releases, in words of its own: those of a proof are not believed."""
    columns = (
        ColumnScope(
            str(column["name"]),
            str(column["type"]),
            max(len(path) for path in column["paths"]) - 1,
            column["max_level"],
            column["weight"][0] / column["weight"][1],
        )
        for column in scope.get("columns", ())
    )
    return Scope(scope["measure"], scope["k"], bool(scope["includes_persons"]), tuple(columns))


def _read_table(
    source: Any, columns: list[dict[str, Any]], reading: Mapping[str, Any]
) -> tuple[Iterable[Row], list[list[float] | None]]:
    """Return the rows of the columns, and where the values of their paths are on a line."""
    import polars as pl

    from shoal.io.tables import read_columns

    if wrong := reading.keys() - {"format", "separator", "dates", "derive"}:
        name = min(wrong)
        raise ParameterError(f"{name} means nothing for a table", parameter=name)
    orders, derive = reading.get("dates", {}), reading.get("derive", {})
    wanted = sources_of(derive) | {column["name"] for column in columns}
    read_as = {name: reading[name] for name in ("format", "separator") if name in reading}
    frame = with_derived(read_columns(source, wanted, **read_as), derive, orders)
    texts: list[list[str]] = []
    positions: list[list[float] | None] = []
    for column in columns:
        if column["name"] not in frame.columns:
            raise VerificationError("it is about other data")
        leaves, order = [path[0] for path in column["paths"]], orders.get(column["name"])
        cells = in_iso(texts_of(frame[column["name"]]), order, leaves=leaves)
        texts.append(cells.fill_null(MISSING).to_list())
        known = pl.Series([leaf for leaf in leaves if leaf != MISSING], dtype=pl.String)
        try:
            places = positions_of(known, column["type"])
        except pl.exceptions.PolarsError:
            raise VerificationError("a type in it is not that of its column") from None
        if (places is None) != (column["type"] == "categorical"):
            raise VerificationError("a type in it is not that of its column")
        if places is None:
            positions.append(None)
            continue
        at = iter(places.tolist())
        positions.append([math.nan if leaf == MISSING else next(at) for leaf in leaves])
    return zip(*texts, strict=True), positions
