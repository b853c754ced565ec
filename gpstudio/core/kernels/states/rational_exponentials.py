"""The rational quadratic as a sum of fading terms, for any α.

(1 + s²/2α)^{−α} falls as s^{−2α}, which takes slow rates, and for a large α is an RBF, which takes
waves. So the exponents are fixed once: fourteen rates and six waves, 26 states; and the
coefficients are the least-squares fit of the function at NEARBY and FARAWAY points, which is linear
in it. The same linear map of its derivative gives the coefficients' slopes in log α exactly.

The exponents come from minimising the largest error over α from 0.5 to infinity (the RBF) at once,
as those in ``exponentials`` do. Measured over all s ≥ 0, as a share of the variance:

    α       0.3    0.4    0.5    0.7    1      1.4    2 and more
    error   8e-4   7e-5   5e-6   6e-7   5e-8   2e-8   8e-9
"""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from typing import NamedTuple

import numpy as np

from gpstudio.core.arrays import Floats
from gpstudio.core.kernels.states.blocks import Blocks
from gpstudio.core.kernels.states.form import MarkovForm

RATES = np.array(
    [
        *(2.04415e-5, 1.76344e-4, 9.83022e-4, 3.89966e-3, 1.19518e-2, 3.02854e-2, 6.69344e-2),
        *(1.34176e-1, 2.50077e-1, 4.37904e-1, 7.17625e-1, 1.08070, 1.44760, 1.64569),
    ]
)
WAVES = np.array(
    [
        *(1.86491 + 0.707575j, 2.11764 + 1.46926j, 2.32202 + 2.30724j),
        *(2.52859 + 3.24427j, 2.86586 + 4.19810j, 3.99503 + 5.88073j),
    ]
)
PENALTY = 1e-9
"""On the coefficients, which otherwise grow large and cancel: see ``exponentials``."""
NEARBY = 6.5 * (1.0 - np.cos(np.linspace(0.0, np.pi, 260)))
"""Up to 13, crowded at both ends, where a fit would otherwise stray between its points."""
FARAWAY = np.geomspace(13.0, 3e7, 201)[1:]
"""Past the end every slow rate has faded, and the function is less than its own value there."""
MARGIN = 1.25
"""Between the points the error is a little larger than at them; a test measures how much."""


class ExponentialFit(NamedTuple):
    """Σ rates cⱼ exp(−λⱼ s) + Re Σ waves wⱼ exp(−μⱼ s)."""

    rates: Floats
    waves: Floats


class _Points(NamedTuple):
    places: Floats
    terms: Floats
    """Each term at each point."""
    left: Floats
    right: Floats
    """``right @ left`` solves for the coefficients; kept apart, they keep their digits."""


@cache
def _points() -> _Points:
    places = np.concatenate([NEARBY, FARAWAY])
    waves = np.exp(-np.outer(places, WAVES))
    terms = np.hstack([np.exp(-np.outer(places, RATES)), waves.real, -waves.imag])
    u, s, vt = np.linalg.svd(terms, full_matrices=False)
    return _Points(places, terms, u.T, vt.T * (s / (s**2 + PENALTY**2)))


def fitted(alpha: float) -> tuple[ExponentialFit, ExponentialFit]:
    """The coefficients, and their slopes in log α."""
    function, slope = _function(alpha)
    return _split(_solved(function)), _split(_solved(slope))


def rational_form(length: float, alpha: float) -> MarkovForm:
    """The sum as a state; its parameters are the length and α."""
    fit, slope = fitted(alpha)
    waves = MarkovForm.exponentials(
        fit.waves.tolist(),
        (WAVES / length).tolist(),
        np.array([np.zeros_like(slope.waves), slope.waves]),
        np.array([-WAVES / length, np.zeros_like(WAVES)]),
    )
    return MarkovForm((_straight(RATES / length, fit.rates, slope.rates), *waves.parts))


def _straight(rates: Floats, coefficients: Floats, slopes: Floats) -> Blocks:
    """Σ cⱼ exp(−λⱼ r), one state a term, which not being waves they make do with."""
    count = len(rates)
    blocks = Blocks.of(
        rates,
        None,
        np.zeros((count, 1, 1)),
        coefficients[:, None, None],
        np.ones((count, 1)),
        whole=False,
    )
    still = np.zeros(count)
    return replace(
        blocks.padded(2, 0),
        decay_slopes=np.array([-rates, still]),
        stationary_slopes=np.array([still, slopes])[..., None, None],
    )


def fit_error(alpha: float) -> float:
    """The largest error of the sum for all s ≥ 0."""
    function, _ = _function(alpha)
    return float(MARGIN * np.abs(_points().terms @ _solved(function) - function).max())


def _function(alpha: float) -> tuple[Floats, Floats]:
    """The function and its slope in log α, at the points."""
    w = _points().places ** 2 / (2.0 * alpha)
    function = np.exp(-alpha * np.log1p(w))
    return function, alpha * function * (w / (1.0 + w) - np.log1p(w))


def _solved(values: Floats) -> Floats:
    points = _points()
    return np.asarray(points.right @ (points.left @ values))


def _split(coefficients: Floats) -> ExponentialFit:
    real, imaginary = np.split(coefficients[len(RATES) :], 2)
    return ExponentialFit(coefficients[: len(RATES)], real + 1j * imaginary)
