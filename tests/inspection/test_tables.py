"""Types, roles, near-identifiers and the command to run next, and nothing about single rows."""

from __future__ import annotations

import json
from datetime import timedelta

import polars as pl
import pytest

import shoal
from shoal.inspection.column_types import look_at
from shoal.inspection.facts import NAMED_FROM
from shoal.inspection.roles import role_of


@pytest.fixture(scope="module")
def people():
    return shoal.datasets.census(rows=400)


def test_types():
    frame = pl.DataFrame(
        {
            "number": ["1", "2.5", "?"] * 20,
            "date": ["2024-02-29", "", "2023-01-01"] * 20,
            "category": ["a", "b", "c"] * 20,
            "text": [f"row number {row} says something" for row in range(60)],
            "branch": ["007", "011", "012"] * 20,
            "icd10": ["E11.9", "C61", "I10.0"] * 20,
            "list": [[1], [], [2]] * 20,
        }
    )
    facts = shoal.inspect(frame.drop("list")).facts
    assert {one.name: one.type for one in facts.columns} == {
        "number": "number",
        "date": "date",
        "category": "category",
        "text": "text",
        "branch": "category",
        "icd10": "code",
    }
    assert [one.missing for one in facts.columns] == [20, 20, 0, 0, 0, 0]
    assert [one.distinct for one in facts.columns] == [2, 2, 3, 60, 3, 3]
    assert look_at(frame["list"]).type == "list"


ROLES = {
    "identifier": {
        "patient_id": range(60),
        "e-mail": [f"p{row}@example.org" for row in range(60)],
        "contact": [f"+39 06 {row:07}" for row in range(60)],
        "note": [f"something about person {row}" for row in range(60)],
        "lastName": ["Rossi", "Hansen"] * 30,
        "phone": [f"555-01{row % 11:02}" for row in range(660)],
        "email": [f"p{row % 5}@example.org" for row in range(600)],
        "account": [f"A{row % 10}" for row in range(100)],
    },
    "quasi-identifier": {
        "age": [31, 35] * 30,
        "ZIP code": ["00184", "0150"] * 30,
        "birthDate": ["1990-01-01", "1991-01-01"] * 30,
        "seen on": ["1.2.2024", "13/11/2024"] * 30,
        "visit": ["Feb 1, 2024", "Nov 13, 2024"] * 30,
        "g": ["m", "F"] * 30,
        "where": [f"{10_000 + row % 7 * 1234}" for row in range(60)],
        "native-country": ["Italy", "Norway"] * 30,
    },
    "sensitive": {"Disease": ["a", "b"] * 30, "annual_income": [9, 10] * 30},
    "other": {"constant": ["a"] * 60, "nothing": [None] * 60},
    "unknown": {
        "x": ["a", "b"] * 30,
        "shop_id": [1, 2] * 30,
        "account_type": ["basic", "gold", "?"] * 30,
        "email_opt_in": ["yes", "no"] * 30,
        "device": [f"kind {row % 10}" for row in range(200)],
        "measured": [row / 7 for row in range(60)],
    },
}


@pytest.mark.parametrize(
    ("role", "name"), [(role, name) for role, columns in ROLES.items() for name in columns]
)
def test_roles(role, name):
    found, reason = role_of(look_at(pl.Series(name, list(ROLES[role][name]))))
    assert found == role, reason
    assert reason


def test_adult(public_data):
    found = shoal.inspect(public_data / "adult.csv.gz")
    facts = found.facts
    near = dict(facts.near_identifiers)
    assert "education" in near["education-num"]
    assert "unique" in near["fnlwgt"]
    assert {"age", "sex", "race", "native-country"} <= {*facts.of_role("quasi-identifier")}
    assert facts.of_role("sensitive") == ("salary-class",)
    assert "education-num" not in found.command
    assert found.uniqueness[-1].share == pytest.approx(0.4649, abs=1e-4)
    missing = shoal.inspect(public_data / "adult_with_missing.csv.gz").facts
    assert {one.name: one.missing for one in missing.columns if one.missing} == {
        "workclass": 1836,
        "occupation": 1843,
        "native-country": 583,
    }


def test_rows_of_persons(people):
    twice = pl.concat([people, people]).rename({"id": "patient_id"})
    found = shoal.inspect(twice)
    assert "patient_id" in found.facts.of_role("identifier")


