"""Quantiles of many draws at many times, by sorting: ten times as fast as selecting them."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from gpstudio.core.arrays import Floats


def quantiles(values: Floats, levels: Sequence[float]) -> Floats:
    """Along the last axis, linear between neighbours; (levels, …).

    What is NaN is left out; where nothing else is, so is the answer.
    """
    values = np.asarray(values, dtype=np.float64)
    ordered = np.sort(values, axis=-1)  # NaN comes last
    count = values.shape[-1] - np.isnan(ordered).sum(axis=-1)
    last = np.maximum(count - 1, 0)
    place = np.multiply.outer(np.asarray(levels), last)
    lower = np.floor(place).astype(np.intp)
    upper = np.minimum(lower + 1, last)
    rows = np.moveaxis(ordered, -1, 0)
    low = np.take_along_axis(rows, lower, axis=0)
    high = np.take_along_axis(rows, upper, axis=0)
    return np.asarray(low + (place - lower) * (high - low))


def ascending(values: Floats) -> Floats:
    """Those that are finite, in their order."""
    ordered = np.sort(values)  # NaN comes last
    known = ordered[: ordered.searchsorted(np.inf)]
    if len(known) and known[0] == -np.inf:
        return known[known.searchsorted(-np.inf, side="right") :]
    return known


def quantiles_of(ordered: Floats, levels: Sequence[float]) -> list[float]:
    """The same of numbers that ascend, of which there is one at least."""
    last, found = len(ordered) - 1, []
    for level in levels:
        place = level * last
        lower = int(place)
        low, high = float(ordered[lower]), float(ordered[min(lower + 1, last)])
        found.append(low + (place - lower) * (high - low))
    return found


def median_of(values: Floats | Sequence[float]) -> float:
    """Of a few numbers, all of which there are: ``np.median`` takes ten times as long to begin."""
    ordered = sorted(values) if isinstance(values, list) else np.sort(values)
    last = len(ordered) - 1
    return 0.5 * float(ordered[last // 2] + ordered[(last + 1) // 2])
