"""Chapter 9 of *Practical Approximation Algorithms for Optimal k-Anonymity*, run again.

Figures 9.1 to 9.10 and tables 9.1 to 9.4, with this product's methods beside those of the thesis.
Rows are shuffled by a seed, as the forest depends on their order. Writes
``benchmarks/results/thesis.csv`` and pictures in ``docs/images``.
"""

from __future__ import annotations

import argparse
import math
import random
import sys
import tempfile
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from pathlib import Path

import polars as pl
from calls import DATA, IMAGES, RESULTS, shoal
from pictures import Panel, Row, draw, read_rows, write_rows

KS = (50, 75, 100, 150, 200)
METHODS = (
    "sweep",
    "gen-cover-cf",
    "agglomerative",
    "agglomerative-modified",
    "forest",
    "patternka",
    "hilbert",
)
#: Methods that the thesis compares.
OF_THESIS = ("gen-cover-cf", "agglomerative-modified", "forest")

FIVE = ["age", "workclass", "education", "occupation", "sex"]
EIGHT = [*FIVE, "marital-status", "relationship", "race"]
ELEVEN = [*EIGHT, "education-num", "hours-per-week", "native-country"]
FOURTEEN = [*ELEVEN, "fnlwgt", "capital-gain", "capital-loss"]
ADULT = (FIVE, EIGHT, ELEVEN, FOURTEEN)
#: The eight columns that other tools are compared on.
PUBLIC = [*FIVE, "marital-status", "race", "native-country"]
NURSERY = ["parents", "has_nurs", "form", "children", "housing", "finance", "social", "health"]

#: Closed patterns in the thesis, by k: tables 9.1 and 9.3.
THESIS_ADULT = dict(zip(KS, (1_199_494, 819_991, 612_617, 390_126, 278_672), strict=True))
THESIS_NURSERY = dict(zip(KS, (28_575, 17_301, 13_685, 7_421, 5_604), strict=True))

#: Seconds after which a search for patterns ends, and is not counted.
LONGEST_SEARCH = 60


class Table:
    """A file with its quasi-identifiers and hierarchies."""

    def __init__(self, name: str, path: Path, columns: list[str], trees: Path | None) -> None:
        self.name, self.path, self.columns, self.trees = name, path, columns, trees

    def flags(self) -> list[str]:
        """Return what the command must be given."""
        names = ",".join(self.columns)
        # Without hierarchies all columns are flat: a value or `*`.
        trees = (
            ["--categorical", names] if self.trees is None else ["--hierarchies", str(self.trees)]
        )
        return [str(self.path), "--qi", names, *trees]


def shuffled(frame: pl.DataFrame, path: Path, times: int = 1, seed: int = 1) -> Path:
    """Write rows, each so many times, in a random order."""
    order = list(range(len(frame))) * times
    random.Random(seed).shuffle(order)
    frame[order].write_csv(path)
    return path


def compared(figure: str, table: Table, methods: Iterable[str]) -> Iterator[Row]:
    """Run methods under each measure: figures 9.1 to 9.3, 9.5 and 9.6, 9.7 and 9.8."""
    for k in KS:
        for method in methods:
            row: Row = {"figure": figure, "data": table.name, "k": k, "method": method}
            for measure in ("lm", "entropy"):
                call = anonymized(table, k, method, measure)
                if call is None:
                    continue
                loss, seconds = call
                row |= {measure: loss} | ({"cpu_seconds": seconds} if measure == "lm" else {})
            yield row


def anonymized(table: Table, k: int, method: str, measure: str) -> tuple[float, float] | None:
    """Return the loss and CPU seconds of a run; None when the method refuses the table."""
    with tempfile.TemporaryDirectory() as folder:
        output = Path(folder, "release.csv")
        flags = ["--method", method, "--minimize", measure, "--recoding", "hierarchy"]
        flags += ["--certificate", "none", "-k", k, "-o", output]
        call = shoal("anonymize", *table.flags(), *flags)
    if call.answer is None:
        print(f"  {table.name}, {method}, k = {k}: {call.said}", file=sys.stderr)
        return None
    return call.answer["loss"][measure], round(call.cpu_seconds, 2)


