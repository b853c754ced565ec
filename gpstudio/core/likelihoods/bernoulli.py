"""Bernoulli: readings are yes or no, 1 or 0, and the curve says how probable a yes is.

With s = ±1 for yes and no, z = s f, and the probability by the logistic function σ or by Φ,

    logistic: log p = log σ(z),   pull = s σ(−z),        curvature W = σ(z) σ(−z)
    probit:   log p = log Φ(z),   pull = s h,            curvature W = h (z + h),   h = φ(z)/Φ(z)
              dW/dz = h (1 − W) − W (z + h)

Far below zero h is −z and a little more: there W and 1 − W are taken from the asymptotic series in
1/z², since their own digits cancel.
"""

from __future__ import annotations

import math

import numpy as np

from gpstudio.core.arrays import Floats
from gpstudio.core.errors import InputError
from gpstudio.core.language import print_number
from gpstudio.core.likelihoods.foretelling import Tilted
from gpstudio.core.likelihoods.likelihood import LIKELIHOODS, Likelihood, Numbers
from gpstudio.core.likelihoods.sites import Expansion, ExpansionSlopes
from gpstudio.core.scales.logit import Logit
from gpstudio.core.scales.probit import PROBIT
from gpstudio.core.scales.quadrature import averages
from gpstudio.core.scales.scale import Scale
from gpstudio.core.spec import Spec, choice, decimal
from gpstudio.translation import tr

LOGISTIC = Logit(0.0, 1.0)
LINKS: dict[str, Scale] = {"logistic": LOGISTIC, "probit": PROBIT}
INFERENCES = ("ep", "variational", "laplace")
USUAL = {"logistic": 2.0, "probit": 1.2}
"""Where a reading is likely, 0.88 of them, by either link: surer ones would lie at infinity."""
ROUNDS = (
    choice(
        "sweeps",
        tr("Sweeps"),
        tr(
            "How ep goes over the readings: all at once, or one by one, which takes much longer "
            "for the same."
        ),
        {"parallel": tr("All at once"), "sequential": tr("One after the other")},
    ),
    decimal(
        "damping",
        tr("Damping"),
        tr("Which share of what it knew of a reading a step of ep keeps: 0.5 is a half step."),
        default=0.0,
        low=0.0,
        high=0.95,
    ),
)
"""How expectation propagation goes on."""
LEAST = 1e-100
"""Of curvatures: a reading that is certain says nothing more, and is still there."""
SERIES_BELOW = -30.0
HALF_LOG_TURN = 0.5 * math.log(2.0 * math.pi)


