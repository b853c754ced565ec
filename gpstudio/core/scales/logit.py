"""Logit: readings lie between two limits, and vary less the nearer they come to one.

g(y) = log((y − low)/(high − y)),    g'(y) = (high − low)/((y − low)(high − y))
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from gpstudio.core.arrays import Floats, Integers
from gpstudio.core.errors import InputError
from gpstudio.core.language import print_number
from gpstudio.core.scales.hermite import joint
from gpstudio.core.scales.quadrature import BLOCK, STEPS, rule
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


def _by_step(scale: Floats) -> Iterator[tuple[float, Integers]]:
    """The rule's steps, and where the scales are that each is for: hardly one is above the first
    few."""
    steps = np.zeros(len(scale), dtype=np.int8)
    for bar in STEPS[:-1]:
        above = scale > bar
        if not above.any():
            break
        steps += above
    for step in range(int(steps.max(initial=0)) + 1):
        rows = np.flatnonzero(steps == step)
        if len(rows):
            yield STEPS[step], rows


def _share_moments(mean: Floats, scale: Floats, freedom: float) -> tuple[Floats, Floats]:
    """Of the logistic function, about its value in the middle, so that digits stay."""
    from gpstudio.core.scales.compiled_logit import paired

    flat_mean, flat_scale = np.broadcast_to(mean, scale.shape).ravel(), scale.ravel()
    first, variance = np.empty((2, len(flat_mean)))
    with np.errstate(over="ignore"):
        odds = np.exp(-flat_mean)
    middle = 1.0 / (1.0 + odds)
    for step, rows in _by_step(flat_scale):
        points, shares = rule(step, freedom)
        upper = slice(len(points) // 2 + 1, None)
        for begin in range(0, len(rows), BLOCK):
            some = rows[begin : begin + BLOCK]
            own, varied = np.empty((2, len(some)))
            away = np.exp(-np.minimum(points[upper, None] * flat_scale[some], FARTHEST))
            paired(odds[some], away, shares[upper], middle[some], own, varied)
            first[some], variance[some] = own, varied
    first += middle
    return first.reshape(scale.shape), np.maximum(variance, 0.0).reshape(scale.shape)