def test_no_value_of_few_rows_is_told(people, tmp_path):
    planted = ["ZQ-SECRET-1", "ZQ-SECRET-2", "987654321.5", "1811-03-07"]
    strange = people.with_columns(
        disease=pl.when(pl.int_range(pl.len()) == 3).then(pl.lit(planted[0])).otherwise("disease"),
        weight=pl.when(pl.int_range(pl.len()) < 9).then(pl.lit(planted[2])).otherwise(pl.lit("70")),
        born=pl.when(pl.int_range(pl.len()) == 5)
        .then(pl.lit(planted[3]))
        .otherwise(pl.lit("1990-01-01")),
        note=pl.lit(planted[1]) + pl.int_range(pl.len()).cast(pl.String),
    )
    path = tmp_path / "people.csv"
    strange.write_csv(path)
    found = shoal.inspect(path)
    told = json.dumps(found.to_dict()) + repr(found)
    assert not [value for value in planted if value in told]


def test_no_item_and_no_length_of_few_rows_is_told():
    few = NAMED_FROM - 1
    rows = [["tea", "rum"]] * 40 + [["SECRET"]] * few + [[*map(str, range(777))]]
    found = shoal.inspect(rows)
    told = json.dumps(found.to_dict()) + repr(found.facts)
    assert found.facts.frequent == (("rum", 40), ("tea", 40))
    assert "SECRET" not in told
    assert max(length for _, length in found.facts.lengths) == 2
    told_counts = str(found.facts.lengths)
    assert "777" not in told_counts
    enough = shoal.inspect([["tea", "SECRET"]] * NAMED_FROM)
    assert ("SECRET", NAMED_FROM) in enough.facts.frequent


def test_same_answer_again(people):
    assert shoal.inspect(people) == shoal.inspect(people)


def test_a_typo_among_numbers_is_reported(tmp_path):
    ages = ["SECRET" if row == 4 else str(20 + row % 9) for row in range(60)]
    path = tmp_path / "people.csv"
    pl.DataFrame({"age": ages, "sex": ["f", "m"] * 30}).write_csv(path)
    found = shoal.inspect(path)
    assert found.arguments[found.arguments.index("--qi") + 1] == "sex", "sets of ages say little"
    assert "--categorical" not in found.arguments
    (note,) = [note for note in found.notes if "leaves out age" in note]
    assert "holds numbers and also other text: leave cells without a value empty" in note
    assert "SECRET" not in note


def test_a_few_numbers_and_a_word_are_categories(tmp_path):
    path = tmp_path / "people.csv"
    some = {"children": ["1", "2", "3", "more"] * 30, "sex": ["f", "m"] * 60}
    pl.DataFrame(some).write_csv(path)
    found = shoal.inspect(path)
    assert found.arguments[found.arguments.index("--categorical") + 1] == "children"


def test_amounts_that_hardly_repeat_are_sensitive_and_ids_are_not(tmp_path):
    pay = [str(30_000 + 7 * row) for row in range(60)]
    frame = {"salary": pay, "loan_id": pay[::-1], "credit_card": pay, "sex": ["f", "m"] * 30}
    path = tmp_path / "people.csv"
    pl.DataFrame(frame).write_csv(path)
    roles = {one.name: one.role for one in shoal.inspect(path).facts.columns}
    assert roles == {
        "salary": "sensitive",
        "loan_id": "identifier",
        "credit_card": "identifier",
        "sex": "quasi-identifier",
    }


def test_mixed_columns_are_suggested_as_categories():
    days = [f"2020-01-{day:02}" for day in range(1, 31)]
    assert not look_at(pl.Series("day", days)).mixed
    assert look_at(pl.Series("day", [*days, "31.12.2020"])).type == "date"
    assert look_at(pl.Series("day", [*days, "autumn"])).mixed
    assert look_at(pl.Series("age", ["31", "32", "old"])).mixed
    assert not look_at(pl.Series("word", ["31", "young", "old"])).mixed


def test_a_column_of_another_type_is_looked_at():
    days = [timedelta(row) for row in range(20)]
    found = shoal.inspect(pl.DataFrame({"age": [31, 35] * 10, "stay": days}))
    assert [column.type for column in found.facts.columns] == ["number", "list"]
