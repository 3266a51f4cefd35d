"""The parser: answers calls for help and mistakes, and reads whatever else it can."""

from __future__ import annotations

from collections.abc import Callable
from inspect import Parameter, Signature
from shutil import get_terminal_size
from typing import Annotated, Any

import typer
from typer.core import TyperCommand, TyperGroup

from shoal.cli.commands import COMMANDS, load
from shoal.cli.flags import Argument, Flag, Option, flags_of


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


#: Columns that tables of flags need; narrower ones would cut the flags, so there is plain text.
_TABLE_WIDTH = 64

app = typer.Typer(
    name="shoal",
    cls=Commands,
    add_completion=False,
    rich_markup_mode="markdown" if get_terminal_size().columns >= _TABLE_WIDTH else None,
    context_settings={"help_option_names": ["-h", "--help"]},
)


def _with_texts(command: Callable[..., Any]) -> Callable[..., Any]:
    """Return the command for a parser that hands on texts, which one place interprets."""
    flags = {flag.parameter.name: flag for flag in flags_of(command)}

    def call(**texts: Any) -> Any:
        given = {
            name: flags[name].value(text)
            if isinstance(text, str) and flags[name].mark is not None
            else text
            for name, text in texts.items()
        }
        return command(**given)

    parameters = [_for_typer(flag) for flag in flags.values()]
    call.__doc__ = command.__doc__
    call.__annotations__ = {parameter.name: parameter.annotation for parameter in parameters}
    call.__signature__ = Signature(parameters)  # type: ignore[attr-defined]
    return call


def _for_typer(flag: Flag) -> Parameter:
    default = flag.parameter.default
    mark: Any
    if isinstance(flag.mark, Argument):
        mark = typer.Argument(help=flag.mark.help, metavar=flag.mark.metavar)
    elif isinstance(flag.mark, Option):
        mark = typer.Option(
            *flag.mark.names,
            help=flag.mark.help,
            metavar=flag.mark.metavar,
            hidden=flag.mark.hidden,
        )
    else:
        return flag.parameter  # described in Typer's own words
    kind: Any = bool if flag.is_switch else str
    if default is None:
        kind = kind | None
    elif kind is str and not flag.required:
        default = str(default)
    return flag.parameter.replace(annotation=Annotated[kind, mark], default=default)


#: What the groups of commands are about, for the help.
GROUPS = {
    "hierarchy": "Build, show and check hierarchies of values.",
    "recipe": "Check recipes, and tell their keys.",
    "rules": "Generate and check rules from public to sensitive items.",
}

_groups: dict[str, typer.Typer] = {}
for _group, _help in GROUPS.items():
    _groups[_group] = typer.Typer(cls=Commands, rich_markup_mode=app.rich_markup_mode, help=_help)
    app.add_typer(_groups[_group], name=_group)

for _command in COMMANDS:
    *_words, _name = _command.split()
    _parent = _groups[_words[0]] if _words else app
    _parent.command(_name, cls=Command)(_with_texts(load(_command)))


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


def parse_and_run(arguments: list[str]) -> int:
    """Parse the arguments and run the command they name; without one, show the help.

    The parser's own main function is not used: it would end the process in its own ways.
    """
    command = typer.main.get_command(app)
    if not arguments or (len(arguments) == 1 and arguments[0] in GROUPS):
        arguments = [*arguments, "--help"]
    try:
        with command.make_context("shoal", arguments) as context:
            return int(command.invoke(context) or 0)
    except typer.Exit as finished:
        return finished.exit_code
