"""The main job on built-in data: baskets, and a table beside them."""

from __future__ import annotations

from collections.abc import Callable
from os import PathLike
from pathlib import Path
from typing import Any, NamedTuple

from shoal.datasets import census, census_hierarchies, clicks
from shoal.engines.local import Progress
from shoal.errors import OutputError
from shoal.io import write
from shoal.io.hierarchies import write_hierarchy
from shoal.io.staging import Staged
from shoal.io.tables import write_table
from shoal.recipes.recipe import Recipe
from shoal.release import Release
from shoal.release.writing import named_after_target

#: Large enough to look like a shop's click stream and a town's census, small enough for seconds.
ROWS = 20_000
PEOPLE = 2_000
K = 10

#: What others may know about a person, and what they must not learn.
QUASI_IDENTIFIERS = ("age", "sex", "zip", "education")
SENSITIVE = ("disease",)


class Demo(NamedTuple):
    """What the demonstration published."""

    baskets: Release
    table: Release


def demo(
    folder: str | PathLike[str], *, progress: Progress | None = None, overwrite: bool = False
) -> Demo:
    """Generate a click stream and a census, write them to ``folder`` and publish both at k = 10."""
    folder = Path(folder)
    _make(folder)
    raw: dict[str, Callable[[Path], None]] = {
        "baskets.dat": lambda path: write(clicks(rows=ROWS), path, format="fimi"),
        "people.csv": lambda path: write_table(census(rows=PEOPLE), path, format="csv"),
    }
    for name, write_to in raw.items():
        with Staged(folder / name, overwrite=overwrite) as staged:
            with named_after_target(staged):
                write_to(staged.temporary)
            staged.commit()
    _make(folder / "hierarchies")
    for name, tree in census_hierarchies().items():
        write_hierarchy(tree, folder / "hierarchies" / f"{name}.csv", overwrite=overwrite)
    common = {"model": f"k={K}", "options": {"certificate": "tight"}}
    baskets: dict[str, Any] = {
        "input": {"path": "baskets.dat"},
        "output": {"path": "release.dat", "report": "report-baskets.html"},
    }
    table: dict[str, Any] = {
        "input": {"path": "people.csv"},
        "data": {"qi": QUASI_IDENTIFIERS, "sensitive": SENSITIVE, "hierarchies": "hierarchies"},
        "output": {"path": "release.csv", "report": "report-table.html"},
    }
    return Demo(
        Recipe.of(common | baskets, folder=folder).run(progress=progress, overwrite=overwrite),
        Recipe.of(common | table, folder=folder).run(progress=progress, overwrite=overwrite),
    )


def _make(folder: Path) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise OutputError(f"cannot make the folder {folder}: {error.strerror}") from None
