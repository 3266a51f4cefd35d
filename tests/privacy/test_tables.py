import subprocess
import sys
from collections import Counter, defaultdict

import numpy as np
import pandas as pd
import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st

import shoal
from shoal.errors import FormatError, ParameterError, SchemaError
from shoal.privacy import KAnonymity, PublishedColumns

pytestmark = pytest.mark.usefixtures("values_shown")

cells = st.sampled_from(["*", "?", "1-5", "{a, b}", "a", "1", ""])
tables = st.lists(st.tuples(cells, cells, st.integers(0, 3)), max_size=40)


def frame_of(rows):
    schema = {"a": pl.String, "b": pl.String, "p": pl.Int64}
    return pl.DataFrame(rows, schema=schema, orient="row")


@given(tables, st.integers(2, 6))
def test_agrees_with_counting(rows, k):
    verdict = shoal.verify(frame_of(rows), f"k={k}", qi=["b", "a"])
    counts = Counter((a, b) for a, b, _ in rows)
    offenders = [number for number, (a, b, _) in enumerate(rows, 1) if counts[a, b] < k]
    assert verdict.ok == (not offenders)
    assert verdict.k_min == min(counts.values(), default=None)
    assert (verdict.rows, verdict.groups) == (len(rows), len(counts))
    assert verdict.offending_rows == len(offenders)
    assert list(verdict.first_offenders) == offenders[:20]
    assert verdict.model == f"k={k}"
    assert "persons" not in verdict.figures
    assert "persons" not in verdict.to_dict()


@given(tables, st.integers(2, 4), st.booleans())
def test_persons_are_counted_once(rows, k, named):
    person = "p" if named else np.array([p for *_, p in rows], dtype=np.int32)
    verdict = shoal.verify(frame_of(rows), f"k={k}", qi=["a", "b"], person=person)
    view = PublishedColumns(frame_of(rows), ["a", "b"], person)
    assert KAnonymity(k).check(view) == verdict
    persons = defaultdict(set)
    for a, b, p in rows:
        persons[a, b].add(p)
    offenders = [number for number, (a, b, _) in enumerate(rows, 1) if len(persons[a, b]) < k]
    assert verdict.ok == (not offenders)
    assert verdict.k_min == min(map(len, persons.values()), default=None)
    assert verdict.groups == len(persons)
    assert verdict.persons == verdict.to_dict()["persons"] == len({p for *_, p in rows})
    assert list(verdict.first_offenders) == offenders[:20]


def test_stars_and_missing_values_match_only_themselves():
    frame = pl.DataFrame({"a": ["*", "*", "x", "?", "?", None, None, ""]})
    verdict = shoal.verify(frame, "k=2", qi=["a"])
    assert verdict.first_offenders == (3, 8)
    assert verdict.groups == 5


FRAME = pl.DataFrame({"age": ["*", "*"], "sex": ["m", "m"], "disease": ["flu", "cold"]})


@pytest.mark.parametrize(
    "data",
    [FRAME, FRAME.lazy(), FRAME.to_pandas(), FRAME.to_arrow(), FRAME.to_dict(as_series=False)],
    ids=type,
)
def test_any_frame_is_judged_and_other_columns_are_warned_of(data):
    verdict = shoal.verify(data, "k=2", qi=["age", "sex"])
    assert verdict.ok
    (warning,) = verdict.warnings
    assert warning == (
        "only columns 'age', 'sex' were judged; there is another column, 'disease', which can "
        "tell equal rows apart"
    )
    assert not shoal.verify(data, "k=2", qi=["age", "disease"]).ok


def test_a_published_person_is_warned_of():
    verdict = shoal.verify(FRAME.drop("age"), "k=2", qi=["sex"], person="disease")
    assert verdict.ok
    assert verdict.warnings == (
        "column 'disease' tells persons apart; drop it before the file is published",
    )


@pytest.mark.parametrize("suffix", ["csv", "csv.gz", "tsv", "parquet", "arrow"])
def test_any_file_is_judged(tmp_path, suffix):
    path = tmp_path / f"r.{suffix}"
    shuffled = pl.DataFrame({"name, of": ['{"a,b", c}', '{"a,b", c}'], "n": ["1", "01"]})
    if suffix == "parquet":
        shuffled.write_parquet(path)
    elif suffix == "arrow":
        shuffled.write_ipc(path)
    else:
        separator = "\t" if suffix == "tsv" else ","
        shuffled.to_pandas().to_csv(path, index=False, sep=separator)
    assert shoal.verify(path, "k=2", qi=["name, of"]).ok
    assert shoal.verify(str(path), "k=2", qi=["name, of", "n"]).k_min == 1


@pytest.mark.parametrize(
    ("values", "groups"),
    [
        (["1", "1.0", "01"], 3),
        ([1.0, -0.0, 0.0], 3),
        ([None, None, None], 1),
        (["same"] * 3, 1),
        ([True, False, True], 2),
        ([0.1 + 0.2, 0.3, 0.3], 2),
    ],
    ids=str,
)
def test_odd_columns(values, groups):
    assert shoal.verify(pl.DataFrame({"a": values}), "k=2", qi=["a"]).groups == groups


