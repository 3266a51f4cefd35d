"""From file to file: the same bytes through every door, judged as a file, never over an input."""

from __future__ import annotations

import gzip
import json
import stat
from collections import Counter
from pathlib import Path

import numpy as np
import polars as pl
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import shoal
from shoal.errors import LimitReached, ParameterError
from shoal.io.tables import read_columns, write_table

from ..conftest import LONG
from ..random_tables import random_case
from .cases import CASES, contents, digest, names, publish, rows_of

# Every kind.


def flags(case):
    """Return what the command line is told, beside the input and the output."""
    for name, value in case.data.items():
        yield f"--{name}"
        yield value if isinstance(value, str) else ",".join(value)


def test_the_same_bytes_through_every_door(case, folder):
    from shoal.cli.main import run

    case.publish(output={"path": f"recipe-{case.output}"})
    content = case.content(output={"path": f"toml-{case.output}"})
    (folder / "r.toml").write_text(shoal.Recipe.of(content).to_toml())
    shoal.Recipe.load("r.toml").run()
    case.anonymize().write(f"python-{case.output}")
    arguments = [case.input, "-o", f"flags-{case.output}", "--model", case.model, *flags(case)]
    assert run(["anonymize", *arguments, "--quiet"]) == 0
    assert run(["run", "r.toml", "--quiet"]) == 0
    doors = ("recipe", "toml", "python", "flags")
    for end in (case.output, *case.companions):
        assert len({(folder / f"{door}-{end}").read_bytes() for door in doors}) == 1
    runs = [
        json.loads((folder / f"{door}-{case.output}.run.json").read_text())
        for door in doors
        if door != "python"
    ]
    for one in runs:
        one["recipe"].pop("output")
    assert runs[0]["recipe"] == runs[1]["recipe"] == runs[2]["recipe"]


def test_what_is_written(case, folder):
    before = set(names(folder))
    release = case.publish()
    assert set(names(folder)) - before == {*case.outputs}
    assert release.files["output"] == Path(case.output)
    assert [str(path) for path in release.files.values()] == case.outputs
    document = release.to_dict()
    assert (document["output"], document["run_file"]) == (case.output, f"{case.output}.run.json")
    if case.companions:
        assert document["mapping_file"] == case.companions[0]
    verdict = case.verify(case.output)
    assert verdict == release.verdict
    assert release.verdict.ok
    assert rows_of(release) == rows_of(case.anonymize())


def test_only_the_run_file_is_private(case):
    release = case.publish(output={"report": "r.html"})
    modes = {name: stat.S_IMODE(path.stat().st_mode) for name, path in release.files.items()}
    assert modes.pop("run_file") == 0o600
    assert all(mode & 0o044 for mode in modes.values())


def test_the_run_file_repeats_the_run(case, folder):
    made = case.publish(options={"threads": 1})
    run = json.loads((folder / f"{case.output}.run.json").read_text())
    assert run["schema"] == "shoal.run/3"
    assert run["input"]["path"] == case.input
    assert run["input"]["sha256"] == digest(case.input)
    files = {one["path"]: one["sha256"] for one in run["files"]}
    assert files == {name: digest(name) for name in (case.output, *case.companions)}
    others = [name for name in case.files if name != case.input]
    assert run["other_inputs"] == [{"path": name, "sha256": digest(name)} for name in others]
    assert run["release"]["loss"] == made.loss.to_dict()
    assert run["release"]["verdict"] == made.verdict.to_dict()
    assert run["versions"]["shoal"] == shoal.__version__
    before = contents(folder)
    again = shoal.Recipe.of(run["recipe"]).run()
    assert again.loss == made.loss
    for name in (case.output, *case.companions):
        assert (folder / name).read_bytes() == before[name]


def test_neither_seed_nor_values_leave_the_run_file(case):
    release = case.publish(output={"report": "r.html"})
    page = Path("r.html").read_text()
    document = json.dumps(release.to_dict())
    run = Path(f"{case.output}.run.json").read_text()
    assert digest(case.input) in run
    for text in (page, document):
        assert digest(case.input) not in text
        assert "seed" not in text.replace("the seed is mentioned", "")


def test_saved_recipes_come_with_the_release(case, folder):
    (folder / "deep").mkdir()
    made = shoal.Recipe.of(case.content()).run(save_recipe="deep/r.toml")
    assert made.files["recipe_file"] == Path("deep/r.toml")
    assert stat.S_IMODE((folder / "deep/r.toml").stat().st_mode) == 0o600
    before = contents(folder)
    shoal.Recipe.load("deep/r.toml").run(allow_outside=True)
    for name in (case.output, *case.companions):
        assert (folder / name).read_bytes() == before[name]
    (folder / "notes.toml").write_text("something = 'else'")
    with pytest.raises(ParameterError, match=r"notes.toml: there is another file") as caught:
        shoal.Recipe.of(case.content()).run(save_recipe="notes.toml")
    assert caught.value.parameter == "save_recipe"


