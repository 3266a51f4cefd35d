"""``shoal verify``: whether a file, whoever made it, keeps a promise."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from shoal.cli import options, tables
from shoal.cli.flags import Argument
from shoal.cli.show import print_facts, print_json, print_warnings
from shoal.errors import ParameterError
from shoal.wording import counted

if TYPE_CHECKING:
    from shoal.privacy import Model, Verdict


def command(
    source: Annotated[Path, Argument(help="What was published.", metavar="INPUT")],
    k: options.K = None,
    model: options.Model = None,
    qi: tables.QuasiIdentifiers = None,
    person: tables.Person = None,
    format: options.Format = None,
    separator: options.Separator = None,
    column: options.Column = None,
    json: options.Json = False,
    quiet: options.Quiet = False,
) -> int:
    """Judge a file from the file alone; exit status 1 when it fails.

    Row numbers of offenders are shown, never their content.

    `shoal verify release.dat --model k=10`

    `shoal verify release.csv -k 10 --qi age,sex,zip`
    """
    promise = options.choose_model(k, model)
    if qi is not None:
        if column is not None:
            raise ParameterError("--column is for baskets; the columns of a table come with --qi")
        verdict = _judge_table(source, promise, qi, person, format, separator)
    else:
        tables.refuse_without_qi({"--person": person})
        verdict = _judge_baskets(source, promise, format, separator, column)
    if not quiet:
        print_warnings(verdict.warnings)
    if json:
        print_json(
            {
                "schema": "shoal.verify/1",
                "file": str(source),
                "rows": verdict.rows,
                "groups": verdict.groups,
                "verdict": verdict.to_dict(),
                "warnings": list(verdict.warnings),
            }
        )
    elif not quiet:
        print_facts(str(source), facts(verdict))
    return 0 if verdict.ok else 1


def facts(verdict: Verdict) -> dict[str, str]:
    """Return what a person wants to know about a verdict, in reading order."""
    smallest = "none" if verdict.k_min is None else f"{verdict.k_min:,}"
    if verdict.persons is not None and verdict.k_min is not None:
        smallest = counted(verdict.k_min, "person")
    shown = {
        "verdict": f"{verdict.model} {'holds' if verdict.ok else 'FAILS'}",
        "rows": f"{verdict.rows:,} in {counted(verdict.groups, 'group')}",
        "smallest group": smallest,
    }
    if verdict.persons is not None:
        shown["persons"] = f"{verdict.persons:,}"
    if not verdict.ok:
        rows = ", ".join(str(row) for row in verdict.first_offenders)
        more = ", ..." if verdict.offending_rows > len(verdict.first_offenders) else ""
        shown["rows at fault"] = f"{verdict.offending_rows:,}"
        shown["their numbers"] = rows + more
    return shown


def _judge_baskets(
    source: Path,
    promise: Model,
    format: str | None,
    separator: str | None,
    column: str | None,
) -> Verdict:
    from shoal.io import read
    from shoal.privacy import verify

    published = read(source, format=format, separator=separator, column=column)
    return verify(published, promise, column=column)


def _judge_table(
    source: Path,
    promise: Model,
    qi: str,
    person: str | None,
    format: str | None,
    separator: str | None,
) -> Verdict:
    from shoal.privacy.tables import verify_table

    names = tables.split_names(qi, "--qi")
    return verify_table(
        source, promise, qi=names, person=person, format=format, separator=separator
    )
