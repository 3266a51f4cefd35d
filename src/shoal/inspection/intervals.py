"""How far a share that was estimated from some rows may be from the truth."""

from __future__ import annotations

import math

import numpy as np
import numpy.typing as npt

#: Standard errors on either side of a 95 % interval.
_ERRORS = 1.959964


def of_share(hits: int, looked_at: int) -> tuple[float, float]:
    """Return the 95 % interval of a share by Wilson, which holds for shares near 0 and 1 too."""
    share, spread = hits / looked_at, _ERRORS**2 / looked_at
    centre = share + spread / 2
    half = _ERRORS * math.sqrt(share * (1 - share) / looked_at + spread / looked_at / 4)
    # Rounding must not push an end beyond the share itself.
    low, high = (centre - half) / (1 + spread), (centre + half) / (1 + spread)
    return max(min(low, share), 0.0) if hits else 0.0, min(max(high, share), 1.0)


def of_mean(values: npt.NDArray[np.float64]) -> tuple[float, float]:
    """Return the 95 % interval of the mean of shares, each of one row drawn by chance."""
    mean, count = float(values.mean()), len(values)
    # No mean of shares spreads more than one of hits and misses: Wilson's interval for these,
    # narrowed to what the shares spread, stays honest where all of them are 0 or 1.
    wide = of_share(round(mean * count), count)
    half = _ERRORS * float(values.std()) / math.sqrt(count) + _ERRORS**2 / (2 * count)
    low, high = max(wide[0], mean - half, 0.0), min(wide[1], mean + half, 1.0)
    return min(low, mean), max(high, mean)
