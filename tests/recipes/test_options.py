"""Options of a call: each wrong one is Shoal's own error, one sentence, and named as data."""

from __future__ import annotations

import pytest

import shoal
from shoal.errors import ParameterError, SchemaError, ShoalError
from shoal.utility import Workload

pytestmark = pytest.mark.usefixtures("values_shown")

BASKETS = shoal.Baskets.of([[1, 2], [2, 3], [1, 2]])
PAPER = [list(codes) for codes in ("bcegh", "acdij", "afl", "begh", "dfl")]
TREE = shoal.Hierarchy.of({"hot": ["tea", "cocoa"], "cold": ["rum", "gin"]})
DRINKS = [["tea", "rum"], ["cocoa", "rum"], ["tea"], ["tea", "gin"], [], ["tea", "rum"]]

#: Data, model, and what is given beside it, for each sort of run.
RUNS = {
    "k": (BASKETS, "k=2", {}),
    "km": (DRINKS, "km=2,2", {"taxonomy": TREE}),
    "rules": (
        PAPER,
        shoal.PSRules(shoal.Rules.of([("ac", "h")]), k=3, c=0.6),
        {"sensitive": ["[g-l]"]},
    ),
    "table": ({"age": list(range(20)), "sex": ["f", "m"] * 10}, "k=2", {"qi": ["age", "sex"]}),
}

#: Wrong for every run, or meant for another one.
WRONG = {
    "all": [
        {"threads": 0},
        {"threads": "x"},
        {"threads": 1.5},
        {"threads": True},
        {"time_limit": 0},
        {"time_limit": -1},
        {"time_limit": "x"},
        {"time_limit": float("nan")},
        {"memory_limit": "much"},
        {"memory_limit": 0},
        {"certificate": "best"},
        {"method": "magic"},
        {"keep_order": "yes"},
    ],
    "k": [
        {"seed": -1},
        {"seed": "x"},
        {"seed": 1.5},
        {"seed": 2**64},
        {"budget": 0},
        {"budget": "x"},
        {"budget": 1.5},
        {"budget": 2**70},
        {"budget": 5, "exact": True},
        {"method": "mondrian"},
        {"method": "rbat"},
        {"method": "patternka", "taxonomy": {"all": ["1", "2", "3"]}},
        {"suppression_limit": 0.1},
        {"keep": ["age"]},
        {"alpha": 4},
        {"gamma": 4},
        {"queries": 10},
        {"query_items": 2},
        {"weights": {"1": 2.0}},
        {"sensitive": ["1"]},
    ],
    "km": [
        {"taxonomy": None},
        {"budget": 5},
        {"exact": True},
        {"seed": 1},
        {"certificate": "tight"},
        {"method": "sweep"},
        {"method": "rbat"},
        {"suppression_limit": 0.1},
        {"sensitive": ["rum"]},
        {"alpha": 4},
    ],
    "rules": [
        {"seed": -1},
        {"budget": 5},
        {"exact": True},
        {"certificate": "tight"},
        {"taxonomy": shoal.Hierarchy.flat(["a"])},
        {"method": "sweep"},
        {"suppression_limit": 0.1},
        {"alpha": 0},
        {"alpha": "most"},
        {"gamma": 0},
        {"gamma": "full"},
        {"queries": 0},
        {"queries": 1.5},
        {"query_items": -1},
        {"queries": Workload.of([["a"]]), "query_items": 2},
        {"weights": {"a": -1}},
        {"weights": {"a": "much"}},
        {"weights": {"a": None}},
        {"weights": {"a": float("nan")}},
        {"sensitive": []},
        {"sensitive": ["*"]},
        {"sensitive": ["h", "zz"]},
        {"sensitive": 7},
    ],
    "table": [
        {"seed": 1},
        {"budget": 5},
        {"exact": True},
        {"method": "top-down"},
        {"method": "exact"},
        {"suppression_limit": 1.5},
        {"suppression_limit": "5%"},
        {"column": "age"},
        {"taxonomy": TREE},
        {"recoding": "none"},
        {"recoding": {"age": "none"}},
        {"weights": {"age": 0}},
        {"max_level": {"age": -1}},
        {"qi": []},
        {"qi": "age"},
        {"alpha": 4},
        {"queries": 10},
    ],
}
EVERY = [
    pytest.param(run, wrong, id=f"{run}-{str(wrong)[:40]}")
    for run in RUNS
    for wrong in [*WRONG["all"], *WRONG[run]]
]


