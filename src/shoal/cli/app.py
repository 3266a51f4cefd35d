"""The command line as one Typer app: every command by name, in the order of the help."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from typing import Annotated, Any

import typer

from shoal.cli import (
    anonymize,
    apply,
    certificate_check,
    completion,
    demo,
    doctor,
    hierarchy,
    inspect,
    measure,
    mine,
    recipe,
    rules,
    utility,
    verify,
)
from shoal.cli.flags import Extended, Once, answering_as_asked, with_options
from shoal.cli.options import switch

#: Commands that print a text for other programs.
_PLAIN = {"completion", "schema"}


def _group(
    name: str, help: str, commands: dict[str, Callable[..., Any] | Extended], called: str | None
) -> typer.Typer:
    """Return commands as a group; only the one that is called gets flags declared elsewhere."""
    group = typer.Typer(
        name=name,
        help=help,
        add_completion=False,
        rich_markup_mode="markdown",
        context_settings={"help_option_names": ["-h", "--help"]},
    )
    for word, command in commands.items():
        if isinstance(command, Extended):
            declared = command.options() if word == called else ()
            command = with_options(declared)(command.command)
        if word not in _PLAIN:
            command = answering_as_asked(command)
        group.command(word, cls=Once)(command)
    return group


#: The commands, those of groups under the name of the group, in the order of the help.
COMMANDS: dict[str, dict[str, Callable[..., Any] | Extended]] = {
    "shoal": {
        "demo": demo.command,
        "inspect": inspect.command,
        "anonymize": anonymize.command,
        "apply": apply.command,
        "verify": verify.command,
        "measure": measure.command,
        "mine": mine.command,
        "run": recipe.run,
        "doctor": doctor.command,
        "completion": completion.command,
    },
    "hierarchy": {
        "build": hierarchy.build,
        "show": hierarchy.show,
        "check": hierarchy.check,
    },
    "rules": {"generate": rules.generate, "check": rules.check},
    "utility": {"learn": utility.learn},
    "certificate": {"check": certificate_check.command},
    "recipe": {"check": recipe.check, "schema": recipe.schema},
}
HELP = {
    "shoal": """Publish data so that nobody stands out: each record in a crowd of at least k alike.

    Start with `shoal demo`, or with a file of your own, one basket per line:

    `shoal anonymize baskets.dat -k 10 -o release.dat`
    """,
    "hierarchy": "Build, show and check hierarchies of values.",
    "rules": "Generate and check rules from public to sensitive items.",
    "utility": "Measure what can be done with a release.",
    "certificate": "Check proofs of how good a release is.",
    "recipe": "Check recipes, and print their schema.",
}


def build(words: Sequence[str] = ()) -> typer.Typer:
    """Return the whole command line; only the command that words name gets all its flags."""
    first, second = [*words, None, None][:2]
    app, *groups = (
        _group(name, HELP[name], commands, second if name == first else first)
        for name, commands in COMMANDS.items()
    )
    for group in groups:
        app.add_typer(group)
    app.callback()(_root)
    return app


def _print_version(wanted: bool) -> None:
    if wanted:
        from shoal import __version__

        print(f"shoal {__version__}")
        raise typer.Exit


def _root(
    version: Annotated[
        bool,
        switch("--version", "Print the version.", is_eager=True, callback=_print_version),
    ] = False,
) -> None:
    pass


def dispatch(arguments: list[str]) -> int:
    """Run the command that the arguments name, but not by Typer's main; return its exit status."""
    if question := os.environ.get(completion.VARIABLE):
        typed = os.environ.get("COMP_WORDS") or os.environ.get("_TYPER_COMPLETE_ARGS") or ""
        return completion.answer(typer.main.get_command(build(typed.split()[1:3])), question)
    if not arguments or (len(arguments) == 1 and arguments[0] in COMMANDS):
        arguments = [*arguments, "--help"]  # a group alone
    command = typer.main.get_command(build(arguments[:2]))
    try:
        with command.make_context("shoal", [*arguments]) as context:
            return int(command.invoke(context) or 0)
    except typer.Exit as finished:
        return finished.exit_code
