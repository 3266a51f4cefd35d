"""What learns from rows, by scikit-learn, and how well it does on others."""

from __future__ import annotations

import warnings
from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from shoal.errors import MissingExtraError, ParameterError
from shoal.wording import parameter

Integers = npt.NDArray[np.int64]

#: What can learn; the first is the default.
LEARNERS = ("tree", "logistic", "forest")

#: What is measured; sensitivity is also called recall.
FIGURES = ("accuracy", "precision", "sensitivity", "auc")

#: Rows in a leaf of a tree, at least: fewer learn the rows by heart.
LEAF = 5


def make_learner(name: str, seed: int) -> Any:
    """Return a classifier of scikit-learn that is not trained yet."""
    if name not in LEARNERS:
        message = f"{parameter('learner')} is {name!r}, but must be one of {', '.join(LEARNERS)}"
        raise ParameterError(message, parameter="learner")
    try:
        from sklearn.ensemble import RandomForestClassifier
        from sklearn.linear_model import LogisticRegression
        from sklearn.tree import DecisionTreeClassifier
    except ModuleNotFoundError:
        message = "learning needs scikit-learn: pip install 'shoal[ml]'"
        raise MissingExtraError(message) from None
    state = seed % 2**32
    if name == "logistic":
        return LogisticRegression(max_iter=1000)
    if name == "forest":
        return RandomForestClassifier(100, min_samples_leaf=LEAF, random_state=state)
    return DecisionTreeClassifier(criterion="entropy", min_samples_leaf=LEAF, random_state=state)


def probabilities(
    learner: Any, features: Any, labels: Integers, asked: Any, classes: int
) -> npt.NDArray[np.float64]:
    """Train on rows with labels; return the probability of each class for the rows asked about."""
    found = np.zeros((len(asked), classes))
    varies = np.ptp(features, axis=0) > 0
    if not varies.any() or len(np.unique(labels)) == 1:  # there is nothing to learn
        found[:] = np.bincount(labels, minlength=classes) / len(labels)
        return found
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # a regression that needs more rounds is good enough
        learner.fit(features[:, varies], labels)
    found[:, learner.classes_] = learner.predict_proba(asked[:, varies])
    return found


def scores(
    probable: npt.NDArray[np.float64], labels: Integers, scored: Sequence[int]
) -> tuple[float, float, float, float]:
    """Return the figures; all but the accuracy are means over the scored classes.

    The AUC is NaN where none of these is in some rows and not in others.
    """
    guessed = probable.argmax(axis=1)
    hits = guessed == labels
    return (
        float(hits.mean()),
        float(np.mean([_share(hits, guessed == one) for one in scored])),
        float(np.mean([_share(hits, labels == one) for one in scored])),
        _auc(probable, labels, scored),
    )


def _share(hits: npt.NDArray[np.bool_], among: npt.NDArray[np.bool_]) -> float:
    return float(hits[among].mean()) if among.any() else 0.0


def _auc(probable: npt.NDArray[np.float64], labels: Integers, scored: Sequence[int]) -> float:
    from sklearn.metrics import roc_auc_score

    areas = [
        roc_auc_score(labels == one, probable[:, one])
        for one in scored
        if 0 < (labels == one).sum() < len(labels)
    ]
    return float(np.mean(areas)) if areas else float("nan")
