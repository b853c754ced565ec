"""Logit: readings lie between two limits, and vary less the nearer they come to one.

g(y) = log((y − low)/(high − y)),    g'(y) = (high − low)/((y − low)(high − y))
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from gpstudio.core.arrays import Floats, Integers
from gpstudio.core.errors import InputError
from gpstudio.core.language import print_number
from gpstudio.core.scales.hermite import joint
from gpstudio.core.scales.quadrature import STEPS, rule
from gpstudio.core.scales.scale import SCALES, Scale
from gpstudio.core.spec import Parameter, Spec, decimal
from gpstudio.translation import tr

FARTHEST = 700.0
"""Of a point from the middle, inside: its exponential is a number yet."""


def _limit(name: str, title: str, help: str, default: float) -> Parameter:
    return decimal(name, title, help, default, low=-math.inf)


@SCALES.register
@dataclass(frozen=True)
class Logit(Scale):
    spec = Spec(
        "logit",
        "Logit",
        tr("For indices between two limits: bands stay between them, as readings do."),
        (
            _limit("low", tr("Lowest"), tr("The lower limit, which no reading reaches."), 0.0),
            _limit("high", tr("Highest"), tr("The upper limit, which no reading reaches."), 1.0),
        ),
        formula="log((y − low) / (high − y))",
    )

    swing = 0.6
    """Of 15 columns of vegetation indices, greenness, leaf area and cameras between the limits of
    their kind: medians of 0.2 to 1.1, their geometric mean is 0.6."""
    low: float = 0.0
    high: float = 1.0

    def __post_init__(self) -> None:
        if not (self.low < self.high and math.isfinite(self.high - self.low)):
            raise InputError(
                tr(
                    "The limits of 'logit' are two numbers, the lower one first: {low} and {high} "
                    "are none such.",
                    low=print_number(self.low),
                    high=print_number(self.high),
                )
            )

    @property
    def lowest(self) -> float:  # type: ignore[override]
        return self.low

    @property
    def highest(self) -> float:  # type: ignore[override]
        return self.high

    @property
    def words(self) -> str:
        low, high = print_number(self.low), print_number(self.high)
        return tr("between {low} and {high}, on a logit scale", low=low, high=high)

    def check(self, values: Floats) -> None:
        wrong = values[~((values > self.low) & (values < self.high))]
        if len(wrong):
            raise InputError(
                tr(
                    "The scale 'logit' ends at {low} and {high}, and one reading is {number}: "
                    "write wider limits, such as logit(low, high), or choose the "
                    "scale 'identity'.",
                    low=print_number(self.low),
                    high=print_number(self.high),
                    number=print_number(float(wrong[0])),
                )
            )

    def inside(self, level: Floats) -> Floats:
        with np.errstate(divide="ignore"):
            above, below = np.maximum(level - self.low, 0.0), np.maximum(self.high - level, 0.0)
            return np.asarray(np.log(above) - np.log(below))

    def outside(self, curve: Floats) -> Floats:
        found = _raised(curve)
        np.divide(self.high - self.low, found, out=found)
        found += self.low
        return found

    def log_slope(self, curve: Floats) -> Floats:
        """log((1 + e^x)(1 + e^{−x})/(high − low))"""
        both = np.logaddexp(0.0, curve) + np.logaddexp(0.0, -curve)
        return np.asarray(both - math.log(self.high - self.low))

    def moments(
        self, mean: Floats, spread: Floats, freedom: float = math.inf
    ) -> tuple[Floats, Floats]:
        scale = np.sqrt(spread)
        share, variance = _share_moments(mean, scale, freedom)
        width = self.high - self.low
        return self.low + width * share, width**2 * variance

    def covariance(self, mean: Floats, spread: Floats, freedom: float = math.inf) -> Floats:
        return (self.high - self.low) ** 2 * joint(_logistic, mean, spread, freedom)


def _logistic(curve: Floats) -> Floats:
    """1/(1 + e^{−x}), which is 0 where the exponential is more than a double holds."""
    found = _raised(curve)
    return np.reciprocal(found, out=found)


def _raised(curve: Floats) -> Floats:
    """1 + e^{−x}"""
    found = np.asarray(np.negative(curve))
    with np.errstate(over="ignore"):
        np.exp(found, out=found)
    found += 1.0
    return found


@lru_cache(maxsize=64)
def _rules(widest: int, freedom: float) -> tuple[Floats, Integers, Floats, Floats]:
    """For scales up to that step: up to where each rule serves, where its points begin, and of all
    rules the points above the middle and their shares."""
    steps = STEPS[: widest + 1]
    upper = [tuple(part[len(part) // 2 + 1 :] for part in rule(most, freedom)) for most in steps]
    counts = [0, *(len(points) for points, _ in upper)]
    points, shares = (np.concatenate(parts) for parts in zip(*upper, strict=True))
    return np.array(steps), np.cumsum(counts), points, shares


def _share_moments(mean: Floats, scale: Floats, freedom: float) -> tuple[Floats, Floats]:
    """Of the logistic function, about its value in the middle, so that digits stay."""
    from gpstudio.core.scales.compiled_logit import moments_of

    flat_mean, flat_scale = np.broadcast_to(mean, scale.shape).ravel(), scale.ravel()
    first, variance = np.empty((2, len(flat_mean)))
    with np.errstate(over="ignore"):
        odds = np.exp(-flat_mean)
    middle = 1.0 / (1.0 + odds)
    widest = np.searchsorted(STEPS, flat_scale.max(initial=0.0))
    rules = _rules(min(int(widest), len(STEPS) - 1), freedom)
    moments_of(odds, middle, flat_scale, *rules, FARTHEST, first, variance)
    first += middle
    return first.reshape(scale.shape), np.maximum(variance, 0.0).reshape(scale.shape)
