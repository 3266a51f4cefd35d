"""Tables at the command line: judged and priced, whoever made them."""

from __future__ import annotations

import json
import math

import polars as pl
import pytest

from .conftest import SECRET, ask

PEOPLE = pl.DataFrame(
    {
        "id": ["1", "1", "2", "3"],
        "age": ["31", "34", "60", "70"],
        "sex": ["f", "m", "m", "m"],
        "ill": ["flu", "cold", "flu", SECRET],
    }
)
RELEASE = PEOPLE.with_columns(age=pl.Series(["30s", "30s", "60-70", "60-70"]), sex=pl.lit("*"))


@pytest.fixture
def people(tmp_path):
    PEOPLE.write_csv(tmp_path / "people.csv")
    RELEASE.write_csv(tmp_path / "release.csv")
    (tmp_path / "trees").mkdir()
    (tmp_path / "trees/age.csv").write_text("31;30s;*\n34;30s;*\n60;old;*\n70;old;*\n")


PRICE = ["measure", "people.csv", "release.csv", "--qi", "age,sex", "--hierarchies", "trees"]


@pytest.mark.usefixtures("people")
def test_verify(shoal):
    done = shoal("verify", "release.csv", "-k", 2, "--qi", "age,sex")
    assert done.returncode == 0
    assert "k=2 holds" in done.stdout
    assert "4 in 2 groups" in done.stdout
    assert done.stderr == (
        "shoal: warning: only columns 'age', 'sex' were judged; there are other columns, 'id', "
        "'ill', which can tell equal rows apart\n"
    )
    quiet = shoal("verify", "release.csv", "--model", "k=2", "--qi", "age", "--quiet")
    assert (quiet.returncode, quiet.stdout, quiet.stderr) == (0, "", "")


@pytest.mark.usefixtures("people")
def test_verify_fails_with_row_numbers_and_status_1(shoal):
    done = shoal("verify", "release.csv", "-k", 2, "--qi", "age,ill")
    assert done.returncode == 1
    assert "k=2 FAILS" in done.stdout
    assert "1, 2, 3, 4" in done.stdout
    assert SECRET not in done.stdout + done.stderr


@pytest.mark.usefixtures("people")
def test_verify_by_persons(shoal):
    command = ["verify", "release.csv", "-k", 2, "--qi", "age,sex", "--person", "id"]
    done = shoal(*command)
    assert done.returncode == 1
    assert "smallest group   1 person\n" in done.stdout
    document = json.loads(shoal(*command, "--json").stdout)
    assert document["schema"] == "shoal.verify/1"
    assert document["verdict"] == {
        "ok": False,
        "model": "k=2",
        "k_min": 1,
        "rows": 4,
        "groups": 2,
        "persons": 3,
        "offending_rows": 2,
        "first_offenders": [1, 2],
    }
    assert any("drop it before" in warning for warning in document["warnings"])


@pytest.mark.parametrize("suffix", ["parquet", "arrow", "tsv", "csv.gz"])
def test_verify_any_format(shoal, tmp_path, suffix):
    path = tmp_path / f"r.{suffix}"
    if suffix == "parquet":
        RELEASE.write_parquet(path)
    elif suffix == "arrow":
        RELEASE.write_ipc(path)
    else:
        RELEASE.to_pandas().to_csv(path, index=False, sep="\t" if suffix == "tsv" else ",")
    assert shoal("verify", path, "-k", 2, "--qi", "age,sex").returncode == 0
    assert shoal("verify", path, "-k", 3, "--qi", "age,sex").returncode == 1


