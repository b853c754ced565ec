"""The whole road for one field: series → recipe → posterior → stages, as one pure function."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, replace

import numpy as np

from gpstudio.core.arrays import Floats
from gpstudio.core.cached import cached_property
from gpstudio.core.inference.posterior import Bands
from gpstudio.core.inference.regression import Posterior
from gpstudio.core.inference.regression import fit as infer
from gpstudio.core.inference.report import Report
from gpstudio.core.recipe import Recipe
from gpstudio.core.task import QUIET, Task
from gpstudio.data.series import Clock, Series, iso_day, own_day
from gpstudio.data.writing.forecast import Forecast
from gpstudio.data.writing.stages import StageRow
from gpstudio.phenology.season import Season
from gpstudio.phenology.stages import StageDate
from gpstudio.session.dating import NO_DATES, Dates, Subject, date_field, undated_stages
from gpstudio.session.facts import NO_FACTS, Facts
from gpstudio.session.lessons import NO_LESSONS, Lessons
from gpstudio.session.readings import readings_of
from gpstudio.session.request import USUAL, Request, check_beyond, check_times
from gpstudio.translation import tr

HORIZON_DAYS = 30.0
"""How far a dated series is forecast when nobody says."""
HORIZON_SHARE = 0.05
"""The same for a plain number axis, as a share of its range."""
GRID_POINTS = 4_000
"""Most points of the drawn curve: twice the pixels of a wide screen."""
SEARCH_POINTS = 20_000
"""Most points of the curve in which seasons are looked for: days, for fifty years."""
HOLDS = 0.95
"""How often a band holds what it speaks of."""
BAND = 1.959963984540054
"""Standard deviations on either side of a normal's mean that hold as much."""


@dataclass(frozen=True, eq=False)
class Fit:
    """A field with everything that was found out about it."""

    series: Series
    recipe: Recipe
    posterior: Posterior
    curve: Forecast
    """On an even grid, for drawing."""
    dates: Dates
    index: str
    request: Request
    facts: Facts = NO_FACTS
    lessons: Lessons = NO_LESSONS

    @property
    def seasons(self) -> tuple[Season, ...]:
        return self.dates.seasons

    @property
    def stages(self) -> tuple[StageDate, ...]:
        return self.dates.stages

    @property
    def report(self) -> Report:
        return self.posterior.report

    @cached_property
    def curve_std(self) -> Floats:
        """Of the curve itself on the grid of ``curve``, whose own is that of a new reading."""
        _, variance = self.posterior.predict(self.curve.time[:, None])
        return np.asarray(np.sqrt(variance))

    @cached_property
    def fingerprint(self) -> str:
        """The same for the same curve, which is what is dated."""
        numbers = np.concatenate([self.curve.time, self.curve.mean, self.curve.std])
        return hashlib.blake2b(numbers.tobytes(), digest_size=16).hexdigest()

    @cached_property
    def forecast(self) -> Forecast:
        """The grid and, between its points, every reading; what ``forecast.csv`` holds."""
        return forecast_of(self)

    @cached_property
    def residuals(self) -> Floats:
        """Reading minus curve, in standard deviations of its own noise; one a reading. Of counts,
        how far off a standard normal is as rarely."""
        return residuals_of(self)

    @cached_property
    def stage_rows(self) -> tuple[StageRow, ...]:
        """Never blank without a reason: a field without a season says why at every stage."""
        stages = self.stages or undated_stages(self.dates.findings.reason, self.request)
        return tuple(stage_row(self.series, stage, self.index) for stage in stages)


def fit_series(
    series: Series,
    recipe: Recipe,
    request: Request = USUAL,
    facts: Facts = NO_FACTS,
    task: Task = QUIET,
    lessons: Lessons = NO_LESSONS,
) -> Fit:
    """Fit one field, predict it and date its stages."""
    grid = _grid(series, request)
    posterior = infer(recipe, readings_of(series), task, request.patience)
    bands = posterior.bands(grid[:, None], HOLDS, task)
    curve = _forecast(series, grid, np.full(len(grid), np.nan), bands)
    index = request.index or series.value_name
    fit = Fit(series, recipe, posterior, curve, NO_DATES, index, request, facts)
    vars(fit)["curve_std"] = np.sqrt(bands[1])
    task.partial(fit)
    fit = redated(fit, request, facts, task, lessons)
    residuals_of(fit, task)  # made here, away from whoever looks at them
    _ = fit.fingerprint
    return fit


def forecast_of(fit: Fit, task: Task = QUIET) -> Forecast:
    """``fit.forecast``, made in a way that can be stopped: it has as many rows as readings."""
    if "forecast" not in vars(fit):
        made = _with_readings(fit.series, fit.posterior, fit.curve, task)
        vars(fit)["forecast"] = made
    return fit.forecast


def residuals_of(fit: Fit, task: Task = QUIET) -> Floats:
    """``fit.residuals``, in the same way."""
    if "residuals" not in vars(fit):
        mean, _ = fit.posterior.predict(fit.series.time[:, None], task=task)
        vars(fit)["residuals"] = fit.posterior.residuals(readings_of(fit.series), mean)
    return fit.residuals


def redated(
    fit: Fit,
    request: Request,
    facts: Facts,
    task: Task = QUIET,
    lessons: Lessons = NO_LESSONS,
) -> Fit:
    """The same curve dated anew: nothing is fitted."""
    index = request.index or fit.series.value_name
    asked = replace(fit, index=index, request=request, facts=facts, lessons=lessons)
    with_findings_of(fit, asked)
    dates = date_field(_subject(asked, task), task) if request.wants_stages else NO_DATES
    if lessons:
        dates = replace(dates, lessons=None)  # what a field teaches, it knows by itself
    return with_findings_of(asked, replace(asked, dates=dates))


