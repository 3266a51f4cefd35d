"""The script that completes in bash; it also works where only the flags' names are known."""

from __future__ import annotations

from shoal.cli.commands import COMMANDS
from shoal.cli.completion_words import Completed, completed, first_words, groups

_SCRIPT = """\
# Completion of shoal for bash; written by: shoal completion bash
_shoal() {{
    local current=${{COMP_WORDS[COMP_CWORD]}} before=${{COMP_WORDS[COMP_CWORD-1]}}
    local name=${{COMP_WORDS[1]}} words= files=1
    if (( COMP_CWORD == 1 )); then
        COMPREPLY=($(compgen -W "{first}" -- "$current"))
        return
    fi
    case $name in
{groups}
    esac
    case $name in
{flags}
    esac
    [[ $current == -* ]] && files=
    case "$name $before" in
{values}
    esac
    COMPREPLY=($(compgen -W "$words" -- "$current"))
    if [[ -n $files ]]; then
        local IFS=$'\\n'
        COMPREPLY+=($(compgen -f -- "$current"))
    fi
}}
complete -o filenames -F _shoal shoal
"""


def bash() -> str:
    """Return the script.

    Examples
    --------
    >>> bash().splitlines()[-1]
    'complete -o filenames -F _shoal shoal'
    """
    known = {name: completed(name) for name in COMMANDS}
    return _SCRIPT.format(
        first=" ".join([*first_words(), "--help", "--version"]),
        groups="\n".join(_group(name, members) for name, members in groups().items()),
        flags="\n".join(_flags(name, one) for name, one in known.items()),
        values="\n".join(line for name, one in known.items() for line in _values(name, one)),
    )


def _group(name: str, members: dict[str, str]) -> str:
    listed = " ".join(members)
    return (
        f"        {name})\n"
        f"            if (( COMP_CWORD == 2 )); then\n"
        f'                COMPREPLY=($(compgen -W "{listed}" -- "$current"))\n'
        f"                return\n"
        f"            fi\n"
        f'            name="{name} ${{COMP_WORDS[2]}}" ;;'
    )


def _flags(name: str, one: Completed) -> str:
    """Return flags, or the values of the command where there are some instead of files."""
    flags = " ".join(word for flag in one.words for word in flag.names)
    if not one.values:
        return f'        "{name}") [[ $current == -* ]] && words="{flags}" ;;'
    return (
        f'        "{name}") files=; words="{" ".join(one.values)}"\n'
        f'            [[ $current == -* ]] && words="{flags}" ;;'
    )


def _values(name: str, one: Completed) -> list[str]:
    """Return what may follow each flag that takes a value."""
    lines = []
    for flag in one.words:
        if flag.metavar is not None:
            patterns = "|".join(f'"{name} {word}"' for word in flag.names)
            words, files = " ".join(flag.values), "1" if flag.files else ""
            lines.append(f'        {patterns}) words="{words}" files={files} ;;')
    return lines
