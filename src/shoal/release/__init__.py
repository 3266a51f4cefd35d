"""What a run returns: the published data, its verdict, its loss and where it comes from."""

from shoal.release.release import CurvePoint, Memory, Provenance, Release

__all__ = ["CurvePoint", "Memory", "Provenance", "Release"]
