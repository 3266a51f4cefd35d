"""Anatomy: what each table holds, by brute force, and that neither tells more."""

from __future__ import annotations

import random
from collections import Counter
from fractions import Fraction
from pathlib import Path
from typing import Any

import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st

import shoal
from shoal.errors import InfeasibleError, ParameterError, SchemaError
from shoal.methods.anatomy import Anatomy, group_size
from shoal.privacy import parse_model
from shoal.privacy.model import Model
from shoal.recipes.learn import learn

ROLES: dict[str, Any] = {"qi": ["age", "sex"], "sensitive": ["ill"], "publish": "anatomy"}
PEOPLE = st.lists(
    st.tuples(
        st.integers(20, 24),
        st.sampled_from(["f", "m", None]),
        st.sampled_from(["a", "b", "c", "d", "e", None]),
        st.sampled_from(["x", "y", None]),
    ),
    min_size=2,
    max_size=30,
)
MODELS = ["l=2", "l=3", "l=entropy:1.5", "l=entropy:2.5", "l=recursive:3:2", "l=recursive:0.5:2"]


def frame_of(rows: list[tuple[Any, ...]]) -> pl.DataFrame:
    schema = {"age": pl.Int64, "sex": pl.String, "ill": pl.String, "note": pl.String}
    return pl.DataFrame(rows, schema=schema, orient="row")


def counts_of(release: shoal.Release) -> dict[int, Counter[Any]]:
    found: dict[int, Counter[Any]] = {}
    for group, *value, count in release.companions["sensitive"].frame.rows():
        found.setdefault(group, Counter())[tuple(value)] += count
    return found


@pytest.mark.parametrize("model", MODELS)
@given(rows=PEOPLE, seed=st.integers(0, 3))
def test_both_tables_hold_all_rows_in_groups_of_different_values(
    model: str, rows: list[tuple[Any, ...]], seed: int
) -> None:
    frame, size = frame_of(rows), group_size(parse_model(model))
    most = max(Counter(ill for _, _, ill, _ in rows).values())
    try:
        release = shoal.anonymize(frame, model, keep=["note"], seed=seed, keep_order=True, **ROLES)
    except InfeasibleError:
        assert most * size > len(rows) or len({ill for _, _, ill, _ in rows}) < size
        return
    except SchemaError:  # a column of nothing but missing values
        return
    assert most * size <= len(rows)
    told, counts = release.data.frame, counts_of(release)
    # Exact and in order, but for the sensitive column.
    assert told.columns == ["age", "sex", "note", "group"]
    sexes = [sex or "?" for _, sex, _, _ in rows]
    assert [*zip(told["age"], told["sex"], told["note"], strict=True)] == [
        (str(age), sex, note) for (age, _, _, note), sex in zip(rows, sexes, strict=True)
    ]
    # Every group has the values of its rows, each once: so many that the model holds.
    truth: dict[int, Counter[Any]] = {}
    for group, (_, _, ill, _) in zip(told["group"], rows, strict=True):
        truth.setdefault(group, Counter())[(ill,)] += 1
    assert counts == truth
    assert all(set(group.values()) == {1} and len(group) >= size for group in truth.values())
    # As in the paper: as many groups as there can be; rows that are left make some larger.
    assert len(truth) == len(rows) // size or max(map(len, truth.values())) > size
    assert {*truth} == {*range(1, len(truth) + 1)}
    assert release.loss.lm == 0
    assert release.verdict.ok


@given(rows=PEOPLE, mixed=st.randoms(use_true_random=False), seed=st.integers(0, 3))
def test_the_order_of_the_input_tells_nothing(
    rows: list[tuple[Any, ...]], mixed: random.Random, seed: int
) -> None:
    others = mixed.sample(rows, len(rows))
    made = []
    for one in (rows, others):
        try:
            made.append(shoal.anonymize(frame_of(one), "l=2", keep=["note"], seed=seed, **ROLES))
        except (InfeasibleError, SchemaError):
            return
    one, other = made
    assert one.data.rows() == other.data.rows()
    assert one.companions == other.companions
    assert one.data.frame.equals(one.data.frame.sort(one.data.frame.columns, nulls_last=True))
    counts = one.companions["sensitive"].frame
    assert counts.equals(counts.sort(counts.columns, nulls_last=True))


