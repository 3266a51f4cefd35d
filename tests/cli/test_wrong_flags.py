"""Flags that cannot be: status 2, one sentence with the flag and what it takes, nothing written."""

from __future__ import annotations

import shlex

import pytest

from .conftest import ask


@pytest.fixture(autouse=True)
def files(tmp_path):
    """A file of each kind, and what belongs to it."""
    for name, text in {
        "baskets.dat": "1 2\n1\n1 3\n" * 9,
        "people.csv": "id,age,zip\n" + "".join(f"{n},{20 + n % 9},{n % 4}\n" for n in range(40)),
        "words.dat": "b c e g h\na c d i j\na f l\nb e g h\nd f l\n",
        "rules.txt": "a c -> h\n",
        "items.csv": "".join(f"{item};*\n" for item in "abcdefghijl"),
        "tabs.csv": "tea\trum\n" * 4,
    }.items():
        (tmp_path / name).write_text(text)


CALLS = {
    "baskets": "anonymize baskets.dat -k 3 -o r.dat",
    "table": "anonymize people.csv -k 4 --qi age,zip -o r.csv",
    "rules": "anonymize words.dat --model rules=rules.txt,k=3,c=0.6 -o r.dat",
    "verify": "verify baskets.dat -k 3",
    "verify a table": "verify people.csv -k 3 --qi age",
    "measure": "measure baskets.dat baskets.dat",
    "measure a table": "measure people.csv people.csv --qi age",
    "mine": "mine baskets.dat -s 2",
    "mine a table": "mine people.csv -s 2 --qi age",
    "inspect": "inspect baskets.dat",
}


def refused(shoal, tmp_path, call: str, flags: str) -> str:
    """The sentence about the flags of a call, in place of its own."""
    words, more = shlex.split(CALLS[call]), shlex.split(flags)
    flag = more[0].partition("=")[0]
    if flag in words:
        at = words.index(flag)
        del words[at : at + 2]
    return ask(shoal, tmp_path, 2, *words, *more)


@pytest.mark.parametrize(
    ("call", "flags", "flag"),
    [
        ("anonymize people.csv -o r.csv --qi age", "--model k=10 --model k=3", "--model"),
        ("anonymize people.csv -o r.csv --qi age", "-k 10 -k 3", "-k"),
        ("anonymize people.csv -o r.csv -k 3", "--qi age --qi=zip", "--qi"),
        ("anonymize people.csv -k 3 --qi age", "-o r.csv --output s.csv", "--output"),
        ("verify people.csv --qi age", "-k10 -k3", "-k"),
        ("mine baskets.dat", "-s 2 --top 3 -s 3", "--min-support"),
        ("hierarchy build people.csv", "--column age --column zip", "--column"),
        ("rules generate words.dat -o r.txt", "--sensitive h --sensitive g", "--sensitive"),
    ],
)
def test_a_flag_is_given_once(shoal, tmp_path, call, flags, flag):
    sentence = ask(shoal, tmp_path, 2, *call.split(), *flags.split())
    assert sentence.startswith(f"shoal: {flag} is given twice: give it once; ")
    assert "separate them by commas" in sentence
    assert not [*tmp_path.glob("[rs].csv")]


def test_a_flag_given_twice_beside_help_and_switches_that_repeat(shoal):
    helped = shoal("anonymize", "-k", "3", "-k", "4", "--help")
    assert helped.returncode == 0
    assert shoal("verify", "baskets.dat", "-k", "3", "--json", "--json").returncode == 0


