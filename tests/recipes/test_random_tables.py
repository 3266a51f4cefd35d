"""Random tables through every method: judged, covered, no better than the best, bounded below.

``tests/random_tables.py`` looks at as many as it is told to.
"""

from __future__ import annotations

import random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ..conftest import LONG
from ..random_tables import random_case, violations


@settings(max_examples=400 if LONG else 70)
@given(st.data(), st.booleans())
def test_every_method_satisfies_the_model(data: Any, plain: bool) -> None:
    case = random_case(lambda low, high: data.draw(st.integers(low, high)), plain=plain)
    wrong, _ = violations(case)
    assert wrong == []


@pytest.mark.parametrize("start", range(0, 300 if LONG else 50, 50))
def test_pycanon_agrees_on_every_release(pycanon: Any, start: int) -> None:
    asked, least = [], []
    for seed in range(start, start + 50):
        case = random_case(random.Random(seed).randint, plain=seed % 2 == 0)
        if "person" in case.roles:
            continue
        wrong, published = violations(case)
        assert wrong == []
        asked += published
        least += [case.k] * len(published)
    answers = pycanon(asked)
    assert all(k >= wanted for k, wanted in zip(answers, least, strict=True))
