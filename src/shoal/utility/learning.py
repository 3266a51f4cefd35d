"""What can be learnt from a release: models trained on it and tested on originals held out."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from shoal.data.table import Table
from shoal.engines.local import whole_number
from shoal.errors import Notice, ParameterError
from shoal.hierarchies.bands import with_bands
from shoal.io.rejections import naming_file
from shoal.io.tables import read_columns
from shoal.utility.features import Features, stacked
from shoal.utility.learners import FIGURES, make_learner, probabilities, scores
from shoal.utility.learning_data import (
    classes_of,
    columns_of,
    of_file,
    published_classes,
    read_original,
)
from shoal.utility.own_rows import own_rows
from shoal.wording import counted, parameter

Integers = npt.NDArray[np.int64]


class Figure(NamedTuple):
    """A mean over the folds and its standard error."""

    mean: float | None
    error: float | None

    @classmethod
    def of(cls, folds: npt.NDArray[np.float64]) -> Figure:
        """Return the mean of the folds for which there is a figure."""
        known = folds[~np.isnan(folds)]
        if not len(known):
            return cls(None, None)
        error = float(known.std(ddof=1) / np.sqrt(len(known))) if len(known) > 1 else None
        return cls(float(known.mean()), error)


@dataclass(frozen=True)
class Learning:
    """How well models do that learnt from the original, and from the release."""

    target: str
    learner: str
    folds: int
    classes: int  # number of values of the target
    positive: str | None  # of two values, the one that precision, sensitivity and AUC are about
    features: tuple[str, ...]  # the columns that are learnt from
    left_out: tuple[str, ...]  # published columns of free text
    rows: int  # originals with a value of the target: each is tested once
    own_rows: int  # those of them with a published row that can be their own
    published_rows: int  # published rows with a value of the target
    majority: float  # accuracy of always guessing the most frequent value
    original: dict[str, Figure]
    release: dict[str, Figure]
    difference: dict[str, Figure]  # release minus original, fold by fold
    warnings: tuple[str, ...] = ()

    def to_dict(self) -> dict[str, Any]:
        """Return the figures as plain values, ready for JSON."""
        compared = {
            name: {figure: one._asdict() for figure, one in getattr(self, name).items()}
            for name in ("original", "release", "difference")
        }
        plain = {name: value for name, value in vars(self).items() if name != "warnings"}
        lists = {name: list(plain[name]) for name in ("features", "left_out")}
        return {**plain, **lists, **compared}


def learn(
    original: Any,
    release: Any,
    target: str,
    *,
    learner: str = "tree",
    folds: int = 10,
    positive: str | None = None,
    seed: int = 0,
    k: int | None = None,
    progress: Callable[[int, int, int], None] | None = None,
    **reading: Any,
) -> Learning:
    """Compare what is learnt from a release with what is learnt from the original.

    Each original row is tested once, by cross-validation. A model is trained on the other
    originals, and one on the published rows but those that can be the tested originals' own.

    Parameters
    ----------
    original
        A :class:`shoal.Table`; or a file or frame, with the options of :func:`shoal.read` that say
        how it is read: ``qi`` at least.
    release
        The published file or frame; rows in any order, as many as there are.
    target
        The column to predict, published as it is.
    learner
        ``tree`` (a decision tree), ``logistic`` (logistic regression) or ``forest``.
    folds
        Parts that the originals are divided into, each with its share of each class.
    positive
        Of two classes, the one that precision, sensitivity and AUC are about; the rarer one by
        default. With more classes they are means over all.
    seed
        Of the folds and the learner.
    k
        Of a release by bands, the k that it was made for.
    progress
        Called with models trained, models in all, and 0.

    Raises
    ------
    MissingExtraError
        Without scikit-learn: ``pip install 'shoal[ml]'``.

    Examples
    --------
    >>> people = {"age": [*range(20, 60)] * 2, "ill": (["no"] * 20 + ["yes"] * 20) * 2}
    >>> ages = ["20-39" if age < 40 else "40-59" for age in people["age"]]
    >>> learnt = learn(people, {**people, "age": ages}, "ill", qi=["age"], folds=5)
    >>> learnt.original["accuracy"].mean, learnt.release["accuracy"].mean
    (1.0, 1.0)
    """
    whole_number("folds", folds, 2)
    make_learner(learner, seed)  # refuses before anything is read
    frame = read_columns(release, **of_file(reading))
    source = original
    if not isinstance(original, Table):
        original = read_original(original, frame, target, reading)
    elif unread := reading.keys() - of_file(reading):
        name = min(unread)
        message = f"{parameter(name)} is for data that is still to be read"
        raise ParameterError(message, parameter=name)
    table = original if k is None else with_bands(original, k)
    with naming_file(source):
        classes, before = classes_of(table, target)
    with naming_file(release):
        columns, left_out = columns_of(table, frame, target)
        recoded = target in (one.name for one in table.quasi_identifiers)
        after = published_classes(frame, target, classes, recoded=recoded)
    known = np.flatnonzero(before >= 0)
    if len(known) < folds:
        have = counted(len(known), "row has", "rows have")
        message = f"{have} a value of the target, too few for {folds:,} {parameter('folds')}"
        raise ParameterError(message, parameter="folds")
    counts = np.bincount(before[known], minlength=len(classes))
    scored = _scored(classes, counts, positive)
    rows = Rows(*stacked(columns), before, after, own_rows(columns, before, after))
    figures = _cross_validated(rows, learner, folds, seed, scored, progress)
    served, usable = int((rows.own[known] >= 0).sum()), int((after >= 0).sum())
    return Learning(
        target=target,
        learner=learner,
        folds=folds,
        classes=len(classes),
        positive=classes[scored[0]] if len(scored) == 1 else None,
        features=tuple(one.domain.column.name for one in columns),
        left_out=left_out,
        rows=len(known),
        own_rows=served,
        published_rows=usable,
        majority=float(counts.max() / len(known)),
        **figures,
        warnings=tuple(_doubts(recoded, len(known) - served, usable - served, len(after) - usable)),
    )


class Rows(NamedTuple):
    """Originals and published rows as features and classes; a class of -1 is not known."""

    features: Features
    published: Features
    before: Integers
    after: Integers
    own: Integers  # the published row of each original, or -1


def _cross_validated(
    rows: Rows,
    learner: str,
    folds: int,
    seed: int,
    scored: Sequence[int],
    progress: Callable[[int, int, int], None] | None,
) -> dict[str, dict[str, Figure]]:
    """Return the figures of both sources and their difference, over the same folds."""
    known, usable = np.flatnonzero(rows.before >= 0), np.flatnonzero(rows.after >= 0)
    classes = int(rows.before.max()) + 1
    parts = _parts(rows.before[known], folds, seed)
    loose = np.setdiff1d(usable, rows.own[known])  # added rows, say: nobody's own
    found = np.zeros((2, folds, len(FIGURES)))
    for part in range(folds):
        test, train = known[parts == part], known[parts != part]
        # In the order of the originals: what is learnt may depend on it.
        mine = rows.own[train]
        of_release = np.concatenate([mine[mine >= 0], loose])
        sources = (
            (rows.features[train], rows.before[train]),
            (rows.published[of_release], rows.after[of_release]),
        )
        for source, (features, labels) in enumerate(sources):
            model = make_learner(learner, seed)
            probable = probabilities(model, features, labels, rows.features[test], classes)
            found[source, part] = scores(probable, rows.before[test], scored)
            if progress is not None:
                progress(2 * part + source + 1, 2 * folds, 0)
    compared = {"original": found[0], "release": found[1], "difference": found[1] - found[0]}
    return {
        name: {figure: Figure.of(each[:, at]) for at, figure in enumerate(FIGURES)}
        for name, each in compared.items()
    }


def _parts(labels: Integers, folds: int, seed: int) -> Integers:
    """Return the fold of each row: random, with its share of each class."""
    order = np.random.default_rng(seed).permutation(len(labels))
    order = order[np.argsort(labels[order], kind="stable")]
    parts = np.empty(len(labels), dtype=np.int64)
    parts[order] = np.arange(len(labels)) % folds
    return parts


def _scored(classes: Sequence[str], counts: Integers, positive: str | None) -> list[int]:
    """Return the classes that figures are means over: of two, the positive or the rarer one."""
    if positive is None:
        rarer = int(len(classes) - 1 - np.argmin(counts[::-1]))
        return [rarer] if len(classes) == 2 else list(range(len(classes)))
    if len(classes) != 2 or positive not in classes:
        message = f"{parameter('positive')} must be one of the two values of the target"
        raise ParameterError(message, parameter="positive")
    return [classes.index(positive)]


def _doubts(recoded: bool, unserved: int, loose: int, unknown: int) -> Iterator[str]:
    """Yield what makes the figures of a release doubtful."""
    if recoded:
        yield Notice(
            "the target is a quasi-identifier: cells were chosen by it, so the figures of the "
            "release may be too good",
            code="target-is-quasi-identifier",
        )
    if unknown:
        yield Notice(
            f"{counted(unknown, 'published row has', 'published rows have')} no value of the "
            "target: not learnt from",
            code="target-suppressed",
        )
    if unserved and loose:
        yield Notice(
            f"{counted(unserved, 'original row')} can have no published row of their own, while "
            f"{counted(loose, 'published row')} can be nobody's: if cells or the target were "
            "changed, the figures of the release may be too good",
            code="own-rows-unknown",
        )
