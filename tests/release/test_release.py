import json

import pytest

import shoal
from shoal.errors import OutputError, ParameterError, VerificationError
from shoal.release import writing

ROWS = [["tea", "rum"], ["tea", "gin"], ["tea"], [], ["rum"]]


@pytest.fixture
def release():
    return shoal.anonymize(shoal.Baskets.of(ROWS), "k=2", seed=3)


def test_its_plain_form_is_json_without_data_and_seed(release):
    document = json.loads(json.dumps(release.to_dict()))
    assert document["schema"] == "shoal.anonymize/1"
    assert document["k"] == 2
    assert document["loss"]["gcp"] == release.loss.gcp
    assert document["verdict"]["k_min"] == release.verdict.k_min
    assert "seed" not in json.dumps(document)
    assert "tea" not in json.dumps(document)
    assert release.provenance.options["seed"] == 3


def test_it_is_frozen(release):
    with pytest.raises(AttributeError):
        release.method = "other"
    with pytest.raises(TypeError):
        release.provenance.options["seed"] = 4


def test_suppressed_items_are_not_in_its_vocabulary():
    release = shoal.anonymize(shoal.Baskets.of([["tea", "hidden"], ["tea"]]), "k=2")
    assert release.data.vocabulary.to_list() == ["tea"]


@pytest.mark.parametrize("name", ["r.dat", "r.csv.gz", "r.parquet", "r.arrow"])
def test_written_and_read_back(release, tmp_path, name):
    release.write(tmp_path / name)
    assert shoal.read(tmp_path / name) == release.data
    assert [path.name for path in tmp_path.iterdir()] == [name]


def test_a_format_that_cannot_be_told(release, tmp_path):
    with pytest.raises(ParameterError, match="cannot tell a format"):
        release.write(tmp_path / "release")
    release.write(tmp_path / "release", format="csv", separator=";")
    assert shoal.read(tmp_path / "release", separator=";") == release.data


@pytest.mark.parametrize(
    ("written", "why"),
    [([["tea"], ["rum"]], "fails the check of k=2"), ([["tea"], ["tea"]], "does not read back")],
)
def test_a_file_that_is_not_the_release_never_gets_its_name(
    release, tmp_path, monkeypatch, written, why
):
    def write_other(data, path, **options):
        shoal.write(shoal.Baskets.of(written), path, **options)

    monkeypatch.setattr(writing, "write", write_other)
    (tmp_path / "r.dat").write_text("old")
    with pytest.raises(VerificationError, match=why):
        release.write(tmp_path / "r.dat")
    assert [path.name for path in tmp_path.iterdir()] == ["r.dat"]
    assert (tmp_path / "r.dat").read_text() == "old"


def test_a_failed_write_names_the_file_asked_for(release, tmp_path, monkeypatch):
    def fail(data, path, **options):
        raise OutputError(f"cannot write {path}: the disk is full")

    monkeypatch.setattr(writing, "write", fail)
    with pytest.raises(OutputError) as caught:
        release.write(tmp_path / "r.dat")
    assert str(caught.value) == f"cannot write {tmp_path / 'r.dat'}: the disk is full"


def test_a_file_that_cannot_hold_the_release_is_named_as_asked_for(tmp_path):
    people = shoal.Table.of({"age": [31, 31], "sex": ["f", "f"]}, ["age", "sex"])
    with pytest.raises(ParameterError) as caught:
        shoal.anonymize(people, "k=2").write(tmp_path / "r.dat")
    file = tmp_path / "r.dat"
    assert str(caught.value) == f"cannot write a table to {file}: name it .csv, .parquet or .arrow"
    with pytest.raises(ParameterError, match=f"^cannot write {file}: a fimi file cannot hold"):
        shoal.anonymize([["dark rum"], ["dark rum"]], "k=2").write(file)
    assert not list(tmp_path.iterdir())
