"""Anonymizers, one file per algorithm, named as in its paper."""
