"""The whole road for one field: series → recipe → posterior → stages, as one pure function."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Any, Literal

import numpy as np

from gpstudio.core.arrays import Flags, Floats, Integers
from gpstudio.core.cached import Portable, cached_property
from gpstudio.core.inference.learned import Learned
from gpstudio.core.inference.posterior import Posterior, posterior_of
from gpstudio.core.inference.regression import fit as infer
from gpstudio.core.inference.report import Report
from gpstudio.core.learning.population import Population
from gpstudio.core.recipe import Recipe
from gpstudio.core.task import QUIET, Task
from gpstudio.data.hiding import as_of
from gpstudio.data.series import Series
from gpstudio.data.writing.forecast import Forecast
from gpstudio.data.writing.stages import StageRow
from gpstudio.jobs.abreast import Steps, whole
from gpstudio.phenology.season import Season
from gpstudio.phenology.stages import StageDate
from gpstudio.session.curve import Curve
from gpstudio.session.dating import NO_DATES, Dates, Subject, date_field, undated_stages
from gpstudio.session.facts import NO_FACTS, Facts
from gpstudio.session.lessons import NO_LESSONS, Lessons
from gpstudio.session.population import own_population
from gpstudio.session.readings import readings_of
from gpstudio.session.request import USUAL, Request, check_beyond, check_times
from gpstudio.session.resting import at_rest, redrawn, rest_of
from gpstudio.session.result import Basis, FieldResult
from gpstudio.session.scales import Scaled

HORIZON_DAYS = 30.0
"""How far a dated series is forecast when nobody says."""
HORIZON_SHARE = 0.05
"""The same for a plain number axis, as a share of its range."""
GRID_POINTS = 4_000
"""Most points of the drawn curve: twice the pixels of a wide screen."""
SEARCH_POINTS = 20_000
"""Most points of the curve in which seasons are looked for: days, for fifty years."""
BAND = 1.959963984540054
"""Standard deviations on either side of a normal's mean that hold as much."""


SIDES: tuple[Literal["left"], Literal["right"]] = ("left", "right")
"""Of readings of one time, before the first and after the last."""
RESIDUALS = "residuals"
AT_HAND = ("posterior", "forecast", RESIDUALS)
"""What is made of a fit when it is asked for, and stays whatever is dated on its curve."""


@dataclass(frozen=True, eq=False)
class Fit(Portable):
    """A field with everything that was found out about it."""

    series: Series
    """As it stood on the day that is asked about, whatever was read since then."""
    result: FieldResult

    def __post_init__(self) -> None:
        vars(self)["series"] = as_of(self.series, self.request.as_of)

    @property
    def group(self) -> str:
        return self.series.group

    @property
    def basis(self) -> Basis:
        return self.result.basis

    @property
    def recipe(self) -> Recipe:
        return self.basis.recipe

    @property
    def request(self) -> Request:
        return self.basis.request

    @property
    def facts(self) -> Facts:
        return self.basis.facts

    @property
    def learned(self) -> Learned:
        """With what solvers have remarked since."""
        at_hand: Posterior | None = vars(self).get("posterior")
        return self.result.learned if at_hand is None else at_hand.learned

    @property
    def curve(self) -> Curve:
        return self.result.curve

    @property
    def dates(self) -> Dates:
        return self.result.dates

    @property
    def index(self) -> str:
        return self.request.index or self.series.value_name

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
    def posterior(self) -> Posterior:
        """At hand where it was just learnt; made again from what was learnt anywhere else."""
        series = self.series
        return posterior_of(self.result.learned, lambda: readings_of(series))

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
        return stage_rows_of(self.series, self.index, stages, self.facts.crop)

    def with_dates(self, dates: Dates, basis: Basis | None = None) -> Fit:
        """The same curve, dated otherwise: what is at hand of it stays."""
        result = FieldResult(basis or self.basis, self.learned, self.curve, dates)
        again = Fit(self.series, result)
        held = vars(self)
        vars(again).update({name: held[name] for name in AT_HAND if name in held})
        return again

    def __getstate__(self) -> dict[str, Any]:
        sent = {"series": self.series, "result": replace(self.result, learned=self.learned)}
        residuals = vars(self).get(RESIDUALS)
        return sent if residuals is None else {**sent, RESIDUALS: residuals}

    @property
    def alone(self) -> Fit:
        """Without what was made of it, for who needs much of many fits for a moment."""
        return Fit(self.series, self.result)

    def is_of(self, series: Series) -> bool:
        """Whether it was fitted to these readings of this field."""
        if self.series is series:
            return True
        same_field = self.series.group == series.group
        return same_field and self.basis.readings == series.fingerprint

    def on(self, series: Series) -> Fit:
        """What came back from elsewhere, for the readings that are here and are the same."""
        if self.series is series:
            return self
        here = Fit(series, self.result)
        if (residuals := vars(self).get(RESIDUALS)) is not None:
            vars(here)[RESIDUALS] = residuals
        return here

    def has_curve_of(self, other: Fit) -> bool:
        """Whether it is the same fit; what is dated on it may differ."""
        return self.result.has_curve_of(other.result)


def fit_series(
    series: Series,
    recipe: Recipe,
    request: Request = USUAL,
    facts: Facts = NO_FACTS,
    task: Task = QUIET,
    lessons: Lessons = NO_LESSONS,
    population: Population | None = None,
    in_short: bool = False,
) -> Fit:
    """Fit one field as it stood on the day that is asked about, predict it and date its stages;
    among the fields of a table whose ``population`` is known, by that. ``in_short`` is for who
    keeps its dates: bands and residuals wait until they are asked for."""
    return whole(fit_in_steps(series, recipe, request, facts, task, lessons, population, in_short))


