"""Clear or clouded: readings scatter about the curve, and some lie lower by an unknown amount.

A reading is clear, y = f + e, or clouded, y = f + e − d, with e normal of variance s and d
exponential of mean μ. With z = y − f, u = z/√s + √s/μ and λ(u) = φ(u)/Φ(−u),

    p(z) = (N(z | 0, s) + c E(z))/(1 + c),   E(z) = φ(z/√s) / (μ λ(u)),

c being how many readings are clouded for each clear one. As a density of z it is what a clearer one
becomes by a normal's convolution, so that a curve that is itself normal about its mean, of variance
v, foretells readings by the same formula with s + v for s, and ∂p/∂s = ½ ∂²p/∂z².

About a known curve a reading counts as one of variance s/r does, r being how probable it is that it
is clear: so EM weighs it, and so Laplace's Gaussian stands for it.

Given that a reading is clouded, d is normal about −z − s/μ, of variance s, and above zero: its mean
is D = √s (λ − u). To the curve a clouded reading is one at y + D.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence

import numpy as np

from gpstudio.core.arrays import Floats
from gpstudio.core.likelihoods import foretelling
from gpstudio.core.likelihoods.additive import of_copies
from gpstudio.core.likelihoods.clouded_parts import LEAST, Parts
from gpstudio.core.likelihoods.likelihood import (
    LIKELIHOODS,
    Held,
    Judged,
    Likelihood,
    Numbers,
)
from gpstudio.core.likelihoods.sites import Expansion, ExpansionSlopes, NumberSlopes
from gpstudio.core.mixtures import Mixture, mixed
from gpstudio.core.scales import IDENTITY, Scale
from gpstudio.core.spec import Setting, Spec, noise, shape, size
from gpstudio.translation import tr

DEPTHS, FEW_DEPTHS = 24, 6
"""Of equal probability, that stand for all depths in an interval of new readings, and in their
variance where the scale bends."""
NEWTON, CLOSE = 40, 1e-9
TINY = np.finfo(float).tiny


@LIKELIHOODS.register
class Clouded(Likelihood):
    spec = Spec(
        "clouded",
        tr("Clear or clouded"),
        tr(
            "Some readings are lower than the curve by an unknown amount, as under clouds; how "
            "many and how far is learnt."
        ),
        (
            noise(tr("The variance of one clear reading about the curve.")),
            shape(
                "clouds",
                tr("Clouded for each clear one"),
                tr("How many readings are clouded for each clear one: 0.1 means one of eleven."),
                default=0.1,
            ),
            size("depth", tr("Depth"), tr("How far below the curve a clouded reading is.")),
        ),
        formula=tr(
            "y = f(x) + e, or f(x) + e - d where clouded; var e = noise / weight, mean d = depth"
        ),
    )
    concave = False
    shifts = True
    sorts = True

    def __init__(self, noise: Setting, clouds: Setting, depth: Setting) -> None:
        self.written = (noise, clouds, depth)

    def log_density(
        self, values: Floats, curve: Floats, relative_noise: Floats, numbers: Numbers
    ) -> Floats:
        return Parts.of(values - curve, numbers[0] * relative_noise, numbers).log_density

    def tails(
        self, values: Floats, curve: Floats, relative_noise: Floats, numbers: Numbers
    ) -> tuple[Floats, Floats]:
        return _tails(values - curve, numbers[0] * relative_noise, numbers)

    def scatter(self, mean: Floats, variance: Floats, numbers: Numbers) -> float:
        """Of any new reading, clear or clouded."""
        s, odds, depth = numbers
        return s + 2.0 * depth**2 * odds / (1.0 + odds)

    def noise_at(self, curve: Floats, relative_noise: Floats, numbers: Numbers) -> Floats:
        """Of a clear reading."""
        return np.asarray(numbers[0] * relative_noise)

    def expansion(
        self, values: Floats, curve: Floats, relative_noise: Floats, numbers: Numbers
    ) -> Expansion:
        variance = numbers[0] * relative_noise
        parts = Parts.of(values - curve, variance, numbers)
        counted = variance / parts.counting
        return Expansion(parts.log_density, parts.pull, counted, counted)

    def slopes(
        self, values: Floats, curve: Floats, relative_noise: Floats, numbers: Numbers
    ) -> ExpansionSlopes:
        s, odds, depth = numbers
        variance = s * relative_noise
        parts = Parts.of(values - curve, variance, numbers)
        clouded, pull, bend, apart = 1.0 - parts.clear, parts.pull, parts.bend, parts.apart
        further, both = parts.depth / depth - 1.0, parts.clear * clouded
        # of the counted variance: what a reading grows clearer by, in each number
        counted = variance / parts.counting
        less = -counted * (1.0 - LEAST) / parts.counting * both
        wider = 0.5 * (variance * apart * (parts.pulls[0] + parts.pulls[1]))
        wider -= 0.5 * (1.0 - parts.curvature)
        in_noise = NumberSlopes(
            0.5 * variance * (pull**2 + bend),
            variance * (pull * bend + 0.5 * parts.turn),
            counted + less * wider,
        )
        in_odds = NumberSlopes(clouded - odds / (1.0 + odds), -both * apart, -less)
        in_depth = NumberSlopes(
            clouded * further,
            clouded * (1.0 - parts.curvature) / depth - both * apart * further,
            -less * further,
        )
        return ExpansionSlopes(bend, less * apart, (in_noise, in_odds, in_depth))

    def judged(
        self,
        values: Floats,
        mean: Floats,
        variance: Floats,
        relative_noise: Floats,
        numbers: Numbers,
        held: Sequence[Held],
    ) -> Judged:
        """EM's step: how many are clouded, and by how much, is as likely as can be now."""
        s, odds, depth = numbers
        parts = Parts.of(values - mean, variance + s * relative_noise, numbers)
        clear, count = parts.clear, len(values)
        of_clear = parts.log_density + math.log1p(odds) + np.log(np.maximum(clear, TINY))
        clouded = float(np.sum(1.0 - clear))
        lower = float(np.sum((1.0 - clear) * parts.depth))

        def in_odds(x: float) -> tuple[float, float]:
            share = 1.0 / (1.0 + math.exp(-x))
            return clouded - count * share, count * share * (1.0 - share)

        def in_depth(x: float) -> tuple[float, float]:
            steps = lower * math.exp(-x)
            return steps - clouded, steps

        likelier = (
            likeliest(math.log(odds), in_odds, held[0]),
            likeliest(math.log(depth), in_depth, held[1]),
        )
        density = float(np.sum(parts.log_density - clear * of_clear))
        return Judged(parts.counting, (s, *map(math.exp, likelier)), density)

    def foretold(
        self, values: Floats, mean: Floats, variance: Floats, relative_noise: Floats,
        numbers: Numbers,
    ) -> tuple[Floats, Floats]:  # fmt: skip
        """A normal curve adds its variance to a clear reading's."""
        asked = values - mean, variance + numbers[0] * relative_noise, numbers
        return Parts.of(*asked).log_density, foretelling.residuals(*_tails(*asked))

    def repeated(
        self, relative_noise: Floats, repeats: Floats, numbers: Numbers
    ) -> tuple[float, Floats]:
        """As of readings that are clear."""
        height, slope = of_copies(numbers[0] * relative_noise, repeats)
        return height, np.array([slope, 0.0, 0.0])

    def reading(
        self, curves: Mixture, numbers: Sequence[Numbers], scale: Scale = IDENTITY,
        relative_noise: Floats | float = 1.0,
    ) -> tuple[Floats, Floats]:  # fmt: skip
        """About the curve's mean, whatever the scale: clouds add to the variance alone."""
        if scale.is_identity:
            return super().reading(curves, numbers, scale, relative_noise)
        mean, _ = mixed(
            curves.weights, *scale.moments(curves.means, curves.spreads, curves.freedom)
        )
        all_of_them = _readings(curves, numbers, FEW_DEPTHS, relative_noise)
        found = scale.moments(all_of_them.means, all_of_them.spreads, curves.freedom)
        level, variance = mixed(all_of_them.weights, *found)
        return mean, variance + (level - mean) ** 2

    def interval(
        self, curves: Mixture, numbers: Sequence[Numbers], probability: float
    ) -> tuple[Floats, Floats]:
        """Of any new reading, clear or clouded: it may lie far below the curve."""
        readings, upper = _readings(curves, numbers, DEPTHS), 0.5 * (1.0 + probability)
        return readings.quantile(1.0 - upper), readings.quantile(upper)


