"""What a label of a table costs, by each measure. For auditors: the standard library alone.

All is exact but the entropy, whose logarithms are counted in whole parts of 2^-48 bit: that of all
rows rounded down, those of single values up. So it is never too high.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from decimal import Context
from fractions import Fraction
from typing import NamedTuple

#: Parts of a bit, and enough digits for the logarithm of any number of rows in such parts.
BIT = 1 << 48
DIGITS = Context(prec=60)


class Labels(NamedTuple):
    """The labels of a column, numbered; values are numbered as the leaves of its tree."""

    root: int
    ways: list[list[int]]  # of each value, the labels from the root down to itself
    below: list[list[int]]  # of each label, the values below it
    levels: list[int]  # of each label, the longest way down to a value
    positions: Sequence[float] | None  # of each value, NaN where it is missing; None for categories
    counts: list[int]  # of each value, its rows


def lm(labels: Labels) -> list[Fraction]:
    """Return the LM: 0 for a value, 1 for what tells nothing."""
    values = len(labels.ways)
    return _shares(labels, lambda leaves: Fraction(len(leaves) - 1, values - 1))


def gcp(labels: Labels) -> list[Fraction]:
    """Return the NCP, whose mean is the GCP."""
    return _shares(labels, lambda leaves: Fraction(len(leaves), len(labels.ways)))


def tree_measure(labels: Labels) -> list[Fraction]:
    """Return the level of each label as a share of the root's."""
    return [Fraction(level, labels.levels[labels.root]) for level in labels.levels]


def monotone_entropy(labels: Labels) -> list[Fraction]:
    """Return the least entropy, in bits, of each label and of those above it."""
    own = [_entropy([labels.counts[leaf] for leaf in leaves]) for leaves in labels.below]
    least = list(own)
    for way in labels.ways:
        so_far = own[labels.root]
        for label in way:
            so_far = least[label] = min(so_far, own[label])
    return least


#: The measures by the name that a proof has for them.
MEASURES: dict[str, Callable[[Labels], list[Fraction]]] = {
    "LM": lm,
    "GCP": gcp,
    "tree measure": tree_measure,
    "monotone entropy": monotone_entropy,
}


def _shares(labels: Labels, share: Callable[[list[int]], Fraction]) -> list[Fraction]:
    """Return shares of a cell: of categories as given, else the width of the range."""
    places = labels.positions
    known = [place for place in places or () if place == place]
    span = _span(known) if known else Fraction(0)
    found = []
    for label, leaves in enumerate(labels.below):
        if label == labels.root:
            found.append(Fraction(1))
        elif len(leaves) == 1:
            found.append(Fraction(0))
        elif places is None:
            found.append(share(leaves))
        elif any(places[leaf] != places[leaf] for leaf in leaves):
            found.append(Fraction(1))
        else:
            width = _span([places[leaf] for leaf in leaves])
            found.append(width / span if span else Fraction(0))
    return found


def _span(places: Sequence[float]) -> Fraction:
    return Fraction(max(places)) - Fraction(min(places))


def _entropy(counts: list[int]) -> Fraction:
    rows = sum(counts)
    parts = rows * _log2(rows) - sum(count * _log2(count, up=True) for count in counts)
    return Fraction(max(parts, 0) // rows, BIT)


def _log2(number: int, *, up: bool = False) -> int:
    """Return a logarithm in parts of a bit; that of a power of two is whole."""
    whole = number.bit_length() - 1
    if number == 1 << whole:
        return whole * BIT
    ln, ln2 = (DIGITS.ln(DIGITS.create_decimal(one)) for one in (number, 2))
    return int(DIGITS.multiply(DIGITS.divide(ln, ln2), DIGITS.create_decimal(BIT))) + up
