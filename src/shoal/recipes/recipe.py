"""A whole run as data: read from TOML, checked, run, and written as TOML again."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING, Any

import tomli_w
from pydantic import ValidationError

from shoal.errors import (
    FormatError,
    InfeasibleError,
    OutputError,
    ParameterError,
    SchemaError,
    ShoalError,
)
from shoal.recipes.recipe_errors import key_infeasible, key_quoted, mistakes_in
from shoal.recipes.recipe_kinds import ANY_RECIPE, SCHEMA, AnyRecipe, json_schema
from shoal.recipes.recipe_lines import Key, lines_of, nearest_line
from shoal.recipes.recipe_paths import Content, below, output_refused, relative_to, with_paths
from shoal.recipes.recipe_text import read_toml
from shoal.wording import speaking_of

if TYPE_CHECKING:
    from shoal.engines.local import Progress
    from shoal.recipes.publish import Publication


@dataclass(frozen=True)
class Recipe:
    r"""A whole run as data: input, roles, model, method, options and outputs.

    Its keys are the names of the flags of ``shoal anonymize`` and of the API's parameters.

    Parameters
    ----------
    keys
        What stands in it, checked; see :meth:`of` and :meth:`load`.
    folder
        What its paths are relative to.
    source
        The file it was read from, for messages.
    lines
        On which line of the file each key stands.

    Examples
    --------
    >>> import tempfile
    >>> folder = Path(tempfile.mkdtemp())
    >>> _ = (folder / "baskets.dat").write_text("1 2\n1\n1 3\n")
    >>> recipe = Recipe.of(
    ...     {"model": "k=3", "input": {"path": "baskets.dat"}, "output": {"path": "release.dat"}},
    ...     folder=folder,
    ... )
    >>> recipe.run().output.read_text()
    '1\n1\n1\n'
    """

    keys: AnyRecipe
    folder: Path = Path()
    source: Path | None = None
    lines: Mapping[Key, int] = field(default_factory=dict, repr=False, compare=False)

    @classmethod
    def of(cls, content: Mapping[str, Any], *, folder: str | PathLike[str] = ".") -> Recipe:
        """Return the recipe of plain values, as TOML holds them.

        Parameters
        ----------
        content
            Sections and keys; see ``docs/recipes.md``.
        folder
            What paths are relative to.

        Examples
        --------
        >>> Recipe.of({"model": "k=10"})
        Traceback (most recent call last):
        shoal.errors.ParameterError: the section [input] is missing
        """
        return cls._checked(content, Path(folder), None, {})

    @classmethod
    def load(cls, path: str | PathLike[str]) -> Recipe:
        r"""Read a recipe from a TOML file; a mistake in it is told with its line and key.

        Parameters
        ----------
        path
            The file; paths in it are relative to its folder.

        Examples
        --------
        >>> import tempfile
        >>> path = Path(tempfile.mkdtemp(), "recipe.toml")
        >>> _ = path.write_text('model = "k=5"\ninput.path = "a.dat"\noutput.path = "b.dat"\n')
        >>> Recipe.load(path).keys.model
        'k=5'
        """
        source = Path(path)
        text, content = read_toml(source)
        return cls._checked(content, source.parent, source, lines_of(text))

    @classmethod
    def _checked(
        cls,
        content: Mapping[str, Any],
        folder: Path,
        source: Path | None,
        lines: Mapping[Key, int],
    ) -> Recipe:
        try:
            return cls(ANY_RECIPE.validate_python(dict(content)), folder, source, lines)
        except ValidationError as error:
            found = mistakes_in(error, content)
        # What is missing may be there under a name that is misspelled, so that is told first.
        first = min(found, key=lambda one: (one.missing, nearest_line(lines, one.key)))
        if source is None:
            raise ParameterError(first.sentence)
        line = nearest_line(lines, first.key)
        raise FormatError(first.sentence, path=str(source), line=line)

    @staticmethod
    def schema() -> dict[str, Any]:
        """Return the JSON Schema of recipes.

        Examples
        --------
        >>> Recipe.schema()["title"]
        'Shoal recipe (shoal.recipe/1)'
        """
        return json_schema()

    def to_dict(self) -> Content:
        """Return the recipe as plain values, without what was not given."""
        return self.keys.model_dump(exclude_none=True, exclude_unset=True, by_alias=True)

    def to_toml(self, folder: str | PathLike[str] | None = None) -> str:
        """Return the recipe as TOML.

        Parameters
        ----------
        folder
            Where the text will be kept: paths become relative to it. By default they stay.

        Examples
        --------
        >>> content = {"model": "k=5", "input": {"path": "a.dat"}, "output": {"path": "b.dat"}}
        >>> print(Recipe.of(content).to_toml("runs").splitlines()[4])
        path = "../a.dat"
        """
        content: Content = {"schema": SCHEMA} | self.to_dict()
        if folder is not None:
            content = with_paths(with_paths(content, below(self.folder)), relative_to(Path(folder)))
        return tomli_w.dumps({name: value for name, value in content.items() if value != {}})

    def check(self) -> None:
        """Raise if the recipe would not run: files are looked for and read, nothing is written."""
        from shoal.recipes.recipe_run import check

        check(self)

    def run(self, *, progress: Progress | None = None) -> Publication[Any]:
        """Do what the recipe says; the same recipe gives the same bytes.

        Parameters
        ----------
        progress
            As for :func:`shoal.anonymize`.
        """
        from shoal.recipes.recipe_run import run

        return run(self, progress)

    @contextmanager
    def telling(self, key: Key | None = None) -> Iterator[None]:
        """Say in messages about parameters and columns which file, line and key they are about.

        Parameters
        ----------
        key
            The key; by default the one that holds what the message speaks of.
        """
        try:
            with speaking_of("keys"):
                yield
        except (ParameterError, SchemaError, OutputError, InfeasibleError) as error:
            if self.source is None:
                raise
            raise type(error)(self._placed(key or self._key_of(error), str(error))) from None
        except FormatError as error:
            # What a file holds may be a matter of how the recipe says to read it.
            if self.source is None or error.path != str(self.folder / self.keys.input.path):
                raise
            place = key or key_quoted(str(error), self.to_dict()) or ("input", "path")
            error.args = (self._placed(place, str(error)),)
            raise

    def _key_of(self, error: ShoalError) -> Key | None:
        """Return the key that holds what an error speaks of, as far as its message tells."""
        content, message = self.to_dict(), str(error)
        if isinstance(error, InfeasibleError):
            return key_infeasible(message)
        refused = output_refused(message, with_paths(content, below(self.folder)))
        return refused or key_quoted(message, content)

    def _placed(self, key: Key | None, message: str) -> str:
        """Return a message with the file, the line and the key that it is about."""
        if not key:
            return f"{self.source}: {message}"
        if len(key) > 1:  # some messages name the parameter themselves
            message = re.sub(rf"(^|: ){re.escape(key[1])}: ", r"\1", message, count=1)
        line = nearest_line(self.lines, key)
        return f"{self.source}, line {line:,}: {'.'.join(key)}: {message}"
