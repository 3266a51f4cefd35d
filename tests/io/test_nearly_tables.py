"""A table with one bad line is no file of baskets, and a file of baskets is no table."""

from __future__ import annotations

import random
from functools import partial

import pytest

import shoal
from shoal.errors import FormatError
from shoal.io.nearly_tables import nearly_table

HEADER = "member_no,age,sex,town"
ROWS = [f"M{100 + row},{20 + row % 50},{'fm'[row % 2]},Town {row % 4}" for row in range(60)]
WORDS = [
    "genre,sex,town",
    *(f"{'abc'[row % 3]},{'fm'[row % 2]},Town {row % 4}" for row in range(60)),
]

FAULTS = {
    "a short line": ([HEADER, *ROWS[:30], "M7,31,f", *ROWS[30:]], 32, "has 3 cells where others"),
    "a long line": ([HEADER, *ROWS, "M7,31,f,Rome, Italy"], 62, "has 5 cells where others have 4"),
    "two lines": ([HEADER, *ROWS, "", "end", "end"], 63, "the first of 2 lines of another length"),
    "a name too few": ([HEADER.partition(",")[2], *ROWS], 1, "has 3 cells where others have 4"),
    "a name too many": ([HEADER + ",", *ROWS], 1, "has 5 cells where others have 4"),
    "an empty name": ([HEADER.replace("sex", ""), *ROWS], 1, "gives column 3 no name"),
    "a title": (["Members of 2025", "", HEADER, *ROWS], 1, "has 1 cell where others have 4"),
    "a padded title": (["Members,,,", HEADER, *ROWS], 1, "names only 1 of 4 columns"),
    "padded titles": (["Members,in,2025,", ",,,", HEADER, *ROWS], 1, "names only 3 of 4 columns"),
    "a separator": (["sep=,", HEADER, *ROWS], 1, "has 2 cells where others have 4"),
    "an open quote": ([HEADER, *ROWS, '"M7,31,f,Rome'], 62, "opens a quote that it does not close"),
    "words": ([*WORDS, "a,f"], 62, "has 2 cells where others have 3"),
}


@pytest.mark.parametrize(("lines", "line", "fault"), FAULTS.values(), ids=FAULTS)
def test_a_table_with_a_bad_line_is_refused(tmp_path, lines, line, fault):
    path = tmp_path / "members.csv"
    path.write_text("\n".join(lines) + "\n")
    with pytest.raises(
        FormatError, match=rf"members\.csv, line {line}: .*looks like a table"
    ) as no:
        shoal.read(path)
    assert fault in str(no.value)
    assert len(shoal.read(path, format="fimi")) == len(lines)


BLANKS = [HEADER, *(row.replace("Town 1", ' "Town, new"') for row in ROWS)]


def test_a_table_with_blanks_before_quotes_is_refused(tmp_path):
    (tmp_path / "members.csv").write_text("\n".join(BLANKS))
    with pytest.raises(FormatError, match=r"line 1: looks like the header of a table of 4 columns"):
        shoal.read(tmp_path / "members.csv")


TWICE = [HEADER.replace("sex", "age"), *ROWS]


@pytest.mark.parametrize(
    ("lines", "line", "fault"),
    [
        *FAULTS.values(),
        (BLANKS, 3, "holds a blank before a quote"),
        (TWICE, 1, "names two columns 'age'"),
    ],
    ids=[*FAULTS, "a blank before quotes", "a name twice"],
)
@pytest.mark.parametrize("ending", ["\n", "\r\n"])
def test_inspect_says_which_line_is_bad(tmp_path, lines, line, fault, ending):
    path = tmp_path / "members.csv"
    path.write_text(ending.join(lines) + ending, newline="")
    found = shoal.inspect(path)
    assert (found.kind, found.rows, found.arguments) == ("table", 60, ())
    assert found.notes[0].startswith(f"line {line} ")
    assert fault in found.notes[0]


def padded(title, columns):
    ages = (",".join(f"{20 + (row + place) % 50}" for place in range(columns)) for row in range(60))
    return [
        title + "," * (columns - 1),
        ",".join(f"age {place}" for place in range(columns)),
        *ages,
    ]


@pytest.mark.parametrize("columns", [3, 13])
def test_a_padded_title_is_told_whoever_reads(tmp_path, columns):
    path = tmp_path / "members.csv"
    path.write_text("\n".join(padded("Members", columns)))
    few = f"names only 1 of {columns} columns"
    for reads in (shoal.read, partial(shoal.read_table, qi=["age 1"])):
        with pytest.raises(FormatError, match=f"line 1: {few}.*: delete a title above the header"):
            reads(path)
    found = shoal.inspect(path)
    assert found.notes[0].startswith(f"line 1 {few}: delete a title above the header, and")
    assert [column.name for column in found.facts.columns][:2] == ["age 0", "age 1"]


def test_padded_baskets_have_no_title():
    lines = ["tea,,", "ale,oil,", *["rum,gin,tea", "rum,,", "gin,tea,"] * 20]
    assert nearly_table(lines, ",") is None


@pytest.mark.parametrize(
    ("lines", "remedy"),
    [
        (TWICE, "rename one of them, and"),
        (FAULTS["an empty name"][0], "rename this column, and"),
        (FAULTS["a name too few"][0], "mend this line, and"),
        (FAULTS["a name too many"][0], "mend this line, and"),
    ],
)
def test_a_header_is_not_to_be_deleted(tmp_path, lines, remedy):
    path = tmp_path / "members.csv"
    path.write_text("\n".join(lines))
    assert remedy in shoal.inspect(path).notes[0]
    assert "delete" not in shoal.inspect(path).notes[0]
    with pytest.raises(FormatError) as no:
        shoal.read(path)
    assert "delete" not in str(no.value)


def test_names_are_kept_where_there_are_any(tmp_path):
    path = tmp_path / "members.csv"
    path.write_text("\n".join(TWICE))
    names = [column.name for column in shoal.inspect(path).facts.columns]
    assert names == ["member_no", "column 2", "column 3", "town"]


def test_a_bad_line_far_below_is_found(tmp_path):
    path = tmp_path / "members.csv"
    path.write_text("\n".join([HEADER, *ROWS * 60, "M7,31"]))
    assert shoal.inspect(path).notes[0].startswith("line 3,602 has 2 cells where others have 4")


@pytest.mark.parametrize("catalogue", [6, 60, 600, 6_000])
@pytest.mark.parametrize("length", [3, 5])
def test_baskets_of_equal_length_are_no_table(catalogue, length):
    draw = random.Random(catalogue + length)
    for _ in range(20):
        lines = [
            ",".join(f"item {draw.randrange(catalogue)}" for _ in range(length)) for _ in range(60)
        ]
        assert nearly_table([*lines, "item 1"], ",") is None


def test_rare_items_on_top_are_no_names():
    rare = [f"Book {row},Film {row},Song {row}" for row in range(5)]
    lines = [f"item {row % 7},item {row % 5},item {row % 3}" for row in range(60)]
    assert nearly_table([*rare, *lines, "item 1"], ",") is None


def test_few_lines_tell_nothing():
    assert nearly_table([HEADER, *ROWS[:17], "M7"], ",") is None
    assert nearly_table([HEADER, *ROWS[:18], "M7"], ",") is not None


def test_a_cell_longer_than_the_csv_module_takes():
    assert nearly_table([HEADER, *ROWS, "x" * 200_000], ",").line == 62
