"""Odd names, odd streams, odd targets: still one sentence or the right answer."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path

import pytest

from .conftest import SHOAL, Shoal


@pytest.mark.parametrize(
    ("target", "why"),
    [
        ("missing/", "its directory does not exist|it is a directory"),
        ("fresh.dat/", "it is a directory"),
        ("other.dat.run.json", ".run.json is for private run files"),
        ("release.parquet.gz", "compressed inside, never with gzip"),
        ("/dev/stdout", "not a regular file"),
        ("/dev/full", "not a regular file"),
    ],
)
def test_targets_that_are_refused(
    shoal: Shoal, baskets: Path, tmp_path: Path, target: str, why: str
) -> None:
    before = sorted(tmp_path.iterdir())
    done = shoal("anonymize", baskets, "-k", 3, "-o", target)
    assert (done.returncode, done.stdout) == (2, "")
    assert any(reason in done.stderr for reason in why.split("|"))
    assert done.stderr.count("\n") == 1
    assert sorted(tmp_path.iterdir()) == before


def test_standard_output_redirected_to_a_file_is_no_target(baskets: Path, tmp_path: Path) -> None:
    captured = tmp_path / "captured.txt"
    with captured.open("w") as file:
        done = subprocess.run(
            [SHOAL, "anonymize", str(baskets), "-k", "3", "-o", "/dev/stdout"],
            stdout=file,
            stderr=subprocess.PIPE,
            text=True,
        )
    assert done.returncode == 2
    assert "not a regular file" in done.stderr
    assert captured.read_text() == ""


def test_file_names_are_shown_as_they_are(shoal: Shoal, tmp_path: Path) -> None:
    (tmp_path / "[red]x.dat").write_text("1\n1\n")
    assert "[red]x.dat" in shoal("verify", "[red]x.dat", "-k", 2).stdout


def test_a_terminal_that_cannot_spell_a_name(shoal_process: Shoal, tmp_path: Path) -> None:
    (tmp_path / "日本.dat").write_text("1\n1\n")
    done = shoal_process("verify", "日本.dat", "-k", 2, env={"PYTHONIOENCODING": "ascii"})
    assert (done.returncode, done.stderr) == (0, "")
    assert "k=2 holds" in done.stdout


def test_closed_standard_output(tmp_path: Path) -> None:
    (tmp_path / "x.dat").write_text("1\n1\n")
    done = subprocess.run(
        ["bash", "-c", f'"{SHOAL}" verify x.dat -k 2 >&-'],
        cwd=tmp_path,
        capture_output=True,
        text=True,
    )
    assert (done.returncode, done.stderr) == (0, "")


def test_piped_tables_neither_fold_nor_pad(shoal: Shoal, tmp_path: Path) -> None:
    name = "x" * 120 + ".dat"
    (tmp_path / name).write_text("1\n1\n")
    lines = shoal("verify", name, "-k", 2).stdout.splitlines()
    assert any(name in line for line in lines)
    assert all(line == line.rstrip() for line in lines)


def test_a_release_without_any_item_is_warned_of(shoal: Shoal, tmp_path: Path) -> None:
    (tmp_path / "x.dat").write_text("1\n2\n3\n")
    done = shoal("anonymize", "x.dat", "-k", 3, "-o", "r.dat")
    assert done.returncode == 0
    assert "every item is suppressed" in done.stderr


def test_a_pipe_is_read_as_a_redirected_file_is(tmp_path: Path) -> None:
    (tmp_path / "same.dat").write_text("1 2\n1 2\n")
    for command in (
        "cat same.dat | {} verify /dev/stdin -k 2",
        "{} verify /dev/stdin -k 2 <same.dat",
    ):
        done = subprocess.run(
            ["bash", "-c", command.format(SHOAL)], cwd=tmp_path, capture_output=True, text=True
        )
        assert done.returncode == 0, done.stderr
        assert "does not tell the format, so it was read as fimi" in done.stderr


def test_a_pipe_cannot_be_anonymized(tmp_path: Path) -> None:
    command = f"printf '1\\n1\\n' | {SHOAL} anonymize /dev/stdin -k 2 -o r.dat"
    done = subprocess.run(["bash", "-c", command], cwd=tmp_path, capture_output=True, text=True)
    assert (done.returncode, done.stdout) == (2, "")
    assert "must be a regular file" in done.stderr


def test_the_estimate_counts_the_library_of_frames(shoal_process: Shoal, baskets: Path) -> None:
    done = shoal_process("anonymize", baskets, "-k", 2, "-o", "r.parquet", "--json")
    memory = json.loads(done.stdout)["memory"]
    assert memory["estimate"] > 0.95 * memory["peak"]
