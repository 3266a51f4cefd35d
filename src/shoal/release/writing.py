"""Write a release and judge its file, as a stranger would, before it gets its name."""

from __future__ import annotations

import json
import shlex
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import replace
from os import PathLike, fspath
from pathlib import Path
from typing import TYPE_CHECKING, Any

from shoal.engines.engine import Engine, choose_engine
from shoal.errors import OutputError, ParameterError, VerificationError, about
from shoal.io import Format, Staged
from shoal.io.companions import COMPANIONS
from shoal.io.compression import by_suffix, open_text
from shoal.io.failures import writing
from shoal.io.formats import flags_to_read
from shoal.io.staging import alone_in, not_replaced, sync
from shoal.privacy.model import judge
from shoal.release.publication import (
    Entry,
    earlier,
    finish,
    is_private,
    may_replace,
    run_file_of,
    sha256_of,
)

if TYPE_CHECKING:
    from shoal.release.release import Release

#: What the published file is called where its name is not known.
UNNAMED = "RELEASE"

#: Libraries that could change the bytes of a file.
_LIBRARIES = ("numpy", "polars")


def asked_for_by(name: str) -> str:
    """Return the option that asks for a file; most come with the release."""
    if ":" in name:
        return "save_hierarchies"
    options = {"report_file": "report", "recipe_file": "save_recipe"}
    return name if name == "certificate_file" else options.get(name, "output")


