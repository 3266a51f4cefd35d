"""``shoal mine``: the patterns in a file of baskets or of a table."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Annotated, Any

import typer

from shoal.cli import options
from shoal.cli.flags import extended_by, values_of
from shoal.cli.progress import progress_bar
from shoal.cli.show import print_answer, print_columns
from shoal.wording import counted

if TYPE_CHECKING:
    from shoal.options import Option
    from shoal.recipes.mine_file import MinedFile

#: Lengths shown one by one; longer patterns share the last line.
SHOWN_LENGTHS = 8


#: What matters about a table to a miner.
_OF_TABLES = ("qi", "hierarchies", "categorical", "numeric")


def _options() -> Iterator[Option]:
    from shoal.kinds import KINDS

    for kind in KINDS.values():
        for option in kind.options:
            if option.section == "input" or option.name in ("taxonomy", *_OF_TABLES):
                yield option


@extended_by(_options)
def command(
    source: options.Input,
    given: dict[str, str | bool],
    min_support: Annotated[
        str | None,
        typer.Option(
            "-s",
            "--min-support",
            help="Rows a pattern must occur in: 10, or 0.9% of all.",
            metavar="ROWS",
        ),
    ] = None,
    target: Annotated[
        str, typer.Option(help="all, closed, maximal or longest.", metavar="NAME")
    ] = "closed",
    top: Annotated[
        int | None, typer.Option(help="Only the N best patterns, best first.", metavar="N")
    ] = None,
    by: Annotated[
        str, typer.Option(help="What they are best by: support or length.", metavar="NAME")
    ] = "support",
    min_length: Annotated[
        int, typer.Option(help="Leave out patterns with fewer items.", metavar="N")
    ] = 1,
    max_length: Annotated[
        int | None, typer.Option(help="Leave out patterns with more items.", metavar="N")
    ] = None,
    limit: Annotated[
        int | None, typer.Option(help="Stop after N patterns and keep them.", metavar="N")
    ] = None,
    time_limit: Annotated[
        float | None,
        typer.Option(help="Stop after this time and keep what was found.", metavar="SECONDS"),
    ] = None,
    memory_limit: Annotated[
        str | None,
        typer.Option(
            help="Memory for the input, and for patterns not written yet: 4G or 500M; 60% of what "
            "is free by default.",
            metavar="SIZE",
        ),
    ] = None,
    output: Annotated[
        str | None,
        typer.Option(
            "-o",
            "--output",
            help="Write the patterns: .parquet, .arrow or .csv.",
            metavar="FILE",
            parser=options.named,
        ),
    ] = None,
    overwrite: options.Overwrite = False,
    threads: options.Threads = None,
    json: options.Json = False,
    quiet: options.Quiet = False,
) -> None:
    """Find the patterns that occur in at least ROWS baskets, or rows of a table.

    With a taxonomy of the items, and in tables, patterns may hold labels above a value.

    Patterns are raw data: support says how many people share one, not that it is safe to publish.

    `shoal mine baskets.dat --min-support 10 --target closed -o patterns.parquet`

    `shoal mine people.csv --qi age,sex,zip --hierarchies folder --min-support 10`
    """
    from shoal.kinds import choose_kind
    from shoal.recipes.mine_file import mine_file

    reading = values_of(given, choose_kind(given).options)
    with progress_bar("Mining", "patterns", quiet=quiet) as progress:
        mined = mine_file(
            source,
            min_support=min_support,
            target=target,
            top=top,
            by=by,
            min_length=min_length,
            max_length=max_length,
            limit=limit,
            time_limit=time_limit,
            memory_limit=memory_limit,
            output=output,
            overwrite=overwrite,
            reading=reading,
            threads=threads,
            progress=progress,
        )
    facts = {
        "patterns" if target == "all" else f"{target} patterns": f"{mined.patterns:,}",
        "longest": counted(max(mined.by_length, default=0), "item"),
        "seconds": f"{mined.seconds:.1f}",
        **({"written to": output} if output is not None else {}),
    }
    document = _document(mined, target) | {"output": output}
    print_answer(document, "Patterns", facts, warnings=mined.warnings, json=json, quiet=quiet)
    if output is None and not json and not quiet:
        _show(mined)


def _document(mined: MinedFile, target: str) -> dict[str, Any]:
    best = [{"items": list(items), "support": support} for items, support in mined.best]
    return {
        "schema": "shoal.mine/1",
        "rows": mined.rows,
        "target": target,
        "min_support": mined.request.min_support,
        "complete": mined.stopped_by is None,
        "stopped_by": mined.stopped_by,
        "patterns": mined.patterns,
        "longest": max(mined.by_length, default=0),
        "by_length": {str(length): count for length, count in mined.by_length.items()},
        "seconds": mined.seconds,
        "warnings": list(mined.warnings),
        **({"best": best} if best else {}),
    }


def _show(mined: MinedFile) -> None:
    """Print the best patterns, or how many there are of each length."""
    counts = mined.by_length
    if mined.best:
        rows = [(f"{support:,}", " ".join(items) or "(empty)") for items, support in mined.best]
        print_columns("", ("support", "pattern"), rows, left=True)
    elif counts:
        lengths = list(counts)
        rows = [(f"{length:,}", f"{counts[length]:,}") for length in lengths[:SHOWN_LENGTHS]]
        rest = lengths[SHOWN_LENGTHS:]
        if rest:
            rows.append((f"{rest[0]:,}-{rest[-1]:,}", f"{sum(counts[n] for n in rest):,}"))
        print_columns("", ("length", "patterns"), rows)
