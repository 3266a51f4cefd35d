"""Calls that anonymize generated tables."""

from __future__ import annotations

from .case import Case, anonymize

TREES = "--hierarchies {data}/hierarchies"
EXACT = "--recoding set"
FEW, MORE = "--qi age,sex,zip", "--qi age,sex,zip,education,country"


def table(
    name: str, source: str, flags: str, output: str = "release.csv", persons: bool = False
) -> Case:
    """Return a call for a table; the memory it may use is fixed, for the search goes by it."""
    return anonymize(name, source, f"{flags} --memory-limit 4G", output, persons=persons)


def _methods() -> list[Case]:
    recodings = {
        "tree": f"{TREES} --recoding hierarchy",
        "auto": TREES,
        "bands": "",
        "plain": EXACT,
        "range": f"{TREES} --recoding range",
        "set": "--recoding set",
        "mixed": f"{TREES} --recoding age=range,zip=hierarchy,sex=set",
    }
    methods = ("sweep", "gen-cover-cf", "mondrian", "mondrian-relaxed")
    cases = [
        table(f"people-{method}-{name}", "people.csv", f"-k 5 {MORE} --method {method} {flags}")
        for method in methods
        for name, flags in recodings.items()
    ]
    cases += [
        table(f"people-{name}-k{k}", "people.csv", f"-k {k} {FEW} {recodings[name]}")
        for name in ("auto", "plain", "set")
        for k in (2, 20)
    ]
    return cases + [
        table(f"tiny-exact-{name}", "tiny.csv", f"-k 3 {FEW} --method exact {flags}")
        for name, flags in recodings.items()
    ]


def _options() -> list[Case]:
    base = f"-k 5 {MORE} {TREES}"
    every = "--qi age,sex,zip,education,occupation,marital_status,country"
    calls = {
        "tight": f"{base} --certificate tight",
        "tight-mondrian": f"{base} --certificate tight --method mondrian",
        "none": f"{base} --certificate none",
        "all-columns": f"-k 4 {every} {TREES}",
        "all-columns-sets": f"-k 4 {every} --recoding set --sensitive disease",
        "sensitive": f"{base} --sensitive disease",
        "keep": f"{base} --sensitive disease --keep occupation,marital_status",
        "keep-order": f"{base} --sensitive disease --keep-order",
        "weights": f"{base} --weights age=3,sex=0.5",
        "weights-sets": f"-k 5 {MORE} --recoding set --weights zip=4,country=0.1",
        "max-level": f"{base} --max-level age=2,zip=1",
        "max-level-mondrian": f"{base} --max-level age=2 --method mondrian",
        "max-level-cover": f"{base} --max-level age=1,education=1 --method gen-cover-cf",
        "suppression-limit": f"-k 5 {FEW} {TREES} --max-level age=2 --suppression-limit 90%",
        "curve": f"-k 5,10 {MORE} {TREES}",
        "categorical": f"-k 5 {FEW} --categorical age {EXACT}",
        "numeric": f"-k 5 {FEW} --numeric zip {EXACT}",
        "one-column": f"-k 5 --qi zip --sensitive disease {EXACT}",
        "one-thread": f"{base} --threads 1",
        "one-hierarchy": f"-k 5 {FEW} --hierarchies {{data}}/hierarchies/age.csv "
        "--recoding sex=set,zip=set",
        "model": f"--model k=6 {FEW} {EXACT}",
        "by-name": f"-k 5 {FEW} --recoding age=range,sex=set,zip=set",
    }
    return [table(f"people-{name}", "people.csv", flags) for name, flags in calls.items()]


