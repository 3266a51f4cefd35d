"""Which outputs have their names by now: what a run that ends early owes its user to say."""

from __future__ import annotations

#: The outputs in their order, each once.
_written: dict[str, None] = {}


def note_written(path: str) -> None:
    """Remember an output that has taken its name."""
    _written[path] = None


def forget_written() -> None:
    """Begin a new run."""
    _written.clear()


def what_was_written() -> str:
    """Say which outputs are there.

    Examples
    --------
    >>> forget_written()
    >>> what_was_written()
    'nothing was written'
    >>> note_written("release.dat.run.json")
    >>> note_written("release.dat")
    >>> what_was_written()
    'release.dat.run.json and release.dat were written'
    >>> forget_written()
    """
    if not _written:
        return "nothing was written"
    return f"{' and '.join(_written)} {'was' if len(_written) == 1 else 'were'} written"
