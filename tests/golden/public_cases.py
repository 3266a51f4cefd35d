"""Calls that anonymize public files; see the folder's own README for where they come from."""

from __future__ import annotations

from .case import Case, anonymize

ADULT = "--qi age,workclass,education,marital-status,occupation,race,sex,native-country"
ADULT_TREES = f"{ADULT} --hierarchies {{public}}/hierarchies/adult"
NURSERY = (
    "--qi parents,has_nurs,form,children,housing,finance,social,health --sensitive class"
    " --categorical children"
)
HEART = "--qi age,sex,cp,trestbps,chol,thalach --sensitive num"
GROCERIES = "--taxonomy {public}/hierarchies/groceries/items.csv.gz"
BMS_2 = "--taxonomy {public}/hierarchies/bms_webview_2/items.csv.gz"


#: They take seconds each, and others are like them.
LONG = {
    f"public-{name}"
    for name in ("bms2-k50-tight", "adult-missing", "adult-tight-k50", "adult-tree-k5")
} | {f"public-adult-{recoding}-k{k}" for recoding in ("range", "set") for k in (5, 10)}


def _public(name: str, source: str, flags: str, output: str) -> Case:
    long, flags = name in LONG, f"{flags} --memory-limit 4G"
    return anonymize(name, source, flags, output, public=True, long=long)


def _baskets() -> list[Case]:
    calls = {
        "bms1-k5": ("bms_webview_1", "-k 5"),
        "bms1-k10": ("bms_webview_1", "-k 10"),
        "bms1-k50-patternka": ("bms_webview_1", "-k 50 --method patternka"),
        "bms1-k10-tight": ("bms_webview_1", "-k 10 --certificate tight"),
        "bms1-curve": ("bms_webview_1", "-k 10,20,50 --certificate none"),
        "bms2-k5": ("bms_webview_2", "-k 5"),
        "bms2-k20-patternka": ("bms_webview_2", "-k 20 --method patternka"),
        "bms2-k50-tight": ("bms_webview_2", "-k 50 --certificate tight"),
        "bms2-k10-taxonomy": ("bms_webview_2", f"-k 10 {BMS_2}"),
        "bms2-top-down": ("bms_webview_2", f"-k 10 --method top-down {BMS_2}"),
        "groceries-k5": ("groceries", "-k 5"),
        "groceries-k10-tight": ("groceries", "-k 10 --certificate tight"),
        "groceries-k10-taxonomy": ("groceries", f"-k 10 {GROCERIES}"),
        "groceries-top-down": ("groceries", f"-k 10 --method top-down {GROCERIES}"),
        "groceries-km": ("groceries", f"--model km=10,2 {GROCERIES}"),
        "groceries-order": ("groceries", "-k 10 --keep-order --seed 3"),
        "kosarak-k10": ("kosarak_25k", "-k 10"),
        "kosarak-k10-patternka": ("kosarak_25k", "-k 10 --method patternka"),
        "mushroom-k10": ("mushroom", "-k 10"),
        "mushroom-k50": ("mushroom", "-k 50"),
        "mushroom-k20-patternka": ("mushroom", "-k 20 --method patternka"),
        "quest-k20": ("t10i4d100k", "-k 20 --method patternka"),
        "msnbc-k10": ("msnbc_sets", "-k 10"),
    }
    return [
        _public(f"public-{name}", f"{source}.dat.gz", flags, "release.dat")
        for name, (source, flags) in calls.items()
    ]


def _tables() -> list[Case]:
    calls = {
        **{f"adult-tree-k{k}": ("adult", f"-k {k} {ADULT_TREES}") for k in (5, 10, 50)},
        **{
            f"adult-{recoding}-k{k}": ("adult", f"-k {k} {ADULT_TREES} --recoding {recoding}")
            for recoding in ("range", "set")
            for k in (5, 10, 50)
        },
        "adult-tight-k50": ("adult", f"-k 50 {ADULT_TREES} --certificate tight"),
        "adult-mondrian": ("adult", f"-k 10 {ADULT_TREES} --method mondrian"),
        "adult-relaxed": ("adult", f"-k 10 {ADULT} --recoding set --method mondrian-relaxed"),
        "adult-keep-order": (
            "adult",
            f"-k 10 {ADULT_TREES} --method mondrian --keep-order --sensitive salary-class",
        ),
        "adult-missing": ("adult_with_missing", f"-k 10 {ADULT} --recoding set"),
        "nursery-k5": ("nursery", f"-k 5 {NURSERY} --recoding set"),
        "nursery-k20-mondrian": ("nursery", f"-k 20 {NURSERY} --recoding set --method mondrian"),
        "nursery-k10-tree": ("nursery", f"-k 10 {NURSERY} --recoding hierarchy"),
        "heart-k5": ("heart_cleveland", f"-k 5 {HEART} --recoding set"),
        "heart-k5-bands": ("heart_cleveland", f"-k 5 {HEART}"),
        "heart-k5-cover": ("heart_cleveland", f"-k 5 {HEART} --recoding set --method gen-cover-cf"),
        "heart-k10-relaxed": (
            "heart_cleveland",
            f"-k 10 {HEART} --recoding set --method mondrian-relaxed",
        ),
    }
    return [
        _public(f"public-{name}", f"{source}.csv.gz", flags, "release.csv")
        for name, (source, flags) in calls.items()
    ]


PUBLIC_CASES = [*_baskets(), *_tables()]
