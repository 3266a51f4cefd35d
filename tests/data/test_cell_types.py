"""Every type is compared by its value, or refused by its name: verdict, release and loss alike."""

import datetime as dt
import io
from decimal import Decimal

import numpy as np
import pandas as pd
import polars as pl
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import shoal
from shoal.data.cell_types import SPELLINGS, exact_texts
from shoal.data.columns import texts_of
from shoal.errors import SchemaError

DAY = 86_400
ZONES = [None, "UTC", "Europe/Berlin", "Europe/Amsterdam", "Asia/Kolkata", "America/New_York"]


def floats(width):
    return st.floats(width=width, allow_nan=False)


def whole(bits, *, signed):
    return st.integers(-(2 ** (bits - 1)) if signed else 0, 2 ** (bits - signed) - 1)


def near(low, high):
    """Numbers of which many lie side by side."""
    return (
        st.integers(low, high)
        | st.integers(low, min(low + 3, high))
        | st.integers(-3, 3).map(lambda number: min(max(number, low), high))
    )


def times(unit, per_second):
    ends = -718_797 * DAY * per_second, (2_932_532 * DAY) * per_second - 1
    low, high = max(ends[0], -(2**63) + 1), min(ends[1], 2**63 - 1)
    return st.tuples(st.sampled_from(ZONES), st.lists(near(low, high), min_size=2, max_size=2)).map(
        lambda drawn: pl.Series("x", drawn[1]).cast(pl.Datetime(unit, drawn[0]))
    )


def pairs(values, dtype):
    return st.lists(values, min_size=2, max_size=2).map(
        lambda two: pl.Series("x", two, dtype=dtype)
    )


#: Two values of each type, as a column called x.
COLUMNS = {
    "String": pairs(st.text(max_size=3), pl.String),
    "Categorical": pairs(st.text(max_size=2), pl.Categorical),
    "Enum": pairs(st.sampled_from("abcd"), pl.Enum([*"abcd"])),
    "Boolean": pairs(st.booleans(), pl.Boolean),
    "Null": st.just(pl.Series("x", [None, None])),
    **{
        f"{'U' * (not signed)}Int{bits}": pairs(
            whole(bits, signed=signed), getattr(pl, f"{'U' * (not signed)}Int{bits}")
        )
        for bits in (8, 16, 32, 64, 128)
        for signed in (True, False)
        if hasattr(pl, f"{'U' * (not signed)}Int{bits}")
    },
    "Float32": pairs(floats(32), pl.Float32),
    "Float64": pairs(floats(64) | st.sampled_from([0.0, -0.0, 0.1, 0.1 + 2**-56]), pl.Float64),
    "Decimal": pairs(near(-(10**18), 10**18).map(lambda n: Decimal(n).scaleb(-9)), None),
    "Date": pairs(near(-718_797, 2_932_531), pl.Int32).map(lambda days: days.cast(pl.Date)),
    "Datetime": times("ms", 10**3) | times("us", 10**6) | times("ns", 10**9),
    "Time": pairs(near(0, DAY * 10**9 - 1), pl.Int64).map(lambda ns: ns.cast(pl.Time)),
}
if hasattr(pl, "Float16"):
    COLUMNS["Float16"] = pairs(floats(16), pl.Float32).map(lambda one: one.cast(pl.Float16))


def test_every_type_is_tested():
    assert {*COLUMNS} == {name for name in SPELLINGS if hasattr(pl, name)}


@pytest.mark.parametrize("name", COLUMNS)
@given(data=st.data())
def test_different_values_have_different_texts(name, data):
    column = data.draw(COLUMNS[name])
    texts = exact_texts(column)
    assert texts.dtype == pl.String
    assert texts.is_null().equals(column.is_null())
    if column.n_unique() > 1:
        assert texts[0] != texts[1]
    twice = exact_texts(column.gather([0, 0]))
    assert twice[0] == twice[1]


@pytest.mark.parametrize("name", [name for name in COLUMNS if name != "Null"])
@settings(max_examples=25)
@given(data=st.data())
def test_different_values_are_never_judged_or_published_as_one(name, data):
    column = data.draw(COLUMNS[name])
    frame = pl.DataFrame([column.gather([0, 0, 1, 1])])
    differ = column.n_unique() > 1
    assert shoal.verify(frame[1:3], "k=2", qi=["x"]).ok == (exact_texts(column).n_unique() == 1)
    assert shoal.verify(frame, "k=2", qi=["x"]).ok
    for packed in (frame.write_parquet, frame.write_ipc):
        file = io.BytesIO()
        packed(file)
        file.seek(0)
        read = pl.read_parquet(file) if packed == frame.write_parquet else pl.read_ipc(file)
        assert shoal.verify(read, "k=4", qi=["x"]).ok == (exact_texts(column).n_unique() == 1)
    try:
        release = shoal.anonymize(frame, "k=2", qi=["x"], categorical=["x"])
    except SchemaError:  # '*', a set, or no value at all
        assert name in ("String", "Categorical")
        return
    known = texts_of(column).fill_null("?").n_unique()
    assert known == 2 or not differ or name in ("String", "Categorical", "Enum")
    assert release.data.frame["x"].n_unique() == known
    assert release.loss.lm == 0
    together = shoal.anonymize(frame, "k=4", qi=["x"], categorical=["x"])
    assert (together.loss.lm > 0) == (known == 2)
    assert together.data.frame["x"].n_unique() == 1


