"""Earlier seasons, moved by whole years so that they lie beside the one under way.

A year is that of the sun, whatever the hemisphere: a season that crosses New Year is moved like any
other. Where all sowing days are known, seasons are moved so that these fall on one day instead.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import isfinite

import numpy as np

from gpstudio.core.arrays import Floats
from gpstudio.phenology.years import YEAR


@dataclass(frozen=True, eq=False)
class PastSeason:
    """The curve of a season that was seen whole, day by day, from ground to ground."""

    name: str
    group: str
    crop: str
    time: Floats
    """Days since 1970-01-01, ascending."""
    mean: Floats
    std: Floats
    sowing: float | None = None
    """The day on which it was sown, where that is known."""

    @property
    def middle(self) -> float:
        return 0.5 * float(self.time[0] + self.time[-1])

    def years_to(self, middle: float) -> float:
        """Whole years to the season about ``middle``, below zero if it is older."""
        return float(np.round((middle - self.middle) / YEAR))

    def moved_to(self, middle: float) -> Floats:
        """Its times, were it of the year of ``middle``."""
        return self.time + YEAR * self.years_to(middle)

    def sown_on(self, sowing: float) -> Floats:
        """Its times, had it been sown on that day."""
        return self.time + (sowing - self.sowing if self.sowing is not None else 0.0)


def by_sowing(pasts: Sequence[PastSeason], sowing: float | None) -> bool:
    """Whether they can be laid beside each other by their sowing days."""
    return sowing is not None and all(past.sowing is not None for past in pasts)


def beside(pasts: Sequence[PastSeason], middle: float, sowing: float | None) -> list[Floats]:
    """The times of each on the days of the season about ``middle``."""
    if sowing is not None and by_sowing(pasts, sowing):
        return [past.sown_on(sowing) for past in pasts]
    return [past.moved_to(middle) for past in pasts]


@dataclass(frozen=True)
class Landmarks:
    """When a season's mean curve has done half of its rise and of its fall, its ground and how far
    it rises above it."""

    rise: float
    fall: float
    base: float
    amplitude: float

    @property
    def is_whole(self) -> bool:
        return isfinite(self.rise) and isfinite(self.fall) and self.amplitude > 0.0


def landmarks_of(time: Floats, mean: Floats) -> Landmarks:
    """Of one curve that stands for a season."""
    from gpstudio.phenology.compiled_tops import marked

    rise, fall, left, right, top = marked(time, np.ascontiguousarray(mean)[:, None])
    base = 0.5 * (left + right)
    return Landmarks(rise, fall, base, amplitude=top - base)
