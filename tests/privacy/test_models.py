import numpy as np
import pytest

from shoal.errors import ParameterError
from shoal.privacy import MODELS, KAnonymity, KmAnonymity, Model, parse_model, parse_models


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


@pytest.mark.parametrize("text", ["", "10", "k", "z=3", 10, None])
def test_an_unknown_model_is_answered_with_what_is_allowed(text):
    with pytest.raises(ParameterError, match=r"allowed: k=10, km=10,2, l=3, .* or rules="):
        parse_model(text)


@pytest.mark.parametrize("text", ["k=", "k=2.5", "k=10,2", "km=3", "km=3,2,1", "km=a,b"])
def test_a_model_that_is_misspelled_is_answered_with_how_to_write_it(text):
    name = text.partition("=")[0]
    with pytest.raises(ParameterError, match=f"write it as {MODELS[name].example}"):
        parse_model(text)


@pytest.mark.parametrize("name", MODELS)
def test_every_model_has_a_name_an_example_and_kinds(name):
    model = MODELS[name]
    assert issubclass(model, Model)
    assert model.name == name
    assert model.example.startswith(f"{name}=")
    assert model.kinds is None or model.kinds


@pytest.mark.parametrize("model", [KAnonymity(7), KmAnonymity(7, 2)], ids=str)
def test_what_is_printed_is_parsed_again(model):
    assert parse_model(str(model)) == model


def test_several_models_come_strictest_first():
    assert parse_models("k=5/20/10/5") == [KAnonymity(20), KAnonymity(10), KAnonymity(5)]
    assert parse_models(["km=5,2", KmAnonymity(10, 3)]) == [KmAnonymity(10, 3), KmAnonymity(5, 2)]
    for several, words in [
        ([], "at least one model"),
        (["k=5", "km=5,2"], "of one name"),
        (["km=5,3", "km=10,2"], "one must be the strictest"),
        ("k=5,10", "write it as k=10"),
    ]:
        with pytest.raises(ParameterError, match=words):
            parse_models(several)


def test_a_known_model_out_of_range():
    with pytest.raises(ParameterError, match="at least 2, not 1"):
        parse_model("k=1")


def test_frozen_and_text():
    model = KAnonymity(3)
    assert str(model) == "k=3"
    with pytest.raises(AttributeError):
        model.k = 4