def test_groups_are_numbered_by_what_is_published_of_them() -> None:
    rows = [(50, "m", "a", None), (20, "f", "b", None), (30, "f", "a", None), (60, "m", "b", None)]
    release = shoal.anonymize(frame_of(rows), "l=2", **ROLES)
    members: dict[int, list[str]] = {}
    for age, _, group in release.data.rows():
        members.setdefault(group, []).append(age)
    assert [members[number] for number in sorted(members)] == sorted(members.values())


def test_a_seed_draws_other_rows() -> None:
    pick = random.Random(1)
    rows = [(pick.randint(20, 90), "f", pick.choice("abcd"), None) for _ in range(200)]
    made = [shoal.anonymize(frame_of(rows), "l=2", seed=seed, **ROLES) for seed in (0, 0, 1)]
    assert made[0].data.rows() == made[1].data.rows() != made[2].data.rows()


@given(rows=PEOPLE)
def test_the_error_of_counts_is_that_of_an_analyst_with_both_tables(
    rows: list[tuple[Any, ...]],
) -> None:
    rows = [(age, sex or "f", ill or "a", None) for age, sex, ill, _ in rows]
    try:
        release = shoal.anonymize(frame_of(rows), "l=2", **ROLES)
    except InfeasibleError:
        return
    counts = counts_of(release)
    errors = []
    for at in (0, 1):
        found = []
        for value in sorted({str(row[at]) for row in rows}):
            for ill in sorted({row[2] for row in rows}):
                truth = sum(str(row[at]) == value and row[2] == ill for row in rows)
                groups = [one[-1] for one in release.data.rows() if one[at] == value]
                estimate = sum(
                    Fraction(counts[group][(ill,)], counts[group].total()) for group in groups
                )
                # Asked as often as rows fulfil it.
                found += [abs(estimate - truth) / Fraction(max(truth, 1))] * truth
        errors.append(sum(found) / len(found))
    assert release.utility.are_of_columns == 0
    expected = float(sum(errors) / len(errors))
    assert release.utility.are_of_pairs == pytest.approx(expected, abs=1e-9)


