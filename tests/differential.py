"""Two originals that differ in one value and have the same release: do their reports differ?

A report may tell rounded totals of the original, each by one step of rounding apart at most, and
nothing else. ``python -m tests.differential 100000 1000`` looks at so many pairs, and at so many
pages. Several originals are made by giving one cell several values, so any two of them differ in
that cell only.
"""

from __future__ import annotations

import argparse
import json
import random
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import fields, is_dataclass, replace
from functools import lru_cache, partial
from itertools import combinations
from typing import Any
from unittest.mock import patch

import shoal
from shoal.errors import ShoalError
from shoal.loss.distributions import OTHER, TINY, Bar
from shoal.loss.rounding import SHOWN_GAPS, Rounded, rounded
from shoal.release.writing import draw_report
from shoal.report import svg, words

#: What a gap may be shown as.
GAPS = [*SHOWN_GAPS, None]

#: Makes the release of one original.
Make = Callable[[], shoal.Release]
Pair = tuple[shoal.Release, shoal.Release]

ITEMS = [f"i{number}" for number in range(200)]

#: So many values are given to the cell in which originals differ.
VALUES = 12

AGES = {f"{low}-{low + 19}": [str(age) for age in range(low, low + 20)] for low in (0, 20, 40, 60)}
AGES["80 and over"] = [str(age) for age in range(80, 120)]
TOWNS = {"north": ["Oslo", "Bergen", "Narvik"], "south": ["Rome", "Bari"], "?": ["?"]}


def random_originals(rng: random.Random) -> list[Make]:
    """Draw originals of which any two differ in one value of one row."""
    return rng.choice([_tables, _tables, _baskets, _baskets, _rules])(rng)


def _tables(rng: random.Random) -> list[Make]:
    rows = rng.choice([4, 8, 15, 30, 60])
    trees = {"age": AGES, "town": TOWNS} if rng.random() < 0.7 else {}
    columns = {
        "age": [str(rng.choice([rng.randint(0, 119), 30, 31, 60])) for _ in range(rows)],
        "town": [rng.choice(["Oslo", "Bergen", "Rome", "Bari", None]) for _ in range(rows)],
        "ill": [rng.choice(["flu", "cold", "plague"]) for _ in range(rows)],
    }
    name, at = rng.choice(["age", "town"]), rng.randrange(rows)
    persons = rng.random() < 0.3
    columns["who"] = [f"p{rng.randrange(rows)}" for _ in range(rows)]
    far = [*map(str, rng.sample(range(1, 119), VALUES)), "119", "0"]
    if not trees:
        far += ["100000", "-7.5"]
    near = ["Oslo", "Bergen", "Narvik", "Rome", "Bari", None]
    k = rng.randint(2, 6)
    method = rng.choice(["sweep", "mondrian", "gen-cover-cf"])
    certificate = rng.choice(["none", "quick", "tight"])

    def release(value: str | None) -> shoal.Release:
        changed = list(columns[name])
        changed[at] = value
        frame = {**columns, name: changed}
        person = "who" if persons else None
        table = shoal.Table.of(
            frame, ["age", "town"], sensitive=["ill"], person=person, hierarchies=trees
        )
        return shoal.anonymize(table, f"k={k}", method=method, certificate=certificate, threads=1)

    some = far if name == "age" else near
    values = [columns[name][at], *rng.sample(some, min(VALUES - 1, len(some)))]
    return [partial(release, value) for value in dict.fromkeys(values)]


def _basket_rows(rng: random.Random) -> list[list[list[str]]]:
    """Draw baskets of which one holds this item or that, or none of them."""
    if rng.random() < 0.8:
        items, count = ITEMS[: rng.randint(2, 9)], rng.choice([4, 8, 20, 60, 400])
        rows = [
            [one for one in items if rng.random() < rng.choice([0.1, 0.5])] for _ in range(count)
        ]
    else:  # so many rare items that a gap is shown
        items, count = ITEMS, rng.choice([200, 400])
        rows = [rng.sample(items, rng.choice([1, 2, 4])) for _ in range(count)]
    at = rng.randrange(count)
    lacking = [[item] for item in (*items, "unicorn") if item not in rows[at]]
    some = [[], *rng.sample(lacking, min(VALUES - 1, len(lacking)))]
    return [[*rows[:at], [*rows[at], *item], *rows[at + 1 :]] for item in some]


def _baskets(rng: random.Random) -> list[Make]:
    tree = {"low": ITEMS[:4], "high": [*ITEMS[4:], "unicorn"]}
    model, options = rng.choice(
        [
            ("k", {"method": "sweep"}),
            ("k", {"method": "patternka"}),
            ("k", {"taxonomy": tree}),
            ("km", {"taxonomy": tree}),
        ]
    )
    k = rng.randint(2, 4)
    asked = f"k={k}" if model == "k" else f"km={k},2"
    if model == "k":
        options = {**options, "certificate": rng.choice(["none", "quick", "tight"])}
    release = partial(shoal.anonymize, model=asked, threads=1, **options)
    return [partial(release, rows) for rows in _basket_rows(rng)]


