"""Calls that anonymize generated baskets."""

from __future__ import annotations

from .case import Case, anonymize

#: What is read and the flags that go with it; each is published in all formats of OUTPUTS.
SOURCES = {
    "csv": ("same.csv", ""),
    "long": ("long.csv", "--id order_id --item product"),
    "parquet": ("same.parquet", ""),
    "spmf": ("same.spmf", ""),
    "named": ("named.csv", ""),
}
OUTPUTS = (
    *("release.csv", "release.tsv", "release.parquet", "release.arrow", "release.spmf"),
    *("release.csv.gz", "release.csv.zst", "release"),
)


def _methods() -> list[Case]:
    calls = {
        "auto": "",
        "sweep": "--method sweep",
        "patternka": "--method patternka",
        "tight": "--certificate tight",
        "none": "--certificate none",
        "patternka-tight": "--method patternka --certificate tight",
        "patternka-exact": "--method patternka --exact",
    }
    cases = [
        anonymize(f"{source}-{name}-k{k}", f"{source}.dat", f"-k {k} {flags}")
        for source in ("clicks", "pos", "quest", "ratings")
        for name, flags in calls.items()
        for k in ((2, 5, 25) if name == "auto" else (5,))
    ]
    trees = "--taxonomy {data}/clicks-items.csv"
    for k in (3, 10):
        for method in ("sweep", "top-down"):
            flags = f"-k {k} --method {method} {trees}"
            cases.append(anonymize(f"clicks-taxonomy-{method}-k{k}", "clicks.dat", flags))
    # Taxonomies that help little: the groups by items alone lose less than those from the top.
    for name in ("flat", "mixed"):
        for method in ("sweep", "top-down"):
            flags = f"-k 5 --method {method} --taxonomy {{data}}/{name}-items.csv"
            cases.append(anonymize(f"clicks-{name}-{method}", "clicks.dat", flags))
    for method in ("sweep", "patternka"):
        flags = f"--model k=7 --method {method}"
        cases.append(anonymize(f"clicks-{method}-model", "clicks.dat", flags))
    return cases


def _options() -> list[Case]:
    taxonomy = "--taxonomy {data}/pos-items.csv"
    calls = {
        "keep-order": "-k 5 --keep-order",
        "no-shuffle": "-k 5 --no-shuffle --method patternka",
        "keep-order-taxonomy": f"-k 5 --keep-order {taxonomy}",
        "taxonomy-curve": f"-k 5,10 {taxonomy}",
        "curve": "-k 5,10",
        "curve-tight": "-k 3,6,12 --certificate tight",
        "curve-patternka": "--model k=5/10 --method patternka",
        "seed-7": "-k 5 --seed 7",
        "seed-8-patternka": "-k 5 --seed 8 --method patternka",
        "budget": "-k 5 --budget 50",
        "budget-patternka": "-k 5 --budget 200 --method patternka",
        "exact": "-k 5 --exact",
        "one-thread": "-k 5 --threads 1",
        "two-threads-tight": "-k 5 --threads 2 --certificate tight",
        "km-1": f"--model km=5,1 {taxonomy}",
        "km-2": f"--model km=5,2 {taxonomy}",
        "km-3": f"--model km=3,3 {taxonomy} --method km-apriori",
        "km-keep-order": f"--model km=5,2 {taxonomy} --keep-order --certificate none",
    }
    cases = [anonymize(f"pos-{name}", "pos.dat", flags) for name, flags in calls.items()]
    cases.append(anonymize("pos-km-csv", "pos.dat", calls["km-2"], "release.csv"))
    cases += [
        anonymize(f"{source}-content", f"{source}.dat", "-k 4")
        for source in ("repeats", "gaps", "few", "codes", "windows")
    ]
    return cases


def _rules() -> list[Case]:
    single, pairs = "rules={data}/single.txt", "rules={data}/pairs.txt"
    calls = {
        "intact": f"--model {single},k=5,c=0.9",
        "single": f"--model {single},k=5,c=0.08",
        "single-alpha-1": f"--model {single},k=40,c=0.9 --alpha 1",
        "single-strict": f"--model {single},k=60,c=0.05",
        "pairs": f"--model {pairs},k=5,c=0.9",
        "alpha-1": f"--model {pairs},k=5,c=0.9 --alpha 1 --method rbat",
        "alpha-4": f"--model {pairs},k=5,c=0.9 --alpha 4 --gamma 2",
        "alpha-full": f"--model {pairs},k=5,c=0.9 --alpha full",
        "pairs-strict": f"--model {pairs},k=20,c=0.1",
        "sensitive": f"--model {pairs},k=5,c=0.9 --sensitive [1]1,42",
        "both": "--model rules={data}/both.txt,k=5,c=0.01",
        "weights": f"--model {pairs},k=5,c=0.9 --weights 1=3,2=0.25",
        "weights-file": f"--model {single},k=40,c=0.9 --weights @{{data}}/weights.csv",
        "queries": f"--model {pairs},k=5,c=0.9 --queries 200 --query-items 1 --seed 3",
        "queries-file": f"--model {single},k=40,c=0.9 --queries {{data}}/queries.txt",
        "keep-order": f"--model {pairs},k=5,c=0.9 --keep-order",
        "curve": f"--model {single},k=20/40,c=0.9",
    }
    cases = [anonymize(f"rules-{name}", "pos.dat", flags) for name, flags in calls.items()]
    named = "--model rules={data}/names.txt,k=10,c=0.9"
    return cases + [
        anonymize(f"rules-named-{place}", "named.csv", named, f"release.{place}")
        for place in ("csv", "parquet", "csv.gz")
    ]


