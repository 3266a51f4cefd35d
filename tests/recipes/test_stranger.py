"""A recipe from a stranger reads and writes nothing outside its folder, and replaces no file.

A file that an earlier run to the same output wrote is Shoal's, as its run file knows by its hash.
"""

from __future__ import annotations

import json
import os
from hashlib import sha256
from pathlib import Path

import pytest

import shoal
from shoal.cli.main import run
from shoal.errors import ParameterError, VerificationError

from .cases import CASES, contents, names

RECIPE = """\
model = "k=2"
input.path = "{input}"
output.path = "{output}"
output.report = "{report}"
"""
INSIDE = {"input": "d.dat", "output": "r.dat", "report": "r.html"}


@pytest.fixture
def home(tmp_path, monkeypatch):
    """A home with a file in it, and below it a folder from a stranger."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "precious.html").write_text("mine")
    (tmp_path / "private.dat").write_text("1 2\n1 2\n")
    (tmp_path / "stranger").mkdir()
    (tmp_path / "stranger" / "d.dat").write_text("1 2\n1 2\n")
    return tmp_path


def write_recipe(home: Path, **changed: str) -> str:
    (home / "stranger" / "r.toml").write_text(RECIPE.format(**{**INSIDE, **changed}))
    return "stranger/r.toml"


def refused(capsys, *arguments: str) -> str:
    """Run a command that must be refused; return its sentence."""
    before = contents(Path()), contents(Path("stranger"))
    assert run([*arguments]) == 2
    assert (contents(Path()), contents(Path("stranger"))) == before
    printed, said = capsys.readouterr()
    assert (printed, said.count("\n")) == ("", 1)
    return said


@pytest.mark.parametrize(
    ("key", "path"),
    [
        ("output", "../precious.dat"),
        ("output", "/tmp/precious.dat"),
        ("output", "link/r.dat"),
        ("output", "linked.dat"),
        ("report", "../precious.html"),
        ("input", "../private.dat"),
    ],
)
@pytest.mark.parametrize("command", [["run"], ["recipe", "check"]], ids=["run", "check"])
def test_hole_7_a_recipe_stays_in_its_folder(home, capsys, command, key, path):
    (home / "stranger" / "link").symlink_to(home)
    (home / "stranger" / "linked.dat").symlink_to(home / "elsewhere.dat")
    recipe = write_recipe(home, **{key: path})
    said = refused(capsys, *command, recipe)
    shown = key if key == "report" else "path"
    section = "input" if key == "input" else "output"
    assert f"{section}.{shown}: " in said
    assert "outside the folder of the recipe; to permit it, give --allow-outside" in said


def test_a_run_file_that_leads_out_of_the_folder(home, capsys):
    (home / "stranger" / "r.dat.run.json").symlink_to(home / "startup")
    said = refused(capsys, "run", write_recipe(home))
    assert "--allow-outside" in said
    assert not (home / "startup").exists()


def test_outside_with_permission(home):
    recipe = write_recipe(home, input="../private.dat", output="../r.dat", report="../r.html")
    assert run(["recipe", "check", recipe, "--allow-outside", "--quiet"]) == 0
    assert run(["run", recipe, "--allow-outside", "--quiet"]) == 0
    assert {"r.dat", "r.html"} <= {*names(home)}
    with pytest.raises(ParameterError, match="--allow-outside") as caught:
        shoal.Recipe.load(recipe).run()
    assert caught.value.parameter == "input"
    shoal.Recipe.load(recipe).run(allow_outside=True)


@pytest.mark.parametrize("name", ["r.dat", "r.html", "r.dat.run.json"])
def test_hole_7_a_file_of_someone_else_is_not_replaced(home, capsys, name):
    theirs = home / "stranger" / name
    theirs.write_text("precious")
    recipe = write_recipe(home)
    for command in (["run", recipe], ["recipe", "check", recipe]):
        said = refused(capsys, *command)
        assert f"stranger/{name}: there is another file; to replace it, give --overwrite" in said
    flags = ["stranger/d.dat", "-k", "2", "-o", "stranger/r.dat", "--report", "stranger/r.html"]
    assert "--overwrite" in refused(capsys, "anonymize", *flags)
    assert run(["run", recipe, "--overwrite", "--quiet"]) == 0
    assert theirs.read_text() != "precious"
    for _ in range(2):
        assert run(["run", recipe, "--quiet"]) == 0
        assert run(["anonymize", *flags, "--quiet"]) == 0


def test_a_release_that_was_changed_is_not_replaced(home, capsys):
    recipe = write_recipe(home)
    assert run(["run", recipe, "--quiet"]) == 0
    with Path("stranger/r.dat").open("a") as file:
        file.write("1 2\n")
    assert "there is another file" in refused(capsys, "run", recipe)
    assert run(["verify", "stranger/r.dat", "-k", "2"]) == 1
    said = capsys.readouterr().err
    assert "stranger/r.dat to another, or changed since; publish anew, with --overwrite" in said


def test_a_release_in_python_replaces_only_releases(home):
    release = shoal.anonymize("private.dat", "k=2")
    Path("notes.dat").write_text("precious")
    with pytest.raises(ParameterError, match=r"give overwrite=True") as caught:
        release.write("notes.dat")
    assert caught.value.parameter == "output"
    release.write("notes.dat", overwrite=True)
    release.write("notes.dat")
    with pytest.raises(ParameterError, match=r"precious.html: .* give overwrite=True"):
        release.report("precious.html")
    assert Path("precious.html").read_text() == "mine"
    for _ in range(2):
        release.report("r.html")
    release.report("precious.html", overwrite=True)


def test_a_mapping_of_someone_else_is_not_replaced(folder):
    case = CASES["rules"]
    case.write(folder)
    Path("r.dat.mapping.csv").write_text("precious")
    with pytest.raises(ParameterError, match="there is another file"):
        case.publish()
    with pytest.raises(ParameterError, match="there is another file"):
        case.anonymize().write("r.dat")
    assert Path("r.dat.mapping.csv").read_text() == "precious"


SINGLE = {
    "mine": "mine private.dat -s 2 -o out.csv",
    "rules": "rules generate private.dat --sensitive 1 -o out.csv.txt",
    "hierarchy": "hierarchy build people.csv --column age --intervals 5 -o out.csv",
}


@pytest.mark.parametrize("name", SINGLE)
def test_other_commands_replace_only_equal_files(home, capsys, name):
    Path("people.csv").write_text("age\n1\n2\n")
    command = SINGLE[name].split()
    output = Path(command[-1])
    output.write_text("precious")
    assert "there is another file; to replace it, give --overwrite" in refused(capsys, *command)
    assert run([*command, "--overwrite", "--quiet"]) == 0
    assert run([*command, "--quiet"]) == 0
    output.write_text("")
    assert run([*command, "--quiet"]) == 0


def test_files_of_an_earlier_publication_stay_known(home):
    """A report that one run leaves out is Shoal's for the next one, and is named as stale."""
    content = {"model": "k=2", "input": {"path": "private.dat"}, "output": {"path": "r.dat"}}
    reported = {**content, "output": {"path": "r.dat", "report": "r.html"}}
    shoal.Recipe.of(reported).run(save_recipe="r.toml")
    for _ in range(2):
        release = shoal.Recipe.of(content).run()
        assert [one.code for one in release.warnings] == ["stale-report"]
    assert shoal.verify("r.dat", "k=2").ok
    shoal.Recipe.of(reported).run(save_recipe="r.toml")