@pytest.mark.parametrize(
    "changes",
    [
        {"model": "k=1"},
        {"input": {"path": "none.dat"}},
        {"output": {"path": "no/r.dat"}},
        {"output": {"path": "r.xlsx"}},
        {"output": {"report": "r.pdf"}},
        {"output": {"path": "r.run.json"}},
        {"options": {"memory_limit": "1M"}},
    ],
    ids=str,
)
def test_a_bad_request_touches_nothing(case, folder, changes):
    before = contents(folder)
    with pytest.raises((ParameterError, LimitReached)):
        case.publish(**changes)
    assert contents(folder) == before


def test_no_output_replaces_an_input(case, folder):
    for name in case.files:
        (folder / f"link-{case.output}").unlink(missing_ok=True)
        (folder / f"link-{case.output}").symlink_to(folder / name)
        private = folder / f"x-{case.output}.run.json"
        private.unlink(missing_ok=True)
        private.hardlink_to(folder / name)
        before = contents(folder)
        targets = [name, f"./{name}", f"link-{case.output}", f"x-{case.output}"]
        if case.companions:
            (folder / "y.dat.mapping.csv").unlink(missing_ok=True)
            (folder / "y.dat.mapping.csv").hardlink_to(folder / name)
            before = contents(folder)
            targets.append("y.dat")
        for target in targets:
            with pytest.raises(ParameterError) as caught:
                case.publish(output={"path": target})
            assert "output equals input" in str(caught.value) or target.endswith((".txt", ".dat"))
            assert caught.value.parameter == "output"
            assert contents(folder) == before
        with pytest.raises(ParameterError):
            case.publish(output={"report": name})
        assert contents(folder) == before


def test_two_outputs_cannot_be_one_file(case, folder):
    before = contents(folder)
    for target in (f"{case.output}.html", f"./{case.output}.html"):
        with pytest.raises(ParameterError) as caught:
            case.publish(output={"path": f"{case.output}.html", "report": target})
        assert caught.value.parameter in ("report", "output")
    assert contents(folder) == before


def test_an_old_release_is_replaced_and_a_link_stays_one(case, folder):
    for name in case.outputs:
        (folder / name).write_text("old")
    (folder / "real").mkdir()
    (folder / f"link-{case.output}").symlink_to(folder / "real" / case.output)
    shoal.Recipe.of(case.content()).run(overwrite=True)
    assert case.verify(case.output).ok
    case.publish(output={"path": f"link-{case.output}"})
    assert (folder / f"link-{case.output}").is_symlink()
    assert (folder / "real" / case.output).read_bytes() == (folder / case.output).read_bytes()


def test_a_file_too_large_for_the_memory_is_refused_before_it_is_read(folder, monkeypatch):
    from shoal.kinds.baskets import BasketsKind

    (folder / "d.dat").write_text("1 2\n" * 100)
    monkeypatch.setattr(BasketsKind, "read", None)
    with pytest.raises(LimitReached, match=r"needs about .* MiB of memory and may use 1 MiB"):
        publish("d.dat", "r.dat", "k=2", memory_limit="1M")
    assert names(folder) == ["d.dat"]


def test_the_memory_of_a_run_is_in_its_document(case):
    memory = case.publish(options={"memory_limit": "2G"}).to_dict()["memory"]
    assert memory["limit"] == 2**31
    assert memory["estimate"] < 2**29
    assert memory["peak"] > 2**20


# Formats.


@pytest.fixture
def baskets(folder):
    (folder / "baskets.dat").write_text("1 2 3\n1 2\n\n4\n4 5\n2\n1 2 3\n")
    return "baskets.dat"


@pytest.mark.parametrize(
    ("name", "options", "form"),
    [
        ("r.csv", {}, ("csv", ",")),
        ("r.csv", {"separator": " "}, ("csv", " ")),
        ("r.tsv", {"separator": " "}, ("csv", "\t")),
        ("r.tsv.gz", {"separator": " "}, ("csv", "\t")),
        ("r", {}, ("fimi", None)),
        ("r.gz", {}, ("fimi", None)),
        ("out", {"format": "csv", "separator": " "}, ("csv", " ")),
    ],
)
def test_the_output_has_the_format_of_its_name_else_of_the_input(baskets, name, options, form):
    made = publish(baskets, name, "k=2", **options)
    assert Path(name).read_bytes().startswith(b"\x1f\x8b") == name.endswith(".gz")
    read = shoal.read(name, format=form[0], separator=form[1])
    assert read == made.data