def with_findings_of(fit: Fit, again: Fit) -> Fit:
    """What was found of a curve stays at hand when only its dates are others."""
    found = ("forecast", "residuals", "curve_std", "fingerprint")
    vars(again).update({name: vars(fit)[name] for name in found if name in vars(fit)})
    return again


def _subject(fit: Fit, task: Task) -> Subject:
    """Seasons and stages do not depend on the times that a forecast was asked for."""
    series, curve, posterior = fit.series, fit.curve, fit.posterior
    grid = _even_grid(series, fit.request.horizon, SEARCH_POINTS)
    if np.array_equal(grid, curve.time):
        mean, std = curve.mean, fit.curve_std
    else:
        mean, variance = posterior.predict(grid[:, None], task=task)
        std = np.sqrt(variance)
    return Subject(
        series, posterior, grid, mean, std, fit.index, fit.request, fit.facts, fit.recipe.seed,
        fit.lessons,
    )  # fmt: skip


def _grid(series: Series, request: Request) -> Floats:
    """The times that are asked for, else even ones up to the horizon."""
    check_times(request)
    if request.times is None:
        return _even_grid(series, request.horizon, GRID_POINTS)
    first, last, step = request.times
    check_beyond(max(last - float(series.time[-1]), float(series.time[0]) - first), series)
    count = int(np.floor((last - first) / step + 1e-9)) + 1
    return np.asarray(first + step * np.arange(count))


def _even_grid(series: Series, horizon: float | None, most: int) -> Floats:
    """Days for dates, thousandths of the range otherwise; longer steps where these are too many."""
    first, last = float(series.time[0]), float(series.time[-1])
    reach = last - first
    if horizon is None:
        horizon = HORIZON_DAYS if series.dated else HORIZON_SHARE * reach
    check_beyond(horizon, series)
    step = 1.0 if series.dated else (reach / 1_000.0 or 1.0)
    step = max(step, (reach + horizon) / most)
    if series.dated:
        first, step = np.floor(first), np.ceil(step)
    count = int(np.ceil((last + horizon - first) / step)) + 1
    return np.asarray(first + step * np.arange(count))


def _forecast(series: Series, time: Floats, observed: Floats, bands: Bands) -> Forecast:
    mean, variance, scatter, curve, reading = bands
    return Forecast(
        group=series.group,
        dated=series.dated,
        time=time,
        mean=mean,
        std=np.sqrt(variance + scatter),
        lower95=reading[0],
        upper95=reading[1],
        curve_lower95=curve[0],
        curve_upper95=curve[1],
        observed=observed,
        is_forecast=time > series.time[-1],
    )


def _with_readings(series: Series, posterior: Posterior, curve: Forecast, task: Task) -> Forecast:
    inside = (series.time >= curve.time[0]) & (series.time <= curve.time[-1])
    readings, values = series.time[inside], series.value[inside]
    alone = curve.time[~np.isin(curve.time, readings)]
    time = np.concatenate([readings, alone])
    observed = np.concatenate([values, np.full(len(alone), np.nan)])
    order = np.argsort(time, kind="stable")
    time, bands = time[order], posterior.bands(time[order, None], HOLDS, task)
    return _forecast(series, time, observed[order], bands)


def stage_row(series: Series, stage: StageDate, index: str) -> StageRow:
    """The line of ``stages.csv`` for one stage of a field."""

    def written(time: float | None) -> str | float | None:
        if time is None:
            return None
        return iso_day(time, clock) if clock else time

    clock = series.clock
    reasons = stage.remark, _late(stage, clock), _seen(stage, clock)
    return StageRow(
        group=series.group,
        season=stage.season,
        stage=stage.stage,
        date=written(stage.date),
        lower90=written(stage.lower90),
        upper90=written(stage.upper90),
        lower50=written(stage.lower50),
        upper50=written(stage.upper50),
        std_days=stage.std,
        probability_passed=stage.probability_passed,
        probability_reached=stage.probability_reached,
        as_of=written(stage.as_of),
        crop=stage.crop or None,
        index=index,
        bbch=stage.bbch or None,
        quality=stage.grade.written if stage.grade is not None else None,
        reason="; ".join(part for part in reasons if part),
        definition=stage.definition,
    )


def _late(stage: StageDate, clock: Clock) -> str:
    """How it stands to the field's other seasons, and to what they alone would say."""
    if stage.days_late is None:
        return ""
    days = round(stage.days_late)
    off = tr("as usual") if days == 0 else f"{abs(days)} d {'later' if days > 0 else 'earlier'}"
    words = (
        tr("{off} than the median of the other seasons", off=off)
        if days
        else tr("{off} in other seasons", off=off)
    )
    if stage.prior is None:
        return words
    lower, date, upper = (iso_day(day, clock) for day in stage.prior)
    return tr(
        "{words}; earlier seasons alone say {date} ({lower} to {upper})",
        words=words,
        date=date,
        lower=lower,
        upper=upper,
    )


def _seen(stage: StageDate, clock: Clock) -> str:
    """The day that was observed, and how far the date beside it is off."""
    if stage.observed is None:
        return ""
    words = tr("observed on {day}", day=iso_day(stage.observed))
    if stage.date is None:
        return words
    days = int(own_day(stage.date, clock) - own_day(stage.observed))
    off = (
        tr("the same day")
        if days == 0
        else tr("{days} d {said} it", days=abs(days), said="before" if days > 0 else "after")
    )
    return f"{words}, {off}"
