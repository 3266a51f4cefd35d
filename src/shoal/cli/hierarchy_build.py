"""``shoal hierarchy build``: a hierarchy from the values of a column."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from shoal.cli import options
from shoal.cli.hierarchy import size, size_facts
from shoal.cli.options import argument, flag, switch
from shoal.cli.show import answers_in_json, print_answer, print_warnings, printing
from shoal.errors import ParameterError, SchemaError
from shoal.wording import no_column

if TYPE_CHECKING:
    import polars as pl

    from shoal.data import Hierarchy


def command(
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
    facts = {**size_facts(hierarchy), "written to": output or ""}
    print_answer({**found, "output": output}, f"Hierarchy of {column}", facts, warnings)


def _build(
    frame: pl.DataFrame, column: str, way: str, widths: str | None, lengths: str | None
) -> Hierarchy:
    from shoal.hierarchies import build, merging

    values = frame[column]
    match way:
        case "--intervals":
            steps = None if widths in (None, "auto") else (widths or "").split(",")
            return build.build_intervals(values, steps)
        case "--dates":
            return build.build_dates(values)
        case "--prefixes":
            return build.build_prefixes(values, _whole_numbers(lengths))
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
