"""Write a release and judge its file, as a stranger would, before it gets its name."""

from __future__ import annotations

import hashlib
import shlex
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import replace
from os import PathLike, fspath
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Any

from shoal.engines.engine import Engine, choose_engine
from shoal.errors import OutputError, ParameterError, VerificationError
from shoal.io import Format, Staged
from shoal.io.compression import by_suffix, open_text
from shoal.io.failures import writing
from shoal.io.formats import flags_to_read
from shoal.io.mappings import check_not_mapping, mapping_beside, read_mapping, write_mapping
from shoal.privacy.model import judge

if TYPE_CHECKING:
    from shoal.release.release import Release

#: What the published file is called where its name is not known.
UNNAMED = "RELEASE"

#: The option that asks for a file; the others come with the release.
_ASKED_FOR_BY = {
    "report_file": "report",
    "certificate_file": "certificate_file",
    "recipe_file": "save_recipe",
}


class Outputs:
    """The files of a run: all appear, or none.

    All are opened first: what cannot be written is known before the work, not after it. None may
    be one of the inputs. The release gets its name last: where there is a new one, there is all
    that belongs to it.

    Parameters
    ----------
    target, form
        The release and its format.
    companions
        What is published beside it; known only after the work, so any may be announced here.
    inputs
        Files that must not be replaced.
    """

    def __init__(
        self,
        target: Path,
        form: Format,
        *,
        companions: Iterable[str] = (),
        inputs: Sequence[str | PathLike[str]] = (),
    ) -> None:
        self.target, self.form, self.inputs = target, form, inputs
        self._stack = ExitStack()
        self._staged: dict[str, Staged] = {}
        self._release = Staged(target, inputs=inputs)
        if "mapping" in companions:
            check_not_mapping(target)
            self.add("mapping_file", mapping_beside(target))

    def check(self) -> None:
        """Raise if some file cannot be written."""
        for staged in (self._release, *self._staged.values()):
            staged.check()

    def add(self, name: str, path: str | PathLike[str], *, private: bool = False) -> Staged:
        """Stage a further file; it must be no input and no other output."""
        staged = Staged(path, private=private, inputs=self.inputs)
        taken = [self._release, *self._staged.values()]
        try:
            staged.check()
            if any(Path(path).resolve() == one.target.resolve() for one in taken):
                raise ParameterError(f"two outputs cannot both be {fspath(path)}")
        except ParameterError as error:
            error.parameter = _ASKED_FOR_BY.get(name, "output")
            raise
        self._staged[name] = staged
        return staged

    def __enter__(self) -> Outputs:
        with ExitStack() as stack:
            for staged in (self._release, *self._staged.values()):
                stack.enter_context(staged)
            self._stack = stack.pop_all()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self._stack.__exit__(kind, error, traceback)

    @property
    def files(self) -> dict[str, Path]:
        """Where everything goes, by name."""
        return {
            "output": self.target,
            **{name: staged.target for name, staged in self._staged.items()},
        }

    def write_and_judge(
        self, release: Release, original: Any = None, engine: Engine | None = None
    ) -> tuple[Release, str]:
        """Write to the staged files, read them back, and judge what was read.

        Nothing that memory says is believed: the verdict is that of the file and, with the
        ``original``, so is the loss.

        Returns
        -------
        tuple
            The release as its file tells it, and the SHA-256 of the file.

        Raises
        ------
        VerificationError
            When the file does not satisfy the model or does not say what the release says.
        """
        kind, model, staged = release.kind, release.model, self._release
        engine = engine or choose_engine("local")
        with named_after_target(staged):
            engine.write(kind, release.data, staged.temporary, self.form)
        companions = dict(release.companions)
        if "mapping" in companions:
            beside = self._staged["mapping_file"]
            with named_after_target(beside):
                write_mapping(companions["mapping"], beside.temporary)
            companions["mapping"] = read_mapping(beside.temporary)
        published = kind.read_back(staged.temporary, self.form, release.data)
        verdict = judge(model, kind.view(published, companions), engine)
        if not verdict.ok:
            raise VerificationError(
                f"the written file fails the check of {model}: {model.violated(verdict)}"
            )
        loss = release.loss
        if original is not None:
            loss = kind.file_loss(original, published, model, loss)
        same = verdict == release.verdict and loss == release.loss
        if not (same and companions == dict(release.companions)) or not kind.same(
            published, release.data
        ):
            raise VerificationError(
                "the written file does not read back as the release it was made of"
            )
        return replace(release, verdict=verdict, loss=loss), sha256_of(staged.temporary)

    def write_text(self, name: str, text: str) -> None:
        """Write a staged text file; bytes of a name that are not UTF-8 are spelled out."""
        staged = self._staged[name]
        with writing(staged.target):
            staged.temporary.write_text(text, encoding="utf-8", errors="backslashreplace")

    def write_packed(self, name: str, text: str) -> None:
        """Write a staged text file, compressed if its name says so."""
        staged = self._staged[name]
        with writing(staged.target), open_text(staged.temporary, by_suffix(staged.target)) as file:
            file.write(text.encode())

    def commit(self) -> None:
        """Give all files their names, the release last; if one fails, all are as they were."""
        begun: list[Staged] = []
        try:
            for staged in (*self._staged.values(), self._release):
                staged.back_up()
                begun.append(staged)  # only now: what is not backed up must not be taken back
                staged.commit()
        except BaseException:
            for staged in reversed(begun):
                staged.take_back()
            raise
        finally:
            for staged in begun:
                staged.settle()


