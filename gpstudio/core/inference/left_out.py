"""Each reading as the others foretell it, in closed form, and folds of readings held out.

With Q = A⁻¹ − A⁻¹H (HᵀA⁻¹H)⁻¹ HᵀA⁻¹, the mean's coefficients estimated anew without the reading
(Rasmussen & Williams 5.12, with 2.45):

    μᵢ = yᵢ − (Qy)ᵢ / Qᵢᵢ        σᵢ² = 1 / Qᵢᵢ

One solution gives them all: (Qy)ᵢ and Qᵢᵢ need only A⁻¹[y, H] and the diagonal of A⁻¹.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np

from gpstudio.core.arrays import Floats
from gpstudio.core.inference.readings import Readings
from gpstudio.core.likelihoods import Likelihood, Numbers
from gpstudio.core.likelihoods.sites import Sites
from gpstudio.core.mixtures import Mixture
from gpstudio.core.task import Task

if TYPE_CHECKING:
    from gpstudio.core.inference.evidence import Trended

ALONE = 1e-10
"""A reading whose Qᵢᵢ is less than this share of A⁻¹'s diagonal settles the mean by itself: the
others say nothing of it."""


@dataclass(frozen=True, eq=False)
class LeftOut:
    """One row a reading, in the order of the readings and in their own numbers, whatever their
    scale; NaN where it is missing, or where the others say nothing of it."""

    mean: Floats
    variance: Floats
    """Of the reading, noise included."""
    values: Floats
    foretold: tuple[Floats, Floats] | None = None
    """Log densities and residuals; None: those of a normal of this mean and variance."""

    @classmethod
    def normal(cls, mean: Floats, variance: Floats, readings: Readings) -> LeftOut:
        """Of readings that are normal on their scale."""
        values, scale = readings.as_given, readings.scale
        inside = cls(mean, variance, values)
        if scale.is_identity:
            return inside
        told = inside.log_densities + readings.log_slopes, inside.residuals
        return cls(*scale.moments(mean, variance), readings.outside, told)

    @property
    def log_densities(self) -> Floats:
        if self.foretold is not None:
            return self.foretold[0]
        off = self.values - self.mean
        return np.asarray(-0.5 * (off**2 / self.variance + np.log(2.0 * np.pi * self.variance)))

    @property
    def residuals(self) -> Floats:
        """In standard deviations, of a normal on which a reading is as rare."""
        if self.foretold is not None:
            return self.foretold[1]
        return np.asarray((self.values - self.mean) / np.sqrt(self.variance))

    @property
    def log_score(self) -> float:
        """Σ log p(yᵢ | all others)."""
        return float(np.nansum(self.log_densities))

    @property
    def log_density(self) -> float:
        """The mean over the readings; NaN where there are none."""
        return float(np.nansum(self.log_densities)) / self.told if self.told else math.nan

    @property
    def error(self) -> float:
        """The root of the mean squared miss."""
        misses = float(np.nansum((self.values - self.mean) ** 2))
        return math.sqrt(misses / self.told) if self.told else math.nan

    @property
    def told(self) -> int:
        """How many readings the others say something of."""
        return int(np.isfinite(self.mean).sum())


def leave_one_out(trended: Trended, readings: Readings, task: Task) -> LeftOut:
    weights = trended.solution.weights(task)
    precisions = trended.solution.precisions(task)
    spread = weights[:, 1:] @ trended.root
    own = precisions - np.einsum("nq,nq->n", spread, spread)
    told = readings.here & (own * np.sign(precisions) > ALONE * abs(precisions))
    own = np.where(told, own, np.nan)
    pull = weights[:, 0] - weights[:, 1:] @ trended.coefficients
    return trended.left_out(pull, own, readings)


def foretold_about(
    likelihood: Likelihood, numbers: Numbers, readings: Readings, mean: Floats, variance: Floats
) -> LeftOut:
    """Readings as a curve that was learnt without them foretells them; ``mean`` and ``variance``
    are the curve's own, inside."""
    values, relative = readings.as_given, readings.relative_noise
    density, residual = likelihood.foretold(values, mean, variance, relative, numbers)
    curve = Mixture(mean[None], variance[None], np.ones(1), math.inf)
    moments = likelihood.reading(curve, [numbers], readings.scale, relative)
    return LeftOut(*moments, readings.outside, (density + readings.log_slopes, residual))


def foretold_without(
    likelihood: Likelihood,
    numbers: Numbers,
    sites: Sites,
    pull: Floats,
    own: Floats,
    readings: Readings,
) -> LeftOut:
    """Each reading by the curve from which the Gaussian that stands for it has been taken; from
    its row of Qy and of diag Q, y being the sites' targets."""
    mean = sites.target + readings.centre - pull / own
    variance = np.maximum(1.0 / own - sites.variance, 0.0)
    return foretold_about(likelihood, numbers, readings, mean, variance)


def score_slope(trended: Trended, readings: Readings, task: Task) -> tuple[float, Floats]:
    """The log score and its gradient, where the solution holds A⁻¹ and readings are Gaussian.

    With p = Qy, c = ½ (1 + p²/Qᵢᵢ)/Qᵢᵢ and b = p/Qᵢᵢ, dQ = −Q dA Q makes it

        d Σ log p(yᵢ) = Σ (½ (Qb pᵀ + p (Qb)ᵀ) − Q diag(c) Q) ∘ dA.
    """
    from gpstudio.core.algebra.lapack import mirror, product

    here = readings.here
    found = leave_one_out(trended, readings, task)
    weights = trended.solution.weights(task)[here]
    told = np.isfinite(found.mean[here])
    pull = weights[:, 0] - weights[:, 1:] @ trended.coefficients
    # 1 / Qᵢᵢ; zero leaves out what the others say nothing of
    variance = np.where(told, found.variance[here], 0.0)

    def pulls(inverse: Floats) -> tuple[Floats, Floats]:
        mirror(inverse.T, task)
        spread = weights[:, 1:] @ trended.root
        Q = np.asfortranarray(inverse - spread @ spread.T)
        curvature = 0.5 * variance * (1.0 + pull**2 * variance)
        half = np.asfortranarray(np.sqrt(curvature)[:, None] * Q)
        matrix = product(half, half, task)
        sway = Q @ (pull * variance)
        apart = 0.5 * (sway - pull)
        matrix += np.outer(apart, apart)
        return 0.5 * (sway + pull)[:, None], matrix

    return found.log_score, trended.solution.pulled(pulls, task)


def held_out(
    condition: Callable[[Readings], Trended],
    likelihood: Likelihood,
    numbers: Numbers,
    trends: Callable[[Floats], Floats],
    readings: Readings,
    folds: Floats,
    task: Task,
) -> LeftOut:
    """Each fold as the other folds foretell it, reading by reading.

    ``condition`` gives the solution; ``folds`` numbers the readings that are there.
    """
    rows = np.flatnonzero(readings.here)
    mean, variance = np.full((2, len(readings.values)), np.nan)
    for fold in np.unique(folds):
        task.check()
        out = rows[folds == fold]
        relative = readings.relative_noise.copy()
        relative[out] = np.inf
        trended = condition(replace(readings, relative_noise=relative))
        columns, curve = trended.solution.predict(readings.places[out], task)
        unexplained = trends(readings.inputs[out]) - columns[:, 1:]
        loose = unexplained @ trended.root
        mean[out] = columns[:, 0] + unexplained @ trended.coefficients + readings.centre
        variance[out] = curve + np.einsum("nq,nq->n", loose, loose)
    likelihood = likelihood.of_outputs(readings.outputs)
    return foretold_about(likelihood, numbers, readings, mean, variance)
