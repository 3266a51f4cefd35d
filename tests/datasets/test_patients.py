import polars as pl
import pytest

from shoal.data.columns import are_codes
from shoal.datasets import patients
from shoal.errors import ParameterError


@pytest.fixture(scope="module")
def stays():
    return patients()


def test_the_same_seed_gives_the_same_patients():
    assert patients(500, seed=1).equals(patients(500, seed=1))
    assert not patients(500, seed=1).equals(patients(500, seed=2))


def test_columns(stays):
    assert stays.columns == ["birth_date", "sex", "postcode", "admission", "insurance", "icd10"]
    assert len(stays) == 8_000
    assert not sum(stays.null_count().row(0))


def test_ages_are_those_of_people(stays):
    admission, birth = (stays[name].str.to_date() for name in ("admission", "birth_date"))
    assert (admission.min().year, admission.max().year) == (2023, 2024)
    age = (admission - birth).dt.total_days() / 365.25
    assert age.min() >= 0
    assert 95 < age.max() < 101
    assert 0 < (age > 95).sum() < 60
    assert stays["birth_date"].n_unique() > 6_000


def test_postcodes_come_in_clusters(stays):
    codes = stays["postcode"]
    assert codes.str.contains("^[0-9]{5}$").all()
    assert codes.str.starts_with("0").any()
    assert 500 < codes.n_unique() < 1_000
    assert codes.str.head(2).n_unique() == 12
    counts = codes.value_counts()["count"]
    assert counts.max() > 10 * counts.median()


def test_illness_depends_on_age_and_sex(stays):
    assert stays.filter(icd10="O80")["sex"].unique().to_list() == ["F"]
    assert stays.filter(icd10="C61")["sex"].unique().to_list() == ["M"]
    old = stays.filter(pl.col("birth_date") < "1945")
    young = stays.filter(pl.col("birth_date") > "2007")
    share = [(group["icd10"] == "I50.1").mean() for group in (old, young)]
    assert share[0] > 0.05
    assert share[1] == 0


def test_which_columns_are_codes(stays):
    codes = [name for name in stays.columns if are_codes(name, stays[name].unique())]
    assert codes == ["postcode", "icd10"]


@pytest.mark.parametrize("rows", [1, 2, 30])
def test_few_rows(rows):
    assert len(patients(rows)) == rows


def test_no_rows():
    with pytest.raises(ParameterError, match="rows must be at least 1, not 0"):
        patients(0)
