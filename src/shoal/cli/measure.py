"""``shoal measure``: what a release costs against its original."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

from shoal.cli import options
from shoal.cli.flags import extended_by, values_of
from shoal.cli.options import argument, flag
from shoal.cli.show import print_answer, print_columns, shows_tables

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
        int | None, flag("For tables: the k that C_avg is measured by.", "K", "-k")
    ] = None,
    mapping: Annotated[Path | None, options.mapping("RELEASE")] = None,
    seed: Annotated[int, options.seed("With --mapping: of the random queries.")] = 0,
    kind: options.KindName = None,
    memory_limit: options.MemoryLimit = None,
) -> None:
    """Measure what a release costs; the rows may come in any order.

    With a taxonomy, the release must keep the original's order.

    `shoal measure baskets.dat release.dat`

    `shoal measure people.csv release.csv --qi age,sex,zip --hierarchies hierarchies`

    `shoal measure baskets.dat release.dat --mapping release.dat.mapping.csv`
    """
    from shoal.engines.memory import within
    from shoal.io.rejections import naming_file
    from shoal.kinds import choose_kind
    from shoal.methods import RBAT
    from shoal.recipes.measure import measure
    from shoal.recipes.verify import beside

    chosen = choose_kind({"kind": kind, **given})
    if chosen.name == "baskets" and "taxonomy" not in given:
        mapping = mapping or beside(release)
    values = values_of(given, (*RBAT.options, *chosen.options))
    utility: dict[str, Any] = {
        name: values.pop(name) for name in ("queries", "query_items") if name in values
    }
    if chosen.name == "baskets" and "weights" in values:
        utility["weights"] = values.pop("weights")
    chosen.check_options(values)
    reading = {name: values.get(name) for name in ("format", "separator")}
    with within(memory_limit):
        before = chosen.read(original, **values)
        with naming_file(release, **reading):
            after = chosen.read_release(release, values)
    with naming_file(release, **reading):
        priced = measure(before, after, k=k, mapping=mapping, seed=seed, **utility)
    warnings = _warnings({original: before, release: after})
    rows: dict[str, Any] = {"schema": "shoal.measure/1", "rows": len(before)}
    if mapping is not None:
        from shoal.kinds.baskets import empty
        from shoal.kinds.summaries import set_facts

        document = {**rows, "mapping": str(mapping), **priced.to_dict()}
        shown = {**empty(priced.loss, len(before)), **set_facts(*priced), "mapping": str(mapping)}
        by_column = []
    else:
        groups = {"groups": priced.groups} if hasattr(priced, "groups") else {}
        document = {**rows, **groups, "loss": priced.to_dict()}
        shown, by_column = chosen.loss_summary(priced), chosen.loss_by_column(priced)
    title = f"{release} against {original}"
    print_answer({**document, "warnings": warnings}, title, shown, warnings)
    if by_column and shows_tables():
        print_columns("", ("column", "LM", "NCP", "unchanged", "suppressed"), by_column)


def _warnings(files: dict[Path, Any]) -> list[str]:
    return [
        f"{path}: {warning}"
        for path, data in files.items()
        for warning in getattr(data, "warnings", ())
    ]
