"""``shoal mine``: the patterns in a file of baskets or of a table."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Annotated, Any

from shoal.cli import options
from shoal.cli.flags import extended_by
from shoal.cli.options import flag
from shoal.cli.progress import progress_bar
from shoal.cli.show import print_answer, print_table, shows_tables
from shoal.options import values_of
from shoal.wording import counted

if TYPE_CHECKING:
    from shoal.options import Option
    from shoal.recipes.mine_file import MinedFile

#: What matters about a table to a miner.
_OF_TABLES = ("qi", "hierarchies", "categorical", "numeric", "dates", "derive")


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
        flag("Rows a pattern must occur in: 10, or 0.9% of all.", "ROWS", "-s", "--min-support"),
    ] = None,
    target: Annotated[str, flag("all, closed, maximal or longest.", "NAME")] = "closed",
    top: Annotated[int | None, flag("Only the N best patterns, best first.", "N")] = None,
    by: Annotated[str, flag("What they are best by: support or length.", "NAME")] = "support",
    min_length: Annotated[int, flag("Leave out patterns with fewer items.", "N")] = 1,
    max_length: Annotated[int | None, flag("Leave out patterns with more items.", "N")] = None,
    limit: Annotated[int | None, flag("Stop after N patterns and keep them.", "N")] = None,
    time_limit: Annotated[
        float | None, flag("Stop after this time and keep what was found.", "SECONDS")
    ] = None,
    memory_limit: Annotated[
        str | None,
        flag(
            "Memory for the input, and for patterns not written yet: 4G or 500M; 60% of what is "
            "free by default.",
            "SIZE",
        ),
    ] = None,
    output: Annotated[
        str | None, options.output("Write the patterns: .parquet, .arrow or .csv.")
    ] = None,
    overwrite: options.Overwrite = False,
    threads: options.Threads = None,
) -> None:
    """Find the patterns that occur in at least ROWS baskets, or rows of a table.

    With a taxonomy of the items, and in tables, patterns may hold labels above a value.

    Patterns are raw data: support says how many people share one, not that it is safe to publish.

    `shoal mine baskets.dat --min-support 10 --target closed -o patterns.parquet`

    `shoal mine people.csv --qi age,sex,zip --hierarchies folder --min-support 10`
    """
    asked = {name: value for name, value in locals().items() if name not in ("source", "given")}
    from shoal.kinds import choose_kind
    from shoal.recipes.mine_file import mine_file

    reading = values_of(given, choose_kind(given).options)
    with progress_bar("Mining", "patterns") as progress:
        mined = mine_file(source, reading=reading, progress=progress, **asked)
    facts = {
        "patterns" if target == "all" else f"{target} patterns": f"{mined.patterns:,}",
        "longest": counted(max(mined.by_length, default=0), "item"),
        "seconds": f"{mined.seconds:.1f}",
        **({"written to": output} if output is not None else {}),
    }
    document = _document(mined, target) | {"output": output}
    print_answer(document, "Patterns", facts, mined.warnings)
    if output is None and shows_tables():
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
        print_table("", [("support", "pattern"), *rows])
    elif counts:
        rows = [(f"{length:,}", f"{count:,}") for length, count in counts.items()]
        print_table("", [("length", "patterns"), *rows], left=False)
