import numpy as np
import pytest

from shoal.data import Vocabulary
from shoal.errors import FormatError, ParameterError
from shoal.io.item_choice import choose_items

pytestmark = pytest.mark.usefixtures("values_shown")

NAMES = Vocabulary(sorted(["beer", "hiv", "hiv test", "milk", "@home", "a*b", "axb", "x,y", "#1"]))


@pytest.mark.parametrize(
    ("choice", "chosen"),
    [
        ("hiv", {"hiv"}),
        (" milk , hiv,", {"hiv", "milk"}),
        (["milk", "hiv test"], {"hiv test", "milk"}),
        ("hiv*", {"hiv", "hiv test"}),
        ("m?lk,[bx]*", {"milk", "beer", "x,y"}),
        ("a*b", {"a*b"}),
        (["a?b"], {"a*b", "axb"}),
        ("a[*]b", {"a*b"}),
        ('"x,y"', {"x,y"}),
        ("@home", {"@home"}),
    ],
)
def test_names_and_patterns(choice, chosen):
    found = choose_items(NAMES, choice)
    assert {*found} == chosen
    assert list(found) == [name for name in NAMES if name in chosen]


def test_numbers_are_names_too():
    numbers = Vocabulary(np.array([2, 10, 100]))
    assert choose_items(numbers, "10") == ("10",)
    assert choose_items(numbers, [2, 10]) == ("2", "10")
    assert choose_items(numbers, "1*") == ("10", "100")


def test_from_a_file(tmp_path):
    path = tmp_path / "secret.txt"
    path.write_bytes(b'# the worst\r\n\n hiv test # both\r\nm*\n"a*b"\n"#1"  # and this\n')
    assert {*choose_items(NAMES, f"@{path}")} == {"hiv test", "milk", "a*b", "#1"}
    assert {*choose_items(NAMES, [f"@{path}", "beer"])} >= {"beer", "milk"}


@pytest.mark.parametrize(
    ("choice", "words"),
    [
        ("mlk", "'mlk' of the sensitive items matches no item of the data"),
        (["zzz"], "'zzz' of the sensitive items matches no item of the data"),
        ("z*", "'z*' of the sensitive items matches no item"),
        ("", "no sensitive items were chosen"),
        ([], "no sensitive items were chosen"),
        ("*", "all 9 items of the data are chosen"),
        ('"x,y', "separated by commas"),
        (7, "a list of names"),
        ("@", "@secret.txt"),
        ("@nowhere.txt", "no such file: nowhere.txt"),
    ],
)
def test_bad_choices(choice, words):
    with pytest.raises(ParameterError) as caught:
        choose_items(NAMES, choice)
    assert words in str(caught.value)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        (b"hiv\nmlk\n", "line 2: 'mlk' of the sensitive items matches no item of the data"),
        (b"z?\n", "line 1: 'z?' of the sensitive items matches no item"),
        (b'"z*"\n', "line 1: 'z*' of the sensitive items matches no item"),
        (b"# none\n\n", "the file names no items"),
        (b'hiv\n"hiv" test\n', "line 2: "),
        (b"hiv\n\xff\n", "line 2: is not valid UTF-8"),
    ],
)
def test_bad_files(tmp_path, text, words):
    (tmp_path / "secret.txt").write_bytes(text)
    with pytest.raises(FormatError) as caught:
        choose_items(NAMES, f"@{tmp_path / 'secret.txt'}")
    assert words in str(caught.value)
    assert "secret.txt" in str(caught.value)


def test_a_folder_is_no_file(tmp_path):
    with pytest.raises(ParameterError, match="is a directory"):
        choose_items(NAMES, f"@{tmp_path}")