@LIKELIHOODS.register
class Bernoulli(Likelihood):
    spec = Spec(
        "bernoulli",
        tr("Yes or no"),
        tr("Readings are 1 for yes and 0 for no; the curve says how probable a yes is."),
        (
            choice(
                "link",
                tr("Link"),
                tr("How the curve becomes a probability."),
                {"logistic": tr("Logistic"), "probit": tr("Probit")},
            ),
            choice(
                "inference",
                tr("Inference"),
                tr(
                    "How the curve is found. Expectation propagation: by what each reading says. "
                    "Variational: the nearest Gaussian. Laplace: about the most probable curve; "
                    "quickest, probabilities too near one half."
                ),
                {
                    "ep": tr("Expectation propagation"),
                    "variational": tr("Variational"),
                    "laplace": "Laplace",
                },
            ),
            *ROUNDS,
        ),
        formula=tr("y ~ Bernoulli(σ(f(x)))"),
    )
    whole = True
    sized = True

    def __init__(
        self,
        link: str = "logistic",
        inference: str = INFERENCES[0],
        sweeps: str = "parallel",
        damping: float = 0.0,
    ) -> None:
        self.name, self.inference = link, inference
        self.sweeps, self.damping = sweeps, damping
        self.link = LINKS[link]  # type: ignore[misc]

    def check(self, values: Floats) -> None:
        wrong = values[(values != 0.0) & (values != 1.0)]
        if len(wrong):
            raise InputError(
                tr(
                    "The likelihood 'bernoulli' takes 1 for yes and 0 for no, and {number} is "
                    "neither: write those two, or choose another likelihood.",
                    number=print_number(float(wrong[0])),
                )
            )
        if len(values) and (values == values[0]).all():
            raise InputError(
                tr(
                    "All readings are {number}, which says nothing of when the other occurs: at "
                    "least one of each is needed.",
                    number=print_number(float(values[0])),
                )
            )

    def usual(self, values: Floats) -> Floats:
        return np.asarray((2.0 * values - 1.0) * USUAL[self.name])

    def log_density(
        self, values: Floats, curve: Floats, relative_noise: Floats, numbers: Numbers
    ) -> Floats:
        there = (values == 0.0) | (values == 1.0)
        found = self._log_share(_signed(values, curve)) / relative_noise
        return np.where(there, found, -np.inf)

    def tails(
        self, values: Floats, curve: Floats, relative_noise: Floats, numbers: Numbers
    ) -> tuple[Floats, Floats]:
        yes, no = self.link.outside(curve), self.link.outside(-curve)
        less = np.where(values > 1.0, 1.0, np.where(values > 0.0, no, 0.0))
        more = np.where(values < 0.0, 1.0, np.where(values < 1.0, yes, 0.0))
        return less, more

    def scatter(self, mean: Floats, variance: Floats, numbers: Numbers) -> Floats:
        """p (1 − p), on average."""
        share, spread = self.link.moments(mean, variance)
        return np.asarray(np.maximum(share * (1.0 - share) - spread, 0.0))

    def expansion(
        self, values: Floats, curve: Floats, relative_noise: Floats, numbers: Numbers
    ) -> Expansion:
        z, side = _signed(values, curve), _side(values)
        pull, curvature, _ = self._slopes_along(z)
        variance = relative_noise / np.maximum(curvature, LEAST)
        density = self.log_density(values, curve, relative_noise, numbers)
        return Expansion(density, side * pull / relative_noise, variance, variance)

    def spread_out(
        self, values: Floats, mean: Floats, variance: Floats, relative_noise: Floats
    ) -> Expansion:
        side = _side(values)

        def along(z: Floats) -> tuple[Floats, ...]:
            return self._log_share(z), *self._slopes_along(z)[:2]

        density, pull, curvature = averages(along, side * mean, np.sqrt(variance))
        own = relative_noise / np.maximum(curvature, LEAST)
        return Expansion(density / relative_noise, side * pull / relative_noise, own, own)

    def tilted(
        self,
        values: Floats,
        mean: Floats,
        variance: Floats,
        relative_noise: Floats,
        numbers: Numbers,
    ) -> Tilted:
        """In closed form by Φ: of a normal curve it is Φ again."""
        if self.name != "probit" or (relative_noise != 1.0).any():
            return super().tilted(values, mean, variance, relative_noise, numbers)
        side, whole = _side(values), 1.0 + variance
        z = side * mean / np.sqrt(whole)
        pull, curvature, _ = _probit_slopes(z)
        centre = mean + side * variance * pull / np.sqrt(whole)
        left = variance * (1.0 - variance * curvature / whole)
        return Tilted(self._log_share(z), centre, np.maximum(left, LEAST * variance))

    def slopes(
        self, values: Floats, curve: Floats, relative_noise: Floats, numbers: Numbers
    ) -> ExpansionSlopes:
        _, curvature, bend = self._slopes_along(_signed(values, curve))
        there = np.maximum(curvature, LEAST)
        moved = np.where(curvature > LEAST, -_side(values) * bend / there, 0.0)
        return ExpansionSlopes(-curvature / relative_noise, relative_noise * moved / there, ())

    def _log_share(self, z: Floats) -> Floats:
        """How probable is what was read."""
        if self.name == "logistic":
            return -np.logaddexp(0.0, -z)
        from scipy.special import log_ndtr

        return np.asarray(log_ndtr(z))

    def _slopes_along(self, z: Floats) -> tuple[Floats, Floats, Floats]:
        """d log p/dz, W, and dW/dz."""
        if self.name == "logistic":
            share, other = LOGISTIC.outside(z), LOGISTIC.outside(-z)
            return other, share * other, share * other * (other - share)
        return _probit_slopes(z)


def _side(values: Floats) -> Floats:
    return np.asarray(2.0 * values - 1.0)


def _signed(values: Floats, curve: Floats) -> Floats:
    return np.asarray(_side(values) * curve)


def _probit_slopes(z: Floats) -> tuple[Floats, Floats, Floats]:
    from scipy.special import log_ndtr

    h = np.exp(-0.5 * z**2 - HALF_LOG_TURN - log_ndtr(z))
    above = z + h
    curvature = h * above
    rest = 1.0 - curvature
    far = z < SERIES_BELOW
    u = 1.0 / z[far] ** 2
    total = 1.0 - u * (1.0 - u * (3.0 - u * (15.0 - 105.0 * u)))
    above[far] = -z[far] * u * (1.0 - u * (3.0 - u * (15.0 - 105.0 * u))) / total
    h[far] = -z[far] / total
    curvature[far] = (1.0 - u * (3.0 - u * (15.0 - 105.0 * u))) / total**2
    rest[far] = u * (1.0 - u * (8.0 - 69.0 * u)) / total**2
    return h, curvature, h * rest - curvature * above
