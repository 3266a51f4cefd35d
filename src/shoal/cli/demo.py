"""``shoal demo``: the main job on built-in data."""

from __future__ import annotations

import shutil
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from shoal.cli import options
from shoal.cli.options import flag, path
from shoal.cli.progress import progress_bar
from shoal.cli.show import print_answer, print_facts, printing, shows_tables
from shoal.wording import counted

if TYPE_CHECKING:
    from shoal.privacy import Verdict
    from shoal.recipes.demo import Demo
    from shoal.release import Release


def command(
    folder: Annotated[
        Path,
        flag("Folder for the files; made if missing.", "FOLDER", "-o", "--output", parser=path),
    ] = Path("demo"),
    overwrite: options.Overwrite = False,
) -> int:
    """Anonymize generated clicks and a generated census, verify both, show what they cost.

    `shoal demo -o demo/`
    """
    from shoal.recipes.demo import demo
    from shoal.recipes.verify import verify

    with progress_bar("Anonymizing") as progress:
        made = demo(folder, progress=progress, overwrite=overwrite)
    baskets, table = made
    # Once more, from the published files alone: what anyone can do who gets them.
    judged = verify(baskets.files["output"], baskets.model)
    qi = table.data.quasi_identifiers
    judged_table = verify(table.files["output"], table.model, qi=qi)
    document = {
        **baskets.to_dict(),
        "verdict": judged.to_dict(),
        "table": {**table.to_dict(), "verdict": judged_table.to_dict()},
    }
    # The table's warnings name the columns left out, which are shown below.
    shown = _clicks_facts(baskets, judged)
    print_answer(document, "A click stream, anonymized", shown, baskets.warnings)
    if shows_tables():
        print_facts("A census, anonymized", _census_facts(table, judged_table))
        with printing():
            _show_next(made, folder)
    return 0 if judged.ok and judged_table.ok else 1


def _clicks_facts(clicks: Release, verdict: Verdict) -> dict[str, str]:
    facts = {
        "items kept": f"{clicks.loss.kept_items:,} of {clicks.loss.items:,}",
        "GCP": f"{clicks.loss.gcp:.4f}",
    }
    return _facts(clicks, facts, verdict)


def _census_facts(census: Release, verdict: Verdict) -> dict[str, str]:
    qi = census.data.quasi_identifiers
    facts = {
        "recoded": ", ".join(qi),
        "as they were": ", ".join(name for name in census.data.columns if name not in qi),
        "left out": ", ".join(census.data.dropped),
        "LM": f"{census.loss.lm:.4f}",
    }
    return _facts(census, facts, verdict)


def _facts(release: Release, facts: dict[str, str], verdict: Verdict) -> dict[str, str]:
    from shoal.kinds.summaries import certificate_facts

    holds = "holds" if verdict.ok else "FAILS"
    return {
        "rows": f"{release.loss.rows:,} in {counted(release.groups, 'group')}",
        **facts,
        **certificate_facts(release.certificate, guided=release.guided),
        "verdict": f"{verdict.model} {holds}; {release.model.held(verdict)}",
    }


def _show_next(made: Demo, folder: Path) -> None:
    """Print commands to continue with; long ones take two lines, as a shell reads them."""
    shoal = "shoal" if shutil.which("shoal") else sys.argv[0]
    baskets, table = made.baskets.files["output"], made.table.files["output"]
    k, qi = made.table.model.k, ",".join(made.table.data.quasi_identifiers)
    print(f"The files are in {folder}: baskets.dat and people.csv are raw,")
    print("release.dat and release.csv can be published, and so can the reports on them,")
    print("report-baskets.html and report-table.html: open them in a browser.")
    print(f"Next: {shoal} verify {baskets} -k {k}")
    print(f"      {shoal} measure {folder / 'baskets.dat'} {baskets}")
    print(f"      {shoal} verify {table} -k {k} \\")
    print(f"        --qi {qi}")
    print(f"      {shoal} measure {folder / 'people.csv'} {table} \\")
    print(f"        --qi {qi} --hierarchies {folder / 'hierarchies'}")
