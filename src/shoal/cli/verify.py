"""``shoal verify``: whether a file, whoever made it, satisfies a privacy model."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from shoal.cli import options, tables
from shoal.cli.options import refuse
from shoal.cli.rules import mapping_of
from shoal.cli.show import print_answer
from shoal.cli.verdicts import facts
from shoal.errors import ParameterError

if TYPE_CHECKING:
    from shoal.privacy import Model, Verdict


def command(
    source: Annotated[
        Path, typer.Argument(help="What was published.", metavar="INPUT", parser=options.path)
    ],
    k: options.K = None,
    model: options.Model = None,
    mapping: Annotated[
        Path | None,
        typer.Option(
            help="For rules: what each public item was published as; by default the file beside "
            "INPUT that is called after it, such as release.dat.mapping.csv.",
            metavar="FILE",
            parser=options.path,
        ),
    ] = None,
    qi: tables.QuasiIdentifiers = None,
    person: tables.Person = None,
    sensitive: Annotated[
        str | None,
        typer.Option(
            help="Columns of a table that were meant to be published as they are: no warning.",
            metavar="COLUMNS",
        ),
    ] = None,
    format: options.Format = None,
    separator: options.Separator = None,
    column: options.Column = None,
    id: options.Id = None,
    item: options.Item = None,
    json: options.Json = False,
    quiet: options.Quiet = False,
) -> int:
    """Judge a file from the file alone; exit status 1 when it fails.

    Row numbers of offenders are shown, never their content.

    `shoal verify release.dat --model k=10`

    `shoal verify release.csv -k 10 --qi age,sex,zip`

    `shoal verify release.dat --model rules=rules.txt,k=5,c=0.9`
    """
    from shoal.privacy import PSRules

    promise = options.choose_model(k, model)
    if qi is not None:
        for flag, value in {"--column": column, "--id": id, "--item": item}.items():
            if value is not None:
                raise ParameterError(f"{flag} is for baskets; a table's columns come with --qi")
        if mapping is not None:
            raise ParameterError("--mapping is for baskets, and --qi says this is a table")
        verdict = _judge_table(source, promise, qi, person, sensitive, format, separator)
        beside: dict[str, str] = {}
    else:
        tables.refuse_without_qi({"--person": person})
        refuse({"--sensitive": sensitive}, "is for tables: name the quasi-identifiers with --qi")
        if mapping is None and isinstance(promise, PSRules):
            mapping = mapping_of(source)
        verdict = _judge_baskets(source, promise, mapping, format, separator, column, id, item)
        beside = {} if mapping is None else {"mapping": str(mapping)}
    document = {
        "schema": "shoal.verify/1",
        "file": str(source),
        **beside,
        "rows": verdict.rows,
        **({"groups": verdict.groups} if hasattr(verdict, "groups") else {}),
        "verdict": verdict.to_dict(),
        "warnings": list(verdict.warnings),
    }
    shown = facts(verdict, promise) | beside
    print_answer(document, str(source), shown, warnings=verdict.warnings, json=json, quiet=quiet)
    return 0 if verdict.ok else 1


def _judge_baskets(
    source: Path,
    promise: Model,
    mapping: Path | None,
    format: str | None,
    separator: str | None,
    column: str | None,
    id: str | None,
    item: str | None,
) -> Any:
    from shoal.io import read
    from shoal.privacy import verify

    published = read(source, format=format, separator=separator, column=column, id=id, item=item)
    return verify(published, promise, mapping, column=column or item)


def _judge_table(
    source: Path,
    promise: Model,
    qi: str,
    person: str | None,
    sensitive: str | None,
    format: str | None,
    separator: str | None,
) -> Verdict:
    from shoal.privacy.tables import verify_table

    names = tables.split_names(qi, "--qi")
    return verify_table(
        source,
        promise,
        qi=names,
        person=person,
        sensitive=tables.split_names(sensitive, "--sensitive"),
        format=format,
        separator=separator,
    )
