"""When drawn curves pass their levels: the last rise before a place, the first fall after it."""

from __future__ import annotations

from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from gpstudio.core.arrays import Flags, Floats

Places: TypeAlias = NDArray[np.intp]


def last_rise(time: Floats, curves: Floats, before: Places, levels: Floats) -> Floats:
    """When each draw last rises through its level before its place; NaN where it does not."""
    place = np.arange(len(time))[:, None]
    below = (curves < levels) & (place < before)
    last = len(time) - 1 - np.argmax(below[::-1], axis=0)
    return _between(time, curves, last, levels, np.any(below, axis=0))


def first_fall(time: Floats, curves: Floats, after: Places, levels: Floats) -> Floats:
    """When each draw first falls through its level after its place; NaN where it does not."""
    place = np.arange(len(time))[:, None]
    below = (curves < levels) & (place > after)
    return _between(time, curves, np.argmax(below, axis=0) - 1, levels, np.any(below, axis=0))


def _between(time: Floats, curves: Floats, places: Places, levels: Floats, found: Flags) -> Floats:
    """When the line from each place to the next one meets the level."""
    draw = np.arange(len(levels))
    places = np.clip(places, 0, len(time) - 2)
    here, there = curves[places, draw], curves[places + 1, draw]
    share = np.clip((levels - here) / np.where(there != here, there - here, 1.0), 0.0, 1.0)
    start, stop = time[places], time[places + 1]
    return np.where(found, start + share * (stop - start), np.nan)
