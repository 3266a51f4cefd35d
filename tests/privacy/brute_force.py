"""Models about sensitive values as their definitions say, in fractions; and random small tables.

A table here is the group of each row and its sensitive value, None if it is missing.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from typing import Any

from hypothesis import strategies as st

from shoal import Hierarchy

Rows = Sequence[tuple[Any, Any]]

#: A way of two levels above the numbers 0 to 5, of uneven heights.
TREE = Hierarchy.of({"low": {"none": ["0"], "few": ["1", "2"]}, "high": ["3", "4"], "5": None})

TABLES = st.lists(
    st.tuples(
        st.integers(0, 3),
        st.sampled_from([None, *"012345", *"001"]),
        st.sampled_from(["x", "y", "z", None]),
    ),
    min_size=1,
    max_size=24,
)


def groups_of(rows: Rows) -> dict[Any, Counter[Any]]:
    groups: dict[Any, Counter[Any]] = {}
    for group, value in rows:
        groups.setdefault(group, Counter())[value] += 1
    return groups


def shares(values: Mapping[Any, int]) -> dict[Any, Fraction]:
    rows = sum(values.values())
    return {value: Fraction(count, rows) for value, count in values.items()}


def moved(p: Mapping[Any, Fraction], q: Mapping[Any, Fraction], far: Callable[..., Any]) -> Any:
    """Move what p has too much of to where it lacks, the nearest first: the least for trees."""
    extra = {value: p.get(value, Fraction(0)) - q[value] for value in q}
    pairs = [(far(a, b), str(a), str(b), a, b) for a in q for b in q]
    work = Fraction(0)
    for distance, _, _, a, b in sorted(pairs):
        if extra[a] > 0 > extra[b]:
            amount = min(extra[a], -extra[b])
            extra[a], extra[b] = extra[a] - amount, extra[b] + amount
            work += amount * distance
    return work


def in_tree(a: Any, b: Any) -> Fraction:
    tree = TREE.with_missing()
    one, other = (tree.path(tree.node_of("?" if value is None else value)) for value in (a, b))
    common = next(label for label in one if label in other)
    return Fraction(int(tree.levels()[tree.node_of(common)]), tree.depth)


def worst(model: str, rows: Rows) -> Any:
    """Return the worst figure of any group; infinity where there is none."""
    groups, whole = groups_of(rows), Counter(value for _, value in rows)
    q = shares(whole)
    name, _, rest = model.partition("=")
    *words, _ = rest.split(",")[0].split(":")
    found = []
    for group in groups.values():
        p, counts = shares(group), sorted(group.values(), reverse=True)
        if name == "l" and not words:
            found.append(len(group))
        elif name == "l" and words[0] == "entropy":
            found.append(math.exp(-sum(float(one) * math.log(one) for one in p.values())))
        elif name == "l":
            tail = sum(counts[int(rest.split(":")[-1]) - 1 :])
            found.append(Fraction(counts[0], tail) if tail else math.inf)
        elif name == "t" and words == ["ordered"]:
            order = sorted(q, key=int)
            up_to = [sum(p.get(v, 0) - q[v] for v in order[:n]) for n in range(len(order))]
            found.append(sum(map(abs, up_to)) / max(len(order) - 1, 1))
        elif name == "t" and words == ["hierarchical"]:
            found.append(moved(p, q, in_tree))
        elif name == "t":
            found.append(moved(p, q, lambda a, b: int(a != b)))
        elif name == "alpha":
            found.append(max(p.values()))
        elif name == "delta":
            lacks = words == ["strict"] and len(p) < len(q)
            logs = (abs(math.log2(p[value] / q[value])) for value in p)
            found.append(math.inf if lacks else max(logs))
        else:
            found.append(max(0, *(p[value] / q[value] - 1 for value in p)))
    return min(found) if name == "l" and words[:1] != ["recursive"] else max(found)


def holds(model: str, rows: Rows) -> bool:
    """Tell whether each group has the rows and the values that a model asks for."""
    name, _, rest = model.partition("=")
    number, _, k = rest.partition(",k=")
    *words, last = number.split(":")
    limit, figure = Fraction(last), worst(model, rows)
    least = int(k or 0) or (math.ceil(limit) if name == "l" else 2)
    if min(group.total() for group in groups_of(rows).values()) < least:
        return False
    if name == "l" and words[:1] == ["recursive"]:
        return figure < Fraction(words[1])
    if name == "l":
        return figure >= limit * (1 - Fraction(1, 10**8) * bool(words))
    if name == "delta":
        near = math.isclose(figure, limit, rel_tol=1e-12)
        return figure < limit and not near
    if name == "beta" and words:
        q = shares(Counter(value for _, value in rows))
        gains = ((shares(group), group) for group in groups_of(rows).values())
        return all(
            p[value] / q[value] - 1 <= min(float(limit), -math.log(q[value])) + 1e-9
            for p, group in gains
            for value in group
        )
    return bool(figure <= limit)
