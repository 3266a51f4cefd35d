"""Recipes in Python."""

from __future__ import annotations

from dataclasses import FrozenInstanceError
from pathlib import Path

import pytest
from pydantic import ValidationError

import shoal
from shoal.recipes.publish_table import publish_table


@pytest.fixture
def people(tmp_path):
    rows = [f"{20 + number % 8},{'fm'[number % 2]}" for number in range(16)]
    (tmp_path / "people.csv").write_text("age,sex\n" + "\n".join(rows) + "\n")
    tree = "".join(f"{age};{age // 4 * 4}+;*\n" for age in range(20, 28))
    (tmp_path / "by age.csv").write_text(tree)
    return tmp_path


def content(**data):
    return {
        "model": "k=4",
        "input": {"path": "people.csv"},
        "data": {"qi": ["age", "sex"], **data},
        "output": {"path": "release.csv"},
    }


def test_hierarchies_by_column(people):
    given = content(hierarchies={"age": "by age.csv"}, recoding={"sex": "set"})
    made = shoal.Recipe.of(given, folder=people).run()
    roles = {**given["data"], "hierarchies": {"age": str(people / "by age.csv")}}
    same = publish_table(people / "people.csv", people / "same.csv", "k=4", roles=roles)
    assert made.output.read_bytes() == same.output.read_bytes()
    assert made.output == people / "release.csv"
    assert "20+" in made.output.read_text()
    with pytest.raises(shoal.errors.ParameterError, match="output equals input"):
        shoal.Recipe.of(given | {"output": {"path": "by age.csv"}}, folder=people).run()


def test_a_recipe_keeps_what_was_given_and_nothing_else(people):
    given = content(weights={"age": 2})
    recipe = shoal.Recipe.of(given, folder=people)
    assert recipe.to_dict() == given
    assert recipe == shoal.Recipe.of(given, folder=people)
    with pytest.raises(FrozenInstanceError):
        recipe.folder = Path("elsewhere")
    with pytest.raises(ValidationError):
        recipe.keys.model = "k=1"
    recipe.to_dict()["data"]["qi"].append("name")
    assert recipe.to_dict() == given


def test_text_and_back(people):
    recipe = shoal.Recipe.of(content(keep=['a "quoted", name', "ümlaut"]), folder=people)
    (people / "deep").mkdir()
    for folder in (people, people / "deep"):
        path = folder / "r.toml"
        path.write_text(recipe.to_toml(folder))
        loaded = shoal.Recipe.load(path)
        assert (loaded.folder / loaded.keys.input.path).samefile(people / "people.csv")
        assert loaded.to_dict()["data"] == recipe.to_dict()["data"]


def test_two_runs_have_the_same_bytes_on_any_number_of_threads(people):
    made = set()
    for threads in (1, 2, 3):
        given = content() | {"options": {"threads": threads}}
        made.add(shoal.Recipe.of(given, folder=people).run().output.read_bytes())
    assert len(made) == 1
