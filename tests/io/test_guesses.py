"""What is taken for granted about a text file is said when it looks doubtful."""

import pytest

import shoal


@pytest.mark.parametrize(
    ("name", "text", "words"),
    [
        (
            "baskets.csv",
            "rum;tea\ngin\n",
            "hold ';' and never ',', so each line was read as one item",
        ),
        ("baskets.csv", "rum\ttea\n", "hold a tab and never ','"),
        ("baskets.tsv", "rum,tea\n", "hold ',' and never a tab"),
        ("baskets.dat", "rum|tea\n", "hold '|' and never a blank"),
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
    insisted = {"format": "csv"} if name.endswith("csv") else {"format": "fimi"}
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
        ("baskets.csv", "rum,tea\n" * 9),
        ("baskets.csv", "rum,tea\ngin\nale\n"),
        ("baskets.csv", "rum,tea\ngin,ale\n"),
    ],
)
def test_what_is_plain_needs_no_warning(tmp_path, name, text):
    path = tmp_path / name
    path.write_text(text)
    assert shoal.read(path).warnings == ()


def test_a_release_passes_the_warning_on(tmp_path):
    path = tmp_path / "baskets.csv"
    path.write_text("rum;tea\n" * 4)
    release = shoal.anonymize(path, "k=2")
    assert "never ','" in release.warnings[0]


def test_a_table_is_no_file_of_baskets(tmp_path):
    path = tmp_path / "people.csv"
    path.write_text("age,sex\n31,f\n34,m\n")
    (warning,) = shoal.read(path).warnings
    assert "with --qi" in warning
    assert shoal.read(path, format="csv").warnings == ()
