from fractions import Fraction
from math import prod
from statistics import median

import pytest
from hypothesis import given
from hypothesis import strategies as st

from shoal.data import Baskets
from shoal.data.item_mapping import ItemMapping
from shoal.errors import FormatError, ParameterError
from shoal.utility import Workload, average_relative_error, read_queries

pytestmark = pytest.mark.usefixtures("values_shown")

PUBLIC = "abcde"
ITEMS = "abcdeyz"


@st.composite
def releases(draw):
    """Rows, disjoint sets of public items, what is suppressed, and queries of items that occur."""
    rows = draw(st.lists(st.sets(st.sampled_from(ITEMS)), min_size=1, max_size=12))
    rows[0] = rows[0] | {"a"}
    label = {item: draw(st.integers(0, 2)) for item in PUBLIC}
    sets = [{i for i in PUBLIC if label[i] == n} for n in range(3)]
    gone = draw(st.sets(st.sampled_from("yz")))
    occurring = sorted(set().union(*rows))
    query = st.sets(st.sampled_from(occurring), min_size=1, max_size=4)
    return rows, [s for s in sets if s], gone, draw(st.lists(query, min_size=1, max_size=5))


def checked(result, errors, empty):
    assert result.errors.tolist() == pytest.approx([float(error) for error in errors])
    assert result.are == pytest.approx(float(sum(errors) / len(errors)))
    assert result.median == pytest.approx(float(median(errors)))
    assert (result.queries, result.empty_queries) == (len(errors), empty)
    assert result.to_dict() == {
        "are": result.are,
        "median": result.median,
        "queries": len(errors),
        "empty_queries": empty,
        "empty_share": empty / len(errors),
        "are_of_nonempty": result.are_of_nonempty,
    }
    assert (result.are_of_nonempty is None) == (empty == len(errors))


def relative(true, estimate, rows):
    return abs(true - estimate) / max(Fraction(true), Fraction(rows, 1000))


@given(releases(), st.randoms())
def test_agrees_with_counting(release, random):
    rows, sets, gone, queries = release
    set_of = {item: frozenset(s) for s in sets for item in s} | {i: frozenset(i) for i in "yz"}
    published = [{set_of[item] for item in row if item not in gone} for row in rows]
    errors, empty = [], 0
    for query in queries:
        true = sum(query <= row for row in rows)
        names = {set_of[item] for item in query}
        share = prod(Fraction(1, len(set_of[item])) for item in query)
        errors.append(relative(true, share * sum(names <= row for row in published), len(rows)))
        empty += true == 0
    mapping = ItemMapping.of_sets(sets)
    kept = Baskets.of([sorted(row - gone) for row in rows])
    shuffled = [kept.row(row) for row in random.sample(range(len(rows)), len(rows))]
    checked(
        average_relative_error(
            Baskets.of([sorted(row) for row in rows]),
            mapping.apply(Baskets.of(shuffled)),
            Workload.of(queries),
            mapping,
        ),
        errors,
        empty,
    )


@given(releases())
def test_without_a_mapping_items_are_published_or_suppressed(release):
    rows, _, gone, queries = release
    published = [row - gone for row in rows]
    counts = [
        [sum(query <= row for row in some) for some in (rows, published)] for query in queries
    ]
    result = average_relative_error(
        Baskets.of([sorted(row) for row in rows]),
        Baskets.of([sorted(row) for row in published]),
        Workload.of(queries),
    )
    errors = [relative(*pair, len(rows)) for pair in counts]
    checked(result, errors, sum(true == 0 for true, _ in counts))


def test_numbers_are_compared_as_text():
    original = Baskets.of([[7, 10], [7], [10]])
    mapping = ItemMapping.of_sets([[7, 10]])
    result = average_relative_error(
        original, mapping.apply(original), Workload.of([[7], ["10"], [7, 10]]), mapping
    )
    assert result.errors.tolist() == pytest.approx([1 / 4, 1 / 4, 1 / 4])
    intact = average_relative_error(original, original, Workload.of([[7]]))
    assert intact.are == 0


def test_rare_queries_are_measured_against_a_share_of_the_rows():
    original = Baskets.of([["a"], ["b"]] + [[]] * 9_998)
    published = Baskets.of([["a", "b"], ["b"]] + [[]] * 9_998)
    result = average_relative_error(original, published, Workload.of([["a", "b"]]))
    assert (result.are, result.empty_queries) == (0.1, 1)


def test_a_release_without_items():
    original = Baskets.of([["a"], ["a", "b"]])
    result = average_relative_error(original, Baskets.of([[], []]), Workload.of([["a"]]))
    assert (result.are, result.empty_share) == (1.0, 0.0)


def test_wrong_calls(tmp_path):
    data = Baskets.of([["a"], ["b"]])
    path = tmp_path / "queries.txt"
    path.write_text("a\n\nx\n")
    with pytest.raises(FormatError, match=r"queries.txt, line 3: 'x' is no item of the data"):
        average_relative_error(data, data, read_queries(path))
    with pytest.raises(ParameterError, match="query 2: 'x' is no item of the data"):
        average_relative_error(data, data, Workload.of([["a"], ["x"]]))
    with pytest.raises(ParameterError, match="the release has 1 row and the original 2"):
        average_relative_error(data, Baskets.of([["a"]]), Workload.of([["a"]]))


def test_the_error_of_queries_that_some_row_fulfils():
    original = Baskets.of([["beer", "ham"], ["beer"], ["wine"]])
    mapping = ItemMapping.of_sets([["beer", "wine"], ["ham"]])
    asked = Workload.of([["beer"], ["ham", "wine"]])
    found = average_relative_error(original, mapping.apply(original), asked, mapping)
    assert found.empty_queries == 1
    assert found.are_of_nonempty == found.errors[0]
    assert found.to_dict()["are_of_nonempty"] == found.are_of_nonempty
    none = average_relative_error(original, original, Workload.of([["ham", "wine"]]))
    assert none.are_of_nonempty is None
