"""What every method for tables must keep, on any table."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from shoal import _core
from shoal._core import Constraint
from shoal.data.hierarchy import Hierarchy
from shoal.data.node_costs import node_costs
from shoal.data.table import Table
from shoal.data.table_core import leaf_positions
from shoal.errors import LimitReached, ParameterError
from shoal.methods import Exact
from shoal.methods.exact import MOST_ROWS
from shoal.methods.table_grouping import TableGrouping
from shoal.privacy import KAnonymity

from .searches import (
    agglomerative,
    agglomerative_modified,
    exact,
    forest,
    gen_cover_cf,
    hilbert,
    improve_table,
    mondrian,
    park_shim,
    patternka_table,
    set_cover,
    sweep_table,
)

METHODS = {
    "sweep": sweep_table,
    "sweep-bounded": lambda table, constraint: sweep_table(table, constraint, most_kept=1),
    "exact": exact,
    "forest": forest,
    "agglomerative": agglomerative,
    "agglomerative-modified": agglomerative_modified,
    "gen-cover-cf": gen_cover_cf,
    "mondrian": mondrian,
    "mondrian-relaxed": lambda table, constraint: mondrian(table, constraint, relaxed=True),
    "mondrian-widest": lambda table, constraint: mondrian(table, constraint, widest=True),
    "hilbert": hilbert,
    "park-shim": park_shim,
    "set-cover": set_cover,
    "patternka": patternka_table,
}

CITIES = {"north": {"far": ["a", "b"], "near": ["c"]}, "south": ["d", "e"]}
AGES = {"young": ["20", "25"], "old": {"rather": ["40"], "very": ["70", "90"]}}

rows = st.lists(
    st.tuples(
        st.sampled_from(["20", "25", "40", "70", "90", "?"]),
        st.sampled_from(["a", "b", "c", "d", "e", "?"]),
    ),
    min_size=1,
    max_size=10,
).filter(lambda found: all(any(row[c] != "?" for row in found) for c in (0, 1)))
recodings = st.sampled_from(["auto", "hierarchy", "range", "set"])


def made(found: list[tuple[str, str]], recoding: str, **options: Any) -> Table:
    frame = {"age": [age for age, _ in found], "city": [city for _, city in found]}
    return Table.of(frame, {"age": AGES, "city": CITIES}, recoding=recoding, **options)


def lm(table: Table, grouping: TableGrouping) -> float:
    """Sum of the LM of all cells, from the definition."""
    total = 0.0
    for column in table.quasi_identifiers:
        tree = column.hierarchy
        numbers = None if column.positions is None else [float(x) for x in column.positions]
        for group in range(len(grouping)):
            leaves = column.codes[grouping.group_of_row == group].tolist()
            size, values = len(leaves), set(leaves)
            if len(values) == 1:
                continue
            if column.recoding == "hierarchy":
                node = int(tree.lowest_above([min(values)], [max(values)])[0])
                values = set(range(int(tree.first[node]), int(tree.last[node])))
            if numbers is None:
                cell = (len(values) - 1) / (len(tree) - 1)
            elif any(math.isnan(numbers[leaf]) for leaf in values):
                cell = 1.0
            else:
                known = [x for x in numbers if not math.isnan(x)]
                inside = [numbers[leaf] for leaf in values]
                cell = (max(inside) - min(inside)) / (max(known) - min(known))
            total += cell * size * column.weight
    return total


@pytest.mark.parametrize("name", METHODS)
class TestEveryMethod:
    @settings(max_examples=50, deadline=None)
    @given(rows, recodings, st.integers(1, 4))
    def test_groups_on_random_tables(
        self, name: str, found: list[tuple[str, str]], recoding: str, k: int
    ) -> None:
        table = made(found, recoding)
        k = min(k, len(table))
        grouping = METHODS[name](table, Constraint.rows(k))
        assert grouping.repeatable
        assert grouping.group_of_row.dtype == np.int32
        assert grouping.sizes.sum() == len(table)
        assert grouping.sizes.min() >= k
        loss, rounding = lm(table, grouping), len(table) * 1e-5
        one = TableGrouping(np.zeros(len(table), dtype=np.int32))
        best = lm(table, exact(table, Constraint.rows(k)))
        assert best - rounding <= loss <= lm(table, one) + rounding
        if name == "gen-cover-cf":
            assert grouping.sizes.max() < 2 * k
            if recoding == "hierarchy":
                assert loss <= 2 * (1 + math.log(2 * k)) * best + rounding

    def test_impossible_k(self, name: str) -> None:
        table = made([("20", "a"), ("25", "b"), ("40", "c")], "auto")
        with pytest.raises(ParameterError, match="all rows together must satisfy"):
            METHODS[name](table, Constraint.rows(4))


def test_too_few_persons_and_too_few_known_rows() -> None:
    table = made([("20", "a"), ("25", "b"), ("40", "c")], "auto")
    for method in METHODS.values():
        with pytest.raises(ParameterError, match="all rows together must satisfy"):
            method(table, Constraint.persons(2, np.zeros(3, dtype=np.int32)))
        with pytest.raises(ParameterError, match="does not know all rows of the table"):
            method(table, Constraint.persons(2, np.array([0, 1], dtype=np.int32)))


@given(st.lists(st.integers(0, 5), min_size=1, max_size=20), st.integers(1, 5), st.data())
def test_constraints_mean_what_they_say(whose: list[int], k: int, data: Any) -> None:
    persons = np.unique(whose, return_inverse=True)[1].astype(np.int32)
    asked = data.draw(st.lists(st.integers(0, len(whose) - 1), min_size=1, unique=True))
    chosen = np.array(asked, dtype=np.int32)
    several = len({*persons[chosen].tolist()}) >= k
    enough = len(chosen) >= k + 1
    by_rows, by_persons = Constraint.rows(k + 1), Constraint.persons(k, persons)
    both = Constraint.all([by_rows, by_persons])
    found = [one.satisfied(chosen) for one in (by_rows, by_persons, both)]
    assert found == [enough, several, enough and several]
    assert [one.rows_only for one in (by_rows, by_persons, both)] == [True, False, False]
    assert [one.least_rows for one in (by_rows, by_persons, both)] == [k + 1, k, k + 1]
    everything, nothing = np.arange(len(chosen), dtype=np.int32), np.empty(0, dtype=np.int32)
    for one in (by_rows, by_persons, both):
        assert one.restricted(chosen).satisfied(everything) == one.satisfied(chosen)
        assert one.satisfied(nothing), "no group is no violation"


def test_exact_refuses_large_tables() -> None:
    table = made([("20", "a")] * (MOST_ROWS + 1), "auto")
    with pytest.raises(ParameterError, match=f"at most {MOST_ROWS}"):
        Exact().check(table, KAnonymity(2))


def test_gen_cover_cf_says_when_there_are_too_many_itemsets() -> None:
    table = made([("20", "a"), ("25", "b"), ("40", "c")], "auto")
    with pytest.raises(LimitReached, match="more than 1 closed itemsets"):
        gen_cover_cf(table, Constraint.rows(2), most_sets=1)


def test_gen_cover_cf_says_what_the_guarantee_is_about() -> None:
    found = [("20", "a"), ("25", "b"), ("40", "c")]
    assert gen_cover_cf(made(found, "hierarchy"), Constraint.rows(2)).notes == ()
    (note,) = gen_cover_cf(made(found, "set"), Constraint.rows(2)).notes
    assert note.endswith("age, city")


def test_weights_move_the_cut() -> None:
    found = [("20", "a"), ("20", "d"), ("90", "a"), ("90", "d")]
    by_age = mondrian(made(found, "hierarchy", weights={"age": 2}), Constraint.rows(2))
    by_city = mondrian(made(found, "hierarchy", weights={"city": 2}), Constraint.rows(2))
    assert by_age.group_of_row.tolist() == [0, 0, 1, 1]
    assert by_city.group_of_row.tolist() == [0, 1, 0, 1]


def test_costs_of_nodes_and_positions() -> None:
    table = made([("20", "a"), ("25", "b"), ("90", "?"), ("?", "d")], "hierarchy")
    tree, unit = table["age"].hierarchy, _core.TABLE_UNIT
    costs = dict(zip(tree.labels, node_costs(table["age"]).tolist(), strict=True))
    assert costs["*"] == unit
    assert costs["young"] == unit * 5 // 70
    assert costs["old"] == costs["very"] == costs["?"] == costs["90"] == 0
    assert leaf_positions(table["age"]).tolist() == [0, unit * 5 // 70, unit, -1]
    costs = dict(
        zip(table["city"].hierarchy.labels, node_costs(table["city"]).tolist(), strict=True)
    )
    assert (costs["north"], costs["far"], costs["?"]) == (unit // 3, unit // 3, 0)
    assert len(leaf_positions(table["city"])) == 0


def test_costs_of_one_value_and_of_great_weights() -> None:
    alone = made([("20", "a"), ("?", "a")], "range", weights={"age": 3})
    full = 3 * _core.TABLE_UNIT
    assert node_costs(alone["age"]).tolist()[0] == full
    assert leaf_positions(alone["age"]).tolist() == [0, -1]
    assert mondrian(alone, Constraint.rows(1)).sizes.tolist() == [1, 1]
    with pytest.raises(ParameterError, match="a positive number up to 2,000"):
        node_costs(made([("20", "a")], "auto", weights={"age": 5000})["age"])


def test_hierarchies_are_cut_by_their_children() -> None:
    table = Table.of({"x": list("aabbccdd")}, {"x": Hierarchy.of({"p": list("abc"), "q": ["d"]})})
    assert mondrian(table, Constraint.rows(2)).sizes.tolist() == [2, 2, 2, 2]
    # Too few of d alone: another child stays with them.
    table = Table.of({"x": list("aaabbcd")}, {"x": Hierarchy.of(list("abcd"))})
    assert mondrian(table, Constraint.rows(2)).sizes.tolist() == [2, 3, 2]


@settings(max_examples=60)
@given(rows, recodings, st.integers(1, 4), st.lists(st.floats(-1e9, 1e9), min_size=10, max_size=10))
def test_improving_never_loses_more(
    found: list[tuple[str, str]], recoding: str, k: int, multipliers: list[float]
) -> None:
    table = made(found, recoding)
    k = min(k, len(table))
    start = mondrian(table, Constraint.rows(k))
    better = improve_table(table, Constraint.rows(k), start, np.array(multipliers[: len(table)]))
    assert better.sizes.min() >= k
    assert lm(table, better) <= lm(table, start) + len(table) * 1e-5
