"""Keys of TOML texts stand where the scanner says."""

from __future__ import annotations

import tomllib

import pytest

from shoal.recipes.recipe_toml import lines_of, nearest_line


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", {}),
        ("# a = 1\n", {}),
        ("a = 1", {("a",): 1}),
        ("\n\na = 1 # b = 2\nc=3\n", {("a",): 3, ("c",): 4}),
        ("a.b = 1\na.c = 2\n", {("a",): 1, ("a", "b"): 1, ("a", "c"): 2}),
        ("[a]\nb = [\n 1, # x = [\n 2,\n]\nc = 1\n", {("a",): 1, ("a", "b"): 2, ("a", "c"): 6}),
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
