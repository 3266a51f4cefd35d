"""The one release of every kind: frozen, plain as JSON, judged again when it is written."""

from __future__ import annotations

import json
from dataclasses import replace

import polars as pl
import pytest

import shoal
from shoal.errors import OutputError, ParameterError, VerificationError
from shoal.kinds.baskets import BasketsKind
from shoal.kinds.table import TableKind

ROWS = [["tea", "rum"], ["tea", "gin"], ["tea"], [], ["rum"]]
PEOPLE = {"age": [31, 31, 35, 35], "sex": ["f", "f", "m", "m"], "ill": ["flu", "cold"] * 2}


@pytest.fixture
def release():
    return shoal.anonymize(shoal.Baskets.of(ROWS), "k=2", seed=3)


@pytest.fixture
def table():
    return shoal.anonymize(PEOPLE, "k=2", qi=["age", "sex"], sensitive=["ill"])


def test_its_plain_form_is_json_without_data_and_seed(release):
    document = json.loads(json.dumps(release.to_dict()))
    assert document["schema"] == "shoal.anonymize/1"
    assert document["k"] == 2
    assert document["loss"]["gcp"] == release.loss.gcp
    assert document["verdict"]["k_min"] == release.verdict.k_min
    assert "seed" not in json.dumps(document)
    assert "tea" not in json.dumps(document)
    assert release.provenance.recipe["options"]["seed"] == 3


def test_it_prints_as_its_summary(release, table):
    lines = str(table).splitlines()
    assert lines[:3] == ["Release", "", f"  rows           {table.summary()['rows']}"]
    names = [line.split("   ")[0].strip() for line in lines[2:] if not line.startswith("    ")]
    assert names == [name for name in table.summary() if name]
    assert "k=2 holds" in str(release)


def test_it_is_frozen(release):
    with pytest.raises(AttributeError):
        release.method = "other"
    with pytest.raises(TypeError):
        release.provenance.recipe["model"] = "k=4"
    with pytest.raises(TypeError):
        release.verdict.figures["k_min"] = 4


def test_figures_of_a_verdict_are_attributes(release):
    assert release.verdict.figures["groups"] == release.verdict.groups == release.groups
    with pytest.raises(AttributeError, match="a verdict about k=2 has no 'persons'"):
        _ = release.verdict.persons
    assert release.verdict == shoal.verify(list(release.data), "k=2")


def test_data_of_a_table_goes_to_other_libraries(table):
    assert table.data.columns == ("age", "sex", "ill")
    assert len(table.data) == 4
    frame = table.data.to_polars()
    assert frame.rows() == table.data.rows()
    assert table.data.to_pandas().to_dict("list") == frame.to_dict(as_series=False)
    assert pl.from_arrow(table.data.to_arrow()).equals(frame)


def test_data_of_baskets_goes_to_other_libraries(release):
    column = release.data.to_polars().columns[0]
    assert release.data.to_polars()[column].to_list() == list(release.data)
    assert len(release.data.to_pandas()) == len(release.data.to_arrow()) == 5


def test_suppressed_items_are_not_in_its_vocabulary():
    release = shoal.anonymize(shoal.Baskets.of([["tea", "hidden"], ["tea"]]), "k=2")
    assert release.data.vocabulary.to_list() == ["tea"]


@pytest.mark.parametrize("name", ["r.dat", "r.csv.gz", "r.parquet", "r.arrow"])
def test_written_and_read_back(release, tmp_path, name):
    release.write(tmp_path / name)
    assert shoal.read(tmp_path / name) == release.data
    assert {path.name for path in tmp_path.iterdir()} == {name, f"{name}.run.json"}
    assert shoal.verify(tmp_path / name, "k=2") == release.verdict


