"""Each bad input: one clear sentence, the right status, nothing written, no raw record."""

from __future__ import annotations

import os
import resource
import subprocess
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import polars as pl
import pytest

from .conftest import SECRET


def ask(shoal, folder: Path, status: int, *arguments: object) -> str:
    """Run a command that must fail; return its sentence."""
    before = sorted(folder.rglob("*"))
    done = shoal(*arguments)
    assert done.returncode == status, done.stderr
    assert done.stdout == ""
    assert "Traceback" not in done.stderr
    assert SECRET not in done.stderr
    (sentence,) = done.stderr.splitlines()
    assert sentence.startswith("shoal: ")
    assert sorted(folder.rglob("*")) == before
    return sentence


FILES = {
    "empty": (b"", "baskets.dat, line 1: the file is empty"),
    "binary": (SECRET.encode() + b" 1\n\x00\x01\x02\xff\n", "baskets.dat, line 2"),
    "broken UTF-8": (SECRET.encode() + b" 1\n2 \xc3\x28\n", "baskets.dat, line 2"),
    "broken gzip": (b"\x1f\x8b\x08" + SECRET.encode(), "gzip"),
    "broken Parquet": (b"PAR1" + SECRET.encode(), "Parquet"),
}


@pytest.mark.parametrize(("content", "words"), FILES.values(), ids=FILES)
@pytest.mark.parametrize(
    "command",
    [
        ["anonymize", "baskets.dat", "-k", 2, "-o", "release.dat"],
        ["verify", "baskets.dat", "-k", 2],
        ["measure", "baskets.dat", "baskets.dat"],
        ["mine", "baskets.dat", "--min-support", 2, "-o", "patterns.csv"],
    ],
    ids=lambda command: command[0],
)
def test_bad_files(shoal, tmp_path, content, words, command):
    (tmp_path / "baskets.dat").write_bytes(content)
    assert words in ask(shoal, tmp_path, 2, *command)


def test_no_file(shoal, tmp_path):
    command = ["anonymize", "nowhere.dat", "-k", 2, "-o", "release.dat"]
    assert "no such file: nowhere.dat" in ask(shoal, tmp_path, 2, *command)


@pytest.mark.parametrize("k", [1, 0, -5])
def test_k_below_two(shoal, tmp_path, baskets, k):
    sentence = ask(shoal, tmp_path, 2, "anonymize", baskets, "-k", k, "-o", "release.dat")
    assert "at least 2" in sentence


def test_k_above_the_rows_says_the_largest_possible(shoal, tmp_path, baskets):
    sentence = ask(shoal, tmp_path, 1, "anonymize", baskets, "-k", 61, "-o", "release.dat")
    assert "the largest possible k is 60" in sentence


def test_one_row_cannot_be_published(shoal, tmp_path):
    (tmp_path / "one.dat").write_text(f"{SECRET} 2\n")
    sentence = ask(shoal, tmp_path, 1, "anonymize", "one.dat", "-k", 2, "-o", "release.dat")
    assert "nothing can be published" in sentence


def test_unknown_column(shoal, tmp_path):
    pl.DataFrame({"basket": [[SECRET], [SECRET]]}).write_parquet(tmp_path / "b.parquet")
    command = ["anonymize", "b.parquet", "-k", 2, "-o", "r.parquet", "--column", "cart"]
    assert "there is no column 'cart'" in ask(shoal, tmp_path, 2, *command)


FLAGS = {
    "format": (["--format", "excel"], "fimi, csv, spmf, parquet, arrow, long"),
    "method": (["--method", "magic"], "allowed: auto, sweep, patternka"),
    "model": (["--model", "l=3"], "allowed: k=10"),
    "k twice": (["-k", "3", "--model", "k=3"], "give only one"),
    "k as text": (
        ["-k", "ten"],
        "-k takes a whole number of at least 2, as in -k 10, or several, as in -k 5,10,20, "
        "not 'ten'",
    ),
    "seed joined": (["-k", "3", "--seed=x"], "Invalid value for '--seed': "),
    "k as a share": (["-k", "2.5"], "-k takes a whole number of at least 2"),
    "seed as text": (["-k", "3", "--seed", "x"], "Invalid value for '--seed': "),
    "time as text": (["-k", "3", "--time-limit", "1h"], "Invalid value for '--time-limit': "),
    "threads": (["-k", "3", "--threads", "0"], "from 1 to 1,024"),
    "too many threads": (["-k", "3", "--threads", "100000"], "from 1 to 1,024"),
    "memory": (["-k", "3", "--memory-limit", "lots"], "such as 500M, 4G or 1.5GiB"),
    "budget": (["-k", "3", "--budget", "0"], "from 1 to"),
    "exact with a budget": (["-k", "3", "--budget", "9", "--exact"], "one or the other"),
    "time limit": (["-k", "3", "--time-limit", "-1"], "positive"),
    "seed": (["-k", "3", "--seed", "-1"], "from 0 to"),
    "flag": (["-k", "3", "--nonsense"], "--nonsense"),
}


