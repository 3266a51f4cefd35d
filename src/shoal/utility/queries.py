"""Queries: the counts an analyst may ask a release for; from a file, or at random."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import numpy.typing as npt

from shoal.data import Baskets, Vocabulary
from shoal.engines.local import whole_number
from shoal.errors import FormatError, ParameterError
from shoal.io.encoding import read_lines
from shoal.io.item_lines import split_items
from shoal.wording import cell, counted

Codes = npt.NDArray[np.int64]

#: More queries than anybody asks, so that a slip is refused and not tried.
MOST_QUERIES = 10_000_000
MOST_QUERY_ITEMS = 1000


@dataclass(frozen=True, eq=False)
class Workload:
    """Queries: each is a set of items, and asks how many rows hold all of them."""

    queries: Baskets  # one row for each query; items are text, whatever the data holds
    source: str | None = None  # the file they were read from
    lines: Sequence[int] = ()  # the line of each query in that file, counted from 1

    def __post_init__(self) -> None:
        if not len(self.queries) or not self.queries.lengths.all():
            raise ParameterError("a workload needs at least one query, and each at least one item")

    @classmethod
    def of(cls, queries: Iterable[Iterable[Any]]) -> Workload:
        """Return a workload of queries that are given as items."""
        queries = list(queries)
        if any(isinstance(query, str) or not isinstance(query, Iterable) for query in queries):
            raise ParameterError("each query is a list of items, as in [['beer', 'wine'], ['tea']]")
        rows = [[str(item) for item in query] for query in queries]
        names = sorted({name for row in rows for name in row})
        position = {name: code for code, name in enumerate(names)}
        codes = [position[name] for row in rows for name in row]
        offsets = np.cumsum([0, *map(len, rows)])
        return cls(Baskets.from_codes(codes, offsets, Vocabulary(names)))

    def __len__(self) -> int:
        return len(self.queries)

    def codes_in(self, data: Baskets) -> Codes:
        """Return the data's code of each item of the queries' vocabulary; all must be known."""
        codes = data.vocabulary.codes_of(self.queries.vocabulary)
        unknown = np.flatnonzero(codes[self.queries.items] < 0)
        if len(unknown):
            item = self.queries.vocabulary[int(self.queries.items[unknown[0]])]
            query = int(np.searchsorted(self.queries.offsets, unknown[0], side="right")) - 1
            message = f"{cell(item, 'a name')} is no item of the data"
            if self.source is None:
                raise ParameterError(f"query {query + 1:,}: {message}")
            raise FormatError(message, path=self.source, line=self.lines[query])
        return codes


def read_queries(path: str | os.PathLike[str], data: Baskets | None = None) -> Workload:
    r"""Read queries from a file: one a line, items with spaces between them.

    Quotes and comments are those of a rules file; it may be compressed. With ``data``, an item that
    these baskets do not have is an error here, and not only when the queries are asked.
    """
    place = str(path)
    queries, lines = [], []
    for number, line in enumerate(read_lines(path), start=1):
        items = split_items(line, path=place, number=number)
        if items:
            queries.append(items)
            lines.append(number)
    if not queries:
        raise FormatError("the file holds no queries", path=place)
    workload = replace(Workload.of(queries), source=place, lines=lines)
    if data is not None:
        workload.codes_in(data)
    return workload


def random_queries(
    data: Baskets,
    sensitive: Iterable[Any] = (),
    *,
    count: int = 1000,
    public_items: int = 2,
    sensitive_items: int = 1,
    seed: int = 0,
    occurring: bool = False,
) -> Workload:
    """Draw queries of so many public and sensitive items each, uniformly among those that occur.

    Without sensitive items, a query is of public items alone. With ``occurring``, the items of each
    come from one row: so it has a true count of at least 1, and frequent items come up more often.
    """
    whole_number("count", count, 1, MOST_QUERIES)
    data = data.trimmed()
    secret = _sensitive_mask(data, sensitive)
    wanted = [
        whole_number("public_items", public_items, 0, MOST_QUERY_ITEMS),
        whole_number("sensitive_items", sensitive_items, 0, MOST_QUERY_ITEMS)
        if secret.any()
        else 0,
    ]
    if not sum(wanted):
        raise ParameterError("a query needs at least one item, public or sensitive")
    kinds = [np.flatnonzero(~secret), np.flatnonzero(secret)]
    for kind, some, number in zip(("public", "sensitive"), kinds, wanted, strict=True):
        if len(some) < number:
            items = counted(number, f"{kind} item")
            raise ParameterError(f"a query of {items} is more than there are in the data")
    rng = np.random.default_rng(whole_number("seed", seed, 0, 2**63 - 1))
    pools = _of_rows(rng, data, secret, wanted, count) if occurring else [kinds] * count
    chosen = [
        some[rng.choice(len(some), number, replace=False)] if number else some[:0]
        for pool in pools
        for some, number in zip(pool, wanted, strict=True)
    ]
    names = data.vocabulary.strings
    queries = np.concatenate(chosen).reshape(count, -1).tolist()
    return Workload.of([names[code] for code in query] for query in queries)


def _sensitive_mask(data: Baskets, sensitive: Iterable[Any]) -> npt.NDArray[np.bool_]:
    names = {sensitive} if isinstance(sensitive, str) else set(map(str, sensitive))
    if unknown := names.difference(data.vocabulary.strings):
        raise ParameterError(
            f"{cell(min(unknown), 'a name')} is no item of the data, so it is not sensitive"
        )
    return np.array([name in names for name in data.vocabulary.strings], dtype=bool)


def _of_rows(
    rng: np.random.Generator,
    data: Baskets,
    secret: npt.NDArray[np.bool_],
    wanted: list[int],
    count: int,
) -> Iterator[list[Codes]]:
    """Yield the public and the sensitive items of rows drawn from those with enough of both."""
    held = np.bincount(
        np.repeat(np.arange(len(data)), data.lengths)[secret[data.items]], minlength=len(data)
    )
    rows = np.flatnonzero((data.lengths - held >= wanted[0]) & (held >= wanted[1]))
    if not len(rows):
        raise ParameterError(
            f"no row holds {counted(wanted[0], 'public item')} and "
            f"{counted(wanted[1], 'sensitive item')}, so no such query occurs: ask for fewer items"
        )
    for row in rows[rng.integers(len(rows), size=count)]:
        items = data.items[data.offsets[row] : data.offsets[row + 1]].astype(np.int64)
        yield [items[~secret[items]], items[secret[items]]]
