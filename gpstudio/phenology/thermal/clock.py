"""A crop's own clock: degree days summed day by day, over measured and unmeasured days alike.

Days without a temperature are not left blank and not hidden either: each knows where its number
came from, a doubt grows with them, and the answer says how many there were.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import lru_cache
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from gpstudio.core.arrays import Flags, Floats
from gpstudio.phenology.places.normals import MonthlyNormals
from gpstudio.phenology.thermal.climate import Climate, climate_of
from gpstudio.phenology.thermal.methods import METHODS
from gpstudio.phenology.thermal.response import Response
from gpstudio.phenology.thermal.temperature import TemperatureSeries
from gpstudio.translation import tr

Origins: TypeAlias = NDArray[np.int8]

MEASURED, BRIDGED, CLIMATE, STATED, USUAL = range(5)
MOST_BRIDGED = 5
"""Longest run of missing days over which temperatures are joined by a straight line."""
STATED_SPREAD = 3.0
"""Standard deviation (°C) of a phase's true mean temperature about the one that is stated."""
LEAST_PACE = 0.1
"""However much in doubt, an unmeasured day counts for this share of its mean at least."""


@dataclass(frozen=True, eq=False)
class ThermalClock:
    """Degree days from the first day's start up to each day's start; one more than days."""

    first: float
    total: Floats
    doubt: Floats
    """Standard deviation of ``total``: unmeasured days of one draw are all too warm or too cold."""
    origins: Origins
    method: str
    """The way degree days were counted, in words for a result."""
    warmest: float
    """Beyond it, a draw so cold would have a day that counts backwards."""

    def dates(
        self, starts: Floats, targets: Floats | float, warmth: Floats | float = 0.0
    ) -> Floats:
        """When each draw has gathered its target since its start; NaN where the clock ends first.

        ``warmth`` is one standard normal number a draw: how much warmer than expected the
        unmeasured days are. Bisection over days, then a straight line within the day: the first
        moment at which the target is reached, also after days too cold to count.
        """
        from gpstudio.phenology.thermal.compiled_clock import gathered

        given = [np.asarray(each, dtype=np.float64) for each in (starts, targets, warmth)]
        shape = np.broadcast_shapes(*(each.shape for each in given))
        begins, needed, warm = (_spread(each, shape) for each in given)
        found = np.empty(shape)
        gathered(
            self.first, self.total, self.doubt, begins, needed, warm, self.warmest,
            found.reshape(-1),
        )  # fmt: skip
        return found

    def origins_between(self, start: float, stop: float) -> Origins:
        """Where the numbers of the days from ``start`` to ``stop`` came from."""
        low = int(np.floor(start - self.first))
        return self.origins[max(low, 0) : max(int(np.ceil(stop - self.first)), low + 1)]


def _spread(given: Floats, shape: tuple[int, ...]) -> Floats:
    """As a number a draw, in a row."""
    if given.ndim == 0:
        return np.full(math.prod(shape), given)
    same = given if given.shape == shape else np.broadcast_to(given, shape)
    return np.ascontiguousarray(same).reshape(-1)


def make_clock(
    record: TemperatureSeries | None,
    response: Response,
    method: str,
    first: float,
    last: float,
    stated: float,
    normals: MonthlyNormals | None = None,
) -> ThermalClock:
    """The clock of the days from ``first`` to ``last``; the normals of the place are for days of
    which nothing is known, or ``stated`` (°C)."""
    words = method_words(method)
    day = np.arange(np.floor(first), np.ceil(last) + 1.0)
    if normals is None:
        daily = np.full(len(day), float(response.rates(np.array([stated]))[0]))
        doubt = np.full(len(day), _stated_doubt(response, stated))
    else:
        daily, doubt = _usual(response, normals, day)
    origins = np.full(len(day), STATED if normals is None else USUAL, dtype=np.int8)
    if record is not None and len(record):
        if not record.extremes and method != "daily_mean":
            words = tr("daily mean, since the record has no minimum and maximum")
            method = "daily_mean"
        _fill(record, response, method, day, daily, doubt, origins)
    total, growing = (np.concatenate([[0.0], np.cumsum(a)]) for a in (daily, doubt))
    share = np.divide(doubt, daily, out=np.zeros_like(doubt), where=daily > 0.0)
    warmest = _warmest(float(share.max(initial=0.0)))
    return ThermalClock(float(day[0]), total, growing, origins, words, warmest)


