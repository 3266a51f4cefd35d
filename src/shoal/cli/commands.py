"""The commands, as the parser knows them."""

from __future__ import annotations

from typing import Annotated, Any

import typer
from typer.core import TyperCommand, TyperGroup

from shoal.cli import anonymize, demo, measure, mine, verify


class Command(TyperCommand):
    """A command whose help shows no type beside a plain flag."""

    def get_params(self, ctx: Any) -> list[Any]:
        """Return the parameters, those of the parser included."""
        return _without_flag_types(super().get_params(ctx))


class Commands(TyperGroup):
    """A group of commands with the same help."""

    def get_params(self, ctx: Any) -> list[Any]:
        """Return the parameters, those of the parser included."""
        return _without_flag_types(super().get_params(ctx))


def _without_flag_types(parameters: list[Any]) -> list[Any]:
    for parameter in parameters:
        if getattr(parameter, "is_flag", False):
            parameter.metavar = ""
    return parameters


app = typer.Typer(
    name="shoal",
    cls=Commands,
    add_completion=False,
    rich_markup_mode="markdown",
    context_settings={"help_option_names": ["-h", "--help"]},
)
app.command("demo", cls=Command)(demo.command)
app.command("anonymize", cls=Command)(anonymize.command)
app.command("verify", cls=Command)(verify.command)
app.command("measure", cls=Command)(measure.command)
app.command("mine", cls=Command)(mine.command)


def _print_version(wanted: bool) -> None:
    if wanted:
        from shoal import __version__

        print(f"shoal {__version__}")
        raise typer.Exit


@app.callback()
def shoal(
    version: Annotated[
        bool,
        typer.Option(
            "--version", help="Print the version.", is_eager=True, callback=_print_version
        ),
    ] = False,
) -> None:
    """Publish data so that nobody stands out: each record in a crowd of at least k alike.

    Start with `shoal demo`, or with a file of your own, one basket per line:

    `shoal anonymize baskets.dat -k 10 -o release.dat`
    """


def dispatch(arguments: list[str]) -> int:
    """Parse the arguments and run the command they name; without any, show the help.

    The parser's own main function is not used: it would end the process in its own ways.
    """
    command = typer.main.get_command(app)
    try:
        with command.make_context("shoal", arguments or ["--help"]) as context:
            return int(command.invoke(context) or 0)
    except typer.Exit as finished:
        return finished.exit_code
