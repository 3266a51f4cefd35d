"""``shoal rules generate`` and ``check``: rules, and whether anything can protect them."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

from shoal.cli import options
from shoal.cli.flags import extended_by, reading_options
from shoal.cli.options import argument, flag
from shoal.cli.progress import progress_bar
from shoal.cli.show import folded, print_answer
from shoal.errors import ParameterError
from shoal.options import values_of

if TYPE_CHECKING:
    from shoal.data import Baskets
    from shoal.privacy import PSRules

#: Rules of a kind whose numbers stand in the document; the rest is only counted.
SHOWN_RULES = 20


@extended_by(reading_options)
def generate(
    source: options.Input,
    given: dict[str, str | bool],
    output: Annotated[str, options.output("Where the rules go.")],
    sensitive: options.SensitiveItems = None,
    size: Annotated[int, flag("Public items of a rule at most.", "N")] = 2,
    random: Annotated[int | None, flag("Only N rules, drawn at random.", "N")] = None,
    seed: Annotated[int | None, options.seed("Seed of the random rules; 0 by default.")] = None,
    overwrite: options.Overwrite = False,
    threads: options.Threads = None,
) -> None:
    """Generate rules from up to N public items that occur together to each sensitive item.

    `shoal rules generate baskets.dat --sensitive @secret.txt -o rules.txt`

    `shoal rules generate baskets.dat --sensitive 7,9 --random 4000 -o rules.txt`
    """
    if sensitive is None:
        raise ParameterError("name the sensitive items: --sensitive h,g or --sensitive @FILE")
    if seed is not None and random is None:
        raise ParameterError("--seed is for random rules: give --random too")
    from shoal.io import Staged, read
    from shoal.io.item_choice import choose_items, files_of
    from shoal.io.rules import check_rules_file, write_rules
    from shoal.mining.ps_rules import generate_rules, random_rules

    # What cannot be written is reported before the work, not after it.
    inputs = (source, *files_of(sensitive))
    Staged(check_rules_file(output), inputs=inputs).check()
    data = read(source, **values_of(given, reading_options()))
    if random is not None:
        rules = random_rules(data, sensitive, random, size=size, seed=seed or 0)
    else:
        with progress_bar("Generating", "antecedents") as progress:
            rules = generate_rules(data, sensitive, size=size, threads=threads, progress=progress)
    chosen = choose_items(data.trimmed().vocabulary, sensitive)
    write_rules(rules, output, inputs=inputs, sensitive=chosen, overwrite=overwrite)
    counts = {
        "rules": len(rules),
        "sensitive": rules.consequents.item_count,
        "public": rules.antecedents.trimmed().item_count,
        "longest": int(rules.antecedents.lengths.max()),
    }
    names = ("rules", "sensitive items", "public items in rules", "longest antecedent")
    facts = {name: f"{count:,}" for name, count in zip(names, counts.values(), strict=True)}
    print_answer(
        {"schema": "shoal.rules-generate/1", "file": str(source), **counts}
        | {"warnings": list(data.warnings), "output": output},
        "Rules",
        facts | {"written to": output},
        data.warnings,
    )


@extended_by(reading_options)
def check(
    source: options.Input,
    rules: Annotated[Path, argument("The rules.", "RULES")],
    given: dict[str, str | bool],
    k: Annotated[
        int | None, flag("Rows that an antecedent must be in; with -c.", "K", "-k")
    ] = None,
    c: Annotated[float | None, flag("Largest confidence, from 0 to 1; with -k.", "C", "-c")] = None,
    sensitive: options.SensitiveItems = None,
) -> int:
    """Check that rules fit the baskets they are about, before these are anonymized.

    With -k and -c, show how many are unprotected now, and which stay so when all public items are
    published as one: exit status 1 when some can never be protected.

    `shoal rules check baskets.dat rules.txt -k 5 -c 0.9`
    """
    if (k is None) != (c is None):
        raise ParameterError("-k and -c belong together: give both, as in -k 5 -c 0.9")
    from shoal.io import read
    from shoal.io.rules import read_rules
    from shoal.privacy import PSRules
    from shoal.privacy.rule_checks import check_rules

    # Without -k and -c any numbers will do: whether rules fit the data does not depend on them.
    model = PSRules(read_rules(rules), 2 if k is None else k, 1 if c is None else c)
    data = read(source, **values_of(given, reading_options()))
    chosen = check_rules(data, model, sensitive)
    counts = {
        "rules": len(model.rules),
        "sensitive_items": len(chosen),
        "public_items": data.trimmed().item_count - len(chosen),
    }
    protection = {} if k is None else _protection(data, model, chosen)
    facts = {name.replace("_", " "): f"{count:,}" for name, count in counts.items()}
    print_answer(
        {"schema": "shoal.rules-check/1", "file": str(source), "rules_file": str(rules)}
        | {**counts, **protection, "warnings": list(data.warnings)},
        str(rules),
        facts | _facts(protection, model),
        data.warnings,
    )
    return 1 if protection.get("impossible_rules") else 0


def _protection(data: Baskets, model: PSRules, sensitive: tuple[str, ...]) -> dict[str, Any]:
    """Return which rules are unprotected in the original, and when all public items are one."""
    from shoal.privacy import PublishedBaskets
    from shoal.privacy.rule_checks import at_full_generalization

    now = model.check(PublishedBaskets(data))
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


def _facts(protection: dict[str, Any], model: PSRules) -> dict[str, str]:
    if not protection:
        return {}
    shown = {"model": f"k={protection['k']}, c={protection['c']:g}"}
    for name, count, first in (
        ("unprotected now", "unprotected_rules", "first_unprotected"),
        ("impossible for any method", "impossible_rules", "first_impossible"),
        ("RBAT cannot protect", "rules_rbat_cannot_protect", "first_rbat_cannot_protect"),
    ):
        number = protection[count]
        which = f": {model.numbered(tuple(protection[first]), number)}" if number else ""
        shown[name] = folded(f"{number:,}{which}")
    return shown
