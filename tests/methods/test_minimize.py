"""The measure that a search minimizes: costs of nodes, methods, certificates, and what is shown."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import shoal
from shoal import _core
from shoal.data.node_costs import MEASURES, minimizing, node_costs
from shoal.errors import ParameterError

from ..certificate.tiny import tiny_table
from ..random_tables import METHODS, ROUNDING, random_case

TREES = {"age": {"young": [20, 21, 22], "old": [40, 41, 42]}, "sex": ["f", "m"]}
PEOPLE = {"age": [20, 21, 22, 40, 41, 42], "sex": [*"fmfmff"]}


@pytest.mark.parametrize("name", MEASURES)
@settings(max_examples=60)
@given(data=st.data())
def test_costs_of_nodes_agree_with_the_definitions(name: str, data: Any) -> None:
    tiny = tiny_table(lambda low, high: data.draw(st.integers(low, high)))
    tiny = replace(tiny, columns=tuple(replace(one, measure=name) for one in tiny.columns))
    for column, table_column in zip(tiny.columns, tiny.data().quasi_identifiers, strict=True):
        tree, full = table_column.hierarchy, int(column.weight * _core.TABLE_UNIT)
        costs = node_costs(table_column)
        for node, label in enumerate(tree.labels):
            values = tree.values[tree.first[node] : tree.last[node]]
            allowed = label in column.labels(values)
            assert costs[node] == int(column.cost(label if allowed else "*") * full)
        assert (costs[1:] <= costs[tree.parents[1:]]).all()


@settings(max_examples=60)
@given(st.data())
def test_nothing_loses_less_than_exact_in_the_measure_it_minimizes(data: Any) -> None:
    case = random_case(lambda low, high: data.draw(st.integers(low, high)), plain=True, most_rows=9)
    name = data.draw(st.sampled_from([*MEASURES] if case.by_hierarchy else ["lm", "ncp"]))
    told: dict[str, Any] = {"minimize": name, "threads": 1}
    best = shoal.anonymize(case.table, f"k={case.k}", method="exact", **told)
    attribute = MEASURES[name].loss
    for method in METHODS:
        for kind in ("quick", "tight"):
            made = shoal.anonymize(
                case.table, f"k={case.k}", method=method, certificate=kind, **told
            )
            assert made.verdict.ok
            loss = made.loss.of_search
            assert loss == getattr(made.loss, attribute) >= best.loss.of_search - 10 * ROUNDING
            proof = made.certificate
            assert (proof is not None) == case.by_hierarchy
            if proof is not None:
                assert proof.scope.measure == MEASURES[name].called
                assert proof.loss == loss
                assert 0 <= proof.bound <= best.loss.of_search * (1 + 1e-12)


def test_each_measure_prefers_other_groups() -> None:
    lower = dict.fromkeys(MEASURES, 0)
    generator = np.random.default_rng(3)
    trees = {"a": {"01": [0, 1], "2-5": {"23": [2, 3], "45": [4, 5]}}, "b": [0, 1, 2], "c": [0, 1]}
    for _ in range(25):
        frame = {name: generator.integers(0, 6 // (at + 1), 11) for at, name in enumerate(trees)}
        frame["a"][:6], frame["b"][:3], frame["c"][:2] = range(6), range(3), range(2)
        table = shoal.Table.of(frame, trees)
        usual = shoal.anonymize(table, "k=3", method="exact", threads=1).loss
        for name, measure in MEASURES.items():
            made = shoal.anonymize(table, "k=3", method="exact", threads=1, minimize=name).loss
            there = getattr(usual, measure.loss)
            assert made.of_search <= there + 10 * ROUNDING
            lower[name] += made.of_search < there - 10 * ROUNDING
    assert lower["lm"] == 0
    assert lower["entropy"] > 9
    assert lower["tree"] > 0


def test_lm_and_ncp_prefer_other_groups() -> None:
    # 0 and 6 together cost 0.6 by both; p and q together (2 - 1)/(3 - 1) by LM, 2/3 by NCP.
    frame = {"x": [0, 0, 6, 6, 10, 10], "c": [*"pqpqrr"]}
    table = shoal.Table.of(
        frame, {"x": {"low": [0, 6], "high": [10]}, "c": {"pq": [*"pq"], "r_": ["r"]}}
    )
    by_lm, by_ncp = (
        shoal.anonymize(table, "k=2", method="exact", minimize=name, keep_order=True).data.frame
        for name in ("lm", "ncp")
    )
    assert by_lm["c"].to_list()[:4] == ["pq"] * 4
    assert by_ncp["x"].to_list()[:4] == ["low"] * 4


def test_sets_cost_their_share_under_ncp() -> None:
    table = shoal.Table.of({"a": [*"abcdd"]}, ["a"], recoding="set")
    release = shoal.anonymize(table, "k=2", method="exact", minimize="ncp")
    # {a, b} and {c, d}: two of four values each; or {a, b, c} and d alone, three of four.
    assert release.loss.of_search == release.loss.gcp == pytest.approx(min(2 / 4, 3 / 4 * 3 / 5))
    assert release.certificate is None


def test_the_entropy_is_of_the_whole_table_below_highest_levels() -> None:
    # Parts below a highest level are grouped each by itself; costs stay those of all rows.
    tree = {"1": {"11": ["a", "b"], "12": ["c", "d"]}, "2": {"21": ["e", "f"], "22": ["g", "h"]}}
    rows = [*"aabcdddefgh"]
    table = shoal.Table.of({"a": rows}, {"a": tree}, max_level={"a": 2})
    whole = minimizing(table, "entropy").quasi_identifiers[0]
    part = replace(whole, codes=whole.codes[:7])
    assert (node_costs(part) == node_costs(whole)).all()
    release = shoal.anonymize(table, "k=2", minimize="entropy")
    assert release.verdict.ok
    assert release.certificate is not None
    assert release.certificate.bound <= release.loss.monotone_entropy


@pytest.mark.parametrize("name", ["entropy", "tree"])
def test_ranges_and_sets_have_no_labels_to_price(name: str) -> None:
    for recoding, column in (("range", "age"), ("set", "sex")):
        with pytest.raises(ParameterError, match=f"{column!r} is published as {recoding}s") as one:
            shoal.anonymize(
                PEOPLE, "k=2", qi=["age", "sex"], minimize=name, recoding={column: recoding}
            )
        assert one.value.parameter == "minimize"


def test_a_weight_that_is_too_large_for_the_entropy() -> None:
    people = {"age": [*range(64)], "sex": [*"fm"] * 32}
    told: dict[str, Any] = {"qi": ["age", "sex"], "weights": {"age": 1000}}
    assert shoal.anonymize(people, "k=5", **told).verdict.ok
    with pytest.raises(ParameterError, match=r"'age' must be at most 333\.3") as caught:
        shoal.anonymize(people, "k=5", minimize="entropy", **told)
    assert caught.value.parameter == "weights"
    told["weights"] = {"age": 333}
    assert shoal.anonymize(people, "k=5", minimize="entropy", **told).verdict.ok


def test_an_unknown_measure() -> None:
    with pytest.raises(ParameterError, match="'lm', 'ncp', 'entropy' or 'tree', not 'dm'"):
        shoal.anonymize(PEOPLE, "k=2", qi=["age"], minimize="dm")  # type: ignore[arg-type]


@pytest.mark.parametrize("name", MEASURES)
def test_the_certificate_names_the_measure(name: str, tmp_path: Path) -> None:
    table = shoal.Table.of(PEOPLE, TREES, recoding="hierarchy", weights={"age": 2.0})
    release = shoal.anonymize(table, "k=3", certificate="tight", minimize=name)
    proof, called = release.certificate, MEASURES[name].called
    assert proof is not None
    assert proof.scope.measure == release.to_dict()["certificate"]["scope"]["measure"] == called
    assert f"in the {called} the columns weigh" in proof.scope.statement
    shown = release.summary()
    assert shown["certificate"].startswith(
        f"{proof.bound:.4f} or" if name == "lm" else f"a {called} of"
    )
    assert called in shown or name == "lm"
    page = tmp_path / "page.html"
    release.report(page)
    text = page.read_text()
    assert ("minimized another measure" in text) == (name != "lm")
    if name != "lm":
        assert "than the best release" not in text


def test_several_models_are_compared_in_the_measure() -> None:
    table = shoal.Table.of(PEOPLE, TREES, recoding="hierarchy")
    release = shoal.anonymize(table, "k=2/3", minimize="entropy")
    points = {point.k: point for point in release.curve}
    assert points[3].loss == release.loss.monotone_entropy
    assert points[2].bound is not None
    assert points[2].bound <= points[2].loss


def test_recipes_and_files(tmp_path: Path) -> None:
    lines = ["age,sex,ill", *(f"{20 + r % 7},{'fm'[r % 2]},{'xyz'[r % 3]}" for r in range(40))]
    (tmp_path / "people.csv").write_text("\n".join(lines) + "\n")
    recipe = tmp_path / "recipe.toml"
    recipe.write_text(
        'model = "k=4"\n[input]\npath = "people.csv"\n[data]\nqi = ["age", "sex"]\n'
        'class = "ill"\n[options]\nminimize = "entropy"\ncertificate = "tight"\n'
        '[output]\npath = "out.csv"\ncertificate_file = "proof.json"\n'
    )
    release = shoal.Recipe.load(recipe).run()
    assert release.loss.minimized == "entropy"
    assert release.loss.class_column == "ill"
    assert release.loss.cm is not None
    assert json.loads((tmp_path / "proof.json").read_text())["scope"]["measure"] == (
        "monotone entropy"
    )
    from shoal.certificate.proof_file import check_proof

    checked = check_proof(tmp_path / "people.csv", tmp_path / "proof.json", {})
    assert checked.ok, checked.reason
    assert checked.bound == pytest.approx(release.certificate.bound, abs=1e-9)
    again = release.provenance.recipe
    assert again["data"]["class"] == "ill"
    assert again["options"]["minimize"] == "entropy"


def test_parts_are_the_same_whatever_the_order_of_rows() -> None:
    generator = np.random.default_rng(5)
    cells = generator.integers(0, 9, 300)
    for order in (np.arange(300), generator.permutation(300)):
        table = minimizing(
            shoal.Table.of({"a": cells[order]}, ["a"], recoding="hierarchy"), "entropy"
        )
        costs = node_costs(table["a"])
        assert costs[0] == max(costs)
        assert sorted(costs)[:-1] == [0] * (len(costs) - 1)


def test_a_dry_run_refuses_what_a_run_would(tmp_path: Path) -> None:
    (tmp_path / "people.csv").write_text("age\n20\n21\n")
    recipe = tmp_path / "recipe.toml"
    recipe.write_text(
        'model = "k=2"\ninput.path = "people.csv"\noutput.path = "out.csv"\n'
        'data = { qi = ["age"], recoding = "range" }\noptions.minimize = "tree"\n'
    )
    with pytest.raises(ParameterError, match=r"line 5: options\.minimize: minimize = \"tree\" is"):
        shoal.Recipe.load(recipe).check()
