"""Flags, keys of recipes and parameters of the API are one vocabulary."""

from __future__ import annotations

import re
import tomllib
from inspect import signature
from pathlib import Path

import pytest
import typer

import shoal
from shoal.cli.app import build
from shoal.kinds import KINDS
from shoal.recipes.anonymize import anonymize
from shoal.recipes.vocabulary import all_options

PAGE = Path(__file__).parents[2] / "docs" / "recipes.md"

#: Flags that say how a call is answered, not what is done.
OF_THE_CALL = {"-k", "json", "quiet", "save_recipe", "no_shuffle", "overwrite", "show_values"}
#: What only a call in Python has, and what only a run from file to file has.
OF_PYTHON = {"data", "progress", "cancel", "options"}
OF_FILES = {"input", "output", "report", "certificate_file", "save_hierarchies"}


def options() -> set[str]:
    return {option.name for option, _ in all_options()}


def flags(name: str) -> set[str]:
    command = typer.main.get_command(build([name])).commands[name]
    names = {max(one.opts, key=len) for one in command.params if one.param_type_name == "option"}
    return {one if one == "-k" else one[2:].replace("-", "_") for one in names}


def test_every_option_has_a_flag_of_its_name():
    # But for the underscore behind a word that Python keeps for itself: class_ is --class.
    named = {name.rstrip("_") for name in options()}
    assert flags("anonymize") - OF_THE_CALL - {"input"} == named - {"input"}


def test_every_option_is_a_parameter_of_its_name():
    assert {*signature(anonymize).parameters} - OF_PYTHON == options() - OF_FILES


@pytest.mark.parametrize("call", [shoal.verify, shoal.measure])
def test_other_calls_have_no_words_of_their_own(call):
    own = {"published", "original", "model", "mapping", "k", "reading", "options"}
    assert {*signature(call).parameters} - own <= options()


def test_roles_of_columns_are_those_of_a_table():
    data = {option.name for option in KINDS["table"].options if option.section == "data"}
    assert data == {*signature(shoal.Table.of).parameters} - {"frame", "data", "cls"} | {"derive"}


def test_the_stub_holds_the_public_names():
    stub = Path(shoal.__file__).with_suffix(".pyi").read_text()
    named = re.findall(r" as (\w+)$|^(\w+):", stub, re.MULTILINE)
    assert {one or other for one, other in named} == set(shoal.__all__)


def test_recipes_on_the_page_are_valid(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    Path("rules.txt").write_text("beer -> flu\n")
    blocks = re.findall(r"^```toml\n(.*?)^```$", PAGE.read_text(), re.MULTILINE | re.DOTALL)
    assert len(blocks) >= 4
    for block in blocks:
        shoal.Recipe.of(tomllib.loads(block))