def _formats() -> list[Case]:
    cases = [
        anonymize(f"{name}-to-{output}", source, f"-k 5 {flags}", output)
        for name, (source, flags) in SOURCES.items()
        for output in OUTPUTS
    ]
    further = {
        "tsv-to-csv": ("same.tsv", "-k 5", "release.csv"),
        "bars": ("bars.csv", "-k 5 --separator |", "release.csv"),
        "bars-told": ("bars.csv", "-k 5 --separator |", "release.csv"),
        "tab-told": ("same.tsv", "-k 5 --separator tab --format csv", "release.csv"),
        "gz-to-gz": ("same.dat.gz", "-k 5", "release.dat.gz"),
        "zst-to-zst": ("same.dat.zst", "-k 5", "release.dat.zst"),
        "gz-to-none": ("same.dat.gz", "-k 5", "release"),
        "arrow-to-arrow": ("same.arrow", "-k 5", "release.arrow"),
        "arrow-to-feather": ("same.arrow", "-k 5 --format arrow", "release.feather"),
        "spmf-names": ("named.spmf", "-k 5", "release.spmf"),
        "spmf-names-txt": ("named.spmf", "-k 5", "release.txt"),
        "spmf-sequences": ("sequences.spmf", "-k 5", "release.dat"),
        "column": ("two.parquet", "-k 5 --column other", "release.parquet"),
        "long-guessed": ("long.csv", "-k 5 --format long", "release.csv"),
        "long-format": ("long.csv", "-k 5 --format long", "release.tsv.gz"),
        "long-parquet": ("long.parquet", "-k 5 --format long", "release.parquet"),
        "long-sold": ("sold.tsv", "-k 5 --id till --item what", "release.csv"),
        "long-keep-order": ("long.csv", "-k 5 --format long --keep-order", "release.csv"),
        "long-km": (
            "long.csv",
            "--id order_id --item product --model km=5,2 --taxonomy {data}/named-items.csv",
            "release.csv",
        ),
        "fimi-told": ("same.spmf", "-k 5 --format fimi", "release.fimi"),
    }
    return cases + [anonymize(f"format-{name}", *call) for name, call in further.items()]


def _refused() -> list[Case]:
    calls = {
        "k-above-rows": ("few.dat", "-k 9"),
        "k-1": ("clicks.dat", "-k 1"),
        "k-no-number": ("clicks.dat", "-k many"),
        "no-promise": ("clicks.dat", ""),
        "two-promises": ("clicks.dat", "-k 5 --model k=5"),
        "unknown-model": ("clicks.dat", "--model l=3"),
        "unknown-method": ("clicks.dat", "-k 5 --method magic"),
        "unknown-flag": ("clicks.dat", "-k 5 --magic"),
        "unknown-certificate": ("clicks.dat", "-k 5 --certificate gold"),
        "unknown-format": ("clicks.dat", "-k 5 --format xml"),
        "other-method": ("clicks.dat", "-k 5 --method rbat"),
        "top-down-alone": ("clicks.dat", "-k 5 --method top-down"),
        "patternka-taxonomy": (
            "clicks.dat",
            "-k 5 --method patternka --taxonomy {data}/clicks-items.csv",
        ),
        "km-alone": ("pos.dat", "--model km=5,2"),
        "km-rows": ("few.dat", "--model km=9,2 --taxonomy {data}/clicks-items.csv"),
        "taxonomy-lacks": ("pos.dat", "-k 5 --taxonomy {data}/some-items.csv"),
        "no-file": ("nowhere.dat", "-k 5"),
        "no-rules": ("pos.dat", "--model rules={data}/nowhere.txt,k=5,c=0.9"),
        "rules-impossible": ("pos.dat", "--model rules={data}/single.txt,k=1601,c=0.9"),
        "rules-confidence": ("pos.dat", "--model rules={data}/single.txt,k=5,c=0.001"),
        "looks-like-table": ("people.csv", "-k 5"),
        "keep-without-qi": ("clicks.dat", "-k 5 --keep disease"),
        "memory": ("clicks.dat", "-k 5 --memory-limit 1M"),
        "wrong-id": ("long.csv", "-k 5 --id nobody --item product"),
        "seed": ("clicks.dat", "-k 5 --seed -1"),
    }
    places = ("release.xlsx", "release.parquet.gz", "nowhere/release.dat", "release.run.json")
    return [
        *(anonymize(f"refused-{name}", *call) for name, call in calls.items()),
        *(anonymize(f"refused-output-{n}", "few.dat", "-k 2", p) for n, p in enumerate(places)),
        anonymize("refused-blank-in-fimi", "named.csv", "-k 5", "release.dat"),
    ]


BASKET_CASES = [*_methods(), *_options(), *_rules(), *_formats(), *_refused()]
