"""Student-t: readings scatter about the curve, and now and then one lies far off.

With r the misfit of a reading, s its scale² and ν the degrees of freedom,

    log p = log Γ((ν + 1)/2) − log Γ(ν/2) − ½ log πνs − ½ (ν + 1) log(1 + r²/νs)
    pull  = −d log p / dr = (ν + 1) r / (νs + r²),

so that a reading pulls the curve as one with Gaussian noise (νs + r²)/(ν + 1) would: the further
off it lies, the less.
"""

from __future__ import annotations

import math

import numpy as np

from gpstudio.core.arrays import Floats
from gpstudio.core.likelihoods import convolution
from gpstudio.core.likelihoods.additive import Additive
from gpstudio.core.likelihoods.foretelling import Tilted
from gpstudio.core.likelihoods.likelihood import LIKELIHOODS, Numbers
from gpstudio.core.likelihoods.sites import Expansion, ExpansionSlopes, NumberSlopes
from gpstudio.core.spec import Setting, Spec, choice, decimal, noise
from gpstudio.translation import tr

SERIES_FROM = 40.0
"""Beyond it the difference of two log Γ is taken from a series, since theirs cancels."""


@LIKELIHOODS.register
class StudentT(Additive):
    spec = Spec(
        "student_t",
        "Student-t",
        tr("Robust: a reading far off the curve, such as a cloud, counts for little."),
        (
            noise(tr("The scale² of one reading about the curve.")),
            decimal(
                "freedom",
                tr("Degrees of freedom"),
                tr(
                    "How rare readings far off the curve are: 4 expects some, 30 hardly any. Up "
                    "to 2 the variance is infinite, intervals are not."
                ),
                default=4.0,
                low=1.0,
                high=1e12,
            ),
            choice(
                "inference",
                tr("Inference"),
                tr(
                    "How the curve is found. Laplace: about the most probable curve, quickest. "
                    "Expectation propagation: by what each reading says; surer of how wide the "
                    "curve's band is where readings disagree."
                ),
                {"laplace": "Laplace", "ep": tr("Expectation propagation")},
            ),
        ),
        formula=tr("y = f(x) + e, e ~ t(freedom), scale² = noise / weight"),
    )

    concave = False
    heavy = True

    def __init__(self, noise: Setting, freedom: float = 4.0, inference: str = "laplace") -> None:
        super().__init__(noise)
        self.freedom, self.inference = freedom, inference

    def variance(self, noise: float) -> float:
        """Of a reading about the curve: noise ν/(ν − 2), infinite up to ν = 2."""
        return noise * self.freedom / (self.freedom - 2.0) if self.freedom > 2.0 else math.inf

    def normals(self, numbers: Numbers) -> tuple[Floats, Floats, Floats]:
        shares, variances = convolution.normals(self.freedom)
        return shares, np.zeros(len(shares)), numbers[0] * variances

    def half_width(self, curve_variance: Floats, noise: float, probability: float) -> Floats:
        return convolution.half_width(curve_variance, noise, self.freedom, probability)

    def foretold(
        self, values: Floats, mean: Floats, variance: Floats, relative_noise: Floats,
        numbers: Numbers,
    ) -> tuple[Floats, Floats]:  # fmt: skip
        return convolution.foretold(
            values - mean, variance, numbers[0] * relative_noise, self.freedom
        )

    def tilted(
        self, values: Floats, mean: Floats, variance: Floats, relative_noise: Floats,
        numbers: Numbers,
    ) -> Tilted:  # fmt: skip
        log_total, moved, left, slope = convolution.narrowed(
            values - mean, variance, numbers[0] * relative_noise, self.freedom
        )
        return Tilted(log_total, mean + moved, left, (slope,))

    def log_density(
        self, values: Floats, curve: Floats, relative_noise: Floats, numbers: Numbers
    ) -> Floats:
        v, scale = self.freedom, numbers[0] * relative_noise
        constant = log_gamma_step(0.5 * v) - 0.5 * np.log(math.pi * v * scale)
        tail = np.log1p((values - curve) ** 2 / (v * scale))
        return np.asarray(constant - 0.5 * (v + 1.0) * tail)

    def tails(
        self, values: Floats, curve: Floats, relative_noise: Floats, numbers: Numbers
    ) -> tuple[Floats, Floats]:
        from scipy.special import stdtr

        scaled = (values - curve) / np.sqrt(numbers[0] * relative_noise)
        return stdtr(self.freedom, scaled), stdtr(self.freedom, -scaled)

    def expansion(
        self, values: Floats, curve: Floats, relative_noise: Floats, numbers: Numbers
    ) -> Expansion:
        """With the pulling noise (νs + r²)/(ν + 1) as a step, and dulled as what stands for the
        reading."""
        v, scale = self.freedom, numbers[0] * relative_noise
        misfit = values - curve
        density = self.log_density(values, curve, relative_noise, numbers)
        pulling = (v * scale + misfit**2) / (v + 1.0)
        return Expansion(density, misfit / pulling, self.dulling * pulling, pulling)

    def slopes(
        self, values: Floats, curve: Floats, relative_noise: Floats, numbers: Numbers
    ) -> ExpansionSlopes:
        v, scale = self.freedom, numbers[0] * relative_noise
        misfit = values - curve
        whole = v * scale + misfit**2
        of_density = -0.5 + 0.5 * (v + 1.0) * misfit**2 / whole
        in_noise = NumberSlopes(
            of_density,
            -(v + 1.0) * misfit * v * scale / whole**2,
            self.dulling * v * scale / (v + 1.0),
        )
        return ExpansionSlopes(
            -(v + 1.0) * (v * scale - misfit**2) / whole**2,
            -2.0 * self.dulling * misfit / (v + 1.0),
            (in_noise,),
        )

    @property
    def dulling(self) -> float:
        """How many times the pulling noise stands for what a reading says: (ν + 3)/(ν + 1).

        1/pulling noise is, on average over readings, 1/s; their Fisher information about the
        curve is (ν + 1)/((ν + 3) s).
        """
        return (self.freedom + 3.0) / (self.freedom + 1.0)


def log_gamma_step(a: float) -> float:
    """log Γ(a + ½) − log Γ(a)."""
    if a < SERIES_FROM:
        return math.lgamma(a + 0.5) - math.lgamma(a)
    b = 1.0 / (a * a)
    return 0.5 * math.log(a) - (1.0 - b * (1.0 / 24.0 - b * (1.0 / 80.0 - b * 17.0 / 1792.0))) / (
        8.0 * a
    )