@pytest.mark.parametrize(("run", "wrong"), EVERY)
def test_wrong_options(run, wrong):
    data, model, given = RUNS[run]
    with pytest.raises(ParameterError) as caught:
        shoal.anonymize(data, model, **given | wrong)
    assert "\n" not in str(caught.value)
    assert caught.value.parameter in {*wrong, *given}
    assert caught.value.exit_status == 2


@pytest.mark.parametrize(
    "wrong",
    [
        {"query_items": 7},
        {"queries": Workload.of([["a"], ["zz"]])},
        {"weights": {"zz": 1}},
        {"weights": {"h": 1}},
        {"weights": {"a": 2e6}},
    ],
    ids=lambda wrong: str(wrong)[:40],
)
def test_options_of_rules_that_do_not_fit_the_data(wrong):
    test_wrong_options("rules", wrong)


def test_a_method_that_needs_a_taxonomy():
    with pytest.raises(ParameterError) as caught:
        shoal.anonymize(BASKETS, "k=2", method="top-down")
    assert caught.value.parameter == "taxonomy"


@pytest.mark.parametrize(
    ("run", "wrong", "why"),
    [
        (
            "k",
            {"method": "magic"},
            r"method 'magic' does not fit baskets under k=2; allowed: auto, sweep",
        ),
        ("k", {"method": "mondrian"}, "method 'mondrian' does not fit baskets under k=2"),
        ("k", {"threads": 0}, "threads takes a whole number from 1 to 1,024, not 0"),
        ("k", {"budget": 5, "exact": True}, "one or the other"),
        ("k", {"suppression_limit": 0.1}, "suppression_limit means nothing for baskets with"),
        ("km", {"taxonomy": None}, "method km-apriori generalizes items by a taxonomy: give one"),
        ("km", {"certificate": "tight"}, "there is no certificate for km=2,2"),
        (
            "km",
            {"method": "sweep"},
            "method 'sweep' does not fit baskets under km=2,2; allowed: auto, km",
        ),
        (
            "km",
            {"budget": 5},
            "budget means nothing for baskets with method .*; it is for method sweep",
        ),
        ("rules", {"query_items": 7}, "a query of 7 public items is more than there are"),
        ("rules", {"queries": Workload.of([["a"], ["zz"]])}, "query 2: 'zz' is no item"),
        ("rules", {"weights": {"h": 1}}, "'h' has a weight and is no public item"),
        ("rules", {"sensitive": ["h", "a"]}, "rule 1: item 'a' is sensitive"),
        ("rules", {"sensitive": ["g"]}, "rule 1: item 'h' is public"),
        ("rules", {"sensitive": ["*"]}, "all 11 items of the data are chosen"),
        ("table", {"method": "exact"}, "the exact method takes at most 16"),
    ],
)
def test_the_sentence_says_what_is_allowed(run, wrong, why):
    data, model, given = RUNS[run]
    with pytest.raises(ParameterError, match=why):
        shoal.anonymize(data, model, **given | wrong)


@pytest.mark.parametrize(
    ("run", "model"),
    [
        ("k", "k=1"),
        ("k", "k=x"),
        ("k", "l=2"),
        ("k", "k"),
        ("k", "k=2,3"),
        ("k", 5),
        ("k", []),
        ("k", ["k=2", "km=2,2"]),
        ("k", None),
        ("km", "km=2"),
        ("km", "km=2,17"),
        ("km", ["km=2,3", "km=3,2"]),
        ("rules", "rules=no.txt,k=2,c=0.5"),
        ("rules", "rules=no.txt"),
        ("table", "km=2,2"),
        ("table", RUNS["rules"][1]),
        ("table", "k=0"),
    ],
    ids=str,
)
def test_wrong_models(run, model):
    data, _, given = RUNS[run]
    with pytest.raises(ShoalError) as caught:
        shoal.anonymize(data, model, **given)
    assert caught.value.parameter == "model"
    assert "\n" not in str(caught.value)


