"""A few thousand inputs of the fuzzer over every reader; its file runs as many as are asked for."""

import importlib.util
import sys
from pathlib import Path

import pytest

FUZZER = Path(__file__).parents[1] / "fuzz_readers.py"


@pytest.fixture(scope="module")
def fuzzer():
    spec = importlib.util.spec_from_file_location("fuzz_readers", FUZZER)
    module = importlib.util.module_from_spec(spec)
    sys.modules["fuzz_readers"] = module
    spec.loader.exec_module(module)
    yield module
    del sys.modules["fuzz_readers"]


def test_readers_return_data_or_raise_in_one_sentence(fuzzer, tmp_path, capfd):
    outcomes = fuzzer.fuzz(3000, 7, tmp_path)
    assert sum(outcomes.values()) == 3000
    assert outcomes["read"] > 500
    assert outcomes["refused"] > 500
    capfd.readouterr()  # what libraries say when they panic


def test_every_seed_is_read(fuzzer, tmp_path):
    for target in (*fuzzer.TARGETS, *fuzzer.COLUMNAR):
        for seed in target.seeds:
            path = tmp_path / target.name
            path.write_bytes(seed)
            assert fuzzer.judge(target, path, seed) == "read"