class Outputs:
    """The files of a run, one publication: all appear, or none.

    None may be one of the inputs, and none replaces a file that no earlier run to the same target
    wrote, unless ``overwrite`` says so. The run file takes its name first, the release last.
    """

    def __init__(
        self,
        target: Path,
        form: Format,
        *,
        companions: Iterable[str] = (),
        inputs: Sequence[str | PathLike[str]] = (),
        overwrite: bool = False,
    ) -> None:
        self.target, self.form, self.inputs, self.overwrite = target, form, inputs, overwrite
        self._stack = ExitStack()
        self._staged: dict[str, Staged] = {}
        chosen = {name: COMPANIONS[name] for name in companions}
        for companion in chosen.values():
            companion.check_not(target)
        self.add("output", target)
        for name, companion in chosen.items():
            self.add(f"{name}_file", companion.beside(target))
        self.add("run_file", run_file_of(target))

    def add(self, name: str, path: str | PathLike[str]) -> None:
        """Announce a further file; it must be no input and no other output."""
        staged = Staged(path, private=is_private(name), inputs=self.inputs)
        with about(asked_for_by(name)):
            staged.check()
            if any(staged.final == one.final for one in self._staged.values()):
                raise ParameterError(f"two outputs cannot both be {fspath(path)}")
            self._staged[name] = staged
            with self._alone():  # another run may be giving files their names
                self._refuse_other(staged)

    def _refuse_other(self, staged: Staged) -> None:
        """Raise if there is a file that no earlier run to the same target wrote."""
        with writing(staged.target):
            if not self.overwrite and not may_replace(staged.target, self.target):
                raise not_replaced(staged.target)

    def __enter__(self) -> Outputs:
        with self._alone():
            finish(self.target, self.files.values())
        with ExitStack() as stack:
            for staged in self._staged.values():
                stack.enter_context(staged)
            self._stack = stack.pop_all()
        return self

    def __exit__(self, *error: Any) -> None:
        self._stack.__exit__(*error)

    @property
    def files(self) -> dict[str, Path]:
        """Where everything goes, by name."""
        return {name: staged.target for name, staged in self._staged.items()}

    def write_and_judge(
        self, release: Release, original: Any = None, engine: Engine | None = None
    ) -> Release:
        """Write to the staged files, read them back, judge what was read, and return that release.

        Nothing that memory says is believed: the verdict is that of the file and, with the
        ``original``, so is the loss. VerificationError is raised when the file does not satisfy the
        model or does not say what the release says.
        """
        kind, model, staged = release.kind, release.model, self._staged["output"]
        engine = engine or choose_engine("local")
        with named_after_target(staged):
            engine.write(kind, release.data, staged.temporary, self.form)
        companions = dict(release.companions)
        for name, companion in companions.items():
            beside = self._staged[f"{name}_file"]
            with named_after_target(beside):
                COMPANIONS[name].write(companion, beside.temporary)
            companions[name] = COMPANIONS[name].read(beside.temporary)
        published = kind.read_back(staged.temporary, self.form, release.data)
        verdict = judge(model, kind.view(published, companions), engine)
        if not verdict.ok:
            raise VerificationError(
                f"the written file fails the check of {model}: {model.violated(verdict)}"
            )
        loss = release.loss
        if original is not None:
            loss = kind.file_loss(original, published, model, loss)
        read = verdict, loss, companions
        if read != (release.verdict, release.loss, dict(release.companions)) or not kind.same(
            published, release.data
        ):
            raise VerificationError(
                "the written file does not read back as the release it was made of"
            )
        return replace(release, verdict=verdict, loss=loss, files=self.files)

    def write_text(self, name: str, text: str) -> None:
        """Write a staged text file, compressed if its name says so."""
        staged = self._staged[name]
        with writing(staged.target), open_text(staged.temporary, by_suffix(staged.target)) as file:
            file.write(text.encode(errors="backslashreplace"))  # names of files may be no UTF-8

    def describe(self, release: Release, inputs: Mapping[str, Any] | None = None) -> None:
        """Write the private run file: what repeats the run, what it read, and what it wrote."""
        provenance, run_file = release.provenance, self._staged["run_file"]
        files = [
            Entry(name, staged.target, sha256_of(staged.temporary), staged.temporary.name)
            for name, staged in self._staged.items()
            if staged is not run_file
        ]
        files += earlier(self.target, self.files.values())
        described = {
            "schema": "shoal.run/3",
            "recipe": dict(provenance.recipe),
            "threads": provenance.threads,
            "versions": {
                "shoal": provenance.version,
                "python": ".".join(map(str, sys.version_info[:3])),
                **{one: sys.modules[one].__version__ for one in _LIBRARIES if one in sys.modules},
            },
            **(inputs or {}),
            "files": [entry.to_dict(self.target.parent) for entry in files],
            "release": release.to_dict(),
        }
        self.write_text("run_file", json.dumps(described, indent=2) + "\n")

    def commit(self) -> None:
        """Give all files their names, the run file first and the release last.

        A failure before the run file has its name leaves everything as it was. From then on the new
        files are the publication: the others take their names even if the run is interrupted.
        """
        run_file = self._staged["run_file"]
        others = [staged for staged in self._staged.values() if staged is not run_file][::-1]
        with self._alone():
            finish(self.target, self.files.values())
            for staged in self._staged.values():
                self._refuse_other(staged)
                staged.seal()
            self._sync()
            try:
                for staged in others:
                    staged.is_promised = True
                run_file.move()
                self._name(others)
            except BaseException:
                if run_file.is_moved:
                    self._name(others)
                else:
                    for staged in others:
                        staged.is_promised = False
                raise

    def _name(self, others: Sequence[Staged]) -> None:
        """Give files their names, once that of the run file is on the disk."""
        self._sync()
        for staged in others:
            staged.move()
        self._sync()

    def _sync(self) -> None:
        for folder, path in {one.final.parent: one.target for one in self._staged.values()}.items():
            with writing(path):
                sync(folder)

    @contextmanager
    def _alone(self) -> Iterator[None]:
        with writing(self.target), alone_in(self._staged["output"].final.parent):
            yield


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


def write_report(release: Release, path: str | PathLike[str], *, overwrite: bool) -> None:
    """Write the report on a release to a file, which appears whole or not at all."""
    staged = Staged(path, overwrite=overwrite)
    staged.check()
    page = draw_report(release)
    with staged:
        with writing(staged.target):
            staged.temporary.write_text(page, encoding="utf-8")
        staged.commit()
