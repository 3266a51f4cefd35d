"""Random small datasets through the final file, each judged by the second verifier.

``python benchmarks/trust.py 200000`` draws so many datasets, with odd values among them, and
publishes each by a registered method, under a model, in a format, in this process. The final file
is judged by shoal_verify, which shares no code with Shoal. Exit status 1 if a file violates its
model or is not judged, or if Shoal fails at its own check. --output names a file for the counts.
"""

from __future__ import annotations

import argparse
import csv
import os
import random
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date, datetime
from datetime import time as day_time
from decimal import Decimal
from itertools import pairwise
from pathlib import Path
from typing import Any

if __name__ == "__main__":  # frames of a few rows: threads only cost time
    os.environ.setdefault("POLARS_MAX_THREADS", "1")

import polars as pl

import shoal
import shoal_verify
from shoal.errors import InternalError, ShoalError, VerificationError
from shoal.methods import METHODS
from shoal.privacy import MODELS, Model
from shoal_verify.models import MODELS as JUDGED

#: What becomes of a dataset: the file holds what it promises, Shoal refused the data, and defects.
OUTCOMES = ("holds", "refused", "violates", "not judged", "fails")

#: Shown of the datasets that end in a defect; the seed makes each again.
SHOWN = 20

ODD = (
    *("a", "b", "é", "日本", "\u202eabc", "a b", " a", "a ", "", " ", "?", "*", "-", "->", "#"),
    *('"', "a,b", "a;b", "a|b", "a\tb", 'say "a"', "{a, b}", "{a,b}", "{a", "a}", "+1", "[1-2]"),
    *("1-2", "007", "7", "-7", "1.0", "1e5", "-0.0", "nan", "None", "null", "2024-02-30"),
    *("12:00:00.1", "a\x01b", "\x1f", "a\x7f", "a\x0bb", "a\nb", "a\rb", "\r", "a\u2028b"),
    *("\ufeffa", "\ufeff", "@ITEM=1=a", "@CONVERTED_FROM_TEXT", "%", "-1 -2", "id", "item"),
    *("=1+1", "a" * 13, "b" * 80, "é" * 40, "a long text with a number: 1"),
    *("a long text with a number: 2", "\U0001f41f"),
)
PLAIN = ("tea", "rum", "gin", "milk", "dark chocolate bar", "coffee", "water", "bread")

#: Columns of a table, typed as a frame has them: values of each.
VALUES: dict[str, tuple[Any, ...]] = {
    "odd": ODD,
    "plain": PLAIN,
    "numerals": ("1", "2", "2.0", "-3", "-3.5", "1e2", " 7", "+40", "007"),
    "days": ("2024-01-01", "2024-02-29", "1999-12-31", "0001-01-01"),
    "whole": (0, 1, -1, 7, 99, -(2**31), 2**53),
    "floats": (0.0, 0.5, -2.25, 1e300, 3.0, 0.1),
    "dates": (date(2024, 2, 29), date(1970, 1, 1), date(1, 1, 1), date(9999, 12, 31)),
    "truth": (True, False),
    "moments": (datetime(2024, 2, 29, 12, 30), datetime(1969, 12, 31, 23, 59, 59, 1)),
    "times": (day_time(12, 0, 0, 1), day_time(12, 0, 0, 9), day_time(0)),
    "decimals": (Decimal("1.10"), Decimal("-0.05"), Decimal("3.00")),
}
#: Those that may be quasi-identifiers; the others are published as they are.
FOR_QI = ("odd", "plain", "numerals", "days", "whole", "floats", "dates")

TEXT, PACKED = ("csv", "tsv"), ("", "", ".gz", ".zst")
FORMATS = {
    "baskets": ("dat", "spmf", *TEXT, "parquet", "arrow", "long"),
    "table": (*TEXT, "parquet", "arrow"),
    "anatomy": (*TEXT, "parquet", "arrow"),
}


