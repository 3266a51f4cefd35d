"""Recipes in Python: what they keep, how they are written, what their schema says."""

from __future__ import annotations

import json
import tomllib
from dataclasses import FrozenInstanceError
from pathlib import Path

import pytest

import shoal

from .cases import CASES, contents


@pytest.fixture
def people(folder):
    rows = [f"{20 + number % 8},{'fm'[number % 2]}" for number in range(16)]
    (folder / "people.csv").write_text("age,sex\n" + "\n".join(rows) + "\n")
    tree = "".join(f"{age};{age // 4 * 4}+;*\n" for age in range(20, 28))
    (folder / "by age.csv").write_text(tree)
    return folder


def content(**data):
    return {
        "model": "k=4",
        "input": {"path": "people.csv"},
        "data": {"qi": ["age", "sex"], **data},
        "output": {"path": "release.csv"},
    }


def test_hierarchies_by_column(people, monkeypatch):
    monkeypatch.chdir(people.parent)
    given = content(hierarchies={"age": "by age.csv"}, recoding={"sex": "set"})
    made = shoal.Recipe.of(given, folder=people).run()
    roles = {**given["data"], "hierarchies": {"age": str(people / "by age.csv")}}
    shoal.anonymize(people / "people.csv", "k=4", **roles).write(people / "same.csv")
    assert made.files["output"] == people / "release.csv"
    assert (people / "release.csv").read_bytes() == (people / "same.csv").read_bytes()
    assert "20+" in (people / "release.csv").read_text()
    with pytest.raises(shoal.errors.ParameterError, match="output equals input"):
        shoal.Recipe.of(given | {"output": {"path": "by age.csv"}}, folder=people).run()


def test_a_recipe_keeps_what_was_given_and_nothing_else(people):
    given = content(weights={"age": 2})
    recipe = shoal.Recipe.of(given, folder=people)
    assert recipe.to_dict() == given
    with pytest.raises(FrozenInstanceError):
        recipe.folder = Path("elsewhere")


def test_the_plain_form_of_a_recipe_is_a_copy(people):
    given = content()
    recipe = shoal.Recipe.of(given, folder=people)
    recipe.to_dict()["data"]["qi"].append("name")
    assert recipe.to_dict() == content()


def test_what_is_given_is_not_changed(case):
    given = case.content(options={"threads": 1}, output={"report": "r.html"})
    before = json.dumps(given)
    recipe = shoal.Recipe.of(given)
    recipe.run()
    assert json.dumps(given) == before
    assert recipe.to_dict() == {name: one for name, one in given.items() if one != {}}


def test_text_and_back(people):
    recipe = shoal.Recipe.of(content(keep=['a "quoted", name', "ümlaut"]), folder=people)
    (people / "deep").mkdir()
    for folder in (people, people / "deep"):
        path = folder / "r.toml"
        path.write_text(recipe.to_toml(folder))
        loaded = shoal.Recipe.load(path)
        assert Path(loaded.located["input"]).samefile(people / "people.csv")
        assert loaded.to_dict()["data"] == recipe.to_dict()["data"]


def test_every_path_moves_with_the_text(case, folder):
    (folder / "deep").mkdir()
    recipe = shoal.Recipe.of(case.content(output={"report": "r.html"}))
    (folder / "deep" / "r.toml").write_text(recipe.to_toml("deep"))
    moved = shoal.Recipe.load("deep/r.toml")
    assert [path.resolve() for _, path in moved.files()] == [
        path.resolve() for _, path in recipe.files()
    ]
    first = recipe.run()
    before = contents(folder)
    moved.run(allow_outside=True)
    assert contents(folder)[case.output] == before[case.output]
    assert first.files["output"].resolve() == folder / case.output


def test_two_runs_have_the_same_bytes_on_any_number_of_threads(case, folder):
    made = set()
    for threads in (1, 2, 3):
        case.publish(options={"threads": threads})
        made.add((folder / case.output).read_bytes())
    assert len(made) == 1


def test_a_check_writes_nothing_and_finds_what_a_run_would(case, folder):
    before = contents(folder)
    recipe = shoal.Recipe.of(case.content())
    recipe.check()
    assert contents(folder) == before
    assert recipe.run().verdict.ok


def test_the_schema_knows_every_recipe_of_these_tests(folder):
    jsonschema = pytest.importorskip("jsonschema")
    schema = json.loads(json.dumps(shoal.Recipe.schema()))
    check = jsonschema.Draft202012Validator(schema)
    check.check_schema(schema)
    for case in CASES.values():
        case.write(folder)
        given = case.content(options={"threads": 2, "memory_limit": "4G"})
        text = shoal.Recipe.of(given).to_toml()
        assert check.is_valid(tomllib.loads(text))
        assert not check.is_valid(case.content(options={"threads": 0}))
        assert not check.is_valid(case.content(options={"sede": 1}))


def test_the_schema_has_every_key_once_with_its_help():
    for variant in shoal.Recipe.schema()["anyOf"]:
        properties = variant["properties"]
        for name in ("input", "data", "options", "output"):
            for key, described in properties.get(name, {"properties": {}})["properties"].items():
                assert described["description"].endswith("."), (variant["title"], name, key)
        assert {"model", "input", "output"} <= set(variant["required"])


def test_flags_and_keys_mean_the_same(folder):
    CASES["table"].write(folder)
    flags = {
        "input": "p.csv",
        "output": "r.csv",
        "model": "k=2",
        "qi": "age,sex",
        "sensitive": "ill",
        "weights": "age=2,sex=0.5",
        "suppression_limit": "5%",
        "threads": "2",
        "keep_order": True,
    }
    keys = CASES["table"].content(
        data={"weights": {"age": 2, "sex": 0.5}},
        options={"suppression_limit": 0.05, "threads": 2, "keep_order": True},
    )
    assert shoal.Recipe.from_flags(flags).to_dict() == shoal.Recipe.of(keys).to_dict()
