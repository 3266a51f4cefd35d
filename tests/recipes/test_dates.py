"""Dates of any format in tables, and columns derived from them, at every door."""

from __future__ import annotations

import json

import polars as pl
import pytest

import shoal
from shoal.cli.main import run as main
from shoal.datasets import patients
from shoal.errors import FormatError, ParameterError, SchemaError
from shoal.hierarchies.build import build_dates


@pytest.fixture(scope="module")
def stays():
    return patients(rows=300, seed=3).select("birth_date", "sex", "admission", "icd10")


def spelled(frame, **formats):
    return frame.with_columns(
        pl.col(name).str.to_date().dt.to_string(format) for name, format in formats.items()
    )


ROLES = {"qi": ["birth_date", "sex", "admission"], "sensitive": ["icd10"]}


@pytest.mark.parametrize("recoding", ["auto", "range", "set"])
def test_every_format_gives_the_release_of_iso_dates(stays, recoding):
    other = spelled(stays, birth_date="%d.%m.%Y", admission="%m/%d/%Y")
    releases = [shoal.anonymize(one, "k=5", recoding=recoding, **ROLES) for one in (stays, other)]
    assert releases[0].data.rows() == releases[1].data.rows()
    loss = shoal.measure(other, releases[0].data.frame, k=5, recoding=recoding, **ROLES)
    assert loss.rows == 300


def test_a_release_by_a_hierarchy_of_dates(stays):
    other = spelled(stays, birth_date="%d.%m.%Y")
    tree = build_dates(other["birth_date"])
    assert tree.values == build_dates(stays["birth_date"]).values
    releases = [
        shoal.anonymize(one, "k=5", hierarchies={"birth_date": tree}, **ROLES)
        for one in (stays, other)
    ]
    assert releases[0].data.rows() == releases[1].data.rows()


def test_a_hierarchy_may_hold_dates_as_they_are_written():
    tree = {"2024": ["26.11.2024", "27.11.2024"], "2023": ["26.11.2023"]}
    frame = {"day": ["26.11.2024", "27.11.2024", "26.11.2023", "26.11.2023"]}
    table = shoal.read(frame, qi={"day": tree})
    assert table["day"].hierarchy.values == ("26.11.2024", "27.11.2024", "26.11.2023")


def test_categorical_dates_stay_as_they_are():
    frame = {"day": ["26.11.2024", "27.11.2024"]}
    table = shoal.read(frame, qi=["day"], categorical=["day"])
    assert table["day"].hierarchy.values == ("26.11.2024", "27.11.2024")
    assert shoal.read(frame, qi=["day"])["day"].hierarchy.values == ("2024-11-26", "2024-11-27")


def test_the_order_is_asked_for_and_taken():
    frame = {"day": ["01/02/2024", "03/04/2024"]}
    with pytest.raises(SchemaError, match=r"comes first: say dates=\{'day': 'dmy'\}, or mdy"):
        shoal.read(frame, qi=["day"])
    for order, first in (("dmy", "2024-02-01"), ("mdy", "2024-01-02")):
        table = shoal.read(frame, qi=["day"], dates={"day": order})
        assert table["day"].hierarchy.values[0] == first


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ({"dates": {"day": "ymd"}}, "the order of a date is one of dmy, mdy, not 'ymd'"),
        ({"dates": {"week": "dmy"}}, "dates: there is no column 'week'"),
        ({"dates": {"other": "dmy"}}, "dates: column 'other' is not one of the quasi-identifiers"),
        (
            {"derive": {"age": "day"}},
            "column 'age' is derived from a column and a day in ISO form, as",
        ),
        ({"derive": {"age": "@2024-01-01"}}, "column 'age' is derived from a column and a day"),
        ({"derive": {"age": "day@2024-02-30"}}, "column 'age' is derived from a column and a day"),
        ({"derive": {"age": "born@2024-01-31"}}, "there is no column 'born'"),
        ({"derive": {"age": "birth_date@31.12.2024"}}, "a day in ISO form, as"),
        ({"derive": {"other": "day@2024-12-31"}}, "there is a column 'other' already"),
        ({"derive": {"age": "day@2019-12-31"}}, "'day' holds a date after 2019-12-31"),
        ({"derive": {"age": "other@2024-12-31"}}, "'other' holds text that is no date"),
        ({"derive": {"age": 3}}, "column 'age' is derived from a column and a day"),
    ],
)
def test_what_is_refused(given, words):
    frame = {"day": ["26.11.2024", "27.11.2024"], "other": ["x", "y"]}
    with pytest.raises((ParameterError, SchemaError)) as caught:
        shoal.read(frame, qi=["day"], **given)
    assert words in str(caught.value)


