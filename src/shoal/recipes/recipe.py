"""A whole run as data: what the command line, Python and TOML files all build, and what is run."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from copy import deepcopy
from dataclasses import dataclass, field
from functools import cached_property, partial
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING, Any

import tomli_w

from shoal.errors import FormatError, ParameterError, ShoalError
from shoal.kinds import Kind, choose_kind
from shoal.methods import Method, choose_method
from shoal.options import Option, values_of, with_paths
from shoal.privacy import Model, parse_models
from shoal.privacy.model import relocate_model
from shoal.recipes.recipe_keys import (
    SCHEMA,
    check_given,
    json_schema,
    name_of,
    read_document,
)
from shoal.recipes.recipe_toml import Key, lines_of, nearest_line, read_toml
from shoal.recipes.vocabulary import common, options_of
from shoal.wording import speaking_of

if TYPE_CHECKING:
    from threading import Event

    from shoal.engines.local import Progress
    from shoal.release import Release


@dataclass(frozen=True, eq=False)
class Recipe:
    r"""A whole run as data: input, roles, model, method, options and outputs.

    Examples
    --------
    >>> import tempfile
    >>> folder = Path(tempfile.mkdtemp())
    >>> _ = (folder / "baskets.dat").write_text("1 2\n1\n1 3\n")
    >>> recipe = Recipe.of(
    ...     {"model": "k=3", "input": {"path": "baskets.dat"}, "output": {"path": "release.dat"}},
    ...     folder=folder,
    ... )
    >>> recipe.run().files["output"].read_text()
    '1\n1\n1\n'
    """

    values: Mapping[str, Any]  # the options that were given, by name; each is checked
    folder: Path = Path()  # what paths are relative to
    #: The file it was read from, and on which line of it each key stands; for messages.
    source: Path | None = None
    lines: Mapping[Key, int] = field(default_factory=dict, repr=False)
    original: Any = field(default=None, repr=False)  # data in memory, where there is no input file
    _method: Method | None = field(default=None, init=False, repr=False)

    def __post_init__(self) -> None:
        given = {name: value for name, value in self.values.items() if value is not None}
        if isinstance(method := given.get("method"), Method):
            # What a method object has among its options stands in the recipe as any other option.
            choose_method(method, self.kind.name, self.model)
            own = {option.name: getattr(method, option.name) for option in method.options}
            clash = next((name for name in own if given.get(name) is not None), None)
            if clash is not None:
                raise ParameterError(f"{clash} is given in the method already", parameter=clash)
            object.__setattr__(self, "_method", method)
            given |= {"method": method.name, **own}
            given = {name: value for name, value in given.items() if value is not None}
            object.__setattr__(self, "values", given)
        objects = self.source is None
        with self.placing():
            for option in common():
                # What decides which options there are comes first.
                if option.section == "top" and option.name in given:
                    option.check(given[option.name], objects=objects)
            check_given(given, self.kind, self.method_class)
            checked = {
                name: self.options[name].check(value, objects=objects)
                for name, value in given.items()
            }
        object.__setattr__(self, "values", checked)

    @classmethod
    def of(cls, content: Mapping[str, Any], *, folder: str | PathLike[str] = ".") -> Recipe:
        """Return the recipe of sections and keys, as TOML holds them; paths are below a folder."""
        return cls(read_document(content), Path(folder))

    @classmethod
    def load(cls, path: str | PathLike[str]) -> Recipe:
        r"""Read a recipe from a TOML file; paths in it are relative to its folder.

        A mistake in it is reported with its line and key.

        Examples
        --------
        >>> import tempfile
        >>> path = Path(tempfile.mkdtemp(), "recipe.toml")
        >>> _ = path.write_text('model = "k=5"\ninput.path = "a.dat"\noutput.path = "b.dat"\n')
        >>> Recipe.load(path).values["model"]
        'k=5'
        """
        source = Path(path)
        text, content = read_toml(source)
        lines = lines_of(text)
        try:
            with speaking_of("keys"), _placed(source, lines, None):
                values = read_document(content)
            return cls(values, source.parent, source, lines)
        except ParameterError as error:
            # A mistake in the file itself, known before anything is read or written.
            raise FormatError(
                error.message,
                path=str(source),
                line=error.line or 1,
                parameter=error.parameter,
                entry=error.entry,
            ) from None

    @classmethod
    def from_flags(cls, texts: Mapping[str, str | bool]) -> Recipe:
        """Return the recipe that the texts of flags mean, by the names of their options."""
        kind = choose_kind(texts)
        model = parse_models(str(texts["model"]))[0]
        method = choose_method(str(texts.get("method", "auto")), kind.name, model)
        return cls(values_of(texts, options_of(kind, method).values()))

    # What the values mean.

    @cached_property
    def kind(self) -> Kind:
        """The kind of data."""
        return choose_kind(self.values, self.original)

    @cached_property
    def models(self) -> list[Model]:
        """The models asked for, the strictest first."""
        text = self.values.get("model")
        if isinstance(text, str):
            text = relocate_model(text, self._below)
        return parse_models(() if text is None else text)

    @property
    def model(self) -> Model:
        """The strictest model: that of the release."""
        return self.models[0]

    @cached_property
    def method_class(self) -> type[Method]:
        """The method asked for."""
        asked = self._method or self.values.get("method", "auto")
        return choose_method(asked, self.kind.name, self.model)

    @cached_property
    def method(self) -> Method:
        """The method with its options."""
        return self._method or self.method_class.of(self.located)

    @cached_property
    def options(self) -> dict[str, Option]:
        """All options that this run takes, by name."""
        return options_of(self.kind, self.method_class)

    @cached_property
    def located(self) -> dict[str, Any]:
        """The values with paths that are right for the current folder, and defaults."""
        given = {
            name: with_paths(self.options[name], value, self._below)
            for name, value in self.values.items()
        }
        defaults = {
            name: option.default
            for name, option in self.options.items()
            if option.default is not None
        }
        return {**defaults, **given}

    def reading(self) -> dict[str, Any]:
        """Return the options about the data."""
        own = {one.name for one in self.kind.options if one.section in ("input", "data")}
        return {name: value for name, value in self.located.items() if name in own}

    def files(self) -> list[tuple[str, Path]]:
        """Return the files that are read, each with the option that names it."""
        found: list[tuple[str, Path]] = []

        def note(path: str, name: str) -> str:
            place = Path(path)
            folder = name == "hierarchies" and place.is_dir()
            listed = filter(Path.is_file, sorted(place.iterdir())) if folder else [place]
            found.extend((name, file) for file in listed)
            return path

        for name, option in self.options.items():
            if option.section != "output" and name in self.values:
                with_paths(option, self.located[name], partial(note, name=name))
        if isinstance(text := self.values.get("model"), str):
            relocate_model(text, lambda path: note(self._below(path), "model"))
        return found

    def _below(self, path: str) -> str:
        return str(self.folder / path)

    # As text.

    def to_dict(self) -> dict[str, Any]:
        """Return the recipe as plain values, as TOML holds them; objects in memory are left out."""
        content: dict[str, Any] = {}
        for name, option in self.options.items():
            value = self.values.get(name)
            if value is None or not _is_plain(value):
                continue
            *section, key = option.place
            place = content.setdefault(section[0], {}) if section else content
            place[key] = deepcopy(value)
        if "model" not in content:
            content["model"] = "; ".join(map(str, self.models))
        return content

    def to_toml(self, folder: str | PathLike[str] | None = None) -> str:
        """Return the recipe as TOML; paths become relative to the folder where it will be kept.

        Examples
        --------
        >>> content = {"model": "k=5", "input": {"path": "a.dat"}, "output": {"path": "b.dat"}}
        >>> print(Recipe.of(content).to_toml("runs").splitlines()[4])
        path = "../a.dat"
        """
        values = dict(self.values)
        if folder is not None:

            def move(path: str) -> str:
                return _relative(self._below(path), Path(folder))

            values = {
                name: with_paths(self.options[name], value, move) for name, value in values.items()
            }
            values["model"] = relocate_model(str(values["model"]), move)
        moved = Recipe(values, Path() if folder is None else Path(folder))
        return tomli_w.dumps({"schema": SCHEMA} | moved.to_dict())

    @staticmethod
    def schema() -> dict[str, Any]:
        """Return the JSON Schema of recipes."""
        return json_schema()

    # At work.

    def check(self, *, overwrite: bool = False, allow_outside: bool = False) -> None:
        """Raise if the recipe would not run: files are looked for and read, nothing is written.

        The parameters are those of :meth:`run`.
        """
        from shoal.recipes.pipeline import check

        check(self, overwrite=overwrite, allow_outside=allow_outside)

    def run(
        self,
        *,
        progress: Progress | None = None,
        cancel: Event | None = None,
        save_recipe: str | PathLike[str] | None = None,
        overwrite: bool = False,
        allow_outside: bool = False,
    ) -> Release:
        """Do what the recipe says; the same recipe gives the same bytes.

        Parameters
        ----------
        progress, cancel
            As for :func:`shoal.anonymize`.
        save_recipe
            Where the recipe goes as TOML, together with the release or not at all.
        overwrite
            Whether files are replaced that no earlier run to the same output wrote.
        allow_outside
            Whether a recipe from a file may name files outside its folder.
        """
        from shoal.recipes.pipeline import publish

        return publish(
            self,
            progress=progress,
            cancel=cancel,
            save_recipe=save_recipe,
            overwrite=overwrite,
            allow_outside=allow_outside,
        )

    @contextmanager
    def placing(self) -> Iterator[None]:
        """Add file, line and key of the recipe to errors that are about one of its options."""
        if self.source is None:
            yield
            return
        with speaking_of("keys"), _placed(self.source, self.lines, self.values):
            yield


@contextmanager
def _placed(
    source: Path, lines: Mapping[Key, int], values: Mapping[str, Any] | None
) -> Iterator[None]:
    """Add file, line and key to errors; without values they are about keys, and name them."""
    try:
        yield
    except ShoalError as error:
        if error.parameter is None:
            raise
        key = name_of(error.parameter)
        if error.entry is not None and isinstance((values or {}).get(error.parameter), dict):
            key = (*key, error.entry)
        line = nearest_line(lines, key)
        text = str(error) if error.line is not None else error.message
        if values is not None:
            text = f"{'.'.join(key)}: {text}"
        error.args = (f"{source}, line {line:,}: {text}",)
        if error.line is None:
            error.path, error.line, error.message = str(source), line, text
        raise


def _is_plain(value: Any) -> bool:
    if isinstance(value, dict):
        return all(map(_is_plain, value.values()))
    if isinstance(value, list):
        return all(map(_is_plain, value))
    return isinstance(value, (str, int, float, bool))


def _relative(path: str, folder: Path) -> str:
    """Return a path relative to a folder, but for an absolute one outside it."""
    real = Path(os.path.realpath(folder))
    # Links are followed, for the system follows them before it goes up; the last name is kept.
    found = Path(os.path.realpath(Path(path).parent), Path(path).name)
    if Path(path).is_absolute() and not found.is_relative_to(real):
        return path
    return os.path.relpath(found, real)
