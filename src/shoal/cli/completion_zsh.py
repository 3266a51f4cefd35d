"""The script that completes in zsh, with the help beside each flag."""

from __future__ import annotations

from shoal.cli.commands import COMMANDS
from shoal.cli.completion_words import Completed, Word, completed, first_words, groups

_SCRIPT = """\
#compdef shoal
# Completion of shoal for zsh; written by: shoal completion zsh
_shoal() {{
    local name=${{words[2]}}
    local -a first members
    first=(
{first}
    )
    if (( CURRENT == 2 )); then
        _describe -t commands command first
        return
    fi
    shift words
    (( CURRENT-- ))
    case $name in
{groups}
    esac
    case $name in
{flags}
    esac
}}
if [[ $funcstack[1] == _shoal ]]; then
    _shoal "$@"
else
    compdef _shoal shoal
fi
"""


def zsh() -> str:
    """Return the script.

    Examples
    --------
    >>> zsh().splitlines()[0]
    '#compdef shoal'
    """
    return _SCRIPT.format(
        first=_described(first_words(), 8),
        groups="\n".join(_group(name, members) for name, members in groups().items()),
        flags="\n".join(_flags(name, completed(name)) for name in COMMANDS),
    )


def _described(words: dict[str, str], indent: int) -> str:
    escaped = {word: said.replace(":", r"\:") for word, said in words.items()}
    return "\n".join(" " * indent + _quoted(f"{word}:{said}") for word, said in escaped.items())


def _group(name: str, members: dict[str, str]) -> str:
    return (
        f"        {name})\n"
        f"            members=(\n{_described(members, 16)}\n            )\n"
        f"            if (( CURRENT == 2 )); then\n"
        f"                _describe -t commands command members\n"
        f"                return\n"
        f"            fi\n"
        f'            name="{name} ${{words[2]}}"\n'
        f"            shift words\n"
        f"            (( CURRENT-- )) ;;"
    )


def _flags(name: str, one: Completed) -> str:
    specs = [spec for flag in one.words for spec in _specs(flag)]
    rest = f"*:value:({' '.join(one.values)})" if one.values else "*:file:_files"
    listed = "".join(f" \\\n                {_quoted(spec)}" for spec in [*specs, rest])
    return f'        "{name}")\n            _arguments -s{listed} ;;'


def _specs(flag: Word) -> list[str]:
    said = flag.help.rstrip(".").replace("[", "(").replace("]", ")").replace(":", "\\:")
    value = ""
    if flag.metavar is not None:
        which = "_files" if flag.files else f"({' '.join(flag.values)})" if flag.values else " "
        value = f":{flag.metavar}:{which}"
    others = f"({' '.join(flag.names)})" if len(flag.names) > 1 else ""
    return [f"{others}{name}[{said}]{value}" for name in flag.names]


def _quoted(text: str) -> str:
    return "'" + text.replace("'", "'\\''") + "'"
