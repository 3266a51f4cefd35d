"""What the operating system says no to, in words."""

from __future__ import annotations

import errno
import os
import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from shoal.errors import OutputError, ParameterError

#: The usual reasons, where the system's own words say too little.
WORDS: dict[int, str] = {
    errno.ENOSPC: "the disk is full",
    errno.EPERM: "permission denied",
    errno.ENOENT: "its directory does not exist",
    errno.ENOTDIR: "its directory does not exist",
    errno.EISDIR: "it is a directory",
}


@contextmanager
def writing(path: str | os.PathLike[str]) -> Iterator[None]:
    """Turn a failed write into an :class:`~shoal.errors.OutputError` that says why."""
    try:
        yield
    except Exception as error:
        number = _errno(error)
        if number is None:
            raise
        words = WORDS.get(number, os.strerror(number).lower())
        raise OutputError(words, path=os.fspath(path)) from error


def _errno(error: Exception) -> int | None:
    """Return the system's error number, which Polars only spells in its message."""
    if isinstance(error, OSError) and error.errno is not None:
        return error.errno
    if not isinstance(error, OSError) and not type(error).__module__.startswith("polars"):
        return None
    spelled = re.search(r"\(os error (\d+)\)", str(error))
    return int(spelled[1]) if spelled else None


def check_readable(path: Path, *, folder: bool = False) -> None:
    """Raise in one sentence if there is no file to read."""
    try:
        if path.is_dir() and not folder:
            raise ParameterError(f"{path} is a directory, not a file", path=str(path))
        if not path.exists():
            raise ParameterError(f"no such file: {path}", path=str(path))
        if not os.access(path, os.R_OK):
            raise ParameterError(f"{path} cannot be read: permission denied", path=str(path))
    except (OSError, ValueError) as error:  # a name too long, or with a NUL in it
        raise ParameterError("no such file: the path is not a valid one") from error
