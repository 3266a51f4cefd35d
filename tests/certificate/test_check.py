"""Proofs that others can check: what holds is accepted, what was forged is refused."""

from __future__ import annotations

import copy
import random
from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from shoal.certificate import baskets, tables
from shoal.certificate.check import CELL, ITEM, distinct, seal
from shoal.data.node_costs import MEASURES
from shoal.errors import VerificationError

from ..conftest import LONG
from .tiny import TinyBaskets, TinyTable, certified, derive, faults, tiny_baskets, tiny_table


@settings(max_examples=2000 if LONG else 80)
@given(st.data())
def test_bounds_of_tables_are_never_above_the_best_release_of_the_stated_set(data: Any) -> None:
    assert not list(faults(tiny_table(lambda low, high: data.draw(st.integers(low, high)))))


@pytest.mark.parametrize("seed", range(30))
def test_tables_put_together_by_hand_are_the_same(seed: int) -> None:
    tiny = tiny_table(random.Random(seed).randint)
    assert [*certified(tiny)] == [*certified(tiny, by_hand=True)]


@settings(max_examples=2000 if LONG else 80)
@given(st.data())
def test_bounds_of_baskets_are_never_above_the_best_release_of_the_stated_set(data: Any) -> None:
    assert not list(faults(tiny_baskets(lambda low, high: data.draw(st.integers(low, high)))))


@pytest.mark.parametrize("seed", range(400 if LONG else 40))
def test_any_multipliers_prove_what_the_formula_says(seed: int) -> None:
    random_ = random.Random(seed)
    tiny = tiny_baskets(random_.randint) if seed % 2 else tiny_table(random_.randint, 5)
    *_, (_, proof) = certified(tiny)
    unit = ITEM if isinstance(tiny, TinyBaskets) else CELL
    proof["multipliers"] = [random_.randint(0, 4 * unit) for _ in proof["multipliers"]]
    _claim(tiny, proof)
    derive(tiny, proof)  # what the formula says is accepted, and nothing else
    name = [*proof["bound"]][-1]
    for step in (-1, 1):
        forged = copy.deepcopy(proof)
        forged["bound"][name] += step
        with pytest.raises(VerificationError, match="its multipliers prove"):
            derive(tiny, _sealed(forged))


def _claim(tiny: TinyTable | TinyBaskets, proof: dict[str, Any]) -> None:
    """Let a proof say what its multipliers prove, by the formula over all patterns."""
    rows = [tuple(sorted(r)) for r in tiny.rows] if isinstance(tiny, TinyBaskets) else tiny.rows
    prices = dict(zip(distinct(rows).rows, proof["multipliers"], strict=True))
    proof["bound"][[*proof["bound"]][-1]] = tiny.proved(prices)
    _sealed(proof)


def _sealed(proof: dict[str, Any]) -> dict[str, Any]:
    proof["sha256"] = seal(proof)
    return proof


def _forgeries(tiny: TinyTable | TinyBaskets, proof: dict[str, Any], pick: Any) -> Any:
    """Return forged proofs of tiny data, each with the data it is shown with."""
    baskets = isinstance(tiny, TinyBaskets)
    name = [*proof["bound"]][-1]

    def forged(change: Any) -> dict[str, Any]:
        made = copy.deepcopy(proof)
        change(made)
        return _sealed(made)

    better = -1 if baskets else 1
    yield tiny, forged(lambda p: p["bound"].update({name: p["bound"][name] + better * pick(1, 9)}))
    # Changed, and the seal as it was.
    unsealed = copy.deepcopy(proof)
    unsealed["multipliers"][pick(0, len(unsealed["multipliers"]) - 1)] += 1
    yield tiny, unsealed
    yield tiny, forged(lambda p: p["multipliers"].pop())
    yield tiny, forged(lambda p: p["multipliers"].append(0))
    at = pick(0, len(proof["multipliers"]) - 1)
    yield tiny, forged(lambda p: p["multipliers"].__setitem__(at, p["multipliers"][at] + 0.5))
    yield tiny, forged(lambda p: p["multipliers"].__setitem__(at, float(p["multipliers"][at])))
    yield tiny, forged(lambda p: p["multipliers"].__setitem__(at, "1"))
    yield tiny, forged(lambda p: p["scope"].pop("k"))
    yield tiny, forged(lambda p: p["scope"].update(k=1))
    yield tiny, forged(lambda p: p["scope"].update(recoding="any"))
    yield tiny, forged(lambda p: p["scope"].update(measure="entropy"))
    # Shown with other data.
    if baskets:
        yield replace(tiny, rows=[*tiny.rows, tiny.rows[0]]), proof
        yield replace(tiny, rows=[("i9",), *tiny.rows[1:]]), proof
        yield tiny, forged(lambda p: p["multipliers"].__setitem__(at, -1))
        return
    columns = tuple(replace(c, cells=(*c.cells, c.cells[0])) for c in tiny.columns)
    yield replace(tiny, columns=columns, persons=None), proof
    yield tiny, forged(lambda p: p["scope"]["columns"][0]["paths"].pop())
    yield tiny, forged(lambda p: p["scope"]["columns"][0]["paths"][0].append("**"))


