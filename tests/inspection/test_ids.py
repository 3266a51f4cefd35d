"""Columns of ids are what baskets and persons are told by, and never what others may know."""

from __future__ import annotations

import polars as pl
import pytest

import shoal
from shoal.data.words import nearness_to_persons, says_id
from shoal.errors import FormatError
from shoal.inspection.column_types import look_at
from shoal.inspection.roles import role_of

IDS = ["household_id", "household", "household no", "household_number", "family_id", "account"]
IDS += ["beneficiary_id", "account_no", "card_no", "device_id", "recipient", "claimant", "insured"]
IDS += ["holder", "Policy Number", "client_id"]

CODES = [f"H{row // 3}" for row in range(120)]
GOODS = ["tea", "rum", "gin", "oil"] * 30


@pytest.mark.parametrize("name", IDS)
def test_an_id_is_a_person(tmp_path, name):
    path = tmp_path / "visits.csv"
    ages = [20 + row % 7 for row in range(120)]
    pl.DataFrame({name: CODES, "age": ages, "town": ["Rome", "Oslo"] * 60}).write_csv(path)
    found = shoal.inspect(path)
    assert found.facts.of_role("quasi-identifier") == ("age", "town")
    assert found.arguments[found.arguments.index("--person") + 1] == name


@pytest.mark.parametrize("name", IDS)
def test_an_id_has_baskets(tmp_path, name):
    path = tmp_path / "goods.csv"
    pl.DataFrame({name: CODES, "item": GOODS}).write_csv(path)
    assert shoal.inspect(path).rows == 40
    assert shoal.inspect(path).arguments[4:8] == ("--id", name, "--item", "item")


NO_IDS = {
    "household": [row % 14 + 1 for row in range(300)],
    "household_number": [row % 6 + 1 for row in range(300)],
    "household size": [row % 30 for row in range(300)],
    "household_income": [900 + row % 50 for row in range(300)],
    "family_members": [row % 30 for row in range(300)],
    "number of children in household": [row % 30 for row in range(300)],
    "visits": [row % 40 for row in range(300)],
    "account_type": ["T1", "T2"] * 150,
    "card_type": ["T1", "T2"] * 150,
    "insured": ["yes", "no"] * 150,
}


@pytest.mark.parametrize("name", NO_IDS)
def test_sizes_and_kinds_are_no_ids(tmp_path, name):
    path = tmp_path / "people.csv"
    pl.DataFrame({name: NO_IDS[name], "age": range(300), "sex": ["f", "m"] * 150}).write_csv(path)
    found = shoal.inspect(path)
    assert found.facts.columns[0].role != "identifier"
    assert "--person" not in found.arguments


@pytest.mark.parametrize("name", ["household_id", "household", "school_id", "family_id"])
def test_an_id_with_a_gap_is_no_quasi_identifier(name):
    assert role_of(look_at(pl.Series(name, [None, *CODES])))[0] == "identifier"


def test_a_person_counts_before_an_account(tmp_path):
    path = tmp_path / "visits.csv"
    frame = {"account_id": CODES, "client_id": CODES, "age": [31, 35] * 60, "town": ["a", "b"] * 60}
    pl.DataFrame(frame).write_csv(path)
    assert "client_id" in shoal.inspect(path).arguments
    pl.DataFrame({"account": CODES, "item": GOODS, "user": GOODS}).write_csv(path)
    assert "account" in shoal.inspect(path).arguments


@pytest.mark.parametrize(
    ("names", "values"),
    [
        (["session", "attendance"], ["morning", "evening"]),
        (["visit", "age"], [1, 2, 3, 4, 5, 6]),
        (["customer", "product"], ["business", "private"]),
    ],
)
@pytest.mark.parametrize("ending", ["csv", "parquet"])
def test_few_values_are_no_ids(tmp_path, names, values, ending):
    path = tmp_path / f"answers.{ending}"
    other = [f"{20 + row % 41}" for row in range(420)]
    frame = pl.DataFrame({names[0]: values * (420 // len(values)), names[1]: other})
    (frame.write_csv if ending == "csv" else frame.write_parquet)(path)
    with pytest.raises(FormatError):
        shoal.read(path)
    found = shoal.inspect(path)
    assert found.kind == "table"
    assert "--item" not in found.arguments


@pytest.mark.parametrize("name", ["id", "tid", "visit_id", "visit no", "visit number"])
def test_few_ids_are_ids_where_their_name_says_so(tmp_path, name):
    path = tmp_path / "baskets.csv"
    pl.DataFrame({name: [1, 2] * 60, "item": GOODS}).write_csv(path)
    assert shoal.inspect(path).rows == 2


def test_names():
    assert all(map(nearness_to_persons, IDS))
    assert not any(map(nearness_to_persons, ["card_transaction_id", "product_family_id"]))
    assert not any(map(says_id, ["no_of_family_members", "family", "household size"]))
