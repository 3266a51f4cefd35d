"""Outputs that appear whole or not at all."""

from __future__ import annotations

import errno
import fcntl
import filecmp
import os
import re
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from shoal.errors import OutputError, ParameterError
from shoal.io.failures import writing
from shoal.outputs import note_written
from shoal.wording import call_parameter

#: What the name of every temporary ends with.
SUFFIX = ".shoal-tmp"


class Staged:
    """A file written beside its target and moved onto it when it is complete.

    The temporary has mode 0600 and is locked while this process lives. Entering the context
    removes temporaries of the same target that no living process holds, so that a run cleans up
    what a killed one left. Leaving it without :meth:`commit` removes the temporary, and the target
    stays as it was. A symbolic link stays one, and the file behind it is replaced. Only the owner
    may read a ``private`` file. None of the ``inputs`` may be the target, under whatever name.
    Without ``overwrite``, a file of other content is not replaced.
    """

    def __init__(
        self,
        target: str | os.PathLike[str],
        *,
        private: bool = False,
        inputs: Iterable[str | os.PathLike[str]] = (),
        overwrite: bool = True,
    ) -> None:
        self.target = Path(target)
        self.final = Path(os.path.realpath(self.target))
        self._name = os.fspath(target)
        self._private = private
        self._inputs = tuple(map(Path, inputs))
        self._overwrite = overwrite
        self._temporary: Path | None = None
        self._lock = -1
        #: Whether the temporary stays on leaving: a manifest names it, and a later run moves it.
        self.is_promised = False

    @property
    def temporary(self) -> Path:
        """The file to write to, by path; it exists while the context is entered."""
        if self._temporary is None:
            raise ParameterError("the temporary exists only inside the context")
        return self._temporary

    @property
    def is_moved(self) -> bool:
        """Whether the target is the new file; an interrupt may come right after the move."""
        return self._temporary is None or not self._temporary.exists()

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
                if _same_file(path, self.final):
                    raise ParameterError(
                        f"output equals input: {self.target} and {path} are the same file"
                    )
            # Also where a device leads to a file, as /dev/stdout may: nothing can stand beside it.
            if any(self.target.absolute().is_relative_to(top) for top in ("/dev", "/proc", "/sys")):
                raise ParameterError(f"cannot write {self.target}: it is not a regular file")
            folder = self.final.parent
            if not folder.is_dir():
                raise ParameterError(f"cannot write {self.target}: its directory does not exist")
            if self.target.is_dir() or self._name.endswith("/"):
                raise ParameterError(f"cannot write {self.target}: it is a directory")
            if self.target.exists() and not self.target.is_file():
                raise ParameterError(f"cannot write {self.target}: it is not a regular file")
            if not os.access(folder, os.R_OK | os.W_OK | os.X_OK):
                raise OutputError(f"cannot write {self.target}: permission denied in its directory")
            if self.final.exists() and not os.access(self.final, os.W_OK):
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
        if not self._overwrite:
            with writing(self.target):
                self._refuse_other_content()
        self.seal()
        self.move()
        with writing(self.target):
            sync(self.final.parent)

    def seal(self) -> None:
        """Wait until the content is on the disk."""
        with writing(self.target):
            sync(self.temporary)

    def move(self) -> None:
        """Move the temporary onto the target; the name is on the disk once its folder is."""
        with writing(self.target):
            if not self.is_moved:
                move_onto(self.temporary, self.final, private=self._private)
            self._temporary = None

    def __exit__(self, *error: object) -> None:
        if self.is_moved:
            note_written(str(self.target))
        elif not self.is_promised:
            self.temporary.unlink()
        self._temporary = None
        os.close(self._lock)

    def _create(self) -> bool:
        """Create and lock a temporary; False if another run took it for stale before the lock."""
        path = self.final.with_name(f"{_prefix(self.final)}{os.urandom(6).hex()}{SUFFIX}")
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
        for path in list(self.final.parent.iterdir()):
            if is_temporary(path.name, self.final):
                _remove_unlocked(path)

    def _refuse_other_content(self) -> None:
        present = self.final
        if not present.exists() or present.stat().st_size == 0:
            return
        if not filecmp.cmp(present, self.temporary, shallow=False):
            raise not_replaced(self.target)


def is_temporary(name: str, final: Path) -> bool:
    """Tell whether a name is that of a temporary of a file; .r.dat.* is none of a file called r."""
    random = name.removeprefix(_prefix(final)).removesuffix(SUFFIX)
    spelled = f"{_prefix(final)}{random}{SUFFIX}"
    return name == spelled and re.fullmatch("[0-9a-f]{12}", random) is not None


def _prefix(final: Path) -> str:
    # Room for the random part and the suffix within the 255 bytes of a file name.
    name = os.fsencode(final.name)[:220].decode(errors="ignore")
    return f".{name}."


def not_replaced(path: str | os.PathLike[str]) -> ParameterError:
    """Return the error about a file that an output would replace."""
    return ParameterError(
        f"cannot write {os.fspath(path)}: there is another file; to replace it, give "
        f"{call_parameter('overwrite')}",
        path=os.fspath(path),
    )


def move_onto(temporary: Path, final: Path, *, private: bool) -> None:
    """Give a temporary the mode and the name of an output, in this order."""
    # Opened anew: whoever wrote by path may have put another file in the temporary's place.
    with temporary.open("rb") as file:
        os.fchmod(file.fileno(), 0o600 if private else 0o666 & ~_umask())
    temporary.replace(final)


def sync(path: Path) -> None:
    """Wait until a file's content, or a folder's names, would survive a power cut."""
    descriptor = os.open(path, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


@contextmanager
def alone_in(folder: Path) -> Iterator[None]:
    """Keep other runs from giving files of this folder their names meanwhile."""
    descriptor = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    try:
        # Some network file systems lock no folders; two runs to one target are on their own there.
        with suppress(OSError):
            fcntl.flock(descriptor, fcntl.LOCK_EX)
        yield
    finally:
        os.close(descriptor)


def _remove_unlocked(path: Path) -> None:
    try:
        lock = os.open(path, os.O_RDWR | os.O_NOFOLLOW | os.O_NONBLOCK)
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
