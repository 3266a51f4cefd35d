"""``shoal anonymize`` by rules and for k^m: answers, and each bad input."""

from __future__ import annotations

import json

import numpy as np
import pytest

from .conftest import SECRET, ask

ORIGINAL = "b c e g h\na c d i j\na f l\nb e g h\nd f l\n"
MODEL = "rules=rules.txt,k=3,c=0.6"
ANONYMIZE = ["anonymize", "d.dat", "--model", MODEL, "-o", "r.dat"]
FILES = ["r.dat", "r.dat.mapping.csv", "r.dat.run.json"]


@pytest.fixture(autouse=True)
def paper(tmp_path):
    """The worked example of Memon and Shao (2015)."""
    (tmp_path / "d.dat").write_text(ORIGINAL)
    (tmp_path / "rules.txt").write_text("# one rule\na c -> h\n")
    (tmp_path / "items.csv").write_text("".join(f"{item};*\n" for item in "abcdefghijl"))


def test_a_release_by_rules(shoal, tmp_path):
    done = shoal(*ANONYMIZE, "--sensitive", "[g-l]")
    assert (done.returncode, done.stderr) == (0, "")
    for words in (f"{MODEL} holds", "r.dat.mapping.csv"):
        assert words in done.stdout
    assert {path.name for path in tmp_path.iterdir()} >= {*FILES}
    judged = shoal("verify", "r.dat", "--model", MODEL, "--json")
    assert judged.returncode == 0
    assert json.loads(judged.stdout)["verdict"]["ok"] is True
    document = json.loads(shoal(*ANONYMIZE, "--sensitive", "[g-l]", "--json").stdout)
    assert document["schema"] == "shoal.anonymize/1"
    assert document["output"] == "r.dat"
    assert document["mapping_file"] == "r.dat.mapping.csv"
    assert (document["k"], document["c"], document["rules"]) == (3, 0.6, 1)
    assert document["utility"]["are"]["queries"] == 1000
    assert document["tree"]
    assert shoal(*ANONYMIZE, "--quiet").stdout == ""


def test_measure_finds_the_mapping_beside_the_release(shoal, tmp_path):
    assert shoal(*ANONYMIZE).returncode == 0
    done = shoal("measure", "d.dat", "r.dat")
    assert (done.returncode, done.stderr) == (0, "")
    assert "mapping          r.dat.mapping.csv" in done.stdout
    document = json.loads(shoal("measure", "d.dat", "r.dat", "--queries", 9, "--json").stdout)
    assert document["mapping"] == "r.dat.mapping.csv"
    assert document["utility"]["are"]["queries"] == 9
    (tmp_path / "r.dat.mapping.csv").rename(tmp_path / "other.csv")
    assert "give --mapping" in shoal("measure", "d.dat", "r.dat").stderr
    given = shoal("measure", "d.dat", "r.dat", "--mapping", "other.csv")
    assert "mapping          other.csv" in given.stdout


def test_measure_names_the_mapping_that_does_not_fit(shoal, tmp_path):
    assert shoal("anonymize", "d.dat", "-k", 2, "-o", "r.dat").returncode == 0
    (tmp_path / "r.dat.mapping.csv").write_text('item,published\na,"{a,b}"\nb,"{a,b}"\n')
    said = ask(shoal, tmp_path, 2, "measure", "d.dat", "r.dat")
    assert "items replaced as the mapping says" in said


def test_every_flag_of_rules(shoal, tmp_path):
    (tmp_path / "w.csv").write_text("a,2\n")
    (tmp_path / "q.txt").write_text("a b\n")
    flags = ["--alpha", "full", "--gamma", 2, "--weights", "@w.csv", "--queries", "q.txt"]
    document = json.loads(shoal(*ANONYMIZE, *flags, "--json").stdout)
    assert document["utility"]["are"]["queries"] == 1
    flags = ["--alpha", 1, "--weights", "a=2,b=0.5", "--queries", 9, "--query-items", 1]
    done = shoal(*ANONYMIZE, *flags, "--seed", 3, "--keep-order", "--json")
    assert json.loads(done.stdout)["utility"]["are"]["queries"] == 9
    assert "warning: the release keeps the input's order" in done.stderr


