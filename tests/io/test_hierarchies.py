"""Hierarchies in files."""

from __future__ import annotations

import gzip
import tempfile
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from shoal.data import Hierarchy
from shoal.data.range_labels import doubtful_labels
from shoal.errors import FormatError, ParameterError
from shoal.io.hierarchies import find_hierarchies, read_hierarchy, write_hierarchy

pytestmark = pytest.mark.usefixtures("values_shown")

labels = st.text(st.characters(codec="utf-8", exclude_characters="\0"), min_size=1, max_size=4)


@given(
    st.dictionaries(labels, st.lists(labels, min_size=1, max_size=3), min_size=1, max_size=5),
    st.sampled_from(["tree.csv", "tree.csv.gz"]),
)
def test_what_is_written_is_read_back(groups, name):
    try:
        tree = Hierarchy.of(groups)
    except ParameterError:  # a label in two places
        return
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, name)
        write_hierarchy(tree, path)
        back = read_hierarchy(path)
    assert back.labels == tree.labels
    assert back.parents.tolist() == tree.parents.tolist()


LAYOUTS = {
    "semicolons": "1;[1, 5[;*\n7;[5, 9[;*\n",
    "commas": '1,"[1, 5[",*\n7,"[5, 9[",*\n',
    "tabs": "1\t[1, 5[\t*\n7\t[5, 9[\t*\n",
    "quoted semicolons": '1;"[1, 5[";*\n7;"[5, 9[";*\n',
    "no top": "1;[1, 5[\n7;[5, 9[\n",
    "blank lines": "\n1;[1, 5[;*\n\n7;[5, 9[;*\n\n",
    "Windows": "\ufeff1;[1, 5[;*\r\n7;[5, 9[;*\r\n",
    "no last line break": "1;[1, 5[;*\n7;[5, 9[;*",
}


@pytest.mark.parametrize("text", LAYOUTS.values(), ids=LAYOUTS)
def test_layouts(tmp_path, text):
    if "\t" in text:
        text = text.replace(", ", "-")
    (tmp_path / "age.csv").write_text(text, newline="")
    tree = read_hierarchy(tmp_path / "age.csv")
    assert tree.values == ("1", "7")
    assert tree.depth == 2


def test_values_alone_are_a_flat_hierarchy(tmp_path):
    (tmp_path / "sex.csv").write_text("m\nf\n")
    assert read_hierarchy(tmp_path / "sex.csv").labels == ("*", "m", "f")


BAD = {
    "empty": (b"", "age.csv, line 1: the file is empty"),
    "blank": (b"\n\n", "age.csv, line 1: the file is empty"),
    "not UTF-8": (b"1;a;*\n2;\xff;*\n", "age.csv, line 2: is not valid UTF-8"),
    "binary": (b"1;a;*\n2;\0;*\n", "age.csv, line 2: holds a NUL byte"),
    "ragged": (b"1;a;*\n\n2;*\n", "age.csv, line 3: 2 labels where line 1 has 3"),
    "header": (b"age;group;top\n1;a;*\n", "age.csv, line 1: some lines end in '*'"),
    "no root at the end": (b"1;a;*\n2;a;*\n3;a;b\n", "age.csv, line 3: some lines end in '*'"),
    "two parents": (b"1;a;*\n1;b;*\n", "age.csv, line 2: '1' has two parents: 'a' and 'b'"),
    "cycle": (b"1;a;b;*\n2;b;a;*\n", "age.csv, line 2: 'a' has two parents"),
    "open quote": (b'1;a;*\n2;"a;*\n', "age.csv, line 2: a quote"),
    "empty label": (b"1;;*\n", "age.csv, line 1: a path goes from a value up"),
    "broken gzip": (b"\x1f\x8b\x08x", "gzip"),
}


@pytest.mark.parametrize(("content", "words"), BAD.values(), ids=BAD)
def test_bad_files(tmp_path, content, words):
    (tmp_path / "age.csv").write_bytes(content)
    with pytest.raises(FormatError) as caught:
        read_hierarchy(tmp_path / "age.csv")
    assert words in str(caught.value)
    assert "\n" not in str(caught.value)


def test_no_file_and_nothing_to_write(tmp_path):
    with pytest.raises(ParameterError, match="no such file"):
        read_hierarchy(tmp_path / "age.csv")
    with pytest.raises(ParameterError, match="without values"):
        write_hierarchy(Hierarchy.flat([]), tmp_path / "age.csv")


def test_files_are_matched_by_the_longest_column(tmp_path):
    for name in ("a_education.csv", "education-num.csv.gz", "x_home_town.csv", "notes.csv", "r.md"):
        (tmp_path / name).touch()
    (tmp_path / ".education.csv").touch()
    columns = ["num", "education", "education-num", "town", "home_town"]
    files, unmatched = find_hierarchies(tmp_path, columns)
    assert {column: path.name for column, path in files.items()} == {
        "education": "a_education.csv",
        "education-num": "education-num.csv.gz",
        "home_town": "x_home_town.csv",
    }
    assert [path.name for path in unmatched] == ["notes.csv"]
    (tmp_path / "education.csv").touch()
    with pytest.raises(ParameterError, match="two files are named after column 'education'"):
        find_hierarchies(tmp_path, ["education"])
    with pytest.raises(ParameterError, match="no folder"):
        find_hierarchies(tmp_path / "nowhere", ["education"])


#: Values and levels above them, as the folder's own description says.
PUBLIC = {
    "adult/adult_hierarchy_age.csv": (100, 4),
    "adult/adult_hierarchy_education.csv": (16, 3),
    "adult/adult_hierarchy_native-country.csv": (41, 2),
    "adult/adult_hierarchy_hours-per-week.csv": (94, 4),
    "adult/adult_hierarchy_fnlwgt.csv.gz": (21648, 4),
    "bms_webview_2/items.csv.gz": (3340, 6),
    "groceries/items.csv.gz": (169, 3),
}


@pytest.mark.parametrize(("name", "shape"), PUBLIC.items(), ids=PUBLIC)
def test_public_hierarchies(public_data, tmp_path, name, shape):
    path = public_data / "hierarchies" / name
    tree = read_hierarchy(path)
    assert (len(tree), tree.depth) == shape
    assert doubtful_labels(tree) == ()
    write_hierarchy(tree, tmp_path / "copy.csv")
    assert read_hierarchy(tmp_path / "copy.csv").labels == tree.labels
    if name.startswith("adult"):
        text = path.read_bytes()
        text = gzip.decompress(text) if name.endswith(".gz") else text
        assert sorted((tmp_path / "copy.csv").read_text().split("\n")) == sorted(
            text.decode().replace("\r", "").split("\n")
        )
