"""Models of sensitive values on Adult: what a release loses, beside ARX, and whether it holds.

k = 10 beside each model. A run is the whole command: start, read, group, repair, write, verify,
price; but no certificate, as ARX has none. CPU seconds are user and system. The LM is the mean over
cells of quasi-identifiers, a suppressed row counting 1. The written file is judged by the second
verifier. Exit status 1 if a release loses more than asked, takes more CPU than ARX, or does not
hold.
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
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import shoal_verify

ROOT = Path(__file__).resolve().parent.parent
DATA = ROOT.parent / "shared" / "datasets"
TREES = DATA / "hierarchies" / "adult"
RESULTS = ROOT / "benchmarks" / "results" / "models.csv"
SHOAL = Path(sysconfig.get_path("scripts"), "shoal")

SEVEN = "age,workclass,education,marital-status,race,sex,native-country"
#: Quasi-identifiers and sensitive column, by the number of quasi-identifiers.
COLUMNS = {
    7: (SEVEN, "occupation"),
    8: (SEVEN.replace("marital-status", "marital-status,occupation"), "salary-class"),
}

#: Of all rows, where a model may suppress some.
LIMIT = 0.01


@dataclass(frozen=True)
class Case:
    """A model, the LM asked for in percent, and ARX's LM and CPU seconds where they are known.

    ARX 3.9, local recoding, its best setting, built from source, on a machine of the same kind. It
    leaves some rows in a group of ``*`` that breaks the model, and is given them free.
    """

    columns: int
    recoding: str
    model: str
    asked: float
    arx_lm: float | None = None
    arx_cpu: float | None = None
    suppresses: bool = False

    def __str__(self) -> str:
        return f"{self.columns} {self.recoding:9} {self.model}"


CASES = (
    Case(7, "hierarchy", "l=2", 4.26, 4.44, 12),
    Case(7, "hierarchy", "l=3", 4.32, 4.50, 12),
    Case(7, "hierarchy", "l=5", 5.05, 5.27, 12),
    Case(7, "hierarchy", "l=entropy:3", 4.80, 6.11, 25),
    Case(7, "hierarchy", "l=recursive:4:3", 4.62, 5.74, 23),
    Case(7, "hierarchy", "t=0.3", 20.1, 27.1, 91),
    Case(7, "hierarchy", "t=0.2", 31.2, 42.8, 91),
    Case(7, "hierarchy", "t=0.1", 42.5, 65.9, 22),
    Case(7, "hierarchy", "t=hierarchical:0.3", 10.5, 16.5, 76),
    Case(7, "hierarchy", "t=hierarchical:0.2", 19.3, 31.4, 107),
    Case(7, "hierarchy", "t=hierarchical:0.1", 35.0, 55.6, 66, suppresses=True),
    Case(7, "hierarchy", "beta=1", 33.5, 41.6, 135, suppresses=True),
    Case(7, "hierarchy", "beta=2", 17.0, 24.4, 107, suppresses=True),
    Case(7, "hierarchy", "delta=1", 39.5, 60.1, 149, suppresses=True),
    Case(8, "hierarchy", "l=2", 11.7, 15.7, 17),
    Case(8, "hierarchy", "t=0.3", 11.3, 18.7, 222),
    Case(8, "hierarchy", "t=0.2", 20.2, 26.6),
    *(Case(7, "set", f"l={least}", asked) for least, asked in ((2, 2.13), (3, 2.15), (5, 2.40))),
    *(Case(7, "set", f"t={t}", asked) for t, asked in ((0.3, 5.7), (0.2, 12.8), (0.1, 20.6))),
    Case(8, "set", "l=2", 4.8),
    *(Case(8, "set", f"t={t}", asked) for t, asked in ((0.3, 4.45), (0.2, 6.6), (0.1, 11.2))),
)


def run(case: Case, folder: Path) -> dict[str, Any]:
    """Publish Adult under a model; return LM in percent, CPU seconds, suppressed rows, verdict."""
    qi, sensitive = COLUMNS[case.columns]
    model, release = f"k=10,{case.model}", folder / "release.csv"
    arguments = [str(DATA / "adult.csv.gz"), "--model", model, "--qi", qi, "--sensitive", sensitive]
    arguments += ["--recoding", case.recoding, "--hierarchies", str(TREES), "-o", str(release)]
    arguments += ["--suppression-limit", str(LIMIT)] if case.suppresses else []
    arguments += ["--certificate", "none"]
    command = [str(SHOAL), "anonymize", *arguments, "--json", "--overwrite"]
    with (
        (folder / "out.json").open("w") as out,
        subprocess.Popen(command, stdout=out, stderr=subprocess.DEVNULL) as child,
    ):
        _, status, usage = os.wait4(child.pid, 0)
        child.returncode = os.waitstatus_to_exitcode(status)
    if child.returncode:
        raise SystemExit(f"{case}: shoal anonymize ended with status {child.returncode}")
    loss = json.loads((folder / "out.json").read_text())["loss"]
    trees = (
        {sensitive: TREES / f"adult_hierarchy_{sensitive}.csv"}
        if "hierarchical" in case.model
        else {}
    )
    judged = shoal_verify.judge(
        release, model, qi=qi.split(","), sensitive=[sensitive], hierarchies=trees
    )
    return {
        "lm": round(100 * loss["lm"], 2),
        "cpu": round(usage.ru_utime + usage.ru_stime, 1),
        "suppressed": loss["suppressed_rows"],
        "holds": judged.holds,
    }


def main() -> int:
    """Print a line for each case; return the exit status."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("only", nargs="*", help="words of the cases to run, such as t=0.2 or set")
    only = parser.parse_args().only
    if not DATA.is_dir():
        print(f"needs {DATA}")
        return 2
    cases = [one for one in CASES if all(word in str(one).split() for word in only)]
    print("columns, recoding, model         asked     LM ARX's LM |  CPU ARX's | all * verdict")
    fine = True
    with tempfile.TemporaryDirectory() as folder:
        for case in cases:
            found = run(case, Path(folder))
            fast = case.arx_cpu is None or found["cpu"] <= case.arx_cpu
            good = found["lm"] <= case.asked and fast and found["holds"]
            fine &= good
            theirs = [f"{number:g}" if number else "-" for number in (case.arx_lm, case.arx_cpu)]
            verdict = "holds" if found["holds"] else "VIOLATED"
            print(
                f"{case!s:32} {case.asked:5.2f} {found['lm']:6.2f} {theirs[0]:>8} | "
                f"{found['cpu']:4.0f} {theirs[1]:>5} | {found['suppressed']:5} "
                f"{verdict}{'' if good else '  <-- not as asked'}",
                flush=True,
            )
            save(case, found)
    return 0 if fine else 1


def save(case: Case, found: dict[str, Any]) -> None:
    """Write the line of a case to the file of results, in place of an earlier one."""
    known: dict[str, dict[str, Any]] = {}
    if RESULTS.exists():
        with RESULTS.open(newline="") as file:
            known = {_key(line): line for line in csv.DictReader(file)}
    line = vars(case) | found
    known[_key(line)] = line
    with RESULTS.open("w", newline="") as file:
        lines = csv.DictWriter(file, [*line], lineterminator="\n")
        lines.writeheader()
        lines.writerows(known[_key(vars(one))] for one in CASES if _key(vars(one)) in known)


def _key(line: dict[str, Any]) -> str:
    return " ".join(str(line[name]) for name in ("columns", "recoding", "model"))


if __name__ == "__main__":
    sys.exit(main())
