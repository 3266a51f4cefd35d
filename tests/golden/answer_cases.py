"""Calls whose JSON document is kept in full: verify, measure, mine, inspect and others."""

from __future__ import annotations

from .case import Case
from .table_cases import MORE, TREES


def _after() -> dict[str, tuple[str, str]]:
    """Return calls about a release: its case, and the words."""
    priced = "measure {data}/pos.dat {out}/release.dat"
    table = "{data}/people.csv {out}/release.csv"
    single = "--model rules={data}/single.txt"
    return {
        "verify-k": ("pos-auto-k5", "verify {out}/release.dat -k 5"),
        "verify-k-broken": ("pos-auto-k5", "verify {out}/release.dat -k 500"),
        "verify-km": ("pos-km-2", "verify {out}/release.dat --model km=5,2"),
        "verify-rules": ("rules-single", f"verify {{out}}/release.dat {single},k=5,c=0.08"),
        "verify-rules-broken": ("rules-single", f"verify {{out}}/release.dat {single},k=90,c=0.1"),
        "verify-table": ("people-tight", f"verify {{out}}/release.csv -k 5 {MORE}"),
        "verify-sensitive": (
            "people-sensitive",
            f"verify {{out}}/release.csv --model k=5 {MORE} --sensitive disease",
        ),
        "measure-baskets": ("pos-auto-k5", priced),
        "measure-taxonomy": (
            "pos-keep-order-taxonomy",
            f"{priced} --taxonomy {{data}}/pos-items.csv",
        ),
        "measure-rules": ("rules-pairs", f"{priced} --queries 200 --seed 3"),
        "measure-tree": ("people-tight", f"measure {table} {MORE} {TREES}"),
        "measure-k": ("people-weights", f"measure {table} {MORE} {TREES} -k 5 --weights age=3"),
        "measure-sets": ("people-mondrian-set", f"measure {table} {MORE} --recoding set"),
        "measure-mixed": (
            "people-sweep-mixed",
            f"measure {table} {MORE} {TREES} --recoding age=range,sex=set",
        ),
    }


#: Calls about an input.
_ALONE = {
    "verify-raw": "verify {data}/clicks.dat -k 2",
    "verify-raw-km": "verify {data}/pos.dat --model km=2,2",
    "verify-raw-persons": "verify {data}/visits.csv -k 2 --qi sex,education --person patient",
    "verify-long": "verify {data}/long.csv -k 2 --id order_id --item product",
    "mine-closed": "mine {data}/clicks.dat -s 20",
    "mine-all": "mine {data}/quest.dat -s 5% --target all",
    "mine-maximal": "mine {data}/ratings.dat -s 30 --target maximal",
    "mine-longest": "mine {data}/pos.dat -s 10 --target longest",
    "mine-top": "mine {data}/clicks.dat --top 15",
    "mine-top-length": "mine {data}/pos.dat -s 12 --top 10 --by length",
    "mine-lengths": "mine {data}/pos.dat -s 12 --min-length 2 --max-length 3",
    "mine-limit": "mine {data}/pos.dat -s 5 --limit 40 --threads 1",
    "mine-taxonomy": "mine {data}/pos.dat -s 40 --taxonomy {data}/pos-items.csv --top 20",
    "mine-table": f"mine {{data}}/people.csv -s 60 {MORE} {TREES} --top 20",
    "inspect-baskets": "inspect {data}/clicks.dat",
    "inspect-csv": "inspect {data}/named.csv",
    "inspect-long": "inspect {data}/long.csv",
    "inspect-parquet": "inspect {data}/same.parquet",
    "inspect-table": "inspect {data}/people.csv",
    "inspect-dates": "inspect {data}/dates.csv --seed 2",
    "inspect-visits": "inspect {data}/visits.csv",
    "inspect-hierarchy": "inspect {data}/hierarchies/age.csv",
    "inspect-table-parquet": "inspect {data}/people.parquet",
    "rules-check": "rules check {data}/pos.dat {data}/single.txt -k 5 -c 0.9",
    "rules-check-strict": "rules check {data}/pos.dat {data}/single.txt -k 1590 -c 0.1",
    "rules-generate": "rules generate {data}/pos.dat --sensitive 11,42 -o {out}/rules.txt",
    "rules-random": "rules generate {data}/pos.dat --sensitive 11 --random 30 -o {out}/rules.txt",
    "hierarchy-show": "hierarchy show {data}/hierarchies/zip.csv",
    "hierarchy-check": "hierarchy check {data}/hierarchies/age.csv --data {data}/people.csv",
    "hierarchy-intervals": (
        "hierarchy build {data}/people.csv --column age --intervals 5,10 -o {out}/age.csv"
    ),
    "hierarchy-similarity": (
        "hierarchy build {data}/people.csv --column occupation --similarity -o {out}/job.csv"
    ),
    "mine-written": "mine {data}/pos.dat -s 12 -o {out}/patterns.csv",
}


def answer_cases(cases: list[Case]) -> list[Case]:
    """Return the calls; those about a release come after the case that makes it."""
    made = {case.name: case for case in cases}
    alone = [Case(name, (*words.split(), "--json")) for name, words in _ALONE.items()]
    return alone + [
        Case(name, (*words.split(), "--json"), after=(made[before],))
        for name, (before, words) in _after().items()
    ]
