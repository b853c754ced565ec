"""Guides: the definition of a stage as lines over the curve.

A threshold is drawn as its level between the ground and the curve, a tangent as the line that
touches the curve where it is steepest. Both are read off the curve's mean, by the same code that
dates the draws: the guide shows the rule, while the date and its interval are those of all draws.
Where a template joins several anchors there is nothing to draw, and their words are all.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields
from types import MappingProxyType
from typing import Any, Literal, TypeAlias

import numpy as np

from gpstudio.core.errors import InputError
from gpstudio.phenology.curves import SeasonCurves
from gpstudio.phenology.measures import Measure
from gpstudio.phenology.measuring import measure_named
from gpstudio.phenology.rules import RULES
from gpstudio.phenology.season import Season
from gpstudio.phenology.stages import StageDate
from gpstudio.phenology.steady import SteadyCurves
from gpstudio.session.fitting import Fit

POINTS = 400
"""Times at which the mean curve of a season is looked at."""

Part: TypeAlias = Literal["ground", "top", "level", "tangent"]
Place: TypeAlias = tuple[float, float]


@dataclass(frozen=True)
class GuideLine:
    """A straight line of a guide; times are the series' own."""

    part: Part
    start: Place
    end: Place


@dataclass(frozen=True)
class Guide:
    lines: tuple[GuideLine, ...] = ()
    point: Place | None = None
    """Where the rule meets the mean curve."""
    words: tuple[str, ...] = ()
    """The definition, and what the date rests on."""


Options: TypeAlias = Mapping[str, Any]
Shape: TypeAlias = Callable[[SeasonCurves, Options, float], tuple[GuideLine, ...]]
"""Lines of a measure on one drawn curve, with its options and the date that it gives there."""


def guide_of(fit: Fit, stage: StageDate) -> Guide:
    """What a stage's rule looks like on the mean curve of its season."""
    words = stage.basis or ((stage.definition,) if stage.definition else ())
    measure = measure_of(stage)
    season = next((s for s in fit.seasons if s.name == stage.season), None)
    if measure is None or season is None:
        return Guide(words=words)
    drawn = mean_curve(fit, season)
    if drawn is None:
        return Guide(words=words)
    date = float(measure.of(drawn)[0])
    if not np.isfinite(date):
        return Guide(words=words)
    shape = SHAPES.get(measure.spec.name, _none)
    height = float(np.interp(date, drawn.time, drawn.curves[:, 0]))
    options = {field.name: getattr(measure, field.name) for field in fields(measure)}  # type: ignore[arg-type]
    lines = shape(drawn, options, date)
    return Guide(tuple(line for line in lines if _is_finite(line)), (date, height), words)


def measure_of(stage: StageDate) -> Measure | None:
    """The measure of the curve that is the stage by definition; None where it is joined of more."""
    if not stage.crop:
        return RULES[stage.stage].measure if stage.stage in RULES else None
    if len(stage.basis) != 1:
        return None
    try:
        return measure_named(stage.basis[0])
    except InputError:
        return None  # words of another kind: an offset, degree days, a calendar


def mean_curve(fit: Fit, season: Season) -> SeasonCurves | None:
    """The middle of the curve as if it were the one draw; None where it was not predicted.

    Of the season under way it is the median of what is foretold, on which its stages are dated.
    """
    curve, ahead = fit.curve, fit.dates.ahead
    if ahead is not None and ahead.season.name == season.name:
        return SteadyCurves(ahead.season, ahead.time, ahead.drawn.middle[:, None])
    inside = (curve.time >= season.start) & (curve.time <= season.end)
    if np.count_nonzero(inside) < 3 or season.end - season.start <= 0.0:
        return None
    slack = 2.0 * float(np.max(np.diff(curve.time)))
    if season.start < curve.time[0] - slack or season.end > curve.time[-1] + slack:
        return None
    time = np.linspace(season.start, season.end, POINTS)
    return SteadyCurves(season, time, np.interp(time, curve.time, curve.mean)[:, None])


