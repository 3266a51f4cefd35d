"""``shoal measure``: what a release costs against its original."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, TypeVar

import typer

from shoal.cli import options, rules, tables
from shoal.cli.options import refuse
from shoal.cli.releases import empty, generalized, set_facts
from shoal.cli.rules import mapping_of
from shoal.cli.show import print_columns, print_facts, print_json, print_warnings
from shoal.errors import FormatError, ParameterError, ShoalError
from shoal.wording import counted

if TYPE_CHECKING:
    from shoal.data import Transactions
    from shoal.loss import BasketLoss, TableLoss

Answer = TypeVar("Answer")


def command(
    original: Annotated[
        Path, typer.Argument(help="The data before.", metavar="ORIGINAL", parser=options.path)
    ],
    release: Annotated[
        Path, typer.Argument(help="The data published.", metavar="RELEASE", parser=options.path)
    ],
    qi: tables.QuasiIdentifiers = None,
    hierarchies: tables.Hierarchies = None,
    recoding: tables.Recoding = "auto",
    categorical: tables.Categorical = None,
    numeric: tables.Numeric = None,
    weights: tables.Weights = None,
    k: Annotated[
        int | None,
        typer.Option(
            "-k",
            help="The k of a table's release, for C_avg; the smallest group by default.",
            metavar="K",
        ),
    ] = None,
    taxonomy: options.Taxonomy = None,
    mapping: Annotated[
        Path | None,
        typer.Option(
            help="What each public item of baskets was published as: utility loss and ARE. By "
            "default the file beside RELEASE that is called after it: release.dat.mapping.csv.",
            metavar="FILE",
            parser=options.path,
        ),
    ] = None,
    queries: rules.Queries = None,
    query_items: rules.QueryItems = None,
    seed: Annotated[
        int, typer.Option(help="With --mapping: draws the random queries.", metavar="N")
    ] = 0,
    format: options.Format = None,
    separator: options.Separator = None,
    column: options.Column = None,
    id: options.Id = None,
    item: options.Item = None,
    json: options.Json = False,
    quiet: options.Quiet = False,
) -> None:
    """Price a release against its original; rows may come in any order.

    With --taxonomy the rows must be in the original's order: items are compared row by row.

    `shoal measure baskets.dat release.dat`

    `shoal measure baskets.dat release.dat --mapping other.mapping.csv`

    `shoal measure people.csv release.csv --qi age,sex,zip --hierarchies folder`
    """
    if qi is None and taxonomy is None:
        mapping = mapping or mapping_of(release)
    for_queries = {"--queries": queries, "--query-items": query_items, "--seed": seed or None}
    if mapping is None:
        refuse(for_queries, "comes with --mapping")
    if qi is not None:
        for_baskets: dict[str, object] = {"--column": column, "--id": id, "--item": item}
        for_baskets |= {"--taxonomy": taxonomy, "--mapping": mapping}
        refuse(for_baskets, "is for baskets, and --qi says this is a table")
        loss: TableLoss | BasketLoss
        price = partial(
            _price_table,
            k=k,
            format=format,
            separator=separator,
            qi=tables.split_names(qi, "--qi"),
            hierarchies=hierarchies,
            recoding=tables.read_recoding(recoding),
            categorical=tables.split_names(categorical, "--categorical"),
            numeric=tables.split_names(numeric, "--numeric"),
            weights=tables.read_weights(weights),
        )
        loss, warnings = _compare(price, original, release)
        shown, by_column = table_facts(loss), column_rows(loss)
    else:
        tables.refuse_without_qi(
            {
                "-k": k,
                "--hierarchies": hierarchies,
                "--recoding": None if recoding == "auto" else recoding,
                "--categorical": categorical,
                "--numeric": numeric,
                "--weights": None if mapping is not None else weights,
            },
            for_rules="--mapping FILE",
        )
        before, after = _read(original, release, format, separator, column, id, item)
        warnings = _warnings({original: before, release: after})
        if mapping is not None:
            if taxonomy is not None:
                raise ParameterError("a release has a mapping or a taxonomy, not both")
            rules.check_query_items(queries, query_items)
            from shoal.recipes.measure_rules import measure_by_mapping

            price_sets = partial(
                measure_by_mapping,
                mapping=mapping,
                weights=rules.read_weights(weights),
                queries=rules.read_queries(queries),
                items=query_items,
                seed=seed,
            )
            priced = _compare(price_sets, before, after)
            if not quiet:
                print_warnings(warnings)
            if json:
                print_json(
                    {"schema": "shoal.measure/1", "rows": len(before), "mapping": str(mapping)}
                    | {**priced.to_dict(), "warnings": warnings}
                )
            elif not quiet:
                shown = empty(priced.loss, len(before)) | set_facts(*priced)
                shown |= {"mapping": str(mapping)}
                print_facts(f"{release} against {original}", shown)
            return
        loss = _compare(partial(_price_baskets, taxonomy=taxonomy), before, after)
        shown, by_column = _basket_facts(loss), []
    if not quiet:
        print_warnings(warnings)
    if json:
        print_json(
            {
                "schema": "shoal.measure/1",
                "rows": loss.rows,
                "groups": loss.groups,
                "loss": loss.to_dict(),
                "warnings": warnings,
            }
        )
    elif not quiet:
        print_facts(f"{release} against {original}", shown)
        if by_column:
            print_columns("", ("column", "LM", "NCP", "unchanged", "suppressed"), by_column)


def _compare(price: Callable[[Any, Any], Answer], original: Any, release: Any) -> Answer:
    """Return what a comparison finds; if only the other order works, the error asks about it."""
    try:
        return price(original, release)
    except (ParameterError, FormatError) as error:
        try:
            price(release, original)
        except ShoalError:
            raise error from None
        error.args = (f"{error}; is the original the first file?",)
        raise


def table_facts(loss: TableLoss) -> dict[str, str]:
    """Return what a person wants to know about the loss of a table, in reading order."""
    return {
        "rows": f"{loss.rows:,} in {counted(loss.groups, 'group')}",
        "group size": f"{loss.smallest_group:,} at least, {loss.largest_group:,} at most",
        "rows suppressed": f"{loss.suppressed_rows:,}",
        "LM": f"{loss.lm:.4f}",
        "GCP": f"{loss.gcp:.4f}",
        "discernibility": f"{loss.dm:,}",
        "C_avg": f"{loss.c_avg:.2f} (k = {loss.k:,})",
        "ambiguity": f"{loss.am:,.4g}" if loss.log10_am < 6 else f"10^{loss.log10_am:.1f}",
    }


def column_rows(loss: TableLoss) -> list[tuple[str, ...]]:
    """Return a line of figures for each column: LM, NCP, shares of cells unchanged and gone."""
    rows = max(loss.rows, 1)
    return [
        (
            column.name,
            f"{column.lm:.4f}",
            f"{column.ncp:.4f}",
            f"{column.unchanged / rows:.1%}",
            f"{column.suppressed / rows:.1%}",
        )
        for column in loss.columns
    ]


def _basket_facts(loss: BasketLoss) -> dict[str, str]:
    return {
        "rows": f"{loss.rows:,} in {counted(loss.groups, 'group')}",
        "group size": f"{loss.mean_group:,.1f} on average, {loss.largest_group:,} at most",
        **empty(loss, loss.rows),
        "items kept": f"{loss.kept_items:,} of {loss.items:,}",
        **generalized(loss),
        "items suppressed": f"{loss.suppressed_items:,}",
        "GCP": f"{loss.gcp:.4f}",
        "discernibility": f"{loss.discernibility:,}",
    }


def _read(
    original: Path,
    release: Path,
    format: str | None,
    separator: str | None,
    column: str | None,
    id: str | None,
    item: str | None,
) -> tuple[Transactions, Transactions]:
    from shoal.io import read

    before, after = (
        read(path, format=format, separator=separator, column=column, id=id, item=item)
        for path in (original, release)
    )
    return before, after


def _warnings(files: dict[Path, Transactions]) -> list[str]:
    return [f"{path}: {warning}" for path, data in files.items() for warning in data.warnings]


def _price_baskets(before: Transactions, after: Transactions, taxonomy: str | None) -> BasketLoss:
    from shoal.loss import measure

    if taxonomy is None:
        return measure(before, after)
    from shoal.io.hierarchies import read_hierarchy

    return measure(before, after, taxonomy=read_hierarchy(taxonomy))


def _price_table(
    original: Path,
    release: Path,
    *,
    k: int | None,
    format: str | None,
    separator: str | None,
    **roles: Any,
) -> tuple[TableLoss, list[str]]:
    from shoal.io.rejections import naming_file
    from shoal.io.tables import read_columns, read_table
    from shoal.loss import measure_table
    from shoal.privacy import KAnonymity

    if k is not None:
        KAnonymity(k)  # the same numbers are allowed
    before = read_table(original, format=format, separator=separator, **roles)
    after = read_columns(release, roles["qi"], format=format, separator=separator)
    with naming_file(release, format=format, separator=separator):
        return measure_table(before, after, k=k), list(before.warnings)
