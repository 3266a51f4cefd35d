"""``shoal demo``: the main job on built-in data."""

from __future__ import annotations

import shutil
import sys
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from shoal.cli import options
from shoal.cli.options import flag, path
from shoal.cli.progress import progress_bar
from shoal.cli.show import print_answer, print_table, printing, shows_tables

if TYPE_CHECKING:
    from shoal.recipes.demo import Demo


def command(
    folder: Annotated[
        Path,
        flag("Folder for the files; made if missing.", "FOLDER", "-o", "--output", parser=path),
    ] = Path("demo"),
    overwrite: options.Overwrite = False,
) -> int:
    """Anonymize generated clicks and a generated census, verify both, show what they cost.

    `shoal demo -o demo/`
    """
    from shoal.recipes.demo import demo
    from shoal.recipes.verify import verify

    with progress_bar("Anonymizing") as progress:
        made = demo(folder, progress=progress, overwrite=overwrite)
    # Once more, from the published files alone: what anyone can do who gets them.
    baskets, table = made
    qi = table.data.quasi_identifiers
    baskets = replace(baskets, verdict=verify(baskets.files["output"], baskets.model))
    table = replace(table, verdict=verify(table.files["output"], table.model, qi=qi))
    document = {**baskets.to_dict(), "table": table.to_dict()}
    # The table's warnings name the columns left out, as is meant here.
    print_answer(document, "A click stream, anonymized", baskets.summary(), baskets.warnings)
    if shows_tables():
        print_table("A census, anonymized", table.summary().items())
        with printing():
            _show_next(made, folder)
    return 0 if baskets.verdict.ok and table.verdict.ok else 1


def _show_next(made: Demo, folder: Path) -> None:
    """Print commands to continue with; long ones take two lines, as a shell reads them."""
    shoal = "shoal" if shutil.which("shoal") else sys.argv[0]
    baskets, table = made.baskets.files["output"], made.table.files["output"]
    k, qi = made.table.model.k, ",".join(made.table.data.quasi_identifiers)
    print(f"The files are in {folder}: baskets.dat and people.csv are raw,")
    print("release.dat and release.csv can be published, and so can the reports on them,")
    print("report-baskets.html and report-table.html: open them in a browser.")
    print(f"Next: {shoal} verify {baskets} -k {k}")
    print(f"      {shoal} measure {folder / 'baskets.dat'} {baskets}")
    print(f"      {shoal} verify {table} -k {k} \\")
    print(f"        --qi {qi}")
    print(f"      {shoal} measure {folder / 'people.csv'} {table} \\")
    print(f"        --qi {qi} --hierarchies {folder / 'hierarchies'}")