def test_a_release_for_combinations(shoal, tmp_path):
    command = ["anonymize", "d.dat", "--model", "km=2,2", "--taxonomy", "items.csv", "-o", "r.dat"]
    done = shoal(*command)
    assert done.returncode == 0
    assert "km=2,2 holds" in done.stdout
    assert not (tmp_path / "r.dat.mapping.csv").exists()
    assert shoal("verify", "r.dat", "--model", "km=2,2").returncode == 0
    failed = shoal("verify", "d.dat", "--model", "km=3,2")
    assert (failed.returncode, failed.stderr) == (1, "")
    document = json.loads(shoal(*command, "--json").stdout)
    assert document["verdict"]["least_support"] >= 2


RULES = {
    "sensitive in antecedent": (b"a -> h\n\na h -> g\n", 2, "rules.txt, line 3: an item is sens"),
    "unknown left": (b"a -> h\nzz -> h\n", 2, "rules.txt, line 2: an item is no item of the"),
    "unknown right": (b"a -> h\na -> zz\n", 2, "rules.txt, line 2: an item is no item of the"),
    "near": (b"beer -> h\n", 2, "rules.txt, line 1: an item is no item of the data"),
    "empty": (b"", 2, "rules.txt, line 1: the file holds no rules"),
    "comments": (b"# none\n", 2, "rules.txt, line 1: the file holds no rules"),
    "no arrow": (b"a h\n", 2, "rules.txt, line 1: no arrow"),
    "no space": (b"a->h\n", 2, "with a space on either side"),
    "two arrows": (b"a -> h -> g\n", 2, "rules.txt, line 1: two arrows"),
    "no left": (b"-> h\n", 2, "rules.txt, line 1: no item left"),
    "no right": (b"a ->\n", 2, "rules.txt, line 1: no item right"),
    "both sides": (b"a -> a\n", 2, "rules.txt, line 1: an item stands on both sides"),
    "quote": (b'"a -> h\n', 2, "rules.txt, line 1: a quote that is never closed"),
    "binary": (b"\0\1" + SECRET.encode(), 2, "rules.txt, line 1"),
    "broken gzip": (
        b"\x1f\x8b\x08" + SECRET.encode(),
        2,
        "rules.txt, line 1: the gzip data is damaged",
    ),
    "one public item": (
        b"".join(f"a -> {item}\n".encode() for item in "bcdefghijl"),
        1,
        "and 7 more: only 2 rows have any public item",
    ),
    "too confident": (b"a -> h\nb -> h\nb -> g\n", 1, "RBAT cannot protect rules.txt, line"),
}


@pytest.mark.parametrize(("content", "status", "words"), RULES.values(), ids=RULES)
def test_bad_rules(shoal, tmp_path, content, status, words):
    (tmp_path / "rules.txt").write_bytes(content)
    command = [*ANONYMIZE]
    if status == 1:
        command[3] = "rules=rules.txt,k=3,c=0.1"
    assert words in ask(shoal, tmp_path, status, *command)


MODELS = {
    "c above": ("rules=rules.txt,k=3,c=1.5", 2, "c must be a number from 0 to 1, not 1.5"),
    "c below": ("rules=rules.txt,k=3,c=-0.1", 2, "c must be a number from 0 to 1, not -0.1"),
    "c nan": ("rules=rules.txt,k=3,c=nan", 2, "c must be a number from 0 to 1, not nan"),
    "c text": ("rules=rules.txt,k=3,c=high", 2, "write it as rules=FILE,k=5,c=0.9"),
    "no c": ("rules=rules.txt,k=3", 2, "write it as rules=FILE,k=5,c=0.9"),
    "k one": ("rules=rules.txt,k=1,c=0.9", 2, "k must be a whole number of at least 2, not 1"),
    "k text": ("rules=rules.txt,k=x,c=0.9", 2, "write it as rules=FILE,k=5,c=0.9"),
    "k above rows": ("rules=rules.txt,k=6,c=0.9", 1, "the largest possible k is 5"),
    "no file": ("rules=no.txt,k=3,c=0.9", 2, "no such file: no.txt"),
    "folder": ("rules=.,k=3,c=0.9", 2, "is a directory"),
    "no name": ("rules=,k=3,c=0.9", 2, "write it as rules=FILE,k=5,c=0.9"),
    "m zero": ("km=3,0", 2, "m must be a whole number from 1 to 16, not 0"),
    "m above": ("km=3,17", 2, "m must be a whole number from 1 to 16, not 17"),
    "km k": ("km=1,2", 2, "k must be a whole number of at least 2, not 1"),
    "km no m": ("km=3", 2, "unknown model 'km=3'; write it as km=10,2"),
    "km taxonomy": ("km=2,2", 2, "give one with --taxonomy FILE"),
}


