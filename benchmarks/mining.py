"""Mining side by side with pyfim: CPU of the mining alone, each run in its own process.

Prints one line a case: the number of patterns, CPU seconds of pyfim's two miners and of Shoal (best
of the rounds, taken in turns), and the ratio of Shoal to the better of the two. pyfim only counts
the sets (its fastest mode); Shoal returns them in arrays, on one thread.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import time
from pathlib import Path

CASES = [
    ("closed", "bms_webview_1", 36),
    ("closed", "bms_webview_1", 20),
    ("closed", "bms_webview_1", 10),
    ("closed", "bms_webview_1", 5),
    ("closed", "bms_webview_2", 20),
    ("closed", "bms_webview_2", 5),
    ("closed", "t10i4d100k", 10),
    ("closed", "mushroom", 8),
    ("closed", "chess", 1600),
    ("closed", "chess", 1000),
    ("closed", "kosarak_25k", 10),
    ("maximal", "bms_webview_1", 20),
    ("maximal", "bms_webview_1", 5),
    ("maximal", "bms_webview_2", 5),
    ("maximal", "t10i4d100k", 10),
    ("maximal", "mushroom", 8),
    ("maximal", "chess", 1000),
    ("maximal", "kosarak_25k", 10),
    ("all", "t10i4d100k", 10),
    ("all", "chess", 1600),
]
# pyfim's fpgrowth takes minutes for maximal sets where its eclat takes seconds.
MINERS = {
    "all": ("fpgrowth", "eclat", "shoal"),
    "closed": ("fpgrowth", "eclat", "shoal"),
    "maximal": ("eclat", "shoal"),
}


def measure(miner: str, target: str, name: str, folder: str, min_support: int) -> dict[str, float]:
    """Mine once in this process; reading is not counted."""
    from shoal.datasets import load

    data = load(name, folder)
    if miner == "shoal":
        from shoal.mining import mine

        start = time.process_time()
        patterns = mine(data, min_support, target, threads=1)
        seconds = time.process_time() - start
        # pyfim leaves out what every row holds, the closure of the empty set.
        count = len(patterns) - int((patterns.supports == len(data)).sum())
    else:
        import fim

        rows = [tuple(row) for row in data]
        start = time.process_time()
        spectrum = getattr(fim, miner)(rows, target=target[0], supp=-min_support, report="#")
        seconds = time.process_time() - start
        count = int(sum(spectrum.values()))
    return {"seconds": seconds, "count": count}


def in_own_process(
    miner: str, target: str, name: str, folder: str, min_support: int
) -> dict[str, float]:
    return ask(__file__, "--folder", folder, "--one", miner, target, name, str(min_support))


def ask(script: str, *arguments: str) -> dict[str, float]:
    """Return what a benchmark measures in a process of its own."""
    command = [sys.executable, script, *arguments]
    return json.loads(subprocess.run(command, check=True, capture_output=True, text=True).stdout)


def main() -> None:
    here = Path(__file__).resolve()
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--folder", default=str(here.parents[2] / "shared" / "datasets"))
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--one", nargs=4, metavar=("MINER", "TARGET", "NAME", "SUPPORT"))
    options = parser.parse_args()
    if options.one:
        miner, target, name, support = options.one
        print(json.dumps(measure(miner, target, name, options.folder, int(support))))
        return
    print(f"{'case':<30}{'patterns':>12}{'fpgrowth':>10}{'eclat':>9}{'shoal':>9}{'ratio':>8}")
    for target, name, support in CASES:
        best = dict.fromkeys(("fpgrowth", "eclat", "shoal"), float("inf"))
        counts = set()
        for _ in range(options.rounds):
            for miner in MINERS[target]:
                run = in_own_process(miner, target, name, options.folder, support)
                best[miner] = min(best[miner], run["seconds"])
                counts.add(run["count"])
        ratio = best["shoal"] / min(best["fpgrowth"], best["eclat"])
        note = "" if len(counts) == 1 else f"  counts differ: {sorted(counts)}"
        print(
            f"{f'{target} {name}, {support}':<30}{max(counts):>12,}{best['fpgrowth']:>10.3f}"
            f"{best['eclat']:>9.3f}{best['shoal']:>9.3f}{ratio:>8.2f}{note}",
            flush=True,
        )


if __name__ == "__main__":
    main()
