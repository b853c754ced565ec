"""What must hold of values besides their types, so that whoever shows them, or reckons with them,
may rely on it: a file can say anything."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import pairwise
from typing import Any

import numpy as np

from gpstudio.core.arrays import AnyArray, Flags, Floats
from gpstudio.core.learning.learner import Learnt
from gpstudio.data.series import Excluded, Series
from gpstudio.data.writing.forecast import Forecast
from gpstudio.phenology.earlier import PastSeason
from gpstudio.phenology.season import Season
from gpstudio.phenology.thermal import TemperatureSeries
from gpstudio.session.facts import Facts
from gpstudio.session.fitting import Fit
from gpstudio.session.request import Request

FIRST_DAY, LAST_DAY = -719_528.0, 3_000_000.0
"""The year 0, and what may be asked beyond the year 9999: all that tables have, and no more."""
LONGEST = 1e15
"""In any unit of a time axis without dates, and of what is asked beyond it."""


def is_sound_fit(fit: Fit) -> bool:
    """Its days, and that what belongs to its readings is as long as they are."""
    dated, count = fit.series.dated, len(fit.series)
    residuals = vars(fit).get("residuals")
    return (
        count > 0
        and (residuals is None or _is_line(residuals, count))
        and all(_is_day(day, dated) for day in _days_of(fit))
    )


def _days_of(fit: Fit) -> Iterator[float]:
    for one in fit.dates.findings.candidates:
        yield from (one.season.start, one.season.peak, one.season.end)
    for stage in fit.dates.stages:
        told = (stage.date, stage.lower90, stage.upper90, stage.lower50, stage.upper50)
        for day in (*told, stage.as_of, stage.observed):
            if day is not None:
                yield day
        yield from (stage.usual or ())[:1]


def _is_day(day: float, dated: bool) -> bool:
    return FIRST_DAY <= day <= LAST_DAY if dated else math.isfinite(day)


def _is_line(line: AnyArray, count: int) -> bool:
    return line.shape == (count,)


def _are_lines(lines: Iterable[AnyArray], count: int) -> bool:
    """All of one length."""
    return {line.shape for line in lines} == {(count,)}


def _rises(time: Floats, dated: bool) -> bool:
    """Also that all of it are numbers: nothing is above or below what is none."""
    if not time.size:
        return True
    return (
        _is_day(time.item(0), dated)
        and _is_day(time.item(-1), dated)
        and _all(time[1:] >= time[:-1])
    )


def _is_finite(line: Floats) -> bool:
    return _all(np.isfinite(line))


def _all(flags: Flags) -> bool:
    """Ten thousand fields are looked at when a project is opened: this is the quickest way."""
    return int(np.count_nonzero(flags)) == flags.size


def _series(series: Series) -> bool:
    count = series.time.size
    weight, aside, step = series.weight, series.aside, series.written_in
    return (
        _are_lines((series.time, series.value), count)
        and _rises(series.time, series.dated)
        and _is_finite(series.value)
        and (weight is None or (_is_line(weight, count) and _is_share(weight)))
        and (aside is None or _is_aside(*aside, dated=series.dated))
        and (series.excluded is None or _rises(series.excluded.time, series.dated))
        and (step is None or 0.0 <= step < np.inf)
    )


def _is_share(weight: Floats) -> bool:
    return _all((weight > 0.0) & (weight <= 1.0))


def _is_aside(time: Floats, value: Floats, dated: bool) -> bool:
    if time.ndim != 1 or not _is_line(value, time.size):
        return False
    return _is_finite(time) and all(_is_day(float(t), dated) for t in (*time[:1], *time[-1:]))


def _excluded(excluded: Excluded) -> bool:
    count, weight = excluded.time.size, excluded.weight
    return (
        _are_lines((excluded.time, excluded.value), count)
        and _is_finite(excluded.value)
        and (weight is None or (_is_line(weight, count) and _is_share(weight)))
    )


def _forecast(curve: Forecast) -> bool:
    count = curve.time.size
    lines = (
        curve.time, curve.mean, curve.std, curve.lower95, curve.upper95, curve.curve_lower95,
        curve.curve_upper95, curve.is_forecast,
    )  # fmt: skip
    return _are_lines(lines, count) and count > 0 and _rises(curve.time, curve.dated)


def _past(past: PastSeason) -> bool:
    count = past.time.size
    lines = (past.time, past.mean, past.std)
    return _are_lines(lines, count) and count > 1 and _rises(past.time, True)


def _temperatures(record: TemperatureSeries) -> bool:
    count = record.day.size
    lines = (record.day, record.low, record.high)
    if not _are_lines(lines, count):
        return False
    return (
        _rises(record.day, True)
        and _all(np.diff(record.day) > 0.0)
        and _all(record.low <= record.high)
    )


def _season(season: Season) -> bool:
    edges = season.start, season.peak, season.end
    return all(one <= other for one, other in pairwise(edges)) and all(map(math.isfinite, edges))


def _facts(facts: Facts) -> bool:
    days = [sown.day for sown in facts.sowings] + [seen.day for seen in facts.seen]
    edges = [edge for window in facts.windows for edge in window]
    rise = all(start <= end for start, end in facts.windows)
    return rise and all(abs(day) <= LONGEST for day in (*days, *edges))


def _request(request: Request) -> bool:
    asked = (request.horizon, request.as_of, request.mean_temperature, *(request.times or ()))
    return all(number is None or abs(number) <= LONGEST for number in asked)


def _learnt(learnt: Learnt) -> bool:
    points, weights = learnt.points, learnt.weights
    if learnt.logs.ndim != 1 or np.isnan(learnt.logs).any():
        return False
    if points is None:
        return weights is None
    if points.ndim != 2 or points.shape[1] != learnt.logs.size or np.isnan(points).any():
        return False
    return weights is None or (_is_line(weights, len(points)) and _is_finite(weights))


RULES: Mapping[type, Callable[[Any], bool]] = {
    Series: _series,
    Excluded: _excluded,
    Forecast: _forecast,
    PastSeason: _past,
    TemperatureSeries: _temperatures,
    Season: _season,
    Facts: _facts,
    Request: _request,
    Learnt: _learnt,
}
"""By type; of others, their types are enough."""
