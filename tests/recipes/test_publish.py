import json
from collections import Counter
from hashlib import sha256

import numpy as np
import polars as pl
import pytest

import shoal
from shoal.errors import LimitReached, ParameterError
from shoal.recipes.publish import publish
from shoal.recipes.publish_table import publish_table


@pytest.fixture
def baskets(tmp_path):
    path = tmp_path / "baskets.dat"
    path.write_text("1 2 3\n1 2\n\n4\n4 5\n2\n1 2 3\n")
    return path


def test_the_run_file_repeats_the_run(baskets, tmp_path):
    made = publish(baskets, tmp_path / "r.dat", "k=2", seed=5, budget=1000)
    run = json.loads(made.run_file.read_text())
    assert run["input"]["sha256"] == sha256(baskets.read_bytes()).hexdigest()
    assert run["output"]["sha256"] == sha256(made.output.read_bytes()).hexdigest()
    assert run["release"]["loss"] == made.release.loss.to_dict()
    again = publish(baskets, tmp_path / "again.dat", **run["recipe"])
    assert again.output.read_bytes() == made.output.read_bytes()


def test_an_exact_run_repeats_too(baskets, tmp_path):
    made = publish(baskets, tmp_path / "r.dat", "k=2", exact=True)
    recipe = json.loads(made.run_file.read_text())["recipe"]
    assert recipe["exact"] is True
    again = publish(baskets, tmp_path / "again.dat", **recipe)
    assert again.output.read_bytes() == made.output.read_bytes()


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
def test_the_output_has_the_format_of_its_name_else_of_the_input(
    baskets, tmp_path, name, options, form
):
    made = publish(baskets, tmp_path / name, "k=2", **options)
    assert made.output.read_bytes().startswith(b"\x1f\x8b") == name.endswith(".gz")
    read = shoal.read(made.output, format=form[0], separator=form[1])
    assert read == made.release.data


@pytest.mark.parametrize("name", ["r.xlsx", "r.xlsx.gz", "r.parquet.bak"])
def test_a_suffix_that_nobody_knows_is_refused(baskets, tmp_path, name):
    with pytest.raises(ParameterError, match=r"there is no format .* one of \.dat .*\.zst"):
        publish(baskets, tmp_path / name, "k=2")
    assert not (tmp_path / name).exists()


LONG = "order_id;what\n7;tea\n9;rum\n7;rum\n9;tea\n8;gin\n6;ale\n"


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("r.csv", "order_id;what\n1;\n2;\n3;rum\n3;tea\n4;rum\n4;tea\n"),
        ("r.tsv", "order_id\twhat\n1\t\n2\t\n3\trum\n3\ttea\n4\trum\n4\ttea\n"),
        ("r.dat", "\n\nrum tea\nrum tea\n"),
    ],
)
def test_the_long_format_gets_fresh_ids_in_published_order(tmp_path, name, text):
    source = tmp_path / "orders.csv"
    source.write_text(LONG)
    made = publish(source, tmp_path / name, "k=2", format="long", separator=";")
    assert made.output.read_text() == text


def test_a_folder_is_published_and_its_files_are_in_the_run_file(tmp_path):
    (tmp_path / "parts").mkdir()
    for part in "ab":
        shoal.write([["tea", part], ["tea"]], tmp_path / "parts" / f"{part}.parquet")
    made = publish(tmp_path / "parts", tmp_path / "r", "k=4")
    assert list(shoal.read(made.output)) == [["tea"]] * 4
    with pytest.raises(ParameterError, match="into the folder that is the input"):
        publish(tmp_path / "parts", tmp_path / "parts" / "r.parquet", "k=4")


def test_a_semicolon_table_is_written_back_with_semicolons(tmp_path):
    source = tmp_path / "people.csv"
    source.write_text("age;sex\n31;f\n35;f\n")
    made = publish_table(source, tmp_path / "r.csv", "k=2", roles={"qi": ["age", "sex"]})
    assert made.output.read_text() == "age;sex\n31-35;f\n31-35;f\n"
    made = publish_table(source, tmp_path / "r.tsv", "k=2", roles={"qi": ["age", "sex"]})
    assert made.output.read_text() == "age\tsex\n31-35\tf\n31-35\tf\n"


@pytest.mark.parametrize("column", [None, "cart"])
def test_the_release_keeps_the_columns_name(tmp_path, column):
    frame = pl.DataFrame({"id": [1, 2], "cart": [["a", "b"], ["a"]]})
    frame.write_parquet(tmp_path / "b.parquet")
    made = publish(tmp_path / "b.parquet", tmp_path / "r.arrow", "k=2", column=column)
    assert pl.read_ipc(made.output).to_dict(as_series=False) == {"cart": [["a"], ["a"]]}
    shoal.anonymize(frame, "k=2", keep_order=True).write(tmp_path / "r.parquet")
    assert pl.read_parquet(tmp_path / "r.parquet").columns == ["cart"]


def test_a_bad_request_touches_nothing(baskets, tmp_path):
    with pytest.raises(ParameterError, match="at least 2"):
        publish(baskets, tmp_path / "r.dat", "k=1")
    with pytest.raises(ParameterError, match="output equals input"):
        publish(baskets, baskets, "k=2")
    assert list(tmp_path.iterdir()) == [baskets]


@pytest.mark.parametrize("seed", range(4))
def test_ten_thousand_small_files(tmp_path, seed):
    """From file to file: no violation, the loss as recomputed, never worse than one group."""
    random = np.random.default_rng(seed)
    source, target = tmp_path / "b.dat", tmp_path / "r.dat"
    for _ in range(2_500):
        rows = random.integers(2, 13)
        held = random.random((rows, random.integers(1, 8))) < random.random()
        before = [{*np.flatnonzero(row).tolist()} for row in held]
        source.write_text("".join(" ".join(map(str, row)) + "\n" for row in before))
        k = int(random.integers(2, rows + 1))
        release = publish(source, target, f"k={k}", keep_order=True, threads=1).release
        after = [{*map(int, line.split())} for line in target.read_text().splitlines()]
        assert len(after) == rows
        assert all(kept <= row for row, kept in zip(before, after, strict=True))
        assert min(Counter(map(frozenset, after)).values()) >= k
        kept, total = sum(map(len, after)), sum(map(len, before))
        assert release.loss.gcp == ((total - kept) / total if total else 0)
        assert kept >= rows * len(set.intersection(*before))


def test_a_file_too_large_for_the_memory_is_refused_before_it_is_read(tmp_path, monkeypatch):
    source, target = tmp_path / "baskets.dat", tmp_path / "release.dat"
    source.write_text("1 2\n" * 100)
    monkeypatch.setattr("shoal.recipes.publish.read", None)
    with pytest.raises(LimitReached, match=r"needs about .* MiB of memory and may use 1 MiB"):
        publish(source, target, "k=2", memory_limit="1M")
    assert [path.name for path in tmp_path.iterdir()] == ["baskets.dat"]


def test_the_memory_of_a_run_is_told(tmp_path):
    source, target = tmp_path / "baskets.dat", tmp_path / "release.dat"
    source.write_text("1 2\n" * 100)
    memory = publish(source, target, "k=2", memory_limit="2G").to_dict()["memory"]
    assert memory["limit"] == 2**31
    assert memory["estimate"] < 2**28
    assert memory["peak"] > 2**20