@pytest.mark.parametrize(("model", "status", "words"), MODELS.values(), ids=MODELS)
def test_bad_models(shoal, tmp_path, model, status, words):
    command = ["anonymize", "d.dat", "--model", model, "-o", "r.dat"]
    assert words in ask(shoal, tmp_path, status, *command)


FLAGS = {
    "all sensitive": (["--sensitive", "*"], "all 11 items of the data are chosen"),
    "unknown sensitive": (["--sensitive", "h,zz"], "'zz' of the sensitive items matches no item"),
    "sensitive pattern": (["--sensitive", "z*"], "'z*' of the sensitive items matches no"),
    "sensitive file": (["--sensitive", "@bad.txt"], "bad.txt, line 2: a name of the sensitive"),
    "no such file": (["--sensitive", "@no.txt"], "no such file: no.txt"),
    "antecedent": (["--sensitive", "a,h"], "rules.txt, line 2: an item is sensitive"),
    "consequent": (["--sensitive", "g"], "rules.txt, line 2: an item is public"),
    "weights file": (["--weights", "@bad.txt"], "bad.txt, line 2: an item has a weight"),
    "weights no file": (["--weights", "@no.csv"], "no such file: no.csv"),
    "weights": (["--weights", "zz=2"], "an item has a weight and is no public item"),
    "weight of sensitive": (["--weights", "h=2"], "an item has a weight and is no public item"),
    "queries file": (["--queries", "bad.txt"], "bad.txt, line 2: a name is no item"),
    "no queries": (["--queries", "no.txt"], "no such file: no.txt"),
    "query items": (["--query-items", "99"], "a query of 99 public items is more than there are"),
    "both": (["--queries", "good.txt", "--query-items", "2"], "is for random queries"),
    "certificate": (["--certificate", "tight"], "for rules=rules.txt,k=3,c=0.6; use --certificate"),
}


@pytest.mark.parametrize(("flags", "words"), FLAGS.values(), ids=FLAGS)
def test_flags_that_do_not_fit_the_data(shoal, tmp_path, flags, words):
    (tmp_path / "bad.txt").write_text("a\nzz,9\n" if "weights" not in flags[0] else "a,1\nzz,9\n")
    if flags[0] == "--queries":
        (tmp_path / "bad.txt").write_text("a b\nzz,9\n")
    (tmp_path / "good.txt").write_text("a b\n")
    assert words in ask(shoal, tmp_path, 2, *ANONYMIZE, *flags)


@pytest.mark.parametrize("output", ["rules.txt", "w.csv", "q.txt", "s.txt", "d.dat"])
def test_no_output_replaces_an_input(shoal, tmp_path, output):
    for name, content in (("w.csv", "a,2\n"), ("q.txt", "a b\n"), ("s.txt", "h\n")):
        (tmp_path / name).write_text(content)
    content = (tmp_path / output).read_bytes()
    flags = ["--weights", "@w.csv", "--queries", "q.txt", "--sensitive", "@s.txt"]
    command = [*ANONYMIZE[:-1], output, *flags]
    assert "output equals input" in ask(shoal, tmp_path, 2, *command)
    assert (tmp_path / output).read_bytes() == content
    (tmp_path / output).rename(tmp_path / "new.dat.mapping.csv")
    (tmp_path / output).symlink_to("new.dat.mapping.csv")
    command = [*ANONYMIZE[:-1], "new.dat", *flags]
    assert "output equals input: new.dat.mapping.csv" in ask(shoal, tmp_path, 2, *command)


