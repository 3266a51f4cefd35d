"""Two originals that differ in one value and have the same release: do their reports differ?

A report may tell rounded totals of the original, each by one step of rounding apart at most, and
nothing else. ``python -m tests.differential 100000 1000`` looks at so many pairs, and at so many
pages.
"""

from __future__ import annotations

import argparse
import random
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import fields, is_dataclass, replace
from typing import Any

import shoal
from shoal.errors import ShoalError
from shoal.loss.rounding import SHOWN_GAPS, Rounded
from shoal.release.writing import draw_report
from shoal.report import words

#: What a gap may be shown as.
GAPS = [*SHOWN_GAPS, None]

#: A pair of originals with what is asked of both.
Pair = tuple[Callable[[], shoal.Release], Callable[[], shoal.Release]]

AGES = {f"{low}-{low + 19}": [str(age) for age in range(low, low + 20)] for low in (0, 20, 40, 60)}
AGES["80 and over"] = [str(age) for age in range(80, 120)]
TOWNS = {"north": ["Oslo", "Bergen", "Narvik"], "south": ["Rome", "Bari"], "?": ["?"]}


def random_pair(rng: random.Random) -> Pair:
    """Draw two originals that differ in one value of one row."""
    return rng.choice([_tables, _tables, _baskets, _baskets, _rules])(rng)


def _tables(rng: random.Random) -> Pair:
    rows = rng.choice([4, 8, 15, 30, 60])
    trees = {"age": AGES, "town": TOWNS} if rng.random() < 0.7 else {}
    ages = [str(rng.choice([rng.randint(0, 119), 30, 31, 60])) for _ in range(rows)]
    town = [rng.choice(["Oslo", "Bergen", "Rome", "Bari", None]) for _ in range(rows)]
    ill = [rng.choice(["flu", "cold", "plague"]) for _ in range(rows)]
    other = {"age": list(ages), "town": list(town)}
    name, at = rng.choice(["age", "town"]), rng.randrange(rows)
    far = [str(rng.randint(0, 119)), "119", "0", "97", "103"]
    if not trees:
        far += ["100000", "-7.5"]
    near = ["Oslo", "Bergen", "Narvik", "Rome", "Bari", None]
    other[name][at] = rng.choice(far if name == "age" else near)
    k = rng.randint(2, 6)
    method = rng.choice(["sweep", "mondrian", "gen-cover-cf"])
    certificate = rng.choice(["none", "quick", "tight"])
    options = {"method": method, "certificate": certificate, "threads": 1}

    def made(columns: dict[str, Any]) -> Callable[[], shoal.Release]:
        roles: dict[str, Any] = {"sensitive": ["ill"], "hierarchies": trees}
        frame = {**columns, "ill": ill}
        return lambda: shoal.anonymize(
            shoal.Table.of(frame, ["age", "town"], **roles), f"k={k}", **options
        )

    return made({"age": ages, "town": town}), made(other)


def _basket_rows(rng: random.Random) -> tuple[list[list[str]], list[list[str]]]:
    items = [f"i{number}" for number in range(rng.randint(2, 9))]
    count = rng.choice([4, 8, 20, 60, 400])
    rows = [[item for item in items if rng.random() < rng.choice([0.1, 0.5])] for _ in range(count)]
    other = [list(row) for row in rows]
    changed = other[rng.randrange(count)]
    new = rng.choice([*items, "unicorn"])
    if new in changed:
        changed.remove(new)
    else:
        changed.append(new)
    return rows, other


def _baskets(rng: random.Random) -> Pair:
    rows, other = _basket_rows(rng)
    names = [*(f"i{number}" for number in range(9)), "unicorn"]
    tree = {"low": names[:4], "high": names[4:]}
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
    return tuple(  # type: ignore[return-value]
        lambda some=some: shoal.anonymize(some, asked, threads=1, **options)
        for some in (rows, other)
    )


def _rules(rng: random.Random) -> Pair:
    rows, other = _basket_rows(rng)
    for at in range(0, len(rows), 3):
        rows[at].append("ill")
        other[at].append("ill")
    rules = shoal.Rules.of([(["i0"], ["ill"]), (["i1"], ["ill"])])
    model = shoal.PSRules(rules, k=rng.randint(2, 4), c=rng.choice([0.3, 0.6, 0.9]))
    asked = [["i0", "ill"], ["i1"], ["i0", "i1"]] * 4
    return tuple(  # type: ignore[return-value]
        lambda some=some: shoal.anonymize(some, model, queries=asked, threads=1)
        for some in (rows, other)
    )


def made(pair: Pair) -> tuple[shoal.Release, shoal.Release] | None:
    """Return both releases; None if there is not one of each, or they differ."""
    try:
        one, other = pair[0](), pair[1]()
    except ShoalError:
        return None
    mappings = [release.companions.get("mapping") for release in (one, other)]
    same = one.kind.same(one.data, other.data) and mappings[0] == mappings[1]
    return (one, other) if same else None


def differences(one: shoal.Release, other: shoal.Release) -> list[str]:
    """Return which figures of a report differ by more than they may."""
    found = [*_differ("figures", one.figures, other.figures)]
    losses = [words.loss(release) for release in (one, other)]
    gaps = [GAPS.index(words.gap(release)) for release in (one, other)]
    # Where the loss is rounded to 0, no gap is shown.
    if all(losses) and abs(gaps[0] - gaps[1]) > 1:
        found.append(f"gap: {gaps}")
    return found


def _differ(path: str, one: Any, other: Any) -> Iterator[str]:
    if is_dataclass(one):
        for field in fields(one):
            here = getattr(one, field.name), getattr(other, field.name)
            yield from _differ(f"{path}.{field.name}", *here)
    elif isinstance(one, tuple) and isinstance(other, tuple) and len(one) == len(other):
        for at, here in enumerate(zip(one, other, strict=True)):
            yield from _differ(f"{path}[{at}]", *here)
    elif isinstance(one, Rounded) and isinstance(other, Rounded):
        if abs(one - other) > 1.0001 * max(one.step, other.step):
            yield f"{path}: {one} {other} by steps of {one.step} {other.step}"
    elif one != other:
        yield f"{path}: {one} {other}"


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
        pair = made(random_pair(random.Random(number)))
        if pair is None:
            continue
        seen["pairs"] += 1
        wrong = differences(*pair)
        if seen["pages"] < arguments.pages:
            seen["pages"] += 1
            wrong += page_differs(*pair)
        if wrong:
            seen["wrong"] += 1
            print(f"seed {number}: {'; '.join(wrong[:3])}", flush=True)
    print(f"{seen['pairs']:,} pairs, {seen['pages']:,} pages: {seen['wrong']:,} tell too much")
    return 1 if seen["wrong"] else 0


def page_differs(one: shoal.Release, other: shoal.Release) -> list[str]:
    """Return whether two pages differ in anything but the figures and what was proved."""
    same = replace(other, figures=one.figures, certificate=one.certificate)
    return [] if draw_report(one) == draw_report(same) else ["the pages differ"]


if __name__ == "__main__":
    sys.exit(main())
