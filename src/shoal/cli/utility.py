"""``shoal utility``: what can be done with a release; so far, what can be learnt from it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from shoal.cli import options
from shoal.cli.flags import extended_by
from shoal.cli.options import argument, flag
from shoal.cli.progress import progress_bar
from shoal.cli.show import folded, print_answer, print_table, shows_tables
from shoal.options import values_of

if TYPE_CHECKING:
    from shoal.options import Option
    from shoal.utility import Figure, Learning


def _options() -> Iterator[Option]:
    from shoal.kinds import KINDS

    yield from (one for one in KINDS["table"].options if one.section in ("input", "data"))


@extended_by(_options)
def learn(
    original: Annotated[Path, argument("What was anonymized.", "ORIGINAL")],
    release: Annotated[Path, argument("What was published.", "RELEASE")],
    given: dict[str, str | bool],
    target: Annotated[str, flag("The column to predict, published as it is.", "COLUMN")],
    learner: Annotated[
        str, flag("What learns: tree (a decision tree), logistic or forest.", "NAME")
    ] = "tree",
    folds: Annotated[int, flag("Parts for cross-validation.", "N")] = 10,
    positive: Annotated[
        str | None,
        flag("Of two classes, the one that figures are about; the rarer by default.", "VALUE"),
    ] = None,
    k: Annotated[
        int | None,
        flag("The k of a release by bands; its run file has it, too.", "K", "-k"),
    ] = None,
    seed: Annotated[int, options.seed("Of the folds and the learner.")] = 0,
    memory_limit: options.MemoryLimit = None,
) -> None:
    """Compare models trained on a release with models trained on the original.

    Both are tested on original rows that were held out. Without --qi, the run file beside the
    release says how the original is read. Needs scikit-learn: pip install 'shoal[ml]'.

    `shoal utility learn people.csv release.csv --target disease`
    """
    from shoal.engines.memory import within
    from shoal.recipes.learn import learn

    values = values_of(given, _options())
    with progress_bar("training") as bar, within(memory_limit):
        learnt = learn(
            original,
            release,
            target,
            learner=learner,
            folds=folds,
            positive=positive,
            seed=seed,
            k=k,
            progress=bar,
            **values,
        )
    document = {"schema": "shoal.utility-learn/1", **learnt.to_dict()}
    document |= {"warnings": list(learnt.warnings)}
    print_answer(document, f"{release} against {original}", _facts(learnt), learnt.warnings)
    if shows_tables():
        titles = ("", "original", "release", "difference")
        sources = (learnt.original, learnt.release, learnt.difference)
        lines = [
            (name, *(_shown(each[name], signed=each is sources[-1]) for each in sources))
            for name in learnt.original
        ]
        print_table("Tested on originals held out: mean and standard error", [titles, *lines])


def _facts(learnt: Learning) -> dict[str, str]:
    about = f"{learnt.positive!r} of two values" if learnt.positive else f"{learnt.classes} values"
    return {
        "target": f"{learnt.target}, {about}",
        "learner": f"{learnt.learner}, {learnt.folds}-fold cross-validation",
        "features": folded(", ".join(learnt.features)),
        **({"left out": folded(", ".join(learnt.left_out))} if learnt.left_out else {}),
        "rows": f"{learnt.rows:,}, of which {learnt.own_rows:,} have their own published row",
        "published": f"{learnt.published_rows:,} rows",
        "majority": f"accuracy {learnt.majority:.4f} by always guessing the commonest value",
    }


def _shown(figure: Figure, *, signed: bool) -> str:
    if figure.mean is None:
        return "-"
    mean = f"{figure.mean:+.4f}" if signed else f"{figure.mean:.4f}"
    return mean if figure.error is None else f"{mean} ± {figure.error:.4f}"
