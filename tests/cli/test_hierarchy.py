"""``shoal hierarchy``: build, show, check."""

from __future__ import annotations

import gzip
import json

import pytest

from .conftest import SECRET, ask


@pytest.fixture
def people(tmp_path):
    """A small table with a column for each way to build a hierarchy."""
    path = tmp_path / "people.csv"
    path.write_text(
        "age,born,zip,trade\n31,1990-02-03,47110,smith\n?,1991-12-31,47119,nurse\n"
        "35,1991-01-01,47200,doctor\n38,2001-01-01,47110,nurse\n"
    )
    return path


WAYS = {
    "intervals": (["age", "--intervals", "5,10"], "31;30-34;30-39;*"),
    "automatic": (["age", "--intervals", "auto"], "31;30-31;*"),
    "dates": (["born", "--dates"], "1990-02-03;1990-02;1990;1990s;*"),
    "prefixes": (["zip", "--prefixes"], "47110;4711*;*"),
    "lengths": (["zip", "--prefixes", "--lengths", "3,2"], "47110;471*;47*;*"),
    "frequency": (["trade", "--frequency"], "doctor;{doctor, smith};*"),
    "similarity": (["trade", "--similarity"], "nurse;{nurse, smith};*"),
}


@pytest.mark.parametrize(("flags", "line"), WAYS.values(), ids=WAYS)
def test_build(shoal, tmp_path, people, flags, line):
    printed = shoal("hierarchy", "build", people, "--column", *flags)
    assert (printed.returncode, printed.stderr) == (0, "")
    assert line in printed.stdout
    done = shoal("hierarchy", "build", people, "--column", *flags, "-o", "tree.csv", "--json")
    assert done.returncode == 0
    assert json.loads(done.stdout)["schema"] == "shoal.hierarchy-build/1"
    assert (tmp_path / "tree.csv").read_text() == printed.stdout
    packed = shoal("hierarchy", "build", people, "--column", *flags, "-o", "tree.csv.gz", "--quiet")
    assert packed.returncode == 0
    assert gzip.decompress((tmp_path / "tree.csv.gz").read_bytes()).decode() == printed.stdout
    checked = shoal("hierarchy", "check", "tree.csv", "--data", people, "--column", flags[0])
    assert (checked.returncode, checked.stderr) == (0, "")
    assert "0 missing" in checked.stdout


def test_show(shoal, tmp_path):
    (tmp_path / "age.csv").write_text("18;teens;*\n19;teens;*\n20;20;*\n")
    done = shoal("hierarchy", "show", "age.csv")
    assert done.stdout == "*  (3 values)\n├─ teens  (2 values)\n│  ├─ 18\n│  └─ 19\n└─ 20\n"
    assert "... 1 more" in shoal("hierarchy", "show", "age.csv", "--limit", 1).stdout
    document = json.loads(shoal("hierarchy", "show", "age.csv", "--json").stdout)
    assert document["labels"] == ["*", "teens", "18", "19", "20"]
    assert document["levels"] == [2, 1, 0, 0, 0]


def test_check_says_what_is_missing(shoal, tmp_path, people):
    (tmp_path / "my_age.csv").write_text("31;31-34;*\n35;31-34;*\n")
    call = ("hierarchy", "check", "my_age.csv", "--data", people, "--json")
    done = shoal(*call, "--show-values")
    assert done.returncode == 1
    assert "label '31-34' does not contain its value '35'" in done.stderr
    document = json.loads(done.stdout)
    assert (document["column"], document["used"], document["lacking"]) == ("age", 2, 1)
    assert document.pop("missing") == ["38"]
    document["warnings"] = ["label '31-34' does not contain its value (not shown)"]
    assert json.loads(shoal(*call).stdout) == document
    assert len(document["warnings"]) == 1
    assert shoal("hierarchy", "check", "my_age.csv").returncode == 0
    assert shoal("hierarchy", "check", "my_age.csv", "--quiet").stdout == ""


def test_bad_calls(shoal, tmp_path, people):
    build = ["hierarchy", "build", people, "--column"]
    assert "choose one way" in ask(shoal, tmp_path, 2, *build, "age")
    assert "choose one way" in ask(shoal, tmp_path, 2, *build, "age", "--dates", "--prefixes")
    assert "no column 'town'" in ask(shoal, tmp_path, 2, *build, "town", "--dates")
    assert "column 'zip': a hierarchy of dates" in ask(shoal, tmp_path, 2, *build, "zip", "--dates")
    assert "each a multiple of the one before" in ask(
        shoal, tmp_path, 2, *build, "age", "--intervals", "5,12"
    )
    assert "give --prefixes" in ask(shoal, tmp_path, 2, *build, "age", "--dates", "--lengths", 1)
    too_long = [*build, "zip", "--prefixes", "--lengths", "5"]
    assert "fewer than the 5 of the longest value" in ask(shoal, tmp_path, 2, *too_long)
    lengths = [*build, "zip", "--prefixes", "--lengths", "x"]
    assert "whole numbers" in ask(shoal, tmp_path, 2, *lengths)
    assert "output equals input" in ask(shoal, tmp_path, 2, *build, "age", "--dates", "-o", people)
    (tmp_path / "tree.csv").write_text(f"{SECRET};a;*\nb;*\n")
    for command in ("show", "check"):
        sentence = ask(shoal, tmp_path, 2, "hierarchy", command, "tree.csv")
        assert "tree.csv, line 2: 2 labels where line 1 has 3" in sentence
    (tmp_path / "tree.csv").write_text("a;*\n")
    check = ["hierarchy", "check", "tree.csv"]
    assert "give --column" in ask(shoal, tmp_path, 2, *check, "--data", people)
    assert "--data" in ask(shoal, tmp_path, 2, *check, "--column", "age")
    assert "'bild'" in ask(shoal, tmp_path, 2, "hierarchy", "bild")


def test_help(shoal):
    alone = shoal("hierarchy")
    assert (alone.returncode, alone.stderr) == (0, "")
    assert alone.stdout == shoal("hierarchy", "--help").stdout
    for name in ("build", "show", "check"):
        assert name in alone.stdout
        assert "Usage: shoal hierarchy" in shoal("hierarchy", name, "-h").stdout
