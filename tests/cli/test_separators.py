"""What separates items and cells: named or recognised, taken over by a .csv output, or refused."""

from __future__ import annotations

import pytest

import shoal as api
from shoal.errors import ParameterError

MARKS = {"comma": ",", "semicolon": ";", "tab": "\t", "bar": "|"}
ROWS = [["tea", "rum"], ["tea", "rum", "gin"], ["tea", "gin"]] * 8

#: A file of each kind, and the flags that it needs.
KINDS = {
    "baskets": ("\n".join(",".join(row) for row in ROWS), ()),
    "long": ("id,item\n" + "\n".join(f"{i},{x}" for i, row in enumerate(ROWS) for x in row), ()),
    "long, columns named": (
        "no,what\n" + "\n".join(f"{i},{x}" for i, row in enumerate(ROWS) for x in row),
        ("--id", "no", "--item", "what"),
    ),
    "table": (
        "age,sex\n" + "\n".join(f"{30 + i % 5},{'fm'[i % 2]}" for i in range(24)),
        ("--qi", "age,sex"),
    ),
}


@pytest.mark.parametrize("told", [False, True], ids=["recognised", "named"])
@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("mark", MARKS.values(), ids=MARKS)
def test_a_recipe_writes_the_bytes_of_its_run_with_the_separator_of_the_input(
    shoal, tmp_path, mark, kind, told
):
    text, flags = KINDS[kind]
    (tmp_path / "in.csv").write_text(text.replace(",", mark) + "\n")
    flags = [*flags, "--separator", mark] if told else flags
    made = shoal("anonymize", "in.csv", "-k", 3, *flags, "-o", "r.csv", "--save-recipe", "r.toml")
    assert made.returncode == 0, made.stderr
    first = (tmp_path / "r.csv").read_bytes()
    (tmp_path / "r.csv").unlink()
    assert shoal("run", "r.toml").returncode == 0
    assert (tmp_path / "r.csv").read_bytes() == first
    # Of the marks, only that of the input separates anything.
    lines = first.decode().splitlines()
    assert any(mark in line for line in lines)
    assert not any(other in lines[0] for other in MARKS.values() if other != mark)


def test_a_csv_made_from_a_tsv_has_commas(shoal, tmp_path):
    (tmp_path / "in.tsv").write_text("tea\trum\n" * 4)
    assert shoal("anonymize", "in.tsv", "-k", 2, "-o", "r.csv").returncode == 0
    assert (tmp_path / "r.csv").read_text() == "rum,tea\n" * 4


CALLS = {
    "anonymize": ("anonymize", "in.csv", "-k", 2, "-o", "r.csv"),
    "anonymize a table": ("anonymize", "in.csv", "-k", 2, "--qi", "tea", "-o", "r.csv"),
    "inspect": ("inspect", "in.csv"),
    "verify": ("verify", "in.csv", "-k", 2),
    "verify a table": ("verify", "in.csv", "-k", 2, "--qi", "tea"),
    "measure": ("measure", "in.csv", "in.csv"),
    "mine": ("mine", "in.csv", "--min-support", 2),
    "hierarchy check": ("hierarchy", "check", "in.csv"),
}


@pytest.mark.parametrize("call", CALLS.values(), ids=CALLS)
def test_every_command_knows_a_tab_by_its_name_and_refuses_what_is_no_separator(
    shoal, tmp_path, call
):
    (tmp_path / "in.csv").write_text("tea\trum\n" * 4)
    for tab in ("tab", "\\t", "\t"):
        answer = shoal(*call, "--separator", tab)
        assert answer.returncode == 0, answer.stderr
    for wrong in (";;", "", "é", '"', "x", "\n"):
        answer = shoal(*call, "--separator", wrong)
        assert answer.returncode == 2
        assert answer.stderr.startswith("shoal: --separator takes tab or one ASCII character")
        assert answer.stderr.count("\n") == 1


def test_a_separator_of_a_recipe_is_refused_with_line_and_key(shoal, tmp_path):
    (tmp_path / "in.csv").write_text("tea\trum\n" * 4)
    recipe = 'model = "k=2"\n[input]\npath = "in.csv"\nseparator = "{}"\n[output]\npath = "r.csv"\n'
    for wrong in (";;", "", "x"):
        (tmp_path / "r.toml").write_text(recipe.format(wrong))
        answer = shoal("run", "r.toml")
        assert answer.returncode == 2
        assert "r.toml, line 4: input.separator takes 'tab' or one character" in answer.stderr
    (tmp_path / "r.toml").write_text(recipe.format("tab"))
    assert shoal("run", "r.toml").returncode == 0
    assert (tmp_path / "r.csv").read_text() == "rum\ttea\n" * 4


@pytest.mark.parametrize("wrong", [";;", "", "é", 5])
def test_no_separator_in_python(tmp_path, wrong):
    path = tmp_path / "in.csv"
    path.write_text("tea;rum\n" * 4)
    for call in (
        lambda: api.read(path, separator=wrong),
        lambda: api.read_table(path, qi=["tea"], separator=wrong),
        lambda: api.read_hierarchy(path, separator=wrong),
        lambda: api.inspect(path, separator=wrong),
        lambda: api.write([["tea"]], tmp_path / "out.csv", separator=wrong),
    ):
        with pytest.raises(ParameterError, match=r"^separator takes tab or one ASCII"):
            call()


SUSPECT = {
    "another one": ("tea;rum\n" * 30, ("--separator", ","), "no line holds ','; most hold ';'"),
    "blanks": (
        "".join(f"tea rum {number}\n" for number in range(30)),
        (),
        "no line holds ','; most hold a blank",
    ),
    "names with blanks": ("green tea\nblack tea\n" * 30, (), None),
    "two marks": (
        "tea;rum|gin\n" * 99 + "a,b\n",
        ("--separator", ","),
        None,
    ),
    "nearly none": (
        "tea;rum\n" * 99 + "a,b\n",
        ("--separator", ","),
        "only 1 of the first 100 lines holds ','; most hold ';'",
    ),
}


@pytest.mark.parametrize(("text", "flags", "said"), SUSPECT.values(), ids=SUSPECT)
def test_lines_that_were_read_as_one_item_each(shoal, tmp_path, text, flags, said):
    (tmp_path / "in.csv").write_text(text)
    for call in (("anonymize", "in.csv", "-k", 2, "-o", "r.csv"), ("verify", "in.csv", "-k", 2)):
        warned = shoal(*call, *flags).stderr
        assert (said in warned) if said else ("hold" not in warned)
    noted = " ".join(shoal("inspect", "in.csv", *flags).stdout.split())
    assert (f"Note: {said}" in noted) if said else ("Note: no line" not in noted)


GUESSES = {
    "separator": ("in.csv", "the first lines look separated by ';' rather than ','"),
    "suffix": ("in.log", "the name in.log does not tell the format"),
}


@pytest.mark.parametrize(("name", "said"), GUESSES.values(), ids=GUESSES)
def test_inspect_says_what_was_guessed_as_the_other_commands_do(shoal, tmp_path, name, said):
    text = "tea rum\ngin tea rum\ntea\n" * 9
    (tmp_path / name).write_text(text if name == "in.log" else text.replace(" ", ";"))
    assert said in shoal("verify", name, "-k", 2).stderr
    assert said in " ".join(shoal("inspect", name).stdout.split())
    assert any(said in note for note in api.inspect(tmp_path / name).notes)
