"""Baskets with a taxonomy: the loss of k^m-anonymity beside that of k-anonymous rows.

Each release by km-apriori is checked once more by counting all its combinations in plain Python.
Needs the public files; prints one line a release.
"""

from __future__ import annotations

import argparse
import time
from collections import Counter
from itertools import combinations
from pathlib import Path

import shoal

CASES = {"groceries": (2, 3), "bms_webview_2": (2,)}


def rarest(release: shoal.Release, m: int) -> int:
    """Return in how many rows the rarest combination of up to m items is, counted one by one."""
    counts = Counter(
        combination
        for row in release.data
        for size in range(1, m + 1)
        for combination in combinations(row, size)
    )
    return min(counts.values())


def show(case: str, release: shoal.Release, seconds: float, checked: str) -> None:
    print(f"{case:<32}{release.loss.gcp:>8.4f}{seconds:>9.2f} s   {checked}", flush=True)


def main() -> None:
    here = Path(__file__).resolve()
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--folder", default=str(here.parents[2] / "shared" / "datasets"))
    parser.add_argument("-k", type=int, default=10)
    options = parser.parse_args()
    k = options.k
    print(f"{'release':<32}{'GCP':>8}{'run':>11}")
    for name, sizes in CASES.items():
        data = shoal.datasets.load(name, options.folder)
        tree = shoal.read_hierarchy(Path(options.folder) / "hierarchies" / name / "items.csv.gz")
        for m in sizes:
            started = time.perf_counter()
            release = shoal.anonymize(data, f"km={k},{m}", taxonomy=tree)
            seconds = time.perf_counter() - started
            least = rarest(release, m)
            if least < k:
                raise SystemExit(f"{name}: a combination of up to {m} items is in {least} rows")
            show(f"{name}, km={k},{m}", release, seconds, f"rarest of up to {m} items: {least}")
        for method in ("sweep", "top-down"):
            started = time.perf_counter()
            release = shoal.anonymize(data, f"k={k}", method=method, taxonomy=tree)
            seconds = time.perf_counter() - started
            show(f"{name}, k={k}, {method}", release, seconds, f"{release.groups:,} groups")


if __name__ == "__main__":
    main()
