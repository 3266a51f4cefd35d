"""Figure 5 of *PatternKa*: NCP and time on Adult, nine columns, against Mondrian and Hilbert.

Age is published as a range. Writes ``benchmarks/results/patternka_tables.csv`` and a picture.
"""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

from calls import DATA, IMAGES, RESULTS, shoal
from pictures import Panel, Row, draw, write_rows

KS = (5, 10, 25, 50, 100, 200)
QI = "age,workclass,education,marital-status,occupation,race,sex,native-country,salary-class"
#: What each line is made with.
LINES = {
    "patternka": ["--method", "patternka"],
    "patternka, paper's order": ["--method", "patternka", "--selection", "paper"],
    "mondrian": ["--method", "mondrian"],
    "hilbert": ["--method", "hilbert"],
    "sweep": ["--method", "sweep"],
}


def run() -> Iterator[Row]:
    """Anonymize Adult by each method at each k."""
    flags = [DATA / "adult.csv.gz", "--qi", QI, "--hierarchies", DATA / "hierarchies" / "adult"]
    flags += ["--recoding", "age=range", "--certificate", "none"]
    for k in KS:
        for line, method in LINES.items():
            with tempfile.TemporaryDirectory() as folder:
                output = Path(folder, "release.csv")
                call = shoal("anonymize", *flags, *method, "-k", k, "-o", output)
            if call.answer is None:
                raise SystemExit(call.said)
            loss = call.answer["loss"]
            row = {"k": k, "method": line, "gcp": loss["gcp"], "lm": loss["lm"]}
            yield row | {"cpu_seconds": round(call.cpu_seconds, 2)}


def main() -> int:
    """Print, write and draw."""
    if not DATA.is_dir():
        print(f"needs {DATA}")
        return 2
    rows = []
    for row in run():
        rows.append(row)
        print(
            f"k = {row['k']:<5}{row['method']:<26}GCP {row['gcp']:.4f}  {row['cpu_seconds']} CPU s"
        )
    write_rows(rows, RESULTS / "patternka_tables.csv")
    panels = [
        Panel("Adult: NCP", rows, "k", "gcp", "k", "GCP"),
        Panel("Adult: time", rows, "k", "cpu_seconds", "k", "CPU seconds"),
    ]
    draw(panels, IMAGES / "patternka-tables.svg")
    return 0


if __name__ == "__main__":
    sys.exit(main())
