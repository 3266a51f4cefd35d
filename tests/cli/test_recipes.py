"""Recipes on the command line: saved by a run, checked, run again; always the same bytes."""

from __future__ import annotations

import json
import tomllib
from pathlib import Path

import jsonschema
import pytest

import shoal as api

from .conftest import ask

TREES = {
    "age": "31;30-39;*\n35;30-39;*\n41;40-49;*\n44;40-49;*\n",
    "sex": "f;*\nm;*\n",
}
RUNS = {
    "report": "in/baskets.dat -k 2,3,5 -o out/release.dat --report out/report.html",
    "table report": "in/people.csv -k 2,4 --qi age,sex --hierarchies in/trees -o out/release.csv "
    "--report out/report.html",
    "rules report": "in/words.csv --model rules=in/rules.txt,k=2/3,c=0.75/0.9 -o out/release.csv "
    "--report out/report.html",
    "baskets": "in/baskets.dat -k 3 -o out/release.dat --seed 5 --budget 1000 --threads 1 "
    "--certificate tight",
    "exact csv": "in/baskets.csv --separator ; --model k=2 -o out/release.csv --method patternka "
    "--exact --keep-order --memory-limit 4G",
    "taxonomy": "in/baskets.dat -k 3 -o out/release.dat --taxonomy in/items.csv --format fimi",
    "column": "in/baskets.parquet -k 3 -o out/release.arrow --column cart --no-shuffle",
    "table": "in/people.csv -k 2 --qi age,sex,zip --sensitive illness --hierarchies in/trees "
    "--keep job --recoding zip=set --categorical zip --weights age=2,sex=0.5 --max-level age=1 "
    "--suppression-limit 100% --method sweep --certificate quick -o out/release.csv",
    "persons": "in/people.csv -k 2 --qi age --person who --numeric age --recoding range "
    "-o out/release.csv --time-limit 600",
    "rules": "in/words.csv --model rules=in/rules.txt,k=2,c=0.75 -o out/release.csv --seed 3 "
    "--sensitive flu,@in/secret.txt --weights beer=2,wine=0.5 --queries 50 --query-items 1 "
    "--alpha full --gamma 2",
    "rules by files": "in/words.csv --model rules=in/rules.txt,k=2,c=0.75 -o out/release.csv "
    "--weights @in/weights.csv --queries in/queries.txt --alpha 2",
    "km": "in/baskets.dat --model km=3,2 --taxonomy in/items.csv -o out/release.dat",
}


@pytest.fixture
def folder(tmp_path):
    """A folder with inputs of each kind."""
    given, out = tmp_path / "in", tmp_path / "out"
    given.mkdir()
    out.mkdir()
    rows = [[number % 3, 3 + number % 5, 8 + number % 7] for number in range(60)]
    (given / "baskets.dat").write_text("".join(" ".join(map(str, row)) + "\n" for row in rows))
    (given / "baskets.csv").write_text("".join(";".join(map(str, row)) + "\n" for row in rows))
    api.write(api.Baskets.of(rows), given / "baskets.parquet", column="cart")
    (given / "items.csv").write_text("".join(f"{n};{'abc'[n % 3]};*\n" for n in range(15)))
    people = [
        f"{number},{(31, 35, 41, 44)[number % 4]},{'fm'[number % 2]},{number % 3},j{number % 2},x"
        for number in range(24)
    ]
    (given / "people.csv").write_text("who,age,sex,zip,job,illness\n" + "\n".join(people) + "\n")
    (given / "trees").mkdir()
    for name, lines in TREES.items():
        (given / "trees" / f"{name}.csv").write_text(lines)
    words = ["beer,wine,flu", "beer,tea", "wine,tea", "beer,wine", "tea,hiv", "beer,wine,tea"] * 6
    (given / "words.csv").write_text("\n".join(words) + "\n")
    (given / "rules.txt").write_text("beer wine -> flu\ntea -> hiv\n")
    (given / "secret.txt").write_text("hiv\n")
    (given / "weights.csv").write_text("item,weight\nbeer,2\ntea,0.5\n")
    (given / "queries.txt").write_text("beer flu\ntea wine\n")
    return tmp_path


