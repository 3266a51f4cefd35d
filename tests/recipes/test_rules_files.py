"""Rules from file to file: the mapping beside the release, and items with any name."""

from __future__ import annotations

import json

import pytest

import shoal
from shoal.errors import OutputError, ParameterError

from .cases import CASES, contents, digest, names, publish


def test_a_mapping_of_an_earlier_release_gets_a_warning(folder):
    case = CASES["rules"]
    case.write(folder)

    def stale(release):
        return [said for said in release.warnings if said.code == "stale-mapping"]

    case.publish()
    (said,) = stale(publish("d.dat", "r.dat", "k=2"))
    assert said == "r.dat.mapping.csv is of an earlier release: this one has no mapping"
    assert not stale(case.publish())
    (folder / "r.dat.mapping.csv").unlink()
    assert not stale(publish("d.dat", "r.dat", "k=2"))


def test_a_mapping_is_no_release_and_no_input(folder):
    case = CASES["rules"]
    case.write(folder)
    (folder / "r.dat.mapping.csv").write_bytes((folder / "d.dat").read_bytes())
    before = contents(folder)
    with pytest.raises(ParameterError, match=r"output equals input: r.dat.mapping.csv"):
        publish("r.dat.mapping.csv", "r.dat", case.model, format="fimi")
    with pytest.raises(ParameterError, match=r"\.mapping\.csv is for mappings of releases"):
        case.publish(output={"path": "s.dat.mapping.csv"})
    with pytest.raises(ParameterError, match="is for mappings of releases"):
        case.anonymize().write("s.dat.mapping.csv")
    assert contents(folder) == before


def test_a_mapping_that_cannot_be_written(folder):
    case = CASES["rules"]
    case.write(folder)
    (folder / "r.dat").write_text("old")
    (folder / "r.dat.mapping.csv").mkdir()
    before = names(folder)
    recipe, release = shoal.Recipe.of(case.content()), case.anonymize()
    for write in (
        lambda: recipe.run(overwrite=True),
        lambda: release.write("r.dat", overwrite=True),
    ):
        with pytest.raises(ParameterError, match=r"write r.dat.mapping.csv: it is a directory"):
            write()
        assert (folder / "r.dat").read_text() == "old"
        assert names(folder) == before
    with pytest.raises((ParameterError, OutputError), match="name too long"):
        case.publish(output={"path": "r" * 240 + ".dat"})
    assert names(folder) == before


@pytest.mark.parametrize(
    "options",
    [
        {"alpha": 1, "gamma": 2, "seed": 7, "queries": 50, "query_items": 1},
        {"alpha": "full", "weights": "@w.csv", "queries": "q.txt", "sensitive": ["@s.txt"]},
        {"weights": {"b": 0.5}, "keep_order": True, "sensitive": ["h", "g"], "time_limit": 60.0},
    ],
    ids=str,
)
def test_a_run_with_all_options_of_rules_repeats(folder, options):
    CASES["rules"].write(folder)
    for name, text in (("w.csv", "a,2\n"), ("q.txt", "a b\n"), ("s.txt", "[g-l]\n")):
        (folder / name).write_text(text)
    made = publish("d.dat", "r.dat", "rules=rules.txt,k=2,c=0.66666666666666663", **options)
    run = json.loads((folder / "r.dat.run.json").read_text())
    read = {file["path"]: file["sha256"] for file in run["other_inputs"]}
    named = {name for name in ("w.csv", "q.txt", "s.txt") if name in str(options)}
    assert read == {name: digest(name) for name in named | {"rules.txt"}}
    before = contents(folder)
    again = shoal.Recipe.of(run["recipe"]).run()
    assert (folder / "r.dat").read_bytes() == before["r.dat"]
    assert (folder / "r.dat.mapping.csv").read_bytes() == before["r.dat.mapping.csv"]
    assert (again.utility, again.loss) == (made.utility, made.loss)
    assert again.model.c == made.model.c == 2 / 3


