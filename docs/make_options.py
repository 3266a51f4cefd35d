"""Write ``docs/options.md`` from the registries: kinds, models, methods, engines and options.

Run it after a change of an option; a test compares the page with what this writes.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import groupby
from pathlib import Path

from shoal.engines.engine import ENGINES
from shoal.kinds import KINDS
from shoal.methods import METHODS, Method
from shoal.options import Option
from shoal.privacy import MODELS, Model
from shoal.recipes.vocabulary import all_options

PAGE = Path(__file__).parent / "options.md"

#: Pages about methods, where the name of the file is not that of the method.
PAGES = {"mondrian-relaxed": "mondrian", "agglomerative-modified": "agglomerative"}

BEGINNING = """\
# Options

Every option of a run has one name. `--max-level` on the command line, `max_level` in a
[recipe](recipes.md) and `max_level=` in [Python](api.md) are the same option, checked by the same
code. An option that means nothing to the data or to the method is refused, never ignored.

This page is written by `docs/make_options.py` from the declarations that the program itself reads;
do not edit it by hand.

- `-k 10` is short for `--model k=10`, and `-k 5,10,20` for `--model k=5/10/20`.
- `--class` is `class` in a recipe and `class_` in Python, which keeps the word for itself.
- `--no-shuffle` is another name of `--keep-order`, and `-o` of `--output`.
- `--overwrite` and `--allow-outside` are given with a call, never by a
  [recipe](recipes.md#recipes-from-others).
- In Python the input is the first argument of `shoal.anonymize`; `release.write(path)` writes the
  output, and `release.report(path)` the report.
- Flags write lists and tables with commas, recipes as TOML does: `--qi age,sex` is
  `qi = ["age", "sex"]`, `--weights age=2,sex=0.5` is `weights = { age = 2, sex = 0.5 }`,
  `--suppression-limit 5%` is `suppression_limit = 0.05`.
"""


def page() -> str:
    """Return the page."""
    every = [option for option, owner in all_options() if not owner]
    parts = [BEGINNING, "## Every run", _options(every)]
    for kind in KINDS.values():
        heading = f"## Options of {kind.called}"
        parts += [heading, _recognised(kind.recognised_by), _options(kind.options)]
    parts += ["## Options of methods", _method_options()]
    parts += ["## Kinds and models", _models(), "## Methods", _methods()]
    parts += ["## Engines", ", ".join(f"`{name}`" for name in ENGINES) + "."]
    return "\n\n".join(part.strip("\n") for part in parts) + "\n"


def _recognised(by: str | None) -> str:
    if by is None:
        return "The default kind."
    return f"`{by}` says that the data is of this kind, and is required."


def _options(options: Iterable[Option]) -> str:
    rows = [_row(option) for option in options]
    return _table(("option", "flag", "recipe key", "takes", "default", "what it does"), rows)


def _row(option: Option) -> tuple[str, ...]:
    default = "" if option.default is None or option.default is False else f"`{option.default}`"
    # The one option that the command line takes without a flag.
    flag = "INPUT" if option.name == "input" else _flag(option)
    key = ".".join(option.place)
    return (f"`{option.name}`", flag, f"`{key}`", option.takes, default, option.help)


def _flag(option: Option) -> str:
    return f"`{option.flag}`" if option.metavar is None else f"`{option.flag} {option.metavar}`"


def _method_options() -> str:
    """Return the options of methods; methods that share an option share its row."""
    declared = [(option, method.name) for method in METHODS.values() for option in method.options]
    rows: dict[tuple[str, ...], list[str]] = {}
    for option, name in declared:
        rows.setdefault(_row(option), []).append(name)
    heads = ("option", "flag", "recipe key", "takes", "default", "what it does", "methods")
    return _table(heads, [(*row, _joined(names)) for row, names in rows.items()])


def _models() -> str:
    rows = [
        (f"`{kind.name}`", _joined(f"{m.example}" for m in MODELS.values() if m.is_for(kind.name)))
        for kind in KINDS.values()
    ]
    return _table(("kind", "models"), rows)


def _methods() -> str:
    rows = []
    for kind, methods in groupby(METHODS.values(), key=lambda method: method.kind):
        for method in methods:
            link = f"[`{method.name}`](methods/{PAGES.get(method.name, method.name)}.md)"
            models = _joined(m.example for m in MODELS.values() if _satisfies(method, m))
            own = _joined(option.name for option in method.options)
            seed = "yes" if method.uses_seed else "refused"
            taxonomy = {"no": "refused", "may": "optional", "must": "required"}[method.taxonomy]
            rows.append((link, f"`{kind}`", models, own, seed, taxonomy))
    heads = ("method", "kind", "models", "own options", "`seed`", "`taxonomy`")
    text = _table(heads, rows)
    return f"{text}\n\n`auto`, the default, is the first method that satisfies the model."


def _satisfies(method: type[Method], model: type[Model]) -> bool:
    if not model.is_for(method.kind):
        return False
    if method.models is None:
        return model.constraint is not Model.constraint
    return model.name in method.models


def _joined(names: Iterable[str]) -> str:
    return ", ".join(f"`{name}`" for name in dict.fromkeys(names))


def _table(heads: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    lines = [heads, ["---"] * len(heads), *rows]
    return "\n".join(f"| {' | '.join(map(_cell, line))} |" for line in lines)


def _cell(text: str) -> str:
    """Return a cell: a bar would end it, and a star outside code would begin italics."""
    parts = text.replace("|", r"\|").split("`")
    return "`".join(p if at % 2 else p.replace("*", r"\*") for at, p in enumerate(parts))


if __name__ == "__main__":
    PAGE.write_text(page())
