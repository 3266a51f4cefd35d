import subprocess
import sys

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from shoal import io
from shoal.data import Baskets
from shoal.errors import FormatError, SchemaError

pytestmark = pytest.mark.usefixtures("values_shown")

INTEGERS = st.integers(-(2**63), 2**63 - 1)
STRINGS = st.text(st.characters(exclude_categories=["Cs"]), max_size=4)


@pytest.mark.parametrize("name", ["a.parquet", "a.arrow"])
@pytest.mark.parametrize("items", [INTEGERS, STRINGS])
@given(data=st.data())
@settings(max_examples=25)
def test_files_round_trip(tmp_path_factory, name, items, data):
    rows = data.draw(st.lists(st.lists(items, max_size=5), max_size=8))
    baskets = Baskets.of(rows)
    path = tmp_path_factory.mktemp("again") / name
    io.write(baskets, path)
    assert io.read(path) == baskets
    assert pl.read_parquet(path).columns == ["items"] if name == "a.parquet" else True


ROWS = [["b", "a"], [], ["c"]]
FRAME = pl.DataFrame({"id": [1, 2, 3], "items": ROWS})
EXPECTED = [["a", "b"], [], ["c"]]


@pytest.mark.parametrize(
    "frame",
    [
        FRAME,
        FRAME.lazy(),
        FRAME["items"],
        FRAME.to_arrow(),
        FRAME.to_arrow().to_batches()[0],
        FRAME.to_arrow().column("items"),
        pa.array(ROWS),
        pd.DataFrame({"id": [1, 2, 3], "items": ROWS}),
        pd.DataFrame({"items": [("b", "a"), None, {"c"}]}),
        pd.DataFrame({"items": [np.array(["b", "a"]), np.array([]), np.array(["c"])]}),
        pd.Series(ROWS),
        pd.DataFrame({"items": pd.Series(ROWS, dtype=pd.ArrowDtype(pa.list_(pa.string())))}),
    ],
    ids=lambda frame: f"{type(frame).__module__}.{type(frame).__name__}",
)
def test_frames_in_memory(frame):
    assert list(io.read(frame)) == EXPECTED


def test_any_frame_that_speaks_arrow():
    class Foreign:
        def __arrow_c_stream__(self, requested_schema=None):
            return FRAME.__arrow_c_stream__(requested_schema)

    assert list(io.read(Foreign())) == EXPECTED


def test_a_frame_is_left_as_it_was():
    frame = pd.DataFrame({"items": [[2, 1, 2]]})
    assert io.read(frame).duplicates_merged == 1
    assert frame["items"][0] == [2, 1, 2]


def test_which_column(tmp_path):
    frame = pl.DataFrame({"id": [1], "seen": [["a"]], "bought": [["b"]]})
    frame.write_parquet(tmp_path / "a.parquet")
    frame.write_ipc(tmp_path / "a.arrow")
    for source in (frame, frame.to_pandas(), tmp_path / "a.parquet", tmp_path / "a.arrow"):
        assert list(io.read(source, column="bought")) == [["b"]]
        error = FormatError if hasattr(source, "read_bytes") else SchemaError
        with pytest.raises(error, match=r"several columns .*: 'seen', 'bought'"):
            io.read(source)
        with pytest.raises(error, match=r"no column 'x': there are 'id', 'seen', 'bought'"):
            io.read(source, column="x")
        with pytest.raises(error, match=r"column 'id' holds no lists"):
            io.read(source, column="id")
    with pytest.raises(SchemaError, match=r"no column holds lists of items: there are 'id'"):
        io.read(frame.select("id"))
    with pytest.raises(SchemaError, match="none"):
        io.read(pl.DataFrame())


def test_the_columns_name_is_kept(tmp_path):
    frame = pl.DataFrame({"id": [1], "cart": [["b"]]})
    for source in (frame, frame.to_pandas(), frame.to_arrow(), frame["cart"]):
        baskets = io.read(source)
        assert baskets.column == "cart"
        io.write(baskets, tmp_path / "a.arrow")
        assert pl.read_ipc(tmp_path / "a.arrow").columns == ["cart"]
        assert io.read(tmp_path / "a.arrow").column == "cart"
    assert io.read(frame).other_columns == ("id",)
    assert io.read(frame["cart"]).other_columns == ()
    assert io.read(pl.Series([["b"]])).column == "items"


def test_the_columns_name_is_the_callers(tmp_path):
    io.write(Baskets.of([[1]]), tmp_path / "a.parquet", column="basket")
    assert pl.read_parquet(tmp_path / "a.parquet").columns == ["basket"]
    assert pl.read_parquet(tmp_path / "a.parquet").schema["basket"] == pl.List(pl.Int64)


@pytest.mark.parametrize(
    ("name", "magic"), [("a.parquet", b"PAR1"), ("a.arrow", b"ARROW1\0\0"), ("a.pq", b"")]
)
def test_damaged_files(tmp_path, name, magic):
    path = tmp_path / name
    for content in (magic, magic + b"Zanzibar" * 9 + magic):
        path.write_bytes(content)
        with pytest.raises(FormatError) as caught:
            io.read(path)
        assert "Zanzibar" not in str(caught.value)
        assert "empty" in str(caught.value) or "damaged" in str(caught.value)


def test_files_cut_off(tmp_path):
    for name in ("a.parquet", "a.arrow"):
        path = tmp_path / name
        io.write(Baskets.of([[n] for n in range(1000)]), path)
        content = path.read_bytes()
        for length in (len(content) // 2, len(content) - 1):
            path.write_bytes(content[:length])
            with pytest.raises(FormatError, match="damaged or cut off"):
                io.read(path)


def test_pandas_and_pyarrow_are_not_needed():
    code = (
        "import sys; sys.modules['pyarrow'] = sys.modules['pandas'] = None\n"
        "import polars as pl; from shoal import io\n"
        "assert list(io.read(pl.DataFrame({'items': [[2, 1]]}))) == [[1, 2]]\n"
    )
    subprocess.run([sys.executable, "-c", code], check=True)


@pytest.mark.parametrize("missing", [None, float("nan"), pd.NA])
def test_a_missing_item_is_no_item_in_pandas_as_in_polars(missing):
    baskets = io.read(pd.DataFrame({"items": [["b", missing, "a"], None, [missing]]}))
    assert list(baskets) == [["a", "b"], [], []]
    assert baskets.warnings == (
        "2 missing items within rows were left out",
        "1 missing row was read as empty",
    )
    same = io.read(pl.DataFrame({"items": [["b", None, "a"], None, [None]]}))
    assert (list(same), same.warnings) == (list(baskets), baskets.warnings)
