"""Reference miners: against each other and the native core, and on the thesis' own examples."""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import shoal
from shoal.errors import ParameterError
from shoal.mining import reference
from shoal.mining.reference.apriori import new_candidates

from ..conftest import LONG
from ..reference_miners import KINDS, differing, draw

#: Table 6.1 of the thesis.
ROWS = ["acdef", "abe", "cef", "acdf", "cef"]


@settings(max_examples=2000 if LONG else 90)
@given(st.sampled_from(list(KINDS)), st.randoms(use_true_random=False))
def test_all_miners_and_the_core_agree(kind: str, rng: random.Random) -> None:
    request = draw(kind, rng)
    assert differing(KINDS[kind](request)) == [], request


@pytest.mark.parametrize("miner", [reference.closet, reference.charm])
def test_closed_itemsets_of_example_631(miner) -> None:
    found = {"".join(sorted(itemset)): support for itemset, support in miner(ROWS, 2).items()}
    assert found == {"acdf": 2, "a": 3, "ae": 2, "cf": 4, "cef": 3, "e": 4}


@pytest.mark.parametrize("miner", [reference.closet, reference.charm])
@pytest.mark.parametrize("rows", [["ab", "bc"], ["abc", "ab", "bc"]])
def test_slips_of_the_pseudocode_are_mended(miner, rows: list[str]) -> None:
    """Taken at their word, CLOSET is wrong on the first rows, and CHARM on the others."""
    every = reference.apriori(rows, 1)
    closed = {X: n for X, n in every.items() if not any(X < Y and n == every[Y] for Y in every)}
    assert miner(rows, 1) == closed


def test_cumulate_on_the_example_of_section_73() -> None:
    tax = shoal.Hierarchy.of(
        {
            "clothes": {"outwear": ["jacket", "pants"], "top": ["shirts"]},
            "footwear": ["shoes", "boots"],
        }
    )
    rows = [["shirts", "boots"], ["jacket", "boots"], ["shirts", "shoes"], ["jacket", "shoes"]]
    assert reference.cumulate(rows, tax, 3) == {
        frozenset(["footwear"]): 4,
        frozenset(["clothes"]): 4,
        frozenset(["clothes", "footwear"]): 4,
    }


def test_pruning_pairs_suffices() -> None:
    """Candidates of three and more items have no item beside its ancestor, as the paper says."""
    tree = shoal.Hierarchy.of(
        {"hot": ["tea", "cocoa"], "cold": {"iced": ["cola"], "neat": ["rum"]}}
    )
    rows = [["tea", "cola"], ["tea", "rum"], ["cocoa", "cola", "rum"]]
    every = reference.basic_generalized(rows, tree, 1)
    pairs = {X: n for X, n in every.items() if len(X) == 2}
    ways = {node: set(tree.path(tree.node_of(node))[1:]) for node in tree.labels}
    legal = {X: n for X, n in pairs.items() if not any(ways[x] & X for x in X)}
    candidates = new_candidates(legal)
    assert candidates
    assert not any(ways[x] & X for X in candidates for x in X)


@pytest.mark.parametrize(
    "miner",
    [reference.apriori, reference.fp_growth, reference.closet, reference.charm],
)
@pytest.mark.parametrize("rows", [[], [[]], [["a"]]])
def test_nothing_to_find(miner, rows: list[list[str]]) -> None:
    assert miner(rows, 2) == {}
    for support in (0, -1, 1.5):
        with pytest.raises(ParameterError, match="min_support"):
            miner(rows, support)
