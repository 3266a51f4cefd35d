import numpy as np
import pytest

from shoal.errors import ParameterError
from shoal.privacy import KAnonymity, parse_model


@pytest.mark.parametrize("k", [1, 0, -3, True, 2.0, "10", None])
def test_k_is_a_whole_number_of_at_least_two(k):
    with pytest.raises(ParameterError, match="whole number of at least 2"):
        KAnonymity(k)


def test_numpy_integers_are_integers():
    model = KAnonymity(np.int64(7))
    assert model == KAnonymity(7)
    assert type(model.k) is int


@pytest.mark.parametrize("text", ["k=10", " k = 10 ", KAnonymity(10)])
def test_parses(text):
    assert parse_model(text) == KAnonymity(10)


@pytest.mark.parametrize("text", ["", "10", "k", "k=", "k=2.5", "l=3", "k=10,2", 10])
def test_an_unknown_model_is_answered_with_what_is_allowed(text):
    with pytest.raises(ParameterError, match="allowed: k=10, km=10,2 or rules="):
        parse_model(text)


def test_a_known_model_out_of_range():
    with pytest.raises(ParameterError, match="at least 2, not 1"):
        parse_model("k=1")


def test_frozen_and_text():
    model = KAnonymity(3)
    assert str(model) == "k=3"
    with pytest.raises(AttributeError):
        model.k = 4