def _contents() -> list[Case]:
    jobs = "--qi age,occupation,country"
    dates = "--qi born,sex,zip --sensitive disease"
    wages = "--qi wage,code,sex"
    calls = {
        "missing": ("people.csv", f"-k 5 {jobs} {TREES}"),
        "missing-sets": ("people.csv", f"-k 5 {jobs} --recoding set"),
        "missing-marks": ("marks.csv", f"-k 5 {jobs} {TREES} --method mondrian"),
        "missing-kept": ("marks.csv", f"-k 5 {FEW} {EXACT} --keep country,occupation"),
        "dates": ("dates.csv", f"-k 5 {dates} {EXACT}"),
        "dates-mondrian": ("dates.csv", f"-k 5 {dates} {EXACT} --method mondrian-relaxed"),
        "dates-tree": ("dates.csv", f"-k 5 {dates} --recoding hierarchy"),
        "dates-parquet": ("dates.parquet", f"-k 5 {dates} {EXACT}", "release.parquet"),
        "dates-arrow-csv": ("dates.parquet", f"-k 5 {dates} {EXACT}", "release.csv"),
        "decimals": ("wages.csv", f"-k 5 {wages} {EXACT}"),
        "decimals-sets": ("wages.csv", f"-k 5 {wages} --recoding set --method gen-cover-cf"),
        "equal-rows": ("equal.csv", f"-k 5 --qi sex,marital_status --sensitive disease {EXACT}"),
        "tsv": ("people.tsv", f"-k 5 {FEW} {EXACT}", "release.tsv"),
        "tsv-csv": ("people.tsv", f"-k 5 {FEW} {EXACT}", "release.csv"),
        "semicolons": ("semicolons.csv", f"-k 5 {FEW} {EXACT} --sensitive disease --separator ;"),
        "separator": ("semicolons.csv", f"-k 5 {FEW} {EXACT} --separator ;", "release.csv"),
        "gz": ("people.csv.gz", f"-k 5 {FEW} {TREES}", "release.csv.gz"),
        "zst": ("people.csv", f"-k 5 {FEW} {TREES}", "release.csv.zst"),
        "no-suffix": ("people.csv", f"-k 5 {FEW} {TREES}", "release"),
        "csv-parquet": (
            "people.csv",
            f"-k 5 {MORE} {EXACT} --sensitive disease",
            "release.parquet",
        ),
        "csv-arrow": ("people.csv", f"-k 5 {MORE} {TREES} --keep disease", "release.arrow"),
        "parquet": ("people.parquet", f"-k 5 {MORE} {TREES} --keep disease", "release.parquet"),
        "parquet-csv": (
            "people.parquet",
            f"-k 5 {MORE} {EXACT} --sensitive disease",
            "release.csv",
        ),
        "parquet-keep": (
            "people.parquet",
            f"-k 5 {FEW} {EXACT} --keep id,country",
            "release.parquet",
        ),
        "arrow": ("people.arrow", f"-k 5 {MORE} {TREES}", "release.arrow"),
    }
    return [table(f"table-{name}", *call) for name, call in calls.items()]


def _persons() -> list[Case]:
    base = f"--person patient {FEW} --sensitive disease"
    calls = {
        "bands": f"-k 3 {base}",
        "sweep": f"-k 3 {base} {EXACT}",
        "sweep-trees": f"-k 3 {base} {TREES}",
        "sweep-tight": f"-k 3 {base} {TREES} --certificate tight",
        "cover": f"-k 3 {base} {TREES} --method gen-cover-cf",
        "mondrian": f"-k 3 {base} {TREES} --method mondrian",
        "relaxed-sets": f"-k 3 {base} --recoding set --method mondrian-relaxed",
        "keep-order": f"-k 3 {base} {EXACT} --keep-order",
        "k-above-persons": f"-k 250 {base}",
    }
    return [table(f"persons-{n}", "visits.csv", flags, persons=True) for n, flags in calls.items()]


def _refused() -> list[Case]:
    calls = {
        "k-above-rows": ("tiny.csv", f"-k 15 {FEW}"),
        "unknown-method": ("people.csv", f"-k 5 {FEW} --method magic"),
        "basket-method": ("people.csv", f"-k 5 {FEW} --method top-down"),
        "unknown-column": ("people.csv", "-k 5 --qi age,height"),
        "two-roles": ("people.csv", f"-k 5 {FEW} --sensitive age"),
        "unknown-recoding": ("people.csv", f"-k 5 {FEW} --recoding magic"),
        "exact-large": ("people.csv", f"-k 5 {FEW} --method exact"),
        "suppression": (
            "people.csv",
            f"-k 20 {MORE} {TREES} --max-level age=1,zip=1 --suppression-limit 1%",
        ),
        "max-level": ("people.csv", f"-k 5 {FEW} {TREES} --max-level age=9"),
        "weights": ("people.csv", f"-k 5 {FEW} --weights age=-1"),
        "km": ("people.csv", f"--model km=5,2 {FEW}"),
        "seed": ("people.csv", f"-k 5 {FEW} --seed 4"),
        "no-hierarchies": ("people.csv", f"-k 5 {FEW} --hierarchies {{data}}/nowhere"),
        "numeric": ("people.csv", "-k 5 --qi age,education --numeric education"),
    }
    return [
        *(table(f"refused-table-{name}", *call) for name, call in calls.items()),
        table("refused-table-dat", "people.csv", f"-k 5 {FEW}", "release.dat"),
    ]


TABLE_CASES = [*_methods(), *_options(), *_contents(), *_persons(), *_refused()]
