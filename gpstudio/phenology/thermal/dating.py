"""From when one stage was to when the next one is: days until a target in °Cd."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from gpstudio.core.arrays import Floats
from gpstudio.core.chance import Random
from gpstudio.phenology.places.normals import MonthlyNormals
from gpstudio.phenology.thermal.clock import (
    BRIDGED,
    CLIMATE,
    MEASURED,
    STATED,
    STATED_SPREAD,
    USUAL,
    ThermalClock,
    even_dates,
    make_clock,
    method_words,
)
from gpstudio.phenology.thermal.response import Response
from gpstudio.phenology.thermal.temperature import TemperatureSeries
from gpstudio.translation import tr

LONGEST = 400.0
"""Days after the latest start in which a target is looked for: no phase of a crop lasts longer."""
ORIGIN_WORDS = {
    BRIDGED: tr("joined over a short gap"),
    CLIMATE: tr("the record's mean for the day of the year"),
}


@dataclass(frozen=True, eq=False)
class ThermalDates:
    """One date a draw, NaN where the target is not reached; ``reason`` says what they rest on."""

    dates: Floats
    method: str
    reason: str


@dataclass(frozen=True, eq=False)
class Weather:
    """What is known of a field's temperatures, and how degree days are counted."""

    record: TemperatureSeries | None = None
    stated: float = 18.0
    """Mean temperature (°C) for days of which the record says nothing."""
    method: str = "three_hourly"
    normals: MonthlyNormals | None = None
    """Of the place, in place of the stated mean."""


def thermal_dates(
    weather: Weather,
    response: Response,
    starts: Floats,
    targets: Floats | float,
    random: Random,
    say: Callable[[float], str],
) -> ThermalDates:
    """When each draw that starts at ``starts`` reaches its target; ``say`` writes a time.

    ``targets`` is one number or one a draw. How warm unmeasured days are is drawn once a draw.
    """
    if weather.record is None and weather.normals is None and np.ndim(targets) == 0:
        return _evenly_warm(weather, response, starts, float(targets), random)
    starts = np.asarray(starts, dtype=np.float64)
    known = starts[np.isfinite(starts)]
    if not len(known):
        return ThermalDates(np.full(starts.shape, np.nan), "", tr("the stage before has no date"))
    first, last = float(known.min()), float(known.max()) + LONGEST
    clock = make_clock(
        weather.record, response, weather.method, first, last, weather.stated, weather.normals
    )
    dates = clock.dates(starts, targets, random.standard_normal(starts.shape))
    found = np.isfinite(dates)
    stop = float(np.median(dates[found])) if found.any() else last
    start = float(np.median(starts[found])) if found.any() else first
    return ThermalDates(dates, clock.method, _reason(weather, clock, start, stop, say))


def _evenly_warm(
    weather: Weather, response: Response, starts: Floats, target: float, random: Random
) -> ThermalDates:
    """Of days of which a mean temperature is all that is known: what nearly all tables are."""
    if not np.isfinite(starts).any():
        return ThermalDates(np.full(starts.shape, np.nan), "", tr("the stage before has no date"))
    warmth = random.standard_normal(starts.shape)
    dates = even_dates(response, weather.stated, starts, target, warmth, LONGEST)
    return ThermalDates(dates, method_words(weather.method), _stated(weather.stated))


@lru_cache(maxsize=64)
def _stated(stated: float) -> str:
    return tr(
        "no temperatures: days counted at {stated:g} °C (± {stated_spread:g} °C), not measured",
        stated=stated,
        stated_spread=STATED_SPREAD,
    )


def _reason(
    weather: Weather, clock: ThermalClock, start: float, stop: float, say: Callable[[float], str]
) -> str:
    """How the days between were known; measured throughout needs no more than the method."""
    if weather.record is None and weather.normals is not None:
        return tr(
            "no temperatures: days counted at the usual ones of the place, {mean:.0f} °C "
            "(± {spread:.1f} °C), not measured",
            mean=float(np.mean(weather.normals.on(np.arange(start, max(stop, start + 1.0))))),
            spread=weather.normals.sd,
        )
    if weather.record is None:
        return _stated(weather.stated)
    origins = clock.origins_between(start, stop)
    words = dict(ORIGIN_WORDS)
    words[STATED] = tr(
        "a stated {stated:g} °C (± {stated_spread:g} °C)",
        stated=weather.stated,
        stated_spread=STATED_SPREAD,
    )
    if weather.normals is not None:
        words[USUAL] = tr("the usual temperatures of the place")
    counts = [(int(np.count_nonzero(origins == kind)), text) for kind, text in words.items()]
    parts = [
        tr("{count} from {origin}", count=count, origin=text) for count, text in counts if count
    ]
    clauses = [tr("degree days by {method}", method=clock.method)]
    if not parts:
        return clauses[0]
    last = float(weather.record.day[-1])
    if last < stop - 1.0:
        clauses.append(tr("temperatures end on {day}", day=say(last)))
    clauses.append(
        tr(
            "of {count} days {measured} measured, {others}",
            count=len(origins),
            measured=int(np.count_nonzero(origins == MEASURED)),
            others=", ".join(parts),
        )
    )
    return "; ".join(clauses)
