"""Each bad input: one clear sentence, the right status, nothing written, no raw record."""

from __future__ import annotations

import os

import numpy as np
import polars as pl
import pytest

from .conftest import SECRET, ask

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


@pytest.mark.parametrize(
    ("command", "sentence"),
    [
        (["verify"], "Missing argument 'INPUT'; see shoal verify --help"),
        (["verify", "x.dat", "-k"], "Option '-k' requires an argument; see shoal --help"),
        (
            ["rules", "chek"],
            "No such command 'chek'. Did you mean 'check'? See shoal rules --help",
        ),
        (["doctor", "--zzz"], "No such option: --zzz; see shoal doctor --help"),
    ],
)
def test_calls_that_cannot_be_parsed_lead_to_the_help(shoal, tmp_path, command, sentence):
    assert ask(shoal, tmp_path, 2, *command).startswith(f"shoal: {sentence}")


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
    done = shoal_process(*command, "baskets.dat", flag, 3, "-o", output, "--overwrite", **limits)
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
        (["anonymize", "baskets.dat", "-k", 3, "-o", ""], "--output takes the path of a file"),
        (["anonymize", "baskets.dat", "-k", 3, "--output="], "--output takes the path of a file"),
        (["anonymize", "baskets.dat", "-k", 3, "-o", "r.dat", "--report", ""], "--report takes"),
        (
            ["anonymize", "baskets.dat", "-k", 3, "-o", "r.dat", "--save-recipe", ""],
            "'--save-recipe': a path cannot be empty",
        ),
        (["mine", "baskets.dat", "-s", 3, "-o", ""], "'--output': a path cannot be empty"),
        (["demo", "--output="], "'--output': a path cannot be empty"),
        (["anonymize", "", "-k", 3, "-o", "r.dat"], "'INPUT': a path cannot be empty"),
        (["verify", "", "-k3"], "'INPUT': a path cannot be empty"),
        (["measure", "baskets.dat", ""], "'RELEASE': a path cannot be empty"),
    ],
)
def test_an_empty_name_is_no_file(shoal, tmp_path, baskets, command, words):
    assert words in ask(shoal, tmp_path, 2, *command)


def test_a_directory_is_no_file_of_patterns(shoal, tmp_path, baskets):
    sentence = ask(shoal, tmp_path, 2, "mine", baskets, "-s", 3, "-o", ".")
    assert "cannot write .: it is a directory" in sentence


@pytest.mark.parametrize("folder", ["baskets.dat", "baskets.dat/demo"])
def test_a_file_is_no_folder_for_the_demo(shoal, tmp_path, baskets, folder):
    sentence = ask(shoal, tmp_path, 1, "demo", "-o", folder)
    assert sentence == f"shoal: {folder}/hierarchies: Not a directory"


def test_an_output_whose_name_is_no_text(shoal, tmp_path, baskets):
    name = os.fsdecode(b"r\xff.dat")
    sentence = ask(shoal, tmp_path, 2, "anonymize", baskets, "-k", 2, "-o", name)
    assert "--output takes the path of a file" in sentence
    (tmp_path / name).write_bytes(baskets.read_bytes())
    assert shoal("verify", name, "-k", 1000).returncode == 1
