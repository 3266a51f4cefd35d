"""Keys of TOML texts stand where the scanner says, and nowhere else."""

from __future__ import annotations

import tomllib

import pytest
import tomli_w
from hypothesis import given
from hypothesis import strategies as st

from shoal.recipes.recipe_lines import lines_of, nearest_line

NAMES = st.text(min_size=1, max_size=8).filter(lambda name: not _surrogate(name))
VALUES = st.recursive(
    st.booleans() | st.integers(-9, 9) | st.text(max_size=12).filter(lambda t: not _surrogate(t)),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(NAMES, inner, max_size=3),
    max_leaves=12,
)


def _surrogate(text: str) -> bool:
    return any("\ud800" <= sign <= "\udfff" for sign in text)


def keys_of(document: dict, above: tuple[str, ...] = ()) -> set[tuple[str, ...]]:
    found = set()
    for name, value in document.items():
        found.add((*above, name))
        if isinstance(value, dict):
            found |= keys_of(value, (*above, name))
    return found


@given(st.dictionaries(NAMES, VALUES, max_size=5), st.booleans())
def test_each_key_is_found_where_it_stands(document, multiline):
    text = tomli_w.dumps(document, multiline_strings=multiline)
    lines = lines_of(text)
    assert {key[:1] for key in lines} == {(name,) for name in document}
    assert set(lines) <= {*keys_of(document)} | {key for key in lines if _in_list(document, key)}
    rows = text.split("\n")
    for key, line in lines.items():
        # Cut behind the line before: the key is not in it. Cut behind its own value: it is.
        before = "\n".join(rows[: line - 1])
        assert key not in lines_of(before) or _in_list(document, key)


def _in_list(document: object, key: tuple[str, ...]) -> bool:
    for name in key:
        if isinstance(document, list):
            return True
        document = document[name]
    return isinstance(document, list)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", {}),
        ("# a = 1\n", {}),
        ("a = 1", {("a",): 1}),
        ("\n\na = 1 # b = 2\nc=3\n", {("a",): 3, ("c",): 4}),
        ("a.b = 1\na.c = 2\n", {("a",): 1, ("a", "b"): 1, ("a", "c"): 2}),
        ("[a]\nb = [\n 1, # x = [\n 2,\n]\nc = 1\n", {("a",): 1, ("a", "b"): 2, ("a", "c"): 6}),
        ('a = """\nb = 1\n"""\nc = 2\n', {("a",): 1, ("c",): 4}),
        ("a = '''\nb = \"\n'''\nc = 2\n", {("a",): 1, ("c",): 4}),
        ('a = """x\\"""\n""""\nc = 2\n', {("a",): 1, ("c",): 3}),
        ('"x y" = 1\n\'z\' = "]"\n', {("x y",): 1, ("z",): 2}),
        (
            '["a.b".c]\nd = {x = "}", y = 1}\ne = 1\n',
            {("a.b", "c"): 1, ("a.b", "c", "d"): 2, ("a.b", "c", "e"): 3},
        ),
        ("[[a]]\nb = 1\n[[a]]\nb = 2\n", {("a",): 1, ("a", "b"): 2}),
        ("[ a . b ]\n  c = 1\n", {("a", "b"): 1, ("a", "b", "c"): 2}),
        ('"\\u00e9" = 1\n', {("é",): 1}),
    ],
)
def test_lines_of_keys(text, expected):
    tomllib.loads(text)
    assert dict(lines_of(text)) == expected


def test_what_is_missing_stands_where_its_section_stands():
    lines = lines_of("a = 1\n[b]\nc = 1\n")
    assert nearest_line(lines, ("b", "c", "d")) == 3
    assert nearest_line(lines, ("b", "x")) == 2
    assert nearest_line(lines, ("x",)) == 1
