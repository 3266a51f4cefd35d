"""Keys of a recipe and their schema, and the options of a run that they stand for."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from shoal.engines.engine import ENGINES
from shoal.errors import ParameterError
from shoal.kinds import KINDS, Kind
from shoal.methods import Method, methods_for
from shoal.options import Option
from shoal.privacy import MODELS, Model
from shoal.recipes.recipe_toml import Key
from shoal.recipes.vocabulary import all_options, options_of
from shoal.wording import parameter

#: Names the kind of document and its version; may be left out.
SCHEMA = "shoal.recipe/1"

SECTIONS = ("input", "data", "options", "output")

#: What must be there.
REQUIRED = ("model", "input", "output")


def read_document(content: Mapping[str, Any]) -> dict[str, Any]:
    """Return the values of a document by the names of their options."""
    places = {option.place: option.name for option, _ in all_options()}
    values: dict[str, Any] = {}
    for key, value in content.items():
        if key in SECTIONS:
            if not isinstance(value, Mapping):
                raise _mistake((key,), f"{key!r} is a section: write [{key}], and its keys below")
            for name, one in value.items():
                if one is not None:
                    values[_known((key, name), places)] = one
        elif key == "schema":
            if value != SCHEMA:
                raise _mistake((key,), f"'schema' takes {SCHEMA!r}, not {value!r}")
        else:
            values[_known((key,), places)] = value
    for name in REQUIRED:
        if name not in values:
            what = f"'path' is missing in [{name}]" if name in SECTIONS else "'model' is missing"
            raise _mistake((name,), f"the key {what}")
    return values


def _known(place: Key, places: Mapping[Key, str]) -> str:
    """Return the option that stands at a place of a recipe; raise if there is none."""
    if place in places:
        return places[place]
    name, where = place[-1], _where(place)
    for other in places:
        if other[-1] == name and name != "path":
            raise _mistake(place, f"key {name!r} belongs {_where(other)}, not {where}")
    known = dict.fromkeys(other[-1] for other in places if other[:-1] == place[:-1])
    raise _mistake(place, f"unknown key {name!r} {where}; allowed: {', '.join(known)}")


def _where(place: Key) -> str:
    return f"in [{place[0]}]" if len(place) > 1 else "at the top, above all sections"


def _mistake(place: Key, message: str) -> ParameterError:
    return ParameterError(message, parameter=".".join(place))


def check_given(given: Mapping[str, Any], kind: Kind, method: type[Method]) -> None:
    """Raise if an option was given that means nothing to this run; say what it is for."""
    taken = options_of(kind, method)
    kinds = {one.called: one.called + one.needs(", which needs ") for one in KINDS.values()}
    for name in (name for name in given if name not in taken):
        owners = dict.fromkeys(owner for option, owner in all_options() if option.name == name)
        others = [kinds.get(owner, owner) for owner in owners if owner not in ("", kind.called)]
        hint = f"; it is for {' and '.join(others)}" if others else ""
        raise ParameterError(
            f"{parameter(name)} means nothing for {kind.called} with method {method.name}{hint}",
            parameter=name,
        )
    if method.taxonomy == "must" and given.get("taxonomy") is None:
        raise ParameterError(
            f"method {method.name} generalizes items by a taxonomy: give one with "
            f"{parameter('taxonomy', 'FILE')}",
            parameter="taxonomy",
        )


def name_of(parameter: str) -> Key:
    """Return the place of an option in a recipe; of two of one name, either has the same."""
    for option, _ in all_options():
        if option.name == parameter:
            return option.place
    return tuple(parameter.split("."))


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
