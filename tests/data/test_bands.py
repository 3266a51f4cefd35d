"""The recoding when none is given: what is printed is round, readable and of at least k rows."""

from __future__ import annotations

import random
from collections import Counter
from datetime import date, datetime, timedelta
from decimal import Decimal

import polars as pl
import pytest

import shoal
from shoal.hierarchies.bands import with_bands
from shoal.hierarchies.small_sets import MOST_MEMBERS

from ..conftest import LONG
from .band_labels import named_in, of_categories, of_codes, of_dates, of_numbers

SEEDS = range(600 if LONG else 40)


def numbers(rng: random.Random, rows: int) -> list[str]:
    kind = rng.choice(["ages", "answers", "amounts", "decimals", "wide", "below"])
    match kind:
        case "ages":
            return [str(int(rng.triangular(0, 104, 45))) for _ in range(rows)]
        case "answers":
            return [str(rng.randint(1, 7)) for _ in range(rows)]
        case "amounts":
            return [str(int(rng.lognormvariate(10, 1.5))) for _ in range(rows)]
        case "decimals":
            return [f"{rng.gauss(1, 0.5):.2f}" for _ in range(rows)]
        case "wide":
            return [rng.choice(["1e-7", "0.25", "3e12", "7", "-2.5"]) for _ in range(rows)]
    return [str(rng.randint(-40, 12)) for _ in range(rows)]


def dates(rng: random.Random, rows: int) -> list[str]:
    first, days = date(1930, 5, 7), rng.choice([20, 200, 2_000, 36_000])
    return [(first + timedelta(rng.randrange(days))).isoformat() for _ in range(rows)]


def times(rng: random.Random, rows: int) -> list[str]:
    first, minutes = datetime(2023, 12, 28, 23, 50), rng.choice([40, 3_000, 90_000])
    return [(first + timedelta(minutes=rng.randrange(minutes))).isoformat(" ") for _ in range(rows)]


def codes(rng: random.Random, rows: int) -> list[str]:
    if rng.random() < 0.5:
        return [f"0{rng.choice([1, 46, 464, 99])}"[:4].ljust(4, "0") + str(rng.randint(0, 9))
                for _ in range(rows)]  # fmt: skip
    return [f"{rng.choice('EFG')}{rng.randint(10, 19)}.{rng.randint(0, 9)}" for _ in range(rows)]


def categories(rng: random.Random, rows: int) -> list[str]:
    names = ["red", "blue", "a, b", "other", "{x}", "green", "black", "white", "-", "no"]
    weights = [rng.random() ** 4 for _ in names]
    return rng.choices(names, weights, k=rows)


KINDS = {"n": numbers, "d": dates, "t": times, "zip": codes, "c": categories}


def random_table(seed: int) -> tuple[pl.DataFrame, int, str | None]:
    """Return columns of each kind with missing cells, a k, and the column of persons, if any."""
    rng = random.Random(seed)
    rows, k = rng.choice([3, 30, 200, 600]), rng.choice([2, 3, 10])
    columns = {name: draw(rng, rows) for name, draw in KINDS.items()}
    for name in rng.sample(sorted(columns), 2):
        columns[name] = [None if rng.random() < 0.1 else cell for cell in columns[name]]
        if not any(columns[name]):
            columns[name][0] = "2000-01-01" if name in "dt" else "1"
    columns["who"] = [str(rng.randrange(max(rows // 2, 1))) for _ in range(rows)]
    return pl.DataFrame(columns), k, "who" if rng.random() < 0.3 else None


def persons_below(frame: pl.DataFrame, name: str, covered: list[str], person: str | None) -> int:
    below = frame.filter(pl.col(name).is_in(covered))
    return below[person].n_unique() if person else len(below)


@pytest.mark.parametrize("seed", SEEDS)
def test_each_band_is_of_enough_persons_and_says_what_it_holds(seed):
    frame, k, person = random_table(seed)
    table = shoal.read(frame, qi=list(KINDS), person=person)
    for column in with_bands(table, k).quasi_identifiers:
        tree, name = column.hierarchy, column.name
        known = frame[name].drop_nulls()
        counts = {value: persons_below(frame, name, [value], person) for value in known.unique()}
        for node in range(1, len(tree.labels)):
            label, below = tree.labels[node], tree.values[tree.first[node] : tree.last[node]]
            if len(below) == 1 and label == below[0]:
                continue
            assert persons_below(frame, name, list(below), person) >= k
            others = [value for value in tree.values if value not in (*below, "?")]
            named = []
            if name == "n":
                covers, ends = of_numbers(label)
                assert are_round(ends, known.to_list()), label
            elif name in ("d", "t"):
                covers, ends = of_dates(label)
            elif name == "zip":
                covers = of_codes(label)
                if all(str(value).isdigit() for value in known):
                    assert len(label) == 5
            else:
                pooled = "other values" if "other" in counts else "other"
                rare = {value for value in below if counts[value] < k}
                if person:  # of persons with several values, one is counted
                    rare = {*below} - {*named_in(label)}
                covers, named = of_categories(label, rare, pooled)
                assert len(named) + bool(rare) <= MOST_MEMBERS
            assert all(map(covers, below)), label
            if name != "zip":  # a code of a pooled beginning stands beside it
                assert not any(map(covers, others)), label
            assert all(counts[value] >= k for value in named), label


def are_round(ends: list[Decimal], values: list[str]) -> bool:
    """Tell whether ends are fives of the last digit of values; of few values, any will do."""
    places = min(int(Decimal(value).normalize().as_tuple().exponent) for value in values)
    unit = Decimal(5 if len(set(values)) > 20 else 1).scaleb(min(places, 0))
    return all(end % unit == 0 for end in ends)


@pytest.mark.parametrize("seed", SEEDS)
def test_no_value_of_fewer_than_k_rows_is_printed(seed):
    frame, k, person = random_table(seed)
    if len(frame) < k or (person and frame[person].n_unique() < k):
        return
    release = shoal.anonymize(frame, f"k={k}", qi=list(KINDS), person=person, certificate="none")
    published = release.data.to_polars()
    for name in KINDS:
        counts = Counter(frame[name])
        for cell in published[name].unique():
            if cell in counts and cell is not None:
                assert persons_below(frame, name, [cell], person) >= k
    again = shoal.measure(frame, published, qi=list(KINDS), person=person, k=k)
    assert again.lm == release.loss.lm
