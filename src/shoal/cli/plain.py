"""Plain calls: what most calls are, read without loading a parser.

Every option is spelled in full and followed by its value, nothing is missing and nothing is given
twice. Anything else, help and mistakes above all, is left to the parser: loading it takes longer
than many a run.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from shoal.cli.flags import Argument, Option, flags_of


def read_plainly(command: Callable[..., Any], arguments: list[str]) -> dict[str, Any] | None:
    """Return what a plain call gives to the command; None if the call is not a plain one.

    Examples
    --------
    >>> from shoal.cli.verify import command
    >>> read_plainly(command, ["release.dat", "-k", "10", "--json"])
    {'source': PosixPath('release.dat'), 'k': 10, 'json': True}
    >>> read_plainly(command, ["release.dat", "-k"]) is None
    True
    """
    flags = flags_of(command)
    if any(flag.mark is None for flag in flags):
        return None
    named = {
        name: flag for flag in flags if isinstance(flag.mark, Option) for name in flag.mark.names
    }
    placed = (flag for flag in flags if isinstance(flag.mark, Argument))
    given: dict[str, Any] = {}
    words = iter(arguments)
    for word in words:
        named_here = word.startswith("-")
        flag = named.get(word) if named_here else next(placed, None)
        if flag is None or flag.parameter.name in given:
            return None
        if flag.is_switch:
            given[flag.parameter.name] = True
            continue
        text = next(words, None) if named_here else word
        # What starts with a dash may be the next option, its own value forgotten.
        if text is None or text.startswith("-"):
            return None
        given[flag.parameter.name] = flag.value(text)
    if any(flag.required and flag.parameter.name not in given for flag in flags):
        return None
    return given
