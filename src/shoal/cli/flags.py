"""Arguments and options of commands as data, and what their texts mean.

A command's signature is annotated with them. They need no parser: a plain call is read by
:mod:`shoal.cli.plain`, and help and mistakes are left to the parser in :mod:`shoal.cli.parser`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from inspect import Parameter, get_annotations, signature
from pathlib import Path
from typing import Annotated, Any, NamedTuple, get_args, get_origin

from shoal.errors import ParameterError


class Argument(NamedTuple):
    """A value given by its place."""

    help: str
    metavar: str


class Option(NamedTuple):
    """A value or a switch given by name.

    Parameters
    ----------
    names
        How it is spelled, as in ``-o`` and ``--output``.
    help
        What it does, for the help.
    metavar
        What its value is called in the help; None for a switch.
    takes
        What is allowed, for a message about a value that is not; by default what its type takes.
    hidden
        Whether the help leaves it out.
    """

    names: tuple[str, ...]
    help: str = ""
    metavar: str | None = None
    takes: str | None = None
    hidden: bool = False


class Flag(NamedTuple):
    """One parameter of a command: its name in Python, its type, and what it is to a user."""

    parameter: Parameter
    type: Any
    mark: Argument | Option | None

    @property
    def is_switch(self) -> bool:
        """Whether it takes no value."""
        return self.type is bool

    @property
    def required(self) -> bool:
        """Whether a call must give it."""
        return self.parameter.default is Parameter.empty

    def value(self, text: str) -> Any:
        """Return the value that a text means.

        Examples
        --------
        >>> def command(k: Annotated[int, Option(("-k",))]) -> None: ...
        >>> flags_of(command)[0].value("ten")
        Traceback (most recent call last):
        shoal.errors.ParameterError: -k takes a whole number, not 'ten'
        """
        if self.type is int and not re.fullmatch(r"[+-]?[0-9]{1,30}", text):
            raise self._refused("a whole number", text)
        # A path without a name would be the current directory.
        if self.type is Path and not text:
            raise self._refused("a path", text)
        try:
            return self.type(text)
        except ValueError:
            raise self._refused("a number", text) from None

    def _refused(self, kind: str, text: str) -> ParameterError:
        if isinstance(self.mark, Argument):
            return ParameterError(f"{self.mark.metavar} must be {kind}, not {text!r}")
        if self.mark is None:
            return ParameterError(f"{self.parameter.name} must be {kind}, not {text!r}")
        return ParameterError(f"{self.mark.names[0]} takes {self.mark.takes or kind}, not {text!r}")


def flags_of(command: Callable[..., Any]) -> list[Flag]:
    """Return the flags of a command, in the order of its signature."""
    hints = get_annotations(command, eval_str=True)
    return [_flag(parameter, hints[name]) for name, parameter in _parameters(command).items()]


def _parameters(command: Callable[..., Any]) -> dict[str, Parameter]:
    return dict(signature(command).parameters)


def _flag(parameter: Parameter, hint: Any) -> Flag:
    mark = None
    if get_origin(hint) is Annotated:
        hint, *marks = get_args(hint)
        mark = next((one for one in marks if isinstance(one, (Argument, Option))), None)
    kinds = [kind for kind in get_args(hint) or (hint,) if kind is not type(None)]
    kind = kinds[0] if len(kinds) == 1 and kinds[0] in (bool, int, float, str, Path) else None
    return Flag(parameter, kind, mark if kind is not None else None)


def refuse(given: Mapping[str, object], why: str) -> None:
    """Raise if a flag was given that has no meaning here.

    Examples
    --------
    >>> refuse({"--gamma": None, "--alpha": 4}, "is for rules")
    Traceback (most recent call last):
    shoal.errors.ParameterError: --alpha is for rules
    """
    for flag, value in given.items():
        if value is not None:
            raise ParameterError(f"{flag} {why}")
