"""``shoal rules``, and ``shoal verify`` for rules: answers, and each bad input."""

from __future__ import annotations

import json

import pytest

from .conftest import SECRET, ask

ORIGINAL = "b c e g h\na c d i j\na f l\nb e g h\nd f l\n"
RELEASE = """\
{a,b,f} {c,d,e} g h
{a,b,f} {c,d,e} i j
{a,b,f} l
{a,b,f} {c,d,e} g h
{a,b,f} {c,d,e} l
"""
MAPPING = "item,published\n" + "".join(
    f'{item},"{{{name}}}"\n' for name in ("a,b,f", "c,d,e") for item in name.split(",")
)
MODEL = "rules=rules.txt,k=3,c=0.6"


@pytest.fixture(autouse=True)
def paper(tmp_path):
    """The worked example of Memon and Shao (2015), tables 1 and 2."""
    (tmp_path / "d.dat").write_text(ORIGINAL)
    (tmp_path / "release.dat").write_text(RELEASE)
    (tmp_path / "map.csv").write_text(MAPPING)
    (tmp_path / "rules.txt").write_text("# one rule\na c -> h\n")


def test_verify(shoal, tmp_path):
    done = shoal("verify", "release.dat", "--model", MODEL, "--mapping", "map.csv")
    assert (done.returncode, done.stderr) == (0, "")
    for words in (f"{MODEL} holds", "least support        4", "largest confidence   0.5"):
        assert words in done.stdout
    failed = shoal("verify", "d.dat", "--model", MODEL)
    assert (failed.returncode, failed.stderr) == (1, "")
    assert f"{MODEL} FAILS" in failed.stdout
    assert "1 (line 2)" in failed.stdout
    document = json.loads(shoal("verify", "d.dat", "--model", MODEL, "--json").stdout)
    assert document["schema"] == "shoal.verify/1"
    assert document["verdict"]["first_offenders"] == [1]
    assert "groups" not in document


def test_verify_finds_the_mapping_beside_the_release(shoal, tmp_path):
    (tmp_path / "map.csv").rename(tmp_path / "release.dat.mapping.csv")
    done = shoal("verify", "release.dat", "--model", MODEL)
    assert done.returncode == 0
    assert done.stderr == ""
    assert "mapping              release.dat.mapping.csv" in done.stdout
    document = json.loads(shoal("verify", "release.dat", "--model", MODEL, "--json").stdout)
    assert document["mapping"] == "release.dat.mapping.csv"
    assert shoal("verify", "release.dat", "-k", 2).returncode == 1


def test_verify_with_what_does_not_fit(shoal, tmp_path):
    verify = ["verify", "release.dat", "--model", MODEL]
    assert "rules.txt, line 2: an item is not in the published data" in ask(
        shoal, tmp_path, 2, *verify
    )
    wrong = ["verify", "d.dat", "--model", MODEL, "--mapping", "map.csv"]
    assert "the mapping does not belong" in ask(shoal, tmp_path, 2, *wrong)
    other = ["verify", "release.dat", "-k", 3, "--mapping", "map.csv"]
    assert "a mapping is for rules, and the model is k=3" in ask(shoal, tmp_path, 2, *other)
    ask(shoal, tmp_path, 2, *verify, "--mapping", "nowhere.csv")
    ask(shoal, tmp_path, 2, *verify, "--mapping", ".")
    for model in ("rules=rules.txt,k=1,c=0.6", "rules=rules.txt,k=3,c=2", "rules=no.txt,k=3,c=1"):
        ask(shoal, tmp_path, 2, "verify", "release.dat", "--model", model)


BAD_RULES = {
    "no arrow": (b"a c h\n", "line 1: no arrow"),
    "two arrows": (b"a -> c -> h\n", "line 1: two arrows"),
    "empty side": (b"\n-> h\n", "line 2: no item left"),
    "unclosed quote": (b'"a -> h\n', "line 1: a quote that is never closed"),
    "both sides": (b"a h -> h\n", "line 1: an item stands on both sides"),
    "no rules": (b"# none\n", "rules.txt, line 1: the file holds no rules"),
    "empty": (b"", "rules.txt, line 1: the file holds no rules"),
    "broken UTF-8": (SECRET.encode() + b" -> h\n\xc3( -> h\n", "line 2: is not valid UTF-8"),
    "binary": (b"\0\1\2" + SECRET.encode(), "line 1: holds a NUL byte"),
    "unknown item": (b"a -> h\naa -> h\n", "line 2: an item is "),
}


