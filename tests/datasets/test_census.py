import polars as pl
import pytest

from shoal.data import Table
from shoal.datasets import census, census_hierarchies
from shoal.errors import ParameterError


@pytest.fixture(scope="module")
def people():
    return census(rows=20_000)


def share(people, condition, of):
    return people.filter(of).select(condition.mean()).item()


def test_the_same_seed_gives_the_same_people():
    assert census(500, seed=1).equals(census(500, seed=1))
    assert not census(500, seed=1).equals(census(500, seed=2))


def test_columns(people):
    assert people.columns == [
        "id",
        "age",
        "sex",
        "zip",
        "education",
        "occupation",
        "marital_status",
        "country",
        "disease",
    ]
    assert people["id"].n_unique() == len(people)
    missing = people.null_count().row(0, named=True)
    assert {name for name, count in missing.items() if count} == {"occupation", "country"}
    assert 0 < sum(missing.values()) < 0.05 * len(people)


@pytest.mark.parametrize("seed", range(5))
def test_hierarchies_hold_all_values(seed):
    people = census(rows=3_000, seed=seed)
    trees = census_hierarchies()
    table = Table.of(people, trees, sensitive=["disease"])
    assert table.dropped == ("id",)
    assert not table.warnings
    assert {column.recoding for column in table.quasi_identifiers} == {"hierarchy"}
    kinds = {column.name: column.kind for column in table.quasi_identifiers}
    assert (kinds["age"], kinds["zip"]) == ("numeric", "categorical")


def test_columns_depend_on_one_another(people):
    age, job = pl.col("age"), pl.col("occupation")
    retired = job == "retired"
    assert share(people, retired, age > 70) > 0.8 > 0.1 > share(people, retired, age < 60)
    taught = pl.col("education").is_in(["bachelor", "master", "doctorate"])
    assert share(people, taught, job == "physician") > 0.9
    assert share(people, taught, job == "cleaner") < 0.1
    married = pl.col("marital_status") == "married"
    assert share(people, married, age > 40) > 3 * share(people, married, age < 25)
    ill = pl.col("disease") == "heart disease"
    assert share(people, ill, age > 70) > 5 * share(people, ill, age < 35)
    woman = pl.col("sex") == "female"
    assert share(people, woman, job == "nurse") > 0.6 > 0.3 > share(people, woman, job == "builder")
    homes = people.drop_nulls("country").group_by("country").agg(pl.col("zip").mode().first())
    assert homes["zip"].n_unique() > 8


@pytest.mark.parametrize("rows", [1, 2, 30])
def test_few_rows(rows):
    assert len(census(rows)) == rows


def test_no_rows():
    with pytest.raises(ParameterError, match="rows must be at least 1, not 0"):
        census(0)