def test_hole_2_fractions_of_a_second_tell_times_apart(tmp_path):
    times = [dt.time(12, 0, 0, 100_000), dt.time(12, 0, 0, 900_000)]
    frame = pl.DataFrame({"at": times})
    frame.write_parquet(tmp_path / "at.parquet")
    assert not shoal.verify(frame, "k=2", qi=["at"]).ok
    assert not shoal.verify(tmp_path / "at.parquet", "k=2", qi=["at"]).ok
    release = shoal.anonymize(frame, "k=2", qi=["at"], recoding="set")
    assert release.data.frame["at"].to_list() == ["{12:00:00.100, 12:00:00.900}"] * 2
    assert release.loss.lm == 1


def test_minus_zero_is_zero_in_an_original_and_told_apart_in_a_file():
    frame = pl.DataFrame({"x": [0.0, -0.0]})
    assert not shoal.verify(frame, "k=2", qi=["x"]).ok
    assert shoal.anonymize(frame, "k=2", qi=["x"]).data.frame["x"].to_list() == ["0", "0"]


def test_nan_and_missing_are_told_apart_in_a_file():
    frame = pl.DataFrame({"x": [float("nan"), None, 1.5]})
    assert shoal.verify(frame, "k=2", qi=["x"]).groups == 3


@pytest.mark.parametrize(
    "values",
    [
        ["9007199254740992", "9007199254740993"],
        ["0.1", "0.10000000000000000001"],
        ["2024-01-01T00:00:00.000000001", "2024-01-01T00:00:00.000000002"],
    ],
)
def test_values_too_close_for_a_place_on_the_line_are_refused(values):
    with pytest.raises(SchemaError, match="the same floating-point number") as caught:
        shoal.anonymize(pl.DataFrame({"x": values}), "k=2", qi=["x"])
    assert caught.value.entry == "x"
    release = shoal.anonymize(pl.DataFrame({"x": values}), "k=2", qi=["x"], categorical=["x"])
    assert release.loss.lm == 1


def test_the_loss_knows_a_number_that_is_nearly_one_of_the_data():
    original = shoal.read(pl.DataFrame({"x": ["9007199254740992", "1"]}), qi=["x"])
    with pytest.raises(SchemaError, match="row 1: the cell is neither"):
        shoal.measure(original, pl.DataFrame({"x": ["9007199254740993", "1"]}))
    same = shoal.measure(original, pl.DataFrame({"x": ["9007199254740992.0", "1"]}))
    assert same.lm == 0


REFUSED = {
    "Duration": pl.Series("x", [dt.timedelta(1), dt.timedelta(2)]),
    "Binary": pl.Series("x", [b"secret", b"other"]),
    "List": pl.Series("x", [["secret"], ["other"]]),
    "Array": pl.Series("x", [["secret"], ["other"]], dtype=pl.Array(pl.String, 1)),
    "Struct": pl.Series("x", [{"secret": 1}, {"secret": 2}]),
    "Object": pl.Series("x", [object(), object()], dtype=pl.Object),
    "List ": pl.Series("x", [["a"], ["b"]], dtype=pl.List(pl.Enum(["a", "b", "secret"]))),
}


def use(frame, role):
    """Use column x in this role."""
    if role == "judged":
        shoal.verify(frame, "k=2", qi=["x"])
    elif role == "person":
        shoal.anonymize(frame, "k=2", qi=["y"], person="x")
    else:
        shoal.anonymize(frame, "k=2", **{"qi": ["y"], role: ["x"]})


@pytest.mark.parametrize("role", ["qi", "sensitive", "keep", "person", "judged"])
@pytest.mark.parametrize("name", REFUSED)
def test_other_types_are_refused_by_name(name, role):
    frame = pl.DataFrame([REFUSED[name], pl.Series("y", ["a", "a"])])
    with pytest.raises(SchemaError) as caught:
        use(frame, role)
    assert caught.value.entry == "x"
    assert f"column 'x' has the type {name.strip()}, and" in str(caught.value)
    assert "secret" not in str(caught.value)


@pytest.mark.parametrize(
    "column",
    [
        pl.Series("x", [0, 2**31 - 1], dtype=pl.Int32).cast(pl.Date),
        pl.Series("x", [0, -(2**31)], dtype=pl.Int32).cast(pl.Date),
        pl.Series("x", [0, 2**62]).cast(pl.Datetime("ms")),
        pl.Series("x", [0, -(2**62)]).cast(pl.Datetime("us", "Europe/Berlin")),
    ],
)
@pytest.mark.parametrize("role", ["qi", "keep", "judged"])
def test_dates_that_cannot_be_spelled_are_refused(column, role, capfd):
    frame = pl.DataFrame([column, pl.Series("y", ["a", "a"])])
    with pytest.raises(SchemaError, match="row 2: column 'x' holds a date before"):
        use(frame, role)
    assert capfd.readouterr().err == ""


def test_objects_of_pandas_that_are_spelled_alike_are_refused():
    frame = pd.DataFrame({"x": pd.Series([1, "1"], dtype=object)})
    with pytest.raises(SchemaError, match="column 'x' has the type Object"):
        shoal.anonymize(frame, "k=2", qi=["x"])
    frame["y"] = "a"
    assert shoal.verify(frame, "k=2", qi=["y"], sensitive=["x"]).ok


def test_objects_of_pandas_keep_their_fractions():
    cells = [pd.Timestamp(1, tz="UTC"), pd.Timestamp(2, tz="UTC")]
    for column in (cells, [np.timedelta64(1, "ns"), np.timedelta64(2, "ns")]):
        frame = pd.DataFrame({"x": pd.Series(column)})
        assert not shoal.verify(frame, "k=2", qi=["x"]).ok
