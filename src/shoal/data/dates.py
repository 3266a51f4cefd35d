"""Dates as people write them: read as ISO dates, whole columns at a time, and placed in time."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np
import numpy.typing as npt
import polars as pl

from shoal.errors import ParameterError, SchemaError
from shoal.wording import parameter

#: What may stand first where the year is last: the day, or the month.
ORDERS = ("dmy", "mdy")

#: Years in which eight digits alone are a date.
_YEARS = ("1800", "2100")

_CLOCK = (
    r"(?:[01][0-9]|2[0-3]):[0-5][0-9](?::[0-5][0-9](?:\.[0-9]{1,9})?)?"
    r"(?:Z|[+-](?:[01][0-9]|2[0-3]):[0-5][0-9])?"
)
_ISO = rf"^[0-9]{{4}}-[0-9]{{2}}-[0-9]{{2}}(?:[T ]{_CLOCK})?$"
_ISO_PARTS = (
    r"^.{10}(?:.(?<hour>..):(?<minute>..)(?::(?<second>..)(?:\.(?<fraction>[0-9]+))?)?"
    r"(?:Z|(?<sign>[+-])(?<hours>..):(?<minutes>..))?)?$"
)
_MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
_NUMBER_OF_MONTH = {name: str(number) for number, name in enumerate(_MONTHS, 1)}
_MONTH = (
    r"(?i:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?"
    r"|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)"
)
#: Three parts of a date, and a time of day; Apache has a colon before it.
_SPELLED = (
    rf"^(?<a>[0-9]{{1,4}}|{_MONTH})\.?(?<one>[-/. ])(?<b>[0-9]{{1,2}}|{_MONTH})"
    r"(?<two>[-/. ]|, ?|\. )(?<c>[0-9]{1,4})"
    r"(?:(?:T|,? |:)(?<hour>[0-9]{1,2})(?<rest>:[0-9]{2}(?::[0-9]{2}(?:\.[0-9]{1,9})?)?)"
    r"(?: ?(?<half>[AaPp])\.?[Mm]\.?)?(?: ?(?<zone>Z|[+-][0-9]{2}:?[0-9]{2}))?)?$"
)


def in_iso(texts: pl.Series, order: str | None = None, *, leaves: Iterable[str] = ()) -> pl.Series:
    """Return the cells of a column with its dates in ISO format; unchanged if not all are dates.

    They also stay as they are where these leaves of a hierarchy hold them so. Raise where no date
    tells whether the day or the month comes first, and where a cell does not fit a given order.
    """
    name, values = texts.name, texts.drop_nulls()
    if order is None and as_iso(values.head(1))[0].null_count():
        return texts
    if order not in (None, *ORDERS):
        message = f"the order of a date is one of {', '.join(ORDERS)}, not {order!r}"
        raise ParameterError(message, parameter="dates", entry=name)
    values = values.unique()
    dates, unclear = as_iso(values, order)
    if order is not None and dates.null_count():
        wrong = texts.is_in(values.filter(dates.is_null()).to_list())
        first = "month" if order == "mdy" else "day"
        raise SchemaError(
            f"column {name!r} holds text that is no date with the {first} first: clean it, or "
            f"leave out {parameter('dates', {name: order})}",
            row=wrong.arg_true()[0],
            parameter="dates",
            entry=name,
        )
    held = [*leaves]
    as_written = values.is_in(held).any() and not dates.is_in(held).all()
    if as_written or dates.null_count() or dates.equals(values):
        return texts
    if unclear:
        raise SchemaError(
            f"no date of column {name!r} tells whether the day or the month comes first: say "
            f"{parameter('dates', {name: 'dmy'})}, or mdy",
            parameter="dates",
            entry=name,
        )
    return texts.replace_strict(values, dates, default=None)


def as_iso(values: pl.Series, order: str | None = None) -> tuple[pl.Series, bool]:
    """Return different texts as ISO dates, and whether none tells if the day or the month is first.

    What is no date is null. No month is above 12, which tells the order of a whole column; with
    points, the day comes first.
    """
    texts = values.str.strip_chars()
    dates = are_dates(texts)
    iso = texts.set(~dates, None)
    if dates.all():
        return iso, False
    if texts.str.contains("^[0-9]{8}$").all():
        dashed = texts.str.replace("^(....)(..)(..)$", "$1-$2-$3")
        usual = are_dates(dashed) & texts.str.head(4).is_between(*_YEARS)
        return (dashed if usual.all() else iso), False
    if not texts.str.contains(_SPELLED).any():
        return iso, False
    parts = texts.str.extract_groups(_SPELLED).struct.unnest()
    numbers = parts.select(
        pl.when(pl.col("c").str.len_bytes() == 4).then(
            pl.col("a", "b").cast(pl.Int64, strict=False)
        )
    )
    first, second = (numbers[name].set(parts["one"] == ".", None) for name in ("a", "b"))
    votes = int((first > 12).sum()) - int((second > 12).sum())
    unclear = not ((first > 12) | (second > 12)).any() and bool((first != second).any())
    month_first = pl.lit(order == "mdy")
    if order is None:
        month_first = (pl.col("one") != ".") & (votes < 0)
    spelled = parts.select(_assembled(month_first)).to_series()
    return iso.fill_null(spelled.set(~are_dates(spelled), None)), unclear and order is None


def _assembled(month_first: pl.Expr) -> pl.Expr:
    """Return the ISO text of the parts of a date, right or not."""
    a, b, c, one, hour, half = (pl.col(name) for name in ("a", "b", "c", "one", "hour", "half"))
    month_a, month_b = (
        part.str.head(3).str.to_lowercase().replace(_NUMBER_OF_MONTH) for part in (a, b)
    )
    digits = a.str.contains("^[0-9]") & b.str.contains("^[0-9]")
    month_first = pl.when(digits).then(month_first).otherwise(a.str.contains("^[A-Za-z]"))
    year_first = a.str.contains("^[0-9]{4}$")
    year = pl.when(year_first).then(a).otherwise(c)
    month = pl.when(~year_first & month_first).then(month_a).otherwise(month_b)
    day = pl.when(year_first).then(c).when(month_first).then(b).otherwise(a)
    hours = hour.cast(pl.Int64)
    afternoon = half.str.to_lowercase() == "p"
    of_24 = pl.when(half.is_null()).then(hours).otherwise(hours % 12 + 12 * afternoon)
    zone = pl.col("zone").str.replace("^(...):?(..)$", "${1}:$2").fill_null("")
    clock = pl.lit(" ") + of_24.cast(pl.String).str.zfill(2) + pl.col("rest") + zone
    alike = ~digits | ((one == pl.col("two")) & (one != " "))
    parts = (year, month.str.zfill(2), day.str.zfill(2))
    return pl.when(alike).then(pl.concat_str(parts, separator="-") + clock.fill_null(""))


def are_dates(texts: pl.Series) -> pl.Series:
    """Tell which texts are ISO dates, of days and times that exist."""
    days = texts.str.head(10).str.to_date("%Y-%m-%d", strict=False)
    exist = days.is_not_null() & (texts.str.head(4) != "0000")
    return (texts.str.contains(_ISO) & exist).fill_null(False)


def times_of(texts: pl.Series) -> npt.NDArray[np.float64]:
    """Return days since 1970 of ISO dates, or seconds, in UTC, where there are times of day."""
    days = texts.str.head(10).str.to_date("%Y-%m-%d").to_physical().to_numpy().astype(np.int64)
    if (texts.str.len_chars() == 10).all():
        return days.astype(np.float64)
    parts = texts.str.extract_groups(_ISO_PARTS).struct.unnest()
    ahead = parts["sign"].replace_strict({"-": -1, "+": 1}, default=0).to_numpy()
    parts = parts.with_columns(pl.col("fraction").str.head(6).str.pad_end(6, "0")).drop("sign")
    hour, minute, second, micro, hours, minutes = (
        column.cast(pl.Int64).fill_null(0).to_numpy() for column in parts
    )
    minute = (days * 24 + hour) * 60 + minute - ahead * (hours * 60 + minutes)
    times: npt.NDArray[np.float64] = ((minute * 60 + second) * 1_000_000 + micro) / 1e6
    return times
