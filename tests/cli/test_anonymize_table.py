"""Tables from file to file at the command line."""

from __future__ import annotations

import json
import stat

import numpy as np
import polars as pl
import pytest

from shoal.io.tables import read_columns, write_table

from .conftest import SECRET, ask

#: Values of one row each, which nothing but the release's own cells may show.
UNIQUE = [f"{age}.{17 * age % 1000:03}" for age in range(21, 61)]


def people(rows: int = 40) -> pl.DataFrame:
    draw = np.random.default_rng(1)
    return pl.DataFrame(
        {
            "id": [f"id-{row:05}" for row in range(rows)],
            "age": [
                UNIQUE[row] if row < len(UNIQUE) else str(20 + row % 50) for row in range(rows)
            ],
            "zip": draw.choice(["1010", "1020", "2010", "2020"], rows),
            "job": [f"job {SECRET}" if row == 7 else "clerk" for row in range(rows)],
            "ill": draw.choice(["flu", "cold", "?"], rows),
        }
    ).sample(fraction=1, shuffle=True, seed=3)


@pytest.fixture
def table(tmp_path):
    write_table(people(), tmp_path / "people.csv")
    (tmp_path / "trees").mkdir()
    tree = "".join(f"{zip_};{zip_[0]}***;*\n" for zip_ in ("1010", "1020", "2010", "2020"))
    (tmp_path / "trees/zip.csv").write_text(tree)
    return tmp_path / "people.csv"


QI = ["--qi", "age,zip,job", "--sensitive", "ill"]
ANONYMIZE = ["anonymize", "people.csv", "-k", 4, "-o", "r.csv", *QI]


@pytest.mark.usefixtures("table")
def test_a_release_says_what_a_person_wants_to_know(shoal, tmp_path):
    done = shoal(*ANONYMIZE)
    assert done.returncode == 0, done.stderr
    for words in ("40 in ", "age, zip, job, ill", "LM", "k=4 holds", "sweep", "r.csv.run.json"):
        assert words in done.stdout
    assert "columns left out of the release: id" in done.stderr
    published = read_columns(tmp_path / "r.csv")
    assert published.columns == ["age", "zip", "job", "ill"]
    assert published.equals(published.sort(*published.columns, nulls_last=True))
    assert shoal("verify", "r.csv", "-k", 4, "--qi", "age,zip,job").returncode == 0
    assert shoal("verify", "r.csv", "-k", 21, "--qi", "age,zip,job").returncode == 1
    quiet = shoal(*ANONYMIZE, "--quiet")
    assert (quiet.returncode, quiet.stdout, quiet.stderr) == (0, "", "")


def test_groups_with_one_value_are_counted(shoal, tmp_path):
    rows = ["20,flu,x"] * 3 + ["30,flu,x", "30,cold,x"] * 2
    (tmp_path / "people.csv").write_text("age,ill,job\n" + "\n".join(rows) + "\n")
    given = ["anonymize", "people.csv", "-k", 3, "--qi", "age", "-o", "r.csv"]
    done = shoal(*given, "--sensitive", "ill", "--keep", "job")
    told = " ".join(done.stdout.split())
    assert "same value ill in 1 of 2 groups job in 2 of 2 groups" in told
    assert "same value" not in shoal(*given).stdout


@pytest.mark.usefixtures("table")
def test_json_stderr_and_the_run_file_hold_no_unique_value(shoal, tmp_path):
    done = shoal(*ANONYMIZE, "--json")
    document = json.loads(done.stdout)
    assert document["verdict"]["ok"] is True
    assert document["loss"]["lm"] > 0
    assert document["quasi_identifiers"] == ["age", "zip", "job"]
    run_file = tmp_path / "r.csv.run.json"
    assert stat.S_IMODE(run_file.stat().st_mode) == 0o600
    for said in (done.stdout, done.stderr, run_file.read_text()):
        assert SECRET not in said
        assert not [age for age in UNIQUE if age in said]
        assert "id-000" not in said
    priced = shoal("measure", "people.csv", "r.csv", "--qi", "age,zip,job", "--json")
    assert json.loads(priced.stdout)["loss"]["lm"] == document["loss"]["lm"]


