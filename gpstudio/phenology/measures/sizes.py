"""Sizes of a season: its ground, amplitude, length and areas, after TIMESAT (Jönsson and Eklundh
2004).

A season lasts from the rise through a share of its amplitude to the fall through the same share.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from gpstudio.core.arrays import Floats
from gpstudio.core.spec import Spec
from gpstudio.phenology.curves import SeasonCurves
from gpstudio.phenology.measures.measure import MEASURES, Measure, percent
from gpstudio.translation import tr

BOUNDS = percent(20.0, tr("Share of the amplitude at which the season begins and ends."))


@MEASURES.register
@dataclass(frozen=True)
class Base(Measure):
    spec = Spec(
        "base",
        tr("Base"),
        tr("The index of the ground; on a cut side the lowest that was seen."),
        formula=tr("mean of the lowest values before and after the peak"),
    )
    unit = "index"

    def of(self, drawn: SeasonCurves) -> Floats:
        return 0.5 * drawn.left_base + 0.5 * drawn.right_base


@MEASURES.register
@dataclass(frozen=True)
class SeasonAmplitude(Measure):
    spec = Spec(
        "amplitude",
        tr("Amplitude"),
        tr("How far the index rises above the ground."),
        formula=tr("peak value − base"),
    )
    unit = "index"

    def of(self, drawn: SeasonCurves) -> Floats:
        return np.where(drawn.peak_seen, drawn.heights - Base().of(drawn), np.nan)


@MEASURES.register
@dataclass(frozen=True)
class Length(Measure):
    spec = Spec(
        "length",
        tr("Length"),
        tr("How long the season lasts."),
        (BOUNDS,),
        tr("fall(percent) − rise(percent)"),
    )
    unit = "days"
    percent: float = 20.0

    def of(self, drawn: SeasonCurves) -> Floats:
        start, end = _bounds(drawn, self.percent)
        return end - start


@MEASURES.register
@dataclass(frozen=True)
class SmallIntegral(Measure):
    spec = Spec(
        "small_integral",
        tr("Small integral"),
        tr("The area between the curve and the ground: what the crop adds in its season."),
        (BOUNDS,),
        tr("∫ (curve − base) from rise(percent) to fall(percent)"),
    )
    unit = "index·days"
    percent: float = 20.0

    def of(self, drawn: SeasonCurves) -> Floats:
        start, end = _bounds(drawn, self.percent)
        return _area(drawn, start, end) - Base().of(drawn) * (end - start)


@MEASURES.register
@dataclass(frozen=True)
class LargeIntegral(Measure):
    spec = Spec(
        "large_integral",
        tr("Large integral"),
        tr("The area between the curve and an index of zero."),
        (BOUNDS,),
        tr("∫ curve from rise(percent) to fall(percent)"),
    )
    unit = "index·days"
    percent: float = 20.0

    def of(self, drawn: SeasonCurves) -> Floats:
        start, end = _bounds(drawn, self.percent)
        return _area(drawn, start, end)


def _bounds(drawn: SeasonCurves, percent: float) -> tuple[Floats, Floats]:
    share = percent / 100.0
    start = drawn.risen(share)
    return start, drawn.fallen(share)


def _area(drawn: SeasonCurves, start: Floats, end: Floats) -> Floats:
    return _area_until(drawn, end) - _area_until(drawn, start)


def _area_until(drawn: SeasonCurves, dates: Floats) -> Floats:
    """Under each draw up to its date; NaN where it has none."""
    draw = np.arange(len(dates))
    after = np.clip(np.searchsorted(drawn.time, dates), 1, len(drawn.time) - 1)
    start, stop = drawn.time[after - 1], drawn.time[after]
    here, there = drawn.curves[after - 1, draw], drawn.curves[after, draw]
    way = dates - start
    half_slope = 0.5 * (there - here) / (stop - start)
    return np.asarray(drawn.areas[after - 1, draw] + way * (here + half_slope * way))
