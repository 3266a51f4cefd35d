"""The commands by name, each loaded when it is called."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module

from shoal.cli.plain import read_plainly

#: In the order of the help. Each is a module of this room with a function ``command``; one of two
#: words belongs to a group, and its module is called after both.
COMMANDS = (
    "demo",
    "inspect",
    "anonymize",
    "verify",
    "measure",
    "mine",
    "hierarchy build",
    "hierarchy show",
    "hierarchy check",
    "rules generate",
    "rules check",
    "run",
    "recipe check",
    "recipe schema",
    "doctor",
    "completion",
)


def load(name: str) -> Callable[..., int | None]:
    """Return the command of this name."""
    command: Callable[..., int | None] = import_module(
        f"shoal.cli.{name.replace(' ', '_')}"
    ).command
    return command


def dispatch(arguments: list[str]) -> int:
    """Run the command that the arguments name; return its exit status."""
    for words in (1, 2):
        name = " ".join(arguments[:words])
        if name not in COMMANDS:
            continue
        command = load(name)
        given = read_plainly(command, arguments[words:])
        if given is not None:
            return int(command(**given) or 0)
    from shoal.cli.parser import parse_and_run

    return parse_and_run(arguments)
