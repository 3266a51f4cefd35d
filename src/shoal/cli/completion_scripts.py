"""Scripts for shells, written from the commands' own signatures.

All names are in the script, so that completing starts no Python.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from shoal.cli.commands import COMMANDS, load
from shoal.cli.completion_values import values_of
from shoal.cli.flags import Argument, Flag, Option, flags_of
from shoal.cli.parser import GROUPS

SHELLS = ("bash", "zsh", "fish")


class Word(NamedTuple):
    """A flag as a shell needs it: names, help, whether a value follows, and which there are."""

    names: tuple[str, ...]
    help: str
    takes_value: bool
    values: tuple[str, ...] = ()
    files: bool = False


class Completed(NamedTuple):
    """What can follow the words of a command; ``values`` stand in the place of a file."""

    help: str
    words: tuple[Word, ...] = ()
    values: tuple[str, ...] = ()


def script(shell: str) -> str:
    """Return the script for a shell: ``bash``, ``zsh`` or ``fish``.

    Examples
    --------
    >>> "anonymize" in script("bash")
    True
    """
    known = {name: _completed(name) for name in COMMANDS}
    return {"bash": _bash, "zsh": _zsh, "fish": _fish}[shell](known)


def _completed(name: str) -> Completed:
    command = load(name)
    flags = flags_of(command)
    words = tuple(_word(name, flag, flag.mark) for flag in flags if isinstance(flag.mark, Option))
    places = [flag for flag in flags if isinstance(flag.mark, Argument) and flag.type is str]
    values = SHELLS if name == "completion" else ()
    assert not places or values
    shown = (command.__doc__ or "").partition("\n")[0].rstrip(".")
    hidden = {word for flag in flags if isinstance(flag.mark, Option) and flag.mark.hidden
              for word in flag.mark.names}
    kept = tuple(word for word in words if not hidden.intersection(word.names))
    return Completed(shown, (*kept, Word(("-h", "--help"), "Show the help", False)), values)


def _word(command: str, flag: Flag, mark: Option) -> Word:
    files = flag.type is Path or mark.metavar in ("FILE", "FOLDER")
    values = () if files else values_of(command, mark.names[-1])
    return Word(mark.names, mark.help, not flag.is_switch, values, files)


def _first_words() -> dict[str, str]:
    """Return what can stand first, with its help: commands, and groups of them."""
    alone = {name: _completed(name).help for name in COMMANDS if " " not in name}
    return alone | dict(GROUPS)


def _members(group: str) -> list[str]:
    return [name.split()[1] for name in COMMANDS if name.startswith(f"{group} ")]