@pytest.mark.parametrize(("flags", "words"), FLAGS.values(), ids=FLAGS)
def test_unknown_flag_values_are_answered_with_what_is_allowed(
    shoal, tmp_path, baskets, flags, words
):
    if not {"-k", "--model"} & {*flags}:
        flags = [*flags, "-k", "3"]
    sentence = ask(shoal, tmp_path, 2, "anonymize", baskets, "-o", "release.dat", *flags)
    assert words in sentence


@pytest.mark.parametrize(
    ("command", "sentence"),
    [
        (["verify"], "Missing argument 'INPUT'; see shoal verify --help"),
        (["verify", "x.dat", "-k"], "Option '-k' requires an argument; see shoal verify --help"),
        (["rules", "chek"], "No such command 'chek'. Did you mean 'check'? See shoal rules --help"),
        (["doctor", "--zzz"], "No such option: --zzz; see shoal doctor --help"),
    ],
)
def test_calls_that_cannot_be_parsed_lead_to_the_help(shoal, tmp_path, command, sentence):
    assert ask(shoal, tmp_path, 2, *command).startswith(f"shoal: {sentence}")


def test_no_model(shoal, tmp_path, baskets):
    assert "-k 10, or --model k=10" in ask(shoal, tmp_path, 2, "verify", baskets)


def test_unknown_target_and_support(shoal, tmp_path, baskets):
    mine = ["mine", baskets, "--min-support"]
    assert "all, closed, maximal, longest" in ask(shoal, tmp_path, 2, *mine, 2, "--target", "best")
    ask(shoal, tmp_path, 2, *mine, 0)
    ask(shoal, tmp_path, 2, *mine, "few")
    assert ".parquet" in ask(shoal, tmp_path, 2, *mine, 2, "-o", "patterns.xls")


@pytest.mark.parametrize("name", ["r.parquet", "r.arrow"])
def test_verify_beside_other_columns(shoal, tmp_path, name):
    frame = pl.DataFrame({"id": [SECRET, "2"], "age": [3, 4], "cart": [["tea"], ["tea"]]})
    (frame.write_parquet if name == "r.parquet" else frame.write_ipc)(tmp_path / name)
    sentence = ask(shoal, tmp_path, 2, "verify", name, "-k", 2)
    assert "other columns, 'id', 'age'" in sentence
    assert "drop" in sentence
    assert "--column cart" in sentence


def test_measure_of_what_is_no_release(shoal, tmp_path, baskets):
    (tmp_path / "other.dat").write_text(f"{SECRET}\n" * 60)
    sentence = ask(shoal, tmp_path, 2, "measure", baskets, "other.dat")
    assert "1 item of the release does not occur in the original" in sentence


@pytest.mark.parametrize("output", ["missing/release.dat", "baskets.dat/release.dat", "."])
def test_output_not_writable(shoal, tmp_path, baskets, output):
    ask(shoal, tmp_path, 2, "anonymize", baskets, "-k", 3, "-o", output)


@pytest.mark.parametrize("output", ["baskets.dat", "./baskets.dat", "link.dat", "hard.dat"])
def test_output_equals_input(shoal, tmp_path, baskets, output):
    (tmp_path / "link.dat").symlink_to(baskets)
    (tmp_path / "hard.dat").hardlink_to(baskets)
    content = baskets.read_bytes()
    sentence = ask(shoal, tmp_path, 2, "anonymize", "baskets.dat", "-k", 3, "-o", output)
    assert "output equals input" in sentence
    assert baskets.read_bytes() == content


