"""Which outputs have their names by now: what a run that ends early owes its user to say."""

from __future__ import annotations

from contextvars import ContextVar

#: The outputs of this thread in their order, each once: two runs side by side know their own.
_written: ContextVar[tuple[str, ...]] = ContextVar("written", default=())


def note_written(path: str) -> None:
    """Remember an output that has taken its name."""
    if path not in _written.get():
        _written.set((*_written.get(), path))


def forget_written() -> None:
    """Begin a new run."""
    _written.set(())


def what_was_written() -> str:
    """Return which outputs are there, in a clause."""
    written = _written.get()
    if not written:
        return "nothing was written"
    return f"{' and '.join(written)} {'was' if len(written) == 1 else 'were'} written"
