"""k-anonymization via set cover, for tables of a few rows."""

from __future__ import annotations

import math

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from shoal._core import Constraint
from shoal.data.table import Table
from shoal.engines.run import Run
from shoal.errors import LimitReached, ParameterError
from shoal.methods import SetCover
from shoal.privacy import KAnonymity

from .searches import exact, set_cover
from .test_tables import lm, made, recodings, rows


@settings(max_examples=100)
@given(rows, recodings, st.integers(1, 4))
def test_the_guarantee_holds_under_any_recoding(
    found: list[tuple[str, str]], recoding: str, k: int
) -> None:
    table = made(found, recoding)
    k = min(k, len(table))
    grouping = set_cover(table, Constraint.rows(k))
    assert k <= grouping.sizes.min() <= grouping.sizes.max() < 2 * k
    best = lm(table, exact(table, Constraint.rows(k)))
    assert best - 1e-3 <= lm(table, grouping) <= 2 * (1 + math.log(2 * k)) * best + 1e-3


def test_large_tables_are_refused_in_a_sentence() -> None:
    few, many = (Table.of({"x": ["a", "b"] * half}, {"x": [*"ab"]}) for half in (20, 33))
    SetCover().check(few, KAnonymity(3))
    # 40 rows have more than a million sets of 4 to 7.
    for table, k in ((few, 4), (many, 2)):
        with pytest.raises(ParameterError, match=r"takes at most 64 rows, .* 1,000,000 sets") as no:
            SetCover().check(table, KAnonymity(k))
        assert no.value.parameter == "method"


def test_a_time_limit_leaves_nothing() -> None:
    table = Table.of({"x": ["a", "b"] * 20}, {"x": [*"ab"]})
    with pytest.raises(LimitReached, match="seconds ended before all rows were covered"):
        Run(time_limit=1e-9).in_time(lambda: set_cover(table, Constraint.rows(3), time_limit=1e-9))
