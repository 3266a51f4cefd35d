"""Closed generalized patterns side by side with pyfim: CPU of the mining, each in its own process.

The table is Adult with eight quasi-identifiers and their hierarchies. Shoal is given the table and
extends its rows itself, on one thread, and returns the patterns in arrays; pyfim is given the
extended rows, and only counts. Prints one line for each support: the number of patterns, CPU
seconds (best of the rounds, taken in turns), and the ratio of Shoal to the better of pyfim's two.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from pathlib import Path

from mining import ask

SUPPORTS = (5, 10, 50, 200)
MINERS = ("fpgrowth", "eclat", "shoal")
COLUMNS = "age,workclass,education,marital-status,occupation,race,sex,native-country"

#: What Shoal may need for what pyfim needs 1 for.
MOST = 1.5


def measure(miner: str, folder: Path, min_support: int) -> dict[str, float]:
    """Mine once in this process; reading is not counted."""
    import shoal
    from shoal.data.extended import extend_table

    trees = folder / "hierarchies" / "adult"
    table = shoal.read(folder / "adult.csv.gz", qi=COLUMNS.split(","), hierarchies=trees)
    if miner == "shoal":
        from shoal.mining import mine

        start = time.process_time()
        patterns = mine(table, min_support, "closed", threads=1)
        seconds = time.process_time() - start
        # pyfim leaves out the root, which every row has.
        count = len(patterns) - int((patterns.supports == len(table)).sum())
    else:
        import fim

        rows = [tuple(row) for row in extend_table(table).rows]
        start = time.process_time()
        spectrum = getattr(fim, miner)(rows, target="c", supp=-min_support, report="#")
        seconds = time.process_time() - start
        count = int(sum(spectrum.values()))
    return {"seconds": seconds, "count": count}


def main() -> None:
    here = Path(__file__).resolve()
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--folder", default=str(here.parents[2] / "shared" / "datasets"))
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--one", nargs=2, metavar=("MINER", "SUPPORT"))
    options = parser.parse_args()
    if options.one:
        miner, support = options.one
        print(json.dumps(measure(miner, Path(options.folder), int(support))))
        return
    print(f"{'support':>8}{'patterns':>12}{'fpgrowth':>10}{'eclat':>9}{'shoal':>9}{'ratio':>8}")
    worst = 0.0
    for support in SUPPORTS:
        best = dict.fromkeys(MINERS, float("inf"))
        counts = set()
        for _ in range(options.rounds):
            for miner in MINERS:
                arguments = ["--folder", options.folder, "--one", miner, str(support)]
                run = ask(__file__, *arguments)
                best[miner] = min(best[miner], run["seconds"])
                counts.add(run["count"])
        assert len(counts) == 1, f"counts differ: {sorted(counts)}"
        ratio = best["shoal"] / min(best["fpgrowth"], best["eclat"])
        worst = max(worst, ratio)
        print(
            f"{support:>8,}{counts.pop() + 1:>12,}{best['fpgrowth']:>10.3f}{best['eclat']:>9.3f}"
            f"{best['shoal']:>9.3f}{ratio:>8.2f}",
            flush=True,
        )
    print(f"the greatest ratio is {worst:.2f}; at most {MOST} is the aim")
    sys.exit(worst > MOST)


if __name__ == "__main__":
    main()