def test_years_are_counted_whole():
    born = ["1980-02-29", "28.02.1980", "1980-03-01", None, "2024-02-28 23:59"]
    table = shoal.read(
        {"born": born, "sex": list("fmfmf")}, qi=["age", "sex"], derive={"age": "born@2024-02-28"}
    )
    age = table["age"]
    assert [age.hierarchy.values[code] for code in age.codes] == ["43", "44", "43", "?", "0"]
    assert (table.columns, table.dropped) == (("age", "sex"), ("born",))


def test_the_order_of_a_source_is_taken():
    frame = {"born": ["01/12/1980", "02/11/1980"]}
    table = shoal.read(frame, qi=["age"], derive={"age": "born@2024-06-30"}, dates={"born": "dmy"})
    assert table["age"].hierarchy.values == ("43",)
    assert frame == {"born": ["01/12/1980", "02/11/1980"]}


def test_a_run_from_files(stays, tmp_path, capsys):
    spelled(stays, birth_date="%d.%m.%Y").write_csv(tmp_path / "stays.csv")
    common = [
        str(tmp_path / "stays.csv"),
        "--qi",
        "age,sex",
        "--derive",
        "age=birth_date@2024-12-31",
    ]
    release = str(tmp_path / "release.csv")
    kept = ["--keep", "icd10", "-o", release, "--save-recipe", str(tmp_path / "recipe.toml")]
    assert main(["anonymize", *common, "-k", "5", *kept]) == 0
    first = (tmp_path / "release.csv").read_bytes()
    assert first.splitlines()[0] == b"age,sex,icd10"
    assert main(["measure", common[0], release, *common[1:]]) == 0
    assert main(["verify", release, "-k", "5", "--qi", "age,sex"]) == 0
    recipe = (tmp_path / "recipe.toml").read_text()
    assert '[data.derive]\nage = "birth_date@2024-12-31"' in recipe
    assert main(["run", str(tmp_path / "recipe.toml")]) == 0
    assert (tmp_path / "release.csv").read_bytes() == first
    assert main(["mine", *common, "--min-support", "5"]) == 0
    parquet = tmp_path / "stays.parquet"
    stays.write_parquet(parquet)
    assert (
        main(["anonymize", str(parquet), *common[1:], "-k", "5", "-o", release, "--overwrite"]) == 0
    )
    capsys.readouterr()


def test_a_bad_cell_is_named_by_its_line(tmp_path):
    path = tmp_path / "people.csv"
    path.write_text("born,sex\n26.11.1980,f\nyesterday,m\n")
    with pytest.raises(FormatError, match="holds text that is no date") as caught:
        shoal.read(path, qi=["age"], derive={"age": "born@2024-12-31"})
    assert caught.value.line == 3
    assert "yesterday" not in str(caught.value)


@pytest.mark.parametrize("recoding", ["auto", "hierarchy"])
def test_the_proof_reads_dates_as_the_run_did(stays, tmp_path, capsys, recoding):
    other = spelled(stays, birth_date="%d.%m.%Y", admission="%m/%d/%Y")
    other.write_csv(tmp_path / "stays.csv")
    source, proof = str(tmp_path / "stays.csv"), str(tmp_path / "proof.json.zst")
    flags = ["--qi", "admission,age,sex", "--derive", "age=birth_date@2024-12-31"]
    flags += ["--dates", "admission=mdy", "--recoding", recoding, "--certificate", "tight"]
    flags += ["--certificate-file", proof, "-o", str(tmp_path / "release.csv")]
    assert main(["anonymize", source, "-k", "5", *flags]) == 0
    capsys.readouterr()
    assert main(["certificate", "check", source, proof, "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["ok"]


@pytest.mark.parametrize(
    ("text", "status"), [("26.11.2024\n27.11.2024\n", 0), ("01/02/2024\n03/04/2024\n", 2)]
)
def test_hierarchy_build_reads_them(tmp_path, capsys, text, status):
    path, tree = tmp_path / "days.csv", tmp_path / "day.csv"
    path.write_text("day\n" + text)
    call = ["hierarchy", "build", str(path), "--column", "day", "--dates", "-o", str(tree)]
    assert main(call) == status
    assert ("spell them as 2024-02-29" in capsys.readouterr().err) == (status == 2)
    if status == 0:
        assert tree.read_text().splitlines()[0] == "2024-11-26;2024-11;2024;2020s;*"
        assert main(["hierarchy", "check", str(tree), "--data", str(path)]) == 0