@pytest.mark.parametrize(("content", "words"), BAD_RULES.values(), ids=BAD_RULES)
def test_bad_rules(shoal, tmp_path, content, words):
    (tmp_path / "rules.txt").write_bytes(content)
    assert words in ask(shoal, tmp_path, 2, "verify", "d.dat", "--model", MODEL)
    assert words in ask(shoal, tmp_path, 2, "rules", "check", "d.dat", "rules.txt")


BAD_MAPPINGS = {
    "header": (b"a,b\n", "line 1: a mapping starts with the line item,published"),
    "ragged": (b"item,published\na\n", "line 2: 1 cell"),
    "twice": (b"item,published\na,a\na,a\n", "line 3: an item was mapped before"),
    "members": (b'item,published\na,"{a,b}"\n', "line 2: a published name says other items"),
    "broken UTF-8": (b"item,published\n\xff,a\n", "line 2: is not valid UTF-8"),
}


@pytest.mark.parametrize(("content", "words"), BAD_MAPPINGS.values(), ids=BAD_MAPPINGS)
def test_bad_mappings(shoal, tmp_path, content, words):
    (tmp_path / "map.csv").write_bytes(content)
    command = ["verify", "release.dat", "--model", MODEL, "--mapping", "map.csv"]
    assert words in ask(shoal, tmp_path, 2, *command)


def test_check(shoal, tmp_path):
    (tmp_path / "rules.txt").write_text("a c -> h\n\na -> i\n")
    check = ["rules", "check", "d.dat", "rules.txt"]
    plain = shoal(*check)
    assert (plain.returncode, plain.stderr) == (0, "")
    assert "unprotected" not in plain.stdout
    done = shoal(*check, "-k", 3, "-c", 0.3, "--sensitive", "[g-l]")
    assert (done.returncode, done.stderr) == (0, "")
    for words in (
        "unprotected now             2: 1 (line 1), 2 (line 3)",
        "impossible for any method   0",
        "RBAT cannot protect         1: 1 (line 1)",
        "sensitive items             5",
        "public items                6",
    ):
        assert words in done.stdout
    impossible = shoal(*check, "-k", 6, "-c", 0.6, "--json")
    assert (impossible.returncode, impossible.stderr) == (1, "")
    document = json.loads(impossible.stdout)
    assert document["schema"] == "shoal.rules-check/1"
    assert (document["impossible_rules"], document["first_impossible"]) == (2, [1, 2])
    assert shoal(*check, "--quiet").stdout == ""


def test_many_rules_are_told_in_lines_that_fit(shoal, tmp_path):
    public = [f"item{number:02}" for number in range(40)]
    (tmp_path / "d.dat").write_text("".join(f"h {name}\n" for name in public))
    (tmp_path / "rules.txt").write_text("".join(f"{name} -> h\n" for name in public))
    done = shoal("rules", "check", "d.dat", "rules.txt", "-k", 3, "-c", 0.5)
    assert (done.returncode, done.stderr) == (0, "")
    assert max(map(len, done.stdout.splitlines())) <= 80
    told = " ".join(done.stdout.split())
    assert "unprotected now 40: 1 (line 1), 2 (line 2)," in told
    assert "10 (line 10) and 30 others" in told
    assert "line 11" not in told
    judged = shoal("verify", "d.dat", "--model", "rules=rules.txt,k=3,c=0.5")
    assert max(map(len, judged.stdout.splitlines())) <= 80


