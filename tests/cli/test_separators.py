"""What separates items and cells: named, taken over by a .csv output, or refused."""

from __future__ import annotations

import shlex

import pytest

import shoal as api
from shoal.errors import FormatError, ParameterError

SEPARATORS = {"comma": ",", "semicolon": ";", "tab": "\t", "bar": "|"}
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


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("separator", SEPARATORS.values(), ids=SEPARATORS)
def test_a_recipe_writes_the_bytes_of_its_run_with_the_separator_of_the_input(
    shoal, tmp_path, separator, kind
):
    text, flags = KINDS[kind]
    (tmp_path / "in.csv").write_text(text.replace(",", separator) + "\n")
    if separator != ",":
        refused = shoal("anonymize", "in.csv", "-k", 3, *flags, "-o", "r.csv")
        assert refused.returncode == 2
        assert "--separator " in refused.stderr
    flags = [*flags, "--separator", separator]
    made = shoal("anonymize", "in.csv", "-k", 3, *flags, "-o", "r.csv", "--save-recipe", "r.toml")
    assert made.returncode == 0, made.stderr
    first = (tmp_path / "r.csv").read_bytes()
    (tmp_path / "r.csv").unlink()
    assert shoal("run", "r.toml").returncode == 0
    assert (tmp_path / "r.csv").read_bytes() == first
    # Only the separator of the input separates anything.
    lines = first.decode().splitlines()
    assert any(separator in line for line in lines)
    assert not any(other in lines[0] for other in SEPARATORS.values() if other != separator)


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
def test_every_command_knows_a_tab_by_its_name(shoal, tmp_path, call):
    (tmp_path / "in.csv").write_text("tea\trum\n" * 4)
    for tab in ("tab", "\\t", "\t"):
        answer = shoal(*call, "--separator", tab)
        assert answer.returncode == 0, answer.stderr


def test_a_separator_of_a_recipe_is_refused_with_line_and_key(shoal, tmp_path):
    (tmp_path / "in.csv").write_text("tea\trum\n" * 4)
    recipe = 'model = "k=2"\n[input]\npath = "in.csv"\nseparator = "{}"\n[output]\npath = "r.csv"\n'
    for wrong in (";;", "", "x"):
        (tmp_path / "r.toml").write_text(recipe.format(wrong))
        answer = shoal("run", "r.toml")
        assert answer.returncode == 2
        assert answer.stderr.startswith("shoal: r.toml, line 4: input.separator")
        assert "takes 'tab', or one ASCII character" in answer.stderr
    (tmp_path / "r.toml").write_text(recipe.format("tab"))
    assert shoal("run", "r.toml").returncode == 0
    assert (tmp_path / "r.csv").read_text() == "rum\ttea\n" * 4


@pytest.mark.parametrize("wrong", [";;", "", "é", 5])
def test_no_separator_in_python(tmp_path, wrong):
    path = tmp_path / "in.csv"
    path.write_text("tea;rum\n" * 4)
    for call in (
        lambda: api.read(path, separator=wrong),
        lambda: api.read(path, qi=["tea"], separator=wrong),
        lambda: api.read_hierarchy(path, separator=wrong),
        lambda: api.inspect(path, separator=wrong),
        lambda: api.write([["tea"]], tmp_path / "out.csv", separator=wrong),
    ):
        with pytest.raises(ParameterError, match=r"^separator takes '?tab'?,? or one ASCII"):
            call()


SUSPECT = {
    "semicolons": ("in.csv", "tea;rum\n" * 30, "--separator ';'"),
    "semicolons, commas in text": ("in.csv", "tea;rum, white\n" * 30, "--separator ';'"),
    "decimal commas": ("in.csv", "tea 1,5 l|rum\ntea|gin\n" * 30, "--separator '|'"),
    "tabs": ("in.csv", "tea\trum\n" * 30, "--separator tab"),
    "commas": ("in.tsv", "tea,rum\n" * 30, "--separator ,"),
    "commas in FIMI": ("in.dat", "tea, rum\ngin\n" * 30, "--separator ,"),
    "bars in FIMI": ("in.txt", "tea|green rum\ngin\n" * 30, "--separator '|'"),
    "numbers": ("in.csv", "1 2 3\n4 5\n" * 30, "--separator ' '"),
}


@pytest.mark.parametrize(("name", "text", "flag"), SUSPECT.values(), ids=SUSPECT)
def test_a_doubtful_separator_is_refused_and_named(shoal, tmp_path, name, text, flag):
    (tmp_path / name).write_text(text)
    for call in (("anonymize", name, "-k", 2, "-o", "r.csv"), ("verify", name, "-k", 2)):
        refused = shoal(*call)
        assert refused.returncode == 2
        assert f"{name}, line 1: most lines hold " in refused.stderr
        assert f"say {flag}" in refused.stderr
        assert shoal(*call, *shlex.split(flag)).returncode == 0
    with pytest.raises(FormatError) as caught:
        api.read(tmp_path / name)
    assert caught.value.parameter == "separator"
    command = api.inspect(tmp_path / name).command
    assert flag in command


PLAIN = {
    "names with spaces": ("in.csv", "green tea\nblack tea\n" * 30),
    "quoted": ("in.csv", '"tea;x",rum\n"gin;y",tea\n' * 30),
    "published sets": ("in.dat", "{rum,tea} gin\n{rum,tea}\n" * 30),
    "commas in text": ("in.tsv", "rum, white\ttea\ngin, dry\ttea\n" * 30),
}


@pytest.mark.parametrize(("name", "text"), PLAIN.values(), ids=PLAIN)
def test_what_is_plain_is_read(tmp_path, name, text):
    (tmp_path / name).write_text(text)
    assert len(api.read(tmp_path / name)) == 60


def test_a_name_that_tells_nothing_is_reported(shoal, tmp_path):
    (tmp_path / "in.log").write_text("tea rum\ngin tea rum\ntea\n" * 9)
    said = "the name in.log does not tell the format"
    assert said in shoal("verify", "in.log", "-k", 2).stderr
    assert said in " ".join(shoal("inspect", "in.log").stdout.split())
    assert [note.code for note in api.read(tmp_path / "in.log").notes] == ["read-as-fimi"]
