"""Sensitive tables in files: CSV, a line for each value of each group, with its count."""

from __future__ import annotations

import os
from pathlib import Path

from shoal.data.sensitive_counts import SensitiveCounts
from shoal.io.formats import Format
from shoal.io.rejections import naming_file
from shoal.io.tables import read_columns, write_table

#: What the name of a sensitive table adds to its release's.
SENSITIVE_FILE = ".sensitive.csv"


def read_counts(path: str | os.PathLike[str]) -> SensitiveCounts:
    """Read a sensitive table."""
    frame = read_columns(path, format=Format("csv", ","))
    with naming_file(path):
        return SensitiveCounts(frame)


def write_counts(counts: SensitiveCounts, path: str | os.PathLike[str]) -> None:
    """Write a sensitive table to exactly this file."""
    write_table(counts.frame, Path(path), format=Format("csv", ","))


def counts_beside(release: str | os.PathLike[str]) -> Path:
    """Return where the sensitive table of a release is: beside it, named after it."""
    path = Path(release)
    return path.with_name(path.name + SENSITIVE_FILE)
