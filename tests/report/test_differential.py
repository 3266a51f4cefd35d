"""Originals that differ in one value and have the same release: their reports tell the same."""

from __future__ import annotations

import random
from itertools import chain

import polars as pl
import pytest

import shoal
from shoal.loss.rounding import Rounded
from shoal.release.writing import draw_report

from ..conftest import LONG
from ..differential import differences, equal_pairs, page_differs, random_originals

CASES, PAGES = (1_500, 300) if LONG else (8, 3)


def cases(count: int, seed: int):
    """Yield so many times pairs of releases that are the same."""
    while count:
        seed += 1
        found = equal_pairs(random_originals(random.Random(seed)))
        if found:
            count -= 1
            yield found


def test_figures_are_equal_or_one_step_of_rounding_apart():
    for pair in chain.from_iterable(cases(CASES, 0)):
        assert differences(*pair) == []


@pytest.mark.parametrize("seed", [10001448, 10001452, 310000779, 320000445, 700002091, 1500000952])
def test_bars_their_order_and_what_is_below_a_label_follow_from_the_release(seed):
    pairs = equal_pairs(random_originals(random.Random(seed)))
    assert pairs
    assert [differences(*pair) for pair in pairs] == [[]] * len(pairs)


def test_pages_are_equal_but_for_these_figures():
    for found in cases(PAGES, 10**6):
        assert page_differs(*found[0]) == []


def oldest(age: int) -> shoal.Release:
    """Return the release of people of whom nobody knows how old the oldest is."""
    ages = [str(20 + row % 70) for row in range(240)] + [str(age)]
    tree = {f"{low}-{low + 9}": [str(low + at) for at in range(10)] for low in range(20, 90, 10)}
    tree["90 and over"] = [str(age) for age in range(90, 121)]
    table = shoal.Table.of(pl.DataFrame({"age": ages}), ["age"], hierarchies={"age": tree})
    return shoal.anonymize(table, "k=12", threads=1)


@pytest.mark.parametrize("age", [103, 104, 120])
def test_hole_1_the_report_does_not_give_away_the_oldest_person(age):
    one, other = oldest(97), oldest(age)
    assert one.data.frame.equals(other.data.frame)
    assert one.loss.lm != other.loss.lm
    assert draw_report(one) == draw_report(other)


def test_only_rounded_totals_are_of_the_original():
    shown = oldest(97).figures.columns[0]
    assert all(isinstance(bar.before, Rounded) for bar in shown.bars)
    assert not isinstance(shown.lm, Rounded)  # it follows from the release