@pytest.mark.parametrize("option", ["weights", "queries", "sensitive"])
def test_lists_that_rules_are_read_from_are_not_replaced(folder, option):
    CASES["rules"].write(folder)
    for name, text in (("w.csv", "a,2\n"), ("q.txt", "a b\n"), ("s.txt", "g\n")):
        (folder / name).write_text(text)
    options = {"weights": "@w.csv", "queries": "q.txt", "sensitive": ["h", "@s.txt"]}
    name = {"weights": "w.csv", "queries": "q.txt", "sensitive": "s.txt"}[option]
    before = contents(folder)
    with pytest.raises(ParameterError, match="output equals input"):
        publish("d.dat", name, "rules=rules.txt,k=3,c=0.6", **{option: options[option]})
    assert contents(folder) == before


def test_items_with_blanks_commas_and_quotes(folder):
    (folder / "b.csv").write_text(
        'green tea,"salt, fine",flu\n"salt, fine","6"" pipe"\ngreen tea\n"6"" pipe",green tea,flu\n'
        "\nflu\n"
    )
    (folder / "rules.txt").write_text('"green tea" "salt, fine" -> flu\n"6"" pipe" -> flu\n')
    model = "rules=rules.txt,k=3,c=0.7"
    made = publish("b.csv", "r.csv", model)
    mapping = made.companions["mapping"]
    assert sorted(mapping.items) == ['6" pipe', "green tea", "salt, fine"]
    assert len(shoal.read("r.csv")) == 6
    assert shoal.verify("r.csv", model, mapping=made.files["mapping_file"]).ok
    for name in ("again.parquet", "again.arrow", "again.csv.gz"):
        assert publish("b.csv", name, model).data == made.data
    with pytest.raises(ParameterError, match="a fimi file cannot hold an item that") as caught:
        publish("b.csv", "r.dat", model)
    assert caught.value.parameter == "output"
    assert not (folder / "r.dat").exists()
    assert not (folder / "r.dat.mapping.csv").exists()


def test_items_named_by_numbers(folder):
    (folder / "n.dat").write_text("1 2 90\n1 3\n2 3 91\n1 2\n90\n\n")
    (folder / "rules.txt").write_text("1 2 -> 90\n1 2 -> 90\n")
    made = publish("n.dat", "r.dat", "rules=rules.txt,k=3,c=0.7")
    assert (made.verdict.rules, made.facts["sensitive_items"]) == (1, 1)
    assert "{1,3}" in (folder / "r.dat").read_text()
    assert (folder / "r.dat.mapping.csv").read_text() == (
        'item,published\n1,"{1,3}"\n2,2\n3,"{1,3}"\n91,91\n'
    )


def test_items_named_as_sets_counts_and_arrows(folder):
    (folder / "o.dat").write_text("{a,b} +3 -> a b h\n{a,b} +3\n-> a\na b h\n+3 ->\n{a,b} b\n")
    (folder / "rules.txt").write_text('{a,b} +3 -> h\n"->" a -> h\n')
    for alpha in (1, 4, "full"):
        made = publish("o.dat", "r.dat", "rules=rules.txt,k=3,c=0.6", alpha=alpha)
        mapping = made.companions["mapping"]
        assert sorted(mapping.items) == ["+3", "->", "a", "b", "{a,b}"]
        assert shoal.read("r.dat", format="fimi") == made.data
        assert shoal.read_mapping("r.dat.mapping.csv").by_item == mapping.by_item


def test_very_many_items_in_one_row(folder):
    many = " ".join(map(str, range(50_000)))
    (folder / "m.dat").write_text(f"{many}\n1 2\n1\n2\n1 2\n")
    (folder / "rules.txt").write_text("1 2 -> 3\n10 11 -> 3\n")
    made = publish("m.dat", "r.dat", "rules=rules.txt,k=2,c=0.6", queries=10)
    assert made.verdict.ok
    assert len(made.companions["mapping"]) == 49_999


def test_rules_in_memory_are_not_among_the_files(folder):
    (folder / "d.dat").write_text(CASES["rules"].files["d.dat"])
    for source in (None, "a book"):
        rules = shoal.Rules.of([("ac", "h")], source=source, lines=[1] if source else None)
        recipe = shoal.Recipe(
            {
                "input": "d.dat",
                "output": "r.dat",
                "model": shoal.PSRules(rules, 3, 0.6),
                "sensitive": ["[g-l]"],
            }
        )
        recipe.run()
        assert json.loads((folder / "r.dat.run.json").read_text())["other_inputs"] == []
