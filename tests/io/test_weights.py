import gzip

import pytest
from hypothesis import given
from hypothesis import strategies as st

from shoal.errors import FormatError, ParameterError
from shoal.io.weights import read_weights

pytestmark = pytest.mark.usefixtures("values_shown")

names = st.text(st.characters(exclude_characters="\n\r\0", exclude_categories=["Cs"]))


@given(
    st.dictionaries(names, st.floats(0, 1e9), min_size=1), st.sampled_from([",", " ", "\t", " , "])
)
def test_written_weights_are_read_back(tmp_path_factory, weights, separator):
    path = tmp_path_factory.mktemp("weights") / "weights.csv"
    spelled = ('"' + item.replace('"', '""') + '"' for item in weights)
    pairs = zip(spelled, weights.values(), strict=True)
    lines = "\n".join(f"{item}{separator}{weight!r}" for item, weight in pairs)
    path.write_bytes(lines.encode())
    assert read_weights(path) == weights


def test_ways_to_write_them(tmp_path):
    path = tmp_path / "weights.csv.gz"
    text = 'item,weight\r\n# drinks\nbeer,2\n\n  wine \t 0.5 \ngreen tea,1e3\n7 0\n"a,b",1\n'
    path.write_bytes(gzip.compress(text.encode()))
    wanted = {"beer": 2.0, "wine": 0.5, "green tea": 1000.0, "7": 0.0, "a,b": 1.0}
    assert read_weights(path) == wanted


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (b"", "weights.csv, line 1: the file holds no weights"),
        (b"item,weight\n", "holds no weights"),
        (b"beer,2\nwine\n", "line 2: is not an item and its weight, as in beer,2"),
        (b"a,b,2\n", "line 1: is not an item and its weight"),
        (b'"beer,2\n', "line 1: is not an item and its weight"),
        (b",2\n", "line 1: is not an item and its weight"),
        (b"beer,2\nbeer,3\n", "line 2: item 'beer' stands here again"),
        (b"beer,many\n", "line 1: a weight must be a number from 0 on, not 'many'"),
        (b"beer,-1\n", "not '-1'"),
        (b"beer,nan\n", "not 'nan'"),
        (b"beer,inf\n", "not 'inf'"),
        (b"beer,2\n\xff,1\n", "line 2: is not valid UTF-8"),
    ],
)
def test_bad_files(tmp_path, text, message):
    path = tmp_path / "weights.csv"
    path.write_bytes(text)
    with pytest.raises(FormatError, match=message):
        read_weights(path)


def test_no_file(tmp_path):
    with pytest.raises(ParameterError, match="no such file"):
        read_weights(tmp_path / "weights.csv")
