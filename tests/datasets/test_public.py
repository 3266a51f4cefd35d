import gzip
import shutil

import pytest

from shoal.datasets import load
from shoal.datasets.public import CHECKSUMS
from shoal.errors import FormatError, ParameterError

#: Rows, items, longest row and entries of each file.
FIGURES = {
    "bms_webview_1": (59_602, 497, 267, 149_639),
    "bms_webview_2": (77_512, 3_340, 161, 358_278),
    "chess": (3_196, 75, 37, 118_252),
    "groceries": (9_835, 169, 32, 43_367),
    "kosarak_25k": (25_000, 14_804, 608, 201_061),
    "msnbc_sets": (989_818, 17, 17, 1_699_303),
    "mushroom": (8_124, 119, 23, 186_852),
    "t10i4d100k": (100_000, 870, 29, 1_010_228),
}


@pytest.mark.parametrize("name", CHECKSUMS)
def test_public_files(public_data, name):
    baskets = load(name, public_data)
    longest = int(baskets.lengths.max())
    assert (len(baskets), baskets.item_count, longest, baskets.size) == FIGURES[name]
    assert baskets.duplicates_merged == 0


def test_plain_or_compressed(public_data, tmp_path):
    packed = public_data / "chess.dat.gz"
    (tmp_path / "chess.dat").write_bytes(gzip.decompress(packed.read_bytes()))
    assert load("chess", tmp_path) == load("chess", public_data)


def test_another_content(tmp_path):
    (tmp_path / "chess.dat").write_text("1 2 3\n")
    with pytest.raises(FormatError, match=r"chess.dat, line 1: the content differs"):
        load("chess", tmp_path)


def test_a_damaged_file(public_data, tmp_path):
    shutil.copyfile(public_data / "chess.dat.gz", tmp_path / "chess.dat.gz")
    with (tmp_path / "chess.dat.gz").open("r+b") as file:
        file.truncate(5_000)
    with pytest.raises(FormatError, match="damaged or cut off"):
        load("chess", tmp_path)


def test_a_missing_file(tmp_path):
    with pytest.raises(ParameterError, match=r"no such file: .*chess\.dat"):
        load("chess", tmp_path)


def test_unknown_names():
    with pytest.raises(
        ParameterError, match=r"unknown dataset 'iris'\. There are bms_webview_1, bms"
    ):
        load("iris", ".")