def fit_in_steps(
    series: Series,
    recipe: Recipe,
    request: Request,
    facts: Facts,
    task: Task,
    lessons: Lessons,
    population: Population | None,
    in_short: bool,
) -> Steps[Fit]:
    """``fit_series``, step by step."""
    seen = as_of(series, request.as_of)
    grid = times_of(seen, request)
    own = None
    if population is not None:
        own = own_population(population, series, facts.as_of(request.as_of))
    posterior = _posterior(seen, recipe, request, own, task)
    yield
    curve = (Curve.begun if in_short else Curve.of)(posterior, grid, task)
    weighed = "" if own is None else own.fingerprint
    basis = Basis(series.fingerprint, recipe, request, facts, population=weighed)
    fit = Fit(series, FieldResult(basis, posterior.learned, curve, NO_DATES))
    vars(fit)["posterior"] = posterior
    task.partial(fit)
    yield
    subject = subject_of(fit, lessons, task)
    until = rest_of(subject)
    if until is not None:
        fit = _rested(fit, until, in_short, task)
    yield
    fit = _dated(fit, subject, lessons, task)
    if not in_short:
        residuals_of(fit, task)  # made here, away from whoever looks at them
    _ = curve.fingerprint
    return fit


def _rested(fit: Fit, until: float, in_short: bool, task: Task) -> Fit:
    """With a forecast that stays on the ground."""
    posterior = at_rest(fit.posterior, until)
    curve = redrawn(fit.curve, posterior, float(fit.series.time[-1]), in_short, task)
    rested = Fit(fit.series, replace(fit.result, learned=posterior.learned, curve=curve))
    vars(rested)["posterior"] = posterior
    return rested


def _posterior(
    series: Series, recipe: Recipe, request: Request, population: Population | None, task: Task
) -> Posterior:
    readings = readings_of(series)
    if population is not None:
        shared = Scaled.among(recipe, population.scale, series)
        if shared is not None:
            return infer(shared.recipe, readings, task, request.patience, population)
    scaled = Scaled.of(recipe, series)
    return scaled.told(infer(scaled.recipe, readings, task, request.patience))


def forecast_of(fit: Fit, task: Task = QUIET) -> Forecast:
    """``fit.forecast``, made in a way that can be stopped: it has as many rows as readings."""
    if "forecast" not in vars(fit):
        vars(fit)["forecast"] = _with_readings(fit, task)
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
    """The same curve dated anew: nothing is fitted, and no other reading is seen."""
    request = replace(request, as_of=fit.request.as_of)
    fit = fit.with_dates(NO_DATES, replace(fit.basis, request=request, facts=facts))
    return _dated(fit, subject_of(fit, lessons, task), lessons, task)


def _dated(fit: Fit, subject: Subject, lessons: Lessons, task: Task) -> Fit:
    dates = date_field(subject, task) if fit.request.wants_stages else NO_DATES
    if lessons:
        dates = replace(dates, lessons=None)  # what a field teaches, it knows by itself
    return fit.with_dates(dates, replace(fit.basis, taught=lessons.told))


def subject_of(fit: Fit, lessons: Lessons = NO_LESSONS, task: Task = QUIET) -> Subject:
    """Seasons and stages depend neither on the times that a forecast was asked for, nor on whether
    it rests."""
    series, curve, posterior = fit.series, fit.curve, fit.posterior.resting(False)
    grid = _even_grid(series, fit.request.horizon, SEARCH_POINTS)
    if not fit.learned.rests and np.array_equal(grid, curve.time):
        mean, std = curve.mean, curve.std
    else:
        mean, variance = posterior.predict(grid[:, None], task=task)
        std = np.sqrt(variance)
    return Subject(
        series, posterior, grid, mean, std, fit.index, fit.request,
        fit.facts.as_of(fit.request.as_of), fit.recipe.seed, lessons,
    )  # fmt: skip


def times_of(series: Series, request: Request) -> Floats:
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


def _with_readings(fit: Fit, task: Task) -> Forecast:
    """What was predicted for the grid is there: the readings between its points come to it. Both
    ascend, so that nothing is looked for among a million readings."""
    task.check()
    series, curve = fit.series, fit.curve
    inside = (series.time >= curve.time[0]) & (series.time <= curve.time[-1])
    readings, values = series.time[inside], series.value[inside]
    first, last = (np.searchsorted(readings, curve.time, side) for side in SIDES)
    between = _each_once(readings[~_within(first, last, len(readings))])
    whole = curve.joined(Curve.of(fit.posterior, between, task)) if len(between) else curve
    task.check()
    alone = curve.time[first == last]
    time = np.concatenate([readings, alone])
    observed = np.concatenate([values, np.full(len(alone), np.nan)])
    order = np.argsort(time, kind="stable")
    if len(order) > len(whole.time):  # several readings of one time
        whole = whole.at(np.append(0, np.cumsum(np.diff(time[order]) > 0.0)))
    return whole.forecast(series, observed[order])


def _within(first: Integers, last: Integers, count: int) -> Flags:
    """Which of so many places lie in one of the stretches from ``first`` to before ``last``."""
    edges = np.zeros(count + 1, dtype=np.int32)
    np.add.at(edges, first, 1)
    np.add.at(edges, last, -1)
    return np.asarray(np.cumsum(edges[:-1]) > 0)


def _each_once(ascending: Floats) -> Floats:
    return np.asarray(ascending[np.append(True, np.diff(ascending) > 0.0)[: len(ascending)]])


def stage_rows_of(
    series: Series, index: str, stages: Iterable[StageDate], crop: str = ""
) -> tuple[StageRow, ...]:
    """The lines of ``stages.csv`` for the stages of a field."""
    return tuple(StageRow(stage, series.group, series.clock, index, crop) for stage in stages)
