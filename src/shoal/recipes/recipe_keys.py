"""Keys of a recipe and options of a run: which is which, and which do not belong here."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from shoal.errors import ParameterError
from shoal.kinds import KINDS, Kind
from shoal.methods import METHODS, Method
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
    for name in given:
        if name in taken:
            continue
        owners = [*_owners(name, kind)]
        if name == "seed" or kind.called in owners:
            message = f"{parameter(name)} means nothing here: method {method.name} uses none"
        elif not owners:
            message = f"unknown option {name!r}"
        else:
            needed = (
                other.needs(f"; {other.called} needs ")
                for other in KINDS.values()
                if other.called in owners and other.recognised_by != name
            )
            message = (
                f"{parameter(name)} is for {' and '.join(owners)}, and this run is about "
                f"{kind.called} with method {method.name}{''.join(needed)}"
            )
        raise ParameterError(message, parameter=name)
    if method.taxonomy == "must" and given.get("taxonomy") is None:
        raise ParameterError(
            f"method {method.name} generalizes items by a taxonomy: give one with "
            f"{parameter('taxonomy', 'FILE')}",
            parameter="taxonomy",
        )


def _owners(name: str, kind: Kind) -> Iterator[str]:
    """Return what an option is for: kinds of data, and methods by the kind they are for."""
    for other in KINDS.values():
        if any(option.name == name for option in other.options):
            yield other.called
    for other in KINDS.values():
        methods = [
            called
            for (of, called), method in METHODS.items()
            if of == other.name and any(option.name == name for option in method.options)
        ]
        if methods:
            end = "" if other is kind else f" for {other.called}"
            yield f"method {' or '.join(methods)}{end}"


def name_of(parameter: str) -> Key:
    """Return the place of an option in a recipe; of two of one name, either has the same."""
    for option, _ in all_options():
        if option.name == parameter:
            return option.place
    return tuple(parameter.split("."))
