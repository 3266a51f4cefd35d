"""``shoal measure``: what a release costs against its original."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

from shoal.cli import options
from shoal.cli.flags import extended_by
from shoal.cli.options import argument, flag
from shoal.cli.show import print_answer, print_table, shows_tables
from shoal.options import values_of

if TYPE_CHECKING:
    from shoal.options import Option


def _options() -> Iterator[Option]:
    from shoal.kinds import KINDS
    from shoal.methods import RBAT

    for kind in KINDS.values():
        yield from (one for one in kind.options if one.section in ("input", "data"))
    yield from (one for one in RBAT.options if one.name in ("weights", "queries", "query_items"))


@extended_by(_options)
def command(
    original: Annotated[Path, argument("What was anonymized.", "ORIGINAL")],
    release: Annotated[Path, argument("What was published.", "RELEASE")],
    given: dict[str, str | bool],
    k: Annotated[
        int | None,
        flag("For tables: the k of the release; its run file has it, too.", "K", "-k"),
    ] = None,
    mapping: Annotated[Path | None, options.mapping("RELEASE")] = None,
    seed: Annotated[int, options.seed("With --mapping: of the random queries.")] = 0,
    kind: options.KindName = None,
    memory_limit: options.MemoryLimit = None,
) -> None:
    """Measure what is left for an analyst and what a release costs; rows in any order.

    `shoal measure baskets.dat release.dat`

    `shoal measure people.csv release.csv --qi age,sex,zip --sensitive disease`

    `shoal measure baskets.dat release.dat --mapping release.dat.mapping.csv`
    """
    from shoal.kinds import choose_kind
    from shoal.methods import RBAT
    from shoal.recipes.measure import price
    from shoal.recipes.verify import beside

    chosen = choose_kind({"kind": kind, **given})
    if chosen.name == "baskets" and "taxonomy" not in given:
        mapping = mapping or beside(release)
    values = values_of(given, (*RBAT.options, *chosen.options))
    before, after, priced = price(
        original,
        release,
        k=k,
        mapping=mapping,
        seed=seed,
        memory_limit=memory_limit,
        kind=kind,
        **values,
    )
    warnings = [
        f"{path}: {warning}"
        for path, data in {original: before, release: after}.items()
        for warning in getattr(data, "warnings", ())
    ]
    document: dict[str, Any] = {"schema": "shoal.measure/1", "rows": len(before)}
    if mapping is not None:
        from shoal.kinds.baskets import empty
        from shoal.kinds.set_figures import set_facts

        document |= {"mapping": str(mapping), **priced.to_dict()}
        shown = {**set_facts(*priced), **empty(priced.loss, len(before)), "mapping": str(mapping)}
        by_column = []
    else:
        utility = chosen.utility(before, after)
        loss = priced.to_dict()
        document |= {"groups": loss["groups"]} if "groups" in loss else {}
        document |= {} if utility is None else {"utility": utility.to_dict()}
        document["loss"] = loss
        shown = {**chosen.utility_summary(utility), **chosen.loss_summary(priced)}
        by_column = chosen.loss_by_column(priced)
    title = f"{release} against {original}"
    print_answer({**document, "warnings": warnings}, title, shown, warnings)
    if by_column and shows_tables():
        titles = ("column", "LM", "NCP", "entropy", "tree", "unchanged", "suppressed")
        print_table("", [titles, *by_column], left=False)
