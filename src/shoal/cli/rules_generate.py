"""``shoal rules generate``: rules from the baskets they are about."""

from __future__ import annotations

from typing import Annotated

from shoal.cli import options
from shoal.cli.flags import extended_by, reading_options
from shoal.cli.options import flag
from shoal.cli.progress import progress_bar
from shoal.cli.show import print_answer
from shoal.errors import ParameterError
from shoal.options import values_of


@extended_by(reading_options)
def command(
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
