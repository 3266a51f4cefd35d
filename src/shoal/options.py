"""The vocabulary: each option once, with its name, type, range and help.

Kinds, methods and the pipeline declare theirs. Flags, recipes, the JSON schema, ``--help`` and the
page of options in the docs follow from these declarations.
"""

from __future__ import annotations

import csv
import os
import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from reprlib import Repr
from types import UnionType
from typing import TYPE_CHECKING, Annotated, Any, Literal, Union, get_args, get_origin

from shoal.errors import ParameterError
from shoal.wording import parameter

if TYPE_CHECKING:
    from pydantic import TypeAdapter

#: Shows values in messages, long ones shortened.
_REPR = Repr()
_REPR.maxstring = _REPR.maxother = 60


@dataclass(frozen=True)
class Option:
    """One option of a run.

    Examples
    --------
    >>> threads = Option("threads", Annotated[int, "1.."], "a whole number", "Threads.", "N")
    >>> threads.flag, threads.from_flag("4"), threads.check(4)
    ('--threads', 4, 4)
    """

    name: str  # its name in Python and in recipes
    type: Any  # what a recipe may hold: an annotation that Pydantic understands
    takes: str  # the same in words, for messages
    help: str  # what it does, in a sentence
    metavar: str | None = None  # what its value is called in the help; None for a switch
    #: Where a recipe has it: at its ``top``, in ``input``, ``data``, ``options`` or ``output``.
    section: Literal["top", "input", "data", "options", "output"] = "options"
    default: Any = None  # what holds when it is not given
    #: What the text of a flag means; by default what the type says.
    parse: Callable[[str], Any] | None = None
    #: Types that a call in Python may give beside, and that are passed on as they are.
    objects: tuple[type, ...] = ()
    #: Which texts in its value are paths: none, all, or those after an ``@``.
    files: Literal["none", "all", "at"] = "none"
    key: str | None = None  # what a recipe calls it, where that is not its name
    panel: str | None = None  # the heading of the help that it stands under; None for the first
    #: What the text of a flag is, in words, where that is not what a recipe holds.
    typed: str | None = None

    @property
    def place(self) -> tuple[str, ...]:
        """Section and key of a recipe; the key alone for those at its top."""
        key = self.key or self.name
        return (key,) if self.section == "top" else (self.section, key)

    @property
    def flag(self) -> str:
        """How the command line spells it."""
        return f"--{self.name.rstrip('_').replace('_', '-')}"

    def from_flag(self, text: str) -> Any:
        """Return the value that the text of a flag means."""
        try:
            return self.check((self.parse or _parser(self.type))(text))
        except (ValueError, ParameterError):
            raise self.refused(text, self.typed) from None

    def check(self, value: Any, *, objects: bool = True) -> Any:
        """Return a value if it is one that the option takes; a file holds no objects."""
        if objects and isinstance(value, self.objects):
            return value
        try:
            return _adapter(self.type).validate_python(_plain(value))
        except ValueError:  # also of a text that UTF-8 cannot hold
            raise self.refused(value) from None

    def json_schema(self) -> dict[str, Any]:
        """Return the JSON Schema of what a recipe may hold."""
        return _adapter(self.type).json_schema()

    def refused(self, value: Any, takes: str | None = None) -> ParameterError:
        """Return the error about a value that the option does not take."""
        message = f"{parameter(self.name)} takes {takes or self.takes}, not {_REPR.repr(value)}"
        return ParameterError(message, parameter=self.name)


@cache
def _adapter(annotation: Any) -> TypeAdapter[Any]:
    """Return what checks values of a type: made once, for options are declared once."""
    from pydantic import ConfigDict, TypeAdapter

    return TypeAdapter(annotation, config=ConfigDict(strict=True, allow_inf_nan=False))


def _plain(value: Any) -> Any:
    """Return a value as a recipe would hold it: paths as text, whole numbers of any library."""
    if isinstance(value, os.PathLike):
        return os.fspath(value)
    if isinstance(value, Mapping):
        return {_plain(name): _plain(one) for name, one in value.items()}
    if isinstance(value, (list, tuple, set, frozenset, range)):
        return [_plain(one) for one in value]
    index = getattr(value, "__index__", None)
    return int(index()) if index is not None and not isinstance(value, (bool, int)) else value


def _parser(annotation: Any) -> Callable[[str], Any]:
    """Return how a flag of a type is read, where the type alone tells."""
    while get_origin(annotation) in (Annotated, Union, UnionType):
        annotation = next(part for part in get_args(annotation) if part is not type(None))
    origin = get_origin(annotation) or annotation
    readers: dict[Any, Callable[[str], Any]] = {
        int: whole_number,
        float: float,
        list: names,
        dict: pairs,
    }
    return readers.get(origin, str)


def whole_number(text: str) -> int:
    """Return the whole number that a text spells."""
    if not re.fullmatch(r"\s*[+-]?[0-9]{1,30}\s*", text):
        raise ValueError(text)
    return int(text)


def share(text: str) -> float:
    """Return a share, which may be given in percent."""
    stripped = text.strip()
    if stripped.endswith("%"):
        return float(stripped[:-1]) / 100
    return float(stripped)


def names(text: str) -> list[str]:
    """Return names separated by commas; one that holds a comma is quoted."""
    found = [name.strip() for name in next(csv.reader([text], skipinitialspace=True), [])]
    if not found or "" in found:
        raise ValueError(text)
    return found


def pairs(text: str) -> dict[str, Any]:
    """Return names and values such as ``age=2,sex=0.5``, numbers where they are such."""
    found: dict[str, Any] = {}
    for part in names(text):
        name, equals, value = part.rpartition("=")
        if not equals or not name.strip() or name.strip() in found:
            raise ValueError(text)
        found[name.strip()] = _number(value.strip())
    return found


def _number(text: str) -> int | float | str:
    for kind in (int, float):
        try:
            return kind(text)
        except ValueError:
            continue
    return text


def number_or_text(text: str) -> int | str:
    """Return the whole number that a text spells, or the text if it spells none."""
    try:
        return whole_number(text)
    except ValueError:
        return text


def values_of(given: Mapping[str, str | bool], options: Iterable[Option]) -> dict[str, Any]:
    """Return what the texts of flags mean, as the options read them; others stay as they are."""
    by_name = {option.name: option for option in options}
    return {
        name: by_name[name].from_flag(text) if isinstance(text, str) and name in by_name else text
        for name, text in given.items()
    }


def with_paths(option: Option, value: Any, change: Callable[[str], str]) -> Any:
    """Return a value of an option with each path in it changed."""
    if isinstance(value, str):
        if option.files == "all":
            return change(value)
        return f"@{change(value[1:])}" if option.files == "at" and value.startswith("@") else value
    if isinstance(value, list):
        return [with_paths(option, one, change) for one in value]
    if isinstance(value, dict) and option.files == "all":
        return {name: with_paths(option, one, change) for name, one in value.items()}
    return value
