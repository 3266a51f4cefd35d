"""From a table's file to a release's file."""

from __future__ import annotations

import json
import stat
from hashlib import sha256
from typing import Any

import polars as pl
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import shoal
from shoal.errors import FormatError, InfeasibleError, VerificationError
from shoal.io.tables import read_columns
from shoal.recipes.publish_table import publish_table

from ..random_tables import random_case

PEOPLE = pl.DataFrame(
    {
        "age": ["31", "34", "60", "70", "61", "35"],
        "sex": ["f", "m", "m", "?", "f", "m"],
        "ill": ["flu", "a, b", "flu", 'say "x"', "", "cold"],
    }
)
ROLES: dict[str, Any] = {"qi": ["age", "sex"], "sensitive": ["ill"]}


def write(frame: pl.DataFrame, path: Any) -> Any:
    shoal.io.tables.write_table(frame, path)
    return path


@pytest.mark.parametrize("source", ["p.csv", "p.tsv", "p.csv.gz", "p.parquet", "p.arrow"])
@pytest.mark.parametrize("target", ["r.csv", "r.tsv.gz", "r.parquet", "r.arrow", "r"])
def test_any_format_reads_back(tmp_path, source, target):
    made = publish_table(
        write(PEOPLE, tmp_path / source), tmp_path / target, "k=2", roles=ROLES, threads=1
    )
    form = None if "." in target else source.split(".")[-1].replace("tsv", "csv")
    if form == "gz":
        form = "csv"
    separator = "\t" if target == "r" and source == "p.tsv" else None
    read = read_columns(made.output, format=form, separator=separator)
    assert read.columns == ["age", "sex", "ill"]
    assert shoal.verify(read, "k=2", qi=["age", "sex"]).ok
    as_text = made.release.data.with_columns(pl.all().fill_null(""))
    assert read.with_columns(pl.all().fill_null("")).equals(as_text)


@pytest.mark.parametrize("way", ["folder", "file"])
def test_the_run_file_repeats_the_run_and_is_private(tmp_path, way):
    (tmp_path / "trees").mkdir()
    (tmp_path / "trees/sex.csv").write_text("f;*\nm;*\n")
    trees = tmp_path / "trees" if way == "folder" else {"sex": tmp_path / "trees/sex.csv"}
    roles = {**ROLES, "hierarchies": trees, "weights": {"age": 2.0}}
    source = write(PEOPLE, tmp_path / "p.csv")
    made = publish_table(source, tmp_path / "r.csv", "k=2", roles=roles, method="mondrian")
    assert stat.S_IMODE(made.run_file.stat().st_mode) == 0o600
    run = json.loads(made.run_file.read_text())
    assert run["input"]["sha256"] == sha256(source.read_bytes()).hexdigest()
    tree = {"path": str(tmp_path / "trees/sex.csv"), "sha256": sha256(b"f;*\nm;*\n").hexdigest()}
    assert run["other_inputs"] == [tree]
    assert run["output"]["sha256"] == sha256(made.output.read_bytes()).hexdigest()
    assert run["release"]["loss"] == made.release.loss.to_dict()
    again = publish_table(
        source, tmp_path / "again.csv", **run["recipe"], roles=run["input"]["roles"]
    )
    assert again.output.read_bytes() == made.output.read_bytes()


@settings(max_examples=25, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(data=st.data())
def test_random_files_are_the_same_on_any_threads(tmp_path, data):
    case = random_case(lambda low, high: data.draw(st.integers(low, high)))
    source = tmp_path / "p.parquet"
    pl.DataFrame(case.columns).write_parquet(source)
    made = [
        publish_table(
            source, tmp_path / "r.csv", f"k={case.k}", roles=case.roles, threads=threads
        ).output.read_bytes()
        for threads in (1, 2, 1)
    ]
    assert made[0] == made[1] == made[2]
    persons = None if case.table.persons is None else len({*case.columns["who"]})
    verdict = shoal.verify(tmp_path / "r.csv", f"k={case.k}", qi=[*case.roles["qi"]])
    assert verdict.ok
    assert persons is None or persons >= case.k


def test_a_failing_run_leaves_the_old_files(tmp_path, monkeypatch):
    source = write(PEOPLE, tmp_path / "p.csv")
    (tmp_path / "r.csv").write_text("old")
    (tmp_path / "r.csv.run.json").write_text("old run")
    before = sorted(tmp_path.iterdir())

    def check(error: type[Exception], **options: Any) -> None:
        with pytest.raises(error):
            publish_table(source, tmp_path / "r.csv", **{"model": "k=2", "roles": ROLES} | options)
        assert sorted(tmp_path.iterdir()) == before
        assert (tmp_path / "r.csv").read_text() == "old"
        assert (tmp_path / "r.csv.run.json").read_text() == "old run"

    check(InfeasibleError, model="k=7")
    check(FormatError, roles={"qi": ["zip"]})
    # A writer that loses a row, or changes a cell, is found out before the file gets its name.
    real = shoal.release.table_writing.write_table
    for spoil in (
        lambda frame: frame[1:],
        lambda frame: frame.with_columns(age=pl.lit("31")),
        lambda frame: frame.with_columns(sex=pl.lit("nonsense")),
    ):
        monkeypatch.setattr(
            "shoal.release.table_writing.write_table",
            lambda frame, path, spoil=spoil, **options: real(spoil(frame), path, **options),
        )
        check((VerificationError, shoal.errors.SchemaError, shoal.errors.ParameterError))


def test_the_person_is_not_published(tmp_path):
    frame = PEOPLE.with_columns(who=pl.Series(["p1", "p1", "p2", "p3", "p4", "p5"]))
    roles = {"qi": ["age", "sex"], "person": "who"}
    made = publish_table(write(frame, tmp_path / "p.csv"), tmp_path / "r.csv", "k=2", roles=roles)
    assert made.output.read_text().splitlines()[0] == "age,sex"
    assert "p1" not in made.output.read_text()
    assert "p1" not in json.dumps(made.release.to_dict())
