"""``shoal hierarchy show``: a hierarchy as a tree to read."""

from __future__ import annotations

from typing import Annotated

import typer

from shoal.cli import options
from shoal.cli.show import print_json, printing


def command(
    source: options.HierarchyFile,
    limit: Annotated[
        int, typer.Option(help="Labels shown below each one; 0 for all.", metavar="N", min=0)
    ] = 20,
    separator: options.LabelSeparator = None,
    json: options.Json = False,
) -> None:
    """Show a hierarchy as a tree.

    `shoal hierarchy show age.csv`
    """
    from shoal.io.hierarchies import read_hierarchy

    hierarchy = read_hierarchy(source, separator=separator)
    if json:
        print_json(
            {
                "schema": "shoal.hierarchy-show/1",
                "file": str(source),
                "depth": hierarchy.depth,
                "labels": list(hierarchy.labels),
                "parents": hierarchy.parents.tolist(),
                "levels": hierarchy.levels().tolist(),
            }
        )
    else:
        with printing():
            print(hierarchy.describe(limit or None))
