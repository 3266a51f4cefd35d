"""A whole run on Adult, published as value sets, against anonypy's.

Eight quasi-identifiers. Shoal's side is all of it: start, read, group, local search, write, verify
from the written file, price, run file. anonypy's side is its anonymizing call and nothing else, in
an environment of its own (made in .cache). CPU seconds (user and system), each run in its own
process, taken in turns, best of the rounds. Prints the LM of both, by the same measure. Exit status
1 when Shoal takes more than the share of anonypy's CPU that is allowed, or loses more.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import sysconfig
import tempfile
import venv
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
DATA = ROOT.parent / "shared" / "datasets"
QI = "age,workclass,education,marital-status,occupation,race,sex,native-country"
SHOAL = Path(sysconfig.get_path("scripts"), "shoal")

#: Share of anonypy's CPU that a run may take, by k; a fifth where anonypy is slowest.
ALLOWED = {5: 0.2, 50: 1.0}

PEER = """
import json, sys, time
import pandas
from anonypy import Preserver
source, k, names = sys.argv[1], int(sys.argv[2]), sys.argv[3].split(",")
frame = pandas.read_csv(source)
for name in names:
    if name != "age":
        frame[name] = frame[name].astype("category")
before = time.process_time()
rows = Preserver(frame, names, "salary-class").anonymize_k_anonymity(k)
seconds = time.process_time() - before
groups = {}
for row in rows:
    cells = [row[name] for name in names]
    cells = tuple(str(cell[0] if isinstance(cell, list) else cell) for cell in cells)
    groups[cells] = groups.get(cells, 0) + row["count"]
total = sum(groups.values())
values = {name: frame[name].nunique() for name in names}
span = frame["age"].max() - frame["age"].min()
loss = 0.0
for cells, count in groups.items():
    for name, cell in zip(names, cells):
        if name == "age":
            low, _, high = cell.partition("-")
            loss += count * (float(high or low) - float(low)) / span
        else:
            loss += count * (len(cell.split(",")) - 1) / (values[name] - 1)
print(json.dumps({"seconds": seconds, "lm": loss / total / len(names), "rows": total}))
"""


def environment() -> Path:
    """Return the interpreter of anonypy's own environment, made if it is not there."""
    folder = ROOT / ".cache" / "anonypy"
    python = folder / "bin" / "python"
    if not (folder / "ready").exists():
        venv.create(folder, with_pip=True)
        subprocess.run([python, "-m", "pip", "install", "-q", "anonypy", "pandas<3"], check=True)
        (folder / "ready").touch()
    return python


def peer(python: Path, k: int) -> dict[str, float]:
    """Return CPU seconds and LM of anonypy."""
    source = str(DATA / "adult.csv.gz")
    done = subprocess.run(
        [python, "-c", PEER, source, str(k), QI], check=True, capture_output=True, text=True
    )
    found: dict[str, float] = json.loads(done.stdout)
    return found


def ours(folder: str, k: int) -> dict[str, float]:
    """Return CPU seconds of one call of the command, from its start to its end, and its LM."""
    arguments = [str(DATA / "adult.csv.gz"), "-k", str(k), "--qi", QI, "--json"]
    arguments += ["--hierarchies", str(DATA / "hierarchies" / "adult"), "--recoding", "set"]
    arguments += ["-o", str(Path(folder, "release.csv"))]
    command = [SHOAL, "anonymize", *arguments]
    with (
        Path(folder, "out.json").open("w") as out,
        subprocess.Popen(command, stdout=out, stderr=subprocess.DEVNULL) as child,
    ):
        _, status, usage = os.wait4(child.pid, 0)
        child.returncode = os.waitstatus_to_exitcode(status)
    if child.returncode:
        raise SystemExit(f"shoal anonymize ended with status {child.returncode}")
    lm = json.loads(Path(folder, "out.json").read_text())["loss"]["lm"]
    return {"seconds": usage.ru_utime + usage.ru_stime, "lm": lm}


def main() -> int:
    """Print a line for each k; return the exit status."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--rounds", type=int, default=2)
    rounds = parser.parse_args().rounds
    if not DATA.is_dir():
        print(f"needs {DATA}")
        return 2
    python = environment()
    print("k      anonypy    shoal   ratio  allowed   LM anonypy  LM shoal")
    fine = True
    with tempfile.TemporaryDirectory() as folder:
        for k, allowed in ALLOWED.items():
            theirs, mine = [], []
            for _ in range(rounds):
                theirs.append(peer(python, k))
                mine.append(ours(folder, k))
            them = min(run["seconds"] for run in theirs)
            us = min(run["seconds"] for run in mine)
            fine &= us <= allowed * them and mine[0]["lm"] < theirs[0]["lm"]
            print(
                f"{k:<4}{them:>10.2f}{us:>9.2f}{us / them:>8.2f}{allowed:>9.2f}"
                f"{theirs[0]['lm']:>13.4f}{mine[0]['lm']:>10.4f}"
            )
    return 0 if fine else 1


if __name__ == "__main__":
    sys.exit(main())