def _none(drawn: SeasonCurves, options: Options, date: float) -> tuple[GuideLine, ...]:
    """The point on the curve says it all."""
    return ()


def _rise(drawn: SeasonCurves, options: Options, date: float) -> tuple[GuideLine, ...]:
    ground, top = float(drawn.left_base[0]), float(drawn.heights[0])
    level = float(drawn.share_of_rise(options["percent"] / 100.0)[0])
    return _share(ground, level, top, drawn.time[0], date, _peak(drawn))


def _fall(drawn: SeasonCurves, options: Options, date: float) -> tuple[GuideLine, ...]:
    ground, top = float(drawn.right_base[0]), float(drawn.heights[0])
    level = float(drawn.share_of_fall(options["percent"] / 100.0)[0])
    return _share(ground, level, top, drawn.time[-1], date, _peak(drawn))


def _share(
    ground: float, level: float, top: float, edge: float, date: float, peak: float
) -> tuple[GuideLine, ...]:
    """From the season's edge: the ground under the flank, the level up to the curve, the top."""
    return (
        GuideLine("ground", (edge, ground), (peak, ground)),
        GuideLine("top", (edge, top), (peak, top)),
        GuideLine("level", (edge, level), (date, level)),
    )


def _rise_to(drawn: SeasonCurves, options: Options, date: float) -> tuple[GuideLine, ...]:
    return (GuideLine("level", (drawn.time[0], options["level"]), (date, options["level"])),)


def _fall_to(drawn: SeasonCurves, options: Options, date: float) -> tuple[GuideLine, ...]:
    return (GuideLine("level", (drawn.time[-1], options["level"]), (date, options["level"])),)


def _peak_line(drawn: SeasonCurves, options: Options, date: float) -> tuple[GuideLine, ...]:
    """Level with the top, a tenth of the season to either side."""
    reach, top = 0.1 * float(drawn.time[-1] - drawn.time[0]), float(np.max(drawn.curves))
    return (GuideLine("top", (date - reach, top), (date + reach, top)),)


def _rising_tangent(drawn: SeasonCurves, options: Options, date: float) -> tuple[GuideLine, ...]:
    """The line of the steepest rise, from the ground to the top that it meets."""
    flank = drawn.rise(options["window"])
    when, slope, height = (float(v[0]) for v in (flank.steepest, flank.rate, flank.level))
    ground, top = float(drawn.left_base[0]), float(drawn.heights[0])
    if not slope > 0.0:
        return ()
    foot, head = when + (ground - height) / slope, when + (top - height) / slope
    return (
        GuideLine("ground", (float(drawn.time[0]), ground), (max(foot, when), ground)),
        GuideLine("top", (min(head, when), top), (_peak(drawn), top)),
        GuideLine("tangent", (foot, ground), (head, top)),
    )


def _falling_tangent(drawn: SeasonCurves, options: Options, date: float) -> tuple[GuideLine, ...]:
    """The same on the other side: time is turned round, and back again."""
    turned = _rising_tangent(drawn.mirrored, options, -date)
    return tuple(
        GuideLine(line.part, (-line.start[0], line.start[1]), (-line.end[0], line.end[1]))
        for line in turned
    )


def _peak(drawn: SeasonCurves) -> float:
    return float(drawn.time[drawn.peaks[0]])


def _is_finite(line: GuideLine) -> bool:
    return bool(np.isfinite([*line.start, *line.end]).all())


SHAPES: Mapping[str, Shape] = MappingProxyType(
    {
        "rise": _rise,
        "fall": _fall,
        "rise_to": _rise_to,
        "fall_to": _fall_to,
        "peak": _peak_line,
        "steepest_rise": _rising_tangent,
        "steepest_fall": _falling_tangent,
        "tangent_upturn": _rising_tangent,
        "tangent_stabilisation": _rising_tangent,
        "tangent_downturn": _falling_tangent,
        "tangent_recession": _falling_tangent,
    }
)
"""By the measure's name; of one that is not here only its point is drawn."""
