"""``shoal apply``: new rows in the groups of an earlier release."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from shoal.cli import options
from shoal.cli.flags import extended_by
from shoal.cli.options import argument, flag
from shoal.cli.show import print_answer
from shoal.options import values_of

if TYPE_CHECKING:
    from shoal.options import Option

#: Options of kinds that say how the new file is read.
_READING = ("format", "separator", "dates")


def _options() -> Iterator[Option]:
    from shoal.kinds import KINDS

    found = {one.name: one for kind in KINDS.values() for one in kind.options}
    return (found[name] for name in _READING)


@extended_by(_options)
def command(
    run_file: Annotated[Path, argument("The run file of the earlier release.", "RUN_FILE")],
    source: Annotated[Path, argument("A file with new rows of the same columns.", "INPUT")],
    output: Annotated[str, options.output("Where the new rows go.")],
    given: dict[str, str | bool],
    original: Annotated[
        Path | None, flag("The original of the earlier release, if it was moved.", "FILE")
    ] = None,
    hierarchies: Annotated[
        Path | None, flag("Its folder of hierarchies, if it was moved.", "FOLDER")
    ] = None,
    memory_limit: options.MemoryLimit = None,
    overwrite: options.Overwrite = False,
) -> None:
    """Publish new rows in the groups of an earlier release that cover them.

    The model holds in the new file alone and in both together; other rows are left out.

    `shoal apply release.csv.run.json new.csv -o more.csv`
    """
    from shoal.recipes.apply import apply

    release = apply(
        run_file,
        source,
        output,
        original=original,
        hierarchies=hierarchies,
        memory_limit=memory_limit,
        overwrite=overwrite,
        **values_of(given, _options()),
    )
    facts = release.facts
    print_answer(
        release.to_dict(),
        "Release",
        {
            **release.summary(),
            "left out": f"{facts['left_out']:,} of {facts['new_rows']:,} rows",
            "seconds": f"{release.seconds:.1f}",
            "release": str(release.files["output"]),
            "run file": f"{release.files['run_file']} (private)",
        },
        release.warnings,
    )
