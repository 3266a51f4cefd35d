"""What a shell can complete, told by the commands' own signatures."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import NamedTuple

from shoal.cli.commands import COMMANDS, load
from shoal.cli.flags import Argument, Flag, Option, flags_of

#: Shells there is a script for.
SHELLS = ("bash", "zsh", "fish")


class Word(NamedTuple):
    """A flag as a shell needs it.

    Parameters
    ----------
    names, help
        As for the parser.
    metavar
        What its value is called; None for a switch.
    values
        What the value may be, where that is known.
    files
        Whether the value is a file or a folder.
    """

    names: tuple[str, ...]
    help: str
    metavar: str | None = None
    values: tuple[str, ...] = ()
    files: bool = False


class Completed(NamedTuple):
    """What can follow a command: its flags, and files or, where they are known, values."""

    help: str
    words: tuple[Word, ...]
    values: tuple[str, ...] = ()


def completed(name: str) -> Completed:
    """Return what can follow a command.

    Examples
    --------
    >>> completed("doctor").words[0].names
    ('--json',)
    """
    command = load(name)
    words = [
        _word(flag, flag.mark)
        for flag in flags_of(command)
        if isinstance(flag.mark, Option) and not flag.mark.hidden
    ]
    shells = [flag for flag in flags_of(command) if _takes_shell(flag)]
    return Completed(
        (command.__doc__ or "").partition("\n")[0].rstrip("."),
        (*words, Word(("-h", "--help"), "Show the help.")),
        SHELLS if shells else (),
    )


def first_words() -> dict[str, str]:
    """Return what can stand first, with its help: commands, and groups of them.

    Examples
    --------
    >>> "demo" in first_words() and "hierarchy" in first_words()
    True
    """
    from shoal.cli.parser import GROUPS

    alone = {name: completed(name).help for name in COMMANDS if " " not in name}
    return alone | {group: said.rstrip(".") for group, said in GROUPS.items()}


def groups() -> dict[str, dict[str, str]]:
    """Return the commands of each group, with their help.

    Examples
    --------
    >>> list(groups()["rules"])
    ['generate', 'check']
    """
    members: dict[str, dict[str, str]] = {}
    for name in COMMANDS:
        if " " in name:
            group, _, word = name.partition(" ")
            members.setdefault(group, {})[word] = completed(name).help
    return members


def _word(flag: Flag, mark: Option) -> Word:
    files = flag.type is Path or mark.metavar in ("FILE", "FOLDER")
    metavar = None if flag.is_switch else mark.metavar or "VALUE"
    return Word(mark.names, mark.help, metavar, _values().get(mark.names[0], ()), files)


def _takes_shell(flag: Flag) -> bool:
    return isinstance(flag.mark, Argument) and flag.mark.metavar == "SHELL"


@cache
def _values() -> dict[str, tuple[str, ...]]:
    """Return the values of flags that take one of a few."""
    from shoal.certificate.baskets import KINDS
    from shoal.data.table import RECODINGS
    from shoal.io.formats import FORMATS
    from shoal.mining.request import RANKS, TARGETS
    from shoal.recipes.methods import BY_MODEL
    from shoal.recipes.table_methods import TABLE_METHODS

    methods = {name for names in BY_MODEL.values() for name in names} | {*TABLE_METHODS}
    return {
        "--method": ("auto", *sorted(methods - {"auto"})),
        "--format": tuple(FORMATS),
        "--certificate": KINDS,
        "--recoding": RECODINGS,
        "--target": TARGETS,
        "--by": RANKS,
    }
