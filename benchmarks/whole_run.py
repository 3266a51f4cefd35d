"""A whole run of the command line against pyfim's closed mining alone, on BMS-WebView-1.

Shoal's side is all of it: start, read, group, local search, write, verify from the written file,
price, run file. pyfim's side is the mining call and nothing else, the better of its two miners,
which only counts the sets (its fastest mode). Shoal's Python code is compiled to bytecode before,
as pip does when it installs a package. CPU seconds (user and system), each run in its own
process, taken in turns, best of the rounds. Exit status 1 when a whole run costs more.
"""

from __future__ import annotations

import argparse
import compileall
import json
import os
import subprocess
import sys
import sysconfig
import tempfile
import time
from pathlib import Path

from mining import in_own_process

NAME = "bms_webview_1"
KS = (5, 10, 20)
SHOAL = Path(sysconfig.get_path("scripts"), "shoal")


def whole_run(source: Path, folder: str, k: int, method: str) -> float:
    """Return the CPU seconds of one call of the command, from its start to its end."""
    output = str(Path(folder, "release.dat"))
    arguments = [str(source), "-k", str(k), "-o", output, "--method", method, "--json"]
    with subprocess.Popen([SHOAL, "anonymize", *arguments], stdout=subprocess.DEVNULL) as child:
        _, status, usage = os.wait4(child.pid, 0)
        child.returncode = os.waitstatus_to_exitcode(status)
    if child.returncode:
        raise SystemExit(f"shoal anonymize ended with status {child.returncode}")
    return usage.ru_utime + usage.ru_stime


def parts(source: Path, k: int, method: str) -> dict[str, float]:
    """Do in this process what the command does, step by step; return the CPU seconds of each."""
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # as the command does
    from shoal.io import read, write
    from shoal.kinds import BasketsKind
    from shoal.loss import is_row_by_row_subset, measure_baskets
    from shoal.methods import choose_method
    from shoal.privacy import KAnonymity
    from shoal.recipes.pipeline import Run

    marks = {"start and imports": time.process_time()}
    data = read(source)
    marks["read"] = time.process_time()
    model, kind = KAnonymity(k), BasketsKind()
    grouping = choose_method(method, kind.name, model)().run(data, model, Run(threads=1))
    marks["group"] = time.process_time()
    published = grouping.publish(data).trimmed()
    assert is_row_by_row_subset(data, published)
    published = published.sorted_rows()
    assert model.check(kind.view(published)).ok
    measure_baskets(data, published)
    marks["publish and judge"] = time.process_time()
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "release.dat")
        write(published, path)
        marks["write"] = time.process_time()
        written = read(path)
        assert model.check(kind.view(written)).ok
        measure_baskets(data, written)
        marks["verify the file"] = time.process_time()
    before = [0.0, *marks.values()]
    return {name: mark - last for (name, mark), last in zip(marks.items(), before, strict=False)}


def parts_in_own_process(arguments: list[str]) -> dict[str, float]:
    command = [sys.executable, __file__, *arguments]
    return json.loads(subprocess.run(command, check=True, capture_output=True, text=True).stdout)


def show_parts(options: argparse.Namespace) -> None:
    """Print where the CPU of a run goes, a line for each step."""
    print("\nmilliseconds of CPU by part")
    for k in KS:
        arguments = ["--folder", options.folder, "--method", options.method, "--parts", str(k)]
        rounds = [parts_in_own_process(arguments) for _ in range(options.rounds)]
        best = {name: 1000 * min(one[name] for one in rounds) for name in rounds[0]}
        print(f"k = {k:<4}" + "  ".join(f"{name} {best[name]:.1f}" for name in best))


def main() -> None:
    here = Path(__file__).resolve()
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--folder", default=str(here.parents[2] / "shared" / "datasets"))
    parser.add_argument("--rounds", type=int, default=15)
    parser.add_argument("--method", default="auto")
    parser.add_argument("--profile", action="store_true", help="show the CPU of each part, too")
    parser.add_argument("--parts", type=int, metavar="K", help=argparse.SUPPRESS)
    options = parser.parse_args()
    source = Path(options.folder, f"{NAME}.dat.gz")
    if options.parts:
        print(json.dumps(parts(source, options.parts, options.method)))
        return
    compileall.compile_dir(here.parents[1] / "src" / "shoal", quiet=1)
    worst = 0.0
    print(f"{'k':<6}{'fpgrowth':>10}{'eclat':>9}{'whole run':>11}{'ratio':>8}")
    for k in KS:
        best = dict.fromkeys(("fpgrowth", "eclat", "shoal"), float("inf"))
        with tempfile.TemporaryDirectory() as folder:
            for _ in range(options.rounds):
                for miner in ("fpgrowth", "eclat"):
                    run = in_own_process(miner, "closed", NAME, options.folder, k)
                    best[miner] = min(best[miner], run["seconds"])
                best["shoal"] = min(best["shoal"], whole_run(source, folder, k, options.method))
        ratio = best["shoal"] / min(best["fpgrowth"], best["eclat"])
        worst = max(worst, ratio)
        print(
            f"{k:<6}{best['fpgrowth']:>10.3f}{best['eclat']:>9.3f}{best['shoal']:>11.3f}{ratio:>8.2f}",
            flush=True,
        )
    if options.profile:
        show_parts(options)
    sys.exit(1 if worst > 1 else 0)


if __name__ == "__main__":
    main()
