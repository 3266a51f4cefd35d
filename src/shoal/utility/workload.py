"""Query workloads: the counts an analyst may ask a release for."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from shoal.data import Baskets, Vocabulary
from shoal.errors import FormatError, ParameterError


@dataclass(frozen=True, eq=False)
class Workload:
    """Queries: each is a set of items, and asks how many rows hold all of them.

    Parameters
    ----------
    queries
        One row for each query; items are text, whatever the data holds.
    source
        The file they were read from, or how they were drawn.
    lines
        The line of each query in that file, counted from 1; None if there is no file.

    Examples
    --------
    >>> workload = Workload.of([["tea", "rum"], ["gin"]])
    >>> len(workload), workload.queries.row(0)
    (2, ['rum', 'tea'])
    """

    queries: Baskets
    source: str | None = None
    lines: Sequence[int] | None = None

    def __post_init__(self) -> None:
        if not len(self.queries):
            raise ParameterError("a workload needs at least one query")
        if not self.queries.lengths.all():
            raise ParameterError("every query needs at least one item")

    @classmethod
    def of(
        cls,
        queries: Iterable[Iterable[Any]],
        *,
        source: str | None = None,
        lines: Sequence[int] | None = None,
    ) -> Workload:
        """Return a workload of queries that are given as items."""
        rows = [[str(item) for item in query] for query in queries]
        names = sorted({name for row in rows for name in row})
        position = {name: code for code, name in enumerate(names)}
        codes = [position[name] for row in rows for name in row]
        offsets = np.cumsum([0, *map(len, rows)])
        return cls(Baskets.from_codes(codes, offsets, Vocabulary(names)), source, lines)

    def __len__(self) -> int:
        return len(self.queries)

    def codes_in(self, data: Baskets) -> npt.NDArray[np.int64]:
        """Return the data's code of each item of the queries' vocabulary; all must be known."""
        codes = data.vocabulary.codes_of(self.queries.vocabulary)
        unknown = np.flatnonzero(codes[self.queries.items] < 0)
        if len(unknown):
            item = self.queries.vocabulary[int(self.queries.items[unknown[0]])]
            query = int(np.searchsorted(self.queries.offsets, unknown[0], side="right")) - 1
            message = f"there is no item {item!r} in the data"
            if self.source is None or self.lines is None:
                raise ParameterError(f"query {query + 1:,}: {message}")
            raise FormatError(message, path=self.source, line=self.lines[query])
        return codes
