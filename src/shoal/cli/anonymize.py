"""``shoal anonymize``: a file in, a judged release out."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import AbstractContextManager, nullcontext
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from shoal.cli import options, rules, tables
from shoal.cli.options import refuse
from shoal.cli.progress import progress_bar
from shoal.cli.releases import facts
from shoal.cli.show import print_answer

if TYPE_CHECKING:
    from shoal.recipes.publish import Publication


def command(
    source: options.BasketsOrTable,
    *,
    k: options.SeveralK = None,
    model: options.Model = None,
    output: Annotated[
        str,
        typer.Option(
            "-o", "--output", help="Where the release goes; replaced if it exists.", metavar="FILE"
        ),
    ],
    report: Annotated[
        str | None,
        typer.Option(help="Where a report in HTML goes, to be given away.", metavar="FILE"),
    ] = None,
    taxonomy: options.Taxonomy = None,
    qi: tables.QuasiIdentifiers = None,
    sensitive: tables.Sensitive = None,
    keep: tables.Keep = None,
    person: tables.Person = None,
    hierarchies: tables.Hierarchies = None,
    recoding: tables.Recoding = "auto",
    categorical: tables.Categorical = None,
    numeric: tables.Numeric = None,
    weights: tables.Weights = None,
    max_level: tables.MaxLevel = None,
    suppression_limit: tables.SuppressionLimit = None,
    alpha: rules.Alpha = None,
    gamma: rules.Gamma = None,
    queries: rules.Queries = None,
    query_items: rules.QueryItems = None,
    method: Annotated[
        str,
        typer.Option(
            help="auto or sweep; patternka or top-down (baskets); gen-cover-cf, mondrian, "
            "mondrian-relaxed or exact (tables); km-apriori (k^m); rbat (rules).",
            metavar="NAME",
        ),
    ] = "auto",
    exact: Annotated[
        bool, typer.Option("--exact", help="No search budget: every group proved longest.")
    ] = False,
    budget: Annotated[
        int | None,
        typer.Option(help="Search nodes to spend; 20,000,000 by default.", metavar="NODES"),
    ] = None,
    time_limit: Annotated[
        float | None,
        typer.Option(help="Emergency stop; the release is not repeatable.", metavar="SECONDS"),
    ] = None,
    certificate: Annotated[
        str,
        typer.Option(
            help="Prove how good the release is: quick, tight (slower; the sweep then loses "
            "less) or none.",
            metavar="KIND",
        ),
    ] = "quick",
    seed: Annotated[int, typer.Option(help="Orders items of equal support.", metavar="N")] = 0,
    threads: options.Threads = None,
    memory_limit: options.MemoryLimit = None,
    keep_order: Annotated[
        bool,
        typer.Option(
            "--keep-order", help="Publish in the input's order, with a warning; also --no-shuffle."
        ),
    ] = False,
    no_shuffle: Annotated[bool, typer.Option("--no-shuffle", hidden=True)] = False,
    format: options.Format = None,
    separator: options.Separator = None,
    column: options.Column = None,
    id: options.Id = None,
    item: options.Item = None,
    save_recipe: options.SaveRecipe = None,
    json: options.Json = False,
    quiet: options.Quiet = False,
) -> None:
    """Publish baskets or a table so that each row is one of at least K equal ones.

    Baskets can also be k^m-anonymous (km=10,2) or protect rules (rules=FILE,k=5,c=0.9).
    The release is checked from its own file before it takes its name.

    `shoal anonymize baskets.dat -k 10 -o release.dat`

    `shoal anonymize baskets.dat -k 5,10,20 -o release.dat --report report.html`

    `shoal anonymize people.csv -k 10 --qi age,sex,zip --sensitive disease -o release.csv`

    `shoal anonymize baskets.dat --model rules=rules.txt,k=5,c=0.9 -o release.dat`

    `shoal anonymize baskets.dat --model km=10,2 --taxonomy items.csv -o release.dat`
    """
    keeping = _keeping(save_recipe, locals())
    promise, others = options.choose_models(k, model)
    given: dict[str, Any] = {
        "format": format,
        "separator": separator,
        "method": method,
        "time_limit": time_limit,
        "certificate": certificate,
        "threads": threads,
        "memory_limit": memory_limit,
        "keep_order": keep_order or no_shuffle,
        "report": report,
        "others": others,
    }
    for_rules = {
        "--alpha": rules.read_alpha(alpha),
        "--gamma": gamma,
        "--queries": rules.read_queries(queries),
        "--query-items": query_items,
    }
    publication: Publication[Any]
    if qi is None:
        from shoal.privacy import KAnonymity, PSRules

        with_rules = isinstance(promise, PSRules)
        rules.check_query_items(queries, query_items)
        if with_rules:
            for_rules |= {"--sensitive": sensitive, "--weights": rules.read_weights(weights)}
        else:
            refuse(for_rules, f"is for rules, and the model is {promise}")
        tables.refuse_without_qi(
            {
                "--sensitive": None if with_rules else sensitive,
                "--keep": keep,
                "--person": person,
                "--hierarchies": hierarchies,
                "--recoding": None if recoding == "auto" else recoding,
                "--categorical": categorical,
                "--numeric": numeric,
                "--weights": None if with_rules else weights,
                "--max-level": max_level,
                "--suppression-limit": suppression_limit,
                f"--method {method}": method if method in tables.METHODS else None,
            }
        )
        if not isinstance(promise, KAnonymity):
            refuse(
                {"--exact": exact or None, "--budget": budget},
                f"is for k-anonymity, and the model is {promise}",
            )
        given |= {
            "column": column,
            "id": id,
            "item": item,
            "exact": exact,
            "budget": budget,
            "seed": seed,
        }
        given |= {"taxonomy": taxonomy}
        given |= {flag.lstrip("-").replace("-", "_"): value for flag, value in for_rules.items()}
        from shoal.recipes.publish import publish

        with keeping, progress_bar("Anonymizing", quiet=quiet) as shown:
            publication = publish(source, output, promise, progress=shown, **given)
    else:
        for_baskets = {
            "--column": column,
            "--id": id,
            "--item": item,
            "--taxonomy": taxonomy,
            "--exact": exact or None,
            "--budget": budget,
            "--seed": seed or None,
        }
        refuse(for_baskets | for_rules, "is for baskets, and --qi says this is a table")
        roles = {
            "qi": tables.split_names(qi, "--qi"),
            "sensitive": tables.split_names(sensitive, "--sensitive"),
            "keep": tables.split_names(keep, "--keep"),
            "person": person,
            "hierarchies": hierarchies,
            "recoding": tables.read_recoding(recoding),
            "categorical": tables.split_names(categorical, "--categorical"),
            "numeric": tables.split_names(numeric, "--numeric"),
            "weights": tables.read_weights(weights),
            "max_level": tables.read_levels(max_level),
        }
        given |= {"suppression_limit": tables.read_share(suppression_limit)}
        from shoal.recipes.publish_table import publish_table

        with keeping, progress_bar("Anonymizing", quiet=quiet) as shown:
            publication = publish_table(
                source, output, promise, roles=roles, progress=shown, **given
            )
    if save_recipe is not None:
        publication = replace(publication, recipe_file=Path(save_recipe))
    print_answer(
        publication.to_dict(),
        "Release",
        facts(publication),
        warnings=publication.release.warnings,
        json=json,
        quiet=quiet,
    )


def _keeping(recipe: str | None, flags: Mapping[str, Any]) -> AbstractContextManager[None]:
    """Return what writes the recipe of the run within, if there is to be one."""
    if recipe is None:
        return nullcontext()
    from shoal.cli.save_recipe import saving

    return saving(recipe, flags)
