"""Likelihoods for the contracts: how each is written, and readings drawn from it.

A new likelihood takes one row in ``ROWS``.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from gpstudio.core.arrays import Floats

Draw = Callable[[np.random.Generator, Floats, Floats], Floats]
"""Readings about a curve, on its own scale, with their relative noise."""


@dataclass(frozen=True)
class Row:
    text: str
    """As a recipe writes it, with a number for each that is learnt."""
    draw: Draw
    values: tuple[float, ...]
    """Readings from the likeliest to the rarest, for a curve between −1 and 2."""
    mixed: float = 0.0
    """How much more or less of a mixture's readings than it says an interval may leave outside."""
    left_out: float = 1e-7
    """How far the score of a reading left out may be from that of a fit without it."""
    most: float = 0.96
    """How much an interval of 90 % may hold: more of readings that come in steps."""


def _normal(random: np.random.Generator, curve: Floats, relative: Floats) -> Floats:
    return curve + np.sqrt(0.2 * relative) * random.standard_normal(curve.shape)


def _t(freedom: float) -> Draw:
    def draw(random: np.random.Generator, curve: Floats, relative: Floats) -> Floats:
        return curve + np.sqrt(0.2 * relative) * random.standard_t(freedom, curve.shape)

    return draw


def _poisson(random: np.random.Generator, curve: Floats, relative: Floats) -> Floats:
    return random.poisson(np.exp(curve)).astype(float)


def _yes(random: np.random.Generator, curve: Floats, relative: Floats) -> Floats:
    return (random.random(curve.shape) < 1.0 / (1.0 + np.exp(-curve))).astype(float)


def _yes_by_probit(random: np.random.Generator, curve: Floats, relative: Floats) -> Floats:
    return (random.standard_normal(curve.shape) < curve).astype(float)


def _clouded(random: np.random.Generator, curve: Floats, relative: Floats) -> Floats:
    lower = np.where(random.random(curve.shape) < 1.0 / 11.0, 2.0, 0.0)
    return _normal(random, curve, relative) - lower * random.standard_exponential(curve.shape)


REAL = (0.3, 1.4, -2.0, 9.0, -40.0)
ROWS: dict[str, Row] = {
    "gaussian": Row("gaussian(0.2)", _normal, REAL),
    "student_t": Row("student_t(0.2, freedom=4)", _t(4.0), REAL, 0.02, left_out=0.2),
    "student_t, far": Row("student_t(0.2, freedom=1.5)", _t(1.5), REAL, 0.02, left_out=0.6),
    "student_t, near": Row("student_t(0.2, freedom=100)", _t(100.0), REAL, 0.02, left_out=0.05),
    "student_t, ep": Row(
        "student_t(0.2, freedom=4, inference='ep')", _t(4.0), REAL, 0.02, left_out=0.1
    ),
    "clouded": Row("clouded(0.2, 0.1, 2.0)", _clouded, REAL, 0.005, left_out=0.2),
    "poisson": Row("poisson", _poisson, (0.0, 1.0, 4.0, 19.0, 60.0), left_out=0.08, most=0.98),
    "bernoulli": Row("bernoulli", _yes, (1.0, 0.0), left_out=0.05, most=1.001),
    "bernoulli, probit": Row(
        "bernoulli(link='probit')", _yes_by_probit, (1.0, 0.0), left_out=0.08, most=1.001
    ),
    "bernoulli, laplace": Row(
        "bernoulli(inference='laplace')", _yes, (1.0, 0.0), left_out=0.05, most=1.001
    ),
    "bernoulli, variational": Row(
        "bernoulli(inference='variational')", _yes, (1.0, 0.0), left_out=0.05, most=1.001
    ),
}
