"""Hierarchies for the generated census, and taxonomies for generated items, as lines of labels."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence

Lines = list[tuple[str, ...]]


def item_taxonomy(items: Iterable[int]) -> Lines:
    """Return items in groups of 5, and those in groups of 20."""
    return [(str(n), f"small_{n // 5}", f"large_{n // 20}", "*") for n in items]


def _ages() -> Lines:
    def band(age: int, width: int) -> str:
        start = age - age % width
        return f"{start}-{start + width - 1}"

    return [(str(a), *(band(a, width) for width in (5, 10, 20)), "*") for a in range(17, 91)]


def _codes() -> Lines:
    towns = [region + town for region in "0479" for town in "2368"]
    codes = [f"{t}{part}{n:02}" for t in towns for part in (1, 4) for n in (1, 2, 3, 5)]
    return [(code, f"{code[:3]}*", f"{code[:2]}*", f"{code[:1]}*", "*") for code in codes]


def _grouped(groups: Mapping[str, Sequence[str]]) -> Callable[[], Lines]:
    return lambda: [(value, label, "*") for label, values in groups.items() for value in values]


#: By column.
HIERARCHIES: Mapping[str, Callable[[], Lines]] = {
    "age": _ages,
    "zip": _codes,
    "sex": lambda: [("female", "*"), ("male", "*")],
    "education": _grouped(
        {
            "without degree": ["none", "primary", "secondary"],
            "school degree": ["high school", "vocational"],
            "university degree": ["bachelor", "master", "doctorate"],
        }
    ),
    "occupation": _grouped(
        {
            "office": ["clerk", "manager", "accountant"],
            "expert": ["teacher", "nurse", "engineer", "physician"],
            "trade": ["builder", "driver", "mechanic", "farmer"],
            "service": ["sales", "cook", "cleaner", "guard"],
            "without job": ["student", "unemployed", "retired"],
        }
    ),
    "marital_status": _grouped(
        {"alone": ["single", "divorced", "widowed"], "with partner": ["married", "cohabiting"]}
    ),
    "country": _grouped(
        {
            "home": ["USA"],
            "America": ["Mexico", "Canada", "Cuba", "Brazil"],
            "Europe": ["Germany", "Italy", "Poland", "England"],
            "Asia": ["China", "India", "Philippines", "Vietnam"],
        }
    ),
}
