"""Tree measure, entropy and CM of published tables, against the slow way."""

from __future__ import annotations

import math
from collections import Counter, defaultdict

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import shoal
from shoal.data import Table
from shoal.data.entropy import BITS, log2_down, node_entropies, weighted_logs
from shoal.data.hierarchy import Hierarchy
from shoal.errors import ParameterError, SchemaError
from shoal.loss import measure_table

from .test_tables import IN_DECADES, WEIGHTS, releases

BELOW = {
    "job": {"ab": "ab", "cde": "cde", "cd": "cd", "e+": "e"},
    "age": IN_DECADES,
    "pay": {},
}


def entropy_of(values: set[str], rows: Counter[str]) -> float:
    """H(X | X is one of the values), from the definition."""
    total = sum(rows[value] for value in values)
    shares = [rows[value] / total for value in values]
    return -sum(share * math.log2(share) for share in shares)


def above(label: str, column: str, domain: set[str]) -> list[set[str]]:
    """The values below each label from this one up to ``*``."""
    below = {name: domain & {*values} for name, values in BELOW[column].items()}
    below |= {value: {value} for value in domain} | {"*": domain}
    own = below[label]
    larger = [name for name, values in below.items() if values >= own and name not in domain]
    return [own, *(below[name] for name in larger)]


def level_of(label: str, column: str, domain: set[str]) -> int:
    """The longest way down from a label to a value that occurs."""
    if label in domain:
        return 0
    labels = {name: domain & {*values} for name, values in BELOW[column].items()}
    labels = {name: values for name, values in labels.items() if values} | {"*": domain}
    # Labels above the same values: the one that holds the other's name is the higher one.
    order = ["cd", "e+", "cde", "ab", "20-22", "20+", "1-9", "10-19", "*"]

    def is_below(one: str, other: str) -> bool:
        full = {**{name: {*values} for name, values in BELOW[column].items()}, "*": {"all"}}
        inside = other == "*" or full[one] <= full[other]
        return one != other and one != "*" and inside and order.index(one) < order.index(other)

    lower = [level_of(one, column, domain) for one in labels if is_below(one, label)]
    return 1 + max(lower, default=0)


@given(releases())
def test_tree_and_entropy_agree_with_the_definitions(release):
    records, table, cells, meant = release
    loss = measure_table(table, cells)
    totals = {"entropy": 0.0, "monotone_entropy": 0.0, "tree": 0.0}
    for at, name in enumerate(cells):
        rows = Counter(record[at] for record in records)
        domain, found = {*rows}, loss.by_column[name]
        own = [entropy_of(values, rows) for values in meant[name]]
        expected = {"entropy": sum(own) / len(own)}
        if all(
            len(values) == 1 or is_label(text, name, table)
            for text, values in zip(cells[name], meant[name], strict=True)
        ):
            labels = [
                text if text == "*" or is_label(text, name, table) else min(values)
                for text, values in zip(cells[name], meant[name], strict=True)
            ]
            least = [min(entropy_of(v, rows) for v in above(x, name, domain)) for x in labels]
            depth = level_of("*", name, domain) if table[name].whole_hierarchy else 1
            levels = [level_of(label, name, domain) for label in labels]
            if not table[name].whole_hierarchy:
                levels = [int(label == "*") for label in labels]
            expected["monotone_entropy"] = sum(least) / len(least)
            expected["tree"] = sum(levels) / len(levels) / depth
        for measure in totals:
            if measure not in expected:
                assert getattr(found, measure) is None
                totals[measure] = math.nan
            else:
                assert getattr(found, measure) == pytest.approx(expected[measure], abs=1e-12)
                totals[measure] += WEIGHTS[name] * expected[measure]
    for measure, total in totals.items():
        if math.isnan(total):
            assert getattr(loss, measure) is None
        else:
            assert getattr(loss, measure) == pytest.approx(total / 3.5, abs=1e-12)


def is_label(text: str, name: str, table: Table) -> bool:
    """Whether a cell is ``*`` or a label of the column's hierarchy."""
    return text == "*" or (table[name].recoding != "range" and text in table[name].hierarchy)


@given(st.lists(st.integers(1, 40), min_size=2, max_size=12), st.data())
def test_the_monotone_variant_drops_nodes_that_exceed_a_kept_one(rows, data):
    cuts = sorted(data.draw(st.sets(st.integers(1, len(rows) - 1), max_size=3)))
    values = [f"v{at}" for at in range(len(rows))]
    runs = list(zip([0, *cuts], [*cuts, len(rows)], strict=True))
    halves = [(0, cuts[0], "low"), (cuts[0], len(rows), "high")] if cuts else []
    tree = Hierarchy.from_runs(values, [(a, b, f"{a}-{b}") for a, b in runs] + halves)
    counts = np.array(rows)

    def entropy(node: int) -> float:
        below = counts[tree.first[node] : tree.last[node]]
        return -sum(count / below.sum() * math.log2(count / below.sum()) for count in below)

    # The paper's way, from the top: a node stays unless a kept one above it has less.
    cost: dict[int, float] = {0: entropy(0)}
    for node in range(1, len(tree.labels)):
        nearest_kept = cost[int(tree.parents[node])]
        cost[node] = min(entropy(node), nearest_kept)
    found = node_entropies(tree, counts, monotone=True) / 2.0**BITS
    assert found == pytest.approx([*cost.values()], abs=1e-12)
    plain = node_entropies(tree, counts, monotone=False) / 2.0**BITS
    assert plain == pytest.approx([entropy(node) for node in range(len(tree.labels))], abs=1e-12)
    assert (found <= plain).all()
    assert (found[1:] <= found[tree.parents[1:]]).all()


