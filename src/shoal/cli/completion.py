"""``shoal completion``: a script that lets a shell complete commands and flags."""

from __future__ import annotations

from typing import Annotated

from shoal.cli.flags import Argument
from shoal.cli.show import printing
from shoal.errors import ParameterError


def command(
    shell: Annotated[str, Argument(help="bash, zsh or fish.", metavar="SHELL")],
) -> None:
    """Print a script that lets a shell complete commands, flags and files.

    All names are in the script, so that completing starts no program.

    `shoal completion bash`
    """
    from shoal.cli.completion_bash import bash
    from shoal.cli.completion_fish import fish
    from shoal.cli.completion_zsh import zsh

    scripts = {"bash": bash, "zsh": zsh, "fish": fish}
    if shell not in scripts:
        raise ParameterError(f"SHELL must be one of {', '.join(scripts)}, not {shell!r}")
    with printing():
        print(scripts[shell](), end="")
