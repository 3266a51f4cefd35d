"""New baskets as centres of an earlier release: sets of items that at least k rows share."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import partial
from itertools import pairwise

import numpy as np
import numpy.typing as npt

from shoal.data import Baskets
from shoal.data.equal_rows import equal_rows
from shoal.data.row_arrays import take_rows
from shoal.errors import ParameterError
from shoal.kinds.applying import Applied, Candidates, choose_groups, too_small
from shoal.methods import Found
from shoal.privacy import Model, PublishedBaskets


@dataclass(frozen=True, eq=False)
class Centres(Found):
    """Rows, each published as a centre of an earlier release."""

    centre_of_row: npt.NDArray[np.int64]
    centres: Baskets  # over the items of the new rows

    def publish(self, data: Baskets) -> Baskets:
        """Return the centre of each row."""
        items, offsets = take_rows(self.centres.items, self.centres.offsets, self.centre_of_row)
        return Baskets(items, offsets, self.centres.vocabulary, column=data.column)


def apply_baskets(released: Baskets, new: Baskets, model: Model) -> Applied:
    """Publish new baskets as the longest centres of an earlier release that they contain."""
    if model.name != "k":
        raise ParameterError(
            f"new baskets are published as centres of a k-anonymous release, and this one is "
            f"under {model}: anonymize the new file by itself",
            parameter="model",
        )
    rows = new.rows_with_nodes
    centres = _centres(released, rows)
    equal = equal_rows(rows)
    items, offsets = take_rows(rows.items, rows.offsets, equal.first)
    distinct = replace(rows, items=items, offsets=offsets, taxonomy=None)
    candidates = _candidates(distinct, centres, equal.sizes)
    choice = choose_groups(candidates, partial(too_small, candidates, k=model.k), model.k)
    chosen = choice[equal.of_row]
    published = np.flatnonzero(chosen >= 0)
    items, offsets = take_rows(new.items, new.offsets, published)

    def union(made: Baskets) -> PublishedBaskets:
        return PublishedBaskets(released).joined([PublishedBaskets(made)])

    return Applied(
        replace(new, items=items, offsets=offsets),
        Centres(chosen[published], centres),
        len(new) - len(published),
        union,
    )


def _centres(released: Baskets, rows: Baskets) -> Baskets:
    """Return the different baskets of a release that new rows may contain, the longest first."""
    first = equal_rows(released).first
    code_of = {name: code for code, name in enumerate(rows.vocabulary.strings)}
    names = released.vocabulary.strings
    known = [
        sorted(code_of.get(names[item], -1) for item in released.items[start:end].tolist())
        for start, end in (released.offsets[row : row + 2].tolist() for row in first.tolist())
    ]
    codes = sorted((one for one in known if -1 not in one), key=lambda one: (-len(one), one))
    offsets = np.cumsum([0, *map(len, codes)], dtype=np.int64)
    flat = np.array([code for one in codes for code in one], dtype=np.int32)
    return Baskets(flat, offsets, rows.vocabulary)


def _candidates(distinct: Baskets, centres: Baskets, rows: npt.NDArray[np.int64]) -> Candidates:
    """Return the centres that each distinct row contains."""
    owners = np.repeat(np.arange(len(centres)), centres.lengths)
    order = np.argsort(centres.items, kind="stable")
    starts = np.searchsorted(centres.items[order], np.arange(distinct.item_count + 1))
    centres_of = owners[order]
    found, counts = [np.empty(0, dtype=np.int64)], [0]
    for start, end in pairwise(distinct.offsets.tolist()):
        lists = [centres_of[starts[i] : starts[i + 1]] for i in distinct.items[start:end].tolist()]
        shared = np.bincount(np.concatenate([found[0], *lists]), minlength=len(centres))
        contained = np.flatnonzero(shared == centres.lengths)
        found.append(contained)
        counts.append(len(contained))
    return Candidates(np.cumsum(counts), np.concatenate(found), rows)
