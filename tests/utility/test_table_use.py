"""What is left of a table, against counting cell by cell."""

from __future__ import annotations

import sys
from itertools import combinations
from math import sqrt

import numpy as np
import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st

import shoal
from shoal.data.table import Table
from shoal.utility import table_use
from shoal.utility.table_use import MOST_VALUES, RANGES, association, by_chance

TREE = {"low": ["a", "b"], "high": ["c", "d", "e"]}
BELOW = {"low": "ab", "high": "cde", "*": "abcde"}


@st.composite
def published(draw):
    """Return records of two categories and a number, and how each value may be published."""
    rows = draw(st.integers(1, 12))
    records, cells = [], []
    for _ in range(rows):
        record = [draw(st.sampled_from("abcde")), draw(st.sampled_from("abcde"))]
        up = [[value, "low" if value in "ab" else "high", "*"] for value in record]
        records.append(record)
        cells.append([draw(st.sampled_from(some)) for some in up])
    return records, cells


def share(value: str, cell: str, occurring: set[str]) -> float:
    """Return what a published row counts for a value."""
    below = set(BELOW.get(cell, cell)) & occurring
    return (value in below) / len(below)


@given(published(), st.randoms())
def test_counts_and_associations_agree_with_counting(release, random):
    records, cells = release
    table = Table.of(pl.DataFrame(records, schema=["x", "y"], orient="row"), {"x": TREE, "y": TREE})
    random.shuffle(shuffled := list(cells))
    use = table_use(table, pl.DataFrame(shuffled, schema=["x", "y"], orient="row"))
    values = [sorted({record[at] for record in records}) for at in (0, 1)]
    rows = len(records)

    def counts(columns, wanted):
        true = sum(
            all(record[at] == one for at, one in zip(columns, wanted, strict=True))
            for record in records
        )
        told = sum(
            np.prod(
                [
                    share(one, cell[at], set(values[at]))
                    for at, one in zip(columns, wanted, strict=True)
                ]
            )
            for cell in cells
        )
        return true, told

    def error(queries):
        return (
            sum(true * abs(true - told) / max(true, 0.001 * rows) for true, told in queries) / rows
        )

    single = [error([counts([at], [one]) for one in values[at]]) for at in (0, 1)]
    assert use.are_of_columns == pytest.approx(np.mean(single))
    both = {(x, y): counts([0, 1], [x, y]) for x in values[0] for y in values[1]}
    assert use.are_of_pairs == pytest.approx(error(both.values()))

    (found,) = use.pairs.associations
    for told, at in ((found.before, 0), (found.after, 1)):
        joint = np.array([[both[x, y][at] for y in values[1]] for x in values[0]]) / rows
        apart = abs(joint - np.outer(joint.sum(1), joint.sum(0))).sum() / 2
        most = sqrt(np.prod([1 - (joint.sum(axis) ** 2).sum() for axis in (0, 1)]).clip(0))
        assert told == pytest.approx(apart / most if most > 1e-9 else 0, abs=1e-7)


@given(st.lists(st.lists(st.integers(0, 30), min_size=3, max_size=3), min_size=2, max_size=5))
def test_an_association_is_a_share(joint):
    assert 0 <= association(np.array(joint, dtype=float)) <= 1


@given(st.lists(st.integers(1, 50), min_size=2, max_size=6))
def test_a_column_tells_itself(counts):
    assert association(np.diag(counts).astype(float)) == pytest.approx(1)


@given(st.tuples(*[st.integers(1, 60)] * 4))
def test_of_two_values_it_is_the_correlation(counts):
    a, b, c, d = counts
    phi = abs(a * d - b * c) / sqrt((a + b) * (c + d) * (a + c) * (b + d))
    assert association(np.array([[a, b], [c, d]], dtype=float)) == pytest.approx(phi, abs=1e-9)


def test_what_chance_shows():
    rng = np.random.default_rng(0)
    found = [
        association(np.histogram2d(*rng.integers(0, 6, (2, 2000)), bins=(6, 6))[0])
        for _ in range(50)
    ]
    expected = by_chance(np.full((6, 6), 2000 / 36))
    assert np.mean(found) == pytest.approx(expected, rel=0.15)
    assert max(found) < 2 * expected