def _rules(rng: random.Random) -> list[Make]:
    rules = shoal.Rules.of([(["i0"], ["ill"]), (["i1"], ["ill"])])
    model = shoal.PSRules(rules, k=rng.randint(2, 4), c=rng.choice([0.3, 0.6, 0.9]))
    asked = [["i0", "ill"], ["i1"], ["i0", "i1"]] * 4
    release = partial(shoal.anonymize, model=model, queries=asked, threads=1)
    return [
        partial(release, [[*row, "ill"] if at % 3 == 0 else row for at, row in enumerate(rows)])
        for rows in _basket_rows(rng)
    ]


def equal_pairs(originals: list[Make]) -> list[Pair]:
    """Return all pairs of releases that are the same, mapping included."""
    made = []
    for make in originals:
        with suppress(ShoalError):
            made.append(make())
    return [pair for pair in combinations(made, 2) if _same(*pair)]


def _same(one: shoal.Release, other: shoal.Release) -> bool:
    """Tell whether two releases are the same, columns that are not recoded and mapping included."""
    mappings = [release.companions.get("mapping") for release in (one, other)]
    return mappings[0] == mappings[1] and one.data.to_polars().equals(other.data.to_polars())


def differences(one: shoal.Release, other: shoal.Release) -> list[str]:
    """Return which figures of a report differ by more than they may."""
    rows = one.verdict.rows
    absent = rounded(0.0, 1 / rows, shown_from=min(one.model.k / rows, 1.0))
    found = [*_differ("figures", one.figures, other.figures, absent)]
    losses = [words.loss(release) for release in (one, other)]
    gaps = [GAPS.index(words.gap(release)) for release in (one, other)]
    # No gap is shown where the loss is rounded to 0 or too little is proved: a step by itself.
    enough = all(losses) and all(_bound(release) >= 50 for release in (one, other))
    if enough and abs(gaps[0] - gaps[1]) > 1:
        found.append(f"gap: {gaps}")
    return found


def _bound(release: shoal.Release) -> float:
    """Return how many entries any release loses, as proved, in multiples of k."""
    _, whole = release.kind.loss_of(release.loss)
    return release.certificate.bound * whole / release.model.k if release.certificate else 0.0


def _differ(path: str, one: Any, other: Any, absent: Rounded) -> Iterator[str]:
    """Yield what differs too much; ``absent`` is the share of a bar that is not shown."""
    if is_dataclass(one):
        for field in fields(one):
            here = getattr(one, field.name), getattr(other, field.name)
            yield from _differ(f"{path}.{field.name}", *here, absent)
    elif isinstance(one, tuple) and isinstance(other, tuple) and _others(one) != _others(other):
        bar = next(bars[-1] for bars in (one, other) if _others(bars))
        if bar.after > TINY or bar.before > 1.0001 * absent.step:
            yield f"{path}: {bar}"
        shown = (bars[: len(bars) - _others(bars)] for bars in (one, other))
        yield from _differ(path, *shown, absent)
    elif isinstance(one, tuple) and isinstance(other, tuple) and len(one) == len(other):
        for at, here in enumerate(zip(one, other, strict=True)):
            yield from _differ(f"{path}[{at}]", *here, absent)
    elif isinstance(one, Rounded) and isinstance(other, Rounded):
        if abs(one - other) > 1.0001 * max(one.step, other.step):
            yield f"{path}: {one} {other} by steps of {one.step} {other.step}"
    elif one != other:
        yield f"{path}: {one} {other}"


def _others(bars: tuple[Any, ...]) -> bool:
    """Tell whether there is a bar of other values."""
    return bool(bars) and isinstance(bars[-1], Bar) and bars[-1].label == OTHER


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("pairs", type=int)
    parser.add_argument("pages", type=int)
    parser.add_argument("--seed", type=int, default=0)
    arguments = parser.parse_args()
    seen: Counter[str] = Counter()
    number = arguments.seed
    while seen["pairs"] < arguments.pairs:
        number += 1
        for at, pair in enumerate(equal_pairs(random_originals(random.Random(number)))):
            seen["pairs"] += 1
            seen[f"of {pair[0].kind.name}, {pair[0].method}"] += 1
            wrong = differences(*pair)
            if at == 0 and seen["pages"] < arguments.pages:
                seen["pages"] += 1
                wrong += page_differs(*pair)
            if wrong:
                seen["wrong"] += 1
                print(f"seed {number}: {'; '.join(wrong[:3])}", flush=True)
    for what, count in sorted(seen.items()):
        if what.startswith("of "):
            print(f"  {count:,} {what}")
    print(f"{seen['pairs']:,} pairs, {seen['pages']:,} pages: {seen['wrong']:,} tell too much")
    return 1 if seen["wrong"] else 0


def page_differs(one: shoal.Release, other: shoal.Release) -> list[str]:
    """Return whether two pages differ in anything but the figures and what was proved.

    The loss counts among these only where it is rounded to something else.
    """
    same = replace(other, figures=one.figures, certificate=one.certificate)
    if words.loss(one) != words.loss(other):
        same = replace(same, loss=one.loss)
    # What is to be drawn is part of the page; drawn twice, it would take twice the time.
    with patch.object(svg, "_draw", lambda specs: list(_drawn(json.dumps(specs)))):
        return [] if draw_report(one) == draw_report(same) else ["the pages differ"]


@lru_cache(maxsize=2)
def _drawn(specs: str, draw: Callable[[list[Any]], list[str]] = svg._draw) -> tuple[str, ...]:
    return tuple(draw(json.loads(specs)))


if __name__ == "__main__":
    sys.exit(main())
