"""Set-based generalization: public items in disjoint sets, each published by one name."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
import numpy.typing as npt

from shoal.data.baskets import Baskets
from shoal.data.cells import quoted
from shoal.data.vocabulary import Vocabulary
from shoal.errors import ParameterError

#: A set with more characters in its name than this is published by its first item and a count.
LONGEST_NAME = 60


@dataclass(frozen=True, eq=False)
class ItemMapping:
    """Which set each public item is published as; items it does not know are published intact.

    Examples
    --------
    >>> mapping = ItemMapping.of_sets([["beer", "wine"], ["tea"]])
    >>> dict(zip(mapping.items, mapping.published))
    {'beer': '{beer,wine}', 'tea': 'tea', 'wine': '{beer,wine}'}
    """

    items: tuple[str, ...]  # the public items, as text
    published: tuple[str, ...]  # the name that each is published by

    def __post_init__(self) -> None:
        if not len({*self.items}) == len(self.items) == len(self.published):
            message = "an item stands once in a mapping, with the name it is published by"
            raise ParameterError(message)

    @classmethod
    def of_sets(cls, sets: Iterable[Iterable[Any]]) -> ItemMapping:
        """Return the mapping that publishes each of some disjoint sets as one item."""
        pairs = []
        for members in sets:
            names = [str(member) for member in members]
            name = name_of(names)
            pairs += [(item, name) for item in names]
        pairs.sort()
        return cls(tuple(item for item, _ in pairs), tuple(name for _, name in pairs))

    def __len__(self) -> int:
        return len(self.items)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, ItemMapping) and self.by_item == other.by_item

    __hash__ = None  # type: ignore[assignment]

    @cached_property
    def by_item(self) -> Mapping[str, str]:
        """The published name of each public item."""
        return dict(zip(self.items, self.published, strict=True))

    @cached_property
    def sizes(self) -> Mapping[str, int]:
        """How many items each published name stands for."""
        return Counter(self.published)

    def apply(self, data: Baskets) -> Baskets:
        """Return baskets with each public item replaced by the set it is in.

        Examples
        --------
        >>> mapping = ItemMapping.of_sets([["beer", "wine"]])
        >>> list(mapping.apply(Baskets.of([["beer", "ham", "wine"], ["ham"]])))
        [['ham', '{beer,wine}'], ['ham']]
        """
        if not isinstance(data, Baskets):
            raise ParameterError("a mapping is applied to Baskets: shoal.read makes them")
        names = [self.by_item.get(name, name) for name in data.vocabulary.strings]
        if names == list(data.vocabulary.strings):
            return data
        vocabulary = Vocabulary(sorted(set(names)))
        position = {name: code for code, name in enumerate(vocabulary.strings)}
        codes: npt.NDArray[np.int32] = np.fromiter(
            (position[name] for name in names), np.int32, len(names)
        )
        # Items that fall into one set are one item; that is not worth a warning.
        return data.recoded(codes, vocabulary)


def name_of(members: Iterable[str]) -> str:
    """Return the name a set is published by.

    A single item keeps its own name. A long set is called after its first item: sets are disjoint,
    so no other set has that name.
    """
    names = sorted(members)
    if len(names) == 1 and not names[0].startswith("{"):
        return names[0]
    spelled = "{" + ",".join(map(_member, names)) + "}"
    if len(spelled) <= LONGEST_NAME or len(names) < 2:
        return spelled
    return f"{{{_member(names[0])},+{len(names) - 1}}}"


def _member(name: str) -> str:
    return quoted(name, r'[{}",]|^\+|^$')
