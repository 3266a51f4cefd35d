"""Tables: roles, types by content, codes."""

from __future__ import annotations

import datetime

import numpy as np
import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st

import shoal
from shoal.data import Hierarchy, Table
from shoal.data.table_notices import singled_out
from shoal.errors import ParameterError, SchemaError

pytestmark = pytest.mark.usefixtures("values_shown")

PEOPLE = pl.DataFrame(
    {
        "id": ["1", "2", "3", "4"],
        "age": ["31", "4", "?", "31"],
        "born": ["2001-02-03", "1999-12-31", "2001-02-03", ""],
        "city": ["Rome", "Oslo", None, "Rome"],
        "zip": ["00184", "0150", "00184", "00184"],
        "ill": ["flu", "flu", "cold", None],
    }
)


def texts(table: Table, name: str) -> list[str]:
    column = table[name]
    return [column.hierarchy.values[code] for code in column.codes]


def test_cells_are_coded_as_they_are_written():
    table = Table.of(PEOPLE, ["age", "born", "city", "zip"], sensitive=["ill"])
    assert len(table) == 4
    assert texts(table, "age") == ["31", "4", "?", "31"]
    assert texts(table, "born") == ["2001-02-03", "1999-12-31", "2001-02-03", "?"]
    assert texts(table, "city") == ["Rome", "Oslo", "?", "Rome"]
    assert texts(table, "zip") == ["00184", "0150", "00184", "00184"]
    assert table.columns == ("age", "born", "city", "zip", "ill")
    assert table.dropped == ("id",)
    assert table.others.to_dict(as_series=False) == {"ill": ["flu", "flu", "cold", None]}
    assert table.cells.shape == (4, 4)
    assert table.cells.dtype == np.int32


def test_types_by_content():
    table = Table.of(PEOPLE, ["age", "born", "city", "zip"])
    kinds = {column.name: (column.kind, column.recoding) for column in table.quasi_identifiers}
    assert kinds == {
        "age": ("numeric", "bands"),
        "born": ("date", "bands"),
        "city": ("categorical", "bands"),
        "zip": ("categorical", "bands"),
    }
    assert table["age"].hierarchy.values == ("4", "31", "?")
    assert table["age"].positions.tolist()[:2] == [4, 31]
    assert np.isnan(table["age"].positions[2])
    assert (
        np.diff(table["born"].positions)[0]
        == (datetime.date(2001, 2, 3) - datetime.date(1999, 12, 31)).days
    )
    assert table["city"].positions is None


def test_what_is_insisted_on():
    table = Table.of(PEOPLE, ["age", "zip"], categorical=["age"], numeric="zip")
    assert [column.kind for column in table.quasi_identifiers] == ["categorical", "numeric"]


RECODINGS = {
    "auto": ("bands", "hierarchy", "bands"),
    "bands": ("bands", "bands", "bands"),
    "hierarchy": ("hierarchy", "hierarchy", "hierarchy"),
    "range": ("range", "hierarchy", "hierarchy"),
    "set": ("range", "set", "set"),
}


@pytest.mark.parametrize(("recoding", "found"), RECODINGS.items())
def test_recoding_of_each_column(recoding, found):
    places = {"city": {"Europe": ["Rome", "Oslo"]}}
    table = Table.of(PEOPLE, ["age", "city", "zip"], hierarchies=places, recoding=recoding)
    assert tuple(column.recoding for column in table.quasi_identifiers) == found
    assert [column.whole_hierarchy is not None for column in table.quasi_identifiers] == [
        False,
        recoding != "bands",
        False,
    ]


def test_recoding_by_column():
    table = Table.of(PEOPLE, ["age", "city"], recoding={"city": "hierarchy"})
    assert [column.recoding for column in table.quasi_identifiers] == ["bands", "hierarchy"]


def test_a_hierarchy_is_restricted_to_what_occurs():
    tree = Hierarchy.of({"Europe": ["Oslo", "Rome"], "Asia": ["Kyoto"]})
    column = Table.of(PEOPLE, {"city": tree})["city"]
    assert column.hierarchy.labels == ("*", "Europe", "Oslo", "Rome", "?")
    tree = Hierarchy.of({"old": ["31"], "young": ["4", "5"]})
    column = Table.of(PEOPLE, {"age": tree})["age"]
    assert column.kind == "numeric"
    assert column.positions.tolist()[:2] == [31, 4]


