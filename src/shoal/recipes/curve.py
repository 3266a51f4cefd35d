"""Several promises for the same data: what each costs, and a release of the strictest."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Any

from shoal.errors import ParameterError
from shoal.privacy import Model, PSRules, parse_model
from shoal.recipes.anonymize import anonymize
from shoal.report.curve import CurvePoint
from shoal.privacy.publishable import bound_told, least_told, mean_told
from shoal.wording import parameter


def anonymize_curve(data: Any, models: Iterable[Model | str], **options: Any) -> Any:
    """Anonymize for several promises, and return the release of the strictest alone.

    What each promise costs is in its ``figures.curve``. The other releases are dropped: releases of
    the same rows can be compared with each other, so only one of them must be published.

    Parameters
    ----------
    data
        Baskets or a table, as for :func:`shoal.anonymize`.
    models
        The promises: all of one kind, with other k, and for rules with other c.
    **options
        Those of :func:`shoal.anonymize`.

    Examples
    --------
    >>> baskets = [["tea", "rum"]] * 3 + [["tea"]] * 4 + [["tea", "gin"]] * 5
    >>> release = anonymize_curve(baskets, ["k=2", "k=4"])
    >>> release.verdict.model, [round(point.loss, 2) for point in release.figures.curve]
    ('k=4', [0.0, 0.2])
    """
    strictest, *others = strictest_first(parse_model(model) for model in models)
    # First of all what is to be published: if it cannot be, the others are of no use.
    release: Any = anonymize(data, strictest, **options)
    if not others:
        return release
    made = [release, *(anonymize(data, model, **options) for model in others)]
    curve = sorted(point_of(one, strictest.k) for one in made)
    return replace(release, figures=replace(release.figures, curve=tuple(curve)))


def strictest_first(models: Iterable[Model]) -> list[Model]:
    """Return different promises of one kind, the strictest first.

    Examples
    --------
    >>> from shoal.privacy import KAnonymity
    >>> strictest_first([KAnonymity(5), KAnonymity(20), KAnonymity(5)])
    [KAnonymity(k=20), KAnonymity(k=5)]
    """
    listed: list[Model] = []
    for model in models:
        if all(_numbers(model) != _numbers(other) for other in listed):
            listed.append(model)
    if not listed:
        raise ParameterError("say how private it must be: give at least one model")
    if len({(type(model), getattr(model, "m", None)) for model in listed}) > 1:
        raise ParameterError("several models must be of one kind: other k, or other c, and no more")
    listed.sort(key=lambda model: (-model.k, getattr(model, "c", 0.0)))
    least = min(getattr(model, "c", 0.0) for model in listed)
    if getattr(listed[0], "c", 0.0) > least:
        raise ParameterError("of several models, one must have both the largest k and the least c")
    return listed


def parse_models(text: str) -> list[Model]:
    """Return the models that a text means, where slashes part several numbers.

    Examples
    --------
    >>> parse_models("k=5/10"), parse_models("km=5,2")
    ([KAnonymity(k=5), KAnonymity(k=10)], [KmAnonymity(k=5, m=2)])
    """
    numbers = r"(\d{1,18}(?:/\d{1,18})+|\d{1,18})"
    shares = r"([\d.]+(?:/[\d.]+)*)"
    form = rf"(.*\bkm?\s*=\s*){numbers}(\s*,\s*\d+\s*|\s*,\s*c\s*=\s*|\s*)(?:(?<==){shares}\s*)?"
    match = re.fullmatch(form, text)
    if several := re.fullmatch(r"\s*k\s*=\s*(\d{1,18}(?:\s*,\s*\d{1,18})+)\s*", text):
        told = "/".join(number.strip() for number in several[1].split(","))
        raise ParameterError(
            f"slashes part several k of a model: {parameter('model', f'k={told}')}, not {text!r}"
        )
    if match is None:
        return [parse_model(text)]
    head, ks, between, cs = match.groups()
    each_k, each_c = ks.split("/"), (cs or "").split("/")
    # The rules are read once, whatever the numbers.
    first = parse_model(head + each_k[0] + between + each_c[0])
    return [_with(first, k, c) for k in each_k for c in each_c]


def _with(model: Model, k: str, c: str) -> Model:
    if isinstance(model, PSRules):
        try:
            return replace(model, k=int(k), c=float(c) if c else model.c)
        except ValueError:
            raise ParameterError(f"c must be a number from 0 to 1, not {c!r}") from None
    return replace(model, k=int(k))


def point_of(release: Any, k: int) -> CurvePoint:
    """Return what a release costs, with nothing about fewer than k rows."""
    loss, proved = release.loss, getattr(release, "certificate", None)
    if isinstance(release.model, PSRules):
        share = least_told(loss.generalized_share, loss.entries, k)
        are = release.utility.are
        some = are.queries - are.empty_queries
        errors = {
            "are": mean_told(are.are, are.queries, k),
            "are_of_nonempty": mean_told(are.are_of_nonempty, some, k),
        }
        return CurvePoint(release.model.k, share, c=release.model.c, log2_loss=loss.log2, **errors)
    table = hasattr(loss, "lm")
    whole = loss.rows * len(loss.columns) if table else loss.items
    bound = None if proved is None else bound_told(proved.bound, whole, k)
    return CurvePoint(release.model.k, least_told(loss.lm if table else loss.gcp, whole, k), bound)


def _numbers(model: Model) -> Sequence[Any]:
    return (type(model), model.k, getattr(model, "m", None), getattr(model, "c", None))
