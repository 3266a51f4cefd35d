"""Mistakes in a recipe, as one sentence each that names the key and says what is allowed."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from difflib import get_close_matches
from typing import Any, NamedTuple, get_args

from pydantic import BaseModel, ValidationError
from pydantic.fields import FieldInfo

from shoal.recipes.recipe_kinds import KINDS, AnyRecipe, kind_of
from shoal.recipes.recipe_lines import Key
from shoal.recipes.recipe_sections import Takes

#: What a key of another kind of recipe belongs to, and what would make this one such a recipe.
_BELONGS = {
    "table": "a table: name its quasi-identifiers with qi in [data]",
    "rules": 'rules: the model must read "rules=FILE,k=5,c=0.9"',
    "km": 'k^m-anonymity: the model must read "km=10,2"',
    "baskets": "baskets",
}

#: Characters of a value that a message repeats.
_SHOWN = 60


class Mistake(NamedTuple):
    """A sentence about a key."""

    key: Key
    sentence: str
    missing: bool = False


def mistakes_in(error: ValidationError, document: Mapping[str, Any]) -> list[Mistake]:
    """Return what is wrong with a document.

    Parameters
    ----------
    error
        What was found.
    document
        The recipe as it was read.

    Examples
    --------
    >>> from shoal.recipes.recipe_kinds import ANY_RECIPE
    >>> document = {"model": "k=10", "options": {"sede": 1}}
    >>> try:
    ...     ANY_RECIPE.validate_python(document)
    ... except ValidationError as error:
    ...     [one.sentence for one in mistakes_in(error, document) if not one.missing]
    ["unknown key 'sede' in [options]; is it 'seed'?"]
    """
    kind = kind_of(document)
    found = [_mistake(one, KINDS[kind], document) for one in error.errors(include_url=False)]
    return list(dict.fromkeys(found))


def key_quoted(message: str, content: Mapping[str, Any]) -> Key | None:
    """Return the key that holds the name which a message quotes first, if there is one.

    Parameters
    ----------
    message
        What went wrong.
    content
        The recipe as plain values.

    Examples
    --------
    >>> content = {"model": "k=5", "data": {"qi": ["age", "zip"]}}
    >>> key_quoted("there is no column 'zip': there are 'age', 'sex'", content)
    ('data', 'qi')
    """
    quote = re.search("['\"]", message)
    if quote is None:
        return None
    found: list[Key] = []
    for section, keys in content.items():
        for name, value in keys.items() if isinstance(keys, dict) else ():
            for one in value if isinstance(value, (list, dict)) else [value]:
                if isinstance(one, str) and message.startswith(repr(one), quote.start()):
                    found.append((section, name, *([one] if isinstance(value, dict) else [])))
    # A name may stand under several keys; the message may tell which one it is about.
    return min(found, key=lambda key: key[1] not in message, default=None)


def key_infeasible(message: str) -> Key:
    """Return the key that makes a request one that no release meets.

    Examples
    --------
    >>> key_infeasible("k=100 needs at least 100 rows and the data has 50")
    ('model',)
    """
    if message.startswith("nothing can be published"):
        return ("input", "path")
    return ("options", "suppression_limit") if "above the limit" in message else ("model",)


def fields_of(kind: type[AnyRecipe]) -> dict[Key, FieldInfo]:
    """Return the keys of a kind of recipe, sections left out.

    Examples
    --------
    >>> sorted(fields_of(KINDS["km"]))[:3]
    [('data', 'taxonomy'), ('input', 'column'), ('input', 'format')]
    """
    return {key: field for key, field in _walk(kind, ()) if not _section(field)}


def _walk(model: type[BaseModel], above: Key) -> Iterator[tuple[Key, FieldInfo]]:
    for name, field in model.model_fields.items():
        key = (*above, field.alias or name)
        yield key, field
        if section := _section(field):
            yield from _walk(section, key)


def _section(field: FieldInfo) -> type[BaseModel] | None:
    kind = field.annotation
    return kind if isinstance(kind, type) and issubclass(kind, BaseModel) else None


def _mistake(error: Any, kind: type[AnyRecipe], document: Mapping[str, Any]) -> Mistake:
    if error["type"] == "recipe":
        return Mistake(tuple(error["ctx"]["key"].split(".")), error["ctx"]["sentence"])
    # The first part is the kind; behind the key there may be the branch of a union.
    loc = error["loc"][1:]
    if loc == ("k",):
        return Mistake(loc, f"there is no key 'k': write {_as_model(document['k'])}")
    if error["type"] == "extra_forbidden":
        return Mistake(tuple(map(str, loc)), _unknown(tuple(map(str, loc)), kind))
    if error["type"] == "missing":
        return Mistake(loc, _missing(loc, dict(_walk(kind, ()))[loc]), missing=True)
    key, value = _within(document, loc)
    named = dict(_walk(kind, ()))
    field = named.get(key[:2]) or named[key[:1]]
    if _section(field):
        return Mistake(key, f"{key[0]!r} is a section: write [{key[0]}], and its keys below")
    return Mistake(key, f"{_spelled(key)} takes {_words(field)}, not {_shown(value)}")


def _as_model(k: Any) -> str:
    """Return the line of a recipe that says what a number, several, or their text say."""
    numbers = k if isinstance(k, list) else re.split("[,/]", str(k))
    fine = all(re.fullmatch(r"\s*\d{1,18}\s*", str(number)) for number in numbers)
    told = "/".join(str(number).strip() for number in numbers) if numbers and fine else "10"
    return f'model = "k={told}"'


def _unknown(key: Key, kind: type[AnyRecipe]) -> str:
    name, where = key[-1], f"in [{key[0]}]" if len(key) > 1 else "at the top"
    for other, model in KINDS.items():
        if key in fields_of(model):
            return f"{_spelled(key)} is for {_BELONGS[other]}; this recipe is about {kind.about}"
    for home in fields_of(kind):
        if home[-1] == name:
            place = f"in [{home[0]}]" if len(home) > 1 else "at the top, above all sections"
            return f"key {name!r} belongs {place}, not {where}"
    known = [other[-1] for other, _ in _walk(kind, ()) if other[:-1] == key[:-1]]
    # A key that is misspelled may be one of another section, too.
    near = get_close_matches(name, known, n=1) or get_close_matches(
        name, [other[-1] for other in fields_of(kind)], n=1, cutoff=0.75
    )
    if near:
        return f"unknown key {name!r} {where}; is it {near[0]!r}?"
    return f"unknown key {name!r} {where}; allowed: {', '.join(known)}"


def _missing(key: Key, field: FieldInfo) -> str:
    if _section(field):
        return f"the section [{key[0]}] is missing"
    where = f"in [{key[0]}]" if len(key) > 1 else "at the top"
    return f"the key {key[-1]!r} is missing {where}: it takes {_words(field)}"


def _within(document: Any, loc: tuple[Any, ...]) -> tuple[Key, Any]:
    """Return the part of a place that is in the document, and what stands there."""
    key: list[str] = []
    for name in loc:
        if not isinstance(document, Mapping) or name not in document:
            break
        key.append(name)
        document = document[name]
    return tuple(key), document


def _words(field: FieldInfo) -> str:
    for mark in (*field.metadata, *get_args(field.annotation)):
        if isinstance(mark, Takes):
            return mark.words
    choices = [repr(choice) for choice in _choices(field.annotation)]
    return " or ".join(filter(None, [", ".join(choices[:-1]), choices[-1]]))


def _choices(kind: Any) -> Iterator[str]:
    for part in get_args(kind):
        if isinstance(part, str):
            yield part
        else:
            yield from _choices(part)


def _spelled(key: Key) -> str:
    """Return a key with its section."""
    return ".".join(key)


def _shown(value: Any) -> str:
    match value:
        case bool():
            return str(value).lower()
        case list() | dict():
            what = "list" if isinstance(value, list) else "table"
            return f"such a {what}" if value else f"an empty {what}"
        case _:
            text = repr(value) if isinstance(value, str) else str(value)
            return text if len(text) <= _SHOWN else f"{text[:_SHOWN]}..."
