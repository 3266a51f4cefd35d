"""Netflix-sized ratings: 410,201 persons, 4,496 films, k = 500 and k = 100."""

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
data = shoal.datasets.ratings()
shoal.write(data, sys.argv[1])
"""

CASES = [(500, 120), (100, 300)]  # k, seconds
GIB = 8


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--method", default="auto")
    parser.add_argument("--threads", type=int, default=2)
    options = parser.parse_args()
    kept = True
    with tempfile.TemporaryDirectory() as folder:
        source, release = Path(folder) / "ratings.dat", Path(folder) / "release.dat"
        python(GENERATE, str(source))
        data = shoal.read(source)
        for k, seconds in CASES:
            run = anonymize(source, k, release, method=options.method, threads=options.threads)
            baseline = baseline_gcp(data, k)
            kept &= report(f"ratings, k={k}", run, baseline, gcp=baseline, seconds=seconds, gib=GIB)
    sys.exit(not kept)


if __name__ == "__main__":
    main()
