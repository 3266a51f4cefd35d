"""The JSON Schema of recipes, from the same declarations that check them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from shoal.engines.engine import ENGINES
from shoal.kinds import KINDS, Kind
from shoal.methods import methods_for
from shoal.options import Option
from shoal.privacy import MODELS, Model
from shoal.recipes.recipe_keys import REQUIRED, SCHEMA, SECTIONS
from shoal.recipes.vocabulary import options_of


def json_schema() -> dict[str, Any]:
    """Return the JSON Schema of recipes: one variant for each kind of data and model."""
    variants = [
        _variant(kind, model)
        for kind in KINDS.values()
        for model in MODELS.values()
        if model.is_for(kind.name) and methods_for(kind.name, model)
    ]
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": f"Shoal recipe ({SCHEMA})",
        "description": "A whole run of shoal as data: shoal run recipe.toml",
        "anyOf": variants,
    }


def _variant(kind: Kind, model: type[Model]) -> dict[str, Any]:
    methods = methods_for(kind.name, model)
    options: dict[str, Option] = {}
    for method in methods:
        options |= options_of(kind, method)
    sections = {name: _section(name, options.values()) for name in SECTIONS}
    sections = {name: section for name, section in sections.items() if section["properties"]}
    required = [*REQUIRED]
    if kind.flag():
        required.append("kind")
    if kind.recognised_by is not None:
        sections["data"]["required"] = [kind.recognised_by]
        required.append("data")
    return {
        "title": f"{kind.name}, {model.example}",
        "type": "object",
        "additionalProperties": False,
        "required": required,
        "properties": {
            "schema": {"const": SCHEMA, "description": "Version of the keys."},
            "kind": {"const": kind.name, "description": "What kind of data it is."},
            "model": {
                "type": "string",
                "pattern": rf"^\s*{model.name}\s*=",
                "description": "The privacy model.",
            },
            "engine": {"enum": list(ENGINES), "description": "Where the work is done."},
            "method": {
                "enum": ["auto", *(method.name for method in methods)],
                "description": "The algorithm.",
            },
            **sections,
        },
    }


def _section(name: str, options: Iterable[Option]) -> dict[str, Any]:
    own = [option for option in options if option.section == name]
    required = [option.place[-1] for option in own if option.key == "path"]
    return {
        "type": "object",
        "additionalProperties": False,
        "properties": {
            option.place[-1]: {**option.json_schema(), "description": option.help} for option in own
        },
        **({"required": required} if required else {}),
    }
