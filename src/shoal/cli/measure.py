"""``shoal measure``: what a release costs against its original."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

from shoal.cli import options, tables
from shoal.cli.flags import Argument, Option
from shoal.cli.show import print_columns, print_facts, print_json, print_warnings
from shoal.errors import ParameterError
from shoal.wording import counted

if TYPE_CHECKING:
    from shoal.loss import BasketLoss, TableLoss


def command(
    original: Annotated[Path, Argument(help="The data before.", metavar="ORIGINAL")],
    release: Annotated[Path, Argument(help="The data published.", metavar="RELEASE")],
    qi: tables.QuasiIdentifiers = None,
    hierarchies: tables.Hierarchies = None,
    recoding: tables.Recoding = "auto",
    categorical: tables.Categorical = None,
    numeric: tables.Numeric = None,
    weights: tables.Weights = None,
    k: Annotated[
        int | None,
        Option(
            ("-k",),
            help="What a table promised, for C_avg; the smallest group by default.",
            metavar="K",
            takes="a whole number of at least 2, as in -k 10",
        ),
    ] = None,
    format: options.Format = None,
    separator: options.Separator = None,
    column: options.Column = None,
    json: options.Json = False,
    quiet: options.Quiet = False,
) -> None:
    """Price a release against its original; rows may come in any order.

    `shoal measure baskets.dat release.dat`

    `shoal measure people.csv release.csv --qi age,sex,zip --hierarchies folder`
    """
    if qi is not None:
        if column is not None:
            raise ParameterError("--column is for baskets; the columns of a table come with --qi")
        loss: TableLoss | BasketLoss
        loss, warnings = _price_table(
            original,
            release,
            k,
            format=format,
            separator=separator,
            qi=tables.split_names(qi, "--qi"),
            hierarchies=hierarchies,
            recoding=tables.read_recoding(recoding),
            categorical=tables.split_names(categorical, "--categorical"),
            numeric=tables.split_names(numeric, "--numeric"),
            weights=tables.read_weights(weights),
        )
        shown, by_column = table_facts(loss), column_rows(loss)
    else:
        tables.refuse_without_qi(
            {
                "-k": k,
                "--hierarchies": hierarchies,
                "--recoding": None if recoding == "auto" else recoding,
                "--categorical": categorical,
                "--numeric": numeric,
                "--weights": weights,
            }
        )
        loss, warnings = _price_baskets(original, release, format, separator, column)
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
        "items kept": f"{loss.kept_items:,} of {loss.items:,}",
        "items suppressed": f"{loss.suppressed_items:,}",
        "GCP": f"{loss.gcp:.4f}",
        "discernibility": f"{loss.discernibility:,}",
    }


def _price_baskets(
    original: Path,
    release: Path,
    format: str | None,
    separator: str | None,
    column: str | None,
) -> tuple[BasketLoss, list[str]]:
    from shoal.io import read
    from shoal.loss import measure

    before = read(original, format=format, separator=separator, column=column)
    after = read(release, format=format, separator=separator, column=column)
    files = {original: before, release: after}
    warnings = [f"{path}: {said}" for path, data in files.items() for said in data.warnings]
    return measure(before, after), warnings


def _price_table(
    original: Path,
    release: Path,
    k: int | None,
    *,
    format: str | None,
    separator: str | None,
    **roles: Any,
) -> tuple[TableLoss, list[str]]:
    from shoal.io.tables import read_columns, read_table
    from shoal.loss import measure_table
    from shoal.privacy import KAnonymity

    if k is not None:
        KAnonymity(k)  # the same numbers are allowed
    before = read_table(original, format=format, separator=separator, **roles)
    after = read_columns(release, roles["qi"], format=format, separator=separator)
    return measure_table(before, after, k=k), list(before.warnings)
