"""Two files in the wrong order: noticed when the right one would do."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from shoal.errors import FormatError, ParameterError, ShoalError

Data = TypeVar("Data")
Answer = TypeVar("Answer")


def asking_for_order(
    compare: Callable[[Data, Data], Answer], original: Data, release: Data
) -> Answer:
    """Return what a comparison answers; if only the other order has an answer, ask for that.

    Parameters
    ----------
    compare
        Is called with the original and the release.
    original, release
        The two.

    Examples
    --------
    >>> def more(one, other):
    ...     if one < other:
    ...         raise ParameterError("there are more now")
    ...     return one - other
    >>> asking_for_order(more, 5, 3)
    2
    >>> asking_for_order(more, 3, 5)
    Traceback (most recent call last):
    shoal.errors.ParameterError: there are more now; is the original the first file?
    """
    try:
        return compare(original, release)
    except (ParameterError, FormatError) as error:
        try:
            compare(release, original)
        except ShoalError:
            raise error from None
        error.args = (f"{error}; is the original the first file?",)
        raise