@pytest.mark.usefixtures("table")
@pytest.mark.parametrize("method", ["sweep", "gen-cover-cf", "mondrian", "mondrian-relaxed"])
def test_every_flag_at_once(shoal, tmp_path, method):
    flags = ["--hierarchies", "trees", "--recoding", "age=range,zip=hierarchy,job=set"]
    flags += ["--weights", "age=2,job=0.5", "--max-level", "zip=1", "--suppression-limit", "50%"]
    flags += ["--person", "id", "--keep", "ill", "--method", method, "--no-shuffle", "--json"]
    command = ["anonymize", "people.csv", "-k", 4, "-o", "r.csv", "--qi", "age,zip,job", *flags]
    done = shoal(*command)
    assert done.returncode == 0, done.stderr
    document = json.loads(done.stdout)
    assert document["verdict"]["persons"] == 40
    assert document["loss"]["columns"]["age"]["weight"] == 2
    assert "keeps the input's order" in done.stderr
    published = read_columns(tmp_path / "r.csv")
    assert {*published["zip"]} <= {"1010", "1020", "2010", "2020", "1***", "2***", "*"}
    assert published["ill"].equals(read_columns(tmp_path / "people.csv")["ill"])
    first = (tmp_path / "r.csv").read_bytes()
    assert shoal(*command, "--threads", 1).returncode == 0
    assert (tmp_path / "r.csv").read_bytes() == first


@pytest.mark.usefixtures("table")
@pytest.mark.parametrize("kind", ["quick", "tight"])
def test_a_certificate_is_told(shoal, kind):
    flags = ["--recoding", "hierarchy", "--hierarchies", "trees", "--certificate", kind]
    document = json.loads(shoal(*ANONYMIZE, *flags, "--json").stdout)
    certificate = document["certificate"]
    assert certificate["kind"] == kind
    assert certificate["complete"] is True
    assert 0 < certificate["bound"] <= document["loss"]["lm"]
    assert certificate["gap"] == pytest.approx(document["loss"]["lm"] / certificate["bound"] - 1)
    assert "or more for any release" in shoal(*ANONYMIZE, *flags).stdout


BAD = {
    "unknown column": (2, ["--qi", "age,town"], "there is no column 'town': there are 7 others"),
    "sensitive qi": (2, ["--qi", "age", "--sensitive", "age"], "give it one role"),
    "kept qi": (2, ["--qi", "age", "--keep", "age"], "give it one role"),
    "unknown sensitive": (2, ["--qi", "age", "--sensitive", "town"], "there is no column 'town'"),
    "unknown person": (2, ["--qi", "age", "--person", "whose"], "there is no column 'whose'"),
    "no hierarchy": (2, ["--qi", "age", "--hierarchies", "trees"], "such as age.csv"),
    "no folder": (2, ["--qi", "age", "--hierarchies", "nowhere"], "nowhere"),
    "hierarchy lacks values": (
        2,
        ["--qi", "zip", "--hierarchies", "short"],
        "2 values are missing from the hierarchy (named with --show-values); complete short/",
    ),
    "two parents": (2, ["--qi", "zip", "--hierarchies", "torn"], "a label has two parents"),
    "ragged": (2, ["--qi", "zip", "--hierarchies", "ragged"], "line 2"),
    "mixed": (
        2,
        ["--qi", "mixed"],
        "other text: clean it, give it a hierarchy, or say --categorical mixed",
    ),
    "not numeric": (2, ["--qi", "mixed", "--numeric", "mixed"], "must hold numbers"),
    "all null": (2, ["--qi", "age,gone"], "leave it out of the quasi-identifiers"),
    "k above rows": (1, ["--qi", "age", "-k", "41"], "the largest possible k is 40"),
    "k above persons": (
        1,
        ["--qi", "age", "--person", "job", "-k", "3"],
        "largest possible k is 2",
    ),
    "recoding of no qi": (2, ["--qi", "age", "--recoding", "zip=set"], "not one of the quasi"),
    "great weight": (2, ["--qi", "age", "--weights", "age=1e6"], "a positive number up to 2,000"),
    "level": (2, ["--qi", "age", "--max-level", "age=1"], "needs a hierarchy"),
    "no such level": (
        2,
        ["--qi", "age", "--recoding", "hierarchy", "--max-level", "age=2"],
        "must be from 0 to 1, the levels above its values, not 2",
    ),
    "exact": (2, ["--qi", "age", "--method", "exact"], "takes at most 16"),
    "twice": (2, ["--qi", "age,age"], "named twice"),
    "fimi": (2, ["--qi", "age", "--format", "fimi"], "baskets"),
    "suppressed": (
        1,
        [
            "--qi",
            "zip",
            "--recoding",
            "hierarchy",
            "--max-level",
            "zip=0",
            "--suppression-limit",
            "0",
            "-k",
            "30",
        ],
        "above the limit of 0.00%",
    ),
}


