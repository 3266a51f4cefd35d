"""``shoal mine``: the patterns in a file of baskets."""

from __future__ import annotations

from collections import Counter
from typing import Annotated

from shoal.cli import options
from shoal.cli.flags import Option
from shoal.cli.show import print_columns, print_facts, print_json, print_warnings, progress_bar
from shoal.wording import counted

#: Lengths shown one by one; longer patterns share the last line.
SHOWN_LENGTHS = 8


def command(
    source: options.Input,
    min_support: Annotated[
        str,
        Option(
            ("--min-support", "-s"),
            help="Rows a pattern must occur in: 10, or 0.9% of all.",
            metavar="ROWS",
        ),
    ],
    target: Annotated[
        str, Option(("--target",), help="closed or longest.", metavar="NAME")
    ] = "closed",
    output: Annotated[
        str | None,
        Option(
            ("-o", "--output"), help="Write the patterns: .parquet, .arrow or .csv.", metavar="FILE"
        ),
    ] = None,
    threads: options.Threads = None,
    format: options.Format = None,
    separator: options.Separator = None,
    column: options.Column = None,
    json: options.Json = False,
    quiet: options.Quiet = False,
) -> None:
    """Find the patterns that occur in at least ROWS baskets.

    Patterns are raw data: support says how many people share one, not that it is safe to publish.

    `shoal mine baskets.dat --min-support 10 --target closed -o patterns.parquet`
    """
    from shoal.recipes.mine_file import mine_file

    with progress_bar("Mining", "patterns", quiet=quiet) as progress:
        mined = mine_file(
            source,
            min_support,
            target,
            output=output,
            format=format,
            separator=separator,
            column=column,
            threads=threads,
            progress=progress,
        )
    if not quiet:
        print_warnings(mined.warnings)
    counts = dict(sorted(Counter(mined.patterns.lengths.tolist()).items()))
    if json:
        print_json(
            {
                "schema": "shoal.mine/1",
                "rows": mined.rows,
                "target": target,
                "min_support": mined.patterns.min_support,
                "patterns": len(mined.patterns),
                "longest": max(counts, default=0),
                "by_length": {str(length): count for length, count in counts.items()},
                "seconds": mined.seconds,
                "warnings": list(mined.warnings),
                "output": output,
            }
        )
    elif not quiet:
        _show(target, len(mined.patterns), counts, output, mined.seconds)


def _show(
    target: str, found: int, counts: dict[int, int], output: str | None, seconds: float
) -> None:
    facts = {
        f"{target} patterns": f"{found:,}",
        "longest": counted(max(counts, default=0), "item"),
        "seconds": f"{seconds:.1f}",
    }
    if output is not None:
        facts["written to"] = output
    print_facts("Patterns", facts)
    if output is None and counts:
        lengths = list(counts)
        rows = [(f"{length:,}", f"{counts[length]:,}") for length in lengths[:SHOWN_LENGTHS]]
        rest = lengths[SHOWN_LENGTHS:]
        if rest:
            rows.append((f"{rest[0]:,}-{rest[-1]:,}", f"{sum(counts[n] for n in rest):,}"))
        print_columns("", ("length", "patterns"), rows)
