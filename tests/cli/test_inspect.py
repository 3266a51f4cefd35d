"""``shoal inspect``, ``doctor`` and ``completion`` as users meet them."""

from __future__ import annotations

import json
import shlex

import polars as pl
import pytest

import shoal as library
from shoal.cli.app import dispatch

CASES = {
    "people.csv": "id,age,sex,zip,disease\n"
    + "".join(f"{row},{20 + row % 9},{'mf'[row % 2]},{10000 + row % 4},flu\n" for row in range(40)),
    "odd names.csv": 'age,"home, town",-size,half\n' + "31,Rome,4,1\n35,Oslo,5,more\n" * 10,
    "semicolons.csv": "age;city\n" + "31;Rome\n35;Oslo\n" * 6,
    "visits.csv": "patient_id,age,illness\n"
    + "".join(f"{row // 2},{30 + row % 3},flu\n" for row in range(40)),
    "numbers.csv": "patient_no,age,size\n"
    + "".join(f"{row // 2},{30 + row % 3},{row % 4}\n" for row in range(40)),
    "baskets.dat": "1 2\n2 3\n" * 12,
    "clicks.dat": "3 1 3\n2 2 1\n" * 12,
    "bars.txt": "milk|red wine\nbread|milk\n" * 12,
    "receipts.csv": "milk,beer\nmilk\n" * 12,
    "noname": "1 2\n3\n" * 12,
    "release.dat": "1 2\n" * 12,
    "few.dat": "1\n1 2\n",
}


@pytest.mark.parametrize("name", CASES)
def test_the_next_command_runs(tmp_path, monkeypatch, capsys, name):
    monkeypatch.chdir(tmp_path)
    (tmp_path / name).write_text(CASES[name])
    assert dispatch(["inspect", name, "--json"]) == 0
    document = json.loads(capsys.readouterr().out)
    assert document["schema"] == "shoal.inspect/1"
    words = shlex.split(document["command"])
    assert words[1:] == document["arguments"]
    assert dispatch(words[1:]) == 0


@pytest.mark.parametrize("lists", [True, False])
def test_the_next_command_for_parquet_runs(tmp_path, monkeypatch, capsys, lists):
    monkeypatch.chdir(tmp_path)
    if lists:
        pl.DataFrame({"items": [[1, 2]] * 12}).write_parquet("data.parquet")
    else:
        library.datasets.census(rows=200).write_parquet("data.parquet")
    assert dispatch(["inspect", "data.parquet", "--json"]) == 0
    assert dispatch(json.loads(capsys.readouterr().out)["arguments"]) == 0


@pytest.mark.parametrize("name", ["nursery", "heart_cleveland", "groceries"])
def test_the_next_command_for_public_files_runs(public_data, tmp_path, monkeypatch, name):
    monkeypatch.chdir(tmp_path)
    path = next(public_data.glob(f"{name}.*"))
    assert dispatch(list(library.inspect(path).arguments)) == 0


def test_the_answer_fits_a_terminal(tmp_path, shoal):
    library.datasets.census(rows=300).write_csv(tmp_path / "people.csv")
    done = shoal("inspect", "people.csv")
    assert done.returncode == 0
    assert done.stderr == ""
    answer, command = done.stdout.split("Next:\n")
    assert max(map(len, answer.splitlines())) <= 80
    assert "quasi-identifier" in answer
    assert command.startswith("  shoal anonymize people.csv")
    assert shoal("inspect", "people.csv", "--quiet").stdout == ""


def test_figures_are_what_they_say(tmp_path, shoal):
    (tmp_path / "a.csv").write_text("age,sex\n" + "1,f\n2,f\n3,f\n" + "4,m\n" * 7)
    said = " ".join(shoal("inspect", "a.csv").stdout.split())
    assert "1 column 15.0% of rows (about 2 of 10)" in said
    assert "all quasi-identifiers 30.0% of rows (3 of 10)" in said
    (tmp_path / "a.dat").write_text("1\n" * 60 + "1 2\n" * 20 + "1 2 3\n" * 20)
    said = " ".join(shoal("inspect", "a.dat").stdout.split())
    assert "items in a row up to 1 in at least 50%, up to 2 in at least 75% of rows" in said
    wide = " ".join(map(str, range(60)))
    (tmp_path / "b.dat").write_text(f"{wide}\n" * 150)
    said = " ".join(shoal("inspect", "b.dat").stdout.split())
    assert "from 5,000 draws)" in said


def test_planted_values_are_never_printed(tmp_path, shoal):
    people = library.datasets.census(rows=300)
    planted = pl.when(pl.col("id") == 7).then(pl.lit("SECRET4711")).otherwise(pl.col("disease"))
    people.with_columns(disease=planted).write_csv(tmp_path / "people.csv")
    (tmp_path / "baskets.dat").write_text("1 2\n" * 20 + "SECRET4711\n")
    for name in ("people.csv", "baskets.dat"):
        for flags in ((), ("--json",)):
            done = shoal("inspect", name, *flags)
            assert done.returncode == 0
            assert "SECRET4711" not in done.stdout + done.stderr


def test_wrong_calls(tmp_path, shoal):
    (tmp_path / "empty.dat").touch()
    for arguments in (["nowhere.csv"], ["empty.dat"], ["."], ["empty.dat", "--format", "xls"]):
        done = shoal("inspect", *arguments)
        assert done.returncode == 2
        assert done.stdout == ""
        assert len(done.stderr.splitlines()) == 1


def test_doctor(shoal):
    done = shoal("doctor")
    assert done.returncode == 0
    assert "native core" in done.stdout
    assert max(map(len, done.stdout.splitlines())) <= 80
    document = json.loads(shoal("doctor", "--json").stdout)
    assert document["schema"] == "shoal.doctor/1"
    assert document["ok"] is True
    assert document["version"] == library.__version__


def test_doctor_finds_what_is_wrong(monkeypatch, capsys):
    def broken(*_):
        raise RuntimeError("a secret")

    monkeypatch.setattr("shoal.recipes.anonymize.anonymize", broken)
    assert dispatch(["doctor", "--json"]) == 1
    assert json.loads(capsys.readouterr().out)["failure"] == "RuntimeError"
