"""The script that completes in fish, with the help beside each flag."""

from __future__ import annotations

from shoal.cli.commands import COMMANDS
from shoal.cli.completion_words import Completed, Word, completed, first_words, groups

_HEAD = """\
# Completion of shoal for fish; written by: shoal completion fish
complete -c shoal -e
complete -c shoal -n __fish_use_subcommand -f
"""


def fish() -> str:
    """Return the script.

    Examples
    --------
    >>> "complete -c shoal" in fish()
    True
    """
    lines = [
        f"complete -c shoal -n __fish_use_subcommand -f -a {word} -d {_quoted(said)}"
        for word, said in first_words().items()
    ]
    for group, members in groups().items():
        none = f"__fish_seen_subcommand_from {group}; and not __fish_seen_subcommand_from "
        condition = _quoted(none + " ".join(members))
        lines += [
            f"complete -c shoal -n {condition} -f -a {word} -d {_quoted(said)}"
            for word, said in members.items()
        ]
    for name in COMMANDS:
        lines += _flags(name, completed(name))
    return _HEAD + "\n".join(lines) + "\n"


def _flags(name: str, one: Completed) -> list[str]:
    condition = "; and ".join(f"__fish_seen_subcommand_from {word}" for word in name.split())
    start = f"complete -c shoal -n {_quoted(condition)}"
    lines = [f"{start} {_spelled(flag)}" for flag in one.words]
    if one.values:
        lines.append(f"{start} -f -a {_quoted(' '.join(one.values))}")
    return lines


def _spelled(flag: Word) -> str:
    names = " ".join(
        f"-l {name[2:]}" if name.startswith("--") else f"-s {name[1:]}" for name in flag.names
    )
    value = ""
    if flag.metavar is not None:
        value = " -r" if flag.files else " -x"
        value += f" -a {_quoted(' '.join(flag.values))}" if flag.values else ""
    return f"{names}{value} -d {_quoted(flag.help.rstrip('.'))}"


def _quoted(text: str) -> str:
    return "'" + text.replace("\\", "\\\\").replace("'", "\\'") + "'"
