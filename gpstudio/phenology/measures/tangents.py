"""Tangents: where the steepest lines meet the ground and the top (Gu and others 2009).

The recovery line touches the curve where it rises fastest, the senescence line where it falls
fastest. With the ground of their side they meet at the upturn and the recession date, with the
peak's height at the stabilisation and the downturn date. Of a logistic these are two steepness
parameters on either side of its middle, at 11.9 and 88.1 % of the rise.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from gpstudio.core.arrays import Floats
from gpstudio.core.spec import Spec
from gpstudio.phenology.curves import SeasonCurves
from gpstudio.phenology.measures.curvature import seen_low
from gpstudio.phenology.measures.measure import MEASURES, Measure, window
from gpstudio.translation import tr


@MEASURES.register
@dataclass(frozen=True)
class Upturn(Measure):
    spec = Spec(
        "tangent_upturn",
        tr("Upturn by tangent"),
        tr("The day on which the line of the steepest rise leaves the ground."),
        (window(),),
        tr("steepest rise − (value there − base) / slope there"),
    )
    unit = "date"
    window: float | None = None

    def of(self, drawn: SeasonCurves) -> Floats:
        return _at_ground(drawn, self.window)


@MEASURES.register
@dataclass(frozen=True)
class Stabilisation(Measure):
    spec = Spec(
        "tangent_stabilisation",
        tr("Stabilisation by tangent"),
        tr("The day on which the line of the steepest rise reaches the peak's height."),
        (window(),),
        tr("steepest rise + (peak value − value there) / slope there"),
    )
    unit = "date"
    window: float | None = None

    def of(self, drawn: SeasonCurves) -> Floats:
        return _at_top(drawn, self.window)


@MEASURES.register
@dataclass(frozen=True)
class Downturn(Measure):
    spec = Spec(
        "tangent_downturn",
        tr("Downturn by tangent"),
        tr("The day on which the line of the steepest fall leaves the peak's height."),
        (window(),),
        tr("steepest fall − (peak value − value there) / slope there"),
    )
    unit = "date"
    window: float | None = None

    def of(self, drawn: SeasonCurves) -> Floats:
        return -_at_top(drawn.mirrored, self.window)


@MEASURES.register
@dataclass(frozen=True)
class Recession(Measure):
    spec = Spec(
        "tangent_recession",
        tr("Recession by tangent"),
        tr("The day on which the line of the steepest fall reaches the ground."),
        (window(),),
        tr("steepest fall + (value there − base) / slope there"),
    )
    unit = "date"
    window: float | None = None

    def of(self, drawn: SeasonCurves) -> Floats:
        return -_at_ground(drawn.mirrored, self.window)


def _at_ground(drawn: SeasonCurves, window: float | None) -> Floats:
    return seen_low(drawn, _meeting(drawn, drawn.left_base, window))


def _at_top(drawn: SeasonCurves, window: float | None) -> Floats:
    return np.where(drawn.peak_seen, _meeting(drawn, drawn.heights, window), np.nan)


def _meeting(drawn: SeasonCurves, levels: Floats, window: float | None) -> Floats:
    """When the tangent of the steepest rise meets each draw's level, if that can be seen."""
    rise = drawn.rise(window)
    rising = rise.rate > 0.0
    dates = rise.steepest + (levels - rise.level) / np.where(rising, rise.rate, 1.0)
    inside = (dates >= drawn.time[0]) & (dates <= drawn.time[-1])
    return np.where(rising & inside, dates, np.nan)
