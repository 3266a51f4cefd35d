"""What every kind of release can do: report on itself."""

from __future__ import annotations

from os import PathLike


class Reported:
    """A release that has figures for a report."""

    def report(self, path: str | PathLike[str]) -> None:
        """Write a report that can be given away: one file of HTML that needs no other.

        Parameters
        ----------
        path
            Where to; an existing file is replaced in one step, or not at all.
        """
        # Upwards, by name only: a report knows releases, not the other way round.
        from shoal.report.render import report_to

        report_to(self, path)
