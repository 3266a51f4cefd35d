"""``shoal completion``: Typer's script that lets a shell complete commands and flags."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import typer

from shoal.cli.show import printing

#: Set by the scripts when they ask for completions.
VARIABLE = "_SHOAL_COMPLETE"


def command(
    shell: Annotated[
        Literal["bash", "zsh", "fish"], typer.Argument(help="bash, zsh or fish.", metavar="SHELL")
    ],
) -> None:
    """Print a script that lets a shell complete commands, flags and files.

    `shoal completion bash`
    """
    from typer.completion import get_completion_script  # type: ignore[attr-defined]

    with printing():
        print(get_completion_script(prog_name="shoal", complete_var=VARIABLE, shell=shell))


def answer(command: Any, question: str) -> int:
    """Print what a script asks for, such as ``complete_bash``; return the exit status."""
    from typer.completion import completion_init, shell_complete  # type: ignore[attr-defined]

    completion_init()
    try:
        return int(shell_complete(command, {}, "shoal", VARIABLE, question))
    except SystemExit as finished:  # fish asks for a status alone
        return int(finished.code or 0)
