"""Which texts are codes: grouped by how they begin."""

import polars as pl
import pytest

from shoal.data.columns import are_codes


@pytest.mark.parametrize(
    ("name", "values"),
    [
        ("icd10", ["E11.9", "C61", "I10.0", "S72"]),
        ("diagnosis", ["E11.90", " C61 "]),
        ("home", ["SW1A 2AA", "M1 1AE", "EC1A 1BB", "B33 8TH", "CR2 6XH"]),
        ("wohnort", ["1012 AB", "1071 XX"]),
        ("atc", ["A10BA02", "C09AA05"]),
        ("zip", ["46201", "46202"]),
        ("PLZ", ["8001", "8002"]),
        ("region", ["01234", "46201"]),
        ("branch_code", ["4711", "4712"]),
    ],
)
def test_codes(name, values):
    assert are_codes(name, pl.Series(values))


@pytest.mark.parametrize(
    ("name", "values"),
    [
        ("anything", []),
        ("year", ["1999", "2004"]),
        ("salary", ["46201", "52000"]),
        ("zip", ["462", "463"]),
        ("zip", ["2139", "46201"]),  # the leading zeros are lost
        ("region", ["0123", "46201"]),
        ("age", ["18-24", "25-34"]),
        ("income", ["10k-20k", "20k-30k"]),
        ("city", ["Rome", "Oslo"]),
        ("answer", ["a", "b", "c"]),
        ("icd10", ["E11.9", "unknown"]),
        ("admission", ["2024-11-26", "2024-11-27"]),
        ("user", ["customer1", "customer22"]),
        ("mixed", ["A1", "A12", "A123", "AB1", "AB12", "AB123", "A1B"]),
    ],
)
def test_no_codes(name, values):
    assert not are_codes(name, pl.Series(values, dtype=pl.String))