def test_persons():
    frame = PEOPLE.with_columns(id=pl.Series(["x", "y", "x", "z"]))
    assert Table.of(frame, ["age"], person="id").persons.tolist() == [0, 1, 0, 2]
    assert Table.of(frame, ["age"], person="id").dropped == ("id", "born", "city", "zip", "ill")
    with pytest.raises(SchemaError, match="1 row has no person in column 'city'"):
        Table.of(frame, ["age"], person="city")


#: Without the separators that Python alone takes for blanks.
WORDS = st.text(
    st.characters(exclude_categories=["Cs"], exclude_characters="\x1c\x1d\x1e\x1f"), max_size=3
)


@given(
    st.lists(
        st.one_of(st.none(), st.sampled_from(["a", "b", "c", "?", ""]), WORDS),
        min_size=1,
    ).filter(lambda cells: any(cell and cell.strip() not in ("", "?") for cell in cells))
)
def test_codes_say_what_the_cells_said(cells):
    try:
        table = Table.of({"x": cells}, ["x"], categorical=["x"])
    except SchemaError as error:
        assert "'*'" in str(error)  # noqa: PT017 (a star among the values)
        return
    wanted = ["?" if cell is None or cell.strip() in ("", "?") else cell for cell in cells]
    assert texts(table, "x") == wanted
    assert {*table["x"].hierarchy.values} == {*wanted}


FRAMES = {
    "floats": (pl.Series([1.0, None, float("nan"), 30.0]), ["1", "?", "?", "30"], "numeric"),
    "fractions": (pl.Series([1.5, 2.0]), ["1.5", "2.0"], "numeric"),
    "integers": (pl.Series([7, -1]), ["7", "-1"], "numeric"),
    "truth": (pl.Series([True, False]), ["true", "false"], "categorical"),
    "categories": (pl.Series(["b", "a"], dtype=pl.Categorical), ["b", "a"], "categorical"),
    "dates": (pl.Series([datetime.date(2020, 1, 2)]), ["2020-01-02"], "date"),
    "times": (
        pl.Series([datetime.datetime(2020, 1, 2, 3, 4)]),
        ["2020-01-02T03:04:00.000000"],
        "date",
    ),
}


@pytest.mark.parametrize(("column", "spelled", "kind"), FRAMES.values(), ids=FRAMES)
def test_columns_of_any_type(column, spelled, kind):
    table = Table.of({"x": column}, ["x"])
    assert texts(table, "x") == spelled
    assert table["x"].kind == kind


BAD = {
    "unknown": (["town"], {}, "there is no column 'town': there are 'id', 'age'"),
    "none": ([], {}, "at least one quasi-identifier"),
    "twice": (["age", "age"], {}, "'age' is named twice"),
    "also sensitive": (["age"], {"sensitive": ["age"]}, "and also sensitive"),
    "also kept": (["age"], {"keep": "age"}, "and also to be kept"),
    "also the person": (["age"], {"person": "age"}, "and also the person"),
    "hierarchy of nothing": (["age"], {"hierarchies": {"town": ["a"]}}, "no column 'town'"),
    "hierarchy of another": (["age"], {"hierarchies": {"ill": ["a"]}}, "not one of the quasi"),
    "hierarchy without values": (
        ["city"],
        {"hierarchies": {"city": ["Rome "]}},
        "column 'city': 2 values are missing from the hierarchy: 'Oslo', 'Rome'",
    ),
    "recoding": (["age"], {"recoding": "blur"}, "auto, bands, hierarchy, range, set"),
    "recoding of another": (["age"], {"recoding": {"x": "set"}}, "no column 'x'"),
    "weight": (["age"], {"weights": {"age": 0}}, "positive number"),
    "weight of another": (["age"], {"weights": {"city": 1}}, "not one of the quasi"),
    "level": (["age"], {"max_level": {"age": -1}}, "needs a hierarchy"),
    "no number": (["city"], {"numeric": ["city"]}, "row 1: column 'city' must hold numbers"),
    "both kinds": (
        ["age"],
        {"numeric": ["age"], "categorical": ["age"]},
        "categorical and also numeric",
    ),
}


@pytest.mark.parametrize(("qi", "options", "words"), BAD.values(), ids=BAD)
def test_bad_calls(qi, options, words):
    with pytest.raises((SchemaError, ParameterError)) as caught:
        Table.of(PEOPLE, qi, **options)
    assert words in str(caught.value)


