"""The bridge from declared options to flags of a Typer command."""

from __future__ import annotations

from typing import Annotated

import pytest
import typer
from typer.testing import CliRunner

from shoal.cli.flags import with_options
from shoal.options import Option

SEED = Option("seed", int, "a whole number", "Seed of the draws.", "N")
LIMIT = Option("time_limit", float, "a number", "Stop after this time.", "SECONDS")
EXACT = Option("exact", bool, "true or false", "No search budget.")
COLUMNS = Option("sensitive", list[str], "names", "Columns to publish as they are.", "COLUMNS")
ITEMS = Option("sensitive", list[str], "names", "For rules: the sensitive items.", "ITEMS")


def ask(options: list[Option], *arguments: str) -> tuple[int, str]:
    """Call a toy command; return its status, and what it printed."""
    app = typer.Typer(rich_markup_mode=None, add_completion=False)

    @app.command()
    @with_options(options)
    def toy(
        source: Annotated[str, typer.Argument(metavar="INPUT")],
        given: dict[str, str | bool],
        quiet: Annotated[bool, typer.Option("--quiet", help="Print nothing.")] = False,
    ) -> None:
        """Print what was given."""
        print(source, given, quiet)

    done = CliRunner().invoke(app, [*arguments])
    return done.exit_code, done.output


ALL = [SEED, LIMIT, EXACT, COLUMNS, ITEMS]


@pytest.mark.parametrize(
    ("arguments", "given"),
    [
        ("a.dat", {}),
        ("a.dat --seed 7", {"seed": "7"}),
        ("--time-limit=1.5 a.dat --exact", {"time_limit": "1.5", "exact": True}),
        ("a.dat --seed x --sensitive h,g", {"seed": "x", "sensitive": "h,g"}),
    ],
)
def test_what_was_given_is_passed_on_as_text(arguments, given):
    status, printed = ask(ALL, *arguments.split())
    assert (status, printed) == (0, f"a.dat {given} False\n")


def test_an_empty_text_was_given():
    assert ask(ALL, "a.dat", "--seed", "")[1] == "a.dat {'seed': ''} False\n"


def test_the_parameters_of_the_command_stay():
    assert ask([SEED], "a.dat", "--quiet")[1] == "a.dat {} True\n"
    assert ask([], "a.dat")[1] == "a.dat {} False\n"


def test_help_shows_the_options_where_the_parameter_stands():
    status, printed = ask(ALL, "--help")
    assert status == 0
    shown = " ".join(printed.split())
    assert "--seed N Seed of the draws." in shown
    assert "--exact No search budget." in shown
    assert shown.index("--seed") < shown.index("--time-limit") < shown.index("--quiet")
    assert "--given" not in shown
    assert "--no-exact" not in shown


def test_options_of_one_name_share_a_flag():
    shown = " ".join(ask(ALL, "--help")[1].split())
    both = "Columns to publish as they are. For rules: the sensitive items."
    assert f"--sensitive COLUMNS|ITEMS {both}" in shown
    shown = " ".join(ask([SEED, SEED], "--help")[1].split())
    assert shown.count("Seed of the draws.") == 1


def test_unknown_flags_are_refused():
    assert ask([SEED], "a.dat", "--exact")[0] == 2


def test_a_mistake_in_declarations_is_found_at_once():
    with pytest.raises(ValueError, match="duplicate parameter name: 'quiet'"):
        ask([Option("quiet", bool, "true or false", "A switch.")])
