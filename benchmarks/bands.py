"""What the default of tables costs beside exact sets and hierarchies made without the data.

8,000 generated patients at k = 10, published by bands, by sets, and by hierarchies as ARX's wizard
builds them: days, months, years and decades, shorter and shorter prefixes. LM, the error of counts
by one column and by two, the size of the file as a share of the raw one, and how many exact values
it prints that fewer than ten patients have. Exit status 1 if bands print any, or if their file is
larger than the raw one.
"""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path
from typing import Any

import polars as pl

import shoal
from shoal.hierarchies.build import build_dates, build_prefixes

QI = ("birth_date", "sex", "postcode", "admission")
K = 10


def main() -> int:
    """Print a line for each way; return the exit status."""
    people = shoal.datasets.patients(8_000, seed=1)
    trees = {
        "birth_date": build_dates(people["birth_date"]),
        "sex": None,
        "postcode": build_prefixes(people["postcode"], [4, 3, 2, 1]),
        "admission": build_dates(people["admission"]),
    }
    ways: dict[str, tuple[Any, str]] = {
        "bands, the default": (QI, "auto"),
        "hierarchies without data": (trees, "hierarchy"),
        "exact ranges and sets": (QI, "set"),
    }
    fine = True
    print("| patients, k = 10 | LM | counts by one | by two | size of file | rare values printed |")
    print("|---|---|---|---|---|---|")
    with tempfile.TemporaryDirectory() as folder:
        raw = Path(folder, "raw.csv")
        people.write_csv(raw)
        for name, (qi, recoding) in ways.items():
            table = shoal.read(people, qi=qi, sensitive=["icd10"], recoding=recoding)
            release = shoal.anonymize(table, shoal.KAnonymity(K))
            path = Path(folder, "release.csv")
            release.write(path, overwrite=True)
            rare = sum(rare_of(release, people, column) for column in QI)
            size = path.stat().st_size / raw.stat().st_size
            print(
                f"| {name} | {release.loss.lm:.3f} | {release.utility.are_of_columns:.1%} "
                f"| {release.utility.are_of_pairs:.1%} | {size:.2f} of raw | {rare:,} |"
            )
            if name.startswith("bands"):
                fine = not rare and size <= 1
    return 0 if fine else 1


def rare_of(release: shoal.Release, people: pl.DataFrame, column: str) -> int:
    """Return how many values of fewer than K rows stand in the cells of a column."""
    counts = people[column].value_counts()
    rare = set(counts.filter(counts["count"] < K)[column].to_list())
    cells = release.data.to_polars()[column].unique().to_list()
    return len(rare & set().union(*map(parts, cells)))


def parts(cell: str) -> set[str]:
    """Return every text in a cell that may be a value."""
    if cell.startswith("{"):
        return {part.strip() for part in cell[1:-1].split(",")}
    return {cell, cell[:10], cell[-10:]}


if __name__ == "__main__":
    sys.exit(main())
