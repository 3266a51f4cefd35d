"""Small files that unpack to large ones: no command takes more memory than it may."""

from __future__ import annotations

import gzip
import signal
import subprocess
import sys

import polars as pl
import pytest
import zstandard
from tests.cli.conftest import SHOAL, ask
from tests.conftest import LONG

#: Megabytes that a command may use, and that the text of a bomb takes.
LIMIT, SIZE = 160, 320

#: Runs a command, and prints the most memory that it took, in megabytes.
MEASURED = """
import resource, subprocess, sys
status = subprocess.run(sys.argv[1:]).returncode
print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss // 1024)
sys.exit(status)
"""

#: Units of which a bomb is made.
UNITS = {"a line": b"x", "items": b"7 ", "rows": b"7\n", "cells": b"1,2,3\n"}

COMMANDS = {
    "verify": "verify bomb.csv.{end} -k 2",
    "verify a table": "verify bomb.csv.{end} -k 2 --qi a",
    "verify spmf": "verify bomb.csv.{end} -k 2 --format spmf",
    "verify long": "verify bomb.csv.{end} -k 2 --format long",
    "measure": "measure small.dat bomb.csv.{end}",
    "measure against": "measure bomb.csv.{end} small.dat",
    "mine": "mine bomb.csv.{end} -s 2",
    "inspect": "inspect bomb.csv.{end}",
    "anonymize": "anonymize bomb.csv.{end} -k 2 -o out.dat",
    "anonymize a table": "anonymize bomb.csv.{end} -k 2 --qi a -o out.csv",
}


def write_bomb(folder, end, unit):
    """Write the same unit again and again, packed, behind an innocent beginning."""
    part = unit * (2**20 // len(unit))
    packers = {"gz": gzip.compress, "zst": zstandard.ZstdCompressor(level=3).compress}
    pack = packers[end]
    many = pack(part * 8) * (SIZE // 8)
    (folder / f"bomb.csv.{end}").write_bytes(pack(b"a,b,c\n") + many)
    (folder / "small.dat").write_text("1 2\n1 2\n")


def measured(folder, command):
    """Run a command; return its status, its peak in megabytes, and what it says."""
    done = subprocess.run(
        [sys.executable, "-c", MEASURED, SHOAL, *command.split()],
        cwd=folder,
        capture_output=True,
        text=True,
        check=False,
    )
    return done.returncode, int(done.stdout.split()[-1]), " ".join(done.stderr.split())


@pytest.mark.parametrize("end", ["gz", "zst"] if LONG else ["gz"])
@pytest.mark.parametrize("command", COMMANDS.values(), ids=COMMANDS)
def test_a_bomb_is_refused_within_the_memory_limit(tmp_path, command, end):
    write_bomb(tmp_path, end, UNITS["cells"])
    before = {path.name for path in tmp_path.iterdir()}
    told = f"{command.format(end=end)} --memory-limit {LIMIT}M"
    status, peak, sentence = measured(tmp_path, told)
    assert status == 1, sentence
    assert "of memory" in sentence
    assert "--memory-limit" in sentence
    assert peak < LIMIT
    assert {path.name for path in tmp_path.iterdir()} == before


@pytest.mark.parametrize("unit", UNITS.values(), ids=UNITS)
def test_a_bomb_of_any_content_is_refused(tmp_path, unit):
    write_bomb(tmp_path, "zst", unit)
    status, peak, sentence = measured(tmp_path, f"verify bomb.csv.zst -k 2 --memory-limit {LIMIT}M")
    assert (status, "of memory" in sentence) == (1, True)
    assert peak < LIMIT


@pytest.mark.parametrize("command", ["verify {} -k 2 --qi a", "inspect {}"])
def test_a_column_of_one_value_is_refused(tmp_path, command):
    one = pl.DataFrame({"a": pl.repeat(1, 20_000_000, dtype=pl.Int8, eager=True)})
    one.write_parquet(tmp_path / "bomb.parquet")
    told = f"{command.format('bomb.parquet')} --memory-limit 200M"
    status, peak, sentence = measured(tmp_path, told)
    assert (status, "of memory" in sentence) == (1, True), sentence
    assert peak < 200


def test_a_plain_file_that_is_too_large_is_refused_too(shoal, tmp_path):
    (tmp_path / "d.dat").write_bytes(b"7 8\n" * 2**21)
    asked = ("verify", "d.dat", "-k", "2", "--memory-limit")
    assert "d.dat" in ask(shoal, tmp_path, 1, *asked, "64M")
    assert shoal(*asked, "2G").returncode == 0


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_unpacking_stops_at_a_signal(tmp_path, number):
    write_bomb(tmp_path, "gz", UNITS["a line"])
    program = f"""
import os, sys
from shoal.cli import main
from shoal.io import compression
def stop(path, size, **given):
    if size > 2**26:
        os.kill(os.getpid(), {int(number)})
    assert size < 2**27, "unpacking went on"
compression.check_fits = stop
sys.argv = ["shoal", "verify", "bomb.csv.gz", "-k", "2"]
main.main()
"""
    done = subprocess.run(
        [sys.executable, "-c", program],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stderr) == (
        128 + number,
        "shoal: stopped; nothing was written\n",
    )
