"""``shoal hierarchy show``: a hierarchy as a tree to read."""

from __future__ import annotations

from typing import Annotated

from shoal.cli import options
from shoal.cli.flags import Option
from shoal.cli.show import print_json
from shoal.errors import ParameterError


def command(
    source: options.HierarchyFile,
    limit: Annotated[
        int,
        Option(
            ("--limit",), help="Labels shown below each one; 20 by default, 0 for all.", metavar="N"
        ),
    ] = 20,
    separator: options.LabelSeparator = None,
    json: options.Json = False,
) -> None:
    """Show a hierarchy as a tree.

    `shoal hierarchy show age.csv`
    """
    if limit < 0:
        raise ParameterError("--limit takes a whole number of at least 0")
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
        print(hierarchy.describe(limit or None))
