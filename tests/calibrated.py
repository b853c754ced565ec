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
from gpstudio.core.scales import SCALES, Scale

DRAWS = 99
READINGS, REACH = 12, 100.0
VARIANCE, LENGTH, NOISE = (1.5, 0.5), (25.0, 0.4), (0.1, 0.5)
"""Median and standard deviation of the logarithm, as ``around`` writes a prior."""
HOLDS = 0.8

Errors = Callable[[np.random.Generator, Floats], Floats]
"""About curves, in roots of the noise."""


@dataclass(frozen=True)
class Simulation:
    scale: str
    likelihood: str
    """With ``{}`` for the noise."""
    errors: Errors


def _normal(random: np.random.Generator, curve: Floats) -> Floats:
    return random.standard_normal(curve.shape)


def _t(random: np.random.Generator, curve: Floats) -> Floats:
    return random.standard_t(4.0, curve.shape)


LIKELIHOODS = {
    "gaussian": ("gaussian({})", _normal),
    "student_t": ("student_t({}, freedom=4)", _t),
}
TEXTS = ("identity", "logit(-0.1, 1.05)", "log(-0.2)")
SIMULATIONS = {
    f"{name}, {text}": Simulation(text, *row) for name, row in LIKELIHOODS.items() for text in TEXTS
}


def calibrated(simulation: Simulation, seed: int) -> tuple[int, bool]:
    """Rank of the true level among draws, and whether a further reading lies in its interval."""
    random = np.random.default_rng([seed, 9])
    variance, length, noise = (
        median * np.exp(spread * random.standard_normal())
        for median, spread in (VARIANCE, LENGTH, NOISE)
    )
    times = random.uniform(0.0, REACH, READINGS + 1)
    apart = np.sqrt(3.0) * np.abs(times[:, None] - times) / length
    covariance = variance * (1.0 + apart) * np.exp(-apart) + 1e-10 * np.eye(len(times))
    curve = np.linalg.cholesky(covariance) @ random.standard_normal(len(times))
    scale: Scale = make(SCALES, parse(simulation.scale))
    level = scale.outside(curve)
    readings = scale.outside(curve + np.sqrt(noise) * simulation.errors(random, curve))
    model = GPRegressor(
        f"{_around(VARIANCE)} * matern32({_around(LENGTH)})",
        noise=simulation.likelihood.format(_around(NOISE)),
        mean="zero",
        learning="averaged",
        scale=simulation.scale,
    ).fit(times[:-1], readings[:-1])
    draws = model.sample_y(times[-1:], DRAWS, seed)
    low, high = model.predict_interval(times[-1:], HOLDS)
    return int((draws < level[-1]).sum()), bool(low[0] < readings[-1] < high[0])


def _around(prior: tuple[float, float]) -> str:
    return f"around({prior[0]}, {prior[1]})"
