"""One row a measure and curve: numbers that follow from the curve's formula."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from math import erf, exp, log, nan, pi, sqrt

import numpy as np
from phenology.rules_table import BASE, FALL, RISE, STEEPNESS, TOP, bell, double_logistic

from gpstudio.core.arrays import Floats

WIDTH = 25.0
"""Standard deviation of the bell, whose peak is at 150."""
AMPLITUDE = TOP - BASE
BEND = STEEPNESS * log(5.0 + 2.0 * sqrt(6.0))
"""From the middle of a logistic to where its third derivative is greatest: σ⁗ = 0 besides at the
middle where σ = (1 ± √⅔)/2."""
OUTER = WIDTH * sqrt(3.0 + sqrt(6.0))
"""The same for a bell: the outer zeros of the Hermite polynomial x⁴ − 6x² + 3."""


@dataclass(frozen=True)
class Row:
    measure: str
    curve: Callable[[Floats], Floats]
    number: float
    within: float = 0.03
    """In the unit of the measure."""


def plateau(time: Floats) -> Floats:
    return np.interp(time, [0, 100, 120, 180, 200, 300], [0.2, 0.2, 0.8, 0.8, 0.2, 0.2])


def wilted(time: Floats) -> Floats:
    """A season that ends with two thirds of its green."""
    return np.interp(time, [0, 100, 120, 180, 200, 300], [0.2, 0.2, 0.8, 0.8, 0.6, 0.6])


def logit(share: float) -> float:
    return STEEPNESS * log(share / (1.0 - share))


def half_width(share: float) -> float:
    """Of the bell at a share of its height."""
    return WIDTH * sqrt(-2.0 * log(share))


def bell_area(half: float) -> float:
    return AMPLITUDE * WIDTH * sqrt(2.0 * pi) * erf(half / WIDTH / sqrt(2.0))


FIFTH = half_width(0.2)
SHARES = (10, 15, 20, 25, 50, 75, 90)
STEEPEST = AMPLITUDE / (4.0 * STEEPNESS)
TANGENT = WIDTH * (2.0 - sqrt(exp(1.0)))
"""From the bell's peak to where its tangent reaches the top: σ + (1 − 1/√e) √e σ nearer."""

THRESHOLDS = (
    *(Row(f"rise({p})", double_logistic, RISE + logit(p / 100)) for p in SHARES),
    *(Row(f"rise({p})", bell, 150.0 - half_width(p / 100)) for p in SHARES),
    *(Row(f"fall({p})", double_logistic, FALL - logit(p / 100)) for p in SHARES),
    *(Row(f"fall({p})", bell, 150.0 + half_width(p / 100)) for p in SHARES),
    *(Row(f"lost({p})", bell, 150.0 + half_width(1 - p / 100)) for p in SHARES),
    Row("lost(50)", double_logistic, FALL),
    Row("lost(50)", wilted, nan),
    Row("fall(50)", wilted, 190.0),
    Row("rise_to(0.5)", double_logistic, RISE),
    Row("rise_to(0.3)", bell, 150.0 - half_width((0.3 - BASE) / AMPLITUDE)),
    Row("rise_to(0.9)", bell, nan),
    Row("rise_to(0.1)", bell, nan),
    Row("fall_to(0.5)", double_logistic, FALL),
    Row("fall_to(0.3)", bell, 150.0 + half_width((0.3 - BASE) / AMPLITUDE)),
    Row("fall_to(0.9)", bell, nan),
)
SHAPES = (
    Row("steepest_rise", double_logistic, RISE),
    Row("steepest_rise(window=3)", bell, 150.0 - WIDTH),
    Row("steepest_fall", double_logistic, FALL),
    Row("steepest_fall(window=3)", bell, 150.0 + WIDTH),
    Row("rate_of_rise(window=2)", double_logistic, STEEPEST, 1e-4),
    Row("rate_of_rise(window=3)", bell, AMPLITUDE / WIDTH * exp(-0.5), 1e-4),
    Row("rate_of_fall(window=2)", double_logistic, STEEPEST, 1e-4),
    Row("curvature_onset(window=4)", double_logistic, RISE - BEND, 0.1),
    Row("curvature_onset(window=8)", bell, 150.0 - OUTER, 0.1),
    Row("curvature_maturity(window=4)", double_logistic, RISE + BEND, 0.1),
    Row("curvature_maturity(window=8)", bell, nan),
    Row("curvature_senescence(window=4)", double_logistic, FALL - BEND, 0.1),
    Row("curvature_senescence(window=8)", bell, nan),
    Row("curvature_dormancy(window=4)", double_logistic, FALL + BEND, 0.1),
    Row("curvature_dormancy(window=8)", bell, 150.0 + OUTER, 0.1),
    Row("tangent_upturn(window=2)", double_logistic, RISE - 2.0 * STEEPNESS),
    Row("tangent_upturn(window=3)", bell, 150.0 - 2.0 * WIDTH),
    Row("tangent_upturn", plateau, 100.0),
    Row("tangent_stabilisation(window=2)", double_logistic, RISE + 2.0 * STEEPNESS),
    Row("tangent_stabilisation(window=3)", bell, 150.0 - TANGENT),
    Row("tangent_stabilisation", plateau, 120.0),
    Row("tangent_downturn(window=2)", double_logistic, FALL - 2.0 * STEEPNESS),
    Row("tangent_downturn(window=3)", bell, 150.0 + TANGENT),
    Row("tangent_downturn", plateau, 180.0),
    Row("tangent_recession(window=2)", double_logistic, FALL + 2.0 * STEEPNESS),
    Row("tangent_recession", plateau, 200.0),
)
SIZES = (
    Row("peak", bell, 150.0),
    Row("dip", bell, nan),
    Row("peak_value", bell, TOP, 1e-6),
    Row("base", bell, BASE, 1e-6),
    Row("base", lambda t: np.interp(t, [0, 150, 300], [0.1, 1.0, 0.3]), 0.2, 1e-9),
    Row("amplitude", bell, AMPLITUDE, 1e-6),
    Row("length", bell, 2.0 * FIFTH),
    Row("length(50)", double_logistic, FALL - RISE),
    Row("small_integral", bell, bell_area(FIFTH), 1e-2),
    Row("large_integral", bell, bell_area(FIFTH) + BASE * 2.0 * FIFTH, 1e-2),
    Row("large_integral(50)", plateau, 60.0 * 0.8 + 2.0 * 10.0 * 0.65, 1e-9),
)
MEASURES_TABLE = (*THRESHOLDS, *SHAPES, *SIZES)
