"""All models about sensitive values: both verdicts and the constraint against the definitions."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st

import shoal
import shoal_verify
from shoal.errors import InfeasibleError, ParameterError, SchemaError, ShoalError
from shoal.privacy import MODELS, AllOf, parse_model, parse_models
from shoal.privacy.sensitive_columns import SensitiveColumn, ValueCounts
from shoal_verify.models import parse_model as parse_again
from shoal_verify.release import Release

from .brute_force import TABLES, TREE, holds, worst

TEXTS = (
    *("l=2", "l=3", "l=entropy:2", "l=entropy:1.5", "l=recursive:2:2", "l=recursive:0.9:3"),
    *("t=0.2", "t=0.5", "t=hierarchical:0.25", "t=hierarchical:0.5", "t=ordered:0.2"),
    *("alpha=0.5,k=3", "alpha=0.75,k=2", "delta=1", "delta=0.7", "delta=2", "delta=strict:1"),
    *("beta=1", "beta=0.3", "beta=enhanced:1", "beta=enhanced:0.4"),
)


def frame(rows: Any) -> pl.DataFrame:
    schema = {"age": pl.Int64, "ill": pl.String, "job": pl.String}
    return pl.DataFrame(rows, schema, orient="row")


def test_every_model_is_here() -> None:
    names = {text.partition("=")[0] for text in TEXTS}
    assert names == {name for name, model in MODELS.items() if model.needs_sensitive}


def ways() -> dict[str, list[str]]:
    return {path[0]: [*dict.fromkeys(path)] for path in TREE.paths()}


@pytest.mark.parametrize("text", TEXTS)
@given(rows=TABLES)
def test_every_judge_says_what_the_definition_does(text: str, rows: Any) -> None:
    if "ordered" in text:
        rows = [(age, ill or "0", job) for age, ill, job in rows]
    about = [(age, ill) for age, ill, _ in rows]
    verdict = shoal.verify(
        frame(rows), text, qi=["age"], sensitive=["ill"], hierarchies={"ill": TREE}
    )
    assert verdict.ok == holds(text, about) == (verdict.offending_rows == 0)
    figure = verdict.figures[parse_model(text).figure]  # type: ignore[attr-defined]
    expected = worst(text, about)
    assert math.isclose(math.inf if figure is None else figure, expected, abs_tol=1e-12)
    keys = [(age,) for age, *_ in rows]
    again = Release(
        keys, True, sensitive={"ill": [ill for _, ill, _ in rows]}, trees={"ill": ways()}
    )
    assert parse_again(text).judge(again).holds == verdict.ok
    assert parse_again(text).judge(again).figures["rows_at_fault"] == verdict.offending_rows


@given(rows=TABLES, text=st.sampled_from(TEXTS))
def test_a_search_allows_no_more_than_the_verdict(rows: Any, text: str) -> None:
    if "ordered" in text:
        rows = [(age, ill or "0", job) for age, ill, job in rows]
    table = shoal.Table.of(frame(rows), ["age"], sensitive=["ill"], hierarchies={"ill": TREE})
    try:
        constraint = parse_model(text).constraint(table)
    except ShoalError:
        assert all(ill is None for _, ill, _ in rows)
        return
    everyone = np.arange(len(rows), dtype=np.int32)
    ages = table.quasi_identifiers[0].codes
    groups = [everyone[ages == age] for age in np.unique(ages)]
    allowed = all(constraint.satisfied(group) for group in groups)
    verdict = shoal.verify(
        frame(rows), text, qi=["age"], sensitive=["ill"], hierarchies={"ill": TREE}
    )
    assert allowed == verdict.ok


STARRED = st.lists(
    st.tuples(st.sampled_from(["0", "1", "*", "*"]), st.sampled_from([None, *"012", "*", "*"])),
    min_size=1,
    max_size=24,
)


@pytest.mark.parametrize("text", TEXTS)
@given(rows=STARRED)
def test_suppressed_rows_are_a_class_of_their_own(text: str, rows: Any) -> None:
    """Nothing but stars: k rows, whose values no model looks at, nor are they in the whole."""
    if "ordered" in text or "hierarchical" in text:
        known = {"*": "0"} | ({None: "0"} if "ordered" in text else {})
        rows = [(age, ill if age == ill else known.get(ill, ill)) for age, ill in rows]
    rest = [row for row in rows if row != ("*", "*")]
    gone, k = len(rows) - len(rest), parse_model(text).k
    expected = (not rest or holds(text, rest)) and (gone == 0 or gone >= k)
    table = pl.DataFrame(rows, {"age": pl.String, "ill": pl.String}, orient="row")
    verdict = shoal.verify(table, text, qi=["age"], sensitive=["ill"], hierarchies={"ill": TREE})
    assert verdict.ok == expected
    assert verdict.figures.get("suppressed_rows", 0) == gone
    ill = [ill for _, ill in rows]
    again = Release(
        [(age,) for age, _ in rows], True, sensitive={"ill": ill}, trees={"ill": ways()}
    )
    assert parse_again(text).judge(again).holds == expected


#: Those that several columns as one can be asked for, too: without an order or a hierarchy.
OF_SEVERAL = [text for text in TEXTS if "ordered" not in text and "hierarchical" not in text]


@given(rows=TABLES, together=st.booleans(), text=st.sampled_from(OF_SEVERAL))
def test_several_columns(rows: Any, together: bool, text: str) -> None:
    """Each alone, or their combinations as one."""
    columns = [[(age, ill) for age, ill, _ in rows], [(age, job) for age, _, job in rows]]
    if together:
        columns = [[(age, (ill, job)) for age, ill, job in rows]]
    told: dict[str, Any] = {"sensitive": ["ill", "job"], "sensitive_together": together}
    verdict = shoal.verify(frame(rows), text, qi=["age"], **told)
    assert verdict.ok == all(holds(text, column) for column in columns)
    values = {"ill": [ill for _, ill, _ in rows], "job": [job for *_, job in rows]}
    again = Release([(age,) for age, *_ in rows], True, sensitive=values, together=together)
    assert parse_again(text).judge(again).holds == verdict.ok


@given(rows=TABLES, texts=st.lists(st.sampled_from(TEXTS), min_size=1, max_size=3))
def test_several_models(rows: Any, texts: list[str]) -> None:
    """All of them hold, and k-anonymity beside them unless one has a k of its own."""
    texts = list({text.partition("=")[0]: text for text in texts}.values())
    k = 1 if any("alpha" in text for text in texts) else 3
    if any("ordered" in text for text in texts):
        rows = [(age, ill or "0", job) for age, ill, job in rows]
    about = [(age, ill) for age, ill, _ in rows]
    ages = [age for age, _ in about]
    expected = all(holds(text, about) for text in texts) and min(map(ages.count, ages)) >= k
    several = ",".join([*texts, *["k=3"] * (k == 3)])
    told: dict[str, Any] = {"sensitive": ["ill"], "hierarchies": {"ill": TREE}}
    assert shoal.verify(frame(rows), several, qi=["age"], **told).ok == expected
    values = {"ill": [ill for _, ill in about]}
    again = Release([(age,) for age in ages], True, sensitive=values, trees={"ill": ways()})
    assert parse_again(several).judge(again).holds == expected


@pytest.mark.parametrize("text", [*TEXTS, "k=10,l=3,t=0.3", "alpha=0.5,k=10,l=2", "l=3,k=10"])
def test_what_is_printed_is_parsed_again(text: str) -> None:
    model = parse_model(f" {text} ".replace(",", " , ").replace("=", " = "))
    assert str(model) == text
    assert parse_model(str(model)) == model
    assert model.k == {"l=3": 3, "t=0.2": 2, "alpha=0.5,k=3": 3}.get(text, model.k)
    assert parse_models(f"{text.replace('0.5', '0.4/0.5')}")[-1].name == model.name


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("l=1", "l must be a whole number of at least 2, not 1"),
        ("l=2.5", "l must be a whole number of at least 2, not '2.5'"),
        ("l=entropy:1", "l must be a decimal number above 1, not '1'"),
        ("l=recursive:0:3", "c must be a decimal number above 0, not '0'"),
        ("l=even:3", "write it as l=3, l=entropy:3 or l=recursive:4:3"),
        ("t=0.2:ordered", "write it as t=0.2, t=ordered:0.2 or t=hierarchical:0.2"),
        ("t=0", "t must be a decimal number above 0, and at most 1, not '0'"),
        ("t=1.5", "above 0, and at most 1, not '1.5'"),
        ("t=1e-3", "not '1e-3'"),
        ("t=near:0.5", "write it as t=0.2"),
        ("alpha=0.5", "write it as alpha=0.5,k=10"),
        ("alpha=0.5,k=1", "k must be a whole number of at least 2, not 1"),
        ("alpha=1.1,k=5", "above 0, and at most 1, not '1.1'"),
        ("delta=0", "above 0, and at most 64, not '0'"),
        ("delta=near:1", "write it as delta=1"),
        ("beta=-1", "beta must be a decimal number above 0, not '-1'"),
        ("beta=basic:1", "write it as beta=1"),
        ("k=5,k=10", "k is given twice in k=5,k=10: give it once"),
        ("l=2,l=entropy:3", "l is given twice"),
        ("k=5,alpha=0.5,k=5", "k is given twice"),
        ("k=5,km=5,2", "model km stands alone: it cannot be asked for together with others"),
        ("k=10,rules=rules.txt,k=5,c=0.9", "model rules stands alone"),
        ("k=10,z=3", "unknown model 'z=3'; allowed: k=10"),
        ("k=10,l=x", "l must be a decimal number above 1, not 'x'"),
    ],
)
def test_a_bad_model(text: str, said: str) -> None:
    with pytest.raises(ParameterError, match=said):
        parse_model(text)
    with pytest.raises(shoal_verify.NotJudged):
        parse_again(text)


def test_models_in_python() -> None:
    assert str(AllOf(["k=10", shoal.LDiversity(3)])) == "k=10,l=3"
    assert str(shoal.LDiversity(2.5, "entropy")) == "l=entropy:2.5"
    assert str(shoal.TCloseness(np.float64(1e-05))) == "t=0.00001"
    assert shoal.BetaLikeness(1).to_dict() == {"k": 2, "beta": 1.0, "variant": "basic"}
    assert AllOf(["k=10", "l=3"]).to_dict() == {"k": 10, "models": ["k=10", "l=3"]}
    for make, said in (
        (lambda: shoal.LDiversity(3, "odd"), "variant of l is one of distinct, entropy, recursive"),
        (lambda: shoal.LDiversity(3, c=4), "recursive l-diversity has a c"),
        (
            lambda: shoal.TCloseness(0.5, "odd"),
            "variant of t is one of equal, ordered, ",
        ),
        (lambda: shoal.DeltaDisclosure(1, "odd"), "one of present, strict"),
        (lambda: shoal.BetaLikeness(1, "odd"), "one of basic, enhanced"),
        (lambda: shoal.TCloseness(float("nan")), "not nan"),
        (lambda: shoal.TCloseness(True), "not True"),
        (lambda: AllOf(["k=3"]), "at least two"),
    ):
        with pytest.raises(ParameterError, match=said):
            make()


def test_several_numbers_are_a_curve() -> None:
    models = parse_models("k=5/10/20,l=3")
    assert list(map(str, models)) == ["k=20,l=3", "k=10,l=3", "k=5,l=3"]
    assert list(map(str, parse_models("t=ordered:0.2/0.4"))) == ["t=ordered:0.2", "t=ordered:0.4"]
    assert str(parse_models("alpha=0.5/0.4,k=10")[0]) == "alpha=0.4,k=10"
    with pytest.raises(ParameterError, match="of one name"):
        parse_models(["k=5", "k=5,l=3"])
    with pytest.raises(ParameterError, match="one must be the strictest"):
        parse_models(["l=3", "l=entropy:2"])


PEOPLE = {
    "age": [20, 21, 22, 23, 24, 25, 26, 27],
    "ill": ["flu", "flu", "flu", "cold", "cold", "gout", None, "flu"],
    "pay": [1, 2, 2, 3, 4, 5, 6, 6],
}


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("l=5", "the largest l that column 'ill' allows is 4"),
        ("l=entropy:4", "the largest l that column 'ill' allows is 3.363"),
        ("l=recursive:0.5:2", "c must be above 1 for column 'ill'"),
        ("l=recursive:2:5", "the largest l that column 'ill' allows is 4"),
        ("alpha=0.4,k=2", "the smallest alpha that column 'ill' allows is 0.5"),
        ("k=9,l=2", "the largest possible k is 8"),
    ],
)
def test_what_is_infeasible_is_refused_with_what_is_feasible(text: str, said: str) -> None:
    with pytest.raises(InfeasibleError, match=said):
        shoal.anonymize(PEOPLE, text, qi=["age"], sensitive=["ill"])


def test_columns_that_do_not_do() -> None:
    def anonymize(text: str, sensitive: Any, **more: Any) -> None:
        shoal.anonymize({**PEOPLE, "gone": [None] * 8, "one": ["a"] * 8}, text, qi=["age"],
                        sensitive=sensitive, **more)  # fmt: skip

    for text, sensitive, more, error, said in (
        ("l=2", None, {}, ParameterError, "name such columns by sensitive"),
        ("l=2", ["age"], {}, ParameterError, "give it one role"),
        ("l=2", ["gone"], {}, SchemaError, "column 'gone' holds no value, only missing ones"),
        ("t=0.5", ["gone"], {}, SchemaError, "leave it out of sensitive"),
        ("l=2", ["one"], {}, InfeasibleError, "column 'one' has the same value in all rows"),
        ("t=ordered:0.2", ["ill"], {}, SchemaError, "some are missing in column 'ill'"),
        ("t=ordered:0.2", ["one"], {}, SchemaError, "needs numbers or dates, and column 'one'"),
        ("t=hierarchical:0.2", ["ill"], {}, ParameterError, "needs a hierarchy of column 'ill'"),
        ("t=hierarchical:0.2", ["ill"], {"hierarchies": {"ill": {"bad": ["flu", "cold"]}}},
         SchemaError, "1 value is missing from the hierarchy"),
        ("t=ordered:0.2", ["ill", "pay"], {"sensitive_together": True}, ParameterError,
         "is about one column"),
    ):  # fmt: skip
        with pytest.raises(error, match=said) as caught:
            anonymize(text, sensitive, **more)
        assert "gout" not in str(caught.value)
    with pytest.raises(ParameterError, match="name such columns by sensitive"):
        shoal.verify(PEOPLE, "l=2", qi=["age"])
    with pytest.raises(SchemaError, match="some are missing"):
        shoal.verify(PEOPLE, "t=ordered:0.2", qi=["age"], sensitive=["ill"])
    with pytest.raises(ParameterError, match="model l=2 is for table"):
        shoal.anonymize([["a"], ["a"]], "l=2")


def test_persons_and_missing_values() -> None:
    """The k of a model counts persons; a missing value is a value of its own."""
    columns = {"age": [1, 1, 2, 2], "ill": ["a", None, "a", "?"], "who": ["p", "q", "r", "r"]}
    verdict = shoal.verify(columns, "l=2", qi=["age"], sensitive=["ill"], person="who")
    assert (verdict.l_min, verdict.k_min, verdict.persons) == (2, 1, 3)
    assert verdict.first_offenders == (3, 4)
    assert shoal.verify(columns, "l=2", qi=["age"], sensitive=["ill"]).ok


def test_large_numbers_are_exact() -> None:
    """Where 64 bits do not hold the products, Python's integers do."""
    half = 3 * 10**9
    codes = np.array([0, 1, 0, 1])
    counts = np.array([half, half - 1, half, half + 1])
    column = SensitiveColumn(["it"], ("1", "2"), np.array([2 * half, 2 * half]), codes)
    sizes = np.array([2 * half - 1, 2 * half + 1])
    found = ValueCounts(column, sizes, np.array([0, 0, 1, 1]), codes, counts)
    for text in ("t=ordered:0.0000000002", "t=0.0000000002"):
        bad, _ = parse_model(text).judge(found)  # type: ignore[attr-defined]
        assert not bad.any()
    for text in ("t=ordered:0.00000000001", "t=0.00000000001"):
        bad, _ = parse_model(text).judge(found)  # type: ignore[attr-defined]
        assert bad.all()
