"""``shoal completion``: a script that lets a shell complete commands and flags."""

from __future__ import annotations

from typing import Annotated

from shoal.cli.completion_scripts import SHELLS, script
from shoal.cli.flags import Argument
from shoal.cli.show import printing
from shoal.errors import ParameterError


def command(
    shell: Annotated[str, Argument(help="bash, zsh or fish.", metavar="SHELL")],
) -> None:
    """Print a script that lets a shell complete commands, flags and files.

    `shoal completion bash > ~/.local/share/bash-completion/completions/shoal`
    """
    if shell not in SHELLS:
        raise ParameterError(f"SHELL must be one of {', '.join(SHELLS)}, not {shell!r}")
    with printing():
        print(script(shell), end="")
