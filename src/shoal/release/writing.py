"""Write a release to a file and judge that file, as a stranger would, before it gets its name."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, replace
from typing import Generic, TypeVar

from shoal.data import Transactions
from shoal.errors import OutputError, VerificationError
from shoal.io import Format, Staged, read, write
from shoal.loss import is_row_by_row_subset, measure
from shoal.privacy import verify
from shoal.release.release import Release
from shoal.wording import counted

Kind = TypeVar("Kind")


@dataclass(frozen=True)
class JudgedFile(Generic[Kind]):
    """A release as its file tells it, and the file's SHA-256."""

    release: Kind
    sha256: str


def write_and_judge(
    release: Release,
    staged: Staged,
    form: Format,
    *,
    column: str | None = None,
    original: Transactions | None = None,
) -> JudgedFile[Release]:
    """Write to the staged file, read it back, and judge what was read.

    With the ``original`` the loss is recomputed too. Nothing that memory says is believed: the
    verdict and the loss of the result are those of the file. Items that were generalized can be
    priced row by row only, so a file with such items must hold the rows of the release instead.

    Raises
    ------
    VerificationError
        When the file does not keep the promise or does not say what the release says.
    """
    temporary = staged.temporary
    try:
        write(release.data, temporary, format=form, column=column)
    except OutputError as error:
        # The user knows the file by the name it is to have.
        named = str(error).replace(str(temporary), str(staged.target))
        raise OutputError(named) from error
    published = read(temporary, format=form)
    verdict = verify(published, release.model)
    loss = release.loss if original is None else measure(original, published)
    if not verdict.ok:
        raise VerificationError(
            f"the written file fails the check of {release.model}: "
            f"{counted(verdict.offending_rows, 'row is', 'rows are')} in too small a group"
        )
    same = loss == release.loss if original is not None else _same_rows(published, release.data)
    if verdict != release.verdict or not same:
        raise VerificationError("the written file does not read back as the release it was made of")
    with temporary.open("rb") as file:
        sha256 = hashlib.file_digest(file, "sha256").hexdigest()
    return JudgedFile(replace(release, verdict=verdict, loss=loss), sha256)


def _same_rows(one: Transactions, other: Transactions) -> bool:
    return (
        len(one) == len(other)
        and is_row_by_row_subset(one, other)
        and is_row_by_row_subset(other, one)
    )
