import gzip

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from shoal.data import Baskets
from shoal.data.rules import quoted_item
from shoal.errors import FormatError, ParameterError
from shoal.utility import Workload, random_queries, read_queries

pytestmark = pytest.mark.usefixtures("values_shown")

baskets = st.lists(st.sets(st.sampled_from("abcdefgh")), min_size=1, max_size=20)


@given(baskets, st.integers(0, 3), st.integers(0, 2), st.integers(0, 99), st.booleans())
def test_random_queries_are_of_the_kinds_asked_for(rows, public, secret, seed, occurring):
    data = Baskets.of([sorted(row) for row in rows])
    items = set().union(*rows)
    sensitive = items & set("gh")
    parameters = {
        "count": 7,
        "public_items": public,
        "sensitive_items": secret,
        "seed": seed,
        "occurring": occurring,
    }
    secret = secret if sensitive else 0
    places = rows if occurring else [items]
    possible = any(
        len(place - sensitive) >= public and len(place & sensitive) >= secret for place in places
    )
    if not possible or public + secret == 0:
        with pytest.raises(ParameterError):
            random_queries(data, sensitive, **parameters)
        return
    workload = random_queries(data, sensitive, **parameters)
    assert len(workload) == 7
    for query in map(set, workload.queries):
        assert len(query - sensitive) == public
        assert len(query & sensitive) == secret
        assert any(query <= place for place in places)
    again = random_queries(data, sensitive, **parameters)
    assert list(again.queries) == list(workload.queries)


def test_items_are_drawn_uniformly():
    data = Baskets.of([[item] for item in range(20)] + [[0]] * 500)
    queries = random_queries(data, range(15, 20), count=4_000).queries
    drawn = np.bincount([int(item) for query in queries for item in query], minlength=20)
    assert drawn[:15] == pytest.approx(np.full(15, 8_000 / 15), rel=0.2)
    assert drawn[15:] == pytest.approx(np.full(5, 4_000 / 5), rel=0.2)


def test_integers_are_queries_of_text():
    data = Baskets.of([[9, 10, 100], [9, 10]])
    workload = random_queries(data, [100], count=3)
    assert list(workload.queries) == [["10", "100", "9"]] * 3
    assert workload.codes_in(data).tolist() == [1, 2, 0]


@pytest.mark.parametrize(
    ("parameters", "message"),
    [
        ({"count": 0}, "count must be a whole number from 1 to"),
        ({"seed": -1}, "seed must be a whole number from 0 to"),
        ({"public_items": 3}, "a query of 3 public items is more than there are in the data"),
        ({"public_items": 0, "sensitive": ()}, "a query needs at least one item"),
        ({"public_items": -1}, "public_items must be a whole number from 0 to"),
        ({"sensitive_items": 2}, "a query of 2 sensitive items is more than"),
        ({"sensitive": ["x"]}, "'x' is no item of the data, so it is not sensitive"),
        (
            {"sensitive": ["c"], "occurring": True},
            "no row holds 2 public items and 1 sensitive item",
        ),
    ],
)
def test_impossible_queries(parameters, message):
    data = Baskets.of([["a", "b"], ["b", "c"]])
    with pytest.raises(ParameterError, match=message):
        random_queries(data, **{"sensitive": "c", **parameters})


@given(st.lists(st.sets(st.text(), min_size=1), min_size=1))
def test_written_queries_are_read_back(tmp_path_factory, queries):
    queries = [
        [item for item in query if not set(item) & set("\n\r\0") and item.isprintable()] or ["x"]
        for query in queries
    ]
    path = tmp_path_factory.mktemp("queries") / "queries.txt"
    path.write_text("\n\n".join("\t".join(map(quoted_item, query)) + " # why" for query in queries))
    workload = read_queries(path)
    assert list(workload.queries) == [sorted(set(query)) for query in queries]
    assert list(workload.lines) == [1 + 2 * number for number in range(len(queries))]


def test_queries_may_be_compressed(tmp_path):
    path = tmp_path / "queries.txt.gz"
    path.write_bytes(gzip.compress(b'\xef\xbb\xbfa "b c"\r\n'))
    assert list(read_queries(path).queries) == [["a", "b c"]]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (b"", "queries.txt, line 1: the file holds no queries"),
        (b"# nothing\n\n", "holds no queries"),
        (b'a\n"b\n', "queries.txt, line 2: a quote that is never closed"),
        (b'a "b"c\n', "line 1: a quote within an item"),
        (b'a b"c"\n', "line 1: a quote"),
        (b'a\n\n""\n', "line 3: '' is no item of the data"),
        (b"a b -> h\n", "line 1: an arrow belongs to a rule"),
        (b"a\n\xff\n", "line 2: is not valid UTF-8"),
        (b"a b\na z\n", "line 2: 'z' is no item of the data"),
    ],
)
def test_bad_files(tmp_path, text, message):
    path = tmp_path / "queries.txt"
    path.write_bytes(text)
    with pytest.raises(FormatError, match=message):
        read_queries(path, Baskets.of([["a", "b", "c", "->"]]))


def test_no_file(tmp_path):
    with pytest.raises(ParameterError, match="no such file"):
        read_queries(tmp_path / "queries.txt")


def test_workloads_that_are_none():
    with pytest.raises(ParameterError, match="at least one query"):
        Workload.of([])
    with pytest.raises(ParameterError, match="at least one item"):
        Workload.of([["a"], []])
