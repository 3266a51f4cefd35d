"""``shoal measure``: what a release costs against its original."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from shoal.cli import options
from shoal.cli.flags import Argument
from shoal.cli.show import print_facts, print_json, print_warnings
from shoal.wording import counted


def command(
    original: Annotated[Path, Argument(help="The data before.", metavar="ORIGINAL")],
    release: Annotated[Path, Argument(help="The data published.", metavar="RELEASE")],
    format: options.Format = None,
    separator: options.Separator = None,
    column: options.Column = None,
    json: options.Json = False,
    quiet: options.Quiet = False,
) -> None:
    """Price a release against its original; rows may come in any order.

    `shoal measure baskets.dat release.dat`
    """
    from shoal.io import read
    from shoal.loss import measure

    before = read(original, format=format, separator=separator, column=column)
    after = read(release, format=format, separator=separator, column=column)
    loss = measure(before, after)
    files = {original: before, release: after}
    warnings = [f"{path}: {said}" for path, data in files.items() for said in data.warnings]
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
        print_facts(
            f"{release} against {original}",
            {
                "rows": f"{loss.rows:,} in {counted(loss.groups, 'group')}",
                "group size": f"{loss.mean_group:,.1f} on average, {loss.largest_group:,} at most",
                "items kept": f"{loss.kept_items:,} of {loss.items:,}",
                "items suppressed": f"{loss.suppressed_items:,}",
                "GCP": f"{loss.gcp:.4f}",
                "discernibility": f"{loss.discernibility:,}",
            },
        )
