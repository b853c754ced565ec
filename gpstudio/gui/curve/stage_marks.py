"""A stage as the plot draws it: its dates on the axis, its look, and how much it stands out."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
from PySide6.QtCore import Qt
from PySide6.QtGui import QColor

from gpstudio.gui.date_axis import on_axis
from gpstudio.gui.stage_looks import stage_colour, stage_stroke
from gpstudio.gui.theme import Theme
from gpstudio.phenology.season import Season
from gpstudio.phenology.stages import StageDate
from gpstudio.session.fitting import Fit
from gpstudio.session.guides import mean_curve

FEW = 4
"""Up to so many stages of a season have all their intervals shaded; of more only the one that is
meant, since shades upon shades say nothing."""


@dataclass(frozen=True)
class StageMark:
    stage: StageDate
    x: float
    """The date, on the axis."""
    outer: tuple[float, float]
    """The 90 % interval."""
    inner: tuple[float, float]
    """The 50 % interval."""
    height: float
    """Of the mean curve on that date."""
    is_mine: bool
    """Whether it is of the shown season."""
    is_shaded: bool
    is_forecast: bool

    @property
    def stroke(self) -> Qt.PenStyle:
        """What was not seen yet has no solid line."""
        stroke = stage_stroke(self.stage.stage)
        solid = stroke == Qt.PenStyle.SolidLine
        return Qt.PenStyle.DashLine if self.is_forecast and solid else stroke

    def colour(self, theme: Theme, opacity: float = 1.0) -> QColor:
        made = QColor(stage_colour(self.stage.stage, theme))
        made.setAlphaF(opacity)
        return made

    @property
    def name(self) -> tuple[str, str]:
        return self.stage.season, self.stage.stage


def marks_of(fit: Fit, season: str) -> list[StageMark]:
    """Every stage that has a date, those of the shown season last, so that they lie on top."""
    dated = [stage for stage in fit.stages if stage.date is not None]
    few = sum(stage.season == season for stage in dated) <= FEW
    heights = {one.name: _height_in(fit, one) for one in fit.seasons}
    made = []
    for stage in dated:
        height_at = heights.get(stage.season, _height_in(fit, None))
        made.append(_mark(fit, stage, stage.season == season, few, height_at))
    return sorted(made, key=lambda mark: mark.is_mine)


def _height_in(fit: Fit, season: Season | None) -> Callable[[float], float]:
    """The middle curve of a season: of the one under way, what is foretold."""
    found = None if season is None else mean_curve(fit, season)
    time = fit.curve.time if found is None else found.time
    mean = fit.curve.mean if found is None else found.curves[:, 0]
    return lambda day: float(np.interp(day, time, mean))


def _mark(
    fit: Fit, stage: StageDate, mine: bool, few: bool, height_at: Callable[[float], float]
) -> StageMark:
    assert stage.date is not None
    days = [
        stage.date if day is None else day
        for day in (stage.lower90, stage.lower50, stage.date, stage.upper50, stage.upper90)
    ]
    low90, low50, x, high50, high90 = on_axis(fit.series, np.array(days)).tolist()
    return StageMark(
        stage=stage,
        x=x,
        outer=(low90, high90),
        inner=(low50, high50),
        height=height_at(stage.date),
        is_mine=mine,
        is_shaded=few,
        is_forecast=bool(stage.date > fit.series.time[-1]),
    )


def mine(marks: Sequence[StageMark]) -> list[StageMark]:
    """Those of the shown season, in the order of time."""
    return sorted((mark for mark in marks if mark.is_mine), key=lambda mark: mark.x)
