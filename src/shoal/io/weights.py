"""Weights of items in files: ``item,weight``, one item a line."""

from __future__ import annotations

import math
import os
import re
from collections.abc import Container

from shoal.errors import FormatError
from shoal.io.encoding import read_lines
from shoal.wording import an_item, cell

#: An item, in quotes or without comma and quote, then a comma or spaces, then its weight.
_LINE = re.compile(r'[ \t]*(?:"((?:[^"]|"")*)"|([^",]*?))(?:[ \t]*,[ \t]*|[ \t]+)([^ \t,"]+)[ \t]*')


def read_weights(
    path: str | os.PathLike[str], known: Container[str] | None = None, most: float = math.inf
) -> dict[str, float]:
    """Read how much each item counts; items that the file does not name count 1."""
    place = str(path)
    weights: dict[str, float] = {}
    for number, line in enumerate(read_lines(path), start=1):
        text = line.strip(" \t")
        if not text or text.startswith("#") or (not weights and text == "item,weight"):
            continue
        parts = _LINE.fullmatch(line)
        if parts is None or parts[2] == "":
            message = "is not an item and its weight, as in beer,2"
            raise FormatError(message, path=place, line=number)
        item = parts[2] or parts[1].replace('""', '"')
        if known is not None and item not in known:
            message = f"{cell(item, 'an item')} has a weight and is no public item of the data"
            raise FormatError(message, path=place, line=number)
        if item in weights:
            raise FormatError(f"{an_item(item)} stands here again", path=place, line=number)
        try:
            weight = float(parts[3])
        except ValueError:
            weight = math.nan
        if not 0 <= weight <= most or weight == math.inf:
            limits = "from 0 on" if most == math.inf else f"from 0 to {most:,}"
            shown = cell(parts[3], "what stands there")
            message = f"a weight must be a number {limits}, not {shown}"
            raise FormatError(message, path=place, line=number)
        weights[item] = weight
    if not weights:
        raise FormatError("the file holds no weights", path=place)
    return weights
