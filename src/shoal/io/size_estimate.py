"""About how large a text file is in memory, estimated from its beginning."""

from __future__ import annotations

from pathlib import Path

from shoal.io.compression import beginning
from shoal.io.formats import Format

#: Bytes looked at. Enough for some thousand rows, and read in no time.
_SAMPLE = 1 << 18


def estimate_size(path: Path, format: Format) -> tuple[int, int] | None:
    """Estimate a text file's rows, and items of all rows, by its beginning; None of others."""
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
    return round(lines * share), round(entries * share)