def _other_claims(tiny: TinyTable | TinyBaskets, proof: dict[str, Any], pick: Any) -> Any:
    """Return proofs of which the same bound is said about another set, or by other multipliers.

    Each with the data as that set has it: whether the proof still holds, the formula tells.
    """

    def changed(change: Any) -> dict[str, Any]:
        made = copy.deepcopy(proof)
        change(made)
        return _sealed(made)

    k = pick(2, 7)
    yield replace(tiny, k=k), changed(lambda p: p["scope"].update(k=k))
    at, step = pick(0, len(proof["multipliers"]) - 1), pick(1, 2 * ITEM)
    yield tiny, changed(lambda p: p["multipliers"].__setitem__(at, p["multipliers"][at] + step))
    if isinstance(tiny, TinyBaskets):
        return
    c = pick(0, len(tiny.columns) - 1)
    column = tiny.columns[c]

    def with_column(**parts: Any) -> TinyTable:
        columns = [*tiny.columns]
        columns[c] = replace(column, **parts)
        return replace(tiny, columns=tuple(columns))

    measure = [*MEASURES][pick(0, 3)]
    yield (
        replace(tiny, columns=tuple(replace(one, measure=measure) for one in tiny.columns)),
        changed(lambda p: p["scope"].update(measure=MEASURES[measure].called)),
    )
    level = pick(0, 3)
    yield (
        with_column(max_level=level),
        changed(lambda p: p["scope"]["columns"][c].update(max_level=level)),
    )
    weight = Fraction(pick(1, 12), 4)
    ratio = [weight.numerator, weight.denominator]
    yield (
        with_column(weight=weight),
        changed(lambda p: p["scope"]["columns"][c].update(weight=ratio)),
    )


def test_a_thousand_forged_proofs_are_refused() -> None:
    refused = still_true = 0
    for seed in range(20_000 if LONG else 200):
        pick = random.Random(seed).randint
        tiny = tiny_baskets(pick) if seed % 2 else tiny_table(pick, 4)
        *_, (_, proof) = certified(tiny)
        derive(tiny, proof)
        for shown, forged in _forgeries(tiny, proof, pick):
            with pytest.raises(VerificationError):
                derive(shown, forged)
            refused += 1
        for shown, forged in _other_claims(tiny, proof, pick):
            honest = copy.deepcopy(forged)
            _claim(shown, honest)
            if honest["bound"] == forged["bound"]:  # said of another set, and true of it as well
                derive(shown, forged)
                still_true += 1
                continue
            with pytest.raises(VerificationError, match="its multipliers prove"):
                derive(shown, forged)
            refused += 1
    assert refused >= 1000
    assert still_true


@pytest.mark.parametrize("kind", ["quick", "tight"])
def test_weaker_bounds_have_proofs_too(monkeypatch: pytest.MonkeyPatch, kind: str) -> None:
    whole = []
    for seed in range(20):
        pick = random.Random(seed).randint
        tiny = tiny_baskets(pick) if seed % 2 else tiny_table(pick)
        whole += [one.bound for one, _ in certified(tiny) if one.kind == kind]
    for module, names in ((baskets, "ENTRIES"), (tables, "VISITED")):
        for name in ("QUICK", "TIGHT"):
            monkeypatch.setattr(module, f"{name}_{names}", 0)
    for seed in range(20):
        pick = random.Random(seed).randint
        tiny = tiny_baskets(pick) if seed % 2 else tiny_table(pick)
        for certificate, proof in certified(tiny):
            if certificate.kind == kind:
                assert not certificate.complete
                assert certificate.bound <= whole[seed]
                derive(tiny, proof)
