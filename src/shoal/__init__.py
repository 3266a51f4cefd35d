"""Shoal: anonymize data by the patterns in it."""
__version__ = "0.1.0"
