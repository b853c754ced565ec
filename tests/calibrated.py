"""Simulation-based calibration: fields drawn from the prior that their recipe writes.

Where numbers, curve and readings are drawn from what a recipe holds likely, and the fit carries on
what readings leave open, the true level's rank among draws of the posterior is even from 0 to the
number of draws (Cook, Gelman & Rubin 2006; Talts et al. 2018), whatever scale and likelihood are:
bands that are too narrow have too many ranks at either end, too wide ones too few.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from gpstudio import GPRegressor
from gpstudio.core.arrays import Floats
from gpstudio.core.choices import make
from gpstudio.core.language import parse
from gpstudio.core.scales import LOG, SCALES, Scale

DRAWS = 99
READINGS, REACH = 12, 100.0
VARIANCE, LENGTH, NOISE = (1.5, 0.5), (25.0, 0.4), (0.1, 0.5)
"""Median and standard deviation of the logarithm, as ``around`` writes a prior."""
HOLDS = 0.8

Scattered = Callable[[np.random.Generator, Floats, float], Floats]
"""Readings of curves with so much noise, on the scale."""
CLOUDS, DEPTH = 0.1, 2.0


@dataclass(frozen=True)
class Simulation:
    scale: str
    likelihood: str
    """With ``{}`` for the noise."""
    scattered: Scattered
    link: Scale
    """From the curve to a reading's level."""
    whole: bool = False
    """Whether readings are counts: an interval of theirs holds no less than it says, but more."""


def _normal(random: np.random.Generator, curve: Floats, noise: float) -> Floats:
    return np.asarray(curve + np.sqrt(noise) * random.standard_normal(curve.shape))


def _t(random: np.random.Generator, curve: Floats, noise: float) -> Floats:
    return np.asarray(curve + np.sqrt(noise) * random.standard_t(4.0, curve.shape))


def _clouded(random: np.random.Generator, curve: Floats, noise: float) -> Floats:
    clouded = random.random(curve.shape) < CLOUDS / (1.0 + CLOUDS)
    lower = clouded * DEPTH * random.standard_exponential(curve.shape)
    return _normal(random, curve, noise) - lower


def _counts(random: np.random.Generator, curve: Floats, noise: float) -> Floats:
    return random.poisson(LOG.outside(curve)).astype(np.float64)


LIKELIHOODS: dict[str, tuple[str, Scattered]] = {
    "gaussian": ("gaussian({})", _normal),
    "clouded": (f"clouded({{}}, held({CLOUDS}), held({DEPTH}))", _clouded),
    "student_t": ("student_t({}, freedom=4)", _t),
}
TEXTS = ("identity", "logit(-0.1, 1.05)", "log(-0.2)")
SIMULATIONS = {
    f"{name}, {text}": Simulation(text, *row, make(SCALES, parse(text)))
    for name, row in LIKELIHOODS.items()
    for text in TEXTS
} | {"poisson, its log": Simulation("identity", "poisson", _counts, LOG, whole=True)}


def _drawn(simulation: Simulation, random: np.random.Generator) -> tuple[Floats, Floats, Floats]:
    """Times, the curve there and its readings, of numbers drawn anew."""
    variance, length, noise = (
        median * np.exp(spread * random.standard_normal())
        for median, spread in (VARIANCE, LENGTH, NOISE)
    )
    times = random.uniform(0.0, REACH, READINGS + 1)
    apart = np.sqrt(3.0) * np.abs(times[:, None] - times) / length
    covariance = variance * (1.0 + apart) * np.exp(-apart) + 1e-10 * np.eye(len(times))
    curve = np.linalg.cholesky(covariance) @ random.standard_normal(len(times))
    return times, curve, simulation.scattered(random, curve, float(noise))


def calibrated(simulation: Simulation, seed: int) -> tuple[int, bool]:
    """Rank of the true level among draws, and whether a further reading lies in its interval.

    Fields of nothing but zeros, which no fit takes, are drawn again: whatever readings show may be
    asked for, since ranks are even among fields of the very same readings.
    """
    random = np.random.default_rng([seed, 9])
    times, curve, inside = _drawn(simulation, random)
    while simulation.whole and not inside[:-1].any():
        times, curve, inside = _drawn(simulation, random)
    scale: Scale = make(SCALES, parse(simulation.scale))
    level, readings = simulation.link.outside(curve), scale.outside(inside)
    model = GPRegressor(
        f"{_around(VARIANCE)} * matern32({_around(LENGTH)})",
        noise=simulation.likelihood.format(_around(NOISE)),
        mean="zero",
        learning="averaged",
        scale=simulation.scale,
    ).fit(times[:-1], readings[:-1])
    draws = model.sample_y(times[-1:], DRAWS, seed)
    low, high = model.predict_interval(times[-1:], HOLDS)
    return int((draws < level[-1]).sum()), bool(low[0] <= readings[-1] <= high[0])


def _around(prior: tuple[float, float]) -> str:
    return f"around({prior[0]}, {prior[1]})"
