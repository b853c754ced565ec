"""What the plots of a fit show, as plain numbers: made in a job, away from whoever looks."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from gpstudio.core.arrays import Floats
from gpstudio.core.kernels import build_kernel
from gpstudio.core.language import parse
from gpstudio.core.task import QUIET, Task
from gpstudio.session.fitting import BAND, HOLDS, Fit
from gpstudio.session.prior import prior_draws

CURVES = 6
CURVE_POINTS = 400
PRIOR_POINTS = 250
PICTURE_POINTS = 160
BINS = 10
REPLICATES = 4_000
EDGES = (0.025, 0.975)


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


def prior_curves(fit: Fit, task: Task = QUIET) -> Curves:
    """What the kernel with its learnt numbers expects before any reading."""
    time = _times(fit, PRIOR_POINTS)
    kernel = build_kernel(parse(fit.report.kernel))
    level = _level(fit)
    draws = level + prior_draws(kernel, time, CURVES, seed=(fit.recipe.seed, 5))
    spread = BAND * np.sqrt(kernel.diagonal(time[:, None]))
    return Curves(time, draws, level - spread, level + spread)


def _level(fit: Fit) -> float:
    """What the prior's curves swing about: the estimated level, or with a trend the middle of the
    readings."""
    if len(fit.report.mean) > 1:
        return float(np.nanmean(fit.series.value))
    return fit.report.mean[0] if fit.report.mean else 0.0


def posterior_curves(fit: Fit, task: Task = QUIET) -> Curves:
    """Whole curves that could have made these readings."""
    time = _times(fit, CURVE_POINTS)
    draws = fit.posterior.draws(time[:, None], CURVES, fit.recipe.seed, task)
    return Curves(time, draws, *fit.posterior.interval(time[:, None], HOLDS, task=task))


def prior_picture(fit: Fit, task: Task = QUIET) -> Picture:
    time = _times_of_readings(fit, PICTURE_POINTS)
    kernel = build_kernel(parse(fit.report.kernel))
    return Picture(time, kernel.block(time[:, None], time[:, None]))


def posterior_picture(fit: Fit, task: Task = QUIET) -> Picture:
    time = _times_of_readings(fit, PICTURE_POINTS)
    return Picture(time, fit.posterior.covariance(time[:, None], task))


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
    lower, upper = (ndtri(betaincinv(rank, count + 1.0 - rank, edge)) for edge in EDGES)
    return Quantiles(ndtri((rank - 0.5) / max(count, 1)), found, lower, upper)


def _times(fit: Fit, points: int) -> Floats:
    """Even times over what the curve shows."""
    return np.asarray(np.linspace(fit.curve.time[0], fit.curve.time[-1], points))


def _times_of_readings(fit: Fit, points: int) -> Floats:
    """Without the forecast, whose variance would leave no colour for all the rest."""
    return np.asarray(np.linspace(fit.series.time[0], fit.series.time[-1], points))
