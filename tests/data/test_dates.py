"""Dates of any usual format, read as whole columns, against the standard library."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta, timezone

import numpy as np
import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st

from shoal.data.dates import are_dates, as_iso, in_iso, times_of
from shoal.errors import SchemaError

#: Formats that say themselves what is the day and what the month.
CLEAR = [
    "%Y-%m-%d",
    "%d.%m.%Y",
    "%Y/%m/%d",
    "%Y.%m.%d",
    "%Y%m%d",
    "%d %b %Y",
    "%d %B %Y",
    "%d-%b-%Y",
    "%d. %B %Y",
    "%d/%b/%Y",
    "%b %d, %Y",
    "%B %d, %Y",
    "%b %d %Y",
    "%b. %d, %Y",
    "%Y-%b-%d",
]
UNCLEAR = [("%d/%m/%Y", "dmy"), ("%m/%d/%Y", "mdy"), ("%d-%m-%Y", "dmy"), ("%m-%d-%Y", "mdy")]
CLOCKS = [(" %H:%M", "minutes"), ("T%H:%M:%S", "seconds"), (", %I:%M %p", "minutes")]

days = st.lists(st.dates(date(1800, 1, 1), date(2100, 12, 31)), min_size=1, max_size=20)
moments = st.lists(
    st.datetimes(datetime(1800, 1, 1), datetime(2100, 12, 31)), min_size=1, max_size=20
)


def column(values):
    return pl.Series("day", list(values), dtype=pl.String)


@given(st.sampled_from(CLEAR), days)
def test_days(spelling, days):
    texts = column(day.strftime(spelling) for day in days)
    assert in_iso(texts).to_list() == [day.isoformat() for day in days]


@given(st.sampled_from(UNCLEAR), days)
def test_the_order_is_seen_in_the_column_or_given(spelled, days):
    spelling, order = spelled
    texts = column(day.strftime(spelling) for day in days)
    iso = [day.isoformat() for day in days]
    assert in_iso(texts, order).to_list() == iso
    if any(day.day > 12 for day in days):
        assert in_iso(texts).to_list() == iso
    elif any(day.day != day.month for day in days):
        with pytest.raises(SchemaError, match="day or the month comes first"):
            in_iso(texts)


@given(
    st.sampled_from([one for one in CLEAR if "%Y%m" not in one]),
    st.sampled_from(CLOCKS),
    moments,
)
def test_times_of_day(spelling, clock, moments):
    clock, unit = clock
    texts = column(moment.strftime(spelling + clock) for moment in moments)
    read = in_iso(texts).to_list()
    assert [datetime.fromisoformat(text) for text in read] == [
        moment.replace(microsecond=0, second=moment.second if unit == "seconds" else 0)
        for moment in moments
    ]


@pytest.mark.parametrize(
    ("text", "iso"),
    [
        ("1.2.2024", "2024-02-01"),
        (" 26.11.2024 ", "2024-11-26"),
        ("26.11.2024 9:05", "2024-11-26 09:05"),
        ("11/26/2024 12:15 AM", "2024-11-26 00:15"),
        ("11/26/2024 12:15 p.m.", "2024-11-26 12:15"),
        ("26.11.2024 10:15:30.123456789Z", "2024-11-26 10:15:30.123456789Z"),
        ("26/Nov/2024:10:15:30 +0100", "2024-11-26 10:15:30+01:00"),
        ("Sept 3, 2024", "2024-09-03"),
        ("2024-1-5", "2024-01-05"),
        ("2024-11-26T10:15:30+01:00", "2024-11-26T10:15:30+01:00"),
    ],
)
def test_spellings(text, iso):
    assert as_iso(column([text]))[0].to_list() == [iso]


@pytest.mark.parametrize(
    "text",
    [
        "31.02.2024", "26.13.2024", "13/13/2024", "0000-01-01", "26.11.24", "26 11 2024",
        "26.11-2024", "26.11.2024 25:00", "26.11.2024 10:60", "Nov Dec 2024", "2024-11-2024",
        "market 26, 2024", "1.2.3", "10-12", "17991231", "21010101", "20241301", "192.168.2.1",
        "", "x", "12345678901",
    ],
)  # fmt: skip
def test_no_dates(text):
    assert as_iso(column([text]))[0].to_list() == [None]
    assert in_iso(column([text])).to_list() == [text]


def test_a_column_may_mix_formats_and_miss_cells():
    texts = column(["2024-11-26", None, "27.11.2024", "11/28/2024", "26.11.2024"])
    iso = ["2024-11-26", None, "2024-11-27", "2024-11-28", "2024-11-26"]
    assert in_iso(texts).to_list() == iso


def test_eight_digits_are_dates_only_together():
    assert in_iso(column(["20241126", "20241127"])).to_list() == ["2024-11-26", "2024-11-27"]
    amounts = column(["20241126", "20241199"])
    assert in_iso(amounts).equals(amounts)


def test_both_orders_in_one_column_are_no_dates():
    texts = column(["26/11/2024", "11/26/2024"])
    assert in_iso(texts).equals(texts)


@pytest.mark.parametrize("order", ["dmy", "mdy"])
def test_an_order_that_does_not_fit(order):
    with pytest.raises(SchemaError) as caught:
        in_iso(column(["01/02/2024", None, "x"]), order)
    assert caught.value.row == 2
    assert caught.value.parameter == "dates"


zones = st.integers(-23 * 60, 23 * 60).map(lambda ahead: timezone(timedelta(minutes=ahead)))
iso = st.one_of(
    st.dates().map(date.isoformat),
    st.datetimes(timezones=st.none() | zones).map(datetime.isoformat),
    st.from_regex(r"[0-9]{4}-[0-9]{2}-[0-9]{2}", fullmatch=True),
    st.from_regex(r"200[0-9]-0[0-9]-0[0-9][T ][0-3][0-9]:[0-9]{2}(Z|\+0[0-9]:00)?", fullmatch=True),
)


def parsed(text):
    try:
        found = datetime.fromisoformat(text)
    except ValueError:
        return None
    return found if found.tzinfo else found.replace(tzinfo=UTC)


@given(st.lists(iso, min_size=1))
def test_iso_dates_are_those_of_the_standard_library(texts):
    texts = column(text for text in texts if text.isascii())
    found = are_dates(texts)
    assert found.to_list() == [parsed(text) is not None for text in texts]
    good = texts.filter(found)
    if len(good) and (good.str.len_chars() > 10).any():
        start = datetime(1970, 1, 1, tzinfo=UTC)
        seconds = [(parsed(text) - start).total_seconds() for text in good]
        np.testing.assert_allclose(times_of(good), seconds, rtol=3e-16, atol=0)
    else:
        ordinals = [parsed(text).toordinal() - date(1970, 1, 1).toordinal() for text in good]
        assert times_of(good).tolist() == ordinals
