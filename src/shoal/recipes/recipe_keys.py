"""A recipe's file, its keys, and the options of a run that they stand for."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from shoal.errors import FormatError, ParameterError
from shoal.io.failures import check_readable
from shoal.kinds import KINDS, Kind
from shoal.methods import Method
from shoal.recipes.vocabulary import all_options, options_of
from shoal.wording import parameter

#: The path of a key, as in ``("options", "seed")``.
Key = tuple[str, ...]

#: Names the kind of document and its version; may be left out.
SCHEMA = "shoal.recipe/1"

SECTIONS = ("input", "data", "options", "output")

#: What must be there.
REQUIRED = ("model", "input", "output")


def read_toml(source: Path) -> dict[str, Any]:
    """Return what a TOML file says; any file may be named by mistake."""
    check_readable(source)
    if not source.is_file():
        raise ParameterError(f"{source} is not a regular file")
    try:
        return tomllib.loads(source.read_bytes().decode("utf-8-sig"))
    except (ValueError, RecursionError) as error:  # also of bytes that are no text
        raise FormatError(f"is not valid TOML: {error}", path=str(source), unit=None) from None


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
    where = f"in [{place[0]}]" if len(place) > 1 else "at the top, above all sections"
    known = dict.fromkeys(other[-1] for other in places if other[:-1] == place[:-1])
    raise _mistake(place, f"unknown key {place[-1]!r} {where}; allowed: {', '.join(known)}")


def _mistake(place: Key, message: str) -> ParameterError:
    return ParameterError(message, parameter=".".join(place))


def check_given(given: Mapping[str, Any], kind: Kind, method: type[Method]) -> None:
    """Raise if an option was given that means nothing to this run; say what it is for."""
    taken = options_of(kind, method)
    kinds = {one.called: one.called + one.needs(", which needs ") for one in KINDS.values()}
    for name in (name for name in given if name not in taken):
        owners = dict.fromkeys(owner for option, owner in all_options() if option.name == name)
        if not owners:
            raise ParameterError(f"unknown option {name!r}", parameter=name)
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
