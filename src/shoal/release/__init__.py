"""What a run returns: the published data, its verdict, its loss and where it comes from."""

from shoal.release.release import Memory, Provenance, Release, Search

__all__ = ["Memory", "Provenance", "Release", "Search"]
