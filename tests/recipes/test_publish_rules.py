"""Rules from file to file: release, mapping and run file, all of them or none."""

from __future__ import annotations

import gzip
import json
from dataclasses import replace
from hashlib import sha256

import polars as pl
import pytest

import shoal
from shoal.data.rules import Rules
from shoal.errors import OutputError, ParameterError, VerificationError
from shoal.io.mappings import mapping_beside, read_mapping
from shoal.recipes import anonymize_rules as module
from shoal.recipes.publish import publish

ORIGINAL = "b c e g h\na c d i j\na f l\nb e g h\nd f l\n"
MODEL = "rules=rules.txt,k=3,c=0.6"
NAMES = ["d.dat", "rules.txt"]


@pytest.fixture(autouse=True)
def paper(tmp_path, monkeypatch):
    """The worked example of Memon and Shao (2015), in the current folder."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "d.dat").write_text(ORIGINAL)
    (tmp_path / "rules.txt").write_text("# one rule\na c -> h\n")


def names(folder):
    return sorted(path.name for path in folder.iterdir())


def digest(path):
    return sha256(path.read_bytes()).hexdigest()


def test_release_mapping_and_run_file(tmp_path):
    made = publish("d.dat", "r.dat", MODEL, sensitive="[g-l]")
    assert names(tmp_path) == [*NAMES[:1], "r.dat", "r.dat.mapping.csv", "r.dat.run.json", NAMES[1]]
    assert made.mapping_file == mapping_beside("r.dat")
    assert made.to_dict()["mapping_file"] == "r.dat.mapping.csv"
    mapping = read_mapping("r.dat.mapping.csv")
    assert mapping.by_item == made.release.mapping.by_item
    assert len(mapping) == 6
    published = shoal.read("r.dat")
    assert published == made.release.data
    assert shoal.verify("r.dat", MODEL, "r.dat.mapping.csv").ok
    original = mapping.apply(shoal.read("d.dat"))
    assert sorted(map(tuple, original)) == sorted(map(tuple, published))
    assert (tmp_path / "r.dat.run.json").stat().st_mode & 0o777 == 0o600


def test_the_run_file_repeats_the_run(tmp_path):
    (tmp_path / "w.csv").write_text("a,2\n")
    (tmp_path / "q.txt").write_text("a b\n")
    (tmp_path / "s.txt").write_text("[g-l]\n")
    ways = [
        {"alpha": 1, "gamma": 2, "seed": 7, "queries": 50, "query_items": 1},
        {"alpha": "full", "weights": "w.csv", "queries": "q.txt", "sensitive": "@s.txt"},
        {"weights": {"b": 0.5}, "keep_order": True, "sensitive": ["h", "g"], "time_limit": 60.0},
    ]
    for way in ways:
        made = publish("d.dat", "r.dat", "rules=rules.txt,k=2,c=0.66666666666666663", **way)
        run = json.loads(made.run_file.read_text())
        assert run["input"]["sha256"] == digest(tmp_path / "d.dat")
        assert run["output"]["sha256"] == digest(made.output)
        read = {file["path"]: file["sha256"] for file in run["other_inputs"]}
        named = {str(value).lstrip("@") for value in way.values()} & {"w.csv", "q.txt", "s.txt"}
        assert read == {name: digest(tmp_path / name) for name in named | {"rules.txt"}}
        again = publish("d.dat", "again.dat", **run["recipe"])
        assert again.output.read_bytes() == made.output.read_bytes()
        assert again.mapping_file.read_bytes() == made.mapping_file.read_bytes()
        assert again.release.utility == made.release.utility
        assert again.release.loss == made.release.loss
        assert again.release.model.c == made.release.model.c == 2 / 3


INPUTS = {
    "rules": ({}, "rules.txt"),
    "weights": ({"weights": "w.csv"}, "w.csv"),
    "queries": ({"queries": "q.txt"}, "q.txt"),
    "sensitive": ({"sensitive": "h,@s.txt"}, "s.txt"),
}


@pytest.mark.parametrize(("options", "name"), INPUTS.values(), ids=INPUTS)
def test_no_output_replaces_an_input(tmp_path, options, name):
    for file, content in (("w.csv", "a,2\n"), ("q.txt", "a b\n"), ("s.txt", "g\n")):
        (tmp_path / file).write_text(content)
    (tmp_path / "link.dat").symlink_to(tmp_path / name)
    (tmp_path / "x.dat.mapping.csv").hardlink_to(tmp_path / name)
    (tmp_path / "y.dat.run.json").hardlink_to(tmp_path / name)
    content = (tmp_path / name).read_bytes()
    before = names(tmp_path)
    for target in (name, f"./{name}", "link.dat", "x.dat", "y.dat"):
        with pytest.raises(ParameterError, match="output equals input"):
            publish("d.dat", target, MODEL, **options)
        assert names(tmp_path) == before
        assert (tmp_path / name).read_bytes() == content


def test_the_mapping_does_not_replace_the_input(tmp_path):
    (tmp_path / "d.dat").rename(tmp_path / "r.dat.mapping.csv")
    with pytest.raises(ParameterError, match=r"output equals input: r.dat.mapping.csv"):
        publish("r.dat.mapping.csv", "r.dat", MODEL, format="fimi")
    with pytest.raises(ParameterError, match=r"\.mapping\.csv is for mappings of releases"):
        publish("rules.txt", "r.dat.mapping.csv", MODEL, format="fimi")


def test_a_taxonomy_is_no_output_either(tmp_path):
    items = "abcdefghijl"
    (tmp_path / "items.csv").write_text("".join(f"{item};*\n" for item in items))
    for model in ("k=2", "km=2,2"):
        with pytest.raises(ParameterError, match="output equals input"):
            publish("d.dat", "items.csv", model, taxonomy="items.csv")
    with pytest.raises(ParameterError, match="not by a taxonomy"):
        publish("d.dat", "r.dat", MODEL, taxonomy="items.csv")
    assert names(tmp_path) == ["d.dat", "items.csv", "rules.txt"]


def test_a_release_that_fails_is_not_written(tmp_path, monkeypatch):
    (tmp_path / "r.dat").write_text("old")
    (tmp_path / "r.dat.mapping.csv").write_text("old too")
    real = module.rbat
    intact = shoal.ItemMapping.of_sets([[item] for item in "abcdef"])
    monkeypatch.setattr(
        module, "rbat", lambda *given, **options: replace(real(*given, **options), mapping=intact)
    )
    with pytest.raises(VerificationError, match="so nothing is published"):
        publish("d.dat", "r.dat", MODEL, sensitive="[g-l]")
    assert (tmp_path / "r.dat").read_text() == "old"
    assert (tmp_path / "r.dat.mapping.csv").read_text() == "old too"
    assert names(tmp_path) == ["d.dat", "r.dat", "r.dat.mapping.csv", "rules.txt"]


@pytest.mark.parametrize("wrong", ["mapping", "rows"])
def test_files_that_say_something_else_are_not_written(tmp_path, monkeypatch, wrong):
    from shoal.release import rules_writing

    def other_mapping(mapping, path):
        path.write_text("item,published\n" + "".join(f"{item},{item}\n" for item in "abcdef"))

    def other_rows(data, *given, **options):
        return shoal.Baskets.of([["a"]] * len(data))

    if wrong == "mapping":
        monkeypatch.setattr(rules_writing, "write_mapping", other_mapping)
    else:
        monkeypatch.setattr(rules_writing, "write_and_read", other_rows)
    with pytest.raises((VerificationError, ParameterError)):
        publish("d.dat", "r.dat", MODEL, sensitive="[g-l]")
    assert names(tmp_path) == NAMES
    release = shoal.anonymize("d.dat", MODEL, sensitive="[g-l]")
    with pytest.raises((VerificationError, ParameterError)):
        release.write("r.dat")
    assert names(tmp_path) == NAMES


@pytest.mark.parametrize("name", ["r.dat", "r.csv", "r.csv.gz", "r.parquet", "r.arrow", "r.dat.gz"])
def test_a_release_in_memory_is_written_with_its_mapping(tmp_path, name):
    release = shoal.anonymize("d.dat", MODEL, sensitive="[g-l]")
    release.write(tmp_path / name)
    assert names(tmp_path) == sorted([*NAMES, name, f"{name}.mapping.csv"])
    assert shoal.read(tmp_path / name) == release.data
    assert shoal.verify(tmp_path / name, MODEL, mapping_beside(tmp_path / name)).ok


def test_a_release_in_memory_is_no_mapping(tmp_path):
    release = shoal.anonymize("d.dat", MODEL, sensitive="[g-l]")
    with pytest.raises(ParameterError, match="is for mappings of releases"):
        release.write("r.dat.mapping.csv")
    assert names(tmp_path) == NAMES


def test_a_mapping_of_an_earlier_release_gets_a_warning(tmp_path):
    publish("d.dat", "r.dat", MODEL, sensitive="[g-l]")
    stale = "r.dat.mapping.csv is of an earlier release: this one has no mapping"
    assert stale in publish("d.dat", "r.dat", "k=2").release.warnings
    again = publish("d.dat", "r.dat", MODEL, sensitive="[g-l]")
    assert stale not in again.release.warnings
    (tmp_path / "r.dat.mapping.csv").unlink()
    assert stale not in publish("d.dat", "r.dat", "k=2").release.warnings


def test_the_list_of_weights_is_not_replaced(tmp_path):
    (tmp_path / "w.csv").write_text("a,2\n")
    with pytest.raises(ParameterError, match="output equals input"):
        publish("d.dat", "w.csv", MODEL, sensitive="[g-l]", weights="@w.csv")
    assert publish("d.dat", "r.dat", MODEL, sensitive="[g-l]", weights="@w.csv").release.verdict.ok


def test_a_mapping_that_cannot_be_written(tmp_path):
    (tmp_path / "r.dat").write_text("old")
    (tmp_path / "r.dat.mapping.csv").mkdir()
    with pytest.raises(ParameterError, match=r"cannot write r.dat.mapping.csv: it is a directory"):
        publish("d.dat", "r.dat", MODEL)
    release = shoal.anonymize("d.dat", MODEL)
    with pytest.raises(ParameterError, match=r"mapping.csv: it is a directory"):
        release.write("r.dat")
    assert (tmp_path / "r.dat").read_text() == "old"
    assert names(tmp_path) == ["d.dat", "r.dat", "r.dat.mapping.csv", "rules.txt"]
    with pytest.raises((ParameterError, OutputError), match="the name is too long"):
        publish("d.dat", "r" * 240 + ".dat", MODEL)


def test_compressed_and_columnar_inputs(tmp_path):
    plain = publish("d.dat", "plain.dat", MODEL, sensitive="[g-l]").release
    (tmp_path / "d.dat.gz").write_bytes(gzip.compress(ORIGINAL.encode()))
    (tmp_path / "rules.gz").write_bytes(gzip.compress(b"a c -> h\n"))
    packed = publish("d.dat.gz", "r.dat.gz", "rules=rules.gz,k=3,c=0.6", sensitive="[g-l]")
    assert packed.output.read_bytes().startswith(b"\x1f\x8b")
    assert packed.mapping_file.name == "r.dat.gz.mapping.csv"
    assert packed.release.data == plain.data
    lists = [line.split() for line in ORIGINAL.splitlines()]
    frame = pl.DataFrame({"id": range(5), "cart": lists, "cart2": lists})
    frame.write_parquet(tmp_path / "b.parquet")
    columnar = publish("b.parquet", "r.parquet", MODEL, sensitive="[g-l]", column="cart")
    assert pl.read_parquet(columnar.output).columns == ["cart"]
    assert columnar.release.data == plain.data
    frame.drop("cart2").write_parquet(tmp_path / "b.parquet")
    found = publish("b.parquet", "r.arrow", MODEL, sensitive="[g-l]")
    assert pl.read_ipc(found.output).columns == ["cart"]
    assert found.release.data == plain.data


def test_items_with_blanks_commas_and_quotes(tmp_path):
    (tmp_path / "b.csv").write_text(
        'green tea,"salt, fine",flu\n"salt, fine","6"" pipe"\ngreen tea\n"6"" pipe",green tea,flu\n'
        "\nflu\n"
    )
    (tmp_path / "rules.txt").write_text('"green tea" "salt, fine" -> flu\n"6"" pipe" -> flu\n')
    made = publish("b.csv", "r.csv", "rules=rules.txt,k=3,c=0.7")
    assert sorted(made.release.mapping.items) == ['6" pipe', "green tea", "salt, fine"]
    assert len(shoal.read("r.csv")) == 6
    assert shoal.verify("r.csv", "rules=rules.txt,k=3,c=0.7", made.mapping_file).ok
    for name in ("again.parquet", "again.arrow", "again.csv.gz"):
        assert publish("b.csv", name, "rules=rules.txt,k=3,c=0.7").release.data == made.release.data
    with pytest.raises(ParameterError, match="a fimi file cannot hold an item that"):
        publish("b.csv", "r.dat", "rules=rules.txt,k=3,c=0.7")
    assert not (tmp_path / "r.dat").exists()
    assert not (tmp_path / "r.dat.mapping.csv").exists()


def test_items_named_by_numbers(tmp_path):
    (tmp_path / "n.dat").write_text("1 2 90\n1 3\n2 3 91\n1 2\n90\n\n")
    (tmp_path / "rules.txt").write_text("1 2 -> 90\n1 2 -> 90\n")
    made = publish("n.dat", "r.dat", "rules=rules.txt,k=3,c=0.7")
    assert (made.release.verdict.rules, made.release.sensitive) == (1, ("90",))
    assert "{1,3}" in made.output.read_text()
    assert (tmp_path / "r.dat.mapping.csv").read_text() == (
        'item,published\n1,"{1,3}"\n2,2\n3,"{1,3}"\n91,91\n'
    )


def test_items_named_as_sets_counts_and_arrows(tmp_path):
    (tmp_path / "o.dat").write_text("{a,b} +3 -> a b h\n{a,b} +3\n-> a\na b h\n+3 ->\n{a,b} b\n")
    (tmp_path / "rules.txt").write_text('{a,b} +3 -> h\n"->" a -> h\n')
    for alpha in (1, 4, "full"):
        made = publish("o.dat", "r.dat", "rules=rules.txt,k=3,c=0.6", alpha=alpha)
        assert sorted(made.release.mapping.items) == ["+3", "->", "a", "b", "{a,b}"]
        assert shoal.read("r.dat") == made.release.data
        assert read_mapping(made.mapping_file).by_item == made.release.mapping.by_item


def test_very_many_items_in_one_row(tmp_path):
    many = " ".join(map(str, range(50_000)))
    (tmp_path / "m.dat").write_text(f"{many}\n1 2\n1\n2\n1 2\n")
    (tmp_path / "rules.txt").write_text("1 2 -> 3\n10 11 -> 3\n")
    made = publish("m.dat", "r.dat", "rules=rules.txt,k=2,c=0.6", queries=10)
    assert made.release.verdict.ok
    assert len(made.release.mapping) == 49_999


def test_rules_without_a_file(tmp_path):
    for source in (None, "a book"):
        rules = Rules.of([("ac", "h")], source=source, lines=[1] if source else None)
        made = publish("d.dat", "r.dat", shoal.PSRules(rules, 3, 0.6), sensitive="[g-l]")
        assert json.loads(made.run_file.read_text())["other_inputs"] == []
