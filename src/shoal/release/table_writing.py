"""Write a released table to a file and judge that file before it gets its name."""

from __future__ import annotations

from dataclasses import replace

from shoal.data import Table
from shoal.errors import VerificationError
from shoal.io import Format, Staged
from shoal.io.tables import read_columns, write_table
from shoal.loss.tables import measure_table
from shoal.privacy.tables import verify_table
from shoal.release.table_release import TableRelease
from shoal.release.writing import JudgedFile, named_after_target, sha256_of
from shoal.wording import counted


def write_and_judge_table(
    release: TableRelease, staged: Staged, form: Format, *, original: Table | None = None
) -> JudgedFile[TableRelease]:
    """Write to the staged file, read it back, and judge what was read.

    With the ``original`` the loss is recomputed too: nothing that memory says is believed.

    Raises
    ------
    VerificationError
        When the file does not keep the promise or does not say what the release says.
    """
    with named_after_target(staged):
        write_table(release.data, staged.temporary, format=form)
    published = read_columns(staged.temporary, format=form)
    verdict = verify_table(
        published, release.model, qi=release.quasi_identifiers, person=release.persons
    )
    if not verdict.ok:
        raise VerificationError(
            f"the written file fails the check of {release.model}: "
            f"{counted(verdict.offending_rows, 'row is', 'rows are')} in too small a group"
        )
    loss = release.loss
    if original is not None:
        loss = measure_table(original, published, k=release.model.k)
    if verdict != release.verdict or loss != release.loss:
        raise VerificationError("the written file does not read back as the release it was made of")
    return JudgedFile(replace(release, verdict=verdict, loss=loss), sha256_of(staged.temporary))
