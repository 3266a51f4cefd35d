"""``shoal apply``: from a run file and a file to further files, and what is refused."""

from __future__ import annotations

import json
import random
from pathlib import Path

import polars as pl
import pytest

import shoal
import shoal_verify
from shoal.errors import ParameterError

from ..cli.conftest import ask, run

ROLES = ["--qi", "age,sex,city", "--sensitive", "ill", "--keep", "day"]
CITIES = {"north": ["Oslo", "Bergen"], "south": {"west": ["Rome"], "east": ["Bari", "Ostia"]}}


def people(seed: int, rows: int) -> pl.DataFrame:
    pick = random.Random(seed)
    return pl.DataFrame(
        {
            "who": [f"p{seed}-{at // 2}" for at in range(rows)],
            "age": [pick.randint(20, 60) for _ in range(rows)],
            "sex": [pick.choice("fm") for _ in range(rows)],
            "city": [pick.choice(["Oslo", "Bergen", "Rome", "Bari"]) for _ in range(rows)],
            "ill": [pick.choice(["flu", "acne", "", "gout"]) for _ in range(rows)],
            "day": [pick.choice(["mon", "tue"]) for _ in range(rows)],
        }
    )


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with an original, new rows and a hierarchy."""
    monkeypatch.chdir(tmp_path)
    people(1, 300).write_csv("old.csv")
    people(2, 200).write_csv("new.csv")
    Path("trees").mkdir()
    shoal.write_hierarchy(shoal.Hierarchy.of(CITIES), "trees/city.csv")
    return tmp_path


def publish(*more: str, out: str = "out.csv", model: str = "k=4") -> None:
    done = run("anonymize", "old.csv", "--model", model, *ROLES, "-o", out, "--quiet", *more)
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize("suffix", [".csv", ".parquet", ".csv.gz"])
@pytest.mark.parametrize(
    "more",
    [
        (),
        ("--hierarchies", "trees"),
        ("--recoding", "age=range,sex=set,city=set"),
        ("--person", "who"),
    ],
)
def test_both_verifiers_agree_on_the_new_file_and_on_both(
    folder: Path, more: tuple[str, ...], suffix: str
) -> None:
    model = "k=4,l=2"
    publish(*more, model=model)
    done = run("apply", "out.csv.run.json", "new.csv", "-o", f"more{suffix}", "--json")
    assert done.returncode == 0, done.stderr
    said = json.loads(done.stdout)
    assert said["rows"] + said["left_out"] == said["new_rows"] == 200
    assert said["rows"] > 60
    assert "rows-left-out" in said["warning_codes"]
    told = {"qi": ["age", "sex", "city"], "sensitive": ["ill"]}
    one = pl.read_csv("out.csv", infer_schema=False)
    path = Path(f"more{suffix}")
    other = pl.read_parquet(path) if suffix == ".parquet" else pl.read_csv(path, infer_schema=False)
    assert other.columns == one.columns == ["age", "sex", "city", "ill", "day"]
    pl.concat([one, other.cast(pl.String)]).write_csv("both.csv")
    for file in (path, "both.csv"):
        assert shoal.verify(file, model, **told).ok
        assert shoal_verify.judge(file, model, **told, keep=["day"]).holds
    # The order of the new rows tells nothing, and the files belong together.
    assert other.equals(other.sort(other.columns, nulls_last=True))
    again = json.loads(Path(f"more{suffix}.run.json").read_text())
    assert again["applied"]["release"]["path"] == "out.csv"
    assert Path(f"more{suffix}.run.json").stat().st_mode & 0o77 == 0
    # The same call gives the same bytes, and replaces what it wrote.
    before = path.read_bytes()
    assert run("apply", "out.csv.run.json", "new.csv", "-o", str(path), "--quiet").returncode == 0
    assert path.read_bytes() == before


def test_from_elsewhere_and_after_a_move(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    publish("--hierarchies", "trees")
    (folder / "in").mkdir()
    monkeypatch.chdir(folder / "in")
    here = shoal.apply("../out.csv.run.json", "../new.csv")
    assert here.facts["left_out"] > 0
    assert not [*(folder / "in").iterdir()]
    (folder / "old.csv").rename(folder / "in/then.csv")
    with pytest.raises(ParameterError, match="say where it is with original"):
        shoal.apply("../out.csv.run.json", "../new.csv")
    moved = shoal.apply("../out.csv.run.json", "../new.csv", original="then.csv")
    assert moved.data.rows() == here.data.rows()
    (folder / "trees").rename(folder / "in/forest")
    with pytest.raises(ParameterError, match="hierarchies"):
        shoal.apply("../out.csv.run.json", "../new.csv", original="then.csv")
    again = shoal.apply(
        "../out.csv.run.json", "../new.csv", "more.csv", original="then.csv", hierarchies="forest"
    )
    assert again.data.rows() == here.data.rows()
    here.write("written.csv")
    assert Path("written.csv").read_bytes() == Path("more.csv").read_bytes()


def test_baskets_from_files(folder: Path) -> None:
    Path("old.dat").write_text("a b c\na b c\na b\na b d\nx\nx y\n")
    Path("new.dat").write_text("a b c z\na b c\nx\nq\na b\n")
    assert run("anonymize", "old.dat", "-k", "2", "-o", "out.dat", "--quiet").returncode == 0
    done = run("apply", "out.dat.run.json", "new.dat", "-o", "more.dat")
    assert done.returncode == 0, done.stderr
    assert Path("more.dat").read_text() == "a b c\na b c\n"
    assert "rows are left out" in done.stderr
    assert run("verify", "more.dat", "-k", "2").returncode == 0


def test_persons_of_both_files_are_refused(folder: Path) -> None:
    publish("--person", "who")
    people(1, 20).write_csv("new.csv")
    sentence = ask(run, folder, 2, "apply", "out.csv.run.json", "new.csv", "-o", "more.csv")
    assert "10 persons are in both files" in sentence


def test_a_copy_of_the_original_is_refused(folder: Path) -> None:
    publish()
    Path("copy.csv").write_bytes(Path("old.csv").read_bytes())
    with pytest.raises(ParameterError, match="published already") as caught:
        shoal.apply("out.csv.run.json", "copy.csv")
    assert caught.value.parameter == "input"


def test_what_cannot_be_applied(folder: Path) -> None:
    publish("--hierarchies", "trees")

    def refused(*arguments: str, status: int = 2) -> str:
        return ask(run, folder, status, "apply", *arguments, "-o", "more.csv")

    assert "is no run file: give the .run.json" in refused("out.csv", "new.csv")
    assert "no such file" in refused("none.run.json", "new.csv").lower()
    people(2, 200).drop("city").write_csv("less.csv")
    assert "there is no column 'city'" in refused("out.csv.run.json", "less.csv")
    people(2, 200).with_columns(age=pl.lit("old")).write_csv("text.csv")
    assert "holds numbers" in refused("out.csv.run.json", "text.csv")
    people(2, 3).write_csv("few.csv")
    sentence = refused("out.csv.run.json", "few.csv", status=1)
    assert "none of 3 rows that can be published in the groups of out.csv" in sentence
    assert run("apply", "out.csv.run.json", "new.csv", "-o", "m.csv", "--quiet").returncode == 0
    assert "give the run file of that release" in refused("m.csv.run.json", "new.csv")
    run_file = Path("out.csv.run.json")
    run_file.rename("kept.json")
    assert "names no release" in refused("kept.json", "new.csv")
    Path("kept.json").rename(run_file)
    tree, text = Path("trees/city.csv"), Path("trees/city.csv").read_text()
    tree.write_text(text.replace("north", "cold"))
    assert "trees/city.csv changed since" in refused("out.csv.run.json", "new.csv")
    tree.write_text(text)
    old = Path("old.csv").read_text()
    Path("old.csv").write_text(old + "p,30,f,Rome,flu,mon\n")
    assert "is not what out.csv.run.json was made of" in refused("out.csv.run.json", "new.csv")
    Path("old.csv").write_text(old)
    release = Path("out.csv").read_text()
    Path("out.csv").write_text(release + release.splitlines()[1] + "\n")
    assert "out.csv changed since it was written" in refused("out.csv.run.json", "new.csv")
    Path("out.csv").unlink()
    assert "out.csv is not there" in refused("out.csv.run.json", "new.csv")


def test_releases_without_groups_to_join(folder: Path) -> None:
    roles = ["--qi", "age,sex", "--sensitive", "city", "--publish", "anatomy", "--quiet"]
    assert run("anonymize", "old.csv", "--model", "l=2", *roles, "-o", "two.csv").returncode == 0
    sentence = ask(run, folder, 2, "apply", "two.csv.run.json", "new.csv", "-o", "more.csv")
    assert "cannot be added to a release of anatomy" in sentence
    Path("old.dat").write_text("a b\na b\na c\n")
    Path("new.dat").write_text("a b\na b\n")
    Path("tree.csv").write_text("a;x;*\nb;x;*\nc;y;*\n")
    asked = ["--model", "km=2,2", "--taxonomy", "tree.csv", "--quiet"]
    assert run("anonymize", "old.dat", *asked, "-o", "km.dat").returncode == 0
    sentence = ask(run, folder, 2, "apply", "km.dat.run.json", "new.dat", "-o", "more.dat")
    assert "this one is under km=2,2: anonymize the new file by itself" in sentence


def test_data_in_memory_has_no_more_of_it(folder: Path) -> None:
    shoal.anonymize(people(1, 300), "k=4", qi=["age", "sex"]).write("memory.csv")
    with pytest.raises(ParameterError, match="publish from a file first"):
        shoal.apply("memory.csv.run.json", "new.csv")


def test_suppressed_rows_are_left_out_where_suppression_is_limited(folder: Path) -> None:
    Path("old.csv").write_text("age\n" + "1\n" * 5 + "2\n3\n4\n5\n" * 1)
    Path("new.csv").write_text("age\n" + "1\n" * 3 + "8\n9\n7\n")
    tree = shoal.Hierarchy.of({"12": ["1", "2"], "345": ["3", "4", "5", "8", "9", "7"]})
    shoal.write_hierarchy(tree, "age.csv")
    told = ["--qi", "age", "--hierarchies", "age.csv", "--max-level", "age=0", "--quiet"]
    assert run("anonymize", "old.csv", "-k", "3", *told, "-o", "a.csv").returncode == 0
    limit = ["--suppression-limit", "90%"]
    assert run("anonymize", "old.csv", "-k", "3", *told, *limit, "-o", "b.csv").returncode == 0
    assert shoal.apply("a.csv.run.json", "new.csv").facts["left_out"] == 0
    assert shoal.apply("b.csv.run.json", "new.csv").facts["left_out"] == 3