def contents(folder: Path) -> dict[str, bytes]:
    """What a run published: the run file tells the time, and is left out."""
    return {
        path.name: path.read_bytes()
        for path in sorted((folder / "out").iterdir())
        if not path.name.endswith(".run.json")
    }


def empty(folder: Path) -> None:
    for path in (folder / "out").iterdir():
        path.unlink()


@pytest.mark.parametrize("name", RUNS)
def test_a_saved_recipe_repeats_its_run(shoal, folder, name, monkeypatch):
    (folder / "recipes").mkdir()
    saved = folder / "recipes" / "r.toml"
    done = shoal("anonymize", *RUNS[name].split(), "--save-recipe", "recipes/r.toml", "--json")
    assert done.returncode == 0, done.stderr
    first, made = contents(folder), json.loads(done.stdout)
    recipe = saved.read_bytes()
    jsonschema.validate(tomllib.loads(recipe.decode()), api.Recipe.schema())
    assert "../in/" in recipe.decode()
    assert str(folder) not in recipe.decode()
    for _ in range(2):
        empty(folder)
        again = shoal("run", "recipes/r.toml", "--allow-outside", "--json")
        assert again.returncode == 0, again.stderr
        assert contents(folder) == first
        repeated = json.loads(again.stdout)
        assert repeated["loss"] == made["loss"]
        assert repeated["verdict"].get("ok")
    assert shoal("recipe", "check", "recipes/r.toml", "--allow-outside").returncode == 0
    # The same in Python, from another folder.
    empty(folder)
    monkeypatch.chdir(folder / "in")
    loaded = api.Recipe.load(saved)
    loaded.check(allow_outside=True)
    assert contents(folder) == {}
    loaded.run(allow_outside=True)
    assert contents(folder) == first
    empty(folder)
    text = loaded.to_toml()
    assert text.encode() == recipe
    moved = folder / "in" / "moved.toml"
    moved.write_text(loaded.to_toml(moved.parent))
    assert "../out/" in moved.read_text()
    assert '= "../in/' not in moved.read_text()
    api.Recipe.load("moved.toml").run(allow_outside=True)
    assert contents(folder) == first


def test_a_saved_recipe_says_what_was_said(shoal, folder):
    shoal("anonymize", *RUNS["table"].split(), "--save-recipe", "r.toml")
    assert tomllib.loads((folder / "r.toml").read_text()) == {
        "schema": "shoal.recipe/1",
        "model": "k=2",
        "method": "sweep",
        "input": {"path": "in/people.csv"},
        "data": {
            "qi": ["age", "sex", "zip"],
            "sensitive": ["illness"],
            "keep": ["job"],
            "hierarchies": "in/trees",
            "recoding": {"zip": "set"},
            "categorical": ["zip"],
            "weights": {"age": 2.0, "sex": 0.5},
            "max_level": {"age": 1},
        },
        "options": {"suppression_limit": 1.0, "certificate": "quick"},
        "output": {"path": "out/release.csv"},
    }
    shoal("anonymize", *RUNS["rules"].split(), "--save-recipe", "r.toml")
    made = tomllib.loads((folder / "r.toml").read_text())
    assert made["model"] == "rules=in/rules.txt,k=2,c=0.75"
    assert made["data"] == {
        "sensitive": ["flu", "@in/secret.txt"],
        "weights": {"beer": 2.0, "wine": 0.5},
    }
    options = {"seed": 3, "alpha": "full", "gamma": 2, "queries": 50, "query_items": 1}
    assert made["options"] == options


def test_several_promises_are_saved(shoal, folder):
    done = shoal("anonymize", *RUNS["report"].split(), "--save-recipe", "r.toml")
    assert done.returncode == 0, done.stderr
    content = tomllib.loads((folder / "r.toml").read_text())
    assert content["model"] == "k=2/3/5"
    assert content["output"] == {"path": "out/release.dat", "report": "out/report.html"}


