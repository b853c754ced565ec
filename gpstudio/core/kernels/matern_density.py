"""The spectral density that all Matérn kernels share."""

from __future__ import annotations

import math

import numpy as np

from gpstudio.core.arrays import Floats


def matern_density(squared: Floats, inputs: int, nu: float) -> Floats:
    """For lengths of 1, from |ω|² (Rasmussen & Williams, equation 4.15)."""
    half = inputs / 2.0
    factor = 2.0**inputs * math.pi**half * math.gamma(nu + half) / math.gamma(nu)
    return np.asarray(factor * (2.0 * nu) ** nu * (2.0 * nu + squared) ** -(nu + half))
