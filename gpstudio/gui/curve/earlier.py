"""The field's earlier seasons under the shown one, by day of the year: pure functions.

The course of each earlier year is the curve's own mean, moved by whole years of 365.25 days. Of few
years every course is shown; of more their fan: the median, and between which values half of the
years and nine of ten lie on that day.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from gpstudio.core.arrays import Floats
from gpstudio.session.fitting import Fit

YEAR = 365.25
MOST_YEARS = 60
FEWEST_OF_FAN = 5
"""Quantiles of fewer years are hardly more than these years themselves."""
MARGIN = 0.15
"""Of the season's length, to either side of it."""
POINTS = 400
LEAST = 0.5
"""Of the season's days that an earlier year must have, to be shown."""
QUANTILES = (0.05, 0.25, 0.5, 0.75, 0.95)


@dataclass(frozen=True, eq=False)
class Course:
    """One earlier year, on the days of the shown season."""

    years: int
    """How many years before."""
    height: Floats
    """NaN where nothing was read in that year yet."""


@dataclass(frozen=True, eq=False)
class Earlier:
    """On days of the shown season; earlier years are moved there."""

    time: Floats
    courses: tuple[Course, ...]

    @property
    def fan(self) -> Floats | None:
        """Quantiles over the years, (quantiles, times); None of too few years."""
        if len(self.courses) < FEWEST_OF_FAN:
            return None
        heights = np.array([course.height for course in self.courses])
        known = np.isfinite(heights).sum(axis=0) >= FEWEST_OF_FAN
        fan = np.full((len(QUANTILES), len(self.time)), np.nan)
        fan[:, known] = np.nanquantile(heights[:, known], QUANTILES, axis=0)
        return fan

    def on(self, time: float) -> list[tuple[int, float]]:
        """How many years before, and the height on that day of the year."""
        if not self.time[0] <= time <= self.time[-1]:
            return []
        found = [(c.years, float(np.interp(time, self.time, c.height))) for c in self.courses]
        return [(years, height) for years, height in found if np.isfinite(height)]


def earlier_of(fit: Fit, season: str) -> Earlier | None:
    """What the field did on the same days in earlier years; None where it has no such years."""
    shown = next((s for s in fit.seasons if s.name == season), None)
    if shown is None or not fit.series.dated:
        return None
    margin = MARGIN * (shown.end - shown.start)
    time = np.linspace(shown.start - margin, shown.end + margin, POINTS)
    courses = []
    for years in range(1, MOST_YEARS + 1):
        before = time - years * YEAR
        if before[-1] < fit.series.time[0]:
            break
        height = np.interp(before, fit.curve.time, fit.curve.mean, left=np.nan, right=np.nan)
        height[(before < fit.series.time[0]) | (before > fit.series.time[-1])] = np.nan
        if np.isfinite(height).mean() >= LEAST:
            courses.append(Course(years, height))
    return Earlier(time, tuple(courses)) if courses else None
