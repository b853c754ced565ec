"""The field's earlier seasons under the shown one, by day of the year: pure functions.

Seasons that were seen whole are moved by whole years, as they are where they foretell the one under
way; where none was, the curve's own mean is moved, year by year. Of few every course is shown; of
more their fan: the median, and between which values half of them and nine of ten lie on that day.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from gpstudio.core.arrays import Floats
from gpstudio.core.cached import cached_property
from gpstudio.core.quantiles import quantiles
from gpstudio.phenology.earlier import PastSeason, fan_of
from gpstudio.phenology.season import Season
from gpstudio.phenology.years import YEAR
from gpstudio.session.ahead import SAME
from gpstudio.session.fitting import Fit

MOST_YEARS = 60
FEWEST_OF_FAN = 5
"""Quantiles of fewer seasons are hardly more than these seasons themselves."""
MARGIN = 0.15
"""Of the season's length, to either side of it."""
POINTS = 400
LEAST = 0.5
"""Of the season's days that an earlier year must have, to be shown."""
QUANTILES = (0.05, 0.25, 0.5, 0.75, 0.95)


@dataclass(frozen=True, eq=False)
class EarlierCourse:
    """One earlier season, on the days of the shown one."""

    name: str
    """The season's own, with the field's where it is another one; or the year."""
    height: Floats
    """NaN where there was none."""


@dataclass(frozen=True, eq=False)
class EarlierSeasons:
    """On days of the shown season; earlier ones are moved there. The latest comes first."""

    time: Floats
    courses: tuple[EarlierCourse, ...]

    @cached_property
    def fan(self) -> Floats | None:
        """Quantiles over the seasons, (quantiles, times); None of too few seasons."""
        if len(self.courses) < FEWEST_OF_FAN:
            return None
        heights = np.array([course.height for course in self.courses])
        known = np.isfinite(heights).sum(axis=0) >= FEWEST_OF_FAN
        fan = np.full((len(QUANTILES), len(self.time)), np.nan)
        fan[:, known] = quantiles(heights[:, known].T, QUANTILES)
        return fan

    def on(self, time: float) -> list[tuple[str, float]]:
        """Name and height on that day of the year."""
        if not self.time[0] <= time <= self.time[-1]:
            return []
        found = [(c.name, float(np.interp(time, self.time, c.height))) for c in self.courses]
        return [(name, height) for name, height in found if np.isfinite(height)]


def earlier_of(fit: Fit, season: str) -> EarlierSeasons | None:
    """What the field did on the same days before; None where nothing is known of it."""
    shown = next((s for s in fit.seasons if s.name == season), None)
    if shown is None or not fit.series.dated:
        return None
    margin = MARGIN * (shown.end - shown.start)
    time = np.linspace(shown.start - margin, shown.end + margin, POINTS)
    pasts = pasts_before(fit, shown)
    courses = _seasons(pasts, fit.series.group, time) if pasts else _years(fit, time)
    return EarlierSeasons(time, courses) if courses else None


def pasts_before(fit: Fit, shown: Season) -> list[PastSeason]:
    """Whole seasons of this time of the year before the shown one, the latest first; for the one
    under way those that foretell it, other fields' too."""
    ahead = fit.dates.ahead
    is_ahead = ahead is not None and ahead.season.name == shown.name
    known = ahead.pasts if ahead is not None and is_ahead else fit.dates.pasts
    middle = 0.5 * (shown.start + shown.end)
    alike = [
        past
        for past in known
        if past.years_to(middle) >= 1.0
        and abs(past.middle + YEAR * past.years_to(middle) - middle) < SAME
    ]
    return sorted(alike, key=lambda past: -past.middle)


def _seasons(pasts: Sequence[PastSeason], group: str, time: Floats) -> tuple[EarlierCourse, ...]:
    fan = fan_of(pasts, time)
    names = [p.name if p.group == group else f"{p.group} {p.name}" for p in pasts]
    return tuple(EarlierCourse(name, row) for name, row in zip(names, fan.curves, strict=True))


def _years(fit: Fit, time: Floats) -> tuple[EarlierCourse, ...]:
    """The curve's mean on the same days of earlier years."""
    courses = []
    for years in range(1, MOST_YEARS + 1):
        before = time - years * YEAR
        if before[-1] < fit.series.time[0]:
            break
        height = np.interp(before, fit.curve.time, fit.curve.mean, left=np.nan, right=np.nan)
        height[(before < fit.series.time[0]) | (before > fit.series.time[-1])] = np.nan
        if np.isfinite(height).mean() >= LEAST:
            day = np.datetime64(int(np.floor(np.mean(before))), "D")
            courses.append(EarlierCourse(str(day.astype("datetime64[Y]")), height))
    return tuple(courses)
