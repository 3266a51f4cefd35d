"""A header over baskets and blank lines below them are told, and nothing else is."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

import shoal
from shoal.io.end_lines import blank_last_lines

LINES = "tea,rum\ntea\nrum,gin,green tea\ngin\n" * 6


def notes(tmp_path, text, name="baskets.csv"):
    path = tmp_path / name
    path.write_text(text)
    for source in (shoal.read(path), shoal.inspect(path)):
        said = [note for note in source.notes if "header" in note or "blank, and" in note]
        assert len(said) < 2
    assert said == [note for note in shoal.read(path).notes if note in said]
    return said


@pytest.mark.parametrize(
    "header",
    ["book1,book2,book3", "item_1,item_2", "Item 1,Item 2", "titles", "products", "\ufeffitems"],
)
def test_a_header_is_told(tmp_path, header):
    (note,) = notes(tmp_path, f"{header}\n{LINES}")
    assert note.startswith("the first line looks like a header")
    assert note.endswith("delete line 1 if it is a header")
    assert header not in note
    assert any(
        "header" in said for said in shoal.anonymize(tmp_path / "baskets.csv", "k=2").warnings
    )


@pytest.mark.parametrize(
    "first",
    [
        "ale,oil",
        "ale",
        "book",
        "Shrek 1,Shrek 2",
        "book2,book3",
        "book1,film2",
        "book1,book1",
        "book1",
        "7,8",
        "green tea,oil",
    ],
)
def test_a_basket_of_rare_items_is_none(tmp_path, first):
    path = tmp_path / "baskets.csv"
    path.write_text(f"{first}\n{LINES}")
    assert shoal.read(path).notes == ()


@pytest.mark.parametrize("rest", [LINES + "book1,tea\n", "tea,rum\n" * 3], ids=["again", "few"])
def test_a_header_stands_above_much_and_in_one_place(tmp_path, rest):
    assert notes(tmp_path, f"book1,book2\n{rest}") == []


def test_blank_lines_at_the_end_are_told(tmp_path):
    (note,) = notes(tmp_path, LINES + "\n\n")
    assert note.startswith("lines 25 and 26 are blank, and count as empty baskets")
    assert notes(tmp_path, LINES.replace(",", " ") + " \r\n", "baskets.dat")[0].startswith(
        "line 25 is blank, and counts as an empty basket"
    )
    assert notes(tmp_path, LINES) == []


@given(st.lists(st.sampled_from(["tea", "", " "]), min_size=1, max_size=6), st.booleans())
def test_blank_lines_against_plain_python(lines, ended):
    text = "\n".join(lines) + ("\n" if ended else "")
    there = [not line.strip() for line in text.removesuffix("\n").split("\n")]
    last = max((place for place, blank in enumerate(there) if not blank), default=len(there))
    told = blank_last_lines(text.encode())
    assert bool(told) == (last + 1 < len(there) and not any(there[:last]))
    if told:
        assert f"{last + 2}" in told[0]
        assert f"{len(there)}" in told[0]
