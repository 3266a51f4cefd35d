"""``shoal hierarchy``: build one from a column, show it as a tree, check that it holds a column."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from shoal.cli import options
from shoal.cli.options import argument, flag, switch
from shoal.cli.show import (
    answers_in_json,
    folded,
    print_answer,
    print_json,
    print_warnings,
    printing,
)
from shoal.errors import ParameterError, SchemaError
from shoal.wording import cells, no_column, values_are_shown

if TYPE_CHECKING:
    import polars as pl

    from shoal.data import Hierarchy

#: Missing values that are shown; the others are counted.
SHOWN = 10


def build(
    source: Annotated[Path, argument("The table.", "INPUT")],
    column: Annotated[str, flag("The column to build it for.", "NAME")],
    intervals: Annotated[
        str | None, flag("Numbers: widths, such as 5,10,20, or auto.", "WIDTHS")
    ] = None,
    dates: Annotated[bool, switch("--dates", "Dates: by day, month, year and decade.")] = False,
    prefixes: Annotated[
        bool, switch("--prefixes", "Codes: grouped by their first characters.")
    ] = False,
    lengths: Annotated[
        str | None, flag("Lengths of the prefixes, such as 1,3,5.", "LENGTHS")
    ] = None,
    frequency: Annotated[
        bool, switch("--frequency", "Categories: rare ones are merged first.")
    ] = False,
    similarity: Annotated[
        bool,
        switch(
            "--similarity",
            "Categories: those with similar rows in the other columns are merged first.",
        ),
    ] = False,
    output: Annotated[str | None, options.output("Output file; without it, it is printed.")] = None,
    overwrite: options.Overwrite = False,
    format: options.TableFormat = None,
    separator: options.TableSeparator = None,
) -> None:
    """Build a hierarchy from the values of a column.

    Each line goes from a value up to `*`, as in the files of ARX.

    `shoal hierarchy build people.csv --column age --intervals 5,10,20 -o age.csv`
    """
    ways = {
        "--intervals": intervals is not None,
        "--dates": dates,
        "--prefixes": prefixes,
        "--frequency": frequency,
        "--similarity": similarity,
    }
    chosen = [way for way, given in ways.items() if given]
    if len(chosen) != 1:
        raise ParameterError(f"choose one way to build it: {', '.join(ways)}")
    if lengths is not None and not prefixes:
        raise ParameterError("--lengths is for prefixes: give --prefixes too")
    from shoal.data.range_labels import doubtful_labels
    from shoal.io import Staged
    from shoal.io.hierarchies import lines_of, write_hierarchy
    from shoal.io.rejections import naming_file
    from shoal.io.tables import read_columns

    if output is not None:
        Staged(output, inputs=[source]).check()
    frame = read_columns(source, format=format, separator=separator)
    with naming_file(source, format=format, separator=separator):
        if column not in frame.columns:
            raise SchemaError(no_column(column, frame.columns))
        try:
            hierarchy = _build(frame, column, chosen[0], intervals, lengths)
        except SchemaError as error:
            raise SchemaError(f"column {column!r}: {error}", row=error.row) from None
    warnings = doubtful_labels(hierarchy)
    if output is None and not answers_in_json():
        print_warnings(warnings)
        with printing():
            sys.stdout.write(lines_of(hierarchy))
        return
    if output is not None:
        write_hierarchy(hierarchy, output, inputs=[source], overwrite=overwrite)
    found = {"schema": "shoal.hierarchy-build/1", "column": column, **size(hierarchy)}
    facts = {name: f"{count:,}" for name, count in size(hierarchy).items()}
    facts["written to"] = output or ""
    print_answer({**found, "output": output}, f"Hierarchy of {column}", facts, warnings)


def _build(
    frame: pl.DataFrame, column: str, way: str, widths: str | None, lengths: str | None
) -> Hierarchy:
    from shoal.hierarchies import build as building
    from shoal.hierarchies import merging

    values = frame[column]
    match way:
        case "--intervals":
            steps = None if widths in (None, "auto") else (widths or "").split(",")
            return building.build_intervals(values, steps)
        case "--dates":
            return building.build_dates(values)
        case "--prefixes":
            return building.build_prefixes(values, _whole_numbers(lengths))
        case "--frequency":
            return merging.build_by_frequency(values)
        case _:
            return merging.build_by_similarity(values, frame.drop(column))


def _whole_numbers(text: str | None) -> list[int] | None:
    if text is None:
        return None
    if not all(part.strip().isdecimal() for part in text.split(",")):
        raise ParameterError(f"--lengths takes whole numbers, such as 1,3,5, not {text!r}")
    return [int(part) for part in text.split(",")]


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
    facts = {name: f"{count:,}" for name, count in size(hierarchy).items()}
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


def size(hierarchy: Hierarchy) -> dict[str, int]:
    """Return how large a hierarchy is."""
    return {"values": len(hierarchy), "labels": len(hierarchy.labels), "depth": hierarchy.depth}


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