@pytest.mark.parametrize("name", ["r.xlsx", "r.xlsx.gz", "r.parquet.bak"])
def test_a_suffix_that_nobody_knows_is_refused(baskets, name):
    with pytest.raises(ParameterError, match=r"there is no format .* one of \.dat .*\.zst") as e:
        publish(baskets, name, "k=2")
    assert e.value.parameter == "output"
    assert not Path(name).exists()


LONG_FORMAT = "order_id;what\n7;tea\n9;rum\n7;rum\n9;tea\n8;gin\n6;ale\n"


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("r.csv", "order_id;what\n1;\n2;\n3;rum\n3;tea\n4;rum\n4;tea\n"),
        ("r.tsv", "order_id\twhat\n1\t\n2\t\n3\trum\n3\ttea\n4\trum\n4\ttea\n"),
        ("r.dat", "\n\nrum tea\nrum tea\n"),
    ],
)
def test_the_long_format_gets_fresh_ids_in_published_order(folder, name, text):
    (folder / "orders.csv").write_text(LONG_FORMAT)
    publish("orders.csv", name, "k=2", format="long", separator=";")
    assert (folder / name).read_text() == text


def test_a_folder_is_published_and_its_files_are_in_the_run_file(folder):
    (folder / "parts").mkdir()
    for part in "ab":
        shoal.write([["tea", part], ["tea"]], folder / "parts" / f"{part}.parquet")
    made = publish("parts", "r", "k=4")
    assert list(shoal.read(made.files["output"])) == [["tea"]] * 4
    with pytest.raises(ParameterError, match="into the folder that is the input") as caught:
        publish("parts", "parts/r.parquet", "k=4")
    assert caught.value.parameter == "output"


def test_a_semicolon_table_is_written_back_with_semicolons(folder):
    (folder / "people.csv").write_text("age;sex\n31;f\n35;f\n")
    exact = {"qi": ["age", "sex"], "recoding": "range"}
    publish("people.csv", "r.csv", "k=2", separator=";", **exact)
    assert (folder / "r.csv").read_text() == "age;sex\n31-35;f\n31-35;f\n"
    publish("people.csv", "r.tsv", "k=2", separator=";", **exact)
    assert (folder / "r.tsv").read_text() == "age\tsex\n31-35\tf\n31-35\tf\n"


@pytest.mark.parametrize("column", [None, "cart"])
def test_the_release_keeps_the_columns_name(folder, column):
    frame = pl.DataFrame({"id": [1, 2], "cart": [["a", "b"], ["a"]]})
    frame.write_parquet("b.parquet")
    publish("b.parquet", "r.arrow", "k=2", **({"column": column} if column else {}))
    assert pl.read_ipc("r.arrow").to_dict(as_series=False) == {"cart": [["a"], ["a"]]}
    shoal.anonymize(frame, "k=2", keep_order=True).write("r.parquet")
    assert pl.read_parquet("r.parquet").columns == ["cart"]


PEOPLE = pl.DataFrame(
    {
        "age": ["31", "34", "60", "70", "61", "35"],
        "sex": ["f", "m", "m", "?", "f", "m"],
        "ill": ["flu", "a, b", "flu", 'say "x"', "", "cold"],
    }
)


@pytest.mark.parametrize("source", ["p.csv", "p.tsv", "p.csv.gz", "p.parquet", "p.arrow"])
@pytest.mark.parametrize("target", ["r.csv", "r.tsv.gz", "r.parquet", "r.arrow", "r"])
def test_any_format_of_a_table_reads_back(folder, source, target):
    write_table(PEOPLE, folder / source)
    made = publish(source, target, "k=2", qi=["age", "sex"], sensitive=["ill"], threads=1)
    form = None if "." in target else source.split(".")[-1].replace("tsv", "csv")
    if form == "gz":
        form = "csv"
    separator = "\t" if target == "r" and source == "p.tsv" else None
    read = read_columns(target, format=form, separator=separator)
    assert read.columns == ["age", "sex", "ill"]
    assert shoal.verify(read, "k=2", qi=["age", "sex"]).ok
    as_text = made.data.to_polars().with_columns(pl.all().fill_null(""))
    assert read.with_columns(pl.all().fill_null("")).equals(as_text)


@pytest.mark.parametrize("name", ["r.dat", "r.csv", "r.csv.gz", "r.parquet", "r.arrow", "r.dat.gz"])
def test_a_release_in_memory_is_written_with_its_mapping(folder, name):
    case = CASES["rules"]
    case.write(folder)
    release = case.anonymize()
    release.write(name)
    assert names(folder) == sorted([*case.files, name, f"{name}.mapping.csv", f"{name}.run.json"])
    assert shoal.read(name) == release.data
    assert case.verify(name) == release.verdict
    assert shoal.verify(name, case.model, mapping=f"{name}.mapping.csv").ok


