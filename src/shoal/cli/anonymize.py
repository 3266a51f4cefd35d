"""``shoal anonymize``: a file in, a judged release out."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from shoal.cli import options
from shoal.cli.flags import extended_by
from shoal.cli.options import argument, flag, named, switch
from shoal.cli.progress import progress_bar
from shoal.cli.show import print_answer
from shoal.wording import sized

if TYPE_CHECKING:
    from shoal.options import Option
    from shoal.release import Release

#: How each file of a release is called, and what to do with it.
_FILES = {
    "output": ("release", ""),
    "mapping_file": ("mapping", " (publish it, too)"),
    "sensitive_file": ("sensitive values", " (publish it, too)"),
    "report_file": ("report", " (can be given away)"),
    "certificate_file": ("proof", " (private; for auditors)"),
    "recipe_file": ("recipe", " (private)"),
    "run_file": ("run file", " (private)"),
}


def _options() -> Iterator[Option]:
    from shoal.recipes.vocabulary import all_options

    # These two the command spells itself.
    return (option for option, _ in all_options() if option.name not in ("input", "output"))


@extended_by(_options)
def command(
    source: Annotated[Path, argument("Baskets or, with --qi, a table to read.", "INPUT")],
    output: Annotated[
        str, flag("Where the release goes; an earlier one is replaced.", "FILE", "--output", "-o")
    ],
    given: dict[str, str | bool],
    k: options.SeveralK = None,
    no_shuffle: Annotated[bool, switch("--no-shuffle", "", hidden=True)] = False,
    save_recipe: Annotated[
        str | None,
        flag("Write this run as a recipe, for shoal run: recipe.toml.", "FILE", parser=named),
    ] = None,
    overwrite: options.Overwrite = False,
) -> None:
    """Publish baskets or a table so that each row is one of at least K equal ones.

    Baskets can also be k^m-anonymous (km=10,2) or protect rules (rules=FILE,k=5,c=0.9).
    The release is checked from its own file before it takes its name.

    `shoal anonymize baskets.dat -k 10 -o release.dat`

    `shoal anonymize baskets.dat -k 5,10,20 -o release.dat --report report.html`

    `shoal anonymize people.csv -k 10 --qi age,sex,zip --sensitive disease -o release.csv`

    `shoal anonymize baskets.dat --model rules=rules.txt,k=5,c=0.9 -o release.dat`

    `shoal anonymize baskets.dat --model km=10,2 --taxonomy items.csv -o release.dat`
    """
    from shoal.recipes.recipe import Recipe

    texts = {**given, "input": str(source), "output": output}
    texts["model"] = options.choose_model(k, given.get("model"))
    if no_shuffle:
        texts["keep_order"] = True
    recipe = Recipe.from_flags(texts)
    with progress_bar("Anonymizing") as shown:
        release = recipe.run(progress=shown, save_recipe=save_recipe, overwrite=overwrite)
    print_release(release)


def print_release(release: Release) -> None:
    """Print a release that was written."""
    memory = release.memory
    files = {
        called: f"{release.files[name]}{hint}"
        for name, (called, hint) in _FILES.items()
        if name in release.files
    }
    trees = [path for name, path in release.files.items() if ":" in name]
    if trees:
        files["hierarchies"] = f"{trees[0].parent} (private)"
    facts = {
        **release.summary(),
        **_curve(release),
        "memory": f"{sized(memory.peak)} at the peak; about {sized(memory.estimate)} expected, "
        f"{sized(memory.limit)} allowed",
        "seconds": f"{release.seconds:.1f}",
        **files,
    }
    print_answer(release.to_dict(), "Release", facts, release.warnings)


def _curve(release: Release) -> dict[str, str]:
    """Return what each of several models costs; nothing if there was one."""
    if not release.curve:
        return {}
    costs = [
        (point.model or f"k={point.k:,}" + (f",c={point.c:g}" if point.c is not None else ""))
        + f": {point.loss:.4f}"
        for point in release.curve
    ]
    return {"loss by model": f"{'; '.join(costs)}\nonly {release.verdict.model} is published"}
