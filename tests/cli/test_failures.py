"""Ends that no input brings about: they are told in one sentence too, without raw data."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import pytest

from shoal.cli.main import run
from shoal.errors import InternalError, OutputError
from shoal.recipes import pipeline

from .conftest import SECRET, SHOAL


@pytest.mark.parametrize(
    ("error", "words"),
    [
        (ValueError(f"row {SECRET}"), "internal error (ValueError); please report it"),
        (InternalError("groups overlap"), "internal error: groups overlap; please report it"),
        (MemoryError(), "not enough memory"),
        (OSError(5, "Input/output error", "baskets.dat"), "baskets.dat: Input/output error"),
    ],
)
def test_unexpected_ends(monkeypatch, capsys, baskets, tmp_path, error, words):
    def fail(*arguments, **options):
        raise error

    monkeypatch.setattr(pipeline, "anonymize_data", fail)
    monkeypatch.delenv("SHOAL_DEBUG", raising=False)
    arguments = ["anonymize", str(baskets), "-k", "3", "-o", str(tmp_path / "r.dat")]
    assert run(arguments) == 1
    output, errors = capsys.readouterr()
    assert output == ""
    assert words in errors
    assert SECRET not in errors
    assert errors.count("\n") == 1
    assert list(tmp_path.iterdir()) == [baskets]


def test_a_traceback_is_shown_on_demand(monkeypatch, capsys, baskets, tmp_path):
    monkeypatch.setenv("SHOAL_DEBUG", "1")
    assert run(["verify", str(tmp_path / "nowhere.dat"), "-k", "3"]) == 2
    assert "Traceback" in capsys.readouterr().err


@pytest.mark.parametrize("flags", [["--json"], []])
def test_a_reader_that_goes_away_is_no_error(baskets, flags):
    reading, writing = os.pipe()
    os.close(reading)
    command = [SHOAL, "verify", str(baskets), "-k", "2", *flags]
    done = subprocess.run(command, stdout=writing, stderr=subprocess.PIPE, timeout=60)
    os.close(writing)
    assert done.stderr == b""
    assert done.returncode == 141


def test_an_interrupt_says_what_was_written_by_then(monkeypatch, capsys, tmp_path):
    def interrupt(*arguments, **options):
        raise KeyboardInterrupt

    monkeypatch.setattr("shoal.io.tables.write_table", interrupt)
    monkeypatch.chdir(tmp_path)
    assert run(["demo", "-o", "dd"]) == 130
    assert capsys.readouterr() == ("", "shoal: stopped; dd/baskets.dat was written\n")
    # What an earlier run wrote is not this run's.
    monkeypatch.setattr("shoal.io.write", interrupt)
    assert run(["demo", "-o", "dd"]) == 130
    assert capsys.readouterr() == ("", "shoal: stopped; nothing was written\n")


@pytest.mark.parametrize("name", ["write", "tables.write_table"])
def test_a_demo_without_room_names_its_file(monkeypatch, capsys, tmp_path, name):
    def fail(data, path, **options):
        raise OutputError("the disk is full", path=str(path))

    monkeypatch.setattr(f"shoal.io.{name}", fail)
    monkeypatch.chdir(tmp_path)
    assert run(["demo", "-o", "dd"]) == 1
    file = {"write": "dd/baskets.dat", "tables.write_table": "dd/people.csv"}[name]
    assert capsys.readouterr().err == f"shoal: cannot write {file}: the disk is full\n"


@pytest.mark.parametrize("after", [False, True], ids=["before", "after"])
def test_an_interrupt_when_the_publication_is_decided(
    monkeypatch, capsys, baskets, tmp_path, after
):
    """Before, nothing was written; after, everything is, though the run was stopped."""
    real = Path.replace

    def replace_and_interrupt(path, target):
        if not str(target).endswith(".json"):
            return real(path, target)
        if after:
            real(path, target)
        raise KeyboardInterrupt

    monkeypatch.setattr(Path, "replace", replace_and_interrupt)
    monkeypatch.chdir(tmp_path)
    assert run(["anonymize", str(baskets), "-k", "3", "-o", "r.dat"]) == 130
    written = "r.dat.run.json and r.dat were" if after else "nothing was"
    assert capsys.readouterr().err == f"shoal: stopped; {written} written\n"
    made = ["r.dat", "r.dat.run.json"] if after else []
    assert sorted(file.name for file in tmp_path.iterdir()) == [baskets.name, *made]
    assert not after or run(["verify", "r.dat", "-k", "3", "--quiet"]) == 0


@pytest.mark.parametrize("flags", [["--json"], []])
def test_a_full_standard_output_is_named_with_the_files_that_are_there(baskets, tmp_path, flags):
    anonymize = [SHOAL, "anonymize", str(baskets), "-k", "3", "-o", "z.dat", *flags]
    verify = [SHOAL, "verify", str(baskets), "-k", "2", *flags]
    said = []
    for command in (anonymize, verify):
        with Path("/dev/full").open("w") as full:
            done = subprocess.run(
                command, stdout=full, stderr=subprocess.PIPE, text=True, cwd=tmp_path, timeout=60
            )
        assert done.returncode == 1
        said.append(done.stderr)
    sentence = "shoal: cannot write to standard output: the disk is full; "
    assert said == [
        f"{sentence}z.dat.run.json and z.dat were written\n",
        f"{sentence}nothing was written\n",
    ]