def test_a_folder_of_files_is_read_again(shoal, folder):
    (folder / "in/days").mkdir()
    (folder / "in/baskets.parquet").rename(folder / "in/days/monday.parquet")
    flags = ["-k", 3, "-o", "out/release.dat", "--save-recipe", "r.toml", "--quiet"]
    assert shoal("anonymize", "in/days", *flags).returncode == 0
    made = contents(folder)
    (folder / "out/release.dat").unlink()
    assert shoal("recipe", "check", "r.toml").returncode == 0
    assert shoal("run", "r.toml").returncode == 0
    assert contents(folder) == made
    text = (folder / "r.toml").read_text()
    (folder / "r.toml").write_text(text.replace("out/release.dat", "in/days/release.parquet"))
    for command in (["run"], ["recipe", "check"]):
        done = shoal(*command, "r.toml")
        assert done.returncode == 2
        assert "output.path: cannot write in/days/release.parquet into the folder" in done.stderr


def test_a_saved_recipe_is_private(shoal, folder):
    assert shoal("anonymize", *RUNS["baskets"].split(), "--save-recipe", "r.toml").returncode == 0
    assert (folder / "r.toml").stat().st_mode & 0o777 == 0o600


def test_absolute_paths_stay_where_they_lead_outside(shoal, folder):
    (folder / "recipes").mkdir()
    given, made = folder / "in" / "baskets.dat", folder / "recipes" / "r.dat"
    saved = folder / "recipes" / "r.toml"
    shoal("anonymize", given, "-k", 3, "-o", made, "--save-recipe", saved)
    content = tomllib.loads(saved.read_text())
    assert content["input"]["path"] == str(given)
    assert content["output"]["path"] == "r.dat"


def test_a_recipe_behind_a_link_finds_its_files(shoal, folder, tmp_path_factory):
    away = tmp_path_factory.mktemp("away")
    (folder / "link").symlink_to(away)
    call = RUNS["baskets"].split()
    assert shoal("anonymize", *call, "--save-recipe", "link/r.toml").returncode == 0
    first = contents(folder)
    empty(folder)
    assert shoal("run", "link/r.toml", "--allow-outside").returncode == 0
    assert contents(folder) == first


@pytest.mark.parametrize(
    ("name", "target"),
    [
        ("baskets", "in/baskets.dat"),
        ("baskets", "out/release.dat"),
        ("baskets", "./out/../out/release.dat.run.json"),
        ("taxonomy", "in/items.csv"),
        ("table", "in/trees/age.csv"),
        ("rules", "in/rules.txt"),
        ("rules", "in/secret.txt"),
        ("rules", "out/release.csv.mapping.csv"),
        ("rules by files", "in/weights.csv"),
        ("rules by files", "in/queries.txt"),
        ("report", "out/report.html"),
        ("baskets", "nowhere/r.toml"),
        ("baskets", "out"),
        ("baskets", "/dev/null"),
    ],
)
def test_a_recipe_is_saved_over_nothing_of_the_run(shoal, folder, name, target):
    before = {path: path.read_bytes() for path in (folder / "in").rglob("*") if path.is_file()}
    done = shoal("anonymize", *RUNS[name].split(), "--save-recipe", target)
    assert done.returncode == 2
    assert done.stderr.count("\n") == 1
    assert contents(folder) == {}
    assert {path: path.read_bytes() for path in before} == before


@pytest.mark.parametrize("call", ["-k 1", "-k 500", "", "-k 3 --model k=3", "-k 3 --qi nix"])
def test_a_run_that_fails_saves_no_recipe(shoal, folder, call):
    old = 'model = "k=5"\ninput.path = "a.dat"\noutput.path = "b.dat"\n'
    (folder / "r.toml").write_text(old)
    given = ["anonymize", "in/baskets.dat", *call.split(), "-o", "out/r.dat"]
    plain = shoal(*given)
    done = shoal(*given, "--save-recipe", "r.toml", "--overwrite")
    assert (done.returncode, done.stderr) == (plain.returncode, plain.stderr)
    assert done.returncode in (1, 2)
    assert (folder / "r.toml").read_text() == old
    assert contents(folder) == {}
    assert not list(folder.rglob("*.shoal-tmp"))


