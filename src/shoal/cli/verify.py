"""``shoal verify``: whether a file, whoever made it, keeps a promise."""

from __future__ import annotations

from shoal.cli import options
from shoal.cli.show import print_facts, print_json, print_warnings
from shoal.wording import counted


def command(
    source: options.Input,
    k: options.K = None,
    model: options.Model = None,
    format: options.Format = None,
    separator: options.Separator = None,
    column: options.Column = None,
    json: options.Json = False,
    quiet: options.Quiet = False,
) -> int:
    """Judge a file from the file alone; exit status 1 when it fails.

    Row numbers of offenders are shown, never their content.

    `shoal verify release.dat --model k=10`
    """
    promise = options.choose_model(k, model)
    from shoal.io import read
    from shoal.privacy import verify

    published = read(source, format=format, separator=separator, column=column)
    verdict = verify(published, promise, column=column)
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
        shown = {
            "verdict": f"{verdict.model} {'holds' if verdict.ok else 'FAILS'}",
            "rows": f"{verdict.rows:,} in {counted(verdict.groups, 'group')}",
            "smallest group": f"{verdict.k_min:,}" if verdict.k_min is not None else "none",
        }
        if not verdict.ok:
            rows = ", ".join(str(row) for row in verdict.first_offenders)
            more = ", ..." if verdict.offending_rows > len(verdict.first_offenders) else ""
            shown["rows at fault"] = f"{verdict.offending_rows:,}"
            shown["their numbers"] = rows + more
        print_facts(str(source), shown)
    return 0 if verdict.ok else 1
