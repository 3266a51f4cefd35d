"""What is taken for granted about a text file is said when it looks doubtful."""

import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st

import shoal
from shoal.errors import FormatError


@pytest.mark.parametrize(
    ("name", "text", "words"),
    [
        (
            "baskets.csv",
            "rum;tea\ngin\n",
            "separated by ';' rather than ',', so items were taken to end there",
        ),
        ("baskets.csv", "rum\ttea\n", "separated by a tab rather than ','"),
        ("baskets.tsv", "rum,tea\n", "separated by ',' rather than a tab"),
        ("baskets.dat", "rum|tea\n", "no line holds a blank; most hold '|'"),
        ("baskets.dat", "rum, green tea\ngin\n", "most lines hold ',', but items end at blanks"),
        ("baskets.dat", "rum,green tea\ngin,ale\n", "most lines hold ',', but items end"),
        (
            "baskets.csv",
            "a;b\n" * 40 + "a;coffee, ground\n" * 9,
            "separated by ';' rather than ','",
        ),
        ("baskets.csv", "a;b\n" * 3 + "a,c\n", "only 1 of the first 4 lines holds ','; most"),
        ("baskets.csv", "1 2\n3 4\n5 6\n", "no line holds ','; most hold a blank"),
        (
            "baskets.csv",
            "Emma;Guns, Germs, and Steel\n" * 60 + "Dune\nrum;20,000 Leagues\n",
            "separated by ';' rather than ','",
        ),
        (
            "baskets.csv",
            "tea, ale\n" * 60 + "rum;dark, gin\n" * 15,
            "first 75 lines 75 hold ',' and 15 hold ';': items were taken to be separated by ','",
        ),
        ("baskets.csv", "a,b\n" * 20 + "a;b\n" * 10, "30 lines 20 hold ',' and 10 hold ';'"),
        ("baskets.log", "rum tea\n", "the name baskets.log does not tell the format"),
        ("baskets", "1 2\n", "so it was read as fimi"),
    ],
)
def test_a_doubtful_guess_is_said(tmp_path, name, text, words):
    path = tmp_path / name
    path.write_text(text)
    (warning,) = shoal.read(path).warnings
    assert words in warning
    assert "rum" not in warning
    insisted = {"format": "csv"} if name.endswith("sv") else {"format": "fimi"}
    assert shoal.read(path, **insisted).warnings == ()


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("baskets.csv", "rum,tea;x\n"),
        ("baskets.csv", "rum\ntea\n"),
        ("baskets.csv", "rum;tea|gin\n"),
        ("baskets.dat", "rum;x tea\n"),
        ("baskets.DAT", "1\n"),
        ("baskets.tsv", "rum\ttea\n"),
        ("baskets.csv", "Back pain\nKnee pain\n" * 20),
        ("baskets.csv", "a,b\nb,c\na;b\n"),
        ("baskets.csv", "tea, rum, gin\nale\n" * 20),
        ("baskets.csv", "tea, rum, gin\n" * 20 + "ale;x, gin\n" * 3),
        ("baskets.csv", "tea,rum; dark\n" * 20),
        ("baskets.csv", "a,b\n" * 60 + "a;b\n" * 10),
        ("baskets.csv", "rum,tea\n" * 9),
        ("baskets.csv", "rum,tea\ngin\nale\n"),
        ("baskets.csv", "rum,tea\ngin,ale\n"),
        ("baskets.csv", "rum,tea\ngin,ale\nmilk,oil\n"),
        ("baskets.csv", "rum,tea\n\ngin,ale\n1,2,3\n"),
        ("baskets.csv", "1,tea\n2,rum\n3,gin\n"),
    ],
)
def test_what_is_plain_needs_no_warning(tmp_path, name, text):
    path = tmp_path / name
    path.write_text(text)
    assert shoal.read(path).warnings == ()


TITLES = ["Dune", "Emma", "Guns, Germs, and Steel", "The Lion, the Witch and the Wardrobe"]


@given(st.lists(st.lists(st.sampled_from(TITLES), min_size=2, max_size=4, unique=True), min_size=1))
def test_a_comma_before_a_blank_is_text_beside_semicolons(tmp_path_factory, rows):
    path = tmp_path_factory.mktemp("titles") / "loans.csv"
    path.write_text("".join(";".join(row) + "\n" for row in rows))
    assert list(shoal.read(path)) == [sorted(row) for row in rows]


SIZES = ["milk 1,5l", "rice 2,5kg", "beans", "eggs x6", "0,7 rum"]


@pytest.mark.parametrize("mark", [";", "; ", "|", "\t"])
@given(st.lists(st.lists(st.sampled_from(SIZES), min_size=2, max_size=4, unique=True), min_size=1))
def test_a_comma_between_digits_is_text_beside_another_mark(tmp_path_factory, mark, rows):
    path = tmp_path_factory.mktemp("sizes") / "baskets.csv"
    path.write_text("".join(mark.join(row) + "\n" for row in rows))
    data = shoal.read(path)
    assert list(data) == [sorted(row) for row in rows]
    assert ["rather than ','" in warning for warning in data.warnings] == [True]


