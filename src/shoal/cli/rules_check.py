"""``shoal rules check``: whether rules fit baskets, and whether anything can protect them."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

from shoal.cli import options
from shoal.cli.flags import Argument, Option
from shoal.cli.show import folded, print_facts, print_json, print_warnings
from shoal.cli.verdicts import numbered
from shoal.errors import ParameterError

if TYPE_CHECKING:
    from shoal.data import Baskets
    from shoal.data.rules import Rules
    from shoal.privacy import PSRules

#: Rules of a kind whose numbers stand in the document; the rest is only counted.
SHOWN_RULES = 20


def command(
    source: options.Input,
    rules: Annotated[Path, Argument(help="The rules.", metavar="RULES")],
    k: Annotated[
        int | None,
        Option(("-k",), help="Rows that an antecedent must be in; with -c.", metavar="K"),
    ] = None,
    c: Annotated[
        float | None,
        Option(("-c",), help="Largest confidence, from 0 to 1; with -k.", metavar="C"),
    ] = None,
    sensitive: options.SensitiveItems = None,
    format: options.Format = None,
    separator: options.Separator = None,
    column: options.Column = None,
    id: options.Id = None,
    item: options.Item = None,
    json: options.Json = False,
    quiet: options.Quiet = False,
) -> int:
    """Check that rules fit the baskets they are about, before these are anonymized.

    With -k and -c, say how many are unprotected now, and which stay so when all public items are
    published as one: exit status 1 when some can never be protected.

    `shoal rules check baskets.dat rules.txt -k 5 -c 0.9`
    """
    if (k is None) != (c is None):
        raise ParameterError("-k and -c belong together: give both, as in -k 5 -c 0.9")
    from shoal.io import read
    from shoal.io.rules import read_rules
    from shoal.privacy import PSRules
    from shoal.privacy.rule_checks import check_rules

    # Without numbers any will do: they do not matter to whether rules fit the data.
    model = PSRules(read_rules(rules), 2 if k is None else k, 1 if c is None else c)
    data = read(source, format=format, separator=separator, column=column, id=id, item=item)
    chosen = check_rules(data, model, sensitive)
    counts = {
        "rules": len(model.rules),
        "sensitive_items": len(chosen),
        "public_items": data.trimmed().item_count - len(chosen),
    }
    checked = {} if k is None else _checked(data, model, chosen)
    if not quiet:
        print_warnings(data.warnings)
    if json:
        print_json(
            {"schema": "shoal.rules-check/1", "file": str(source), "rules_file": str(rules)}
            | {**counts, **checked, "warnings": list(data.warnings)}
        )
    elif not quiet:
        shown = {name.replace("_", " "): f"{count:,}" for name, count in counts.items()}
        print_facts(str(rules), shown | _facts(checked, model.rules))
    return 1 if checked.get("impossible_rules") else 0


def _checked(data: Baskets, model: PSRules, sensitive: tuple[str, ...]) -> dict[str, Any]:
    """Return what becomes of the rules in the original, and when all public items are one."""
    from shoal.privacy.ps_rules import at_full_generalization, verify_rules

    now = verify_rules(data, model)
    full = at_full_generalization(data, model, sensitive)
    return {
        "k": model.k,
        "c": model.c,
        "unprotected_rules": now.unprotected_rules,
        "first_unprotected": list(now.first_offenders),
        "impossible_rules": len(full.impossible),
        "first_impossible": list(full.impossible[:SHOWN_RULES]),
        "rules_rbat_cannot_protect": len(full.cannot_start),
        "first_rbat_cannot_protect": list(full.cannot_start[:SHOWN_RULES]),
    }


def _facts(checked: dict[str, Any], rules: Rules) -> dict[str, str]:
    if not checked:
        return {}
    shown = {"promise": f"k={checked['k']}, c={checked['c']:g}"}
    for name, count, first in (
        ("unprotected now", "unprotected_rules", "first_unprotected"),
        ("impossible for any method", "impossible_rules", "first_impossible"),
        ("RBAT cannot protect", "rules_rbat_cannot_protect", "first_rbat_cannot_protect"),
    ):
        number = checked[count]
        which = f": {numbered(rules, checked[first], number)}" if number else ""
        shown[name] = folded(f"{number:,}{which}")
    return shown
