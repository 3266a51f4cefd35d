"""The bridge from declared options to Typer: one flag for each :class:`shoal.options.Option`."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from contextlib import nullcontext
from functools import wraps
from inspect import Parameter, signature
from itertools import chain
from typing import Annotated, Any, NamedTuple

import typer
from typer.core import TyperCommand

from shoal.cli.show import answering
from shoal.options import Option
from shoal.wording import show_values as shown_values

#: The parameter of a command that gets what was given, by the name of the option.
GIVEN = "given"


class Once(TyperCommand):
    """A command that takes each value once: of two, one would be ignored."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Read the arguments, and refuse a flag with a value that is there twice."""
        # Each flag as often as it is there.
        given: list[Any] = [*self.make_parser(ctx).parse_args([*args])[2]]
        rest: list[str] = super().parse_args(ctx, args)  # which may end with the help
        for flag in given:
            values = flag.param_type_name == "option" and not flag.is_flag and not flag.multiple
            if values and given.count(flag) > 1 and not ctx.resilient_parsing:
                name = max(flag.opts, key=len)
                several = "where it takes several values, separate them by commas"
                ctx.fail(f"{name} is given twice: give it once; {several}")
        return rest


class Extended(NamedTuple):
    """A command whose flags are declared elsewhere, and looked up when it is called for."""

    command: Callable[..., Any]
    options: Callable[[], Iterable[Option]]


def extended_by(
    options: Callable[[], Iterable[Option]],
) -> Callable[[Callable[..., Any]], Extended]:
    """Return a decorator for a command; only its own call loads the kinds and methods it needs."""
    return lambda command: Extended(command, options)


def with_options(options: Iterable[Option]) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Return a decorator that adds a flag for each option name, in the place of ``given``.

    That gets the text of each flag that the call gives, or True for a switch.
    """
    by_name: dict[str, list[Option]] = {}
    for option in options:
        by_name.setdefault(option.name, []).append(option)
    flags = [_parameter(same) for same in by_name.values()]

    def decorate(command: Callable[..., Any]) -> Callable[..., Any]:
        @wraps(command)
        def call(**values: Any) -> Any:
            passed = {name: values.pop(name, None) for name in by_name}
            given = {name: text for name, text in passed.items() if text not in (None, False)}
            return command(**values, given=given)

        parts = (flags if name == GIVEN else [one] for name, one in _own(command).items())
        return _with_parameters(call, command, chain.from_iterable(parts))

    return decorate


def answering_as_asked(command: Callable[..., Any]) -> Callable[..., Any]:
    """Return a command with the flags that say how it answers."""

    @wraps(command)
    def call(*, json: bool, quiet: bool, show_values: bool, **values: Any) -> Any:
        shown = shown_values() if show_values else nullcontext()
        with answering(json=json, quiet=quiet), shown:
            return command(**values)

    helps = {
        "--json": "Print one JSON document and nothing else.",
        "--quiet": "No progress, no warnings, no tables.",
        "--show-values": "Let messages quote cells, items and names of columns: they may be "
        "personal data.",
    }
    asked = [
        _keyword(flag[2:].replace("-", "_"), bool, False, typer.Option(flag, help=help, metavar=""))
        for flag, help in helps.items()
    ]
    return _with_parameters(call, command, [*_own(command).values(), *asked])


def _own(command: Callable[..., Any]) -> Mapping[str, Parameter]:
    return signature(command, eval_str=True).parameters


def _keyword(name: str, kind: Any, default: Any, flag: Any) -> Parameter:
    return Parameter(
        name, Parameter.KEYWORD_ONLY, default=default, annotation=Annotated[kind, flag]
    )


def _with_parameters(
    call: Callable[..., Any], command: Callable[..., Any], parameters: Iterable[Parameter]
) -> Callable[..., Any]:
    """Let Typer see a wrapped command with these parameters."""
    given = [one.replace(kind=Parameter.KEYWORD_ONLY) for one in parameters]
    call.__annotations__ = {one.name: one.annotation for one in given}
    vars(call)["__signature__"] = signature(command).replace(parameters=given)
    return call


def _parameter(same: list[Option]) -> Parameter:
    """Return the flag of options that share a name."""
    first = same[0]
    helps = " ".join(dict.fromkeys(option.help for option in same))
    metavars = "|".join(dict.fromkeys(option.metavar or "" for option in same))
    is_switch = first.metavar is None
    kind: Any = bool if is_switch else str | None
    panels = dict.fromkeys(option.panel.removeprefix("For ") for option in same if option.panel)
    panel = f"For {' and '.join(panels)}" if panels else None
    flag = typer.Option(first.flag, help=helps, metavar=metavars, rich_help_panel=panel)
    return _keyword(first.name, kind, False if is_switch else None, flag)


def reading_options() -> Iterable[Option]:
    """Return the options that say how a file of baskets is read."""
    from shoal.kinds import KINDS

    return (option for option in KINDS["baskets"].options if option.section == "input")
