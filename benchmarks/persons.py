"""What it costs that k counts persons: the default method with and without a column of them.

A census of 200,000 rows about 100,000 persons, four quasi-identifiers, k = 10. In ``same`` all rows
of a person are equal, in ``mixed`` half of them are, in ``other`` they are equal by chance alone.
Published by hierarchies, then as ranges and sets. CPU seconds (user and system) of the grouping
alone, each in its own process, taken in turns. Also prints the LM of both, and how often progress
was shown. Exit status 1 when persons take more than twice the time.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import time

import numpy as np
import polars as pl

from shoal.data.table import Table
from shoal.datasets.census import census, census_hierarchies
from shoal.engines.run import Run
from shoal.loss.tables import measure_table
from shoal.methods import TableSweep
from shoal.methods.recode import recode
from shoal.privacy import KAnonymity

QI = ("age", "sex", "zip", "occupation")
KINDS = ("same", "mixed", "other")
RECODINGS = {"hierarchy": "hierarchy", "sets": {"age": "range", "zip": "set", "occupation": "set"}}
K = 10
ALLOWED = 2.0


def table(rows: int, kind: str, recoding: str, *, person: bool) -> Table:
    """Return rows about half as many persons."""
    draw, persons = np.random.default_rng(1), rows // 2
    who = np.concatenate([np.arange(persons), draw.integers(0, persons, rows - persons)])
    repeats = draw.random(rows) < {"same": 1.0, "mixed": 0.5, "other": 0.0}[kind]
    people = census(rows, seed=1)[np.where(repeats, who, np.arange(rows))]
    frame = people.select(*QI).with_columns(who=pl.Series(who))
    trees = census_hierarchies()
    return Table.of(
        frame,
        {name: trees[name] for name in QI},
        recoding=RECODINGS[recoding],
        person="who" if person else None,
    )


def measured(rows: int, kind: str, recoding: str, threads: int, *, person: bool) -> None:
    """Group a table and print what it took."""
    data = table(rows, kind, recoding, person=person)
    shown: list[tuple[int, int, int]] = []
    before = time.process_time()
    run = Run(threads=threads, progress=lambda *seen: shown.append(seen))
    grouping = TableSweep().group(data, KAnonymity(K).constraint(data), run)
    seconds = time.process_time() - before
    lm = measure_table(data, recode(data, grouping.group_of_row), k=K).lm
    steps = len({done for done, _, _ in shown})
    print(json.dumps({"seconds": seconds, "lm": lm, "steps": steps}))


def child(*arguments: str) -> dict[str, float]:
    """Return what a process of its own measured."""
    command = [sys.executable, __file__, *arguments]
    done = subprocess.run(command, check=True, capture_output=True, text=True)
    found: dict[str, float] = json.loads(done.stdout)
    return found


def main() -> int:
    """Print a line for each kind of rows; return the exit status."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--rows", type=int, default=200_000)
    parser.add_argument("--rounds", type=int, default=1)
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--recoding", nargs="*", default=RECODINGS)
    parser.add_argument("--kinds", nargs="*", default=KINDS)
    parser.add_argument("--one", nargs=3, help=argparse.SUPPRESS)
    given = parser.parse_args()
    if given.one is not None:
        kind, recoding, person = given.one
        measured(given.rows, kind, recoding, given.threads, person=person == "persons")
        return 0
    print("rows    recoding    without    with   ratio  allowed  LM without  LM with  progress")
    fine = True
    for kind in given.kinds:
        for recoding in given.recoding:
            runs: dict[str, list[dict[str, float]]] = {"rows": [], "persons": []}
            for _ in range(given.rounds):
                for counted, found in runs.items():
                    options = ["--rows", str(given.rows), "--threads", str(given.threads)]
                    found.append(child(*options, "--one", kind, recoding, counted))
            without, with_persons = (
                min(run["seconds"] for run in found) for found in runs.values()
            )
            ratio = with_persons / without
            fine &= ratio <= ALLOWED
            print(
                f"{kind:<8}{recoding:<10}{without:>9.2f}{with_persons:>8.2f}{ratio:>8.2f}"
                f"{ALLOWED:>9.2f}{runs['rows'][0]['lm']:>12.5f}{runs['persons'][0]['lm']:>9.5f}"
                f"{runs['persons'][0]['steps']:>10.0f}",
                flush=True,
            )
    return 0 if fine else 1


if __name__ == "__main__":
    sys.exit(main())