#: What is asked about sensitive columns, by the name of a model.
ABOUT_VALUES = {
    "l": ("l=2", "k=3,l=2", "l=entropy:1.5", "l=recursive:3:2"),
    "t": ("t=0.5", "t=0.2,k=3", "t=ordered:0.3", "l=2,t=ordered:0.25"),
    "alpha": ("alpha=0.5,k=2", "alpha=0.75,k=3", "alpha=0.8,k=2,l=2"),
    "delta": ("delta=1", "k=3,delta=1.5", "delta=strict:1", "delta=0.3"),
    "beta": ("beta=1", "beta=0.5,k=3", "beta=enhanced:2"),
}
TOGETHER = ("sensitive_together",)

#: What anatomy is not asked: nothing is recoded, and each row is a person.
NOT_OF_ANATOMY = ("recoding", "person")


@dataclass(frozen=True)
class Trial:
    """A dataset and what is asked of it."""

    kind: str
    model: str
    method: str
    variant: str
    form: str
    data: Any
    options: dict[str, Any]

    @property
    def way(self) -> tuple[str, ...]:
        """What is counted: the kind, model, method, recoding and format."""
        return (self.kind, self.model.partition("=")[0], self.method, self.variant, self.form)


def ways() -> list[tuple[str, str, str]]:
    """Return every kind, model and method that go together and that the second verifier judges."""
    return [
        (kind, model, name)
        for kind, name in METHODS
        for model in MODELS
        if model in JUDGED and MODELS[model].is_for(kind) and _satisfies(kind, name, model)
    ]


def _satisfies(kind: str, name: str, model: str) -> bool:
    models = METHODS[kind, name].models
    return MODELS[model].constraint is not Model.constraint if models is None else model in models


def draw(seed: int, among: list[tuple[str, str, str]], folder: Path) -> Trial:
    """Draw a dataset; the ways take turns, so that each is there as often."""
    pick = random.Random(seed)
    kind, model, method = among[seed % len(among)]
    form = pick.choice(FORMATS[kind])
    about_values = MODELS[model].needs_sensitive
    made = (
        _table(pick, about_values)
        if kind != "baskets"
        else _baskets(pick, METHODS[kind, method].taxonomy)
    )
    data, options, variant = made
    if kind == "anatomy":
        data, options = _for_anatomy(data, options)
    if model == "rules":
        asked, options["sensitive"] = _rules(pick, data, folder)
        options["queries"] = 3
    elif model == "km":
        asked = f"km={pick.randint(2, 4)},{pick.randint(1, 3)}"
    elif about_values:
        asked = pick.choice(ABOUT_VALUES[model])
    else:
        asked = f"k={pick.randint(2, 4)}" if model == "k" else MODELS[model].example
    options |= {"certificate": pick.choice(("none", "quick")), "keep_order": pick.random() < 0.5}
    return Trial(kind, asked, method, variant, form, data, options)


def _baskets(pick: random.Random, taxonomy: str) -> tuple[Any, dict[str, Any], str]:
    pool: tuple[Any, ...] = pick.choice((ODD, PLAIN, (*PLAIN, *ODD), tuple(range(-3, 12))))
    items = pick.sample(pool, pick.randint(2, 8))
    weights = [pick.random() for _ in items]
    rows = [
        list(dict.fromkeys(pick.choices(items, weights, k=pick.randint(0, 5))))
        for _ in range(pick.randint(2, 24))
    ]
    if taxonomy == "must" or (taxonomy == "may" and pick.random() < 0.5):
        return rows, {"taxonomy": _tree(pick, [str(item) for item in items])}, "taxonomy"
    return rows, {}, "items"


