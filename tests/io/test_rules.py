import gzip

import pytest
from hypothesis import given
from hypothesis import strategies as st

from shoal.data.baskets import Baskets
from shoal.data.rules import Rules
from shoal.errors import FormatError, OutputError, ParameterError, ShoalError
from shoal.io.rules import read_rules, write_rules

pytestmark = pytest.mark.usefixtures("values_shown")

names = st.text(
    st.characters(exclude_categories=["Cs"], exclude_characters="\n\0"), max_size=4
) | st.sampled_from(["->", '"', "#", "a", "b c", "\ufeff", "\ufeffa", "a\r", "\r", "'", "\x0b"])
sides = st.sets(names, min_size=1, max_size=4)
rule_lists = st.lists(
    st.tuples(sides, sides).map(lambda pair: (pair[0] - pair[1], pair[1])).filter(lambda p: p[0]),
    min_size=1,
    max_size=8,
)


def read(tmp_path, text):
    path = tmp_path / "rules.txt"
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return read_rules(path)


def texts(rules):
    return [rules.text(rule) for rule in range(len(rules))]


@given(rule_lists, st.sampled_from(["rules.txt", "rules.txt.gz"]))
def test_round_trip(tmp_path_factory, pairs, name):
    path = tmp_path_factory.mktemp("rules") / name
    write_rules(Rules.of(pairs), path)
    rules = read_rules(path)
    distinct = list(dict.fromkeys((frozenset(left), frozenset(right)) for left, right in pairs))
    rows = zip(rules.antecedents, rules.consequents, strict=True)
    assert [(frozenset(left), frozenset(right)) for left, right in rows] == distinct
    assert path.read_bytes().startswith(b"\x1f\x8b") == name.endswith(".gz")


def test_grammar(tmp_path):
    text = (
        "\ufeff# what must not follow\r\n\r\n  a\tc  ->  h # so\r\n"
        'a->b "x ""y"" #" "" -> "->" g\r\n\t\n7 -> h#\n'
    )
    rules = read(tmp_path, text)
    assert texts(rules) == ["a c -> h", '"" a->b "x ""y"" #" -> "->" g', "7 -> h"]
    assert rules.lines == [3, 4, 6]
    assert rules.place(1) == f"{tmp_path / 'rules.txt'}, line 4"


def test_compressed(tmp_path):
    assert texts(read(tmp_path, gzip.compress(b"a -> h\n"))) == ["a -> h"]


def test_a_rule_that_was_there_before_is_passed_over(tmp_path):
    rules = read(tmp_path, "a b -> h\na -> h\nb a b -> h\na -> g\nb -> h\nh g -> a\na -> g h\n")
    assert texts(rules) == ["a b -> h", "a -> h", "a -> g", "b -> h", "g h -> a", "a -> g h"]
    assert rules.lines == [1, 2, 4, 5, 6, 7]
    assert rules.antecedents.warnings == ()


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("a -> h\na b h\n", "line 2: no arrow: a rule reads a b -> h"),
        ("a->h\n", "line 1: no arrow: a rule reads a b -> h, with a space on either side"),
        ("a -> b -> h\n", "line 1: two arrows"),
        ("\n-> h\n", "line 2: no item left of the arrow"),
        ("a -> # h\n", "line 1: no item right of the arrow"),
        ("->\n", "line 1: no item left of the arrow"),
        ('a -> "h\n', "line 1: a quote that is never closed"),
        ('a"b -> h\n', "line 1: a quote that is never closed"),
        ('"a"b -> h\n', "line 1: a quote within an item"),
        ('6"" -> h\n', "line 1: a quote within an item"),
        ("a b -> b h\n", "line 1: item 'b' stands on both sides"),
        ("", "rules.txt, line 1: the file holds no rules"),
        ("# only a comment\n\n", "rules.txt, line 1: the file holds no rules"),
        (b"a -> h\nb\xc3( -> h\n", "line 2: is not valid UTF-8"),
        (b"\x7fELF\0\0 -> h\n", "line 1: holds a NUL byte"),
        (b"\x1f\x8b\x08abc", "gzip"),
    ],
)
def test_bad_files(tmp_path, text, words):
    with pytest.raises(FormatError) as caught:
        read(tmp_path, text)
    assert words in str(caught.value)
    assert str(tmp_path / "rules.txt") in str(caught.value)


def test_no_file(tmp_path):
    with pytest.raises(ParameterError, match="no such file"):
        read_rules(tmp_path / "nowhere.txt")
    with pytest.raises(ParameterError, match="is a directory"):
        read_rules(tmp_path)


@pytest.mark.parametrize("item", ["a\nb", "a\0b"])
def test_what_cannot_be_written(tmp_path, item):
    with pytest.raises(ParameterError, match="line break or a NUL"):
        write_rules(Rules.of([([item], ["h"])]), tmp_path / "rules.txt")
    assert not list(tmp_path.iterdir())


def test_a_failed_write_leaves_the_old_file(tmp_path):
    path = tmp_path / "rules.txt"
    path.write_text("old")
    with pytest.raises(ParameterError, match="no rules to write"):
        write_rules(Rules(Baskets.of([]), Baskets.of([])), path)
    with pytest.raises(ParameterError, match="output equals input"):
        write_rules(Rules.of([(["a"], ["h"])]), path, inputs=(path,))
    for place in (tmp_path, tmp_path / "missing" / "rules.txt"):
        with pytest.raises((OutputError, ShoalError), match="cannot write"):
            write_rules(Rules.of([(["a"], ["h"])]), place)
    assert [*tmp_path.iterdir()] == [path]
    assert path.read_text() == "old"


def test_integers_are_written_as_text(tmp_path):
    write_rules(Rules.of([([7, 10], [3])]), tmp_path / "rules.txt")
    assert (tmp_path / "rules.txt").read_text() == "7 10 -> 3\n"
