"""What the plots of a fit show, as plain numbers: made in a job, away from whoever looks."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from gpstudio.core.arrays import Floats, Integers
from gpstudio.core.errors import InputError
from gpstudio.core.learning.climbs import Climbs
from gpstudio.core.task import QUIET, Task
from gpstudio.session.curve import HOLDS
from gpstudio.session.fitting import BAND, Fit
from gpstudio.session.prior import prior_draws
from gpstudio.translation import tr

CURVES = 6
CURVE_POINTS = 400
PRIOR_POINTS = 250
PICTURE_POINTS = 160
BINS = 10
LAGS, FEWEST_PAIRS = 24, 8
LONGEST_SHARE = 1.0 / 3.0
"""Of the range of time: longer lags have too few pairs, all from its two ends."""
REPLICATES = 4_000
EDGES = (0.025, 0.975)
RANKS = 4_000
"""Whose bands are made between two looks at the task: some 20 ms."""


@dataclass(frozen=True, eq=False)
class Curves:
    """Joint draws with the band they should keep to."""

    time: Floats
    draws: Floats
    """(times, curves)"""
    lower: Floats
    upper: Floats


@dataclass(frozen=True, eq=False)
class Picture:
    """Covariance of the curve with itself at every pair of times."""

    time: Floats
    covariance: Floats


@dataclass(frozen=True, eq=False)
class Shares:
    """How the readings' places in their predictions are spread; even shares are expected."""

    edges: Floats
    shares: Floats
    lower: float
    upper: float
    """What 95 % of even spreads of so many readings keep to, in each bin."""


@dataclass(frozen=True, eq=False)
class Quantiles:
    """Sorted residuals against those of a normal distribution, with the 95 % band of each."""

    expected: Floats
    found: Floats
    lower: Floats
    upper: Floats


@dataclass(frozen=True, eq=False)
class JointFigures:
    """How readings that are so far apart hang together, beyond what the model says."""

    lags: Floats
    """In the unit of time; each is the middle of a bin."""
    found: Floats
    """Correlations."""
    limits: Floats
    """What 95 % of independent ones keep to, either way."""
    pairs: Integers
    readings: int
    """How many were looked at; of very many the latest."""

    @property
    def beyond(self) -> int:
        """How many lags are outside of their limits; one of twenty is to be expected."""
        return int((np.abs(self.found) > self.limits).sum())


@dataclass(frozen=True, eq=False)
class Residuals:
    """What an iterative solver left, iteration by iteration."""

    found: Floats
    iterations: int
    solver: str


def prior_curves(fit: Fit, task: Task = QUIET) -> Curves:
    """What the kernel with its learnt numbers expects before any reading."""
    time = _times(fit, PRIOR_POINTS)
    kernel = fit.posterior.kernel
    level = _level(fit)
    draws = level + prior_draws(kernel, time, CURVES, seed=(fit.recipe.seed, 5))
    spread = BAND * np.sqrt(kernel.diagonal(time[:, None]))
    outside = fit.posterior.link.outside
    return Curves(time, outside(draws), outside(level - spread), outside(level + spread))


def _level(fit: Fit) -> float:
    """What the prior's curves swing about, on the curve's own scale: the estimated level, or with
    a trend the middle of the readings."""
    if len(fit.report.mean) > 1:
        return float(fit.posterior.link.inside(np.nanmean(fit.series.value, keepdims=True))[0])
    return fit.report.mean[0] if fit.report.mean else 0.0


def posterior_curves(fit: Fit, task: Task = QUIET) -> Curves:
    """Whole curves that could have made these readings."""
    time = _times(fit, CURVE_POINTS)
    draws = fit.posterior.draws(time[:, None], CURVES, fit.recipe.seed, task)
    return Curves(time, draws, *fit.posterior.interval(time[:, None], HOLDS, task=task))


def prior_picture(fit: Fit, task: Task = QUIET) -> Picture:
    """In the readings' own numbers, as the posterior's."""
    time = _times_of_readings(fit, PICTURE_POINTS)
    block = fit.posterior.kernel.block(time[:, None], time[:, None])
    return Picture(time, fit.posterior.link.covariance(np.full(len(time), _level(fit)), block))


def posterior_picture(fit: Fit, task: Task = QUIET) -> Picture:
    time = _times_of_readings(fit, PICTURE_POINTS)
    return Picture(time, fit.posterior.covariance(time[:, None], task=task))


def left_out(fit: Fit, task: Task = QUIET) -> Floats:
    """Each reading minus what all others say of it, in standard deviations of that prediction,
    with the most probable numbers."""
    return fit.posterior.left_out(task).residuals


