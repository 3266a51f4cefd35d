"""``shoal demo``: the main job on built-in data, baskets and a table beside them."""

from __future__ import annotations

import shutil
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Annotated

from shoal.cli import options
from shoal.cli.options import flag, path
from shoal.cli.progress import progress_bar
from shoal.cli.show import print_answer, print_table, printing, shows_tables

#: Large enough to look like a shop's click stream and a town's census, small enough for seconds.
ROWS, PEOPLE, K = 20_000, 2_000, 10

#: What others may know about a person.
QUASI_IDENTIFIERS = ["age", "sex", "zip", "education"]

_BOTH = {"model": f"k={K}", "options": {"certificate": "tight"}}
_BASKETS = _BOTH | {
    "input": {"path": "baskets.dat"},
    "output": {"path": "release.dat", "report": "report-baskets.html"},
}
_TABLE = _BOTH | {
    "input": {"path": "people.csv"},
    "data": {"qi": QUASI_IDENTIFIERS, "sensitive": ["disease"], "hierarchies": "hierarchies"},
    "output": {"path": "release.csv", "report": "report-table.html"},
}


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
    from shoal.recipes.recipe import Recipe
    from shoal.recipes.verify import verify

    with progress_bar("Anonymizing") as progress:
        _write_data(folder, overwrite)
        baskets, table = (
            Recipe.of(content, folder=folder).run(progress=progress, overwrite=overwrite)
            for content in (_BASKETS, _TABLE)
        )
    # Once more, from the published files alone: what anyone can do who gets them.
    release, people = baskets.files["output"], table.files["output"]
    baskets = replace(baskets, verdict=verify(release, baskets.model))
    table = replace(table, verdict=verify(people, table.model, qi=QUASI_IDENTIFIERS))
    document = {**baskets.to_dict(), "table": table.to_dict()}
    # The table's warnings name the columns left out, as is meant here.
    print_answer(document, "A click stream, anonymized", baskets.summary(), baskets.warnings)
    if shows_tables():
        print_table("A census, anonymized", table.summary().items())
        with printing():
            _show_next(folder, release, people)
    return 0 if baskets.verdict.ok and table.verdict.ok else 1


def _write_data(folder: Path, overwrite: bool) -> None:
    from shoal.datasets import census, census_hierarchies, clicks
    from shoal.io import Staged, write
    from shoal.io.hierarchies import write_hierarchy
    from shoal.io.tables import write_table
    from shoal.release.writing import named_after_target

    trees = folder / "hierarchies"
    trees.mkdir(parents=True, exist_ok=True)
    raw: dict[str, Callable[[Path], None]] = {
        "baskets.dat": lambda path: write(clicks(rows=ROWS), path, format="fimi"),
        "people.csv": lambda path: write_table(census(rows=PEOPLE), path, format="csv"),
    }
    for name, write_to in raw.items():
        with Staged(folder / name, overwrite=overwrite) as staged:
            with named_after_target(staged):
                write_to(staged.temporary)
            staged.commit()
    for name, tree in census_hierarchies().items():
        write_hierarchy(tree, trees / f"{name}.csv", overwrite=overwrite)


def _show_next(folder: Path, release: Path, people: Path) -> None:
    """Print commands to continue with; long ones take two lines, as a shell reads them."""
    shoal = "shoal" if shutil.which("shoal") else sys.argv[0]
    qi = ",".join(QUASI_IDENTIFIERS)
    print(f"The files are in {folder}: baskets.dat and people.csv are raw,")
    print("release.dat and release.csv can be published, and so can the reports on them,")
    print("report-baskets.html and report-table.html: open them in a browser.")
    print(f"Next: {shoal} verify {release} -k {K}")
    print(f"      {shoal} measure {folder / 'baskets.dat'} {release}")
    print(f"      {shoal} verify {people} -k {K} \\")
    print(f"        --qi {qi}")
    print(f"      {shoal} measure {folder / 'people.csv'} {people} \\")
    print(f"        --qi {qi} --hierarchies {folder / 'hierarchies'}")
