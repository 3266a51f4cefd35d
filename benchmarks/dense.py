"""Long, dense rows: 6,000 persons with 165 films each on average, k = 10.

The limit for the GCP is 0.05 below that of the baseline.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from pathlib import Path

import shoal
from file_to_file import anonymize, python, report
from sort_and_chunk import baseline_gcp

GENERATE = f"""
import sys, shoal
sys.path.append({str(Path(__file__).parents[1] / "tests")!r})
from ratings import ratings
data = ratings(
    6_000,
    items=3_500,
    mean_length=165,
    longest=2_300,
    tastes=int(sys.argv[3]),
    loyalty=float(sys.argv[4]),
    seed=int(sys.argv[2]),
)
shoal.write(data, sys.argv[1])
"""

K = 10
MARGIN = 0.05  # GCP below the baseline
SECONDS = 300
GIB = 8


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--method", default="auto")
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--seeds", type=int, nargs="+", default=[1], help="of the generator")
    parser.add_argument("--tastes", type=int, default=12, help="of the generator")
    parser.add_argument("--loyalty", type=float, default=0.9, help="of the generator")
    options = parser.parse_args()
    kept = True
    with tempfile.TemporaryDirectory() as folder:
        source, release = Path(folder) / "ratings.dat", Path(folder) / "release.dat"
        for seed in options.seeds:
            python(GENERATE, str(source), str(seed), str(options.tastes), str(options.loyalty))
            baseline = baseline_gcp(shoal.read(source), K)
            run = anonymize(source, K, release, method=options.method, threads=options.threads)
            limit = baseline - MARGIN
            case = f"dense ratings, seed {seed}, k={K}"
            kept &= report(case, run, baseline, gcp=limit, seconds=SECONDS, gib=GIB)
    sys.exit(not kept)


if __name__ == "__main__":
    main()
