"""Cells of a release: what is written is read back."""

from __future__ import annotations

import datetime

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from shoal.data.cells import (
    Missing,
    Range,
    Set,
    Star,
    Value,
    format_range,
    format_set,
    parse_cell,
)

texts = st.text(st.characters(codec="utf-8"), max_size=6)
awkward = st.text(st.sampled_from('ab,{}" \n*?-1'), max_size=8)
numbers = st.one_of(
    st.integers().map(str),
    st.floats(allow_nan=False, allow_infinity=False).map(str),
    st.decimals(allow_nan=False, allow_infinity=False, places=2).map(str),
)
dates = st.one_of(
    st.dates().map(str),
    st.datetimes().map(lambda time: time.isoformat(timespec="microseconds")),
    st.datetimes(timezones=st.just(datetime.UTC)).map(lambda time: time.isoformat("T", "seconds")),
)


@given(st.lists(st.one_of(texts, awkward), min_size=2, max_size=5, unique=True))
def test_sets_come_back(values):
    assert parse_cell(format_set(values)) == Set(tuple(values))


@given(st.one_of(st.tuples(numbers, numbers), st.tuples(dates, dates)))
def test_ranges_come_back(ends):
    assume(ends[0] != ends[1])
    assert parse_cell(format_range(*ends)) == Range(*ends)


@given(st.one_of(numbers, dates))
def test_numbers_and_dates_are_values(text):
    assert parse_cell(text) == Value(text)


def written(cell):
    match cell:
        case Value(text):
            return text
        case Range(low, high):
            return format_range(low, high)
        case Set(values):
            return format_set(values)
    return "*" if cell == Star() else "?"


@given(st.one_of(texts, awkward, numbers, dates))
def test_any_text_is_some_cell_and_is_written_alike(text):
    cell = parse_cell(text)
    assert written(cell) == (text or "?")
    assert parse_cell(written(cell)) == cell


CELLS = {
    "*": Star(),
    "?": Missing(),
    "": Missing(),
    "Private": Value("Private"),
    "16-20": Range("16", "20"),
    "-5--2": Range("-5", "-2"),
    "-5-2": Range("-5", "2"),
    "1e-5": Value("1e-5"),
    "1e-5-2E+3": Range("1e-5", "2E+3"),
    "2024-01-05-2024-02-01": Range("2024-01-05", "2024-02-01"),
    "2024-01-05": Value("2024-01-05"),
    "{a, b}": Set(("a", "b")),
    '{"a, b", c}': Set(("a, b", "c")),
    '{"say ""hm""", c}': Set(('say "hm"', "c")),
    "{a, ?}": Set(("a", "?")),
    # None of these is written as a set, so each is a value of its own.
    "{}": Value("{}"),
    "{a}": Value("{a}"),
    "{a,b}": Value("{a,b}"),
    '{"a", b}': Value('{"a", b}'),
    "{a, a}": Value("{a, a}"),
    "{a, b": Value("{a, b"),
    '{"a, b}': Value('{"a, b}'),
    "[16, 20[": Value("[16, 20["),
    "Trinadad-Tobago": Value("Trinadad-Tobago"),
}


@pytest.mark.parametrize(("text", "cell"), CELLS.items(), ids=repr)
def test_golden_cells(text, cell):
    assert parse_cell(text) == cell