def spread_of_places(fit: Fit, task: Task = QUIET) -> Shares:
    """Histogram of Φ(left-out residual): flat where the predictions are honest."""
    from scipy.special import ndtr

    places = ndtr(left_out(fit, task))
    places = places[np.isfinite(places)]
    counts, edges = np.histogram(places, bins=BINS, range=(0.0, 1.0))
    total = max(len(places), 1)
    random = np.random.default_rng(0)
    even = random.binomial(total, 1.0 / BINS, REPLICATES) / total
    lower, upper = np.quantile(even, EDGES)
    return Shares(edges, counts / total, float(lower), float(upper))


def normal_quantiles(fit: Fit, task: Task = QUIET) -> Quantiles:
    """Left-out residuals in order beside what a normal distribution has at their ranks."""
    from scipy.special import betaincinv, ndtri

    found = left_out(fit, task)
    found = np.sort(found[np.isfinite(found)])
    count = len(found)
    rank = np.arange(1.0, count + 1.0)
    lower, upper = np.empty(count), np.empty(count)
    for start in range(0, count, RANKS):
        task.check()
        some = slice(start, start + RANKS)
        for band, edge in zip((lower, upper), EDGES, strict=True):
            band[some] = ndtri(betaincinv(rank[some], count + 1.0 - rank[some], edge))
    return Quantiles(ndtri((rank - 0.5) / max(count, 1)), found, lower, upper)


def autocorrelation(fit: Fit, task: Task = QUIET) -> JointFigures:
    """Of what each reading has new to those before it (``core/inference/innovations``).

    Dates are uneven, so pairs are binned by how far they are apart. Products of independent
    readings of variance one have variance one and are uncorrelated with each other, also where
    they share a reading: a mean of m of them keeps within 1.96/√m.
    """
    # compiled on import: the window's first paint must not wait for it
    from gpstudio.core.inference.innovations import innovations

    time, new = innovations(fit.posterior, task)
    apart = np.diff(time)
    apart = apart[apart > 0.0]
    if not len(apart) or len(time) < FEWEST_PAIRS:
        raise InputError(tr("There are too few readings to see how they hang together."))
    step = float(np.median(apart))
    count = max(1, min(LAGS, int(LONGEST_SHARE * float(time[-1] - time[0]) / step)))
    sums, pairs = np.zeros(count + 1), np.zeros(count + 1, dtype=np.int64)
    for ahead in range(1, len(time)):
        if ahead % 64 == 0:
            task.check()
        lag = np.rint((time[ahead:] - time[:-ahead]) / step).astype(np.int64)
        near = lag <= count
        if not near.any():
            break
        products = new[ahead:] * new[:-ahead]
        sums += np.bincount(lag[near], weights=products[near], minlength=count + 1)
        pairs += np.bincount(lag[near], minlength=count + 1)
    enough = np.flatnonzero(pairs[1:] >= FEWEST_PAIRS) + 1
    if not len(enough):
        raise InputError(tr("There are too few readings to see how they hang together."))
    size = float(np.mean(new**2)) or 1.0
    found = sums[enough] / pairs[enough] / size
    limits = BAND / np.sqrt(pairs[enough])
    return JointFigures(np.asarray(enough * step), found, limits, pairs[enough], len(time))


def climbs(fit: Fit, task: Task = QUIET) -> Climbs:
    """How high learning was at each look, start by start."""
    found = fit.posterior.climbs
    if found.heights:
        return found
    if fit.report.evaluations == 0:
        raise InputError(tr("Nothing was learnt: every number is as it is written."))
    raise InputError(tr("The way of learning was not noted when this was fitted: fit again."))


def solver_residuals(fit: Fit, task: Task = QUIET) -> Residuals:
    report = fit.report
    if report.solver_residuals:
        iterations = report.iterations or len(report.solver_residuals)
        return Residuals(np.array(report.solver_residuals), iterations, report.solver)
    if report.iterations is None:
        raise InputError(
            tr(
                "The solver of this fit, {solver}, does not iterate: it needs one step only.",
                solver=report.solver,
            )
        )
    raise InputError(
        tr(
            "The solver of this fit, {solver}, did not note its residuals; the last one is "
            "in the report.",
            solver=report.solver,
        )
    )


def _times(fit: Fit, points: int) -> Floats:
    """Even times over what the curve shows."""
    return np.asarray(np.linspace(fit.curve.time[0], fit.curve.time[-1], points))


def _times_of_readings(fit: Fit, points: int) -> Floats:
    """Without the forecast, whose variance would leave no colour for all the rest."""
    return np.asarray(np.linspace(fit.series.time[0], fit.series.time[-1], points))
