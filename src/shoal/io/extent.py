"""How many rows and entries a text file holds, guessed from its beginning."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

from shoal.io.compression import beginning
from shoal.io.formats import Format

#: Bytes looked at. Enough for some thousand rows, and read in no time.
_SAMPLE = 1 << 18


class Extent(NamedTuple):
    """About how many rows a file holds, and items of all rows together."""

    rows: int
    entries: int


def guess_extent(path: Path, format: Format) -> Extent | None:
    r"""Guess the extent of a text file as if all of it were like its beginning.

    Parameters
    ----------
    path
        The file.
    format
        Its layout; None is returned for other files than text.

    Examples
    --------
    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     path = Path(folder, "baskets.dat")
    ...     _ = path.write_text("1 2\n3\n" * 100)
    ...     guess_extent(path, Format("fimi"))
    Extent(rows=200, entries=300)
    """
    if not format.text:
        return None
    with path.open("rb") as file:
        sample = file.read(_SAMPLE)
    unpacked = beginning(sample)
    if unpacked is None:  # the reader says what is wrong
        return None
    sample, looked_at = unpacked
    share = path.stat().st_size / max(looked_at, 1)
    lines = sample.count(b"\n")
    if format.long is not None:  # a line for each item, and no more baskets than that
        return Extent(round(lines * share), round(lines * share))
    separators = sample.count((format.separator or " ").encode())
    return Extent(round(lines * share), round((lines + separators) * share))
