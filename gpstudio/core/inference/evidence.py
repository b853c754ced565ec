"""Evidence and its gradient for any solver, with the mean's coefficients integrated out.

With trends H, β̂ = (HᵀA⁻¹H)⁻¹HᵀA⁻¹y and r = y − Hβ̂ (Rasmussen & Williams, equation 2.45):

    log p(y) = −½ rᵀA⁻¹r − ½ log|A| − ½ log|HᵀA⁻¹H| − ½ (n − q) log 2π
    d log p  = ½ (αᵀdA α + tr(G⁻¹UᵀdA U) − tr A⁻¹dA),  α = A⁻¹r, U = A⁻¹H, G = HᵀA⁻¹H.

Solvers give YᵀA⁻¹Y for Y = [y, H]; all of the above are recombinations of its columns.

y are the targets of the readings' sites, and A has the sites' variances on its diagonal
(``likelihoods/sites.py``). What sites leave out of the readings' density is their normaliser: it
adds to the evidence. A weight makes a reading so much surer; what else w readings of one value say
(``copies.py``) is part of the normaliser.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from gpstudio.core.algebra.jitter import NOT_DEFINITE
from gpstudio.core.arrays import Floats
from gpstudio.core.errors import InputError
from gpstudio.core.inference.left_out import LeftOut
from gpstudio.core.likelihoods.sites import Sites
from gpstudio.core.solvers import Solution
from gpstudio.core.task import Task
from gpstudio.translation import tr

if TYPE_CHECKING:
    from gpstudio.core.inference.readings import Readings


def log_evidence(
    misfit: float, log_determinant: float, log_precision: float, sites: Sites, coefficients: int
) -> float:
    """log p(y) from rᵀA⁻¹r, log|A| and log|HᵀA⁻¹H|."""
    left = sites.present - coefficients
    total = misfit + log_determinant + log_precision + left * math.log(2.0 * math.pi)
    return sites.log_normaliser - 0.5 * total


@dataclass(frozen=True, eq=False)
class Trended:
    """A solution with its mean estimated."""

    solution: Solution
    sites: Sites
    coefficients: Floats
    """β̂, (q,)"""
    root: Floats
    """G^{-T/2}: root rootᵀ = (HᵀA⁻¹H)⁻¹, (q, q)"""
    log_evidence: float

    @classmethod
    def of(cls, solution: Solution, sites: Sites) -> Trended:
        """``solution`` is of the sites' targets and each trend."""
        quadratic = solution.quadratic
        precision, pull = quadratic[1:, 1:], quadratic[1:, 0]
        try:
            lower = np.linalg.cholesky(precision) if len(precision) else precision
        except np.linalg.LinAlgError:
            raise InputError(NOT_DEFINITE) from None
        root: Floats = np.asarray(np.linalg.inv(lower).T if len(lower) else lower)
        coefficients = root @ (root.T @ pull)
        misfit = float(quadratic[0, 0] - pull @ coefficients)
        log_precision = 2.0 * float(np.log(np.diag(lower)).sum())
        height = log_evidence(
            misfit, solution.log_determinant, log_precision, sites, len(coefficients)
        )
        return cls(solution, sites, coefficients, root, height)

    def left_out(self, pull: Floats, own: Floats, readings: Readings) -> LeftOut:
        """Each reading without itself, from its row of Qy and of diag Q; see ``left_out.py``."""
        return LeftOut.normal(readings.as_given - pull / own, 1.0 / own, readings)

    @property
    def remarks(self) -> tuple[str, ...]:
        """What a person should know of how the readings were taken."""
        return ()

    @property
    def course(self) -> Floats | None:
        """Of the curve at each reading, where a search with other numbers can begin from it."""
        return None

    @property
    def mixing(self) -> Floats:
        """Turns the columns [y, H] into [y − Hβ̂, H root]."""
        size = 1 + len(self.coefficients)
        mixing = np.zeros((size, size))
        mixing[0, 0] = 1.0
        mixing[1:, 0] = -self.coefficients
        mixing[1:, 1:] = self.root
        return mixing

    @property
    def misfit(self) -> float:
        """rᵀA⁻¹r."""
        quadratic = self.solution.quadratic
        return max(float(quadratic[0, 0] - quadratic[1:, 0] @ self.coefficients), 0.0)

    def without_amplitude(
        self, freedom: float, floor: float, least: float
    ) -> tuple[float, float, float]:
        """Log evidence with a factor c on A integrated out, but for a constant, log ĉ, and minus
        the slope in the logarithm of ``least``.

        With the prior c^{−ν₀/2 − 1} e^{−floor/2c} and ν ``freedom``, ν₀ included, the integral is
        that of an inverse χ²: log p + ½m − ½ν log(m + floor), ĉ = (m + floor)/ν, m the misfit; of
        one from ``least`` on where c is known to be no less (``held_above``).
        """
        from gpstudio.core.inference.held_above import held_above

        misfit = self.misfit
        whole = misfit + floor
        if not whole > 0.0:  # numbers so large that nothing is left of the readings beside them
            raise InputError(
                tr("The kernel's numbers are too large for these readings: write smaller ones.")
            )
        value, precision, slope = held_above(0.5 * freedom, whole, least)
        return self.log_evidence + 0.5 * misfit + value, -math.log(precision), slope

    def gradient_without_amplitude(self, log_amplitude: float, task: Task) -> Floats:
        """Of the same, ``least`` staying: only the readings' column counts for more or less."""
        mixing = self.mixing
        mixing[:, 0] *= math.exp(-0.5 * log_amplitude)
        return self._in_numbers(mixing, task)

    def gradient(self, task: Task) -> Floats:
        """In the coordinate of each kernel setting, then of each number of the likelihood."""
        return self._in_numbers(self.mixing, task)

    def _in_numbers(self, mixing: Floats, task: Task) -> Floats:
        """A solution's slope in the scale of all variances is that in a noise which all readings
        share; where they have several, each reading's own goes to its noise."""
        gradient, steep = self.solution.gradient(mixing, task), self.sites.variance_slopes
        if steep is not None:
            mixed = self.solution.weights(task) @ mixing
            pull = np.einsum("nq,nq->n", mixed, mixed) - self.solution.precisions(task)
            here = np.isfinite(self.sites.variance)
            gradient = np.append(gradient[:-1], 0.5 * pull[here] @ steep[here])
        gradient[len(gradient) - len(self.sites.slopes) :] += self.sites.slopes
        return gradient
