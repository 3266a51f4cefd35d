"""Measures of tables against the slow way: each cell as the set of values it may stand for."""

import math
from collections import Counter

import numpy as np
import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st

import shoal
from shoal.data import Table
from shoal.data.cells import format_range, format_set
from shoal.errors import ParameterError, SchemaError
from shoal.loss import covers, measure_table
from shoal.loss.distributions import OTHER, Bar, public_bins
from shoal.loss.public_cells import public_cells
from shoal.loss.rounding import rounded

pytestmark = pytest.mark.usefixtures("values_shown")

TREE = {"ab": ["a", "b"], "cde": {"cd": ["c", "d"], "e+": ["e"]}}
NODES = {"ab": "ab", "cd": "cd", "cde": "cde", "e+": "e"}
DECADES = {"1-9": ["1", "5", "9"], "10-19": ["10", "12"], "20+": {"20-22": ["20", "22"]}}
IN_DECADES = {
    "1-9": {"1", "5", "9"},
    "10-19": {"10", "12"},
    "20+": {"20", "22"},
    "20-22": {"20", "22"},
}
WEIGHTS = {"job": 2.0, "age": 0.5, "pay": 1.0}

rows = st.tuples(
    st.sampled_from([*"abcde", "?"]),
    st.sampled_from(["1", "5", "9", "10", "12", "20", "22", "?"]),
    st.sampled_from(["-3", "-1.5", "0", "2", "7.25", "?"]),
)


def lowest_label(values, labels):
    """The label over the fewest values among those above all of these; ``*`` if there is none."""
    if len(values) == 1:
        return min(values)
    above = [label for label, below in labels.items() if values <= set(below)]
    return min(above, key=lambda label: (len(labels[label]), label == "20+"), default="*")


def range_of(values):
    if len(values) == 1:
        return min(values)
    if "?" in values:
        return "*"
    return format_range(min(values, key=float), max(values, key=float))


def set_of(values):
    return format_set(sorted(values))


@st.composite
def releases(draw):
    """A table, its release in groups, and for each published cell the values it may stand for."""
    records = draw(st.lists(rows, min_size=1, max_size=16))
    groups = draw(st.lists(st.integers(0, 3), min_size=len(records), max_size=len(records)))
    recodings = {
        "job": draw(st.sampled_from(["hierarchy", "set"])),
        "age": draw(st.sampled_from(["hierarchy", "range"])),
        "pay": "range",
    }
    suppressed = draw(st.sets(st.integers(0, 3), max_size=1))
    frame = pl.DataFrame(records, schema=["job", "age", "pay"], orient="row")
    for name in frame.columns:
        # A column of missing values is no quasi-identifier.
        if (frame[name] == "?").all():
            frame = frame.with_columns(pl.lit("a" if name == "job" else "5").alias(name))
            records = frame.rows()
    table = Table.of(
        frame,
        qi=frame.columns,
        hierarchies={"job": TREE, "age": DECADES},
        recoding=recodings,
        weights=WEIGHTS,
    )
    cells, meant = {}, {}
    for at, name in enumerate(frame.columns):
        domain = {record[at] for record in records}
        cells[name], meant[name] = [], []
        for group in groups:
            values = {record[at] for record, of in zip(records, groups, strict=True) if of == group}
            if group in suppressed:
                text = "*"
            elif recodings[name] == "range":
                text = range_of(values)
            elif recodings[name] == "set":
                text = set_of(values)
            else:
                text = lowest_label(values, NODES if name == "job" else IN_DECADES)
            cells[name].append(text)
            meant[name].append(stands_for(text, name, recodings[name], domain))
    return records, table, cells, meant


def stands_for(text, name, recoding, domain):
    if text == "*":
        return domain
    if text in domain:
        return {text}
    if recoding == "set":
        return {value for value in domain if value in text[1:-1].split(", ")}
    if recoding == "hierarchy":
        return domain & set(NODES[text] if name == "job" else IN_DECADES[text])
    low, high = next(
        (low, high)
        for low in domain - {"?"}
        for high in domain - {"?"}
        if low != high and text == f"{low}-{high}"
    )
    return {value for value in domain if value != "?" and float(low) <= float(value) <= float(high)}


def lm_of(text, values, domain, numeric):
    if text == "*":
        return 1.0
    if len(values) == 1:
        return 0.0
    if not numeric:
        return (len(values) - 1) / (len(domain) - 1)
    places, line = [float(v) for v in values], [float(v) for v in domain if v != "?"]
    return (max(places) - min(places)) / (max(line) - min(line))


