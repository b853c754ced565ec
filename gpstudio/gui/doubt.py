"""A season whose dates are hardly more than guesses: one grey band with the reason says so better
than a row of coloured lines, which look as sure as those of any other season."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from gpstudio.gui.date_axis import on_axis
from gpstudio.phenology.quality.looks import LOOKS, standing_of
from gpstudio.session.fitting import Fit
from gpstudio.translation import tr

GUESS = "D"


@dataclass(frozen=True)
class Doubt:
    season: str
    first: float
    last: float
    """From the start of the first interval to the end of the last, on the series' time axis."""
    ends: tuple[float, float]
    """The same on the axis of a plot."""
    why: str
    """In two or three words, as the fields' list says it."""

    @property
    def words(self) -> str:
        return tr("Dates in doubt: {why}", why=self.why)


def doubt_of(fit: Fit, season: str) -> Doubt | None:
    """None where half of its dates are better than guesses, or nothing but the future is unsure."""
    dated = [stage for stage in fit.stages if stage.season == season and stage.date is not None]
    grades = [stage.grade for stage in dated]
    guesses = sum(grade is not None and grade.letter == GUESS for grade in grades)
    look = standing_of(grades).look
    if not look or 2 * guesses <= len(dated):
        return None
    days = [day for stage in dated for day in (stage.lower90, stage.date, stage.upper90)]
    reached = [day for day in days if day is not None]
    first, last = min(reached), max(reached)
    low, high = on_axis(fit.series, np.array([first, last])).tolist()
    return Doubt(season, first, last, (low, high), LOOKS[look].title)
