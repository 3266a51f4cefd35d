"""Shoal beside anonypy on a generated census, both publishing ranges and sets of values.

Six quasi-identifiers. Shoal's side is a whole call of the command, from CSV to a verified CSV, on
one thread; anonypy's side is reading, anonymizing and writing. Prints Shoal's CPU as a fraction
of anonypy's, both LM as `shoal measure` computes them from the two files, and their ratio.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sysconfig
import tempfile
from pathlib import Path

import shoal
from tables import environment

QI = "age,sex,zip,education,occupation,marital_status"
SHOAL = str(Path(sysconfig.get_path("scripts"), "shoal"))
TABLE = ["--qi", QI, "--sensitive", "disease", "--categorical", "zip"]

PEER = """
import sys
import pandas
from anonypy import Preserver
source, k, columns, target = sys.argv[1], int(sys.argv[2]), sys.argv[3].split(","), sys.argv[4]
frame = pandas.read_csv(source, dtype={"zip": str}, keep_default_na=False)
for name in columns[1:]:
    frame[name] = frame[name].astype("category")
rows = []
for group in Preserver(frame, columns, "disease").anonymize_k_anonymity(k):
    cells = {name: str(group[name][0]) for name in columns}
    for name in columns[1:]:
        values = cells[name].split(",")
        cells[name] = values[0] if len(values) == 1 else "{" + ", ".join(values) + "}"
    rows += [cells | {"disease": group["disease"]}] * int(group["count"])
pandas.DataFrame(rows).to_csv(target, index=False)
"""


def cpu(command: list[str]) -> float:
    """Return CPU seconds of a command, user and system."""
    with subprocess.Popen(command, stdout=subprocess.DEVNULL) as child:
        _, status, usage = os.wait4(child.pid, 0)
        child.returncode = os.waitstatus_to_exitcode(status)
    if child.returncode:
        raise SystemExit(f"{command[0]} ended with status {child.returncode}")
    return usage.ru_utime + usage.ru_stime


def lm(source: str, release: str) -> float:
    """Return what a release lost."""
    call = [SHOAL, "measure", source, release, *TABLE, "--json"]
    done = subprocess.run(call, check=True, capture_output=True, text=True)
    return float(json.loads(done.stdout)["loss"]["lm"])


def main() -> None:
    """Print a line for each number of rows and k."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--rows", type=int, nargs="+", default=[5_000, 20_000])
    parser.add_argument("-k", type=int, nargs="+", default=[5, 10, 50])
    asked = parser.parse_args()
    python = str(environment())
    print("rows      k   CPU, ratio   LM anonypy   LM shoal   ratio")
    with tempfile.TemporaryDirectory() as folder:
        source, theirs, ours = (f"{folder}/{name}.csv" for name in ("people", "theirs", "ours"))
        for rows in asked.rows:
            shoal.datasets.census(rows=rows).fill_null("unknown").write_csv(source)
            for k in asked.k:
                peer = cpu([python, "-c", PEER, source, str(k), QI, theirs])
                call = [SHOAL, "anonymize", source, "-k", str(k), *TABLE, "--recoding", "set"]
                mine = cpu([*call, "--threads", "1", "--quiet", "-o", ours])
                lost, kept = lm(source, theirs), lm(source, ours)
                print(
                    f"{rows:<9,} {k:<5}{mine / peer:>9.2f}{lost:>13.4f}{kept:>11.4f}"
                    f"{kept / lost:>8.2f}"
                )


if __name__ == "__main__":
    main()
