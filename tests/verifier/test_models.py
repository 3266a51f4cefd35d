"""Each model against its definition, on every file that the second verifier can read."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import combinations
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import shoal_verify
from shoal_verify.models import MODELS, parse_model
from shoal_verify.models.rules import Rules
from shoal_verify.release import NotJudged, Release, baskets

ITEMS = "abcde"
ROWS = st.lists(st.sets(st.sampled_from(ITEMS)), min_size=1, max_size=14)


def release(rows: list[set[str]], **more: Any) -> Release:
    return Release([tuple(sorted(row)) for row in rows], **more)


@given(ROWS, st.integers(2, 5))
def test_k_of_baskets(rows: list[set[str]], k: int) -> None:
    verdict = parse_model(f"k={k}").judge(release(rows))
    assert verdict.holds == all(rows.count(row) >= k for row in rows)
    assert verdict.figures["smallest_group"] == min(map(rows.count, rows))
    assert verdict.figures["rows_at_fault"] == sum(rows.count(row) < k for row in rows)


CELLS = st.sampled_from(["x", "", " ", "*", None])


@given(st.lists(st.tuples(CELLS, CELLS), min_size=1), st.integers(2, 5))
def test_k_of_tables(rows: list[tuple[Any, ...]], k: int) -> None:
    verdict = parse_model(f"k={k}").judge(Release(rows, is_table=True))
    assert verdict.holds == all(rows.count(row) >= k for row in rows)


@given(ROWS, st.integers(2, 5), st.integers(1, 4))
def test_km(rows: list[set[str]], k: int, m: int) -> None:
    counts = Counter(
        some for row in rows for size in range(1, m + 1) for some in combinations(sorted(row), size)
    )
    verdict = parse_model(f"km={k},{m}").judge(release(rows))
    assert verdict.holds == all(count >= k for count in counts.values())
    if verdict.holds:
        assert verdict.figures["least_support"] == min(counts.values(), default=None)


MANY = range(10**6)


@pytest.mark.parametrize(
    ("rows", "least"),
    [
        ([MANY, MANY], 2),
        ([[item for item in MANY if item != 7], [item for item in MANY if item != 8]], 1),
        ([MANY, range(10**6, 2 * 10**6)], 1),
        ([[item for item in MANY if item != lacking] for lacking in (7, 7, 8, 8)], 2),
    ],
    ids=["equal", "few differ", "disjoint", "four"],
)
def test_km_of_rows_of_a_million_items(rows: list[Any], least: int) -> None:
    verdict = parse_model("km=2,2").judge(Release(list(map(tuple, rows))))
    assert verdict.holds == (least >= 2)
    assert verdict.figures["least_support"] == least


def test_km_of_too_many_combinations_is_refused() -> None:
    """Of 100,000 items no two are in the same rows."""
    many = [tuple(item for item in range(100_000) if item >> bit & 1) for bit in range(17)]
    with pytest.raises(NotJudged, match="more than 10,000,000,000 combinations"):
        parse_model("km=2,2").judge(Release(many * 2))


RULES = st.lists(
    st.tuples(
        st.sets(st.sampled_from("abc"), min_size=1), st.sets(st.sampled_from("de"), min_size=1)
    ),
    min_size=1,
    max_size=4,
)


@given(ROWS, RULES, st.integers(2, 4), st.sampled_from(["0", "0.3", "0.5", "0.75", "1"]))
def test_rules(rows: list[set[str]], rules: Any, k: int, c: str) -> None:
    """Items a and b are published as one set, if a row has either."""
    mapping = {"a": "{a,b}", "b": "{a,b}"}
    published = [{mapping.get(item, item) for item in row} for row in rows]
    model = Rules(tuple((1, frozenset(p), frozenset(s)) for p, s in rules), k, Fraction(c))
    try:
        verdict = model.judge(release(published, mapping=mapping))
    except NotJudged:
        assert any("c" in left for left, _ in rules)
        assert not any("c" in row for row in rows)
        return
    held = True
    for left, right in rules:
        known = [row for row in published if {mapping.get(item, item) for item in left} <= row]
        joint = sum(right <= row for row in known)
        held &= len(known) >= k and joint <= Fraction(c) * len(known)
    assert verdict.holds == held


@given(ROWS, st.integers(2, 4), st.integers(1, 3))
def test_files_say_what_rows_do(rows: list[set[str]], k: int, m: int) -> None:
    """A file of text is judged as the rows that are in it."""
    lines = [sorted(row) for row in rows]
    with TemporaryDirectory() as folder:
        fimi, csv, long = (Path(folder, name) for name in ("a.dat", "a.csv", "b.csv"))
        fimi.write_text("".join(" ".join(line) + "\n" for line in lines))
        csv.write_text("".join(",".join(line) + "\n" for line in lines))
        entries = [(at, item) for at, line in enumerate(lines, 1) for item in line or [""]]
        long.write_text("id,item\n" + "".join(f"{at},{item}\n" for at, item in entries))
        for model in (f"k={k}", f"km={k},{m}"):
            expected = parse_model(model).judge(release(rows))
            assert all(shoal_verify.judge(path, model) == expected for path in (fimi, csv, long))


def test_rules_are_read_with_quotes_and_comments(tmp_path: Path) -> None:
    path = tmp_path / "rules, odd.txt"
    path.write_text('# all\n\na "b c" -> h # why\n"6"" pipe" "->" -> h g\nb\ta -> h\r\n')
    model = Rules.parse(f"{path},c=0.5,k=3")
    assert model.rules == (
        (3, frozenset({"a", "b c"}), frozenset("h")),
        (4, frozenset({'6" pipe', "->"}), frozenset("hg")),
        (5, frozenset("ab"), frozenset("h")),
    )
    assert (model.k, model.c) == (3, Fraction(1, 2))


@pytest.mark.parametrize(
    "line", ["a h", "-> h", "a ->", "a -> h -> g", 'a"b -> h', '"a -> h', "a -> a"]
)
def test_a_line_that_is_no_rule(line: str, tmp_path: Path) -> None:
    path = tmp_path / "rules.txt"
    path.write_text(f"a -> h\n{line}\n")
    with pytest.raises(NotJudged, match="line 2"):
        Rules.parse(f"{path},k=2,c=0.5")


@pytest.mark.parametrize(
    "text",
    [
        *("", "k", "k=", "k=1", "k=x", "k=²", "k=5,2", "z=3", "k=3,z=3"),
        *("l=1", "l=entropy:1", "l=recursive:0:3", "l=x:3", "t=0", "t=1.5", "t=near:0.1"),
        *("alpha=0.5", "alpha=2,k=5", "delta=0", "delta=x:1", "beta=0", "beta=-1", "k=3,l=1"),
        *("km=5", "km=5,0", "km=5,17", "km=1,1"),
        *("rules=", "rules=f,k=2", "rules=f,k=2,c=2", "rules=f,k=2,c=nan", "rules=f,k=2,c=-1"),
        "rules=f,k=2,k=3",
    ],
)
def test_a_text_that_is_no_model(text: str) -> None:
    with pytest.raises(NotJudged, match="the model must"):
        parse_model(text)


def test_the_registry_is_by_name() -> None:
    assert {name: model.name for name, model in MODELS.items()} == {name: name for name in MODELS}
    for model in MODELS.values():
        if model.name != "rules":
            parse_model(model.example)


@given(st.lists(st.lists(st.integers(-20, 20).map(str)), max_size=4))
def test_items_ascend_as_text_or_as_numbers(rows: list[list[str]]) -> None:
    by_text = all(row == sorted({*row}) for row in rows)
    by_number = all(row == sorted({*row}, key=int) for row in rows)
    if by_text or by_number:
        assert baskets([*map(tuple, rows)]).rows == [*map(tuple, rows)]
    else:
        with pytest.raises(NotJudged):
            baskets([*map(tuple, rows)])
