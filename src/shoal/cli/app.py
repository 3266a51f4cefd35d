"""The command line as one Typer app: every command by name, in the order of the help."""

from __future__ import annotations

import os
from collections.abc import Callable
from shutil import get_terminal_size
from typing import Annotated, Any

import typer
from typer.core import TyperCommand, TyperGroup

from shoal.cli import (
    anonymize,
    completion,
    demo,
    doctor,
    hierarchy_build,
    hierarchy_check,
    hierarchy_show,
    inspect,
    measure,
    mine,
    recipe_check,
    recipe_schema,
    rules_check,
    rules_generate,
    run,
    verify,
)

#: Columns that tables of flags need; narrower terminals get plain text, which cuts no flag.
_TABLE_WIDTH = 64


class Command(TyperCommand):
    """A command whose help shows no type beside a switch."""

    def get_params(self, ctx: Any) -> list[Any]:
        """Return the parameters, ``--help`` included."""
        return _without_switch_types(super().get_params(ctx))

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Parse the arguments; an error about them leads to the help of this command."""
        try:
            return super().parse_args(ctx, args)
        except Exception as error:
            if getattr(error, "ctx", ctx) is None:
                vars(error)["ctx"] = ctx
            raise


class Group(TyperGroup):
    """A group of commands that shows its help when it is called without one."""

    def get_params(self, ctx: Any) -> list[Any]:
        """Return the parameters, ``--help`` included."""
        return _without_switch_types(super().get_params(ctx))

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Parse the arguments, or those of a call for help."""
        return super().parse_args(ctx, args or ["--help"])


def _without_switch_types(parameters: list[Any]) -> list[Any]:
    for parameter in parameters:
        if getattr(parameter, "is_flag", False):
            parameter.metavar = ""
    return parameters


def _group(name: str, help: str, **commands: Callable[..., Any]) -> typer.Typer:
    wide = get_terminal_size().columns >= _TABLE_WIDTH
    group = typer.Typer(
        name=name,
        help=help,
        cls=Group,
        add_completion=False,
        rich_markup_mode="markdown" if wide else None,
        context_settings={"help_option_names": ["-h", "--help"]},
    )
    for word, command in commands.items():
        group.command(word, cls=Command)(command)
    return group


app = _group(
    "shoal",
    """Publish data so that nobody stands out: each record in a crowd of at least k alike.

    Start with `shoal demo`, or with a file of your own, one basket per line:

    `shoal anonymize baskets.dat -k 10 -o release.dat`
    """,
    demo=demo.command,
    inspect=inspect.command,
    anonymize=anonymize.command,
    verify=verify.command,
    measure=measure.command,
    mine=mine.command,
    run=run.command,
    doctor=doctor.command,
    completion=completion.command,
)
hierarchy = _group(
    "hierarchy",
    "Build, show and check hierarchies of values.",
    build=hierarchy_build.command,
    show=hierarchy_show.command,
    check=hierarchy_check.command,
)
rules = _group(
    "rules",
    "Generate and check rules from public to sensitive items.",
    generate=rules_generate.command,
    check=rules_check.command,
)
recipe = _group(
    "recipe",
    "Check recipes, and print their schema.",
    check=recipe_check.command,
    schema=recipe_schema.command,
)
for group in (hierarchy, rules, recipe):
    app.add_typer(group)


def _print_version(wanted: bool) -> None:
    if wanted:
        from shoal import __version__

        print(f"shoal {__version__}")
        raise typer.Exit


@app.callback()
def _root(
    version: Annotated[
        bool,
        typer.Option(
            "--version", help="Print the version.", is_eager=True, callback=_print_version
        ),
    ] = False,
) -> None:
    pass


def dispatch(arguments: list[str]) -> int:
    """Run the command that the arguments name; return its exit status.

    Typer's own main function is not used: it would print errors and end the process in its own way.
    """
    command = typer.main.get_command(app)
    if question := os.environ.get(completion.VARIABLE):
        return completion.answer(command, question)
    try:
        with command.make_context("shoal", [*arguments]) as context:
            return int(command.invoke(context) or 0)
    except typer.Exit as finished:
        return finished.exit_code