@contextmanager
def named_after_target(staged: Staged) -> Iterator[None]:
    """Let failures name the file as the user knows it: by the name it is to have."""
    try:
        yield
    except OutputError as error:
        raise OutputError(error.message, path=str(staged.target)) from error
    except ParameterError as error:
        message = f"cannot write {staged.target}: {error.message}"
        raise ParameterError(message, parameter="output") from error


def verify_command(release: Release, name: str = UNNAMED, form: Format | None = None) -> str:
    """Return the command that checks a published file, with no private path in it."""
    file = [name, *(() if form is None else flags_to_read(Path(name), form))]
    return f"shoal verify {shlex.join(file)} {release.kind.verify_flags(release)}".rstrip()


def check_report_name(path: str | PathLike[str]) -> None:
    """Raise if the name of a report does not say that it holds HTML."""
    if Path(path).suffix.lower() not in (".html", ".htm"):
        raise ParameterError(
            f"{fspath(path)!r} cannot be a report: it is HTML, so end it with .html",
            parameter="report",
        )


def draw_report(release: Release, name: str = UNNAMED, form: Format | None = None) -> str:
    """Return the report on a release as one file of HTML."""
    if release.draw is None:
        raise ParameterError("this release was made without a report")
    return release.draw(release, command=verify_command(release, name, form), name=name)


def write_report(release: Release, path: str | PathLike[str]) -> None:
    """Write the report on a release to a file; an old one is replaced in one step."""
    with Staged(path) as staged:
        with writing(staged.target):
            staged.temporary.write_text(draw_report(release), encoding="utf-8")
        staged.commit()


def sha256_of(path: Path) -> str:
    """Return the SHA-256 of a file's bytes; of a folder, that of the list of its files' own."""
    if path.is_dir():
        from shoal.io.batches import files_of

        lines = (f"{sha256_of(file)}  {file.name}\n" for file in files_of(path))
        return hashlib.sha256("".join(lines).encode(errors="surrogateescape")).hexdigest()
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def fingerprints(paths: Iterable[Path]) -> list[Mapping[str, str]]:
    """Return files with the SHA-256 of their content."""
    return [{"path": str(path), "sha256": sha256_of(path)} for path in paths]
