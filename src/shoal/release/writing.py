"""Write a release to a file and judge that file, as a stranger would, before it gets its name."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Generic, TypeVar

from shoal.data import Transactions
from shoal.errors import OutputError, ParameterError, VerificationError
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
    published = write_and_read(release.data, staged, form, column=column)
    verdict = verify(published, release.model)
    loss = release.loss if original is None else measure(original, published)
    if not verdict.ok:
        raise VerificationError(
            f"the written file fails the check of {release.model}: "
            f"{counted(verdict.offending_rows, 'row stands', 'rows stand')} out"
        )
    same = loss == release.loss if original is not None else same_rows(published, release.data)
    if verdict != release.verdict or not same:
        raise VerificationError("the written file does not read back as the release it was made of")
    return JudgedFile(replace(release, verdict=verdict, loss=loss), sha256_of(staged.temporary))


def write_and_read(
    data: Transactions, staged: Staged, form: Format, *, column: str | None = None
) -> Transactions:
    """Write baskets to the staged file, and return what a stranger would read there."""
    with named_after_target(staged):
        write(data, staged.temporary, format=form, column=column)
    return read(staged.temporary, format=form)


@contextmanager
def named_after_target(staged: Staged) -> Iterator[None]:
    """Let failures name the file as the user knows it: by the name it is to have."""
    try:
        yield
    except (OutputError, ParameterError) as error:
        message = str(error).replace(str(staged.temporary), str(staged.target))
        if str(staged.target) not in message:
            message = f"cannot write {staged.target}: {message}"
        raise type(error)(message) from error


def sha256_of(path: Path) -> str:
    """Return the SHA-256 of a file's bytes; of a folder, that of the list of its files' own."""
    if path.is_dir():
        from shoal.io.batches import files_of

        lines = (f"{sha256_of(file)}  {file.name}\n" for file in files_of(path))
        return hashlib.sha256("".join(lines).encode(errors="surrogateescape")).hexdigest()
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def same_rows(one: Transactions, other: Transactions) -> bool:
    """Tell whether baskets are the same, row by row.

    Examples
    --------
    >>> same_rows(Transactions.of([[1]]), Transactions.of([["1"]]))
    True
    """
    return (
        len(one) == len(other)
        and is_row_by_row_subset(one, other)
        and is_row_by_row_subset(other, one)
    )