@pytest.mark.parametrize("together", [False, True])
def test_several_sensitive_columns_are_refused(together: bool) -> None:
    rows = [(20 + at, "f", "ab"[at % 2], "xy"[at // 2 % 2]) for at in range(12)]
    named = {"qi": ["age", "sex"], "sensitive": ["ill", "note"], "sensitive_together": together}
    with pytest.raises(ParameterError, match="one sensitive column, and there are 2") as caught:
        shoal.anonymize(shoal.read(frame_of(rows), **named), "l=2", publish="anatomy")
    assert caught.value.parameter == "sensitive"
    with pytest.raises(ParameterError):
        shoal.anonymize(frame_of(rows), "l=2", publish="anatomy", **named)


def test_nothing_is_learnt_from_two_tables(tmp_path: Path) -> None:
    rows = [(20 + at, "fm"[at % 2], "abc"[at % 3], None) for at in range(30)]
    frame_of(rows).write_csv(tmp_path / "people.csv")
    files = {"input": {"path": "people.csv"}, "output": {"path": "out.csv"}}
    shoal.Recipe.of({"model": "l=3", **files, "data": ROLES}, folder=tmp_path).run()
    with pytest.raises(ParameterError, match="a release of anatomy"):
        learn(tmp_path / "people.csv", tmp_path / "out.csv", "sex")


def test_the_first_table_alone_is_not_measured_as_a_whole_release() -> None:
    rows = [(20 + at, "fm"[at % 2], "abc"[at % 3], None) for at in range(30)]
    release = shoal.anonymize(frame_of(rows), "l=3", **ROLES)
    roles = {name: ROLES[name] for name in ("qi", "sensitive")}
    with pytest.raises(SchemaError, match="no column 'ill'") as caught:
        shoal.measure(frame_of(rows), release.data.frame, **roles)
    assert caught.value.parameter == "sensitive"


def test_files_are_judged_together(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    rows = [(20 + at, "fm"[at % 2], "abc"[at % 3], None) for at in range(30)]
    release = shoal.anonymize(frame_of(rows), "l=3", **ROLES)
    release.write("out.csv")
    assert {path.name for path in tmp_path.iterdir()} == {
        "out.csv", "out.csv.sensitive.csv", "out.csv.run.json",
    }  # fmt: skip
    assert shoal.verify("out.csv", "l=3", **ROLES).l_min == 3
    assert not shoal.verify("out.csv", "l=4", **ROLES).ok
    pair = (release.data.frame, release.companions["sensitive"])
    assert shoal.verify(pair, "l=3", **ROLES) == release.verdict
    assert shoal.verify((pair[0], pair[1].frame), "l=3", **ROLES).ok
    with pytest.raises(ParameterError, match="give both"):
        shoal.verify(pair[0], "l=3", **ROLES)
    text = Path("out.csv.sensitive.csv").read_text()
    Path("out.csv.sensitive.csv").write_text(text.replace("1,a,1", "1,b,1", 1))
    with pytest.raises(shoal.errors.VerificationError, match="belongs to one publication"):
        shoal.verify("out.csv", "l=3", **ROLES)
    Path("out.csv.run.json").unlink()
    for old, new, words in [
        ("1,a,1", "1,b,1", "once"),
        ("1,a,1", "1,a,2", "do not belong together"),
        ("1,a,1\n", "", "do not belong together"),
        ("1,a,1", "1,a,0", "at least 1"),
        ("1,a,1", "1,a,x", "whole numbers"),
        ("group,ill,count", "group,sick,count", "is about"),
        ("group,ill,count", "ill,group,count", "has the columns"),
    ]:
        assert old in text
        Path("out.csv.sensitive.csv").write_text(text.replace(old, new, 1))
        with pytest.raises((SchemaError, shoal.errors.FormatError), match=words):
            shoal.verify("out.csv", "l=3", **ROLES)
    Path("out.csv.sensitive.csv").unlink()
    with pytest.raises(shoal.errors.ShoalError, match="no such file"):
        shoal.verify("out.csv", "l=3", **ROLES)


@pytest.mark.parametrize(
    ("model", "more", "words"),
    [
        ("k=2", {}, "k-anonymity does not hold: ask for l-diversity"),
        ("k=2,l=2", {}, "is for table, and this is anatomy"),
        ("t=0.5", {}, "is for table, and this is anatomy"),
        ("l=2", {"sensitive": None}, "name both, by qi and sensitive"),
        ("l=2", {"qi": None}, "name both, by qi and sensitive"),
        ("l=2", {"person": "note"}, "person means nothing for anatomy"),
        ("l=2", {"recoding": "set"}, "recoding means nothing for anatomy"),
        ("l=2", {"publish": "anatom"}, "publish takes 'anatomy'"),
    ],
)
def test_what_is_refused(model: str, more: dict[str, Any], words: str) -> None:
    rows = [(20 + at, "fm"[at % 2], "abc"[at % 3], None) for at in range(30)]
    with pytest.raises(ParameterError, match=words):
        shoal.anonymize(frame_of(rows), model, **ROLES | more)


def test_names_of_the_published_columns_are_refused() -> None:
    frame = pl.DataFrame({"group": ["1", "2"], "ill": ["a", "b"]})
    with pytest.raises(ParameterError, match=r"named 'group'.*rename it"):
        shoal.anonymize(frame, "l=2", qi=["group"], sensitive=["ill"], publish="anatomy")


def test_a_frequent_value_is_refused_with_what_is_feasible() -> None:
    rows = [(20, "f", ill, None) for ill in "aaaabcde"]
    with pytest.raises(InfeasibleError, match=r"in 4 of 8 rows: the largest feasible .* is 2"):
        shoal.anonymize(frame_of(rows), "l=3", **ROLES)
    assert shoal.anonymize(frame_of(rows), "l=2", **ROLES).verdict.ok
    with pytest.raises(InfeasibleError, match="no l of 2 or more is feasible"):
        shoal.anonymize(frame_of([*rows, rows[0]]), "l=2", **ROLES)


def test_a_table_in_memory_may_be_published_either_way() -> None:
    rows = [(20 + at % 3, "f", "abc"[at % 3], None) for at in range(30)]
    table = shoal.read(frame_of(rows), qi=["age"], sensitive=["ill"])
    assert shoal.anonymize(table, "l=2").method == "sweep"
    release = shoal.anonymize(table, "l=2", publish="anatomy")
    assert (release.method, release.kind.name) == (Anatomy.name, "anatomy")


def test_the_size_of_groups_is_the_least_that_satisfies_the_model() -> None:
    for text in MODELS:
        model: Model = parse_model(text)
        size = group_size(model)
        for values in (size - 1, size):
            if values < 1:
                continue
            frame = pl.DataFrame({"g": ["x"] * values, "ill": [str(at) for at in range(values)]})
            ok = shoal.verify(frame, text, qi=["g"], sensitive=["ill"]).ok
            assert ok == (values == size), (text, values)
