"""``shoal demo``: the main job on built-in data."""

from __future__ import annotations

import shutil
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from shoal.cli import options
from shoal.cli.flags import Option
from shoal.cli.progress import progress_bar
from shoal.cli.releases import certificate_facts
from shoal.cli.show import print_facts, print_json, print_warnings, printing
from shoal.wording import counted

if TYPE_CHECKING:
    from shoal.privacy import Verdict
    from shoal.recipes.demo import Demo


def command(
    folder: Annotated[
        Path,
        Option(("-o", "--output"), help="Folder for the files; made if missing.", metavar="FOLDER"),
    ] = Path("demo"),
    json: options.Json = False,
    quiet: options.Quiet = False,
) -> int:
    """Anonymize generated clicks and a generated census, check both, show what they cost.

    `shoal demo -o demo/`
    """
    from shoal.io import read
    from shoal.privacy import verify
    from shoal.recipes.demo import demo

    with progress_bar("Anonymizing", quiet=quiet) as progress:
        made = demo(folder, progress=progress)
    baskets, table = made
    # Once more, from the files that now have their names: what anyone can do who gets them.
    judged = verify(read(baskets.output), baskets.release.model)
    names = table.release.quasi_identifiers
    judged_table = verify(table.output, table.release.model, qi=names)
    if not quiet:
        # The table's own name the columns left out, which are shown below.
        print_warnings(baskets.release.warnings)
    if json:
        print_json(
            {
                **baskets.to_dict(),
                "verdict": judged.to_dict(),
                "table": {**table.to_dict(), "verdict": judged_table.to_dict()},
            }
        )
    elif not quiet:
        _show_baskets(made, judged)
        _show_table(made, judged_table)
        with printing():
            _show_next(made, folder)
    return 0 if judged.ok and judged_table.ok else 1


def _show_baskets(made: Demo, verdict: Verdict) -> None:
    release = made.baskets.release
    loss = release.loss
    print_facts(
        "A click stream, anonymized",
        {
            "rows": f"{loss.rows:,} in {counted(release.groups, 'group')}",
            "items kept": f"{loss.kept_items:,} of {loss.items:,}",
            "GCP": f"{loss.gcp:.4f}",
            **certificate_facts(release.certificate, release.method),
            **_verdict_facts(verdict),
        },
    )


def _show_table(made: Demo, verdict: Verdict) -> None:
    release = made.table.release
    others = [name for name in release.data.columns if name not in release.quasi_identifiers]
    print_facts(
        "A census, anonymized",
        {
            "rows": f"{release.loss.rows:,} in {counted(release.groups, 'group')}",
            "recoded": ", ".join(release.quasi_identifiers),
            "as they were": ", ".join(others),
            "left out": ", ".join(release.dropped),
            "LM": f"{release.loss.lm:.4f}",
            **certificate_facts(release.certificate, release.method),
            **_verdict_facts(verdict),
        },
    )


def _verdict_facts(verdict: Verdict) -> dict[str, str]:
    smallest = counted(verdict.k_min or 0, "row")
    holds = "holds" if verdict.ok else "FAILS"
    return {"verdict": f"{verdict.model} {holds}; the smallest group has {smallest}"}


def _show_next(made: Demo, folder: Path) -> None:
    """Print commands to go on with; long ones go on in a second line, as a shell reads them."""
    shoal = "shoal" if shutil.which("shoal") else sys.argv[0]
    baskets, table = made.baskets.output, made.table.output
    k, qi = made.table.release.model.k, ",".join(made.table.release.quasi_identifiers)
    print(f"The files are in {folder}: baskets.dat and people.csv are raw,")
    print("release.dat and release.csv can be published, and so can the reports on them,")
    print("report-baskets.html and report-table.html: open them in a browser.")
    print(f"Next: {shoal} verify {baskets} -k {k}")
    print(f"      {shoal} measure {folder / 'baskets.dat'} {baskets}")
    print(f"      {shoal} verify {table} -k {k} \\")
    print(f"        --qi {qi}")
    print(f"      {shoal} measure {folder / 'people.csv'} {table} \\")
    print(f"        --qi {qi} --hierarchies {folder / 'hierarchies'}")