def ncp_of(text, values, domain, numeric):
    if numeric or text == "*" or len(values) == 1:
        return lm_of(text, values, domain, numeric)
    return len(values) / len(domain)


@given(releases(), st.integers(2, 5))
def test_agrees_with_the_definitions(release, k):
    records, table, cells, meant = release
    loss = measure_table(table, cells, k=k)
    total = {"lm": 0.0, "ncp": 0.0}
    for at, name in enumerate(cells):
        domain = {record[at] for record in records}
        pairs = list(zip(cells[name], meant[name], strict=True))
        found = loss.by_column[name]
        for measure, price in (("lm", lm_of), ("ncp", ncp_of)):
            costs = [price(text, values, domain, name != "job") for text, values in pairs]
            mean = sum(costs) / len(costs)
            assert getattr(found, measure) == pytest.approx(mean, abs=1e-12)
            total[measure] += WEIGHTS[name] * mean
        assert found.suppressed == sum(text == "*" for text, _ in pairs)
        assert found.unchanged == sum(len(v) == 1 and text != "*" for text, v in pairs)
    assert loss.lm == pytest.approx(total["lm"] / 3.5, abs=1e-12)
    assert loss.gcp == pytest.approx(total["ncp"] / 3.5, abs=1e-12)
    published = list(zip(*cells.values(), strict=True))
    sizes = Counter(published)
    stars = ("*", "*", "*")
    assert loss.dm == sum(
        size * (len(records) if row == stars else size) for row, size in sizes.items()
    )
    assert loss.c_avg == pytest.approx(len(records) / (len(sizes) * k))
    assert (loss.rows, loss.groups) == (len(records), len(sizes))
    assert (loss.smallest_group, loss.largest_group) == (min(sizes.values()), max(sizes.values()))
    assert dict(loss.group_sizes) == Counter(sizes.values())
    products = [math.prod(map(len, row)) for row in zip(*meant.values(), strict=True)]
    assert loss.am == pytest.approx(sum(products) / len(products))
    assert 10**loss.log10_am == pytest.approx(loss.am)


@given(releases(), st.randoms())
def test_the_order_of_rows_changes_nothing(release, random):
    _, table, cells, _ = release
    frame = pl.DataFrame(cells)
    order = random.sample(range(len(frame)), len(frame))
    assert measure_table(table, frame[order]) == measure_table(table, frame)


@given(releases(), st.data())
def test_covers_row_by_row(release, data):
    records, table, cells, meant = release
    assert covers(table, cells)
    frame = pl.DataFrame(cells)
    order = data.draw(st.permutations(range(len(frame))))
    expected = all(
        record[at] in meant[name][place]
        for record, place in zip(records, order, strict=True)
        for at, name in enumerate(cells)
    )
    assert covers(table, frame[list(order)]) == expected


@given(releases(), st.integers(2, 5))
def test_bars_follow_from_the_published_cells(release, k):
    records, table, cells, _ = release
    rows = len(records)
    for at, column in enumerate(table.quasi_identifiers):
        texts = pl.Series(column.name, list(cells[column.name]), dtype=pl.String)
        public = public_cells(column, texts)
        bars = public_bins(column, public, k).bars(column, public, k, after_only=False)
        assert sum(bar.after for bar in bars) == pytest.approx(1)
        assert len({bar.label for bar in bars}) == len(bars)
        assert abs(sum(bar.before for bar in bars) - 1) <= sum(bar.before.step for bar in bars)
        for bar in bars if column.name == "job" else ():
            if bar.label != OTHER:
                tree = column.whole_hierarchy or column.hierarchy
                values = [record[at] or "?" for record in records]
                ways = [tree.path(tree.node_of(one)) if one in tree else (one,) for one in values]
                before = sum(bar.label in way for way in ways) / rows
                assert bar.before == rounded(before, 1 / rows, shown_from=k / rows)
                assert bar.after * rows >= k