def test_the_example_of_the_thesis() -> None:
    # Hiding the attribute that tells less costs less entropy; the LM sees no difference.
    people = {"sex": ["M", "M", "F", "F"], "zip": ["41278", "98705", "41278", "98705"]}
    table = Table.of({**people, "zip": [*"1234"]}, ["sex", "zip"], recoding="hierarchy")
    by_sex = measure_table(table, {"sex": ["*"] * 4, "zip": [*"1234"]})
    by_zip = measure_table(table, {"sex": people["sex"], "zip": ["*"] * 4})
    assert by_sex.lm == by_zip.lm == by_sex.tree == by_zip.tree == 0.5
    assert (by_sex.entropy, by_zip.entropy) == (0.5, 1.0)


def test_a_rare_pair_tells_less_than_all() -> None:
    # Example 3.3.1: {3, 4} has an entropy of 1 bit, above that of the whole column.
    column = ["1"] * 97 + ["2", "3", "4"]
    tree = {"12": ["1", "2"], "34": ["3", "4"]}
    table = Table.of({"a": column}, {"a": tree})
    loss = measure_table(table, {"a": ["1"] * 97 + ["2", "34", "34"]})
    whole = entropy_of({"1", "2", "3", "4"}, Counter(column))
    assert loss.entropy == pytest.approx(2 / 100)
    assert whole < 1
    assert loss.monotone_entropy == pytest.approx(2 * whole / 100)


@given(st.integers(1, 2**40))
def test_logarithms_are_rounded_down(number):
    parts = log2_down(number)
    assert parts / 2**BITS <= math.log2(number) + 1e-12
    assert parts / 2**BITS == pytest.approx(math.log2(number), abs=1e-12)
    assert log2_down(2 * number) == parts + 2**BITS
    assert weighted_logs(np.array([number]))[0] >= number * parts


@given(
    st.lists(st.tuples(st.sampled_from("ab"), st.sampled_from("xyz")), min_size=1, max_size=12),
    st.data(),
)
def test_cm_agrees_with_the_definition(records, data):
    frame = {"job": [job for job, _ in records], "class": [label for _, label in records]}
    hidden = data.draw(st.lists(st.booleans(), min_size=len(records), max_size=len(records)))
    cells = ["*" if gone else job for gone, job in zip(hidden, frame["job"], strict=True)]
    table = Table.of(frame, ["job"], class_="class", recoding="hierarchy")
    loss = measure_table(table, {"job": cells, "class": frame["class"]})
    classes = defaultdict(list)
    for cell, label in zip(cells, frame["class"], strict=True):
        classes[cell].append(label)
    penalty = sum(
        cell == "*" or classes[cell].count(label) < max(map(classes[cell].count, "xyz"))
        for cell, label in zip(cells, frame["class"], strict=True)
    )
    # Of classes equally frequent, one is that of the majority.
    for cell, labels in classes.items():
        most = max(map(labels.count, "xyz"))
        ties = sum(labels.count(label) == most for label in "xyz")
        penalty += 0 if cell == "*" else (ties - 1) * most
    assert loss.cm == pytest.approx(penalty / len(records))
    assert loss.to_dict()["class"] == "class"


def test_the_class_is_published_as_it_is() -> None:
    people = {"age": [20, 21, 40, 41], "pay": ["low", "low", "high", "low"]}
    release = shoal.anonymize(people, "k=2", qi=["age"], class_="pay")
    assert release.data.columns == ("age", "pay")
    assert release.loss.cm == 0.25
    assert release.summary()["CM"] == "0.2500 (class pay)"
    with pytest.raises(SchemaError, match="the release: there is no column 'pay'"):
        shoal.measure(people, {"age": ["*"] * 4}, qi=["age"], class_="pay")
    assert shoal.measure(people, {"age": ["*"] * 4}, qi=["age"]).cm is None


@pytest.mark.parametrize(
    ("told", "message"),
    [
        ({"class_": "age"}, "'age' is a quasi-identifier and also the class: give it one role"),
        ({"class_": "who", "person": "who"}, "'who' is the person and also the class"),
        ({"class_": "wage"}, "there is no column 'wage'"),
    ],
)
def test_a_class_that_cannot_be(told, message):
    people = {"age": [20, 21], "who": [1, 2]}
    with pytest.raises((ParameterError, SchemaError), match=message) as caught:
        shoal.anonymize(people, "k=2", qi=["age"], **told)
    assert caught.value.parameter == "class_"
