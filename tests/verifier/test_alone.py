"""The second verifier stands alone, and the product runs it on many random releases."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

from ..conftest import LONG, ROOT

ALONE = """
import pkgutil, sys
import shoal_verify
for module in pkgutil.walk_packages(shoal_verify.__path__, "shoal_verify."):
    if module.name not in ("shoal_verify.__main__", "shoal_verify.columnar", "shoal_verify.layout"):
        __import__(module.name)
assert shoal_verify.judge(sys.argv[1], "k=2").holds
print(*({name.partition(".")[0] for name in sys.modules} & {"shoal", "polars", "numpy", "pyarrow"}))
if len(sys.argv) > 2:
    assert shoal_verify.judge(sys.argv[2], "k=2").holds
    print(*({name.partition(".")[0] for name in sys.modules} & {"shoal", "polars", "zstandard"}))
"""


def run(*command: object, cwd: Path, **environment: str) -> str:
    done = subprocess.run(
        [*map(str, command)],
        cwd=cwd,
        capture_output=True,
        text=True,
        env={**os.environ, **environment},
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def test_it_imports_neither_shoal_nor_frames_nor_arrays(tmp_path: Path) -> None:
    """Text needs the standard library alone; columns need pyarrow, which loads numpy by itself."""
    import shoal

    for name in ("release.dat", "release.parquet"):
        shoal.write([["a"], ["a"]], tmp_path / name)
    said = run(sys.executable, "-c", ALONE, "release.dat", "release.parquet", cwd=tmp_path)
    assert said.split() == []


def test_its_wheel_works_where_there_is_nothing_else(tmp_path: Path) -> None:
    pip = (sys.executable, "-m", "pip", "--quiet", "--disable-pip-version-check")
    site = tmp_path / "site"
    run(*pip, "install", "--no-deps", "--target", site, ROOT / "verifier", cwd=tmp_path)
    (tmp_path / "release.dat").write_text("a\na\n")
    python = (sys.executable, "-S", "-m", "shoal_verify")
    said = run(*python, "release.dat", "-k", "2", cwd=tmp_path, PYTHONPATH=str(site))
    assert said == "release.dat: k=2 holds: 2 rows in 1 group, the smallest of 2\n"
    assert (site / "bin" / "shoal-verify").exists()


def test_random_releases_hold_by_the_second_verifier(tmp_path: Path) -> None:
    count = 20_000 if LONG else 150
    trust = ROOT / "benchmarks" / "trust.py"
    said = run(sys.executable, trust, count, "--output", "counts.csv", cwd=tmp_path)
    last = (tmp_path / "counts.csv").read_text().splitlines()[-1].split(",")
    drawn, held, refused, *defects = map(int, last[5:])
    assert drawn == held + refused == count, said
    assert defects == [0, 0, 0], said
    assert held > count // 2
