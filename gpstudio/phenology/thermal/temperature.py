"""A record of daily temperatures, checked: one day, one low, one high, in °C."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from gpstudio.core.arrays import Flags, Floats
from gpstudio.core.cached import cached_property
from gpstudio.core.errors import InputError
from gpstudio.core.fingerprints import fingerprint
from gpstudio.translation import tr

Places: TypeAlias = NDArray[np.intp]

COLDEST, HOTTEST = -90.0, 60.0
"""No weather station has ever read less or more: what does is another unit."""


@dataclass(frozen=True, eq=False)
class TemperatureSeries:
    """Days ascending, counted from 1 January 1970, each once; gaps are days that are not there.

    A record of daily means has ``low`` equal to ``high`` and no ``extremes``.
    """

    day: Floats
    low: Floats
    high: Floats
    extremes: bool
    set_aside: int = 0
    """Days left out because their minimum was above their maximum."""

    def __len__(self) -> int:
        return len(self.day)

    def as_of(self, day: float) -> TemperatureSeries | None:
        """What was measured by then; None where that is nothing."""
        known = self.day <= day
        if known.all():
            return self
        if not known.any():
            return None
        return replace(self, day=self.day[known], low=self.low[known], high=self.high[known])

    @cached_property
    def fingerprint(self) -> str:
        """The name of its part in a project, so that it stays as it is."""
        about = f"{self.extremes} {self.set_aside}"
        return fingerprint(about, self.day, self.low, self.high, end=b"")

    def __eq__(self, other: object) -> bool:
        """The same record, whoever has read it."""
        if not isinstance(other, TemperatureSeries):
            return NotImplemented
        return self is other or self.fingerprint == other.fingerprint

    def __hash__(self) -> int:
        return hash(self.fingerprint)


def temperatures_from_extremes(time: Floats, tmin: Floats, tmax: Floats) -> TemperatureSeries:
    """From minima and maxima; several rows of one day make one: the lowest and the highest."""
    time, tmin, tmax = _checked(time, tmin, tmax)
    order, starts = _by_day(time)
    low = np.minimum.reduceat(tmin[order], starts)
    high = np.maximum.reduceat(tmax[order], starts)
    right = low <= high
    if 2 * np.count_nonzero(right) < len(right):
        raise InputError(
            tr("tmin is above tmax on most days of the temperature table: swap the two columns.")
        )
    day = np.floor(time[order][starts])
    wrong = int(np.count_nonzero(~right))
    return TemperatureSeries(day[right], low[right], high[right], True, wrong)


def temperatures_from_means(time: Floats, tmean: Floats) -> TemperatureSeries:
    """From mean temperatures; several rows of one day (hours, say) are averaged."""
    time, tmean = _checked(time, tmean)
    order, starts = _by_day(time)
    counts = np.diff(np.append(starts, len(time)))
    mean = np.add.reduceat(tmean[order], starts) / counts
    return TemperatureSeries(np.floor(time[order][starts]), mean, mean, False)


def _checked(time: Floats, *columns: Floats) -> tuple[Floats, ...]:
    """Rows in which everything is a number, once all numbers can be degrees Celsius."""
    arrays = [np.asarray(a, dtype=np.float64) for a in (time, *columns)]
    if any(a.shape != arrays[0].shape or a.ndim != 1 for a in arrays):
        raise InputError(tr("A temperature table needs one temperature for each of its days."))
    whole: Flags = np.all([np.isfinite(a) for a in arrays], axis=0)
    kept = tuple(a[whole] for a in arrays)
    if not whole.any():
        raise InputError(
            tr("The temperature table has no day with a temperature: check which columns are read.")
        )
    for column in kept[1:]:
        odd = (column < COLDEST) | (column > HOTTEST)
        if odd.any():
            place = int(np.argmax(odd))
            day = np.datetime64(int(np.floor(kept[0][place])), "D")
            raise InputError(
                tr(
                    "The temperature table has {found:g} on {day}: temperatures are read in "
                    "°C, so convert other units and leave missing days empty.",
                    found=column[place],
                    day=day,
                )
            )
    return kept


def _by_day(time: Floats) -> tuple[Places, Places]:
    """The order in time, and where in it each day starts."""
    order = np.argsort(time, kind="stable")
    return order, np.flatnonzero(np.diff(np.floor(time[order]), prepend=-np.inf))