#: What a flag of a call takes, and what it does not.
VALUES = [
    ("baskets", "--seed", "a whole number from 0 to 2^64 - 1", ["x", "-1", "1.5", "9" * 30]),
    ("baskets", "--threads", "a whole number from 1 to 1,024", ["0", "100000", "two"]),
    ("baskets", "--time-limit", "a positive number of seconds", ["0", "-1", "1h", "inf", "nan"]),
    ("baskets", "--memory-limit", "a size such as '500M' or '4G'", ["lots", "5x", "0", "-4G"]),
    ("baskets", "--budget", "a whole number of search nodes", ["0", "x", "9" * 20]),
    ("baskets", "--certificate", "'none', 'quick' or 'tight'", ["gold", ""]),
    ("baskets", "--report", "the path of a file, such as 'report.html'", ["''"]),
    ("table", "--qi", "names of columns, such as age,sex", ["age,", ",", "''"]),
    ("table", "--keep", "names of columns, such as age,sex", ["''"]),
    ("table", "--weights", "such as age=2,sex=0.5", ["age", "age=much", "age=-1", "age=nan"]),
    ("table", "--max-level", "a whole number for each column", ["age=x", "age=-1", "3"]),
    ("table", "--recoding", "auto, bands, hierarchy, range or set", ["magic", "age=magic", "age="]),
    ("table", "--suppression-limit", "a share of the rows from 0 to 1", ["200%", "x", "-1"]),
    ("rules", "--alpha", "a whole number of at least 1, or 'full'", ["0", "most"]),
    ("rules", "--gamma", "a whole number of at least 1", ["0", "x"]),
    ("rules", "--queries", "a whole number of at least 1, or the path of a file", ["0"]),
    ("rules", "--weights", "a number for each item", ["a", "a=much", "a=-1", "w.csv"]),
    ("rules", "--sensitive", "items, patterns or files", [",", "''"]),
    ("verify a table", "--qi", "names of columns, such as age,sex", ["age,"]),
    ("measure a table", "--weights", "such as age=2,sex=0.5", ["age=much"]),
]


@pytest.mark.parametrize(
    ("call", "flag", "takes", "value"),
    [(call, flag, takes, value) for call, flag, takes, values in VALUES for value in values],
)
def test_values(shoal, tmp_path, call, flag, takes, value):
    sentence = refused(shoal, tmp_path, call, f"{flag}={value}")
    assert sentence.startswith(f"shoal: {flag} takes ")
    assert takes in sentence
    assert sentence.endswith(f", not {shlex.split(value or repr(''))[0]!r}")


@pytest.mark.parametrize(
    "call", [*CALLS, "anonymize tabs.csv -k 2 -o r.csv", "hierarchy check tabs.csv"]
)
@pytest.mark.parametrize("mark", [";;", "", "é", '"', "x", "5", "\n"])
def test_separators(shoal, tmp_path, call, mark):
    words = shlex.split(CALLS.get(call, call))
    sentence = ask(shoal, tmp_path, 2, *words, "--separator", mark)
    assert sentence.startswith("shoal: --separator takes ")
    assert "tab" in sentence
    assert repr(mark) in sentence


#: Names, and what there is instead.
NAMES = {
    "--method magic": (
        "baskets",
        "--method 'magic' does not fit baskets under k=3; allowed: auto, sweep",
    ),
    "--method mondrian": ("baskets", "'mondrian' does not fit baskets under k=3; allowed: auto,"),
    "--method top-down": ("table", "'top-down' does not fit table under k=4; allowed: auto,"),
    "--method sweep": (
        "rules",
        "'sweep' does not fit baskets under rules=rules.txt,k=3,c=0.6; allow",
    ),
    "--format excel": ("baskets", "fimi, csv, spmf, parquet, arrow, long"),
    "--engine spark": ("baskets", "unknown --engine 'spark'; allowed: local"),
    "--kind graph": ("verify", "unknown --kind 'graph'; allowed: baskets, table"),
    "--kind table": ("verify", "a table needs --qi"),
    "--target best": ("mine", "all, closed, maximal, longest"),
    "--by weight --top 3": ("mine", "support, length"),
    "--nonsense": ("baskets", "No such option: --nonsense"),
}


@pytest.mark.parametrize("flags", NAMES)
def test_names(shoal, tmp_path, flags):
    call, words = NAMES[flags]
    assert words in refused(shoal, tmp_path, call, flags)


NOTHING = "means nothing for"