def _table(pick: random.Random, sensitive: bool = False) -> tuple[Any, dict[str, Any], str]:
    rows = pick.randint(2, 24)
    variant = pick.choice(("auto", "hierarchy", "range", "set", "mixed"))
    columns: dict[str, pl.Series] = {}
    trees: dict[str, Any] = {}
    recoding = {}
    for at in range(pick.randint(1, 3)):
        kind = pick.choice(FOR_QI)
        name = pick.choice((f"{kind}{at}", f" {kind},{at}", f'"{kind}" {at}'))
        columns[name] = cells = _cells(pick, kind, rows, missing=0.15)
        trees[name] = None
        if cells.dtype == pl.String and pick.random() < 0.4:
            known = [
                one
                for one in cells.unique(maintain_order=True)
                if (one or "?").strip() not in ("", "?")
            ]
            trees[name] = _tree(pick, known)
        recoding[name] = (
            pick.choice(("auto", "hierarchy", "range", "set")) if variant == "mixed" else variant
        )
        if recoding[name] == "range" and kind in ("odd", "plain"):
            recoding[name] = "auto"
    options: dict[str, Any] = {"qi": trees, "recoding": recoding}
    if sensitive or pick.random() < 0.7:
        kind = pick.choice((*VALUES,))
        columns["kept"] = _cells(pick, kind, rows, missing=0.2)
        options["sensitive" if sensitive else pick.choice(("sensitive", "keep"))] = ["kept"]
    if sensitive and pick.random() < 0.3:
        columns["ill"] = _cells(pick, "plain", rows, missing=0.2)
        options |= {"sensitive": ["kept", "ill"], "sensitive_together": pick.random() < 0.5}
    if pick.random() < 0.2:
        columns["who"] = pl.Series([f"p{pick.randrange(rows)}" for _ in range(rows)])
        options["person"] = "who"
    return pl.DataFrame(columns), options, variant


def _for_anatomy(data: pl.DataFrame, options: dict[str, Any]) -> tuple[Any, dict[str, Any]]:
    """Return a table, and those of its options that anatomy takes."""
    taken = {name: one for name, one in options.items() if name not in NOT_OF_ANATOMY}
    return data, taken | {"qi": [*options["qi"]], "publish": "anatomy"}


def _cells(pick: random.Random, kind: str, rows: int, missing: float) -> pl.Series:
    some = pick.sample(VALUES[kind], pick.randint(1, len(VALUES[kind])))[:6]
    gone = pick.random() < 0.4
    return pl.Series(
        [None if gone and pick.random() < missing else pick.choice(some) for _ in range(rows)]
    )


def _tree(pick: random.Random, values: list[str], name: str = "group", depth: int = 0) -> Any:
    if depth == 2 or len(values) < 3:
        return values
    cuts = sorted({0, pick.randrange(1, len(values)), len(values)})
    return {
        f"{name}.{at}": _tree(pick, values[low:high], f"{name}.{at}", depth + 1)
        for at, (low, high) in enumerate(pairwise(cuts))
    }


