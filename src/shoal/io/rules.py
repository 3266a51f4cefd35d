"""Rules in text files: one a line, as in ``a b -> h``."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable
from itertools import pairwise
from pathlib import Path

from shoal.data.cells import quoted
from shoal.data.rules import Rules, quoted_item
from shoal.errors import FormatError, ParameterError
from shoal.io.compression import by_suffix, open_text
from shoal.io.encoding import marked, read_lines
from shoal.io.failures import writing
from shoal.io.formats import recognised_suffix
from shoal.io.item_lines import ARROW, items_of
from shoal.io.staging import Staged

#: Rules written at once.
_CHUNK = 1 << 16


def read_rules(path: str | os.PathLike[str]) -> Rules:
    r"""Read rules, one a line: the public items, an arrow, the sensitive items.

    Items are separated by spaces. One with a space, a quote or a ``#`` in it, or one that is an
    arrow, stands in quotes, and its own quotes are doubled. A ``#`` elsewhere starts a comment.
    A rule that was there before is passed over. The file may be compressed.

    Examples
    --------
    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     path = Path(folder, "rules.txt")
    ...     _ = path.write_text('# two rules\na c -> h\n"green tea" -> h g\n')
    ...     rules = read_rules(path)
    >>> [rules.text(rule) for rule in range(len(rules))], rules.lines
    (['a c -> h', '"green tea" -> g h'], [2, 3])
    """
    path = Path(path)
    pairs, lines, known = [], [], set()
    for number, line in enumerate(read_lines(path), 1):
        try:
            sides = _sides(line)
        except ValueError as error:
            raise FormatError(str(error), path=str(path), line=number) from None
        if sides is not None and (rule := (frozenset(sides[0]), frozenset(sides[1]))) not in known:
            known.add(rule)
            pairs.append(sides)
            lines.append(number)
    if not lines:
        raise FormatError("the file holds no rules", path=str(path))
    return Rules.of(pairs, source=str(path), lines=lines)


def write_rules(
    rules: Rules,
    path: str | os.PathLike[str],
    *,
    inputs: Iterable[str | os.PathLike[str]] = (),
    overwrite: bool = False,
    sensitive: Iterable[str] = (),
) -> None:
    r"""Write rules to a file, which appears whole or not at all.

    It is compressed if its name ends in ``.gz`` or ``.zst``. None of the ``inputs`` is overwritten,
    nor, without ``overwrite``, is a file of other content.
    Items that were chosen as ``sensitive`` are named by a comment in the first line.

    Examples
    --------
    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     write_rules(Rules.of([(["green tea"], ["h"])]), Path(folder, "rules.txt"))
    ...     Path(folder, "rules.txt").read_text()
    '"green tea" -> h\n'
    """
    if not len(rules):
        raise ParameterError("there are no rules to write")
    names = [
        list(map(quoted_item, side.vocabulary)) for side in (rules.antecedents, rules.consequents)
    ]
    chosen = [quoted(name, '[,"]') for name in sensitive]
    if any(re.search(r"[\n\0]", name) for side in (*names, chosen) for name in side):
        raise ParameterError(
            "a file of rules cannot hold an item with a line break or a NUL character in it"
        )
    path = check_rules_file(path)
    with Staged(path, inputs=inputs, overwrite=overwrite) as staged:
        with writing(path), open_text(staged.temporary, by_suffix(path)) as file:
            if chosen:
                file.write(f"# sensitive: {', '.join(chosen)}\n".encode())
            for start in range(0, len(rules), _CHUNK):
                text = _text(rules, names, start, min(start + _CHUNK, len(rules))).encode()
                file.write(marked(text) if start == 0 and not chosen else text)
        staged.commit()


def check_rules_file(path: str | os.PathLike[str]) -> Path:
    """Return where rules go; refuse the name of another kind of file than text."""
    path = Path(path)
    if recognised_suffix(path) not in (None, "fimi", "csv"):
        raise ParameterError(f"cannot write {path}: rules are text, as in rules.txt")
    return path


def _sides(line: str) -> tuple[list[str], list[str]] | None:
    """Return the two sides of a rule, None for a line without one; raise what is wrong with it."""
    names, arrows = items_of(line)
    if not names:
        return None
    if not arrows:
        raise ValueError("no arrow: a rule reads a b -> h, with a space on either side")
    if len(arrows) > 1:
        raise ValueError('two arrows: write one rule a line, and an item that is one as "->"')
    return names[: arrows[0]], names[arrows[0] + 1 :]


def _text(rules: Rules, names: list[list[str]], start: int, stop: int) -> str:
    sides = []
    for side, spelled in zip((rules.antecedents, rules.consequents), names, strict=True):
        ends = side.offsets[start : stop + 1].tolist()
        items = [spelled[item] for item in side.items[ends[0] : ends[-1]].tolist()]
        ends = [end - ends[0] for end in ends]
        sides.append([" ".join(items[a:b]) for a, b in pairwise(ends)])
    return "".join(f"{left} {ARROW} {right}\n" for left, right in zip(*sides, strict=True))
