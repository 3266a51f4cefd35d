"""Outputs that appear whole or not at all."""

from __future__ import annotations

import errno
import fcntl
import os
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path
from types import TracebackType

from shoal.errors import OutputError, ParameterError
from shoal.io.failures import writing
from shoal.outputs import note_written

#: What the name of every temporary ends with.
SUFFIX = ".shoal-tmp"


class Staged:
    """A file written beside its target and moved onto it when it is complete.

    The temporary has mode 0600 and is locked while this process lives. Entering the context
    removes temporaries of the same target that no living process holds, so that a run cleans up
    what a killed one left. Leaving it without :meth:`commit` removes the temporary, and the target
    stays as it was. A symbolic link stays one, and the file behind it is replaced. Only the owner
    may read a ``private`` file. None of the ``inputs`` may be the target, under whatever name.
    """

    def __init__(
        self,
        target: str | os.PathLike[str],
        *,
        private: bool = False,
        inputs: Iterable[str | os.PathLike[str]] = (),
    ) -> None:
        self.target = Path(target)
        self._name = os.fspath(target)
        self._final = Path(os.path.realpath(self.target))
        self._private = private
        self._inputs = tuple(map(Path, inputs))
        self._temporary: Path | None = None
        self._lock = -1
        self._old: Path | None = None
        self._had_file = self._taken_back = False

    @property
    def temporary(self) -> Path:
        """The file to write to, by path; it exists while the context is entered."""
        if self._temporary is None:
            raise ParameterError("the temporary exists only inside the context")
        return self._temporary

    def check(self) -> None:
        """Raise if the target cannot become the output; runs on entering, and may run before."""
        with writing(self.target):
            if not self._name:
                raise ParameterError("cannot write to a file without a name")
            if self._name == "-":
                raise ParameterError(
                    "cannot write to standard output: name a file (./- for one that is called -)"
                )
            for path in self._inputs:
                if _same_file(path, self._final):
                    raise ParameterError(
                        f"output equals input: {self.target} and {path} are the same file"
                    )
            # Also where a device leads to a file, as /dev/stdout may: nothing can stand beside it.
            if any(self.target.absolute().is_relative_to(top) for top in ("/dev", "/proc", "/sys")):
                raise ParameterError(f"cannot write {self.target}: it is not a regular file")
            folder = self._final.parent
            if not folder.is_dir():
                raise ParameterError(f"cannot write {self.target}: its directory does not exist")
            if self.target.is_dir() or self._name.endswith("/"):
                raise ParameterError(f"cannot write {self.target}: it is a directory")
            if self.target.exists() and not self.target.is_file():
                raise ParameterError(f"cannot write {self.target}: it is not a regular file")
            if not os.access(folder, os.W_OK | os.X_OK):
                raise OutputError(f"cannot write {self.target}: permission denied in its directory")
            if self._final.exists() and not os.access(self._final, os.W_OK):
                raise OutputError(f"cannot write {self.target}: permission denied")

    def __enter__(self) -> Staged:
        self.check()
        with writing(self.target):
            self._remove_stale()
            while not self._create():
                pass
        return self

    def commit(self) -> None:
        """Give the file its mode and its name; both survive a crash from here on."""
        temporary = self.temporary
        with writing(self.target):
            # Opened anew: whoever wrote by path may have put another file in the temporary's place.
            with temporary.open("rb") as file:
                os.fchmod(file.fileno(), 0o600 if self._private else 0o666 & ~_umask())
                os.fsync(file.fileno())
            temporary.replace(self._final)
            self._temporary = None
            # The new name lasts through a power cut only if its directory is written, too.
            directory = os.open(self._final.parent, os.O_RDONLY | os.O_DIRECTORY)
            try:
                os.fsync(directory)
            finally:
                os.close(directory)

    def back_up(self) -> None:
        """Keep the present file under a second name, so that :meth:`take_back` can return to it."""
        self._had_file = self._final.exists()
        if self._had_file:
            old = self._final.with_name(f"{self._prefix}{os.urandom(6).hex()}{SUFFIX}")
            with suppress(OSError):  # a file system without links: there is no way back then
                os.link(self._final, old)
                self._old = old

    def take_back(self) -> None:
        """Return to the file that was there before, or to none."""
        if self._old is not None:
            self._old.replace(self._final)
        elif not self._had_file:
            self._final.unlink(missing_ok=True)
        self._taken_back = self._old is not None or not self._had_file

    def settle(self) -> None:
        """Remove the second name of the file that was there before."""
        if self._old is not None:
            self._old.unlink(missing_ok=True)
            self._old = None

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        # An interrupt may come right after the move, so the file itself is asked.
        if self._temporary is None or not self._temporary.exists():
            if not self._taken_back:
                note_written(str(self.target))
        else:
            self._temporary.unlink()
        self._temporary = None
        os.close(self._lock)

    @property
    def _prefix(self) -> str:
        # Room for the random part and the suffix within the 255 bytes of a file name.
        name = os.fsencode(self._final.name)[:220].decode(errors="ignore")
        return f".{name}."

    def _create(self) -> bool:
        """Create and lock a temporary; False if another run took it for stale before the lock."""
        path = self._final.with_name(f"{self._prefix}{os.urandom(6).hex()}{SUFFIX}")
        self._lock = os.open(path, os.O_RDWR | os.O_CREAT | os.O_EXCL, 0o600)
        try:
            os.fchmod(self._lock, 0o600)  # whatever the umask took away
            fcntl.flock(self._lock, fcntl.LOCK_EX)
            if os.fstat(self._lock).st_nlink == 0:
                os.close(self._lock)
                return False
        except BaseException:
            path.unlink(missing_ok=True)
            os.close(self._lock)
            raise
        self._temporary = path
        return True

    def _remove_stale(self) -> None:
        """Remove what killed runs left: temporaries of this target that nobody has locked."""
        try:
            paths = list(self._final.parent.iterdir())
        except PermissionError:  # a directory to drop files in, not to list
            return
        for path in paths:
            if path.name.startswith(self._prefix) and path.name.endswith(SUFFIX):
                _remove_unlocked(path)


def _remove_unlocked(path: Path) -> None:
    try:
        lock = os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK)
    except OSError:  # gone by now, another user's, or no file: not ours to remove
        return
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        path.unlink(missing_ok=True)
    except OSError as error:
        if error.errno not in (errno.EWOULDBLOCK, errno.EACCES, errno.EPERM):
            raise
    finally:
        os.close(lock)


def _same_file(one: Path, other: Path) -> bool:
    try:
        return one.samefile(other)
    except OSError:  # one of them does not exist
        return False


def _umask() -> int:
    """Return the umask; it is read by setting it, so to a strict one for other threads' sake."""
    umask = os.umask(0o077)
    os.umask(umask)
    return umask
