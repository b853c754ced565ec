"""The whole road for one field: series → recipe → posterior → stages, as one pure function."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from gpstudio.core.arrays import Floats
from gpstudio.core.inference.readings import Readings
from gpstudio.core.inference.regression import Posterior
from gpstudio.core.inference.regression import fit as infer
from gpstudio.core.inference.report import Report
from gpstudio.core.recipe import Recipe
from gpstudio.core.task import QUIET, Task
from gpstudio.data.exports import Forecast, StageRow
from gpstudio.data.series import Series, iso_from_days
from gpstudio.phenology.season import Season, find_seasons
from gpstudio.phenology.stages import StageDate, date_stages

HORIZON_DAYS = 30.0
"""How far a dated series is forecast when nobody says."""
HORIZON_SHARE = 0.05
"""The same for a plain number axis, as a share of its range."""
GRID_POINTS = 4_000
"""Most points of the drawn curve: twice the pixels of a wide screen."""
DRAWS = 1_000
MOST_DRAWN_NUMBERS = 50_000_000
"""Draws times readings and grid: what sampling may cost before the number of draws is cut."""
FEWEST_DRAWS = 200
BAND = 1.959963984540054
"""Standard deviations on either side of the mean that hold 95 %."""


@dataclass(frozen=True)
class Request:
    """What is asked of a fit besides the recipe."""

    horizon: float | None = None
    """How far beyond the last reading, in the unit of the time axis."""
    times: tuple[float, float, float] | None = None
    """First, last and step of the times to predict, in place of the usual grid."""
    as_of: float | None = None
    """The day on which "has it passed?" is asked; the last reading when None."""
    stages: bool = True
    index: str | None = None
    """What the value is called in ``stages.csv``; its column's name when None."""


@dataclass(frozen=True, eq=False)
class Fit:
    """A field with everything that was found out about it."""

    series: Series
    recipe: Recipe
    posterior: Posterior
    curve: Forecast
    """On an even grid, for drawing."""
    seasons: tuple[Season, ...]
    stages: tuple[StageDate, ...]
    index: str

    @property
    def report(self) -> Report:
        return self.posterior.report

    @cached_property
    def forecast(self) -> Forecast:
        """The grid and, between its points, every reading; what ``forecast.csv`` holds."""
        return _with_readings(self.series, self.posterior, self.curve)

    @cached_property
    def residuals(self) -> Floats:
        """Reading minus curve, in standard deviations of the noise; one a reading."""
        mean, _ = self.posterior.predict(self.series.time[:, None])
        return np.asarray((self.series.value - mean) / np.sqrt(self.posterior.noise))

    @cached_property
    def stage_rows(self) -> tuple[StageRow, ...]:
        return tuple(_row(self.series, stage, self.index) for stage in self.stages)


def fit_series(
    series: Series, recipe: Recipe, request: Request = Request(), task: Task = QUIET
) -> Fit:
    """Fit one field, predict it and date its stages."""
    readings = Readings.of(series.time[:, None], series.value)
    posterior = infer(recipe, readings, task)
    grid = _grid(series, request)
    curve = _forecast(series, posterior, grid, np.full(len(grid), np.nan), task)
    index = request.index or series.value_name
    task.partial(Fit(series, recipe, posterior, curve, (), (), index))
    seasons: tuple[Season, ...] = ()
    stages: tuple[StageDate, ...] = ()
    if request.stages:
        seasons, stages = _dated(series, recipe, posterior, curve, request, task)
    fit = Fit(series, recipe, posterior, curve, seasons, stages, index)
    _ = fit.residuals  # made here, away from whoever looks at them
    return fit


def _dated(
    series: Series,
    recipe: Recipe,
    posterior: Posterior,
    curve: Forecast,
    request: Request,
    task: Task,
) -> tuple[tuple[Season, ...], tuple[StageDate, ...]]:
    std = (curve.curve_upper95 - curve.curve_lower95) / (2.0 * BAND)
    seasons = find_seasons(curve.time, curve.mean, std, series.dated)
    size = len(series.time) + len(curve.time)
    count = int(np.clip(MOST_DRAWN_NUMBERS // size, FEWEST_DRAWS, DRAWS))
    as_of = float(series.time[-1]) if request.as_of is None else request.as_of

    def draw(time: Floats) -> Floats:
        return posterior.draws(time[:, None], count, recipe.seed, task)

    def say(time: float) -> str:
        return iso_from_days([np.floor(time)])[0] if series.dated else f"{time:g}"

    return seasons, date_stages(seasons, curve.time, draw, as_of, say, task)


def _grid(series: Series, request: Request) -> Floats:
    """Days for dates, an even thousandth of the range otherwise; never too many to draw."""
    if request.times is not None:
        first, last, step = request.times
        count = int(np.floor((last - first) / step + 1e-9)) + 1
        return np.asarray(first + step * np.arange(count))
    first, last = float(series.time[0]), float(series.time[-1])
    reach = last - first
    if request.horizon is not None:
        horizon = request.horizon
    else:
        horizon = HORIZON_DAYS if series.dated else HORIZON_SHARE * reach
    step = 1.0 if series.dated else (reach / 1_000.0 or 1.0)
    step = max(step, (reach + horizon) / GRID_POINTS)
    if series.dated:
        first, step = np.floor(first), np.ceil(step)
    count = int(np.ceil((last + horizon - first) / step)) + 1
    return np.asarray(first + step * np.arange(count))


def _forecast(
    series: Series, posterior: Posterior, time: Floats, observed: Floats, task: Task = QUIET
) -> Forecast:
    mean, curve_variance = posterior.predict(time[:, None], task=task)
    curve_std, std = np.sqrt(curve_variance), np.sqrt(curve_variance + posterior.noise)
    return Forecast(
        group=series.group,
        dated=series.dated,
        time=time,
        mean=mean,
        std=std,
        lower95=mean - BAND * std,
        upper95=mean + BAND * std,
        curve_lower95=mean - BAND * curve_std,
        curve_upper95=mean + BAND * curve_std,
        observed=observed,
        is_forecast=time > series.time[-1],
    )


def _with_readings(series: Series, posterior: Posterior, curve: Forecast) -> Forecast:
    inside = (series.time >= curve.time[0]) & (series.time <= curve.time[-1])
    readings, values = series.time[inside], series.value[inside]
    alone = curve.time[~np.isin(curve.time, readings)]
    time = np.concatenate([readings, alone])
    observed = np.concatenate([values, np.full(len(alone), np.nan)])
    order = np.argsort(time, kind="stable")
    return _forecast(series, posterior, time[order], observed[order])


def _row(series: Series, stage: StageDate, index: str) -> StageRow:
    def written(time: float | None) -> str | float | None:
        if time is None:
            return None
        return iso_from_days([np.round(time)])[0] if series.dated else time

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
        crop=None,
        index=index,
        bbch=None,
        quality=None,
        reason=stage.reason,
        definition=stage.definition,
    )
