from itertools import combinations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from shoal import read_rules, write_rules
from shoal.errors import ParameterError
from shoal.mining import ps_rules
from shoal.mining.ps_rules import generate_rules, random_rules

SENSITIVE = "gh"
rows_of_items = st.lists(st.sets(st.sampled_from("abcdgh")), min_size=1, max_size=12).filter(
    lambda rows: {*"ag"} <= {*"".join("".join(row) for row in rows)}
)


def all_rules(rows, size):
    """Every antecedent that occurs, against every sensitive item that occurs."""
    sensitive = {item for row in rows for item in row} & {*SENSITIVE}
    antecedents = {
        chosen
        for row in rows
        for length in range(1, size + 1)
        for chosen in combinations(sorted({*row} - {*SENSITIVE}), length)
    }
    return {(antecedent, (item,)) for antecedent in antecedents for item in sensitive}


def as_pairs(rules):
    return [
        (tuple(left), tuple(right))
        for left, right in zip(rules.antecedents, rules.consequents, strict=True)
    ]


@given(rows_of_items, st.integers(1, 4))
def test_generates_all(rows, size):
    pairs = as_pairs(generate_rules(rows, "[gh]", size=size, threads=1))
    assert len(pairs) == len({*pairs})
    assert {*pairs} == all_rules(rows, size)
    assert pairs == sorted(pairs, key=lambda pair: (len(pair[0]), pair))


@given(rows_of_items, st.integers(1, 3), st.integers(0, 5), st.data())
def test_random_rules_are_some_of_all(rows, size, seed, data):
    exist = all_rules(rows, size)
    count = data.draw(st.integers(1, len(exist)))
    rules = random_rules(rows, "[gh]", count, size=size, seed=seed)
    pairs = as_pairs(rules)
    assert len({*pairs}) == len(pairs) == count
    assert {*pairs} <= exist
    assert as_pairs(random_rules(rows, "[gh]", count, size=size, seed=seed)) == pairs


def test_sizes_rows_and_items_are_drawn_evenly():
    # Of single items, a is in one row of three; of pairs, all come from one row.
    rows = [["a", "b", "c", "g", "h"], ["d"], ["d"], ["e"]] * 50
    rules = random_rules(rows, "g,h", 14, seed=0)
    assert len(rules) == 14
    drawn = ps_rules._draw(ps_rules._parted(rows, "g,h", 2), np.random.default_rng(0), 60_000)
    single = drawn[drawn[:, 0] < 0]
    assert abs(len(single) / len(drawn) - 1 / 2) < 0.02
    counts = np.bincount(single[:, 1]) / len(single)
    assert counts == pytest.approx([1 / 12, 1 / 12, 1 / 12, 1 / 2, 1 / 4], abs=0.02)
    pairs, seen = np.unique(drawn[drawn[:, 0] >= 0], axis=0, return_counts=True)
    assert len(pairs) == 6
    assert seen / seen.sum() == pytest.approx([1 / 6] * 6, abs=0.02)


def test_another_seed_draws_others():
    rows = [[*range(30)]]
    one, two = (as_pairs(random_rules(rows, [7], 20, seed=seed)) for seed in (1, 2))
    assert one != two


def test_numbers_come_back_from_a_file(tmp_path):
    rules = generate_rules([[1, 2, 30], [2, 4]], "30")
    write_rules(rules, tmp_path / "rules.txt")
    assert (
        tmp_path / "rules.txt"
    ).read_text() == "1 -> 30\n2 -> 30\n4 -> 30\n1 2 -> 30\n2 4 -> 30\n"
    assert len(read_rules(tmp_path / "rules.txt")) == 5


def test_too_many_rules(monkeypatch):
    monkeypatch.setattr(ps_rules, "MOST_RULES", 20)
    rows = [[*"abcdefgh"]]
    with pytest.raises(ParameterError, match=r"more than 20 rules.*smaller size"):
        generate_rules(rows, "g,h", size=2)
    assert len(generate_rules(rows, "g,h", size=1)) == 12
    with pytest.raises(ParameterError, match="a whole number from 1 to 20, not 43"):
        random_rules(rows, "g,h", 43)


def test_wrong_parameters():
    rows = [["a", "b", "h"]]
    with pytest.raises(ParameterError, match="only 3 different rules were found"):
        random_rules(rows, "h", 4)
    for size in (0, 17, 1.5, True):
        with pytest.raises(ParameterError, match="a whole number from 1 to 16"):
            generate_rules(rows, "h", size=size)
    with pytest.raises(ParameterError, match="no item of the data"):
        generate_rules(rows, "x")
    with pytest.raises(ParameterError, match="all 3 items"):
        random_rules(rows, "*", 1)
    with pytest.raises(ParameterError, match="seed must be a whole number from 0"):
        random_rules(rows, "h", 1, seed=-1)
