"""The function that all Matérn kernels share, for any ν and without overflow."""

from __future__ import annotations

import math

import numpy as np

from gpstudio.core.arrays import Floats

NEAREST = 1e-100
"""Distances below this are this: M is 1 there to the last digit while ν ≥ 0.1."""


def matern_profile(scaled: Floats, nu: float) -> Floats:
    """M_ν(x) = 2^{1−ν}/Γ(ν) x^ν K_ν(x), so that M_ν(0) = 1.

    From two orders below 2 the others follow by M_{ν+1} = M_ν + x²/(4ν(ν−1)) M_{ν−1}, a sum of
    positive terms. It is carried as a product of ratios, each with its share of exp(−x), so that
    neither x^ν nor K_ν is ever formed. Where ν is half a whole number, this is its polynomial.
    """
    farthest = 800.0 + 40.0 * math.sqrt(2.0 * nu)  # M is below the smallest double there
    x = np.clip(scaled, NEAREST, farthest)
    return np.where(scaled > NEAREST, _profile(x, nu), 1.0)


def _profile(x: Floats, nu: float) -> Floats:
    steps = math.ceil(nu) - 1
    order = nu - steps
    total = _unfaded(x, order)
    if steps == 0:
        return total * np.exp(-x)
    fade = np.exp(-x / steps)
    ratio = _unfaded(x, order + 1.0) / total
    for _ in range(steps):
        total *= ratio * fade
        order += 1.0
        ratio = 1.0 + x**2 / (4.0 * order * (order - 1.0)) / ratio
    return total


def matern_steepness(scaled: Floats, nu: float) -> Floats:
    """−M_ν′(x)/x; for ν ≤ 1 it has no limit at zero, and is merely large there."""
    if nu > 1.0:
        return matern_profile(scaled, nu - 1.0) / (2.0 * (nu - 1.0))
    from scipy.special import kve

    x = np.maximum(scaled, NEAREST)
    if nu == 0.5:
        return np.asarray(np.exp(-x) / x)
    size = 2.0 ** (1.0 - nu) / math.gamma(nu)
    return np.asarray(size * x ** (nu - 1.0) * kve(1.0 - nu, x) * np.exp(-x))


def _unfaded(x: Floats, order: float) -> Floats:
    """M exp(x) for an order up to 2."""
    if order == 0.5:
        return np.ones_like(x)
    if order == 1.5:
        return 1.0 + x
    from scipy.special import kve

    size = 2.0 ** (1.0 - order) / math.gamma(order)
    return np.asarray(size * x**order * kve(order, x))
