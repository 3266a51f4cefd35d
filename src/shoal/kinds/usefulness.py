"""What an analyst can still do with a release, in words; and warnings where that is nothing."""

from __future__ import annotations

from collections.abc import Iterator

from shoal.errors import Notice
from shoal.kinds.set_figures import pairs_kept
from shoal.loss import TableLoss
from shoal.privacy import Model
from shoal.utility import BasketUse, TableUse
from shoal.wording import parameter

#: Baskets with two items of which fewer than this share is left, and pairs of which none is left if
#: there are so many, make a release useless for what goes together.
FEW, SOME_PAIRS = 0.01, 10

#: A column with this share of its cells ``*`` is as good as gone.
GONE = 0.95


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
        "associations": kept if pairs.pairs else "no two columns had one",
    }


def _counts(of_one: float | None, of_two: float | None, by: str) -> dict[str, str]:
    """Return the mean error of counts."""
    if of_one is None:
        return {}
    two = "" if of_two is None else f", {of_two:.1%} for two"
    return {"counts": f"off by {of_one:.1%} for one {by}{two}"}


def useless_baskets(use: BasketUse, model: Model, *, taxonomy: bool) -> Iterator[Notice]:
    """Yield a notice if the release does not show what goes together, with what may help."""
    if use.together < FEW * use.together_before and use.together_before >= model.k:
        said = "no two items remain together"
        if use.together:
            baskets = f"{use.together:,} of {use.together_before:,} baskets"
            said = f"hardly any two items remain together, in {baskets}"
    elif not taxonomy and use.pairs.pairs >= SOME_PAIRS and not use.pairs.kept:
        said = f"none of {use.pairs.pairs:,} frequent pairs of items is kept"
    else:
        return
    tree = "" if taxonomy else parameter("taxonomy")
    km = parameter("model", f"km={model.k},2") if model.name == "k" else ""
    both = f"{tree}, also with {km}," if tree and km else tree or km
    helps = f"{both} or a smaller k" if both else "a smaller k"
    yield Notice(f"{said}; consider {helps}", code="nothing-together")


def useless_table(use: TableUse, loss: TableLoss) -> Iterator[Notice]:
    """Yield a notice for each column that tells nothing, and if no association is left."""
    for column in loss.columns:
        if loss.rows and column.suppressed >= GONE * loss.rows:
            text = (
                f"column {column.name!r} is published as * in {column.suppressed / loss.rows:.1%} "
                f"of the rows; leave it out of {parameter('qi')}, so that other columns keep more, "
                "or give it a hierarchy with finer levels, or choose a smaller k"
            )
            yield Notice(text, code="column-lost")
    if use.pairs.pairs and not use.pairs.kept:
        worst = max(loss.columns, key=lambda column: column.lm).name
        text = (
            "no two columns keep their association; consider fewer quasi-identifiers "
            f"({worst!r} loses most) or a smaller k"
        )
        yield Notice(text, code="no-association")
