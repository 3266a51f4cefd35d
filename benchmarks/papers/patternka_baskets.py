"""Figures 6 and 7 of *PatternKa*: NCP and time on the BMS files, against top-down.

Writes ``benchmarks/results/patternka_baskets.csv`` and a picture.
"""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import polars as pl
from calls import DATA, IMAGES, RESULTS, shoal
from pictures import Panel, Row, draw, write_rows

KS = (5, 10, 20, 50, 100)
FILES = {"BMS-WebView-1": "bms_webview_1.dat.gz", "BMS-WebView-2": "bms_webview_2.dat.gz"}
METHODS = ("patternka", "sweep", "top-down")


def run(folder: Path) -> Iterator[Row]:
    """Anonymize both files by each method at each k."""
    for name, file in FILES.items():
        items = flat_taxonomy(DATA / file, folder / f"{name}.csv")
        for k in KS:
            for method in METHODS:
                # As in the paper, there is nothing above the items but the root.
                flags = ["--taxonomy", items] if method == "top-down" else ["--certificate", "none"]
                output = folder / "release.dat"
                output.unlink(missing_ok=True)
                call = shoal(
                    "anonymize", DATA / file, "-k", k, "--method", method, *flags, "-o", output
                )
                if call.answer is None:
                    raise SystemExit(call.said)
                row = {"data": name, "k": k, "method": method, "gcp": call.answer["loss"]["gcp"]}
                yield row | {"cpu_seconds": round(call.cpu_seconds, 2)}


def flat_taxonomy(source: Path, path: Path) -> Path:
    """Write a taxonomy in which every item stands below the root."""
    lines = pl.read_csv(source, has_header=False, separator="\n", infer_schema=False)
    items = lines.to_series().str.split(" ").explode().unique().sort()
    path.write_text("".join(f"{item};*\n" for item in items))
    return path


def main() -> int:
    """Print, write and draw."""
    if not DATA.is_dir():
        print(f"needs {DATA}")
        return 2
    rows = []
    with tempfile.TemporaryDirectory() as folder:
        for row in run(Path(folder)):
            rows.append(row)
            print(
                f"{row['data']}  k = {row['k']:<5}{row['method']:<12}GCP {row['gcp']:.4f}  "
                f"{row['cpu_seconds']} CPU s"
            )
    write_rows(rows, RESULTS / "patternka_baskets.csv")
    panels = [
        Panel(
            f"{name}: {title}",
            [row for row in rows if row["data"] == name],
            "k", y, "k", label,
        )
        for name in FILES
        for title, y, label in (("NCP", "gcp", "GCP"), ("time", "cpu_seconds", "CPU seconds"))
    ]  # fmt: skip
    draw(panels, IMAGES / "patternka-baskets.svg", columns=2)
    return 0


if __name__ == "__main__":
    sys.exit(main())
