"""``shoal hierarchy show`` and ``check``: as a tree; and whether it holds a column's values."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from shoal.cli import options
from shoal.cli.options import flag
from shoal.cli.show import answers_in_json, folded, print_answer, print_json, printing
from shoal.errors import ParameterError, SchemaError
from shoal.wording import cells, no_column, values_are_shown

if TYPE_CHECKING:
    from shoal.data import Hierarchy

#: Missing values that are shown; the others are counted.
SHOWN = 10


def show(
    source: options.HierarchyFile,
    limit: Annotated[int, flag("Labels shown below each one; 0 for all.", "N", min=0)] = 20,
    separator: options.LabelSeparator = None,
) -> None:
    """Show a hierarchy as a tree.

    `shoal hierarchy show age.csv`
    """
    from shoal.io.hierarchies import read_hierarchy

    hierarchy = read_hierarchy(source, separator=separator)
    if answers_in_json():
        print_json(
            {
                "schema": "shoal.hierarchy-show/1",
                "file": str(source),
                "depth": hierarchy.depth,
                "labels": list(hierarchy.labels),
                "parents": hierarchy.parents.tolist(),
                "levels": hierarchy.levels().tolist(),
            }
        )
        return
    with printing():
        print(hierarchy.describe(limit or None))


def check(
    source: options.HierarchyFile,
    data: Annotated[
        Path | None, flag("A table whose values it must hold.", "FILE", parser=options.path)
    ] = None,
    column: Annotated[
        str | None,
        flag("The table's column; by default the one the file is named after.", "NAME"),
    ] = None,
    separator: options.LabelSeparator = None,
) -> int:
    """Check that a file is a hierarchy, and that it holds the values of a column.

    Exit status 1 when values are missing from it; --show-values shows which.

    `shoal hierarchy check age.csv --data people.csv --column age`
    """
    if column is not None and data is None:
        raise ParameterError("--column is about a table: give --data too")
    from shoal.data.range_labels import doubtful_labels
    from shoal.io.hierarchies import read_hierarchy

    hierarchy = read_hierarchy(source, separator=separator)
    warnings = doubtful_labels(hierarchy)
    document = {"schema": "shoal.hierarchy-check/1", "file": str(source), **size(hierarchy)}
    document["warnings"] = list(warnings)
    facts = size_facts(hierarchy)
    missing: list[str] = []
    if data is not None:
        name, used, missing = _compare(hierarchy, source, data, column)
        document |= {"data": str(data), "column": name, "used": used, "lacking": len(missing)}
        facts[f"values of {name}"] = f"{used:,} found, {len(missing):,} missing"
    if missing and values_are_shown():
        document["missing"] = missing
        facts["missing"] = folded(cells(missing, SHOWN))
    print_answer(document, str(source), facts, warnings)
    return 1 if missing else 0


def size(hierarchy: Hierarchy) -> dict[str, object]:
    """Return how large a hierarchy is, for JSON."""
    return {"values": len(hierarchy), "labels": len(hierarchy.labels), "depth": hierarchy.depth}


def size_facts(hierarchy: Hierarchy) -> dict[str, str]:
    """Return how large a hierarchy is, for people."""
    return {
        "values": f"{len(hierarchy):,}",
        "labels above them": f"{len(hierarchy.labels) - len(hierarchy):,}",
        "levels above them": f"{hierarchy.depth:,}",
    }


def _compare(
    hierarchy: Hierarchy, source: Path, data: Path, column: str | None
) -> tuple[str, int, list[str]]:
    """Return the column, how many of its values the hierarchy holds, and those it does not."""
    from shoal.data.columns import texts_of
    from shoal.data.dates import in_iso
    from shoal.io.hierarchies import column_of
    from shoal.io.rejections import naming_file
    from shoal.io.tables import read_columns

    frame = read_columns(data)
    name = column if column is not None else column_of(source, frame.columns)
    if name is None:
        raise ParameterError(f"{source} is named after no column of {data}: give --column")
    if name not in frame.columns:
        with naming_file(data):
            raise SchemaError(no_column(name, frame.columns))
    texts = in_iso(texts_of(frame[name]), leaves=hierarchy.values)
    values = texts.drop_nulls().unique().sort().to_list()
    known = {*hierarchy.values}
    missing = [value for value in values if value not in known]
    return name, len(values) - len(missing), missing
