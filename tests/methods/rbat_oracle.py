"""RBAT as the papers tell it, in exact arithmetic on plain sets; and all set partitions."""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations

WEIGHT_UNIT = 2**16


def support(rows, sets):
    """Count the rows that have an item of each of the sets."""
    return sum(all(row & set_ for set_ in sets) for row in rows)


def is_protected(rows, cut, rules, k, c):
    """Tell whether every rule is protected when items are published as the sets of the cut."""
    for antecedent, consequent in rules:
        sets = {set_ for set_ in cut if set_ & antecedent}
        joint = [row for row in rows if consequent <= row]
        known = support(rows, sets)
        if known < k or support(joint, sets) / known > c:
            return False
    return True


def loss(rows, items, weights):
    """Return UL without its constant denominator."""
    weight = Fraction(sum(round(weights.get(i, 1) * WEIGHT_UNIT) for i in items), WEIGHT_UNIT)
    return (2 ** len(items) - 1) * weight / len(items) * support(rows, [items])


def total_loss(rows, cut, weights):
    return sum(loss(rows, set_, weights) for set_ in cut)


def split(rows, items, weights, alpha):
    by_support = sorted(items, key=lambda i: (-support(rows, [{i}]), i))
    seeds = max(combinations(by_support, 2), key=lambda pair: loss(rows, set(pair), weights))
    others = [i for i in sorted(items) if i not in seeds]
    halves = [{seeds[0]}, {seeds[1]}]
    buckets = len(others) if alpha == "full" else min(alpha, len(others))
    for b in range(buckets):
        bucket = others[len(others) * b // buckets : len(others) * (b + 1) // buckets]
        before = [frozenset(half) for half in halves]
        for item in bucket:
            left, right = (loss(rows, half | {item}, weights) for half in before)
            halves[left > right].add(item)
    return [frozenset(half) for half in halves]


def rbat(rows, public, rules, k, c, weights, alpha):
    """Return the cut, or None when even one set of all public items protects not every rule."""
    cut = {frozenset(public)}
    if not is_protected(rows, cut, rules, k, c):
        return None
    queue = [frozenset(public)]
    while queue:
        node = queue.pop(0)
        if len(node) == 1:
            continue
        halves = split(rows, node, weights, alpha)
        finer = cut - {node} | set(halves)
        if is_protected(rows, finer, rules, k, c):
            cut = finer
            queue += halves
    return cut


def partitions(items):
    """Yield every way to part a list into sets."""
    if not items:
        yield []
        return
    first, *rest = items
    for parts in partitions(rest):
        yield [frozenset([first]), *parts]
        for i, part in enumerate(parts):
            yield [*parts[:i], part | {first}, *parts[i + 1 :]]
