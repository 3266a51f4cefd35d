"""``--report`` and several k: the report comes with the release, or not at all."""

from __future__ import annotations

import json

import pytest

from .conftest import ask


def test_a_report_beside_the_release(shoal, tmp_path, baskets):
    done = shoal("anonymize", baskets, "-k", 4, "-o", "r.dat", "--report", "r.html")
    assert done.returncode == 0
    assert "r.html (can be given away)" in done.stdout
    page = (tmp_path / "r.html").read_text()
    assert "shoal verify r.dat -k 4" in page
    assert "baskets.dat" not in page
    # The same run gives the same bytes.
    shoal("anonymize", baskets, "-k", 4, "-o", "r.dat", "--report", "again.html", "--threads", 1)
    assert (tmp_path / "again.html").read_text() == page


def test_several_k(shoal, tmp_path, baskets):
    flags = ["-k", "3,6,4", "-o", "r.dat", "--report", "r.html"]
    document = json.loads(shoal("anonymize", baskets, *flags, "--json").stdout)
    assert document["k"] == 6
    assert document["report_file"] == "r.html"
    assert [point["k"] for point in document["curve"]] == [3, 4, 6]
    losses = [point["loss"] for point in document["curve"]]
    assert losses == sorted(losses)
    assert all(point["bound"] <= point["loss"] for point in document["curve"])
    assert shoal("verify", "r.dat", "-k", 6).returncode == 0
    assert str(round(losses[0], 4)) not in (tmp_path / "r.html").read_text()
    shown = shoal("anonymize", baskets, "-k", "3,6", "-o", "r.dat").stdout
    assert "only k=6 is published" in shown
    # What is published is what the largest k alone gives.
    published = (tmp_path / "r.dat").read_text()
    shoal("anonymize", baskets, "-k", 6, "-o", "alone.dat")
    assert (tmp_path / "alone.dat").read_text() == published


def test_rules_with_several_k_and_c(shoal, tmp_path, baskets):
    (tmp_path / "rules.txt").write_text("1 -> 10\n2 -> 11\n")
    model = "rules=rules.txt,k=3/5,c=0.9/0.8"
    flags = ["--model", model, "-o", "r.dat", "--report", "r.html", "--json"]
    document = json.loads(shoal("anonymize", baskets, *flags).stdout)
    assert (document["k"], document["c"]) == (5, 0.8)
    assert len(document["curve"]) == 4
    page = (tmp_path / "r.html").read_text()
    assert "rules.txt" not in page
    assert "--model rules=RULES,k=5,c=0.8" in page


WRONG = {
    "over the input": (["--report", "in.html"], 2, "output equals input"),
    "over the rules": (
        ["--model", "rules=rules.html,k=2,c=1", "--report", "rules.html"],
        2,
        "output equals input",
    ),
    "over the release": (["--report", "r.dat"], 2, "it is HTML, so end it with .html"),
    "over the run file": (["--report", "r.dat.run.json"], 2, "it is HTML, so end it with .html"),
    "over the recipe": (["--report", "r.html", "--save-recipe", "r.html"], 2, "two outputs cannot"),
    "in no folder": (["--report", "none/r.html"], 2, "its directory does not exist"),
    "a folder": (["--report", "r.html/"], 2, "it is a directory"),
    "a device": (["--report", "null.html"], 2, "not a regular file"),
    "too large a k": (["-k", "3,61", "--report", "r.html"], 1, "largest possible k is 60"),
    "mixed c": (["--model", "rules=x,k=3/4,c=2/x"], 2, "write it as rules=FILE,k=5,c=0.9"),
}


@pytest.mark.parametrize(("flags", "status", "words"), WRONG.values(), ids=WRONG)
def test_wrong_calls_write_nothing(shoal, tmp_path, baskets, flags, status, words):
    (tmp_path / "in.html").hardlink_to(baskets)
    (tmp_path / "rules.html").write_text("1 -> 10\n")
    (tmp_path / "null.html").symlink_to("/dev/null")
    given = [] if {"-k", "--model"} & {*flags} else ["-k", "4"]
    command = ["anonymize", "baskets.dat", *given, "-o", "r.dat", *flags]
    assert words in ask(shoal, tmp_path, status, *command)
