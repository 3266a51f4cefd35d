"""What a run returns: the published data, its verdict, its loss and where it comes from."""

from shoal.release.release import Provenance, Release, Search

__all__ = ["Provenance", "Release", "Search"]
