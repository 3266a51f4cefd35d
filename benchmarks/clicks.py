"""A click stream of 5 million visits, k = 10, from generating it to judging the release."""

from __future__ import annotations

import argparse
import sys
import tempfile
from pathlib import Path

import shoal
from file_to_file import anonymize, python, report
from sort_and_chunk import baseline_gcp

GENERATE = """
import sys, shoal
data = shoal.datasets.clicks(int(sys.argv[2]))
shoal.write(data, sys.argv[1])
"""

K = 10
SECONDS = 3_600  # a backstop: the limit is the memory
GIB = 16


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--method", default="auto")
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--rows", type=int, default=5_000_000)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        source, release = Path(folder) / "clicks.dat", Path(folder) / "release.dat"
        made = python(GENERATE, str(source), str(options.rows))
        print(f"generated and written in {made.seconds:.1f} s, {made.gib:.2f} GiB", flush=True)
        run = anonymize(source, K, release, method=options.method, threads=options.threads)
        baseline = baseline_gcp(shoal.read(source), K)
        case = f"clicks, {options.rows:,} rows, k={K}"
        kept = report(case, run, baseline, gcp=baseline, seconds=SECONDS, gib=GIB)
    sys.exit(not (kept and made.gib <= GIB))


if __name__ == "__main__":
    main()
