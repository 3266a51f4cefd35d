"""``shoal verify``: whether a file, whoever made it, satisfies a privacy model."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from shoal.cli import options
from shoal.cli.flags import extended_by
from shoal.cli.options import argument
from shoal.cli.show import folded, print_answer
from shoal.options import values_of

if TYPE_CHECKING:
    from shoal.options import Option


def _options() -> Iterator[Option]:
    from shoal.kinds import KINDS
    from shoal.recipes.vocabulary import common

    yield from (option for option in common() if option.name in ("model", "kind"))
    for kind in KINDS.values():
        yield from (option for option in kind.options if kind.judges_by(option))


@extended_by(_options)
def command(
    source: Annotated[Path, argument("What was published.", "INPUT")],
    given: dict[str, str | bool],
    k: options.K = None,
    mapping: Annotated[Path | None, options.mapping("INPUT")] = None,
    memory_limit: options.MemoryLimit = None,
) -> int:
    """Judge a file from the file alone; exit status 1 when it fails.

    Row numbers of offenders are shown, never their content. A file or folder that holds more than
    what is judged is refused with exit status 2.

    `shoal verify release.dat --model k=10`

    `shoal verify release.csv -k 10 --qi age,sex,zip`

    `shoal verify release.dat --model rules=rules.txt,k=5,c=0.9`
    """
    from shoal.kinds import choose_kind
    from shoal.privacy import parse_model
    from shoal.recipes.verify import beside, verify

    asked = parse_model(options.choose_model(k, given.pop("model", None)))
    mapping = mapping or (beside(source) if asked.name == "rules" else None)
    chosen = choose_kind(given)
    given.pop("kind", None)
    values = values_of(given, chosen.options)
    verdict = verify(
        source,
        asked,
        mapping=mapping,
        kind=chosen.name,
        options=values,
        memory_limit=memory_limit,
    )
    used = {} if mapping is None else {"mapping": str(mapping)}
    groups = {"groups": verdict.groups} if "groups" in verdict.figures else {}
    print_answer(
        {
            "schema": "shoal.verify/1",
            "file": str(source),
            **used,
            "rows": verdict.rows,
            **groups,
            "verdict": verdict.to_dict(),
            "warnings": list(verdict.warnings),
            "warning_codes": [getattr(warning, "code", "") for warning in verdict.warnings],
        },
        str(source),
        {
            "verdict": f"{verdict.model} {'holds' if verdict.ok else 'FAILS'}",
            **{name: folded(text) for name, text in asked.facts(verdict).items()},
            **used,
        },
        verdict.warnings,
    )
    return 0 if verdict.ok else 1
