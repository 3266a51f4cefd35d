"""Sentences fit whom they are told to: flags, keys of a recipe or parameters, and what to do."""

from __future__ import annotations

import os
import pty
import re
import struct
import termios
from fcntl import ioctl

import pytest

import shoal as api
from shoal.errors import FormatError

from .conftest import SHOAL

PEOPLE = "age,sex,ill\n" + "".join(
    f"{30 + n % 6},{'fm'[n % 2]},{'xyz'[n % 3]}\n" for n in range(24)
)
RECIPE = 'model = "k=2"\n[input]\npath = "people.csv"\n[output]\npath = "r.csv"\n'


@pytest.fixture
def people(tmp_path):
    path = tmp_path / "people.csv"
    path.write_text(PEOPLE)
    return path


def test_a_table_read_as_baskets_is_told_in_the_words_of_the_door(shoal, tmp_path, people):
    flags = shoal("anonymize", "people.csv", "-k", 2, "-o", "r.csv").stderr
    assert "with --qi; " in flags
    assert "--id and --item" in flags
    assert "--format csv" in flags
    (tmp_path / "r.toml").write_text(RECIPE)
    keys = shoal("run", "r.toml").stderr
    assert keys.startswith("shoal: r.toml, line 1: data.qi: people.csv, line 1: looks like")
    assert "with qi; " in keys
    assert 'format = "csv"' in keys
    assert "--" not in keys
    with pytest.raises(FormatError, match=r"with qi; .* with id and item; .*format='csv'"):
        api.verify(people, "k=2")


def test_only_who_publishes_is_told_of_persons_and_names(shoal, tmp_path):
    lines = [f"{n % 9},{30 + n % 6},{10000 + n % 4},{n % 19}\n" for n in range(24)]
    (tmp_path / "visits.csv").write_text("patient_id,age,zip,name\n" + "".join(lines))
    qi = ("--qi", "age,zip,name", "--categorical", "name")
    words = ("--person patient_id counts", "of 'name')")
    made = shoal("anonymize", "visits.csv", "-k", 2, *qi, "--recoding", "set", "-o", "r.csv")
    assert [word for word in words if word in made.stderr] == [*words]
    assert shoal("measure", "visits.csv", "r.csv", *qi).stderr == ""
    assert shoal("mine", "visits.csv", "--min-support", 9, *qi).stderr == ""


def test_a_column_that_a_recipe_names_in_vain(shoal, tmp_path, people):
    (tmp_path / "r.toml").write_text(RECIPE.replace("[output]", 'id = "customer"\n[output]'))
    for command in (("run",), ("recipe", "check")):
        told = shoal(*command, "r.toml")
        assert told.returncode == 2
        assert (
            "r.toml, line 4: input.id: people.csv, line 1: there is no column 'customer'"
            in told.stderr
        )


def test_an_item_with_a_comma_is_quoted(shoal, tmp_path):
    (tmp_path / "in.csv").write_text('tea,"salsa, hot"\n' * 4 + "tea,gin\n" * 4)
    (tmp_path / "rules.txt").write_text('tea -> "salsa, hot"\n')
    call = ("anonymize", "in.csv", "--model", "rules=rules.txt,k=2,c=1", "-o", "r.csv")
    told = shoal(*call, "--sensitive", "salsa, hot", "--show-values")
    assert told.returncode == 2
    assert "'salsa' of the sensitive items matches no item of the data" in told.stderr
    assert shoal(*call, "--sensitive", '"salsa, hot"').returncode == 0


def test_a_report_is_html(shoal, tmp_path, people):
    call = ("anonymize", "people.csv", "-k", 2, "--qi", "age,sex", "-o", "r.csv", "--report")
    told = shoal(*call, "r.pdf")
    assert told.returncode == 2
    assert told.stderr == "shoal: 'r.pdf' cannot be a report: it is HTML, so end it with .html\n"
    assert not (tmp_path / "r.csv").exists()
    assert not (tmp_path / "r.pdf").exists()
    assert shoal(*call, "r.HTM").returncode == 0
    (tmp_path / "r.toml").write_text(RECIPE + 'report = "r.pdf"\n')
    assert "line 6: output.report: 'r.pdf' cannot be" in shoal("recipe", "check", "r.toml").stderr


def test_sensitive_columns_of_a_release_are_meant_to_be_there(shoal, people):
    call = ("verify", "people.csv", "-k", 2, "--qi", "age,sex")
    assert "'ill', which can tell" in shoal(*call).stderr
    assert shoal(*call, "--sensitive", "ill").stderr == ""
    told = shoal(*call, "--sensitive", "disease")
    assert told.returncode == 2
    assert "no column 'disease'" in told.stderr
    assert shoal("verify", "people.csv", "-k", 2, "--sensitive", "ill").returncode == 2
    assert api.verify(people, "k=2", qi=["age", "sex"], sensitive=["ill"]).warnings == ()
    with pytest.raises(api.errors.ParameterError, match="sensitive means nothing for baskets"):
        api.verify([["tea"]], "k=2", sensitive=["ill"])


def test_missing_values_of_a_hierarchy_are_counted(shoal, tmp_path):
    (tmp_path / "age.csv").write_text("1;*\n2;*\n")
    (tmp_path / "people.csv").write_text("age\n" + "".join(f"{n}\n" for n in range(1, 80)))
    told = shoal("hierarchy", "check", "age.csv", "--data", "people.csv", "--show-values")
    assert told.returncode == 1
    assert "2 found, 77 missing" in told.stdout
    assert "and 67 more" in told.stdout
    assert len(told.stdout.splitlines()) < 25


def test_a_recipe_is_checked_with_plain_paths_and_its_report(shoal, tmp_path, people):
    (tmp_path / "out").mkdir()
    recipe = (
        RECIPE.replace("people.csv", "../people.csv") + 'report = "r.html"\n[data]\nqi = ["age"]\n'
    )
    (tmp_path / "out" / "r.toml").write_text(recipe)
    told = shoal("recipe", "check", "out/r.toml", "--allow-outside").stdout
    assert re.search(r"input +people\.csv\n", told)
    assert re.search(r"report +out/r\.html\n", told)


def test_a_command_that_is_nearly_one(shoal):
    told = shoal("anonymise", "people.csv").stderr
    assert told.endswith("Did you mean 'anonymize'? See shoal --help\n")


def on_terminal(folder, *arguments: str, columns: int = 60) -> str:
    """Return what a terminal gets from a command that is run on it."""
    child, terminal = pty.fork()
    if child == 0:
        os.chdir(folder)
        os.environ["TERM"] = "xterm"
        os.environ["COLUMNS"] = str(columns)
        os.execv(SHOAL, [SHOAL, *arguments])
    ioctl(terminal, termios.TIOCSWINSZ, struct.pack("HHHH", 24, columns, 0, 0))
    got = b""
    try:
        while part := os.read(terminal, 65536):
            got += part
    except OSError:  # the other end is closed
        pass
    os.close(terminal)
    os.waitpid(child, 0)
    return got.decode()


def test_a_terminal_shows_the_error_alone(tmp_path, people, shoal):
    got = on_terminal(tmp_path, "anonymize", "people.csv", "-k", "2", "-o", "r.csv")
    bar, _, sentence = got.rpartition("\x1b[1A\x1b[2K")
    assert "Anonymizing" in bar  # and what came next has erased its line
    assert "Anonymizing" not in sentence
    # For programs it is the same line.
    piped = shoal("anonymize", "people.csv", "-k", 2, "-o", "r.csv").stderr
    assert sentence.strip() == piped.strip()
    assert piped.count("\n") == 1