@pytest.mark.usefixtures("table")
@pytest.mark.parametrize(("status", "flags", "words"), BAD.values(), ids=BAD)
def test_bad_calls(shoal, tmp_path, status, flags, words):
    for name, text in {
        "short": "1010;*\n1020;*\n",
        "torn": "1010;a;*\n1010;b;*\n1020;a;*\n2010;a;*\n2020;a;*\n",
        "ragged": "1010;1***;*\n1020;*\n2010;2***;*\n2020;2***;*\n",
    }.items():
        (tmp_path / name).mkdir()
        (tmp_path / name / "zip.csv").write_text(text)
    frame = people().with_columns(gone=pl.lit("?"), mixed=pl.Series([*map(str, range(39)), "many"]))
    write_table(frame, tmp_path / "people.csv")
    (tmp_path / "r.csv").write_text("old")
    if "-k" not in flags:
        flags = [*flags, "-k", "4"]
    call = ["anonymize", "people.csv", "-o", "r.csv", "--overwrite", *flags]
    sentence = ask(shoal, tmp_path, status, *call)
    assert words in sentence
    assert (tmp_path / "r.csv").read_text() == "old"


def test_a_value_without_a_place_in_its_hierarchy_is_told_of_its_line(shoal, tmp_path):
    (tmp_path / "people.csv").write_text("age,sex\n31,f\n?,m\n31,m\n45,f\n45,m\n")
    (tmp_path / "trees").mkdir()
    (tmp_path / "trees/age.csv").write_text("31;30-39;*\n")
    flags = ["-k", "2", "--qi", "age", "--hierarchies", "trees", "-o", "r.csv"]
    sentence = ask(shoal, tmp_path, 2, "anonymize", "people.csv", *flags)
    assert (
        "people.csv, line 5: column 'age': 1 value is missing from the hierarchy (named with "
        "--show-values); "
        "complete trees/age.csv"
    ) in sentence


def test_a_hierarchy_of_a_column_that_is_not_there_is_a_warning(shoal, table, tmp_path):
    (tmp_path / "trees/town.csv").write_text("a;*\n")
    done = shoal(*ANONYMIZE, "--hierarchies", "trees")
    assert done.returncode == 0
    assert "trees/town.csv is named after no column of the table" in done.stderr


def test_numbers_stored_as_text_and_one_value(shoal, tmp_path):
    frame = pl.DataFrame({"n": [str(n) for n in range(20)], "same": ["x"] * 20})
    frame.write_parquet(tmp_path / "t.parquet")
    command = ["anonymize", "t.parquet", "-k", 5, "--qi", "n,same", "-o", "r.parquet"]
    command += ["--recoding", "set"]
    done = shoal(*command)
    assert done.returncode == 0
    assert "column 'same' holds one value only" in done.stderr
    assert all("-" in cell for cell in pl.read_parquet(tmp_path / "r.parquet")["n"])
    assert shoal(*command, "--categorical", "n").returncode == 0
    assert all("{" in cell for cell in pl.read_parquet(tmp_path / "r.parquet")["n"])


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "is empty"),
        (f"age,sex\n31,{SECRET}\n32\n", "line 3"),
        (f"age,age\n31,{SECRET}\n", "two columns are named alike"),
        (f'age,sex\n31,"{SECRET}\n', "line 2"),
        ("age,sex\n", "no rows"),
    ],
)
def test_bad_files(shoal, tmp_path, text, words):
    (tmp_path / "t.csv").write_text(text)
    sentence = ask(shoal, tmp_path, 2, "anonymize", "t.csv", "-k", 2, "--qi", "age", "-o", "r.csv")
    assert words in sentence


@pytest.mark.parametrize("output", ["people.csv", "./people.csv", "missing/r.csv", "r.dat", "."])
def test_outputs_that_cannot_be(shoal, tmp_path, table, output):
    content = table.read_bytes()
    ask(shoal, tmp_path, 2, "anonymize", "people.csv", "-k", 4, "--qi", "age", "-o", output)
    assert table.read_bytes() == content
