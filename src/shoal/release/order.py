"""The order of a release: one that tells nothing about the input's."""

from __future__ import annotations

from shoal import _core
from shoal.data import Transactions


def sort_by_content(data: Transactions) -> Transactions:
    """Return the rows sorted by all they hold, so that their order tells nothing.

    Examples
    --------
    >>> list(sort_by_content(Transactions.of([["b"], ["a", "b"], [], ["a"]])))
    [[], ['a'], ['a', 'b'], ['b']]
    """
    # Codes ascend with the names, so the order of the codes is that of the names.
    items, offsets = _core.sorted_by_content(data.items, data.offsets)
    return Transactions(items, offsets, data.vocabulary, column=data.column)
