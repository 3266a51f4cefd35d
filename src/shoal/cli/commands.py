"""The commands by name, each loaded when it is called."""

from __future__ import annotations

from importlib import import_module

from shoal.cli.plain import read_plainly

#: In the order of the help. Each is a module of this room with a function ``command``.
COMMANDS = ("demo", "anonymize", "verify", "measure", "mine")


def dispatch(arguments: list[str]) -> int:
    """Run the command that the arguments name; return its exit status."""
    if arguments and arguments[0] in COMMANDS:
        command = import_module(f"shoal.cli.{arguments[0]}").command
        given = read_plainly(command, arguments[1:])
        if given is not None:
            return int(command(**given) or 0)
    from shoal.cli.parser import parse_and_run

    return parse_and_run(arguments)