def test_bad_checks(shoal, tmp_path):
    check = ["rules", "check", "d.dat", "rules.txt"]
    assert "-k and -c belong together" in ask(shoal, tmp_path, 2, *check, "-k", 3)
    assert "c must be a number from 0 to 1" in ask(shoal, tmp_path, 2, *check, "-k", 3, "-c", 1.5)
    assert "c must be a number" in ask(shoal, tmp_path, 2, *check, "-k", 3, "-c", "nan")
    assert "Invalid value for '-c': " in ask(shoal, tmp_path, 2, *check, "-k", 3, "-c", "x")
    assert "at least 2" in ask(shoal, tmp_path, 2, *check, "-k", 1, "-c", 0.5)
    assert "line 2: an item is sensitive" in ask(shoal, tmp_path, 2, *check, "--sensitive", "a,h")
    assert "line 2: an item is public" in ask(shoal, tmp_path, 2, *check, "--sensitive", "g")
    assert "no such file" in ask(shoal, tmp_path, 2, "rules", "check", "d.dat", "no.txt")
    assert "is a directory" in ask(shoal, tmp_path, 2, "rules", "check", "d.dat", ".")


def test_generate(shoal, tmp_path):
    generate = ["rules", "generate", "d.dat", "--sensitive", "[g-l]", "-o"]
    done = shoal(*generate, "all.txt")
    assert (done.returncode, done.stderr) == (0, "")
    first, *rules = (tmp_path / "all.txt").read_text().splitlines()
    assert (first, len(rules)) == ("# sensitive: g, h, i, j, l", 70)
    document = json.loads(shoal(*generate, "one.txt", "--size", 1, "--json").stdout)
    assert document["schema"] == "shoal.rules-generate/1"
    assert (document["rules"], document["sensitive"], document["longest"]) == (30, 5, 1)
    for name in ("some.txt", "again.txt"):
        assert shoal(*generate, name, "--random", 9, "--seed", 4, "--quiet").stdout == ""
    assert (tmp_path / "some.txt").read_text() == (tmp_path / "again.txt").read_text()
    assert shoal("rules", "check", "d.dat", "some.txt").returncode == 0
    (tmp_path / "secret.txt").write_text("# worst\nh\n")
    assert shoal(*generate[:3], "--sensitive", "@secret.txt", "-o", "h.txt").returncode == 0


def test_generate_keeps_the_list_of_sensitive_items(shoal, tmp_path):
    (tmp_path / "secret.txt").write_text("h\n")
    flags = ["--sensitive", "g,@secret.txt", "-o", "secret.txt"]
    assert "output equals input" in ask(shoal, tmp_path, 2, "rules", "generate", "d.dat", *flags)
    assert (tmp_path / "secret.txt").read_text() == "h\n"


GENERATE = {
    "no sensitive": ([], "name the sensitive items"),
    "unknown": (["--sensitive", "hh"], "'hh' of the sensitive items matches no item"),
    "pattern": (["--sensitive", "z*"], "matches no item"),
    "all": (["--sensitive", "*"], "all 11 items of the data are chosen"),
    "none": (["--sensitive", ","], "no sensitive items were chosen"),
    "no file": (["--sensitive", "@no.txt"], "no such file: no.txt"),
    "no text": (["--sensitive", "h", "-o", "rules.parquet"], "rules are text, as in rules.txt"),
    "bad line": (["--sensitive", "@rules.txt"], "rules.txt, line 2: a name of the sensitive items"),
    "size": (["--sensitive", "h", "--size", "0"], "from 1 to 16"),
    "too many": (["--sensitive", "h", "--random", "999"], "only "),
    "seed": (["--sensitive", "h", "--seed", "1"], "give --random too"),
    "input": (["--sensitive", "h", "-o", "d.dat"], "output equals input"),
    "folder": (["--sensitive", "h", "-o", "no/rules.txt"], "does not exist"),
}


@pytest.mark.parametrize(("flags", "words"), GENERATE.values(), ids=GENERATE)
def test_bad_generate(shoal, tmp_path, flags, words):
    flags = flags if "-o" in flags else [*flags, "-o", "new.txt"]
    assert words in ask(shoal, tmp_path, 2, "rules", "generate", "d.dat", *flags)


def test_help(shoal):
    alone = shoal("rules")
    assert (alone.returncode, alone.stderr) == (0, "")
    for name in ("generate", "check"):
        assert name in alone.stdout
        assert "Usage: shoal rules" in shoal("rules", name, "-h").stdout