def mined(figure: str, table: Table, ks: Iterable[int], **known: object) -> Iterator[Row]:
    """Count closed generalized patterns: tables 9.1 to 9.4, figures 9.9 and 9.10."""
    for k in ks:
        flags = ["--min-support", k, "--time-limit", LONGEST_SEARCH]
        call = shoal("mine", *table.flags(), *flags)
        if call.answer is None:
            raise SystemExit(call.said)
        counts = {"patterns": call.answer["patterns"]} if call.answer["complete"] else {}
        row = {"figure": figure, "data": table.name, "k": k, "method": "closed patterns"}
        yield row | counts | known | {"cpu_seconds": round(call.cpu_seconds, 2)}


def adult(folder: Path) -> Iterator[Row]:
    """Figures 9.1 to 9.3, tables 9.1 and 9.2, on the eight columns that other tools are run on."""
    table = adult_table(folder, PUBLIC)
    yield from compared("9.1-9.3", table, METHODS)
    yield from mined("table 9.1", table, KS)


def attributes(folder: Path) -> Iterator[Row]:
    """Figures 9.4 and 9.10: Gen-Cover-CF and mining by the number of attributes."""
    for columns in ADULT:
        table = adult_table(folder, columns)
        for k in (50, 100, 200):
            row: Row = {"figure": "9.4", "data": table.name, "k": k, "columns": len(columns)}
            found = anonymized(table, k, "gen-cover-cf", "lm")
            if found is not None:
                yield row | {
                    "method": f"{len(columns)} columns",
                    "lm": found[0],
                    "cpu_seconds": found[1],
                }
        yield from mined("9.10", table, (50, 100, 200), columns=len(columns))
    flat = Table("adult, flat", shuffled(adult_frame(), folder / "flat.csv"), PUBLIC, None)
    for k in KS:
        found = anonymized(flat, k, "gen-cover-cf", "lm")
        if found is not None:
            row = {"figure": "9.4", "data": flat.name, "k": k, "columns": len(PUBLIC)}
            yield row | {"method": "8, flat", "lm": found[0], "cpu_seconds": found[1]}


def size(folder: Path) -> Iterator[Row]:
    """Figure 9.9: closed patterns by the number of rows, each row so many times."""
    for times in (1, 2, 3, 4):
        path = shuffled(adult_frame(), folder / f"{times}.csv", times)
        table = Table("adult", path, PUBLIC, DATA / "hierarchies" / "adult")
        yield from mined("9.9", table, (200,), rows=len(adult_frame()) * times)


def nursery(folder: Path) -> Iterator[Row]:
    """Figures 9.5 and 9.6, table 9.3: all hierarchies flat."""
    frame = pl.read_csv(DATA / "nursery.csv.gz", infer_schema=False)
    table = Table("nursery", shuffled(frame, folder / "nursery.csv"), NURSERY, None)
    yield from compared("9.5-9.6", table, METHODS)
    yield from mined("table 9.3", table, KS)


def coil(folder: Path, path: Path, columns: list[str]) -> Iterator[Row]:
    """Figures 9.7 and 9.8, table 9.4: from a file that is not part of the project."""
    frame = pl.read_csv(path, infer_schema=False)
    table = Table("coil2000", shuffled(frame, folder / "coil.csv"), columns, None)
    yield from compared("9.7-9.8", table, METHODS)
    yield from mined("table 9.4", table, KS)


def adult_frame() -> pl.DataFrame:
    """Return the complete rows of Adult."""
    return pl.read_csv(DATA / "adult.csv.gz", infer_schema=False)


