"""Fields drawn from a known population: Matérn curves whose numbers are normal in logarithms."""

from __future__ import annotations

import numpy as np

from gpstudio.core.arrays import Floats

CENTRE = np.log([40.0, 0.05, 0.04])
"""Length, noise beside the curve's variance, the curve's variance."""
SPREAD = np.array([0.3, 0.4, 0.3])


def matern32(apart: Floats, length: float) -> Floats:
    scaled = np.sqrt(3.0) * np.abs(apart) / length
    return np.asarray((1.0 + scaled) * np.exp(-scaled))


def field(
    seed: int, n: int = 40, length: float = 1.0, noise: float = 1.0
) -> tuple[Floats, Floats, Floats]:
    """Times, readings and the numbers they were drawn with; ``length`` and the noise's standard
    deviation so many times the population's."""
    random = np.random.default_rng([7, seed])
    numbers = CENTRE + SPREAD * random.standard_normal(3)
    numbers[0] += np.log(length)
    numbers[1] += 2.0 * np.log(noise)
    time = np.sort(random.uniform(0.0, 365.0, n))
    own_length, ratio, variance = np.exp(numbers)
    covariance = matern32(time[:, None] - time, own_length) + (1e-10 + ratio) * np.eye(n)
    values = np.sqrt(variance) * np.linalg.cholesky(covariance) @ random.standard_normal(n)
    return time, 0.5 + values, numbers
