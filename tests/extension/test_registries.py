from shoal.methods import METHODS, register

from .registries import restored
from .test_method import TableChunks


def test_what_a_test_registers_is_forgotten() -> None:
    before = list(METHODS)
    with restored():
        register(TableChunks)
        assert ("table", "chunks") in METHODS
    assert list(METHODS) == before