BAD_COLUMNS = {
    "mixed": (["1", "2", "x"], "row 3: column 'x' holds numbers and also other text"),
    "mixed dates": (
        [*(f"2020-01-{day:02}" for day in range(11, 20)), None, " ", "autumn"],
        "row 12: column 'x' holds dates and also other text",
    ),
    "no day": (
        ["2023-02-30", *(f"2020-01-{day:02}" for day in range(11, 31))],
        "row 1: column 'x' holds dates and also other text",
    ),
    "nothing": ([None, "?", " "], "holds no value"),
    "a star": (["a", "*"], "'*' or a set in braces"),
    "a set": (["{a, b}", "c"], "'*' or a set in braces"),
    "lists": ([["a"], ["b"]], "a cell is a single"),
    "no rows": ([], "no rows"),
}


@pytest.mark.parametrize(("cells", "words"), BAD_COLUMNS.values(), ids=BAD_COLUMNS)
def test_bad_columns(cells, words):
    with pytest.raises(SchemaError) as caught:
        Table.of({"x": cells}, ["x"])
    assert words in str(caught.value)


def test_mixed_columns_with_a_way_out():
    frame = {"children": ["1", "2", "more"]}
    assert Table.of(frame, ["children"], categorical=["children"])["children"].kind == "categorical"
    tree = {"few": ["1", "2"], "many": ["more"]}
    assert Table.of(frame, {"children": tree})["children"].recoding == "hierarchy"


def test_a_few_dates_among_other_texts_are_categories():
    days = [f"2020-01-{day}" for day in range(11, 19)]
    assert Table.of({"x": [*days, "spring"]}, ["x"])["x"].kind == "categorical"


def test_warnings():
    frame = {
        "school": ["basic", "basic", "high", "high", "basic", "high"],
        "years": ["9", "9", "13", "13", "9", "13"],
        "name": list("uvwxyz"),
        "land": ["it"] * 6,
        "age": ["20", "21", "22", "20", "20", "22"],
    }
    tree = {"20-21": ["20", "21", "22"]}
    table = Table.of(frame, {"school": None, "land": None, "age": tree}, keep=["years", "name"])
    assert table.warnings == ("column 'land' holds one value only: it tells nobody apart",)
    assert [notice.code for notice in table.doubts] == ["kept-column-gives-away"]
    assert table.doubts == ("kept column 'years' gives away the quasi-identifier 'school'",)


def test_rows_that_columns_published_as_they_are_single_out():
    people = {"ill": ["flu", "flu", "cold", "cold"], "job": ["cook", "nurse", "cook", "nurse"]}
    said = "the columns published as they are single out 4 of 4 rows"
    (together,) = singled_out(pl.DataFrame(people))
    assert (together, together.code) == (f"{said} together", "rows-singled-out")
    (one,) = singled_out(pl.DataFrame(people | {"mail": list("abcd")}))
    assert one == f"{said} together, 'mail' alone 4"
    assert singled_out(pl.DataFrame({"mail": list("abcd")})) == (said,)
    assert singled_out(pl.DataFrame({"ill": people["ill"]})) == singled_out(pl.DataFrame()) == ()


@pytest.mark.parametrize("role", ["sensitive", "keep"])
def test_a_unique_column_is_warned_of_whatever_its_role(role):
    people = {"age": ["30", "30", "40", "40"], "salary": ["100", "200", "300", "400"]}
    table = Table.of(people, ["age"], **{role: ["salary"]})
    warned = shoal.anonymize(table, "k=2", threads=1).warnings
    assert [one for one in warned if one.code == "rows-singled-out"] == [
        "the columns published as they are single out 4 of 4 rows"
    ]


VISITS = {"patient_id": ["x", "x", "y"], "age": [31, 31, 33]}


def test_rows_that_are_not_persons():
    table = Table.of(VISITS, ["age"])
    (said,) = table.doubts
    assert said == (
        "column 'patient_id' has 2 values in 3 rows: k counts rows, not persons; "
        "person='patient_id' counts persons"
    )
    assert table.warnings == ()
    assert Table.of(VISITS, ["age"], person="patient_id").doubts == ()


@pytest.mark.parametrize("ids", [["x", "y", "z"], [[1], [1], [1]]])
def test_columns_that_do_not_number_persons(ids):
    assert Table.of(VISITS | {"patient_id": ids}, ["age"]).doubts == ()
    assert Table.of({"note": ["x", "x", "y"], "age": [31, 31, 33]}, ["age"]).doubts == ()


def test_a_mere_word_for_persons_needs_many_values():
    ages = {"age": [31, 33] * 30}
    (said,) = Table.of(ages | {"member": [f"M{row // 2}" for row in range(60)]}, ["age"]).doubts
    assert said.startswith("column 'member' has 30 values in 60 rows: k counts rows, not persons")
    assert Table.of(ages | {"member": ["yes", "no"] * 30}, ["age"]).doubts == ()