def test_a_small_table_by_hand():
    original = Table.of(
        {"age": ["17", "27", "57", "67", "97"], "job": ["a", "b", "c", "c", "d"]},
        ["age", "job"],
        hierarchies={"job": {"ab": ["a", "b", "never"], "cd": ["c", "d"]}},
        recoding={"age": "range"},
    )
    published = {
        "age": ["17-27", "17-27", "57-97", "57-97", "57-97"],
        "job": ["ab"] * 2 + ["cd"] * 3,
    }
    loss = measure_table(original, published)
    # age: two cells of 10/80 and three of 40/80; job: two of four values everywhere.
    assert loss.by_column["age"].lm == pytest.approx((2 * 10 + 3 * 40) / 80 / 5)
    assert loss.by_column["age"].ncp == loss.by_column["age"].lm
    assert loss.by_column["job"].lm == pytest.approx(1 / 3)
    assert loss.by_column["job"].ncp == pytest.approx(2 / 4)
    assert loss.lm == pytest.approx((0.35 + 1 / 3) / 2)
    assert loss.gcp == pytest.approx((0.35 + 1 / 2) / 2)
    assert loss.dm == 4 + 9
    assert (loss.k, loss.c_avg) == (2, 5 / (2 * 2))
    assert loss.am == pytest.approx((2 * 2 * 2 + 3 * 3 * 2) / 5)
    document = loss.to_dict()
    assert {"lm", "gcp", "dm", "c_avg", "am", "columns"} <= document.keys()
    assert document["columns"]["job"].keys() >= {"lm", "ncp"}
    with pytest.raises(AttributeError):
        loss.rows = 0
    for frame in (pl.DataFrame(published), pl.DataFrame(published).to_pandas()):
        assert shoal.measure(original, frame, k=2) == loss


def test_all_stars_lose_everything():
    original = Table.of({"a": ["x", "y", "?"], "n": [1, 2, None], "c": ["z"] * 3}, ["a", "n", "c"])
    loss = measure_table(original, {key: ["*", "*", "*"] for key in "anc"})
    assert (loss.lm, loss.gcp, loss.dm, loss.suppressed_rows) == (1, 1, 9, 3)
    assert loss.am == 3 * 3 * 1


def test_the_original_itself_loses_nothing():
    frame = {"a": ["x", "y", "?"], "n": ["1", "2", ""], "c": ["z"] * 3, "d": ["2020-01-31"] * 3}
    original = Table.of(frame, [*frame])
    loss = measure_table(original, frame)
    assert (loss.lm, loss.gcp, loss.dm, loss.am, loss.log10_am) == (0, 0, 3, 1, 0)
    assert [column.unchanged for column in loss.columns] == [3, 3, 3, 3]


def test_suppressed_rows_count_as_all_rows():
    original = Table.of({"a": list("xxyyz")}, ["a"])
    loss = measure_table(original, {"a": ["x", "x", "*", "*", "*"]})
    assert loss.dm == 2 * 2 + 3 * 5


def test_numbers_spelled_otherwise_are_found():
    original = Table.of({"n": ["1.5", "2", "30"]}, ["n"])
    loss = measure_table(original, {"n": [1.5, 2.0, 30.0]})
    assert loss.lm == 0
    assert covers(original, {"n": ["1.50-2.0", "1-3", "10-100"]})
    assert not covers(original, {"n": ["2.0", "1-3", "10-100"]})


def test_ranges_of_other_tools_are_no_wider_than_the_data():
    original = Table.of({"n": ["10", "20", "30"]}, ["n"])
    assert measure_table(original, {"n": ["5-20", "15-35", "0-99"]}).lm == pytest.approx(
        (10 / 20 + 15 / 20 + 20 / 20) / 3
    )


def test_dates_are_ranges():
    days = ["2020-01-01", "2020-01-11", "2020-01-31"]
    original = Table.of({"d": days}, ["d"])
    loss = measure_table(original, {"d": ["2020-01-01-2020-01-11"] * 2 + ["2020-01-11-2020-01-31"]})
    assert loss.lm == pytest.approx((10 / 30 * 2 + 20 / 30) / 3)
    assert covers(original, {"d": ["2019-12-31-2020-01-05", *days[1:]]})
    times = Table.of({"d": ["2020-01-01 00:00", "2020-01-01 12:00", "2020-01-02 00:00"]}, ["d"])
    published = {"d": ["2020-01-01-2020-01-02", "2020-01-01 12:00", "*"]}
    assert measure_table(times, published).lm == pytest.approx(2 / 3)
    with pytest.raises(SchemaError, match="row 1"):
        measure_table(original, {"d": ["2020-01-01 12:00", *days[1:]]})


def test_labels_that_look_like_ranges_are_labels_under_hierarchy_recoding():
    tree = {"1-5": ["1", "4"], "6-9": ["6", "9"]}
    published = {"n": ["1-5", "1-5", "9", "9"]}
    values = {"n": ["1", "4", "9", "9"]}
    # Below the label the data has 1 to 4; as a range it reaches from 1 to 5.
    by_label = Table.of(values, ["n"], hierarchies={"n": tree}, recoding="hierarchy")
    assert measure_table(by_label, published).lm == pytest.approx(2 * 3 / 8 / 4)
    by_range = Table.of(values, ["n"], hierarchies={"n": tree}, recoding="range")
    assert measure_table(by_range, published).lm == pytest.approx(2 * 4 / 8 / 4)


