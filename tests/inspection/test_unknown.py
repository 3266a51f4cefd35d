"""One rule for columns that nothing is known of: the answer asks, and decides nothing."""

from __future__ import annotations

import random

import polars as pl
import pytest

import shoal
from shoal.cli.app import dispatch
from shoal.datasets import patients, survey
from shoal.inspection.tables import MOST


def inspected(tmp_path, frame):
    frame.write_csv(tmp_path / "table.csv")
    return shoal.inspect(tmp_path / "table.csv")


def qi_of(found):
    return found.arguments[found.arguments.index("--qi") + 1].split(",")


def unknown(count, rows=40):
    return {
        f"c{number}": [row % (number % 5 + 2) for row in range(rows)] for number in range(count)
    }


@pytest.mark.parametrize("count", [1, 2, 86])
def test_unknown_columns_are_asked_about(tmp_path, count):
    found = inspected(tmp_path, pl.DataFrame(unknown(count)))
    assert found.facts.of_role("unknown") == tuple(unknown(count))
    assert found.arguments == ()
    assert {one.reason for one in found.facts.columns} == {
        "could others know it? then add it to --qi"
    }
    assert found.notes[-1].endswith("name those that others know with --qi")


def test_the_command_names_the_recognised_alone(tmp_path):
    frame = pl.DataFrame({"age": [row % 9 + 20 for row in range(40)], **unknown(30)})
    found = inspected(tmp_path, frame)
    assert qi_of(found) == ["age"]
    (note,) = [note for note in found.notes if "could others know it" in note]
    assert note.startswith("the command leaves out c0, c1, ")
    assert "c28, c29 (could" in note


def test_at_most_a_dozen_are_suggested(tmp_path):
    chance = random.Random(3)
    days = {
        f"date{number}": [f"2024-01-{chance.randrange(9) + 10}" for _ in range(40)]
        for number in range(20)
    }
    frame = pl.DataFrame(days)
    found = inspected(tmp_path, frame)
    assert qi_of(found) == [f"date{number}" for number in range(MOST)]
    left = ", ".join(f"date{number}" for number in range(MOST, 20))
    assert f"the command leaves out {left} (with more than 12" in " ".join(found.notes)


def test_dates_that_leave_the_order_open(tmp_path):
    frame = pl.DataFrame(
        {"age": [20, 30] * 6, "seen": [f"{row % 9 + 1}/2/2024" for row in range(12)]}
    )
    found = inspected(tmp_path, frame)
    assert {one.name: one.type for one in found.facts.columns} == {"age": "number", "seen": "date"}
    assert qi_of(found) == ["age"]
    assert any(
        "seen (say --dates seen=dmy or mdy, whichever comes first" in note for note in found.notes
    )


@pytest.mark.parametrize("spelling", ["%Y-%m-%d", "%d.%m.%Y"])
def test_patients(tmp_path, monkeypatch, spelling):
    monkeypatch.chdir(tmp_path)
    days = pl.col("birth_date", "admission").str.to_date().dt.to_string(spelling)
    found = inspected(tmp_path, patients(rows=400).with_columns(days))
    assert {one.name: (one.type, one.role) for one in found.facts.columns} == {
        "birth_date": ("date", "quasi-identifier"),
        "sex": ("category", "quasi-identifier"),
        "postcode": ("code", "quasi-identifier"),
        "admission": ("date", "quasi-identifier"),
        "insurance": ("category", "unknown"),
        "icd10": ("code", "sensitive"),
    }
    assert "--categorical" not in found.arguments
    assert dispatch(list(found.arguments)) == 0


def test_survey(tmp_path):
    found = inspected(tmp_path, survey(rows=600, columns=40))
    assert qi_of(found) == ["age_band", "sex", "region", "education", "household"]
    assert len(found.facts.of_role("unknown")) == 35
