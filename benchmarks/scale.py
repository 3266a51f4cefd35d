"""How the default method for tables grows with the rows: a whole run of the command, k = 10.

A generated census with six quasi-identifiers, from CSV to a verified CSV; Mondrian's run beside it.
CPU seconds (user and system) and peak memory, each run in its own process, taken in turns. Then the
grouping alone of 100,000 rows: in parts, and in one piece. Writes ``results/scale.csv``. Exit
status 1 if the CPU time per row differs by more than half from 100,000 rows on, if parts lose 2 %
more than one piece, or if 5,000,000 rows take more than 300 CPU seconds or 3 GB.
"""

from __future__ import annotations

import argparse
import csv
import json
import os
import subprocess
import sys
import sysconfig
import tempfile
import time
from pathlib import Path

from shoal import _core
from shoal.data.table import Table
from shoal.datasets.census import census, census_hierarchies
from shoal.engines.run import Run
from shoal.hierarchies.bands import with_bands
from shoal.loss.tables import measure_table
from shoal.methods import TableSweep
from shoal.methods.recode import recode

RESULTS = Path(__file__).parent / "results" / "scale.csv"
SHOAL = Path(sysconfig.get_path("scripts"), "shoal")
QI = ("age", "sex", "zip", "education", "occupation", "country")
ROWS = (100_000, 500_000, 1_000_000)
K = 10


def generate(folder: Path, rows: int) -> Path:
    """Write a census, in a process of its own: what it takes is not measured."""
    path = folder / f"census-{rows}.csv"
    code = (
        "import sys; from shoal.datasets.census import census; "
        f"census({rows}, seed=1).select(*{QI!r}, 'disease').write_csv(sys.argv[1])"
    )
    subprocess.run([sys.executable, "-c", code, path], check=True)
    return path


def whole_run(path: Path, method: str) -> dict[str, float]:
    """Return what a run of the command took, and its LM."""
    target, said = path.with_suffix(f".{method}.csv"), path.with_suffix(".json")
    command = [SHOAL, "anonymize", path, "-k", str(K), "--qi", ",".join(QI), "--json", "--quiet"]
    command += ["--sensitive", "disease", "--method", method, "-o", target]
    with said.open("w") as out, subprocess.Popen(command, stdout=out) as child:
        _, status, usage = os.wait4(child.pid, 0)
        child.returncode = os.waitstatus_to_exitcode(status)
    if child.returncode:
        raise SystemExit(f"shoal anonymize ended with status {child.returncode}")
    found = json.loads(said.read_text())
    target.unlink()
    return {
        "cpu": usage.ru_utime + usage.ru_stime,
        "gigabytes": usage.ru_maxrss * 1024 / 1e9,
        "lm": found["loss"]["lm"],
    }


def grouping(recoding: str, rows_of_part: int) -> tuple[float, float]:
    """Return CPU seconds and LM of the grouping of 100,000 rows in parts of so many."""
    frame, trees = census(100_000, seed=1).select(*QI), census_hierarchies()
    columns = {name: trees[name] for name in QI} if recoding == "hierarchy" else QI
    table = with_bands(Table.of(frame, columns, recoding=recoding), K)
    before = time.process_time()
    method = type("Parts", (TableSweep,), {"rows_of_part": rows_of_part})()
    groups = method.group(table, _core.Constraint.rows(K), Run(threads=1))
    seconds = time.process_time() - before
    return seconds, measure_table(table, recode(table, groups.group_of_row), k=K).lm


def main() -> int:
    """Print both tables; return the exit status."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--rows", type=int, nargs="*", default=ROWS)
    sizes = parser.parse_args().rows
    lines = []
    with tempfile.TemporaryDirectory() as folder:
        print(f"{'rows':>9}  {'CPU s':>6} {'us/row':>6} {'GB':>5} {'LM':>6}   Mondrian: CPU s, LM")
        for rows in sizes:
            path = generate(Path(folder), rows)
            ours, peer = whole_run(path, "sweep"), whole_run(path, "mondrian")
            path.unlink()
            lines.append((rows, *ours.values(), peer["cpu"], peer["lm"]))
            print(
                f"{rows:>9,}  {ours['cpu']:6.1f} {ours['cpu'] / rows * 1e6:6.1f} "
                f"{ours['gigabytes']:5.2f} {ours['lm']:6.4f}   {peer['cpu']:.1f}, {peer['lm']:.4f}",
                flush=True,
            )
    with RESULTS.open("w", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(("rows", "cpu", "gigabytes", "lm", "mondrian cpu", "mondrian lm"))
        writer.writerows((rows, *(f"{value:.4g}" for value in rest)) for rows, *rest in lines)
    per_row = [cpu / rows for rows, cpu, *_ in lines if rows in ROWS]
    fine = max(per_row, default=1) <= 1.5 * min(per_row, default=1)
    fine &= all(cpu <= 300 and size <= 3 for rows, cpu, size, *_ in lines if rows <= 5_000_000)
    print("\n100,000 rows, grouping alone   parts: CPU s, LM   one piece: CPU s, LM")
    for recoding in ("bands", "set", "hierarchy"):
        (seconds, lm), (whole_seconds, whole) = (grouping(recoding, rows) for rows in (0, 10**9))
        print(
            f"{recoding:30} {seconds:5.1f}, {lm:.4f}   {whole_seconds:5.1f}, {whole:.4f}",
            flush=True,
        )
        fine &= lm <= 1.02 * whole
    return 0 if fine else 1


if __name__ == "__main__":
    sys.exit(main())
