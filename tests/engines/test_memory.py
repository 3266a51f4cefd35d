import gzip

import pytest

from shoal.engines import local, memory
from shoal.errors import LimitReached, ParameterError
from shoal.io.formats import recognise
from shoal.io.size_estimate import estimate_size


@pytest.mark.parametrize(
    ("text", "size"),
    [
        ("1", 1),
        (4096, 4096),
        ("500M", 500 * 2**20),
        ("4G", 2**32),
        ("4g", 2**32),
        ("1.5GiB", 3 * 2**29),
        (" 2 kib ", 2048),
        ("2KB", 2000),
        ("1TB", 10**12),
        ("7b", 7),
    ],
)
def test_sizes_as_people_write_them(text, size):
    assert memory.parse_size(text) == size


@pytest.mark.parametrize(
    "text", ["", "0", "-1", "4X", "G", "4 G G", "1e9", "0.2", "4,5G", True, "1.G"]
)
def test_what_is_no_size(text):
    with pytest.raises(ParameterError, match=r"such as 500M, 4G or 1\.5GiB"):
        memory.parse_size(text)


def test_without_a_limit_all_that_is_free_may_be_used(monkeypatch):
    monkeypatch.setattr(local, "free_memory", lambda: 10**9)
    assert 10**9 < memory.check_memory_limit(None) < 10**10
    assert memory.check_memory_limit("1G") == 2**30


def test_a_run_that_needs_more_is_refused_with_both_figures():
    memory.refuse_above(limit=2**30, needed=2**30)
    with pytest.raises(
        LimitReached, match=r"about 1.5 GiB of memory and may use 1 GiB; .*memory_limit"
    ):
        memory.refuse_above(limit=2**30, needed=3 * 2**29)


@pytest.mark.parametrize("name", ["baskets.dat", "baskets.dat.gz", "baskets.csv"])
def test_the_extent_is_guessed_from_the_beginning(tmp_path, name):
    path = tmp_path / name
    line = "12,7,345\n" if ".csv" in name else "12 7 345\n"
    text = (line + "\n5\n").encode() * 40_000
    path.write_bytes(gzip.compress(text) if name.endswith("gz") else text)
    guess = estimate_size(path, recognise(path))
    assert guess[0] == pytest.approx(120_000, rel=0.05)
    # An empty row counts as an entry here, which does no harm.
    assert guess[1] == pytest.approx(200_000, rel=0.05)


def test_the_size_of_what_is_no_text_is_not_estimated(tmp_path):
    path = tmp_path / "baskets.dat.gz"
    path.write_bytes(b"\x1f\x8b and nothing that gzip wrote")
    assert estimate_size(path, recognise(path)) == (0, 0)
    path = tmp_path / "baskets.parquet"
    path.write_bytes(b"PAR1")
    assert estimate_size(path, recognise(path)) is None
