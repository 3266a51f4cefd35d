"""Closed mining on two threads beside one: wall time of the mining alone, in its own process.

Prints one line a case: seconds on each number of threads (best of the rounds, taken in turns), how
many times faster the most threads are, and whether all runs gave the same bytes. The processors
must be idle: "busy" is the share of processor time that the best run on all threads got.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import subprocess
import sys
import time
from pathlib import Path

CASES = [("chess", 1000), ("bms_webview_1", 5), ("bms_webview_2", 5), ("mushroom", 8)]


def measure(name: str, folder: str, min_support: int, threads: int) -> dict[str, float | str]:
    """Mine once in this process; reading is not counted."""
    from shoal.datasets import load
    from shoal.mining import mine

    data = load(name, folder)
    cpu, start = time.process_time(), time.perf_counter()
    patterns = mine(data, min_support, threads=threads)
    seconds, cpu = time.perf_counter() - start, time.process_time() - cpu
    digest = hashlib.sha256()
    for array in (patterns.items, patterns.offsets, patterns.supports):
        digest.update(array.tobytes())
    return {"seconds": seconds, "busy": cpu / seconds / threads, "bytes": digest.hexdigest()}


def in_own_process(name: str, folder: str, min_support: int, threads: int) -> dict[str, float]:
    command = [sys.executable, __file__, "--folder", folder]
    command += ["--one", name, str(min_support), str(threads)]
    return json.loads(subprocess.run(command, check=True, capture_output=True, text=True).stdout)


def main() -> None:
    here = Path(__file__).resolve()
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--folder", default=str(here.parents[2] / "shared" / "datasets"))
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--one", nargs=3, metavar=("NAME", "SUPPORT", "THREADS"))
    options = parser.parse_args()
    if options.one:
        name, support, threads = options.one
        print(json.dumps(measure(name, options.folder, int(support), int(threads))))
        return
    many = options.threads
    print(f"{'case':<22}{'1 thread':>10}{f'{many} threads':>11}{'faster':>8}{'busy':>7}  bytes")
    for name, support in CASES:
        runs: dict[int, list[dict[str, float]]] = {1: [], many: []}
        for _ in range(options.rounds):
            for threads, done in runs.items():
                done.append(in_own_process(name, options.folder, support, threads))
        best = {n: min(done, key=lambda run: run["seconds"]) for n, done in runs.items()}
        one, most = best[1]["seconds"], best[many]["seconds"]
        same = len({run["bytes"] for done in runs.values() for run in done}) == 1
        print(
            f"{name + ', ' + str(support):<22}{one:>10.3f}{most:>11.3f}{one / most:>8.2f}"
            f"{best[many]['busy']:>7.0%}  {'the same' if same else 'DIFFER'}",
            flush=True,
        )


if __name__ == "__main__":
    main()
