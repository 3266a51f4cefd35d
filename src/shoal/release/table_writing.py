"""Write a released table to a file and judge that file before it gets its name."""

from __future__ import annotations

import hashlib
from dataclasses import replace

from shoal.data import Table
from shoal.errors import OutputError, VerificationError
from shoal.io import Format, Staged
from shoal.io.tables import read_columns, write_table
from shoal.loss.tables import measure_table
from shoal.privacy.tables import verify_table
from shoal.release.table_release import TableRelease
from shoal.release.writing import JudgedFile
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
    temporary = staged.temporary
    try:
        write_table(release.data, temporary, format=form)
    except OutputError as error:
        # The user knows the file by the name it is to have.
        named = str(error).replace(str(temporary), str(staged.target))
        raise OutputError(named) from error
    published = read_columns(temporary, format=form)
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
    with temporary.open("rb") as file:
        sha256 = hashlib.file_digest(file, "sha256").hexdigest()
    return JudgedFile(replace(release, verdict=verdict, loss=loss), sha256)