def _readings(
    curves: Mixture, numbers: Sequence[Numbers], depths: int, relative: Floats | float = 1.0
) -> Mixture:
    """New readings, clear or lower by each of so many depths of equal probability."""
    noises, odds, depth = np.array(numbers).T[:, :, None]
    share, weights = odds / (1.0 + odds), curves.weights[:, None]
    lower = -np.log1p(-(np.arange(depths) + 0.5) / depths)
    means = [curves.means, *(curves.means - depth * steps for steps in lower)]
    shares = [(1.0 - share) * weights, np.tile(share * weights / depths, (depths, 1))]
    spreads = np.tile(curves.spreads + noises * relative, (1 + depths, 1))
    return Mixture(np.concatenate(means), spreads, np.concatenate(shares)[:, 0], curves.freedom)


def likeliest(x: float, slope: Callable[[float], tuple[float, float]], held: Held) -> float:
    """By Newton's steps up a concave log density, whose slope and minus whose bend are given, with
    what is held likely of it."""
    if held.low >= held.high:
        return held.low
    precision = held.spread**-2.0
    for _ in range(NEWTON):
        rise, bend = slope(x)
        step = (rise - precision * (x - held.centre)) / (bend + precision)
        x = min(max(x + min(max(step, -1.0), 1.0), held.low), held.high)
        if abs(step) < CLOSE:
            break
    return x


def _tails(misfit: Floats, variance: Floats, numbers: Numbers) -> tuple[Floats, Floats]:
    """P(e − d < z) = Φ(z/√s) + μ E(z)."""
    from scipy.special import ndtr

    depth = numbers[2]
    scaled, parts = misfit / np.sqrt(variance), Parts.of(misfit, variance, numbers)
    below = (1.0 - parts.clear) * np.exp(parts.log_density) * depth
    return (
        np.asarray(ndtr(scaled) + below), np.asarray(np.maximum(ndtr(-scaled) - below, 0.0))
    )  # fmt: skip
