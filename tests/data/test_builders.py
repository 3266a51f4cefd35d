"""Hierarchies built from values."""

from __future__ import annotations

import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st

from shoal.data import Table
from shoal.data.cells import Set, parse_cell
from shoal.data.range_labels import doubtful_labels
from shoal.errors import ParameterError, SchemaError
from shoal.hierarchies.build import build_dates, build_intervals, build_prefixes
from shoal.hierarchies.merging import build_by_frequency, build_by_similarity

widths = st.sampled_from([None, [5], [1, 2], [5, 10, 20], ["0.5", "1"], ["0.1", "0.3"], [3, 9]])


@given(
    st.one_of(
        st.lists(st.integers(-(10**6), 10**6), min_size=1),
        st.lists(st.decimals(-1000, 1000, places=2).map(str), min_size=1),
        st.lists(st.floats(-(10.0**9), 10.0**9).map(str), min_size=1),
    ),
    widths,
)
def test_intervals_contain_their_values(values, widths):
    tree = build_intervals(values, widths)
    assert {*tree.values} == {*map(str, values)}
    assert doubtful_labels(tree) == ()
    # Leaves ascend, so that intervals are ranges of them.
    positions = [float(value) for value in tree.values]
    assert positions == sorted(positions)


def test_labels_of_intervals():
    tree = build_intervals([-3, 0, 4, 17], [5, 20])
    assert [path[1:] for path in tree.paths()] == [
        ("-5--1", "-20--1", "*"),
        ("0-4", "0-19", "*"),
        ("0-4", "0-19", "*"),
        ("15-19", "0-19", "*"),
    ]
    assert build_intervals([31, 35, 38]).paths()[0] == ("31", "30-31", "*")
    assert build_intervals([17, 90]).paths()[0] == ("17", "15-19", "10-19", "0-19", "*")
    assert build_intervals(["0.25", "0.5"]).paths()[0][1] == "[0.24, 0.26["
    assert build_intervals(["7", "?", None]).values == ("7",)
    assert build_intervals(["1e3", "1000.0", "2"], [10]).depth == 2


@pytest.mark.parametrize(
    "widths",
    [
        [5, 12],
        [10, 5],
        [0],
        [],
        ["x"],
        ["nan"],
        ["inf"],
        ["1e-30", "1"],
    ],
)
def test_bad_widths(widths):
    with pytest.raises(ParameterError, match="positive numbers, each a multiple"):
        build_intervals([1, 2], widths)


def test_values_that_do_not_fit():
    with pytest.raises(SchemaError, match="row 2 holds other text"):
        build_intervals(["1", "x"], [5])
    with pytest.raises(SchemaError, match="needs dates such as"):
        build_dates(["2024-02-30"])
    for build in (build_intervals, build_dates, build_prefixes, build_by_frequency):
        with pytest.raises(SchemaError, match="no value"):
            build(["?", None])
    with pytest.raises(ParameterError, match="1,001 different values"):
        build_by_frequency(range(1001))
    with pytest.raises(ParameterError, match="at least 1 character"):
        build_prefixes(["ab"], [0])
    with pytest.raises(ParameterError, match="the same rows"):
        build_by_similarity(["a"], pl.DataFrame())


@given(st.lists(st.one_of(st.dates(), st.datetimes()).map(lambda time: time.isoformat())))
def test_dates_stand_below_their_month_year_and_decade(dates):
    dates = [date for date in dates if len(date) in (10, 19, 26)] + ["2024-02-29"]
    tree = build_dates(dates)
    assert {*tree.values} == {*dates}
    for date in dates:
        *_, month, year, decade, top = tree.path(tree.leaf_nodes[tree.values.index(date)])
        assert (month, year, decade, top) == (date[:7], date[:4], date[:3] + "0s", "*")


@given(st.lists(st.text("AB1", min_size=1, max_size=5), min_size=1))
def test_prefixes(codes):
    tree = build_prefixes(codes)
    assert {*tree.values} == {*codes}
    for code in codes:
        _, *groups, top = tree.path(tree.leaf_nodes[tree.values.index(code)])
        assert top == "*"
        assert all(code.startswith(label.removesuffix("*")) for label in groups)
    assert build_prefixes(["47110", "47200"], [3, 1]).labels[1:3] == ("4*", "471*")


columns = st.lists(st.sampled_from("abcdefg{,"), min_size=1)


@given(columns)
def test_frequency_keeps_frequent_values_near_the_root(column):
    tree = build_by_frequency(column)
    check_sets(tree, column)
    depth = {value: len(tree.path(tree.leaf_nodes[tree.values.index(value)])) for value in column}
    most = max(map(column.count, column))
    assert min(depth.values()) in {depth[one] for one in column if column.count(one) == most}


@given(st.data())
def test_similarity(data):
    column = data.draw(columns)
    rows = len(column)
    others = pl.DataFrame(
        {
            "group": data.draw(st.lists(st.sampled_from("xy?"), min_size=rows, max_size=rows)),
            "number": data.draw(st.lists(st.integers(0, 30), min_size=rows, max_size=rows)),
        }
    )
    check_sets(build_by_similarity(column, others), column)


def check_sets(tree, column):
    """Each label above a value says which values it stands for."""
    assert {*tree.values} == {*column}
    for node, label in enumerate(tree.labels):
        below = {*tree.values[tree.first[node] : tree.last[node]]}
        if label != "*" and len(below) > 1:
            assert parse_cell(label) == Set(tuple(sorted(below)))


def test_values_with_equal_rows_are_merged_first():
    column = ["nurse", "doctor", "smith", "baker"] * 20
    place = ["ward", "ward", "forge", "forge"] * 20
    tree = build_by_similarity(column, pl.DataFrame({"place": place}))
    assert {"{doctor, nurse}", "{baker, smith}"} < {*tree.labels}
    # And a table takes what was built.
    assert Table.of({"trade": column}, {"trade": tree})["trade"].whole_hierarchy is tree