def _rules(pick: random.Random, rows: list[list[Any]], folder: Path) -> tuple[str, list[str]]:
    """Write rules about some items of the rows; return the model and the sensitive items."""
    items = sorted({str(item) for row in rows for item in row if "\n" not in str(item)})
    pick.shuffle(items)
    sensitive, public = items[: max(1, len(items) // 3)], items[max(1, len(items) // 3) :]
    if not public:
        sensitive, public = ["a"], ["b"]  # which Shoal refuses
    rules = [
        (pick.sample(public, min(len(public), pick.randint(1, 2))), [pick.choice(sensitive)])
        for _ in range(pick.randint(1, 4))
    ]
    shoal.write_rules(shoal.Rules.of(rules), folder / "rules.txt", overwrite=True)
    c = pick.choice(("0.3", "0.5", "0.6", "0.75", "1"))
    return f"rules={folder / 'rules.txt'},k={pick.randint(2, 3)},c={c}", sensitive


def publish(trial: Trial) -> shoal.Release:
    """Anonymize a dataset."""
    return shoal.anonymize(
        trial.data,
        trial.model,
        kind=trial.kind,
        method=trial.method,
        threads=1,
        **trial.options,
    )


def place(trial: Trial, seed: int, folder: Path) -> Path:
    """Return the final file: the long format has several, and text may be compressed."""
    pick = random.Random(seed)
    form = pick.choice((*TEXT, "parquet", "arrow")) if trial.form == "long" else trial.form
    packed = pick.choice(PACKED) if form in ("dat", "spmf", *TEXT) else ""
    return folder / f"release.{form}{packed}"


def told(trial: Trial) -> dict[str, Any]:
    """Return what a verifier is told beside the model: the format, and the roles of columns."""
    if trial.kind != "baskets":
        kept = trial.options.get("sensitive") or trial.options.get("keep") or ()
        between = {"csv": {"separator": ","}, "tsv": {"separator": "tab"}}.get(trial.form, {})
        together = {name: trial.options[name] for name in TOGETHER if name in trial.options}
        two = {name: trial.options[name] for name in ("publish",) if name in trial.options}
        return {"qi": [*trial.options["qi"]], "sensitive": kept, **together, **between, **two}
    named = {"dat": "fimi", "tsv": "csv", "parquet": None, "arrow": None}
    return {"format": named.get(trial.form, trial.form)}


def outcome(trial: Trial, seed: int, folder: Path) -> tuple[str, str]:
    """Return what becomes of a dataset, and why where that is a defect."""
    path = place(trial, seed, folder)
    try:
        publish(trial).write(path, format="long" if trial.form == "long" else None)
    except (VerificationError, InternalError) as error:
        return "fails", str(error)
    except ShoalError:
        return "refused", ""
    except Exception as error:
        return "fails", f"{type(error).__name__}: {error}"
    try:
        held = shoal_verify.judge(path, trial.model, **told(trial)).holds
        return ("holds", "") if held else ("violates", path.name)
    except shoal_verify.NotJudged as error:
        return "not judged", f"{path.name}: {error}"
    finally:
        for left in folder.iterdir():
            left.unlink()


def trials(count: int, seed: int, folder: Path) -> Iterator[tuple[int, Trial, str, str]]:
    """Draw, publish and judge datasets."""
    among = ways()
    for number in range(seed, seed + count):
        trial = draw(number, among, folder)
        yield number, trial, *outcome(trial, number, folder)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("datasets", type=int)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--seconds", type=float, help="stop after so long")
    parser.add_argument("--output", type=Path)
    given = parser.parse_args()
    counts: Counter[tuple[tuple[str, ...], str]] = Counter()
    os.fsync = lambda file: None  # files that are judged at once and deleted
    start, cpu = time.monotonic(), time.process_time()
    shown = 0
    with tempfile.TemporaryDirectory() as name:
        for number, trial, found, why in trials(given.datasets, given.seed, Path(name)):
            counts[trial.way, found] += 1
            if found not in ("holds", "refused") and shown < SHOWN:
                shown += 1
                print(f"seed {number}: {found}: {' '.join(trial.way)}: {why}")
            if given.seconds and time.monotonic() - start > given.seconds:
                break
    cpu = time.process_time() - cpu
    totals = Counter(
        {found: sum(n for (_, one), n in counts.items() if one == found) for found in OUTCOMES}
    )
    drawn = totals.total()
    words = ", ".join(f"{totals[found]:,} {found}" for found in OUTCOMES)
    print(f"{drawn:,} datasets in {cpu:,.0f} s of CPU ({drawn / cpu:,.0f} a second): {words}")
    if given.output is not None:
        write(counts, totals, given.output)
    return 1 if totals["violates"] or totals["not judged"] or totals["fails"] else 0


def write(counts: Counter[Any], totals: Counter[str], path: Path) -> None:
    """Write a line for each kind, model, method, recoding and format, and one for all."""
    with path.open("w", newline="") as file:
        lines = csv.writer(file, lineterminator="\n")
        lines.writerow(["kind", "model", "method", "recoding", "format", "datasets", *OUTCOMES])
        for way in sorted({way for way, _ in counts}):
            of_way = [counts[way, found] for found in OUTCOMES]
            lines.writerow([*way, sum(of_way), *of_way])
        lines.writerow(["all", "", "", "", "", totals.total(), *(totals[one] for one in OUTCOMES)])


if __name__ == "__main__":
    sys.exit(main())
