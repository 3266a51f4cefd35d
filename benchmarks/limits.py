"""Are limits kept? Whole runs of the command under a time limit, and under a memory limit.

A time limit: tables of 500,000 rows by the default method and with a tight certificate, baskets
and rules; each run ends within the limit and a second or 5 % more, with a judged release or with
status 1. A memory limit and the number of threads: the release has the same bytes wherever it is
made at all. Seconds are of the wall clock, so another busy process can make a run late. Exit
status 1 if a limit is not kept or the bytes differ.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import sysconfig
import tempfile
import time
from hashlib import sha256
from pathlib import Path

import shoal

SHOAL = Path(sysconfig.get_path("scripts"), "shoal")
QI = ("age", "sex", "zip", "education", "occupation", "country")
TABLE = ("-k", "10", "--qi", ",".join(QI), "--sensitive", "disease")
TIGHT = ("--certificate", "tight")
RULES = ("--model", "rules={rules},k=5,c=0.9", "--sensitive", "@{sensitive}")
#: What is published, how, and under which limits; the longer one must be enough for a release.
CASES = (
    ("table", "default", TABLE, (5, 60)),
    ("table", "tight certificate", (*TABLE, "--certificate", "tight"), (5, 60)),
    ("baskets", "default", ("-k", "10"), (20, 120)),
    ("baskets", "tight certificate", ("-k", "10", "--certificate", "tight"), (20, 120)),
    ("sales", "rules", RULES, (5, 60)),
)
MEMORY = ("300M", "1G", None)


def make(folder: Path, rows: int, baskets: int) -> dict[str, Path]:
    """Write a census, clicks, and sales with 4,000 random rules about them."""
    made = {"table": folder / "census.csv", "baskets": folder / "clicks.dat"}
    made["sales"] = folder / "sales.dat"
    people = shoal.datasets.census(rows, seed=1)
    people.select(*QI, "disease").write_csv(made["table"])
    shoal.write(shoal.datasets.clicks(baskets, seed=1), made["baskets"])
    sales = shoal.datasets.generate_pos(rows, seed=1)
    shoal.write(sales, made["sales"])
    sensitive = [str(item) for item in range(0, 1_600, 16)]
    made["sensitive"] = folder / "sensitive.txt"
    made["sensitive"].write_text("\n".join(sensitive) + "\n")
    made["rules"] = folder / "rules.txt"
    shoal.write_rules(shoal.random_rules(sales, sensitive, 4_000), made["rules"])
    return made


def run(source: Path, target: Path, *flags: str) -> tuple[int, float]:
    """Publish a file; return the exit status and the seconds."""
    target.unlink(missing_ok=True)
    command = [SHOAL, "anonymize", source, *flags, "-o", target, "--overwrite", "--quiet"]
    began = time.perf_counter()
    status = subprocess.run(command, capture_output=True).returncode
    return status, time.perf_counter() - began


def limits_of_time(made: dict[str, Path], folder: Path) -> bool:
    """Print a line for each run with a time limit; return whether all limits were kept."""
    fine = True
    print(f"{'what':9} {'how':18} {'limit':>5} {'took':>6}  answer")
    for what, how, flags, limits in CASES:
        asked = [flag.format(**made) for flag in flags]
        for limit in limits:
            target = folder / f"release{made[what].suffix}"
            status, took = run(made[what], target, *asked, "--time-limit", str(limit))
            kept = took <= limit + max(1.0, 0.05 * limit) and status in (0, 1)
            kept &= target.exists() == (status == 0)
            kept &= status == 0 or limit != limits[-1]
            fine &= kept
            answer = "a release" if status == 0 else f"status {status}, nothing written"
            late = "" if kept else "  NOT KEPT"
            print(f"{what:9} {how:18} {limit:5} {took:6.1f}  {answer}{late}", flush=True)
    return fine


def limits_of_memory(made: dict[str, Path], folder: Path) -> bool:
    """Print a line for each run with a memory limit; return whether all releases are the same."""
    fine = True
    for what, flags in (("table", TABLE), ("baskets", ("-k", "10"))):
        seen = set()
        for memory in MEMORY:
            for threads in ("1", "2"):
                target = folder / f"release{made[what].suffix}"
                more = () if memory is None else ("--memory-limit", memory)
                status, took = run(made[what], target, *flags, "--threads", threads, *more)
                name = sha256(target.read_bytes()).hexdigest()[:12] if status == 0 else "refused"
                seen |= {name} - {"refused"}
                fine &= status in (0, 1)
                print(f"{what:9} {memory or 'all':>5} {threads} threads {took:6.1f} s  {name}")
        fine &= len(seen) == 1
    return fine


def main() -> int:
    """Print both tables; return the exit status."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--rows", type=int, default=500_000)
    parser.add_argument("--baskets", type=int, default=5_000_000)
    parser.add_argument("--memory-rows", type=int, default=100_000)
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place)
        fine = limits_of_time(make(folder, asked.rows, asked.baskets), folder)
        made = make(folder, asked.memory_rows, asked.memory_rows)
        fine &= limits_of_memory(made, folder)
    return 0 if fine else 1


if __name__ == "__main__":
    sys.exit(main())