@pytest.mark.parametrize("name", ["r.csv", "r.tsv.gz", "r.parquet", "r.arrow"])
def test_a_table_is_written_and_read_back(table, tmp_path, name):
    table.write(tmp_path / name)
    assert {path.name for path in tmp_path.iterdir()} == {name, f"{name}.run.json"}
    verdict = shoal.verify(tmp_path / name, "k=2", qi=["age", "sex"], sensitive=["ill"])
    assert verdict == table.verdict
    assert verdict.warnings == ()
    shoal.write(table.data, tmp_path / f"again-{name}")
    assert (tmp_path / f"again-{name}").read_bytes() == (tmp_path / name).read_bytes()


def test_a_format_that_cannot_be_guessed(release, tmp_path):
    with pytest.raises(ParameterError):
        release.write(tmp_path / "release")
    assert not list(tmp_path.iterdir())
    release.write(tmp_path / "release", format="csv", separator=";")
    read = shoal.read(tmp_path / "release", format="csv", separator=";")
    assert read == release.data


@pytest.mark.parametrize(
    ("written", "why"),
    [([["tea"], ["rum"]], "fails the check of k=2"), ([["tea"], ["tea"]], "does not read back")],
)
def test_a_file_that_is_not_the_release_never_gets_its_name(
    release, tmp_path, monkeypatch, written, why
):
    real = BasketsKind.write
    other = shoal.Baskets.of(written)
    monkeypatch.setattr(BasketsKind, "write", lambda kind, data, *given: real(kind, other, *given))
    (tmp_path / "r.dat").write_text("old")
    with pytest.raises(VerificationError, match=why):
        release.write(tmp_path / "r.dat", overwrite=True)
    assert [path.name for path in tmp_path.iterdir()] == ["r.dat"]
    assert (tmp_path / "r.dat").read_text() == "old"


def test_cells_of_a_file_that_are_not_the_release_never_get_its_name(table, tmp_path, monkeypatch):
    real = TableKind.write

    def write(kind, data, *given):
        real(kind, replace(data, frame=data.frame.with_columns(sex=pl.lit("f"))), *given)

    monkeypatch.setattr(TableKind, "write", write)
    with pytest.raises(VerificationError):
        table.write(tmp_path / "r.csv")
    assert not list(tmp_path.iterdir())


def test_a_failed_write_names_the_file_asked_for(release, tmp_path, monkeypatch):
    def fail(kind, data, path, *given):
        raise OutputError("the disk is full", path=str(path))

    monkeypatch.setattr(BasketsKind, "write", fail)
    with pytest.raises(OutputError) as caught:
        release.write(tmp_path / "r.dat")
    assert str(caught.value) == f"cannot write {tmp_path / 'r.dat'}: the disk is full"
    assert caught.value.path == str(tmp_path / "r.dat")


def test_a_file_that_cannot_hold_the_release_is_named_as_asked_for(tmp_path):
    file = tmp_path / "r.dat"
    with pytest.raises(ParameterError, match=f"^cannot write {file}: a fimi file cannot hold") as e:
        shoal.anonymize([["dark rum"], ["dark rum"]], "k=2").write(file)
    assert e.value.parameter == "output"
    assert not list(tmp_path.iterdir())


def test_a_file_without_columns_is_named_as_asked_for(table, tmp_path):
    with pytest.raises(ParameterError) as caught:
        table.write(tmp_path / "r.dat")
    assert not list(tmp_path.iterdir())
    assert str(tmp_path / "r.dat") in str(caught.value)
    assert caught.value.parameter == "output"
    assert ".shoal-tmp" not in str(caught.value)


def test_a_report_is_html_or_nothing(release, tmp_path):
    release.report(tmp_path / "r.html")
    assert (tmp_path / "r.html").read_text().startswith("<!doctype html>")
    with pytest.raises(ParameterError, match=r"end it with \.html") as caught:
        release.report(tmp_path / "r.pdf")
    assert caught.value.parameter == "report"
    assert [path.name for path in tmp_path.iterdir()] == ["r.html"]
