"""``shoal demo``: the main job on built-in data."""

from __future__ import annotations

import shutil
import sys
from pathlib import Path
from typing import Annotated

from shoal.cli import options
from shoal.cli.anonymize import certificate_facts
from shoal.cli.flags import Option
from shoal.cli.show import print_facts, print_json, print_warnings, progress_bar
from shoal.wording import counted


def command(
    folder: Annotated[
        Path,
        Option(("-o", "--output"), help="Folder for the files; made if missing.", metavar="FOLDER"),
    ] = Path("demo"),
    json: options.Json = False,
    quiet: options.Quiet = False,
) -> int:
    """Anonymize generated clicks, check the release, show what it cost.

    `shoal demo -o demo/`
    """
    from shoal.io import read
    from shoal.privacy import verify
    from shoal.recipes.demo import demo

    with progress_bar("Anonymizing", "groups", quiet=quiet) as progress:
        publication = demo(folder, progress=progress)
    # Once more, from the file that now has its name: what anyone can do who gets it.
    release = publication.release
    verdict = verify(read(publication.output), release.model)
    if not quiet:
        print_warnings(release.warnings)
    if json:
        print_json({**publication.to_dict(), "verdict": verdict.to_dict()})
    elif not quiet:
        loss = release.loss
        print_facts(
            "A click stream, anonymized",
            {
                "rows": f"{loss.rows:,} in {counted(release.groups, 'group')}",
                "items kept": f"{loss.kept_items:,} of {loss.items:,}",
                "GCP": f"{loss.gcp:.4f}",
                **certificate_facts(release.certificate),
                "verdict": f"{verdict.model} {'holds' if verdict.ok else 'FAILS'}; "
                f"the smallest group has {counted(verdict.k_min or 0, 'row')}",
            },
        )
        print(f"The files are in {folder}: baskets.dat is raw, release.dat can be published.")
        shoal = "shoal" if shutil.which("shoal") else sys.argv[0]
        print(f"Next: {shoal} verify {publication.output} -k {release.model.k}")
        print(f"      {shoal} measure {folder / 'baskets.dat'} {publication.output}")
    return 0 if verdict.ok else 1
