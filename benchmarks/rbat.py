"""The experiments of the MR-RBAT paper on generated point-of-sale data: time, ARE and skewness.

Every run is a process of its own: it reads the baskets, draws rules, anonymizes and measures.
"""

from __future__ import annotations

import argparse
import csv
import json
import sys
import tempfile
import time
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any

from file_to_file import python, step

RESULTS = Path(__file__).parent / "results"

#: What the issue asks for: seconds of a whole run by size, and memory.
LIMITS = {1.0: 60, 4.0: 240}
GIB = 8

GENERATE = """
import sys, shoal
rows, items, longest = map(int, sys.argv[2:])
shoal.write(shoal.datasets.generate_pos(rows, items, longest=longest), sys.argv[1])
"""


@dataclass(frozen=True)
class Setting:
    """One run; the values are those that stay the same while another one is varied."""

    size: float = 1.0  # |D|, in multiples of the generated data
    items: float = 1.0  # share of the items that is kept, the most frequent ones
    rules: int = 4_000
    alpha: int | str = 4  # "full" is RBAT
    gamma: int = 4
    k: int = 5
    c: float = 0.9
    sensitive: float = 0.1  # share of the items
    threads: int = 2


#: What is varied in each experiment, and how far.
EXPERIMENTS: dict[str, tuple[Any, ...]] = {
    "size": (0.5, 1.0, 2.0, 4.0),
    "alpha": (1, 4, 16, 64, "full"),
    "items": (0.25, 0.5, 0.75, 1.0),
    "gamma": (1, 2, 4, 8, 16, 64),
    "rules": (1_000, 2_000, 4_000, 8_000),
}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--experiment", choices=[*EXPERIMENTS, "all"], default="all")
    parser.add_argument("--scale", type=float, default=1.0, help="shrink rows, items and rules")
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--limits", action="store_true", help="check 1X and 4X, nothing else")
    parser.add_argument("--results", type=Path, default=RESULTS, help="folder of the CSV and SVG")
    parser.add_argument("--one", nargs=2, metavar=("FILE", "SETTING"), help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.one:
        source, setting = options.one
        print(json.dumps(run_here(Path(source), Setting(**json.loads(setting)))))
        return
    base = Setting(rules=max(int(4_000 * options.scale), 1), threads=options.threads)
    with tempfile.TemporaryDirectory() as folder:
        source = generate(Path(folder) / "pos.dat", options.scale)
        if options.limits:
            kept = [within_limits(source, base, size) for size in LIMITS]
            sys.exit(not all(kept))
        chosen = EXPERIMENTS if options.experiment == "all" else [options.experiment]
        rows = run_all(source, base, list(chosen), options.scale)
    options.results.mkdir(parents=True, exist_ok=True)
    with (options.results / "rbat.csv").open("w", newline="") as file:
        table = csv.DictWriter(file, rows[0], lineterminator="\n")
        table.writeheader()
        table.writerows(rows)
    from rbat_plot import draw  # only here, so that no run pays for the plots

    draw(rows, options.results / "rbat.svg")
    print(f"written: {options.results / 'rbat.csv'} and rbat.svg")


def generate(path: Path, scale: float) -> Path:
    """Write the data of size 1X."""
    rows, items = max(int(515_597 * scale), 100), min(max(int(1_657 * scale), 100), 1_657)
    made = python(GENERATE, str(path), str(rows), str(items), str(min(164, items // 2)))
    if made.status:
        raise SystemExit(f"the data could not be generated: status {made.status}")
    print(f"1X: {rows:,} rows, {items:,} items, made in {made.seconds:.1f} s", flush=True)
    return path


def run_all(
    source: Path, base: Setting, experiments: list[str], scale: float
) -> list[dict[str, Any]]:
    """Run the experiments; a setting that several of them share is run once."""
    done: dict[Setting, dict[str, Any]] = {}
    rows = []
    for experiment in experiments:
        for value in EXPERIMENTS[experiment]:
            scaled = max(int(value * scale), 1) if experiment == "rules" else value
            setting = replace(base, **{experiment: scaled})
            if setting not in done:
                done[setting] = run(source, setting)
            rows.append({"experiment": experiment, "x": scaled, **done[setting]})
            print(line(f"{experiment} {scaled}", done[setting]), flush=True)
    return rows


def run(source: Path, setting: Setting) -> dict[str, Any]:
    """Run one setting in a process of its own, timed and weighed."""
    told = json.dumps(asdict(setting))
    made = step(sys.executable, __file__, "--one", str(source), told)
    if made.status:
        raise SystemExit(f"a run ended with status {made.status}: {setting}")
    return {
        **json.loads(made.output),
        "process_seconds": round(made.seconds, 2),
        "cpu_seconds": round(made.cpu, 2),
        "gib": round(made.gib, 3),
    }


def run_here(source: Path, setting: Setting) -> dict[str, Any]:
    """Anonymize in this process; only the call itself is timed."""
    import shoal
    from rbat_data import rules_for, varied
    from shoal.utility import average_relative_error, random_queries

    data = varied(shoal.read(source), size=setting.size, items=setting.items)
    names = shoal.datasets.choose_sensitive(data, setting.sensitive)
    rules = rules_for(data, names, setting.rules)
    start = time.perf_counter()
    release = shoal.anonymize(
        data,
        shoal.PSRules(rules, k=setting.k, c=setting.c),
        sensitive=names,
        alpha=setting.alpha,
        gamma=setting.gamma,
        threads=setting.threads,
    )
    seconds = time.perf_counter() - start
    if not release.verdict.ok:
        raise SystemExit("the release is not protected")
    # Random queries are mostly empty; those drawn from rows are what people would ask.
    asked = random_queries(data, names, occurring=True)
    of_rows = average_relative_error(data, release.data, asked, release.companions["mapping"])
    return {
        "rows": len(data),
        "items": data.item_count,
        "rules": len(rules),
        "seconds": round(seconds, 3),
        "are": release.utility.are.are,
        "empty_share": release.utility.are.empty_share,
        "are_of_rows": of_rows.are,
        "ul_log2": release.loss.log2,
        "sets": release.loss.sets,
        "skewness": release.facts["tree"]["skewness"],
    }


def line(case: str, told: dict[str, Any]) -> str:
    loss = "none" if told["ul_log2"] is None else f"2^{told['ul_log2']:.1f}"
    return (
        f"{case:>11}: {told['seconds']:7.2f} s, process {told['process_seconds']:7.2f} s, "
        f"CPU {told['cpu_seconds']:7.2f} s, {told['gib']:.2f} GiB, ARE {told['are']:.4f} "
        f"({told['empty_share']:.0%} of the queries empty), of rows {told['are_of_rows']:.4f}, "
        f"UL {loss}, {told['sets']:,} sets, skewness {told['skewness']:,}"
    )


def within_limits(source: Path, base: Setting, size: float) -> bool:
    """Run one size and say whether the whole process, reading included, kept the limits."""
    told = run(source, replace(base, size=size))
    seconds = LIMITS[size]
    kept = told["process_seconds"] <= seconds and told["gib"] <= GIB
    print(line(f"{size:g}X", told))
    print(
        f"{size:g}X: {told['process_seconds']:.1f} s (at most {seconds}), {told['gib']:.2f} GiB "
        f"(at most {GIB}): {'pass' if kept else 'MISSED'}",
        flush=True,
    )
    return kept


if __name__ == "__main__":
    main()
