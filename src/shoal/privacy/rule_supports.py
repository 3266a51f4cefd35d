"""Supports and confidences of rules, counted in data as it is published."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from itertools import chain, pairwise

import numpy as np
import numpy.typing as npt

from shoal import _core
from shoal.data.baskets import Baskets
from shoal.data.row_arrays import Rows, join_rows
from shoal.data.rules import Rules
from shoal.engines import local
from shoal.errors import ParameterError
from shoal.wording import an_item


@dataclass(frozen=True, eq=False)
class RuleSupports:
    """How many rows hold each antecedent, and each rule as a whole."""

    supports: npt.NDArray[np.int64]  # rows with the antecedent
    joint: npt.NDArray[np.int64]  # rows with the consequent too

    @property
    def confidences(self) -> npt.NDArray[np.float64]:
        """The share of an antecedent's rows that hold the consequent; 0 where there are none."""
        return np.divide(
            self.joint, self.supports, out=np.zeros(len(self.joint)), where=self.supports > 0
        )


def count_rules(published: Baskets, rules: Rules, names: Mapping[str, str]) -> RuleSupports:
    """Count the rows of each rule."""
    left = _coded(published, rules.antecedents, names)
    right = _coded(published, rules.consequents, {})
    return RuleSupports(_supports(published, left), _supports(published, join_rows(left, right)))


def _coded(published: Baskets, side: Baskets, names: Mapping[str, str]) -> Rows:
    """Return a side of the rules in codes of the published items; others share the next code."""
    position = {name: code for code, name in enumerate(published.vocabulary.strings)}
    spelled = (names.get(name, name) for name in side.vocabulary.strings)
    found = (position.get(name, published.item_count) for name in spelled)
    codes = np.fromiter(found, np.int32, side.item_count)
    return codes[side.items], side.offsets


def _supports(published: Baskets, rows: Rows) -> npt.NDArray[np.int64]:
    """Return how many published rows hold each set; each distinct set is counted once."""
    items, offsets = rows
    numbers: dict[tuple[int, ...], int] = {}
    # Items of an antecedent that are published as one set are one item.
    found = (tuple(sorted({*items[start:end].tolist()})) for start, end in pairwise(offsets))
    of_row = [numbers.setdefault(codes, len(numbers)) for codes in found]
    ends = np.cumsum([0, *map(len, numbers)], dtype=np.int64)
    sets = np.fromiter(chain.from_iterable(numbers), np.int32, int(ends[-1]))
    threads = local.default_threads()
    codes = published.item_count + 1  # and one that no row has
    supports = local.run(
        lambda control: _core.supports(
            published.items, published.offsets, codes, sets, ends, threads, control
        )
    )
    of_set: npt.NDArray[np.int64] = supports[np.array(of_row, dtype=np.int64)]
    return of_set


def used(side: Baskets) -> tuple[str, ...]:
    """Return the items that stand on a side of some rule."""
    return side.trimmed().vocabulary.strings


def refuse(
    rules: Rules, side: Baskets, bad: Callable[[str], bool], why: Callable[[str], str]
) -> None:
    """Raise with the place of the first rule that has a bad item on this side."""
    names = side.vocabulary.strings
    is_bad = np.fromiter(map(bad, names), bool, len(names))
    entries = np.flatnonzero(is_bad[side.items])
    if len(entries):
        rule = int(np.searchsorted(side.offsets, entries[0], side="right")) - 1
        name = names[side.items[entries[0]]]
        raise ParameterError(f"{rules.place(rule)}: {an_item(name)} {why(name)}")
