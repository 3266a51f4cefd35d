"""``shoal hierarchy build``: a hierarchy from the values of a column."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from shoal.cli import options
from shoal.cli.flags import Argument, Option
from shoal.cli.show import print_facts, print_json, print_warnings
from shoal.errors import ParameterError, SchemaError
from shoal.wording import no_column

if TYPE_CHECKING:
    import polars as pl

    from shoal.data import Hierarchy


def command(
    source: Annotated[Path, Argument(help="The table.", metavar="INPUT")],
    column: Annotated[
        str, Option(("--column",), help="The column to build it for.", metavar="NAME")
    ],
    intervals: Annotated[
        str | None,
        Option(
            ("--intervals",), help="Numbers: widths, such as 5,10,20, or auto.", metavar="WIDTHS"
        ),
    ] = None,
    dates: Annotated[
        bool, Option(("--dates",), help="Dates: by day, month, year and decade.")
    ] = False,
    prefixes: Annotated[
        bool, Option(("--prefixes",), help="Codes: those that begin alike together.")
    ] = False,
    lengths: Annotated[
        str | None,
        Option(("--lengths",), help="Of the prefixes, such as 1,3,5.", metavar="LENGTHS"),
    ] = None,
    frequency: Annotated[
        bool, Option(("--frequency",), help="Categories: rare ones are merged first.")
    ] = False,
    similarity: Annotated[
        bool,
        Option(
            ("--similarity",),
            help="Categories: those are merged first whose rows are alike in other columns.",
        ),
    ] = False,
    output: Annotated[
        str | None,
        Option(
            ("-o", "--output"),
            help="Where the hierarchy goes; without it, it is printed.",
            metavar="FILE",
        ),
    ] = None,
    format: options.TableFormat = None,
    separator: options.TableSeparator = None,
    json: options.Json = False,
    quiet: options.Quiet = False,
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
        raise ParameterError(f"say how to build it, in one way: {', '.join(ways)}")
    if lengths is not None and not prefixes:
        raise ParameterError("--lengths says how long prefixes are: give --prefixes too")
    from shoal.io import Staged
    from shoal.io.hierarchies import write_hierarchy
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
    if output is not None:
        write_hierarchy(hierarchy, output, inputs=[source])
    _show(hierarchy, column, output, json=json, quiet=quiet)


def _build(
    frame: pl.DataFrame, column: str, way: str, widths: str | None, lengths: str | None
) -> Hierarchy:
    from shoal.data import build_hierarchy, merge_values

    values = frame[column]
    match way:
        case "--intervals":
            steps = None if widths in (None, "auto") else (widths or "").split(",")
            return build_hierarchy.build_intervals(values, steps)
        case "--dates":
            return build_hierarchy.build_dates(values)
        case "--prefixes":
            return build_hierarchy.build_prefixes(values, _whole_numbers(lengths))
        case "--frequency":
            return merge_values.build_by_frequency(values)
        case _:
            return merge_values.build_by_similarity(values, frame.drop(column))


def _whole_numbers(text: str | None) -> list[int] | None:
    if text is None:
        return None
    if not all(part.strip().isdecimal() for part in text.split(",")):
        raise ParameterError(f"--lengths takes whole numbers, such as 1,3,5, not {text!r}")
    return [int(part) for part in text.split(",")]


def _show(
    hierarchy: Hierarchy, column: str, output: str | None, *, json: bool, quiet: bool
) -> None:
    from shoal.data.range_labels import doubtful_labels
    from shoal.io.hierarchies import lines_of

    if not quiet:
        print_warnings(doubtful_labels(hierarchy))
    if json:
        print_json(
            {
                "schema": "shoal.hierarchy-build/1",
                "column": column,
                "values": len(hierarchy),
                "labels": len(hierarchy.labels),
                "depth": hierarchy.depth,
                "output": output,
            }
        )
    elif output is None:
        sys.stdout.write(lines_of(hierarchy))
    elif not quiet:
        print_facts(
            f"Hierarchy of {column}",
            {
                "values": f"{len(hierarchy):,}",
                "labels above them": f"{len(hierarchy.labels) - len(hierarchy):,}",
                "levels above them": f"{hierarchy.depth:,}",
                "written to": output,
            },
        )
