"""The utility loss (UL) of set-based generalization, in logarithms: 2^|P| fits no number."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from shoal.data.baskets import Baskets
from shoal.data.item_mapping import ItemMapping
from shoal.data.vocabulary import Vocabulary
from shoal.errors import ParameterError
from shoal.wording import cell

Floats = npt.NDArray[np.float64]

#: The largest weight of an item.
MOST_WEIGHT = 1_000_000


@dataclass(frozen=True)
class UtilityLoss:
    """What it costs to publish public items as sets."""

    #: The utility loss of the release, as its logarithm to base 2; None when nothing is lost.
    log2: float | None
    #: The same if all public items were one set: the most any release can lose.
    log2_of_one_set: float | None
    sets: int  # number of published sets, those of a single item included
    largest_set: int  # items in the largest of them
    #: Public items in sets of two or more, and those that keep their name.
    generalized_items: int
    intact_items: int
    #: Entries of the original that are published as a set of two or more; entries in all.
    generalized_entries: int
    entries: int
    empty_rows: int  # baskets without any item, in the original and so in the release

    @property
    def ul(self) -> float:
        """The utility loss as a number; 0.0 where it is too small for one."""
        return _power(self.log2)

    @property
    def relative(self) -> float:
        """The utility loss as a share of what one set of all public items would lose."""
        if self.log2 is None or self.log2_of_one_set is None:
            return 0.0
        return min(_power(self.log2 - self.log2_of_one_set), 1.0)

    @property
    def generalized_share(self) -> float:
        """Share of the original's entries that are published as a set of two or more."""
        return self.generalized_entries / self.entries if self.entries else 0.0

    def to_dict(self) -> dict[str, Any]:
        """Return the loss as plain values, ready for JSON."""
        counts = {name: value for name, value in vars(self).items() if "log2" not in name}
        share = {"generalized_share": self.generalized_share}
        return {"ul_log2": self.log2, "ul": self.ul, "relative": self.relative, **counts, **share}


def utility_loss(
    original: Baskets, mapping: ItemMapping, weights: Mapping[Any, float] | None = None
) -> UtilityLoss:
    """Return the utility loss of publishing baskets through a mapping.

    A published set i of the public items P costs ``(2^|i| - 1) / (2^|P| - 1) * w(i) * support(i)``:
    w(i) is the mean weight of its items, 1 for those without one; support(i) the rows that hold at
    least one of them. Items that the mapping does not name are published as they are, at no cost.
    """
    weight = item_weights(mapping.items, weights)
    names, of_item = np.unique(np.array(mapping.published, dtype=object), return_inverse=True)
    sizes = np.bincount(of_item, minlength=len(names))
    mean_weight = np.bincount(of_item, weights=weight, minlength=len(names)) / sizes
    supports, any_public = _supports(original, mapping, of_item, len(names))
    of_all = len(mapping)
    log2_all = _log2_of_subsets(np.array([max(of_all, 1)]))
    generalized = int(sizes[sizes > 1].sum())
    large = dict(zip(mapping.items, (sizes[of_item] > 1).tolist(), strict=True))
    hidden = np.array([large.get(name, False) for name in original.vocabulary.strings], dtype=bool)
    return UtilityLoss(
        log2=_log2_of_sum(_log2_of_subsets(sizes) - log2_all, mean_weight * supports),
        log2_of_one_set=_log2_of_sum(
            np.zeros(1), np.array([weight.mean() * any_public if of_all else 0.0])
        ),
        sets=len(names),
        largest_set=int(sizes.max(initial=0)),
        generalized_items=generalized,
        intact_items=of_all - generalized,
        generalized_entries=int(np.count_nonzero(hidden[original.items])),
        entries=original.size,
        empty_rows=int(np.count_nonzero(original.lengths == 0)),
    )


def item_weights(items: Iterable[Any], weights: Mapping[Any, float] | None) -> Floats:
    """Return the weight of each public item, checked; 1 for those without one."""
    place = {str(item): position for position, item in enumerate(items)}
    result = np.ones(len(place))
    for item, weight in (weights or {}).items():
        name = str(item)
        if name not in place:
            message = f"{cell(name, 'an item')} has a weight and is no public item of the data"
            raise ParameterError(message, parameter="weights")
        number = isinstance(weight, (int, float, np.number)) and not isinstance(weight, bool)
        if not number or not 0 <= weight <= MOST_WEIGHT:
            message = f"the weight of {cell(name, 'an item')} must be a number from 0 to "
            raise ParameterError(f"{message}{MOST_WEIGHT:,}", parameter="weights")
        result[place[name]] = weight
    return result


def _supports(
    original: Baskets, mapping: ItemMapping, of_item: npt.NDArray[np.intp], sets: int
) -> tuple[Floats, int]:
    """Return the rows that hold an item of each set, and the rows that hold any public item."""
    place = dict(zip(mapping.items, of_item.tolist(), strict=True))
    # Sets go by number here, not by name; items of no set share the number behind the last.
    code = np.array([place.get(name, sets) for name in original.vocabulary.strings], dtype=np.int32)
    of_sets = original.recoded(code, Vocabulary(np.arange(sets + 1)))
    supports = np.bincount(of_sets.items, minlength=sets + 1)[:sets].astype(np.float64)
    public = np.zeros(of_sets.size + 1, dtype=np.int64)
    np.cumsum(of_sets.items < sets, out=public[1:])
    return supports, int(np.count_nonzero(np.diff(public[of_sets.offsets])))


def _log2_of_subsets(sizes: npt.NDArray[np.int64]) -> Floats:
    """Return log2(2^n - 1), exact for every size."""
    size = sizes.astype(np.float64)
    result: Floats = size + np.log1p(-np.exp2(-size)) / math.log(2)
    return result


def _log2_of_sum(logs: Floats, factors: Floats) -> float | None:
    """Return log2 of the sum of ``2^log * factor``; None for 0."""
    logs, factors = logs[factors > 0], factors[factors > 0]
    if not len(logs):
        return None
    logs = logs + np.log2(factors)
    top = float(logs.max())
    return top + math.log2(math.fsum(np.exp2(logs - top)))


def _power(log2: float | None) -> float:
    return 0.0 if log2 is None else 2.0**log2