@pytest.mark.usefixtures("people")
def test_measure(shoal):
    document = json.loads(shoal(*PRICE, "--json").stdout)
    assert document["schema"] == "shoal.measure/1"
    assert (document["rows"], document["groups"]) == (4, 2)
    loss = document["loss"]
    age = (2 * 3 / 39 + 2 * 10 / 39) / 4
    assert loss["columns"]["age"]["lm"] == pytest.approx(age)
    assert loss["columns"]["sex"] == {
        "lm": 1.0,
        "ncp": 1.0,
        "entropy": pytest.approx(2 - 0.75 * math.log2(3)),
        "monotone_entropy": pytest.approx(2 - 0.75 * math.log2(3)),
        "tree": 1.0,
        "weight": 1.0,
        "unchanged": 0,
        "suppressed": 4,
    }
    assert loss["lm"] == loss["gcp"] == pytest.approx((age + 1) / 2)
    assert (loss["dm"], loss["c_avg"], loss["am"]) == (8, 1.0, 4.0)
    shown = shoal(*PRICE, "--weights", "age=3,sex=1", "-k", 4)
    assert shown.returncode == 0
    assert f"{(3 * age + 1) / 4:.4f}" in shown.stdout
    assert "0.50 (k = 4)" in shown.stdout
    assert "suppressed" in shown.stdout
    assert all(len(line) <= 80 for line in shown.stdout.splitlines())
    quiet = shoal(*PRICE, "--quiet")
    assert (quiet.returncode, quiet.stdout, quiet.stderr) == (0, "", "")


@pytest.mark.usefixtures("people")
def test_class_and_minimize(shoal):
    loss = json.loads(shoal(*PRICE, "--class", "ill", "--json").stdout)["loss"]
    assert (loss["cm"], loss["class"]) == (0.5, "ill")
    assert "CM                0.5000 (class ill)" in shoal(*PRICE, "--class", "ill").stdout
    wrong = shoal(*PRICE, "--class", "age")
    assert wrong.returncode == 2
    assert "column 'age' is a quasi-identifier and also the class: give it one role" in wrong.stderr

    command = ["anonymize", "people.csv", "-k", 2, "--qi", "age,sex", "--hierarchies", "trees"]
    made = shoal(*command, "--class", "ill", "--minimize", "entropy", "-o", "out.csv", "--json")
    document = json.loads(made.stdout)
    assert document["certificate"]["scope"]["measure"] == "monotone entropy"
    assert document["loss"]["class"] == "ill"
    assert "ill" in document["columns"]
    ranges = ["--recoding", "range", "--minimize", "tree", "-o", "out.csv"]
    refused = shoal(*command, *ranges)
    assert refused.returncode == 2
    assert "--minimize tree is for columns that are published by hierarchies" in refused.stderr
    assert "'age' is published as ranges" in refused.stderr


@pytest.mark.usefixtures("people")
def test_measure_by_column(shoal):
    by_set = shoal(*PRICE, "--recoding", "age=hierarchy,sex=set", "--json")
    assert by_set.returncode == 0
    as_text = shoal("measure", "people.csv", "people.csv", "--qi", "age", "--categorical", "age")
    assert as_text.returncode == 0


BAD = {
    "unknown column": (
        ["verify", "release.csv", "--qi", "zip"],
        "there are 4 others (named with --show-values)",
    ),
    "unknown person": (["verify", "release.csv", "--qi", "age", "--person", "who"], "'who'"),
    "twice": (["verify", "release.csv", "--qi", "age,age"], "'age' is named twice"),
    "no file": (["verify", "nowhere.csv", "--qi", "age"], "no such file"),
    "fimi": (["verify", "release.csv", "--qi", "age", "--format", "fimi"], "baskets"),
    "no folder": ([*PRICE[:5], "--hierarchies", "nowhere"], "nowhere"),
    "no labels": (PRICE[:5], "release.csv, line 2: column 'age', row 1: the cell is neither"),
    "other rows": (["measure", "people.csv", "more.csv", "--qi", "age"], "5 rows and the original"),
}


@pytest.mark.usefixtures("people")
@pytest.mark.parametrize(("command", "words"), BAD.values(), ids=BAD)
def test_bad_calls(shoal, tmp_path, command, words):
    pl.concat([PEOPLE, PEOPLE[:1]]).write_csv(tmp_path / "more.csv")
    flags = ["-k", 2] if command[0] == "verify" else []
    assert words in ask(shoal, tmp_path, 2, *command, *flags)


