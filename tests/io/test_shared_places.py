"""Baskets of equal length are baskets, also under a first one of rare items; tables stay tables."""

from __future__ import annotations

import random

import pytest

import shoal
from shoal.errors import FormatError
from shoal.io.nearly_tables import nearly_table

RARE = ["saffron", "truffle", "caviar"]


def baskets(length, catalogue, *, ordered):
    draw = random.Random(length * catalogue)
    rows = [draw.sample(range(catalogue), length) for _ in range(400)]
    return [[f"good {item:03}" for item in (sorted(row) if ordered else row)] for row in rows]


def written(tmp_path, rows):
    path = tmp_path / "lines.csv"
    path.write_text("".join(",".join(row) + "\n" for row in rows))
    return path


@pytest.mark.parametrize("length", [2, 3])
@pytest.mark.parametrize("catalogue", [20, 60, 200])
@pytest.mark.parametrize("ordered", [False, True], ids=["as they came", "sorted"])
def test_a_first_basket_of_rare_items(tmp_path, length, catalogue, ordered):
    path = written(tmp_path, [RARE[:length], *baskets(length, catalogue, ordered=ordered)])
    data = shoal.read(path)
    assert len(data) == 401
    (note,) = data.notes
    assert note.startswith("the first line looks like a header")
    assert "if this is a table, name its quasi-identifiers with" in note
    found = shoal.inspect(path)
    assert found.kind != "table"
    assert RARE[0] not in str(found.to_dict())


def test_a_first_basket_of_rare_items_and_a_short_line():
    rows = [RARE, *baskets(3, 20, ordered=False), ["good 001"]]
    assert nearly_table([",".join(row) for row in rows], ",") is None


ANSWERS = {
    "flags": (["vegan", "halal", "kosher"], ["yes", "no"]),
    "counts": (["children", "adults"], ["0", "1", "2", "3", "4"]),
    "points": (["math", "art"], [f"{point / 1000}" for point in range(1000)]),
    "days": (["from", "until"], [f"2025-03-{day:02}" for day in range(1, 32)]),
    "postcodes": (["home zip", "work zip"], [f"N{number} 1AB" for number in range(50)]),
}


@pytest.mark.parametrize("kind", ANSWERS)
def test_columns_of_the_same_values(tmp_path, kind):
    names, values = ANSWERS[kind]
    draw = random.Random(7)
    rows = [draw.choices(values, k=len(names)) for _ in range(400)]
    if kind == "days":
        rows = [sorted(draw.sample(values, 2)) for _ in range(400)]
    path = written(tmp_path, [names, *rows])
    with pytest.raises(FormatError, match="looks like the header of a table"):
        shoal.read(path)
    assert shoal.inspect(path).kind == "table"


def test_two_flags_among_other_columns(tmp_path):
    draw = random.Random(7)
    rows = [[*draw.sample(["yes", "no"], 2), draw.choice(["Rome", "Oslo"])] for _ in range(400)]
    path = written(tmp_path, [["smoker", "drinker", "town"], *rows])
    with pytest.raises(FormatError, match="looks like the header of a table"):
        shoal.read(path)