def test_a_taxonomy_must_have_every_item():
    with pytest.raises(SchemaError, match="1 item is missing from the taxonomy: 'beer'"):
        shoal.anonymize([["beer"], ["tea"]], "km=2,2", taxonomy=TREE)


def test_an_unknown_kind_of_data():
    with pytest.raises(ParameterError, match="allowed: baskets, table") as caught:
        shoal.anonymize(DRINKS, "k=2", kind="graph")
    assert caught.value.parameter == "kind"


def test_a_method_with_its_own_options():
    from shoal.methods import PatternKa, Sweep

    by_name = shoal.anonymize(BASKETS, "k=2", method="sweep", budget=1000)
    by_object = shoal.anonymize(BASKETS, "k=2", method=Sweep(budget=1000))
    assert by_object.data == by_name.data
    assert shoal.anonymize(BASKETS, "k=2", method=PatternKa()).method == "patternka"
    with pytest.raises(ParameterError) as caught:
        Sweep(budget=0)
    assert caught.value.parameter == "budget"


@pytest.mark.parametrize(
    "wrong",
    [{"min_support": 2**70}, {"min_support": "1e9999999%"}, {"threads": "x"}],
    ids=str,
)
def test_mine(wrong):
    with pytest.raises(ParameterError):
        shoal.mine(BASKETS, **({"min_support": 1} | wrong))


def test_memory_beyond_all_machines_is_no_limit():
    assert len(shoal.mine(BASKETS, 1, memory_limit="99999999999T")) == 3


def test_an_item_that_is_no_text():
    with pytest.raises(SchemaError, match="UTF-8"):
        shoal.Baskets.of([["a\ud800"]])


def test_plain_rows_are_written_as_they_are_read(tmp_path):
    shoal.write([[1], [2, 3]], tmp_path / "x.dat")
    assert (tmp_path / "x.dat").read_text() == "1\n2 3\n"
    with pytest.raises(ParameterError):
        shoal.write(3, tmp_path / "x.dat")


def test_what_cannot_be_written_whole_is_not_written(tmp_path):
    old = tmp_path / "x.dat"
    old.write_text("1\n")
    with pytest.raises(ParameterError, match="cannot hold an item"):
        shoal.write([["a"], ["b c"]], old, overwrite=True)
    assert old.read_text() == "1\n"
    assert [path.name for path in tmp_path.iterdir()] == ["x.dat"]


@pytest.mark.parametrize(
    ("writer", "name", "one", "other"),
    [
        (shoal.write, "x.dat", [["a"]], [["b"]]),
        (shoal.write_hierarchy, "x.csv", shoal.Hierarchy.flat("ab"), shoal.Hierarchy.flat("cd")),
        (shoal.write_rules, "x.txt", shoal.Rules.of([("a", "h")]), shoal.Rules.of([("b", "h")])),
        (
            shoal.write_mapping,
            "x.csv",
            shoal.ItemMapping.of_sets([["a", "b"]]),
            shoal.ItemMapping.of_sets([["c", "d"]]),
        ),
    ],
)
def test_hole_7_a_file_is_replaced_only_with_overwrite(tmp_path, writer, name, one, other):
    path = tmp_path / name
    path.touch()
    writer(one, path)
    kept = path.read_bytes()
    with pytest.raises(ParameterError, match="overwrite") as caught:
        writer(other, path)
    assert caught.value.path == str(path)
    assert path.read_bytes() == kept
    writer(other, path, overwrite=True)
    assert path.read_bytes() != kept
    assert [path.name for path in tmp_path.iterdir()] == [name]