def test_no_output_replaces_the_taxonomy(shoal, tmp_path):
    command = ["anonymize", "d.dat", "--model", "km=2,2", "--taxonomy", "items.csv"]
    assert "output equals input" in ask(shoal, tmp_path, 2, *command, "-o", "items.csv")


def test_items_that_the_taxonomy_does_not_have(shoal, tmp_path):
    (tmp_path / "items.csv").write_text("a;*\nb;*\n")
    command = ["anonymize", "d.dat", "--model", "km=2,2", "--taxonomy", "items.csv", "-o", "r.dat"]
    assert "missing from the taxonomy" in ask(shoal, tmp_path, 2, *command)


def test_a_mapping_that_cannot_be_written(shoal, tmp_path):
    (tmp_path / "r.dat.mapping.csv").mkdir()
    sentence = ask(shoal, tmp_path, 2, *ANONYMIZE)
    assert "cannot write r.dat.mapping.csv: it is a directory" in sentence


def test_disk_full(shoal, tmp_path, small_disk):
    folder, limits = small_disk
    rows = np.random.default_rng(0).integers(0, 10**9, (4000, 3))
    text = "".join(" ".join(map(str, row)) + "\n" for row in rows)
    (tmp_path / "n.dat").write_text(text)
    (tmp_path / "rules.txt").write_text(f"{rows[0][0]} -> {rows[0][1]}\n")
    # As few rows as fit the disk, but more items than their mapping may have room for.
    (tmp_path / "m.dat").write_text(f"{text.replace(chr(10), ' ')}\n1\n{rows[0][0]}\n")
    for source in ("n.dat", "m.dat"):
        old = [folder / "r.dat", folder / "r.dat.mapping.csv"]
        for path in old:
            path.write_bytes(b"old")
        given = ["--model", "rules=rules.txt,k=2,c=0.9", "-o", old[0], "--overwrite"]
        done = shoal("anonymize", source, *given, **limits)
        assert done.returncode == 1, done.stderr
        assert done.stdout == ""
        (sentence,) = done.stderr.splitlines()
        assert sentence.startswith(f"shoal: cannot write {old[0]}")
        assert sorted(folder.iterdir()) == old
        assert all(path.read_bytes() == b"old" for path in old)


def test_a_time_limit_gives_a_release_that_says_so(shoal, tmp_path):
    rows = np.random.default_rng(0).integers(0, 2000, (10_000, 9)).tolist()
    (tmp_path / "d.dat").write_text("".join(" ".join(map(str, row)) + "\n" for row in rows))
    (tmp_path / "rules.txt").write_text("1 2 -> 0\n")
    done = shoal(*ANONYMIZE, "--time-limit", 1e-6, "--json")
    assert done.returncode == 0
    assert json.loads(done.stdout)["search"]["repeatable"] is False
    assert "not repeatable" in done.stderr
    assert shoal("verify", "r.dat", "--model", MODEL).returncode == 0


def test_weights_with_a_comma(shoal, tmp_path):
    (tmp_path / "d.csv").write_text('"rum, white",h\n"rum, white"\ntea\n')
    (tmp_path / "r.txt").write_text('"rum, white" -> h\n')
    flags = ["--model", "rules=r.txt,k=2,c=0.5", "--weights", '"rum, white"=2,tea=0.5']
    done = shoal("anonymize", "d.csv", *flags, "-o", "out.csv")
    assert done.returncode == 0, done.stderr
    assert "frequent pairs" in done.stdout


def test_with_a_taxonomy_no_group_is_said_to_be_proved(shoal, tmp_path):
    (tmp_path / "d.dat").write_text("a b\na\nb\nb\n")
    (tmp_path / "tree.csv").write_text("a;x;*\nb;x;*\n")
    flags = ["-k", "2", "--taxonomy", "tree.csv", "-o", "out.dat"]
    done = shoal("anonymize", "d.dat", *flags)
    assert done.returncode == 0, done.stderr
    assert "proved longest" not in done.stdout
    assert "method" in done.stdout
