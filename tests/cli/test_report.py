"""``--report`` and several k: the report comes with the release, or not at all."""

from __future__ import annotations

import json

import pytest


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
    assert "The loss at several k" in (tmp_path / "r.html").read_text()
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
    "over the input": (["--report", "baskets.dat"], 2, "output equals input"),
    "over the release": (["--report", "r.dat"], 2, "cannot take the place of the release"),
    "over the run file": (["--report", "r.dat.run.json"], 2, "cannot take the place"),
    "in no folder": (["--report", "none/r.html"], 2, "its directory does not exist"),
    "a device": (["--report", "/dev/null"], 2, "not a regular file"),
    "too large a k": (["-k", "3,61", "--report", "r.html"], 1, "largest possible k is 60"),
    "k with a hole": (["-k", "3,,4", "--report", "r.html"], 2, "-k takes a whole number"),
    "k too small": (["-k", "1,4", "--report", "r.html"], 2, "at least 2"),
    "mixed c": (["--model", "rules=x,k=3/4,c=2/x"], 2, "c must be a number from 0 to 1"),
}


@pytest.mark.parametrize("case", WRONG)
def test_wrong_calls_write_nothing(shoal, tmp_path, baskets, case):
    flags, status, sentence = WRONG[case]
    before = baskets.read_bytes()
    given = [] if {"-k", "--model"} & {*flags} else ["-k", "4"]
    done = shoal("anonymize", "baskets.dat", *given, "-o", "r.dat", *flags)
    assert (done.returncode, done.stdout) == (status, "")
    assert sentence in done.stderr
    assert [path.name for path in tmp_path.iterdir()] == ["baskets.dat"]
    assert baskets.read_bytes() == before


def test_a_hierarchy_is_not_replaced(shoal, tmp_path):
    (tmp_path / "t.csv").write_text("sex,age\n" + "f,30\nm,31\n" * 5)
    (tmp_path / "sex.csv").write_text("f;*\nm;*\n")
    flags = ["--qi", "sex,age", "--hierarchies", "sex.csv", "-o", "r.csv", "--report", "sex.csv"]
    done = shoal("anonymize", "t.csv", "-k", 2, *flags)
    assert done.returncode == 2
    assert "output equals input" in done.stderr