def test_sets_quote_what_needs_it():
    original = Table.of({"a": ["x, y", "{z}", 'q"', "w"]}, ["a"])
    cell = format_set(["x, y", "{z}", 'q"'])
    loss = measure_table(original, {"a": [cell, cell, cell, "w"]})
    assert loss.lm == pytest.approx(3 * (2 / 3) / 4)
    assert covers(original, {"a": [cell, cell, cell, "w"]})


def test_a_set_with_the_missing_value():
    original = Table.of({"a": ["x", "?", "y"], "n": ["1", "?", "5"]}, ["a", "n"])
    loss = measure_table(original, {"a": ["{x, ?}", "{x, ?}", "y"], "n": ["{1, ?}", "{1, ?}", "5"]})
    assert loss.by_column["a"].lm == pytest.approx(2 * (1 / 2) / 3)
    # Numbers and missing values together have no width.
    assert loss.by_column["n"].lm == pytest.approx(2 / 3)


@pytest.mark.parametrize(
    ("name", "cell"),
    [
        ("job", "nothing"),
        ("job", "{a, nothing}"),
        ("job", "{ab, c}"),
        ("job", "1-5"),
        ("job", "?"),
        ("job", None),
        ("age", "x"),
        ("age", "99"),
        ("age", "3-4"),
        ("age", "9-1"),
        ("age", "{1, 6}"),
        ("age", "1-2020-01-01"),
    ],
)
def test_cells_that_cover_nothing_are_refused_with_their_place(name, cell):
    frame = {"job": ["a", "c", "d"], "age": ["1", "5", "9"]}
    original = Table.of(frame, ["job", "age"], hierarchies={"job": TREE})
    published = {**frame, name: [frame[name][0], frame[name][1], cell]}
    with pytest.raises(SchemaError, match=f"column '{name}', row 3: the cell is neither"):
        measure_table(original, published)
    with pytest.raises(SchemaError, match="row 3"):
        covers(original, published)


def test_what_cannot_come_by_generalization_is_refused():
    original = Table.of({"a": ["x", "y", "z"]}, ["a"])
    with pytest.raises(ParameterError, match="2 rows and the original 3"):
        measure_table(original, {"a": ["x", "y"]})
    with pytest.raises(ParameterError, match="column 'a': a cell occurs more often"):
        measure_table(original, {"a": ["x", "x", "*"]})
    with pytest.raises(SchemaError, match="no column 'a': there are 'b'"):
        measure_table(original, {"b": ["x", "y", "z"]})
    with pytest.raises(ParameterError, match="k is for tables"):
        shoal.measure([["a"]], [["a"]], k=2)


def test_an_ambiguity_beyond_all_numbers_has_a_logarithm():
    names = [f"c{number}" for number in range(400)]
    frame = {key: [str(number) + "x" for number in range(10)] for key in names}
    original = Table.of(frame, names)
    loss = measure_table(original, dict.fromkeys(names, ["*"] * 10))
    assert loss.am == math.inf
    assert loss.log10_am == pytest.approx(400)
    assert loss.to_dict()["am"] is None


def bars_of(values: list[str], k: int) -> tuple[Bar, ...]:
    """Return the bars of a column that is published as it was."""
    (column,) = Table.of({"c": values}, ["c"]).quasi_identifiers
    cells = public_cells(column, pl.Series("c", values))
    return public_bins(column, cells, k).bars(column, cells, k, after_only=False)


def test_bars_of_numbers_have_round_bounds_and_open_ends():
    ages = [str(age) for age in np.random.default_rng(0).integers(17, 91, 2000)]
    bars = bars_of(ages, 50)
    assert bars[0].label == "under 20"
    assert bars[1].label == "20 to under 25"
    assert bars[-1].label == "85 and over"
    assert all(abs(bar.after - bar.before) <= bar.before.step for bar in bars)
    assert [bar.label for bar in bars_of(["1", "2", "3"], 3)] == ["all values"]


def test_bars_of_dates_are_spelled_as_dates():
    days = [f"20{year}-06-15" for year in range(10, 30)] * 5
    assert bars_of(days, 10)[0].label.startswith("under 20")
    assert "-" in bars_of(days, 10)[0].label
    assert ":" in bars_of([f"{day} 10:00" for day in days], 10)[0].label


def test_bars_of_numbers_beyond_whole_ones():
    assert [bar.label for bar in bars_of(["1e300"] * 3, 2)] == ["all values"]
