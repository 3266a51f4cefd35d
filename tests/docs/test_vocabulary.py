"""Flags, keys of recipes and parameters of the API are one vocabulary, and the docs tell it all."""

from __future__ import annotations

import re
import tomllib
from inspect import signature
from pathlib import Path
from typing import get_args

import pytest
import typer

import shoal
from shoal.certificate import KINDS as CERTIFICATES
from shoal.cli.app import app
from shoal.privacy import KAnonymity, KmAnonymity, PSRules
from shoal.recipes.anonymize import anonymize
from shoal.recipes.methods import BY_MODEL
from shoal.recipes.recipe_errors import fields_of
from shoal.recipes.recipe_kinds import KINDS
from shoal.recipes.table_methods import TABLE_METHODS

PAGE = Path(__file__).parents[2] / "docs" / "recipes.md"

#: Flags that say how a call is answered, not what is done.
OF_THE_CALL = {"--json", "--quiet", "--save-recipe"}
#: Flags that a recipe spells otherwise: -k is a model, --no-shuffle another name of --keep-order.
SPELLED_OTHERWISE = {"-k", "--no-shuffle", "--output"}
#: What only Python has: a function cannot stand in a file, and a report asks for figures itself.
OF_PYTHON = {"data", "model", "source", "progress", "figures"}


def keys() -> set[tuple[str, ...]]:
    return {key for kind in KINDS.values() for key in fields_of(kind)} - {("schema",)}


def parameters() -> set[str]:
    return {*signature(anonymize).parameters, *signature(shoal.read_table).parameters} - OF_PYTHON


def flags() -> set[str]:
    command = typer.main.get_command(app).commands["anonymize"]
    options = [one for one in command.params if one.param_type_name == "option"]
    return {one.opts[-1] for one in options} - OF_THE_CALL - SPELLED_OTHERWISE


def test_flags_and_keys_are_the_same_words():
    named = {key[-1] for key in keys() if key[0] not in ("input", "output") or key[-1] != "path"}
    assert {flag.lstrip("-").replace("-", "_") for flag in flags()} == named


def test_parameters_and_keys_are_the_same_words():
    named = {key[-1] for key in keys() if key[0] in ("input", "data", "options")} | {"method"}
    assert parameters() == named - {"path"}


def test_roles_of_columns_are_those_of_the_api():
    data = {key[-1] for key in fields_of(KINDS["table"]) if key[0] == "data"}
    read = {*signature(shoal.read_table).parameters} - {"source", "format", "separator"}
    assert data == read == {*signature(shoal.Table.of).parameters} - {"frame", "data", "cls"}


def choices(kind: str, key: tuple[str, ...]) -> list[str]:
    optional = get_args(fields_of(KINDS[kind])[key].annotation)
    return [choice for one in optional for choice in get_args(one)]


@pytest.mark.parametrize(
    ("kind", "methods"),
    [
        ("baskets", BY_MODEL[KAnonymity]),
        ("km", BY_MODEL[KmAnonymity]),
        ("rules", BY_MODEL[PSRules]),
        ("table", tuple(TABLE_METHODS)),
    ],
)
def test_methods_are_those_there_are(kind, methods):
    assert choices(kind, ("method",)) == ["auto", *methods]


def test_certificates_are_those_there_are():
    for kind in ("baskets", "table"):
        assert set(choices(kind, ("options", "certificate"))) == set(CERTIFICATES)


def rows_of_the_page() -> dict[tuple[str, ...], list[str]]:
    rows = re.findall(r"^\| `([a-z_.]+)` \| (.*) \|$", PAGE.read_text(), re.MULTILINE)
    return {tuple(key.split(".")): rest.split(" | ") for key, rest in rows}


def test_the_page_tells_every_key_with_its_flag_and_parameter():
    rows = rows_of_the_page()
    assert set(rows) == keys()
    told = {flag for row in rows.values() for flag in re.findall(r"`(--?[a-z-]+)`", row[0])}
    assert told - SPELLED_OTHERWISE - {"--model"} == flags() - {"--model"}
    for key, (flag, parameter, *_) in rows.items():
        if key[-1] not in ("path", "report", "model"):
            assert flag == f"`--{key[-1].replace('_', '-')}`"
            assert f"`{key[-1]}`" in parameter


def test_the_page_says_which_recipes_have_a_key():
    words = {"baskets": "k", "km": "km", "rules": "rules", "table": "table"}
    for key, (*_, whose, _meaning) in rows_of_the_page().items():
        having = [words[kind] for kind in KINDS if key in fields_of(KINDS[kind])]
        assert whose == ("all" if len(having) == 4 else ", ".join(having)), key


def test_recipes_on_the_page_are_valid():
    blocks = re.findall(r"^```toml\n(.*?)^```$", PAGE.read_text(), re.MULTILINE | re.DOTALL)
    assert len(blocks) >= 4
    for block in blocks:
        shoal.Recipe.of(tomllib.loads(block))