@pytest.fixture
def small_disk(tmp_path) -> Iterator[tuple[Path, dict[str, object]]]:
    """A folder that takes 64 kB: a file system, or a limit on files where none may be mounted."""
    folder = tmp_path / "disk"
    folder.mkdir()
    mount = ["mount", "-t", "tmpfs", "-o", "size=64k", "shoal-test", str(folder)]
    if subprocess.run(mount, capture_output=True).returncode == 0:
        yield folder, {}
        subprocess.run(["umount", str(folder)], check=True)
    else:
        limit = (1 << 16, 1 << 16)
        yield folder, {"preexec_fn": lambda: resource.setrlimit(resource.RLIMIT_FSIZE, limit)}


@pytest.mark.parametrize("suffix", ["dat", "parquet"])
@pytest.mark.parametrize("flag", ["-k", "--min-support"])
def test_disk_full(shoal_process, tmp_path, small_disk, suffix, flag):
    folder, limits = small_disk
    rows = np.random.default_rng(0).integers(0, 10**9, (4000, 9))
    text = "".join(" ".join(map(str, row)) + "\n" for row in rows)
    (tmp_path / "baskets.dat").write_text(text * 3)
    old = folder / f"out.{suffix}"
    old.write_bytes(b"old")
    command = ["anonymize"] if flag == "-k" else ["mine", "--target", "closed"]
    if flag == "--min-support" and suffix == "dat":
        suffix = "csv"
    output = folder / f"out.{suffix}"
    done = shoal_process(*command, "baskets.dat", flag, 3, "-o", output, **limits)
    assert done.returncode == 1
    assert done.stdout == ""
    (sentence,) = done.stderr.splitlines()
    assert sentence.startswith(f"shoal: cannot write {output}: ")
    assert list(folder.iterdir()) == [old]
    assert old.read_bytes() == b"old"


def test_a_dash_is_no_output(shoal, tmp_path, baskets):
    sentence = ask(shoal, tmp_path, 2, "anonymize", baskets, "-k", "3", "-o", "-")
    assert "cannot write to standard output: name a file" in sentence


@pytest.mark.parametrize(
    ("command", "words"),
    [
        (["anonymize", "baskets.dat", "-k", 3, "-o", ""], "a file without a name"),
        (["anonymize", "baskets.dat", "-k", 3, "--output", ""], "a file without a name"),
        (["anonymize", "baskets.dat", "-k", 3, "--output="], "a file without a name"),
        (["mine", "baskets.dat", "-s", 3, "-o", ""], "a file without a name"),
        (["demo", "-o", ""], "a path cannot be empty"),
        (["demo", "--output="], "a path cannot be empty"),
        (
            ["anonymize", "", "-k", 3, "-o", "r.dat"],
            "Invalid value for 'INPUT': a path cannot be empty",
        ),
        (["verify", "", "-k3"], "Invalid value for 'INPUT': a path cannot be empty"),
        (["measure", "baskets.dat", ""], "Invalid value for 'RELEASE': a path cannot be empty"),
    ],
)
def test_an_empty_name_is_no_file(shoal, tmp_path, baskets, command, words):
    assert words in ask(shoal, tmp_path, 2, *command)


def test_a_directory_is_no_file_of_patterns(shoal, tmp_path, baskets):
    sentence = ask(shoal, tmp_path, 2, "mine", baskets, "-s", 3, "-o", ".")
    assert "cannot write .: it is a directory" in sentence


@pytest.mark.parametrize("folder", ["baskets.dat", "baskets.dat/demo"])
def test_a_file_is_no_folder_for_the_demo(shoal, tmp_path, baskets, folder):
    sentence = ask(shoal, tmp_path, 2, "demo", "-o", folder)
    assert f"cannot make the folder {folder}: there is a file" in sentence


def test_numbers_beyond_all_counts(shoal, tmp_path, baskets):
    many = "99999999999999999999"
    assert "from 1 on" in ask(shoal, tmp_path, 2, "mine", baskets, "-s", many)
    command = ["anonymize", baskets, "-k", 2, "-o", "r.dat", "--budget", many]
    assert "the budget, in search nodes, must be from 1 to" in ask(shoal, tmp_path, 2, *command)


def test_an_output_whose_name_is_no_text(shoal, tmp_path, baskets):
    name = os.fsdecode(b"r\xff.dat")
    assert shoal("anonymize", baskets, "-k", 2, "-o", name, "--json").returncode == 0
    assert (tmp_path / name).exists()
