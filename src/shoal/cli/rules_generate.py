"""``shoal rules generate``: rules from the baskets they are about."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

from shoal.cli import options
from shoal.cli.flags import Option
from shoal.cli.progress import progress_bar
from shoal.cli.show import print_facts, print_json, print_warnings
from shoal.errors import ParameterError

if TYPE_CHECKING:
    from shoal.data import Baskets
    from shoal.data.rules import Rules


def command(
    source: options.Input,
    output: Annotated[str, Option(("-o", "--output"), help="Where the rules go.", metavar="FILE")],
    sensitive: options.SensitiveItems = None,
    size: Annotated[
        int,
        Option(("--size",), help="Public items of a rule at most; 2 by default.", metavar="N"),
    ] = 2,
    random: Annotated[
        int | None,
        Option(("--random",), help="Only so many rules, drawn at random.", metavar="N"),
    ] = None,
    seed: Annotated[
        int | None,
        Option(("--seed",), help="Draws other rules; 0 by default.", metavar="N"),
    ] = None,
    threads: options.Threads = None,
    format: options.Format = None,
    separator: options.Separator = None,
    column: options.Column = None,
    id: options.Id = None,
    item: options.Item = None,
    json: options.Json = False,
    quiet: options.Quiet = False,
) -> None:
    """Generate rules from up to N public items that occur together to each sensitive item.

    `shoal rules generate baskets.dat --sensitive @secret.txt -o rules.txt`

    `shoal rules generate baskets.dat --sensitive 7,9 --random 4000 -o rules.txt`
    """
    if sensitive is None:
        raise ParameterError("name the sensitive items: --sensitive h,g or --sensitive @FILE")
    if seed is not None and random is None:
        raise ParameterError("--seed is for rules at random: give --random too")
    from shoal.io import Staged, read
    from shoal.io.item_choice import choose_items, files_of
    from shoal.io.rules import check_rules_file, write_rules

    # What cannot be written is known before the work, not after it.
    inputs = (source, *files_of(sensitive))
    Staged(check_rules_file(output), inputs=inputs).check()
    data = read(source, format=format, separator=separator, column=column, id=id, item=item)
    rules = _rules(data, sensitive, size, random, seed or 0, threads, quiet=quiet)
    chosen = choose_items(data.trimmed().vocabulary, sensitive)
    write_rules(rules, output, inputs=inputs, sensitive=chosen)
    if not quiet:
        print_warnings(data.warnings)
    document = {
        "rules": len(rules),
        "sensitive": rules.consequents.item_count,
        "public": rules.antecedents.trimmed().item_count,
        "longest": int(rules.antecedents.lengths.max()),
    }
    if json:
        print_json(
            {"schema": "shoal.rules-generate/1", "file": str(source), **document}
            | {"warnings": list(data.warnings), "output": output}
        )
    elif not quiet:
        names = ("rules", "sensitive items", "public items in rules", "longest antecedent")
        values = [f"{value:,}" for value in document.values()]
        print_facts("Rules", dict(zip(names, values, strict=True)) | {"written to": output})


def _rules(
    data: Baskets,
    sensitive: str,
    size: int,
    random: int | None,
    seed: int,
    threads: int | None,
    *,
    quiet: bool,
) -> Rules:
    from shoal.mining.ps_rules import generate_rules, random_rules

    if random is not None:
        return random_rules(data, sensitive, random, size=size, seed=seed)
    with progress_bar("Generating", "antecedents", quiet=quiet) as progress:
        return generate_rules(data, sensitive, size=size, threads=threads, progress=progress)