def test_numbers_are_asked_for_in_ranges_and_categories_by_the_most_frequent():
    rng = np.random.default_rng(1)
    ages = [str(age) for age in rng.integers(0, 90, 1000)]
    towns = [f"t{town}" for town in rng.geometric(0.05, 1000)]
    table = Table.of({"age": ages, "town": towns}, ["age", "town"], recoding="set")
    same = {"age": ages, "town": towns}
    assert (table_use(table, same).are_of_columns, table_use(table, same).are_of_pairs) == (0, 0)
    # Of towns, as many as can be asked for are gone.
    common = {one for one, _ in sorted_counts(towns)[: MOST_VALUES - 1]}
    without = ["*" if town in common else town for town in towns]
    use = table_use(table, {"age": ages, "town": without})
    assert use.are_of_columns is not None
    assert 0.25 < use.are_of_columns < 0.5
    # A tenth of the rows is in each range.
    half = ["*" if int(age) >= np.median([int(one) for one in ages]) else age for age in ages]
    assert RANGES == 10
    assert table_use(table, {"age": half, "town": towns}).are_of_columns > 0.1


def sorted_counts(values: list[str]) -> list[tuple[str, int]]:
    return sorted(((one, values.count(one)) for one in set(values)), key=lambda pair: -pair[1])


def test_pairs_that_are_lost_are_told():
    rng = np.random.default_rng(2)
    x = rng.integers(0, 4, 400)
    columns = {"x": x, "y": (x + (rng.random(400) < 0.1)) % 4, "z": rng.integers(0, 4, 400)}
    people = {name: [f"{name}{one}" for one in some] for name, some in columns.items()}
    table = Table.of(people, [*people], recoding="set")
    kept = table_use(table, people).pairs
    assert (kept.pairs, kept.kept) == (1, 1)
    assert kept.associations[0].columns == ("x", "y")
    lost = table_use(table, {**people, "y": ["*"] * 400}).pairs
    assert (lost.pairs, lost.kept) == (1, 0)
    assert lost.to_dict()["associations"][0]["after"] == 0


def test_many_columns_are_looked_at_in_some_pairs(monkeypatch):
    people = {f"c{at}": [str(row % (at + 2)) for row in range(60)] for at in range(8)}
    table = Table.of(people, [*people], recoding="set")
    assert len(table_use(table, people).pairs.associations) == len([*combinations(people, 2)])
    monkeypatch.setattr(sys.modules["shoal.utility.table_use"], "WORK", 60 * 12)
    few = table_use(table, people).pairs.associations
    assert 8 <= len(few) <= 12


def test_warnings_of_a_table():
    rng = np.random.default_rng(3)
    codes = [f"c{code}" for code in rng.permutation(300)]
    people = {"code": codes, "sex": [(code < "c2" and "f") or "m" for code in codes]}
    table = Table.of(people, ["code", "sex"], hierarchies={"code": shoal.Hierarchy.flat(codes)})
    release = shoal.anonymize(table, "k=10")
    told = release.to_dict()
    assert "column-lost" in told["warning_codes"]
    (said,) = [one for one in release.warnings if "published as *" in one]
    assert said.startswith("nearly all cells are published as * in 'code' (100.0%): name fewer")
    assert list(told).index("utility") < list(told).index("loss")
    assert [*release.summary()][2:4] == ["counts", "associations"]


def test_columns_that_are_published_as_they_are_count_in_pairs():
    rng = np.random.default_rng(4)
    ill = rng.integers(0, 3, 300)
    people = {
        "age": [
            str(30 * one + more) for one, more in zip(ill, rng.integers(0, 30, 300), strict=True)
        ],
        "ill": [f"i{one}" for one in ill],
        "odd": ["*", "{a, b}", ""] * 100,
        "id": [f"p{row}" for row in range(300)],
    }
    release = shoal.anonymize(
        Table.of(people, ["age"], sensitive=["ill"], keep=["odd", "id"]), "k=10"
    )
    pairs = release.utility.pairs
    assert {"age", "ill"} in [set(one.columns) for one in pairs.associations if one.survives]
    assert not [one for one in pairs.associations if "age" not in one.columns]
    assert "odd" not in {name for one in pairs.associations for name in one.columns}
    shown = [one for one in release.figures.associations if one.columns == ("age", "ill")]
    assert [one.survives for one in shown] == [True]