def test_files_in_the_wrong_order(shoal, tmp_path):
    PEOPLE.write_csv(tmp_path / "people.csv")
    ages = pl.Series(["31-34", "31-34", "60-70", "60-70"])
    PEOPLE.with_columns(age=ages).write_csv(tmp_path / "release.csv")
    (tmp_path / "a.dat").write_text("1 2\n1\n")
    (tmp_path / "r.dat").write_text("1\n1\n")
    for files, words in {
        ("release.csv", "people.csv", "--qi", "age"): "people.csv, line 2: column 'age', row 1: ",
        ("r.dat", "a.dat"): "1 item of the release does not occur in the original",
    }.items():
        assert words in ask(shoal, tmp_path, 2, "measure", *files)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "is empty"),
        (f"age,sex\n31,{SECRET}\n32\n", "line 3"),
        (f"age,age\n31,{SECRET}\n", "two columns are named alike"),
        (f'age,sex\n31,"{SECRET}\n', "line 2"),
        (f"age,sex\n{SECRET},\x00\n", "line 2"),
    ],
)
def test_bad_files(shoal, tmp_path, text, words):
    (tmp_path / "t.csv").write_text(text)
    assert words in ask(shoal, tmp_path, 2, "verify", "t.csv", "-k", 2, "--qi", "age")
    assert words in ask(shoal, tmp_path, 2, "measure", "t.csv", "t.csv", "--qi", "age")


NOWHERE = ["anonymize", "people.csv", "-k", 2, "--qi", "age,sex"]
ANONYMIZE = [*NOWHERE[:-2], "-o", "r.csv", *NOWHERE[-2:]]
WRONG = {
    "unknown column": ([*ANONYMIZE[:-1], "age,gender"], "'gender': there are 4 others"),
    "also sensitive": ([*ANONYMIZE, "--sensitive", "sex"], "and also sensitive: give it one role"),
    "also kept": ([*ANONYMIZE, "--keep", "age"], "and also to be kept: give it one role"),
    "a folder without hierarchies": ([*ANONYMIZE, "--hierarchies", "empty"], "such as age.csv"),
    "values missing": ([*ANONYMIZE, "--hierarchies", "few"], "1 value is missing"),
    "a name for baskets": (
        [*NOWHERE, "-o", "r.dat"],
        "cannot write a table to r.dat: name it .csv, .parquet or .arrow",
    ),
    "onto the input": ([*NOWHERE, "-o", "people.csv"], "output equals input"),
    "onto a hierarchy": (
        [*NOWHERE, "--hierarchies", "trees", "-o", "trees/age.csv"],
        "output equals input: trees/age.csv and trees/age.csv",
    ),
    "onto the only hierarchy": (
        [*NOWHERE, "--hierarchies", "trees/age.csv", "-o", "trees/age.csv"],
        "output equals input",
    ),
    "no header": (
        ["anonymize", "rows.csv", "-k", 2, "-o", "r.csv", "--qi", "age"],
        "rows.csv, line 1: a number or date where columns are named: put a line of names on top",
    ),
    "no header to judge": (["verify", "rows.csv", "-k", 2, "--qi", "age"], "rows.csv, line 1: "),
}


@pytest.mark.usefixtures("people")
@pytest.mark.parametrize(("command", "words"), WRONG.values(), ids=WRONG)
def test_bad_calls_of_anonymize(shoal, tmp_path, command, words):
    (tmp_path / "empty").mkdir()
    (tmp_path / "few").mkdir()
    (tmp_path / "few/age.csv").write_text("31;*\n34;*\n60;*\n")
    PEOPLE.reverse().write_csv(tmp_path / "rows.csv", include_header=False)
    before = (tmp_path / "trees/age.csv").read_text()
    assert words in ask(shoal, tmp_path, 2, *command)
    assert (tmp_path / "trees/age.csv").read_text() == before


@pytest.mark.usefixtures("people")
def test_warnings_say_what_was_left_out_and_why_there_is_no_certificate(shoal):
    said = shoal(*ANONYMIZE, "--person", "id", "--recoding", "set", "--certificate", "tight").stderr
    assert "warning: columns left out of the release: id, ill\n" in said
    assert "by hierarchies, as with --recoding hierarchy\n" in said


@pytest.mark.usefixtures("people")
def test_a_table_that_is_taken_for_baskets(shoal):
    done = shoal("anonymize", "people.csv", "-k", 2, "-o", "r.csv")
    assert (done.returncode, done.stdout) == (2, "")
    assert "people.csv, line 1: looks like the header of a table of 4 columns" in done.stderr
    assert "name its quasi-identifiers with --qi" in done.stderr
