"""What a release is good for and what was proved about it, in words; warnings where it is not."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator
from typing import Any

import numpy as np
import polars as pl

from shoal.data.table import Table
from shoal.errors import Notice
from shoal.kinds.set_figures import pairs_kept
from shoal.loss import TableLoss
from shoal.loss.public_cells import named_values
from shoal.loss.rounding import SHOWN_GAPS
from shoal.privacy import Model
from shoal.utility import BasketUse, TableUse
from shoal.wording import counted, parameter

#: Baskets with two items of which fewer than this share is left, and pairs of which none is left if
#: there are so many, make a release useless for what goes together.
FEW, SOME_PAIRS = 0.01, 10

#: A column with this share of its cells ``*`` is as good as gone, and so are counts that are off
#: by this share on average.
GONE, WRONG = 0.95, 0.5

#: A gap that says more about the quick bound than about the release; characters of a line.
LOOSE_GAP, WIDTH = 0.1, 60


def baskets_in_words(use: BasketUse) -> dict[str, str]:
    """Return what can still be done with baskets."""
    together = f"{use.together:,} of {use.together_before:,} baskets"
    return {
        **_counts(use.are_of_items, use.are_of_pairs, "item"),
        "frequent pairs": pairs_kept(use.pairs),
        **({"two items in": together} if use.together_before else {}),
    }


def table_in_words(use: TableUse) -> dict[str, str]:
    """Return what can still be done with a table."""
    pairs = use.pairs
    kept = f"{pairs.kept:,} of {pairs.pairs:,} pairs of columns keep half of theirs or more"
    return {
        **_counts(use.are_of_columns, use.are_of_pairs, "column"),
        "associations": kept if pairs.pairs else "no quasi-identifier had one",
    }


def _counts(of_one: float | None, of_two: float | None, by: str) -> dict[str, str]:
    """Return the mean error of counts."""
    if of_one is None:
        return {}
    two = "" if of_two is None else f", {of_two:.1%} for two"
    return {"counts": f"off by {of_one:.1%} for one {by}{two}"}


def useless_baskets(use: BasketUse, loss: Any, model: Model, *, taxonomy: bool) -> Iterator[Notice]:
    """Yield a notice if items, their counts or what goes together are lost, with what may help."""
    found = {}
    together = f"{use.together:,} of {use.together_before:,} baskets"
    if use.together < FEW * use.together_before and use.together_before >= model.k:
        found["nothing-together"] = f"hardly any two items remain together, in {together}"
    elif use.pairs.pairs >= SOME_PAIRS and not use.pairs.kept:
        found["nothing-together"] = f"none of {use.pairs.pairs:,} frequent pairs of items is kept"
    if (use.are_of_items or 0.0) >= WRONG:
        found["counts-off"] = f"counts of one item are off by {use.are_of_items:.1%}"
    if loss.kept_items < FEW * loss.items:
        kept = f"{loss.kept_items:,} of {counted(loss.items, 'item')}"
        found["items-lost"] = f"hardly any item keeps its own name, {kept}"
    if not found:
        return
    helps = "a taxonomy of finer levels" if taxonomy else parameter("taxonomy", "FILE")
    if model.name == "k":
        helps += f", alone or with {parameter('model', f'km={model.k},2')}"
    helps += ", or a smaller k" * (model.k > 2)
    compare = "compare errors of counts, for GCP with a taxonomy and GCP without are not comparable"
    text = f"{'; '.join(found.values())}; consider {helps}; {compare}"
    yield Notice(text, code=next(iter(found)))


def weaker(model: Model) -> str:
    """Return what to ask for instead of a model that costs too much."""
    return "a smaller k" if model.name == "k" else "a weaker model"


def useless_table(use: TableUse, loss: TableLoss, model: Model) -> Iterator[Notice]:
    """Yield a notice if columns tell nothing, and if no association is left."""
    gone = {one.name: one.suppressed / max(loss.rows, 1) for one in loss.columns}
    if lost := [f"{name!r} ({share:.1%})" for name, share in gone.items() if share >= GONE]:
        text = (
            f"nearly all cells are published as * in {', '.join(lost)}: name fewer columns in "
            f"{parameter('qi')}, give hierarchies with finer levels, or choose "
            f"{weaker(model)}"
        )
        yield Notice(text, code="column-lost")
    if use.pairs.pairs and not use.pairs.kept:
        worst = max(loss.columns, key=lambda column: column.lm).name
        text = (
            "no quasi-identifier keeps an association; consider fewer quasi-identifiers "
            f"({worst!r} loses most) or {weaker(model)}"
        )
        yield Notice(text, code="no-association")


def small_groups(model: Model, loss: TableLoss) -> Iterator[Notice]:
    """Yield a notice if a model of values is asked for without k, so that groups may be small."""
    if not model.says_k:
        text = (
            f"{model} asks for no k: a group may have as few as {model.k:,} rows, and the smallest "
            f"has {loss.smallest_group:,}; ask for both, such as "
            f"{parameter('model', f'k=10,{model}')}"
        )
        yield Notice(text, code="no-k")


def rare_values(data: Table, published: pl.DataFrame, k: int) -> tuple[Notice, ...]:
    """Warn of the ends of ranges and the members of sets that fewer than k rows have."""
    rare = {}
    for column in data.quasi_identifiers:
        if column.recoding == "hierarchy":
            continue
        values = column.hierarchy.values
        few = np.flatnonzero(np.bincount(column.codes, minlength=len(values)) < k)
        named = named_values(published[column.name], ranges=column.recoding == "range")
        if found := len(named & {values[leaf] for leaf in few.tolist()}):
            rare[column.name] = found
    if not rare:
        return ()
    of_columns = ", ".join(f"{count:,} of {name!r}" for name, count in rare.items())
    text = (
        f"{counted(sum(rare.values()), 'exact value is', 'exact values are')} printed that fewer "
        f"than {k:,} rows have ({of_columns}): the ends of ranges and the members of sets can "
        f"point at single persons; {parameter('recoding', 'bands')} prints none"
    )
    return (Notice(text, code="rare-values"),)


def folded(text: str) -> str:
    """Return a text in lines of a table."""
    return textwrap.fill(text, WIDTH, break_long_words=False, break_on_hyphens=False)


def certificate_facts(certificate: Any, *, guided: bool) -> dict[str, str]:
    """Return what is proved about the loss of a release; None of it without a certificate."""
    if certificate is None:
        return {}
    scope = certificate.scope
    of = "" if scope.is_usual else f"a {scope.measure} of "
    proved = f"{of}{certificate.bound:.4f} or more for any release {scope.name}"
    if certificate.loss > (1 + SHOWN_GAPS[-1]) * certificate.bound:
        proved = f"next to nothing is proved for releases {scope.name}"
    elif certificate.gap is not None:
        proved += f"; this one is {certificate.gap:.1%} above ({certificate.kind})"
    proved = folded(proved)
    if certificate.kind == "quick" and certificate.loss > (1 + LOOSE_GAP) * certificate.bound:
        # Only a guided method learns from the proof.
        less = ", and loses less" if guided else ""
        return {"certificate": proved, "": f"--certificate tight proves more{less}"}
    return {"certificate": proved}
