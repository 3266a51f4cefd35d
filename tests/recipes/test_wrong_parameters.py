"""Whatever a parameter is in Python, a wrong one is Shoal's own error."""

from __future__ import annotations

import pytest

import shoal
from shoal.errors import ParameterError, SchemaError

BASKETS = shoal.Baskets.of([[1, 2], [2, 3], [1, 2]])


@pytest.mark.parametrize(
    "wrong",
    [
        {"threads": "x"},
        {"threads": 1.5},
        {"seed": "x"},
        {"seed": 1.5},
        {"time_limit": "x"},
        {"budget": "x"},
        {"budget": 1.5},
        {"budget": 2**70},
        {"progress": 3},
    ],
    ids=str,
)
def test_anonymize(wrong):
    with pytest.raises(ParameterError):
        shoal.anonymize(BASKETS, "k=2", **wrong)


@pytest.mark.parametrize(
    "wrong",
    [{"min_support": 2**70}, {"min_support": "1e9999999%"}, {"threads": "x"}, {"progress": 3}],
    ids=str,
)
def test_mine(wrong):
    with pytest.raises(ParameterError):
        shoal.mine(BASKETS, **({"min_support": 1} | wrong))


def test_memory_beyond_all_machines_is_no_limit():
    assert len(shoal.mine(BASKETS, 1, memory_limit="99999999999T")) == 3


def test_an_item_that_is_no_text():
    with pytest.raises(SchemaError, match="UTF-8"):
        shoal.Baskets.of([["a\ud800"]])


def test_plain_rows_are_written_as_they_are_read(tmp_path):
    shoal.write([[1], [2, 3]], tmp_path / "x.dat")
    assert (tmp_path / "x.dat").read_text() == "1\n2 3\n"
    with pytest.raises(ParameterError):
        shoal.write(3, tmp_path / "x.dat")
