"""The main job on built-in data: baskets, and a table beside them."""

from __future__ import annotations

from os import PathLike
from pathlib import Path
from typing import NamedTuple

from shoal.datasets import census, census_hierarchies, clicks
from shoal.engines.local import Progress
from shoal.errors import OutputError, ParameterError
from shoal.io import write
from shoal.io.hierarchies import write_hierarchy
from shoal.io.staging import Staged
from shoal.io.tables import write_table
from shoal.privacy import KAnonymity
from shoal.recipes.publish import Publication, publish
from shoal.recipes.publish_table import publish_table
from shoal.release import Release
from shoal.release.table_release import TableRelease
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

    baskets: Publication[Release]
    table: Publication[TableRelease]


def demo(folder: str | PathLike[str], *, progress: Progress | None = None) -> Demo:
    """Generate a click stream and a census, write them to ``folder`` and publish both at k = 10."""
    folder = Path(folder)
    _make(folder)
    baskets = folder / "baskets.dat"
    with Staged(baskets) as staged:
        with named_after_target(staged):
            write(clicks(rows=ROWS), staged.temporary, format="fimi")
        staged.commit()
    published = publish(
        baskets,
        folder / "release.dat",
        KAnonymity(K),
        certificate="tight",
        report=folder / "report-baskets.html",
        progress=progress,
    )
    return Demo(published, _publish_census(folder, progress))


def _publish_census(folder: Path, progress: Progress | None) -> Publication[TableRelease]:
    people, hierarchies = folder / "people.csv", folder / "hierarchies"
    with Staged(people) as staged:
        with named_after_target(staged):
            write_table(census(rows=PEOPLE), staged.temporary, format="csv")
        staged.commit()
    _make(hierarchies)
    for name, tree in census_hierarchies().items():
        write_hierarchy(tree, hierarchies / f"{name}.csv")
    return publish_table(
        people,
        folder / "release.csv",
        KAnonymity(K),
        roles={"qi": QUASI_IDENTIFIERS, "sensitive": SENSITIVE, "hierarchies": hierarchies},
        certificate="tight",
        report=folder / "report-table.html",
        progress=progress,
    )


def _make(folder: Path) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except (FileExistsError, NotADirectoryError):
        raise ParameterError(f"cannot make the folder {folder}: there is a file") from None
    except OSError as error:
        raise OutputError(f"cannot make the folder {folder}: {error.strerror}") from None