# A manifest is not believed.


def pend(folder: Path, target: Path) -> None:
    """Write a run file that promises a target other content, as a killed run would."""
    final = Path(os.path.realpath(target))
    staged = final.with_name(f".{final.name}.0123456789ab.shoal-tmp")
    staged.write_text("evil")
    digest = sha256(b"evil").hexdigest()
    entry = {"name": "report_file", "path": str(target), "sha256": digest, "staged": staged.name}
    (folder / "r.dat.run.json").write_text(json.dumps({"files": [entry]}))


def test_a_run_file_from_a_stranger_moves_no_file_elsewhere(home):
    pend(home / "stranger", home / "precious.html")
    assert run(["run", write_recipe(home), "--quiet"]) == 0
    assert (home / "precious.html").read_text() == "mine"


@pytest.mark.parametrize("text", ["", "[]", "{}", '{"files": 3}', '{"files": [{}]}', "\0", '"x"'])
def test_a_run_file_that_is_none_is_judged_as_no_manifest(home, text):
    shoal.anonymize("private.dat", "k=2").write("r.dat")
    Path("r.dat.run.json").write_text(text)
    assert shoal.verify("r.dat", "k=2").ok
    with pytest.raises(ParameterError, match="another file"):
        shoal.anonymize("private.dat", "k=2").write("r.dat")


def test_a_publication_may_be_moved_and_parts_of_it_given_away(home):
    content = {"model": "k=2", "input": {"path": "private.dat"}}
    output = {"path": "stranger/r.dat", "report": "stranger/r.html"}
    shoal.Recipe.of({**content, "output": output}).run()
    Path("stranger").rename("friend")
    assert shoal.verify("friend/r.dat", "k=2").ok
    Path("friend/r.html").rename("given.html")
    assert shoal.verify("friend/r.dat", "k=2").ok
    Path("friend/r.html").write_text("another")
    with pytest.raises(VerificationError, match=r"run.json belongs .*r.html to an"):
        shoal.verify("friend/r.dat", "k=2")
