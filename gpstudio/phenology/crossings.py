"""When drawn curves pass their levels: the last rise before a place, the first fall after it."""

from __future__ import annotations

from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from gpstudio.core.arrays import Floats

Places: TypeAlias = NDArray[np.intp]


def last_rise(time: Floats, curves: Floats, before: Places, levels: Floats) -> Floats:
    """When each draw last rises through its level before its place; NaN where it does not."""
    from gpstudio.phenology.compiled_crossings import risen

    found = np.empty(len(levels))
    risen(time, curves, before, levels, found)
    return found


def first_fall(time: Floats, curves: Floats, after: Places, levels: Floats) -> Floats:
    """When each draw first falls through its level after its place; NaN where it does not."""
    from gpstudio.phenology.compiled_crossings import fallen

    found = np.empty(len(levels))
    fallen(time, curves, after, levels, found)
    return found
