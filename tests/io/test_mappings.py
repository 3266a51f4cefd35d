import gzip

import pytest
from hypothesis import given
from hypothesis import strategies as st

from shoal.data.item_mapping import ItemMapping
from shoal.errors import FormatError, OutputError, ParameterError
from shoal.io.mappings import read_mapping, write_mapping

pytestmark = pytest.mark.usefixtures("values_shown")

names = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0"), max_size=5)
odd = st.sampled_from(["{a,b}", "+3", ",", '"', "{", "}", "\ufeff", "a\r", "\n", "", "item", " x"])
partitions = st.dictionaries(names | odd, st.integers(0, 3), min_size=1, max_size=12)


def read(tmp_path, text):
    path = tmp_path / "release.dat.mapping.csv"
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return read_mapping(path)


@given(partitions, st.booleans())
def test_round_trip(tmp_path_factory, sets, compressed):
    members = [[name for name in sets if sets[name] == number] for number in {*sets.values()}]
    mapping = ItemMapping.of_sets(members)
    path = tmp_path_factory.mktemp("mapping") / ("m.csv.gz" if compressed else "m.csv")
    write_mapping(mapping, path)
    again = read_mapping(path)
    assert (again.items, again.published) == (mapping.items, mapping.published)


def test_long_sets(tmp_path):
    mapping = ItemMapping.of_sets([[f"item{i}" for i in range(50)], ["+1", "tea"], ["rum"]])
    write_mapping(mapping, tmp_path / "m.csv")
    assert "{item0,+49}" in (tmp_path / "m.csv").read_text()
    assert read_mapping(tmp_path / "m.csv").by_item == mapping.by_item


def test_sorted_by_item(tmp_path):
    write_mapping(ItemMapping(("tea", "rum"), ("tea", "rum")), tmp_path / "m.csv")
    assert (tmp_path / "m.csv").read_text() == "item,published\nrum,rum\ntea,tea\n"


def test_what_others_write(tmp_path):
    text = '\ufeffitem,published\r\nbeer,drinks\r\n\r\nwine,drinks\r\nnurse,"{nurse, smith}"\r\n'
    mapping = read(tmp_path, text)
    assert mapping.sizes == {"drinks": 2, "{nurse, smith}": 1}
    assert read(tmp_path, gzip.compress(text.encode())).by_item == mapping.by_item


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "a mapping starts with the line item,published"),
        ("a,b\n", "line 1: a mapping starts with the line item,published"),
        ("item;published\n", "line 1: a mapping starts with"),
        ("item,published\n", "the file maps no items"),
        ("item,published\na,a\nb\n", "line 3: 1 cell where there must be 2"),
        ("item,published\na,b,c\n", "line 2: 3 cells where there must be 2"),
        ("item,published\na,a\nb,b\na,a\n", "line 4: item 'a' was mapped before, in line 2"),
        ('item,published\na,"{a,b}"\n', "line 2: '{a,b}' says other items"),
        ('item,published\na,"{a}"\nb,"{a}"\n', "line 2: '{a}' says other items"),
        ('item,published\nx,x\na,"{a,+2}"\nb,"{a,+2}"\n', "line 3: '{a,+2}' says other items"),
        ('item,published\nc,"{a,b}"\nd,"{a,b}"\n', "line 2: '{a,b}' says other items"),
        ("item,published\na,a\nb,a\n", "line 2: 'a' says other items"),
        ('item,published\na,"a\n', "line 2: a quote that is never closed"),
        (b"item,published\na,\xff\n", "line 2: is not valid UTF-8"),
        (b"item,published\na\0,a\n", "line 2: holds a NUL byte"),
    ],
)
def test_bad_files(tmp_path, text, words):
    with pytest.raises(FormatError) as caught:
        read(tmp_path, text)
    assert words in str(caught.value)
    assert "mapping.csv" in str(caught.value)


def test_no_file(tmp_path):
    with pytest.raises(ParameterError, match="no such file"):
        read_mapping(tmp_path / "nowhere.csv")
    with pytest.raises(ParameterError, match="is a directory"):
        read_mapping(tmp_path)
    with pytest.raises(OutputError, match="is a directory"):
        write_mapping(ItemMapping.of_sets([["a"]]), tmp_path)
    with pytest.raises(ParameterError, match="NUL"):
        write_mapping(ItemMapping.of_sets([["a\0"]]), tmp_path / "m.csv")
