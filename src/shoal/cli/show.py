"""What a command prints: answers on standard output, warnings on standard error."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any

from shoal.errors import OutputError
from shoal.outputs import what_was_written
from shoal.wording import in_columns

#: How the command that runs answers: ``--json`` and ``--quiet``.
_manner: ContextVar[tuple[bool, bool]] = ContextVar("manner", default=(False, False))

#: Columns of a terminal that answers fit into.
WIDTH = 78


@contextmanager
def answering(*, json: bool, quiet: bool) -> Iterator[None]:
    """Let a command answer as it was asked to: as JSON, or without a word."""
    before = _manner.set((json, quiet))
    try:
        yield
    finally:
        _manner.reset(before)


def is_quiet() -> bool:
    """Tell whether progress, warnings and tables are unwanted."""
    return _manner.get()[1]


def answers_in_json() -> bool:
    """Tell whether a program is to read the answer."""
    return _manner.get()[0]


def shows_tables() -> bool:
    """Tell whether a person is to read the answer."""
    return not any(_manner.get())


@contextmanager
def printing() -> Iterator[None]:
    """Turn a failed write to standard output into a sentence that says which files are there."""
    try:
        yield
    except BrokenPipeError:  # the reader has what it wanted
        raise
    except OSError as error:
        from shoal.io.failures import WORDS

        why = WORDS.get(error.errno or 0, error.strerror or "it failed")
        raise OutputError(
            f"cannot write to standard output: {why}; {what_was_written()}"
        ) from error


def print_answer(
    document: dict[str, Any], title: str, facts: dict[str, str], warnings: Iterable[str] = ()
) -> None:
    """Print warnings, and what a command found: as JSON, or as a small table unless quiet."""
    print_warnings(warnings)
    if shows_tables():
        print_table(title, facts.items())
    elif answers_in_json():
        print_json(document)


def print_json(document: dict[str, Any]) -> None:
    """Print the one JSON document of a command."""
    with printing():
        print(json.dumps(document, indent=2))


def print_warnings(warnings: Iterable[str]) -> None:
    """Print each warning as a sentence on standard error, unless quiet."""
    for warning in () if is_quiet() else warnings:
        print(f"shoal: warning: {warning}", file=sys.stderr)


def folded(text: str) -> str:
    """Return a text in lines that leave room for the name in front of it."""
    import textwrap

    lines = textwrap.wrap(text, WIDTH - 28, break_long_words=False, break_on_hyphens=False)
    return "\n".join(lines)


def print_table(title: str, rows: Iterable[tuple[str, ...]], *, left: bool = True) -> None:
    """Print a small table under a title, if there is one, all aligned left, or right."""
    with printing():
        print("\n".join([title] * bool(title) + ["", in_columns(rows, left=left), ""]))
