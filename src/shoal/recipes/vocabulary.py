"""The options of every run, and all options of all kinds and methods together."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import Annotated, Any, Literal

from pydantic import AfterValidator, Field

from shoal.certificate import KINDS as CERTIFICATES
from shoal.engines.engine import ENGINES
from shoal.engines.local import MOST_THREADS
from shoal.engines.memory import parse_size
from shoal.errors import ParameterError
from shoal.kinds import KINDS, Kind
from shoal.methods import METHODS, Method
from shoal.options import Option, number_or_text
from shoal.privacy import Model
from shoal.privacy.model import examples

Path = Annotated[str, Field(min_length=1, pattern=r"^[^\x00]*$")]


def _size(value: Any) -> Any:
    try:
        parse_size(value)
    except ParameterError:
        raise ValueError(value) from None
    return value


Size = Annotated[int | str, AfterValidator(_size)]


def _named(name: str, known: Iterable[str], help: str, **more: Any) -> Option:
    """Return an option at the top that takes one of some names."""
    return Option(name, Path, f"one of {', '.join(known)}", help, "NAME", "top", **more)


def _file(name: str, help: str, such_as: str = "", *, metavar: str = "FILE", **more: Any) -> Option:
    """Return an option that takes the path of a file, by default an output."""
    takes = f"the path of a file, such as {such_as!r}" if such_as else "the path of a file"
    return Option(name, Path, takes, help, metavar, files="all", **{"section": "output", **more})


def common() -> tuple[Option, ...]:
    """Return the options that every run has; names of models and methods come from registries."""
    kinds, engines = ", ".join(KINDS), ", ".join(ENGINES)
    names = ["auto", *dict.fromkeys(name for _, name in METHODS)]
    return (
        _named("kind", KINDS, f"What kind of data the input is, where no option tells: {kinds}."),
        Option(
            "model",
            Path,
            takes=f"a model such as {examples()}",
            help=f"The privacy model: {examples()}.",
            metavar="MODEL",
            section="top",
            objects=(Model, list, tuple),
        ),
        _named("method", names, f"The algorithm: {_methods()}.", default="auto", objects=(Method,)),
        _named("engine", ENGINES, f"Where the work is done: {engines}.", default="local"),
        _file(
            "input",
            "The file to read; relative to the recipe.",
            metavar="INPUT",
            section="input",
            key="path",
        ),
        _file("output", "Where the release goes; an earlier one is replaced.", key="path"),
        _file("report", "Where a report in HTML goes, to be given away.", "report.html"),
        Option(
            "certificate",
            Literal[CERTIFICATES],
            takes=f"{', '.join(map(repr, CERTIFICATES[:-1]))} or {CERTIFICATES[-1]!r}",
            help="Prove how good the release is: quick, tight (slower; the sweep then loses less) "
            "or none.",
            metavar="KIND",
            default="quick",
        ),
        _file(
            "certificate_file",
            "Where the proof of the certificate goes, private; for shoal certificate check.",
            "proof.json.zst",
        ),
        Option(
            "seed",
            Annotated[int, Field(ge=0, lt=2**64)],
            takes="a whole number from 0 to 2^64 - 1",
            help="Decides every choice that a method leaves open.",
            metavar="N",
            default=0,
        ),
        Option(
            "threads",
            Annotated[int, Field(ge=1, le=MOST_THREADS)],
            takes=f"a whole number from 1 to {MOST_THREADS:,}",
            help="Threads to use; all processors by default. Never changes the result.",
            metavar="N",
        ),
        Option(
            "time_limit",
            Annotated[float, Field(gt=0)],
            takes="a positive number of seconds",
            help="Emergency stop; the release is not repeatable.",
            metavar="SECONDS",
        ),
        Option(
            "memory_limit",
            Size,
            takes="a number of bytes, or a size such as '500M' or '4G'",
            help="Memory to use at most, such as 500M or 4G; what is free by default.",
            metavar="SIZE",
            parse=number_or_text,
        ),
        Option(
            "keep_order",
            bool,
            takes="true or false",
            help="Publish in the input's order, with a warning; also --no-shuffle.",
            default=False,
        ),
    )


def _methods() -> str:
    """Return the names of all methods, by kind of data."""
    by_kind = {
        kind.called: [name for of, name in METHODS if of == kind.name] for kind in KINDS.values()
    }
    listed = (f"for {called} {', '.join(names)}" for called, names in by_kind.items() if names)
    return f"auto; {'; '.join(listed)}"


def options_of(kind: Kind, method: type[Method]) -> dict[str, Option]:
    """Return the options that a run with a kind and a method takes, by name."""
    own = [*kind.options, *method.options]
    taken = {option.name: option for option in (*common(), *own)}
    if method.taxonomy == "no":
        taken.pop("taxonomy", None)
    if not method.uses_seed:
        taken.pop("seed")
    return taken


def all_options() -> Iterator[tuple[Option, str]]:
    """Return all options of all runs, each with what it is for; some share a name."""
    for option in common():
        yield option, ""
    for kind in KINDS.values():
        for option in kind.own_options():
            yield replace(option, panel=f"For {kind.called}"), kind.called
    for method in METHODS.values():
        for option in method.options:
            owner = f"method {method.name}"
            yield replace(option, panel=f"For {owner}"), f"{owner} for {KINDS[method.kind].called}"