#: What has no use in a run, and where it has one.
STRANGERS = [
    ("baskets", "--keep age", NOTHING, "baskets with method sweep; it is for a table, which needs"),
    ("baskets", "--sensitive age", NOTHING, "a table, which needs --qi and method rbat"),
    ("baskets", "--weights a=2", NOTHING, "a table, which needs --qi and method rbat"),
    ("baskets", "--alpha 2", NOTHING, "baskets with method sweep; it is for method rbat"),
    ("baskets", "--query-items 2", NOTHING, "it is for method rbat"),
    ("baskets", "--method patternka --taxonomy items.csv", NOTHING, "with method patternka"),
    ("table", "--column x", NOTHING, "a table with method sweep; it is for baskets"),
    ("table", "--taxonomy items.csv", NOTHING, "it is for baskets"),
    ("table", "--budget 5", NOTHING, "method sweep for baskets and method patternka for baskets"),
    ("table", "--exact", NOTHING, "method sweep for baskets and method patternka for baskets"),
    ("table", "--seed 3", NOTHING, "a table with method sweep"),
    ("rules", "--taxonomy items.csv", NOTHING, "with method rbat"),
    ("rules", "--budget 9", NOTHING, "with method rbat; it is for method sweep for baskets and"),
    ("rules", "--keep a", NOTHING, "baskets with method rbat; it is for a table, which needs --qi"),
    ("verify", "--person id", "means nothing for baskets", "a table, which needs --qi"),
    ("verify a table", "--column x", "means nothing for a table", "it is for baskets"),
    ("measure", "--recoding set", "means nothing for baskets", "a table, which needs --qi"),
    ("measure", "--weights a=2", "comes with a mapping", "give --mapping FILE"),
    ("measure", "--queries 9", "comes with a mapping", "give --mapping FILE"),
    ("measure a table", "--taxonomy items.csv", "means nothing for a table", "for baskets"),
    ("mine", "--hierarchies .", "means nothing for baskets", "a table, which needs --qi"),
    ("mine a table", "--taxonomy items.csv", "means nothing for a table", "it is for baskets"),
]


@pytest.mark.parametrize(("call", "flags", "why", "what"), STRANGERS)
def test_flags_that_have_no_use(shoal, tmp_path, call, flags, why, what):
    sentence = refused(shoal, tmp_path, call, flags)
    flag = shlex.split(flags)[-1 if flags.endswith("--exact") else -2]
    assert sentence.startswith(f"shoal: {flag} {why}")
    assert what in sentence


#: Numbers of flags that one command alone has.
OWN = [
    ("measure", "--seed -1", "'--seed': "),
    ("measure", "-k x", "'-k': "),
    ("measure", "-k 3", "k is for tables"),
    ("inspect", "--seed x", "'--seed': "),
    ("inspect", "--seed -1", "'--seed': "),
    ("inspect", "--threads 0", "from 1 to 1,024"),
    ("mine", "--top 0", "a whole number of at least 1"),
    ("mine", "--top 3 --limit 3", "give one of them"),
    ("mine", "--limit -1", "a whole number of at least 1"),
    ("mine", "--min-length 4 --max-length 2", "min_length is 4"),
    ("mine", "--time-limit 0", "positive"),
    ("mine", "--time-limit x", "'--time-limit': "),
    ("mine", "--memory-limit lots", "500M, 4G"),
    ("mine", "-s 0", "from 1 on"),
    ("mine", "-s few", "from 1 on"),
    ("mine", "-s 99999999999999999999", "from 1 on"),
    ("mine", "-o p.xls", ".parquet"),
    ("baskets", "--budget 9 --exact", "one or the other"),
    ("verify", "-k 3,4", "unknown model 'k=3/4'; write it as k=10"),
]


@pytest.mark.parametrize(("call", "flags", "words"), OWN)
def test_numbers(shoal, tmp_path, call, flags, words):
    assert words in refused(shoal, tmp_path, call, flags)


MODELS = {
    "": "say once how private it must be: -k 10, or --model k=10,l=3",
    "-k 3 --model l=3": "-k and --model say the same: give both in one: --model k=10,l=3",
    "-k ten": "unknown model 'k=ten'; write it as k=10",
    "-k 2.5": "unknown model 'k=2.5'; write it as k=10",
    "-k 3,,4": "unknown model 'k=3//4'; write it as k=10",
    "-k 1": "at least 2, not 1",
    "-k -5": "at least 2, not -5",
    "-k 1,4": "at least 2, not 1",
    "--model z=3": "unknown model 'z=3'; allowed: k=10, km=10,2, l=3, t=0.2, alpha=0.5,k=10, ",
    "--model k=5,10": "unknown model 'k=5,10'; write it as k=10",
    "--model km=3,2": "generalizes items by a taxonomy: give one with --taxonomy FILE",
    "--model km=3,2 --qi a": "model km=3,2 is for baskets, and this is",
}


@pytest.mark.parametrize("flags", MODELS)
def test_models(shoal, tmp_path, flags):
    words = shlex.split(f"anonymize baskets.dat -o r.dat {flags}")
    assert MODELS[flags] in ask(shoal, tmp_path, 2, *words)
