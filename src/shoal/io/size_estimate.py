"""About how large a text file is in memory, estimated from its beginning."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

from shoal.io.compression import beginning
from shoal.io.formats import Format

#: Bytes looked at. Enough for some thousand rows, and read in no time.
_SAMPLE = 1 << 18


class Size(NamedTuple):
    """About how many rows a file holds, and items of all rows together."""

    rows: int
    entries: int


def estimate_size(path: Path, format: Format) -> Size | None:
    """Estimate the size of a text file as if all of it were like its beginning; None of others."""
    if not format.text:
        return None
    with path.open("rb") as file:
        packed = file.read(_SAMPLE)
    sample = beginning(packed)
    share = path.stat().st_size / max(len(packed), 1)
    lines = sample.count(b"\n")
    separators = sample.count((format.separator or " ").encode())
    # The long layout has a line for each item, and no more baskets than that.
    entries = lines if format.long is not None else lines + separators
    return Size(round(lines * share), round(entries * share))