def method_words(method: str) -> str:
    return METHODS[method].spec.title.lower()


def even_dates(
    response: Response, stated: float, starts: Floats, target: float, warmth: Floats, longest: float
) -> Floats:
    """What the clock of days that are all alike says, from the first start to so long after the
    last."""
    from gpstudio.phenology.thermal.compiled_clock import evenly

    daily, doubt = _even_pace(response, stated)
    found, warmest = np.empty(len(starts)), _warmest(doubt / daily if daily > 0.0 else 0.0)
    evenly(daily, doubt, starts, target, warmth, warmest, longest, found)
    return found


@lru_cache(maxsize=64)
def _even_pace(response: Response, stated: float) -> tuple[float, float]:
    """Degree days of a day, and how far they are in doubt."""
    return float(response.rates(np.array([stated]))[0]), _stated_doubt(response, stated)


def _warmest(doubt: float) -> float:
    """For the largest share that a day's doubt has of its degree days."""
    return (1.0 - LEAST_PACE) / max(doubt, 1e-9)


def _fill(
    record: TemperatureSeries,
    response: Response,
    method: str,
    day: Floats,
    daily: Floats,
    doubt: Floats,
    origins: Origins,
) -> None:
    """Writes what the record knows into the days: climate first, then what is surer."""
    measured, climate = _counted(record, response, method)
    usual = climate.at(day)
    known = np.isfinite(usual)
    daily[known], doubt[known] = usual[known], climate.doubt * usual[known]
    origins[known] = CLIMATE
    low, high = (np.interp(day, record.day, side) for side in (record.low, record.high))
    bridged = _bridged(record.day, day)
    place = np.minimum(np.searchsorted(record.day, day), len(record) - 1)
    seen = record.day[place] == day
    count = METHODS[method]().degree_days
    daily[bridged] = count(response, low[bridged], high[bridged])
    daily[seen] = measured[place[seen]]
    doubt[bridged | seen] = 0.0
    origins[bridged], origins[seen] = BRIDGED, MEASURED


def _usual(response: Response, normals: MonthlyNormals, day: Floats) -> tuple[Floats, Floats]:
    """Degree days of days as warm as they usually are, and what the doubt makes of them: means and
    standard deviations over a normal temperature, since the response is not straight."""
    nodes, weights = np.polynomial.hermite_e.hermegauss(7)
    weights = weights / weights.sum()
    rates = response.rates(normals.on(day)[:, None] + normals.sd * nodes)
    mean = rates @ weights
    return mean, np.sqrt(np.maximum(rates**2 @ weights - mean**2, 0.0))


@lru_cache(maxsize=16)
def _counted(record: TemperatureSeries, response: Response, method: str) -> tuple[Floats, Climate]:
    """Degree days of every day of the record; kept, because every stage of every season asks."""
    measured = METHODS[method]().degree_days(response, record.low, record.high)
    return measured, climate_of(record.day, measured)


def _bridged(known: Floats, day: Floats) -> Flags:
    """Days in a gap that is short enough, with a measured day on either side."""
    place = np.searchsorted(known, day)
    inner = (place > 0) & (place < len(known))
    after = known[np.clip(place, 0, len(known) - 1)]
    before = known[np.clip(place - 1, 0, len(known) - 1)]
    return np.asarray(inner & (after - before - 1.0 <= MOST_BRIDGED))


@lru_cache(maxsize=64)
def _stated_doubt(response: Response, stated: float) -> float:
    """Standard deviation of the daily rate when the true mean temperature is normal about it."""
    nodes, weights = np.polynomial.hermite_e.hermegauss(21)
    rates = response.rates(stated + STATED_SPREAD * nodes)
    weights = weights / weights.sum()
    mean = float(weights @ rates)
    return float(np.sqrt(weights @ (rates - mean) ** 2))
