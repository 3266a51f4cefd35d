"""The main job on built-in data."""

from __future__ import annotations

from os import PathLike
from pathlib import Path

from shoal.datasets import clicks
from shoal.engines.local import Progress
from shoal.errors import OutputError, ParameterError
from shoal.io import write
from shoal.io.staging import Staged
from shoal.privacy import KAnonymity
from shoal.recipes.publish import Publication, publish
from shoal.release import Release

#: Large enough to look like a shop's click stream, small enough for a few seconds.
ROWS = 20_000
K = 10


def demo(folder: str | PathLike[str], *, progress: Progress | None = None) -> Publication[Release]:
    """Generate a click stream, write it to ``folder`` and publish it at k = 10 beside it."""
    folder = Path(folder)
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except (FileExistsError, NotADirectoryError):
        raise ParameterError(f"cannot make the folder {folder}: there is a file") from None
    except OSError as error:
        raise OutputError(f"cannot make the folder {folder}: {error.strerror}") from None
    baskets = folder / "baskets.dat"
    with Staged(baskets) as staged:
        write(clicks(rows=ROWS), staged.temporary, format="fimi")
        staged.commit()
    return publish(
        baskets, folder / "release.dat", KAnonymity(K), certificate="tight", progress=progress
    )