def test_a_saved_recipe_is_told(shoal, folder):
    given = ["anonymize", *RUNS["baskets"].split(), "--save-recipe", "r.toml"]
    done = shoal(*given)
    assert "recipe           r.toml (private)" in done.stdout
    assert json.loads(shoal(*given, "--json").stdout)["recipe_file"] == "r.toml"
    assert "r.toml" not in shoal("anonymize", *RUNS["baskets"].split()).stdout


@pytest.mark.parametrize("old", ["buy milk\n", "model = 'k=3'\n", "\0\1"])
def test_a_saved_recipe_replaces_only_a_saved_one(shoal, folder, old):
    (folder / "mine.toml").write_text(old)
    done = shoal("anonymize", *RUNS["baskets"].split(), "--save-recipe", "mine.toml")
    assert (done.returncode, done.stdout, done.stderr.count("\n")) == (2, "", 1)
    assert "cannot write mine.toml: there is another file" in done.stderr
    assert (folder / "mine.toml").read_text() == old
    assert contents(folder) == {}
    (folder / "mine.toml").write_text("")
    for _ in range(2):
        again = shoal("anonymize", *RUNS["baskets"].split(), "--save-recipe", "mine.toml")
        assert again.returncode == 0, again.stderr


def test_check_tells_what_would_run(shoal, folder):
    shoal("anonymize", *RUNS["km"].split(), "--save-recipe", "r.toml")
    empty(folder)
    done = shoal("recipe", "check", "r.toml", "--json")
    assert json.loads(done.stdout) == {
        "schema": "shoal.recipe-check/1",
        "file": "r.toml",
        "about": "baskets",
        "model": "km=3,2",
        "method": "auto",
        "input": "in/baskets.dat",
        "output": "out/release.dat",
    }
    assert contents(folder) == {}
    assert "would run" in shoal("recipe", "check", "r.toml").stdout
    assert shoal("recipe", "check", "r.toml", "--quiet").stdout == ""
    (folder / "in" / "baskets.dat").unlink()
    for command in (["recipe", "check"], ["run"]):
        done = shoal(*command, "r.toml")
        assert done.returncode == 2
        assert done.stderr == "shoal: r.toml, line 5: input.path: no such file: in/baskets.dat\n"
        assert done.stdout == ""


def test_the_schema_is_one_json_document(shoal):
    done = shoal("recipe", "schema")
    schema = json.loads(done.stdout)
    jsonschema.Draft202012Validator.check_schema(schema)
    assert schema["title"] == "Shoal recipe (shoal.recipe/1)"
    good = {"model": "k=5", "input": {"path": "a"}, "output": {"path": "b"}}
    jsonschema.validate(good, schema)
    for wrong in (
        good | {"model": "l=5"},
        good | {"x": 1},
        good | {"options": {"seed": "1"}},
        good | {"options": {"seed": None}},
        {"model": "k=5", "input": {"path": "a"}},
        good | {"data": {"keep": ["a"]}},
    ):
        with pytest.raises(jsonschema.ValidationError):
            jsonschema.validate(wrong, schema)


MISTAKES = {
    "a model that is no text": ('"k=3"', "3", "line 1: model"),
    "a table for a method": ('"k=3"', '"k=3"\nmethod = { zip = 1 }', "line 2: method"),
    "a path with a NUL": ('"in/baskets.dat"', '"in/\\u0000"', "line 3: input.path"),
    "a folder without files": ('"in/baskets.dat"', '"in/trees"', "line 3: input.path"),
    "a slash at the end": ('"out/r.dat"', '"out/r.dat/"', "line 5: output.path"),
    "a report in no folder": (
        '"out/r.dat"',
        '"out/r.dat"\nreport = "x/r.html"',
        "line 6: output.r",
    ),
}


@pytest.mark.parametrize(("old", "new", "place"), MISTAKES.values(), ids=MISTAKES)
def test_a_mistake_is_told_with_line_and_key(shoal, folder, old, new, place):
    recipe = 'model = "k=3"\n[input]\npath = "in/baskets.dat"\n[output]\npath = "out/r.dat"\n'
    (folder / "r.toml").write_text(recipe.replace(old, new))
    for command in (["run"], ["recipe", "check"]):
        sentence = ask(shoal, folder, 2, *command, "r.toml")
        assert sentence.startswith(f"shoal: r.toml, {place}")