def adult_table(folder: Path, columns: list[str]) -> Table:
    """Return Adult in a random order, with the public hierarchies."""
    path = folder / "adult.csv"
    if not path.exists():
        shuffled(adult_frame(), path)
    return Table("adult", path, columns, DATA / "hierarchies" / "adult")


def exponent(rows: list[Row], x: str, y: str) -> float:
    """Return the slope of a line through the logarithms: y grows as x to this power."""
    points = [(math.log(row[x]), math.log(row[y])) for row in rows if row.get(y)]
    mean_x, mean_y = (sum(values) / len(points) for values in zip(*points, strict=True))
    over = sum((at - mean_x) * (value - mean_y) for at, value in points)
    return over / sum((at - mean_x) ** 2 for at, _ in points)


def report(rows: list[Row]) -> None:
    """Print the rows as text, and how time grows with rows."""
    for row in rows:
        named = (
            f"{name} {value:.4f}" if isinstance(value, float) else f"{name} {value}"
            for name, value in row.items()
        )
        print("  ".join(named))
    sizes = [row for row in rows if row["figure"] == "9.9"]
    if sizes:
        power = exponent(sizes, "rows", "cpu_seconds")
        print(f"CPU seconds of mining grow as rows to the power {power:.2f}")


def pictures(rows: list[Row]) -> None:
    """Draw what was run."""

    def of(figure: str) -> list[Row]:
        return [row for row in rows if row["figure"] == figure]

    def losses(figure: str, name: str) -> list[Panel]:
        made = of(figure)
        panel = partial(Panel, rows=made, x="k", x_title="k")
        return [
            panel(f"{name}: LM", y="lm", y_title="LM"),
            panel(f"{name}: entropy", y="entropy", y_title="bits per cell"),
            panel(f"{name}: time", y="cpu_seconds", y_title="CPU seconds", log=True),
        ]

    compared_panels = [
        panel
        for figure, name in {
            "9.1-9.3": "Adult",
            "9.5-9.6": "Nursery",
            "9.7-9.8": "CoIL 2000",
        }.items()
        if of(figure)
        for panel in losses(figure, name)
    ]
    if compared_panels:
        draw(compared_panels, IMAGES / "thesis-methods.svg")
    for row in of("9.10"):
        row["series"] = f"k = {row['k']}"
    growth = [
        Panel("9.4: Gen-Cover-CF", of("9.4"), "k", "cpu_seconds", "k", "CPU seconds", log=True),
        Panel("9.9: table size", of("9.9"), "rows", "cpu_seconds", "rows", "CPU seconds"),
        Panel(
            "9.10: attributes",
            of("9.10"),
            "columns",
            "patterns",
            "columns",
            "closed patterns",
            "series",
            log=True,
        ),
    ]
    if all(panel.rows for panel in growth):
        draw(growth, IMAGES / "thesis-growth.svg")


def main() -> int:
    """Run the experiments that were asked for."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    known: dict[str, Callable[[Path], Iterator[Row]]] = {
        "adult": adult, "nursery": nursery, "attributes": attributes, "size": size
    }  # fmt: skip
    parser.add_argument("--only", nargs="*", choices=[*known], default=[*known])
    parser.add_argument("--coil", type=Path, help="a CSV file of CoIL 2000")
    parser.add_argument("--coil-columns", help="its nine quasi-identifiers: a,b,c")
    asked = parser.parse_args()
    if not DATA.is_dir():
        print(f"needs {DATA}")
        return 2
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        made = [known[one](folder) for one in asked.only]
        if asked.coil is not None:
            made.append(coil(folder, asked.coil, asked.coil_columns.split(",")))
        rows = read_rows(RESULTS / "thesis.csv")  # of experiments that are not run again
        for experiment in made:
            done = list(experiment)
            report(done)
            again = {row["figure"] for row in done}
            rows = [row for row in rows if row["figure"] not in again] + done
            write_rows(rows, RESULTS / "thesis.csv")
    pictures(rows)
    return 0


if __name__ == "__main__":
    sys.exit(main())
