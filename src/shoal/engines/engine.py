"""How work is spread: read, map over partitions, merge, write. No algorithm is in an engine."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, ClassVar, Protocol, TypeVar

from shoal.errors import ParameterError
from shoal.wording import parameter

AnyEngine = TypeVar("AnyEngine", bound="type[Engine]")
Counted = TypeVar("Counted", bound="Summary")
Made = TypeVar("Made")

#: All engines by name.
ENGINES: dict[str, Engine] = {}


class Summary(Protocol):
    """What is counted over rows, in pieces: a partition, a thread or a task does its part."""

    def add(self, part: Any) -> None:
        """Count the rows of a part, which come after those counted so far."""

    def merge(self, other: Any) -> None:
        """Take over what another summary counted, of rows that come after these."""

    def extract(self) -> Any:
        """Return what all rows together amount to."""


class Engine:
    """Where a run works: in one process, unless a subclass says otherwise.

    Data is then one partition, and native kernels use the threads.
    """

    name: ClassVar[str] = "local"

    def read(self, kind: Any, source: Any, given: dict[str, Any]) -> Any:
        """Return the data of a source."""
        return kind.read(source, **given)

    def parts(self, data: Any) -> Sequence[Any]:
        """Return the partitions of data, in the order of its rows."""
        return [data]

    def map(self, function: Callable[[Any], Made], parts: Sequence[Any]) -> list[Made]:
        """Return what a function makes of each partition, in their order."""
        return [function(part) for part in parts]

    def write(self, kind: Any, published: Any, path: Any, form: Any) -> None:
        """Write published data."""
        kind.write(published, path, form)

    def summarize(self, data: Any, new: Callable[[], Counted]) -> Counted:
        """Count over all partitions of data, and merge."""

        def count(part: Any) -> Counted:
            summary = new()
            summary.add(part)
            return summary

        total = new()
        for counted in self.map(count, self.parts(data)):
            total.merge(counted)
        return total


def register(engine: AnyEngine) -> AnyEngine:
    """Add an engine to those that can be asked for by name; a decorator."""
    ENGINES[engine.name] = engine()
    return engine


def choose_engine(name: str) -> Engine:
    """Return the engine of a name."""
    if name not in ENGINES:
        raise ParameterError(
            f"unknown {parameter('engine')} {name!r}; allowed: {', '.join(ENGINES)}",
            parameter="engine",
        )
    return ENGINES[name]


register(Engine)