def test_compressed_and_columnar_inputs_of_rules(folder):
    case = CASES["rules"]
    case.write(folder)
    plain = case.publish()
    (folder / "d.dat.gz").write_bytes(gzip.compress(case.files["d.dat"].encode()))
    (folder / "rules.gz").write_bytes(gzip.compress(b"a c -> h\n"))
    packed = publish("d.dat.gz", "p.dat.gz", "rules=rules.gz,k=3,c=0.6", sensitive=["[g-l]"])
    assert (folder / "p.dat.gz").read_bytes().startswith(b"\x1f\x8b")
    assert packed.files["mapping_file"].name == "p.dat.gz.mapping.csv"
    assert packed.data == plain.data
    lists = [line.split() for line in case.files["d.dat"].splitlines()]
    frame = pl.DataFrame({"id": range(5), "cart": lists, "cart2": lists})
    frame.write_parquet("b.parquet")
    columnar = publish("b.parquet", "p.parquet", case.model, column="cart", **case.data)
    assert pl.read_parquet("p.parquet").columns == ["cart"]
    assert columnar.data == plain.data
    frame.drop("cart2").write_parquet("b.parquet")
    found = publish("b.parquet", "p.arrow", case.model, **case.data)
    assert pl.read_ipc("p.arrow").columns == ["cart"]
    assert found.data == plain.data


# Tables.


@pytest.mark.parametrize("way", ["folder", "file"])
def test_hierarchies_of_a_table_are_in_its_run_file(folder, way):
    (folder / "trees").mkdir()
    (folder / "trees/sex.csv").write_text("f;*\nm;*\n")
    write_table(PEOPLE, folder / "p.csv")
    trees = "trees" if way == "folder" else {"sex": "trees/sex.csv"}
    roles = {"qi": ["age", "sex"], "hierarchies": trees, "weights": {"age": 2.0}}
    publish("p.csv", "r.csv", "k=2", **roles)
    run = json.loads((folder / "r.csv.run.json").read_text())
    assert run["other_inputs"] == [{"path": "trees/sex.csv", "sha256": digest("trees/sex.csv")}]
    before = (folder / "r.csv").read_bytes()
    shoal.Recipe.of(run["recipe"]).run()
    assert (folder / "r.csv").read_bytes() == before


def test_the_person_is_not_published(folder):
    frame = PEOPLE.with_columns(who=pl.Series(["p1", "p1", "p2", "p3", "p4", "p5"]))
    write_table(frame, folder / "p.csv")
    made = publish("p.csv", "r.csv", "k=2", qi=["age", "sex"], person="who", report="r.html")
    assert (folder / "r.csv").read_text().splitlines()[0] == "age,sex"
    for name in ("r.csv", "r.csv.run.json", "r.html"):
        assert "p1" not in (folder / name).read_text()
    assert "p1" not in json.dumps(made.to_dict())


# Random files.


@settings(max_examples=25, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(data=st.data())
def test_random_tables_are_the_same_on_any_threads(folder, data):
    case = random_case(lambda low, high: data.draw(st.integers(low, high)))
    pl.DataFrame(case.columns).write_parquet("p.parquet")
    made = set()
    for threads in (1, 2, 1):
        values = {"input": "p.parquet", "output": "r.csv", "model": f"k={case.k}"}
        shoal.Recipe({**values, **case.roles, "threads": threads}).run()
        made.add((folder / "r.csv").read_bytes())
    assert len(made) == 1
    assert shoal.verify("r.csv", f"k={case.k}", qi=[*case.roles["qi"]]).ok


@pytest.mark.parametrize("seed", range(4))
def test_many_small_files(folder, monkeypatch, seed):
    """From file to file: no violation, the loss as recomputed, never worse than one group."""
    monkeypatch.setattr("os.fsync", lambda descriptor: None)  # no power cut comes, and disks wait
    random = np.random.default_rng(seed)
    source, target = folder / "b.dat", folder / "r.dat"
    content = {"input": {"path": "b.dat"}, "output": {"path": "r.dat"}}
    content["options"] = {"keep_order": True, "threads": 1}
    for _ in range(2_500 if LONG else 120):
        rows = random.integers(2, 13)
        held = random.random((rows, random.integers(1, 8))) < random.random()
        before = [{*np.flatnonzero(row).tolist()} for row in held]
        source.write_text("".join(" ".join(map(str, row)) + "\n" for row in before))
        k = int(random.integers(2, rows + 1))
        release = shoal.Recipe.of({"model": f"k={k}", **content}).run()
        after = [{*map(int, line.split())} for line in target.read_text().splitlines()]
        assert len(after) == rows
        assert all(kept <= row for row, kept in zip(before, after, strict=True))
        assert min(Counter(map(frozenset, after)).values()) >= k
        kept, total = sum(map(len, after)), sum(map(len, before))
        assert release.loss.gcp == ((total - kept) / total if total else 0)
        assert kept >= rows * len(set.intersection(*before))