def test_pandas_cells_of_mixed_types_are_compared_as_text():
    frame = pd.DataFrame({"a": [1, 1, None, float("nan"), 2.0, "2"]}, dtype=object)
    assert shoal.verify(frame, "k=2", qi=["a"]).first_offenders == (5, 6)
    assert shoal.verify(pd.DataFrame({"a": ["x", "x"]}, dtype="category"), "k=2", qi=["a"]).ok
    assert shoal.verify(pd.Series(["x", "x"], name="a"), "k=2", qi=["a"]).ok


def test_data_without_rows_breaks_no_promise():
    verdict = shoal.verify(FRAME.clear(), "k=2", qi=["age"], person="sex")
    assert verdict.ok
    assert (verdict.k_min, verdict.groups, verdict.persons) == (None, 0, 0)


@pytest.mark.parametrize(
    ("options", "error", "words"),
    [
        ({"qi": []}, ParameterError, "at least one quasi-identifier"),
        ({"qi": ["age", "sex", "age"]}, ParameterError, "column 'age' is named twice"),
        ({"qi": ["zip"]}, SchemaError, "no column 'zip': there are 'age', 'sex', 'disease'"),
        ({"qi": ["age"], "person": "id"}, SchemaError, "no column 'id': there are 'age'"),
        ({"qi": ["age"], "person": "age"}, ParameterError, "is a quasi-identifier and also"),
        ({"qi": ["age"], "person": [1]}, ParameterError, "1 persons for 2 rows"),
        ({"qi": ["age"], "person": [1, None]}, SchemaError, "row 2: the persons do not say whom"),
        ({"qi": ["age"], "column": "sex"}, ParameterError, "column means nothing for a table"),
        ({"person": "sex"}, ParameterError, "person means nothing for baskets; it is for a table"),
    ],
)
def test_bad_calls(options, error, words):
    with pytest.raises(error, match=words):
        shoal.verify(FRAME, "k=2", **options)


def test_a_row_without_a_person_is_refused():
    frame = pl.DataFrame({"a": ["x", "x"], "id": ["1", None]})
    with pytest.raises(SchemaError, match="row 2: column 'id' does not say whom the row is about"):
        shoal.verify(frame, "k=2", qi=["a"], person="id")


@pytest.mark.parametrize(
    ("frame", "words"),
    [
        (pl.DataFrame({"a": [["x"], ["x"]]}), "has the type List"),
        (pl.DataFrame({"a": [b"x", b"x"]}), "has the type Binary"),
        (pd.DataFrame([[1, 2]], columns=["a", "a"]), "two columns are named 'a'"),
    ],
)
def test_columns_that_are_no_cells_are_refused(frame, words):
    with pytest.raises(SchemaError, match=words):
        shoal.verify(frame, "k=2", qi=["a"])


def test_what_is_no_table_is_refused():
    with pytest.raises(ParameterError, match="cannot read a table from a int"):
        shoal.verify(3, "k=2", qi=["a"])
    with pytest.raises(ParameterError, match="already in memory"):
        shoal.verify(FRAME, "k=2", qi=["age"], separator=";")


@pytest.mark.parametrize(
    ("text", "error", "words"),
    [
        ("", FormatError, "the file is empty"),
        ("a,b\n1,2\n3\n", FormatError, "line 3: 1 cell where line 1 names 2 columns"),
        ("a,b\n1,2\n\n3\n", FormatError, "line 4: 1 cell"),
        ("a,b\n1,2,3\n", FormatError, "line 2: 3 cells"),
        ('a,b\n1,2\n"3,4\n', FormatError, "line 3"),
        ("a,a\n1,2\n", FormatError, "two columns are named 'a'"),
        (b"a,b\n1,2\n1,\xff\n", FormatError, "line 3: is not valid UTF-8"),
        (b"PAR1xx", FormatError, "is not a Parquet file"),
        (b"\x1f\x8b\x08xx", FormatError, "gzip"),
    ],
)
def test_bad_files(tmp_path, text, error, words):
    path = tmp_path / "r.csv"
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    with pytest.raises(error, match=words):
        shoal.verify(path, "k=2", qi=["a"])


def test_formats_are_insisted_on(tmp_path):
    path = tmp_path / "r.data"
    path.write_text("a;b\nx;y\nx;y\n")
    assert shoal.verify(path, "k=2", qi=["a", "b"], separator=";").ok
    for format in (None, "csv"):
        with pytest.raises(FormatError, match=r"r.data, line 1: .* say separator=';'"):
            shoal.verify(path, "k=2", qi=["a", "b"], format=format)
    with pytest.raises(ParameterError, match="fimi holds baskets"):
        shoal.verify(path, "k=2", qi=["a"], format="fimi")


def test_a_last_column_of_missing_values_is_no_short_line(tmp_path):
    path = tmp_path / "r.csv"
    path.write_text('a,b\nx,\nx,\ny,""\n')
    assert shoal.verify(path, "k=2", qi=["a", "b"]).first_offenders == (3,)
    path.write_text("a\n\n\nx\n")
    assert shoal.verify(path, "k=2", qi=["a"]).first_offenders == (3,)


def test_judges_without_loading_any_method():
    program = (
        "import sys, shoal.privacy\n"
        "rooms = ('shoal.methods', 'shoal.mining', 'shoal.certificate', 'shoal.loss')\n"
        "assert not [name for name in sys.modules if name.startswith(rooms)]"
    )
    subprocess.run([sys.executable, "-c", program], check=True)