@pytest.mark.parametrize(
    "text", ["1,2,3\n4,5;6,7\n" * 20, "1,5\n2,7\n" * 20, "a1,2b\nc;d,e\n" * 20]
)
def test_commas_of_lists_still_separate(tmp_path, text):
    path = tmp_path / "baskets.csv"
    path.write_text(text)
    assert len(next(iter(shoal.read(path)))) == len(text.partition("\n")[0].split(","))


def test_who_names_the_separator_is_not_asked_for_it(tmp_path):
    path = tmp_path / "baskets.csv"
    path.write_text("a,b\n" * 20 + "a;b\n" * 10)
    assert "hold ';'" in shoal.inspect(path).notes[0]
    assert shoal.read(path, separator=",").warnings == ()


def test_a_release_passes_the_warning_on(tmp_path):
    path = tmp_path / "baskets.csv"
    path.write_text("rum;tea\n" * 4)
    release = shoal.anonymize(path, "k=2")
    assert "rather than ','" in release.warnings[0]


EXPORT = "Order ID;Day;Product;Price\n1;Mon;tea;1,50\n1;Mon;rum;9,90\n2;Tue;tea;1,50\n"
TABLES = {
    "a table": "age,sex\n31,f\n34,m\n",
    "blank lines": "age,sex\r\n31,f\r\n\r\n34,m\r\n",
    "a mark in front": "\ufeffage,sex\n31,f\n34,m\n",
    "an export with decimal commas": EXPORT,
    "ids that do not repeat": "order_id,what\n7,tea\n8,rum\n",
    "items with a day": "id,item,day\n7,tea,1\n7,rum,1\n",
    "words": "name,town\n" + "".join(f"n{i},t{i % 3}\n" for i in range(30)),
}


@pytest.mark.parametrize("text", TABLES.values(), ids=TABLES)
@pytest.mark.parametrize("told", [{}, {"separator": "own"}])
def test_a_table_is_no_file_of_baskets(tmp_path, text, told):
    path = tmp_path / "people.csv"
    path.write_text(text, newline="")
    own = ";" if ";" in text else ","
    told = {"separator": own} if told else {}
    with pytest.raises(
        FormatError, match=r"people\.csv, line 1: .* with qi; .* with id and item; .*format='csv'"
    ):
        shoal.read(path, **told)
    assert len(shoal.read(path, format="csv")) >= 3


LONG = {
    "semicolons": "order_id;product\n1;tea\n1;rum\n2;tea\n",
    "tabs": "order_id\tproduct\n1\ttea\n1\trum\n2\ttea\n",
    "decimal commas": "order_id;product\n1;tea, green\n1;rum\n2;tea, green\n",
    "blank lines": "order_id,product\r\n1,tea\r\n\r\n1,rum\r\n2,tea\r\n\r\n",
    "a mark in front": "\ufefforder_id,product\n1,tea\n1,rum\n2,tea\n",
    "the items first": "product,order_id\ntea,1\nrum,1\ntea,2\n",
}


@pytest.mark.parametrize("text", LONG.values(), ids=LONG)
@pytest.mark.parametrize("way", ["guessed", "separator", "format", "columns"])
def test_the_long_layout_with_any_separator(tmp_path, text, way):
    path = tmp_path / "orders.csv"
    path.write_text(text, newline="")
    mark = next(one for one in ";\t," if one in text.partition("\n")[0])
    told = {
        "guessed": {},
        "separator": {"separator": mark},
        "format": {"format": "long"},
        "columns": {"id": "order_id", "item": "product"},
    }[way]
    baskets = shoal.read(path, **told)
    tea = "tea, green" if ", green" in text else "tea"
    assert list(baskets) == [["rum", tea], [tea]]
    assert len(baskets.warnings) == (way in ("guessed", "separator"))


def test_what_is_quoted_separates_nothing(tmp_path):
    path = tmp_path / "baskets.csv"
    path.write_text('a;b\n"coffee, ground";b\n')
    assert list(shoal.read(path)) == [["a", "b"], ["b", "coffee, ground"]]


def test_a_release_is_read_as_it_was_written(tmp_path):
    rows = [["a;b", "c;d"], ["a;b"], ["c;d"]] * 4
    shoal.anonymize(rows, "k=2").write(tmp_path / "release.csv")
    assert sorted(shoal.read(tmp_path / "release.csv")) == sorted(map(list, rows))


def test_the_long_layout_in_parquet(tmp_path):
    path = tmp_path / "release.parquet"
    frame = pl.DataFrame({"id": [1, 1, 2], "item": ["tea", "rum", "tea"]})
    frame.write_parquet(path)
    data = shoal.read(path)
    assert list(data) == [["rum", "tea"], ["tea"]]
    assert "so each row was read as an id and an item" in data.warnings[0]
    frame[1:].write_parquet(path)
    with pytest.raises(FormatError, match=r"release\.parquet: no column holds lists"):
        shoal.read(path)
