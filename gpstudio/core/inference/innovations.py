"""Readings as those before foretell them: what is left is independent, if the model holds.

With A = L Lᵀ the covariance of readings in the order of time and r what is left of them about the
mean, the entries of L⁻¹ r are each reading less what all earlier ones foretell of it, in standard
deviations of that prediction. Residuals about a curve that was drawn through the readings hang
together by that alone; these do not, so that what hangs together here was missed by the model.
"""

from __future__ import annotations

import numpy as np

from gpstudio.core.algebra.jitter import NOT_DEFINITE
from gpstudio.core.algebra.lapack import NotPositiveDefinite, cholesky, solve_lower
from gpstudio.core.arrays import Floats
from gpstudio.core.errors import InputError
from gpstudio.core.inference.posterior import Posterior
from gpstudio.core.task import QUIET, Task
from gpstudio.translation import tr

MOST = 2_000
"""Readings whose matrix is made: a fifth of a second; of more the latest."""
STRIPE = 250
"""Columns of it that are made between two looks at the task."""


def innovations(posterior: Posterior, task: Task = QUIET) -> tuple[Floats, Floats]:
    """Times and what each reading has new, in their order; along a single input."""
    readings, plan = posterior.members.readings, posterior.plan
    here = np.flatnonzero(readings.here)[-MOST:]
    inputs, places = readings.inputs[here], readings.places[here]
    coefficients = posterior.coefficients
    values, noise = _about_the_curve(posterior)
    rest = values[here] - plan.mean.trends(inputs) @ coefficients
    noise = noise[here]
    if not np.isfinite(noise).all():
        raise InputError(
            tr("The noise of this model has no variance, so nothing can be scaled by it.")
        )
    matrix = np.empty((len(inputs), len(inputs)), order="F")
    for start in range(0, len(inputs), STRIPE):
        task.check()
        some = slice(start, start + STRIPE)
        matrix[:, some] = posterior.kernel.block(places, places[some])
    matrix[np.diag_indices_from(matrix)] += noise
    try:
        factor = cholesky(matrix, task)
    except NotPositiveDefinite:
        raise InputError(NOT_DEFINITE) from None
    return inputs[:, 0], solve_lower(factor, rest[:, None], task)[:, 0]


def _about_the_curve(posterior: Posterior) -> tuple[Floats, Floats]:
    """Readings on the curve's own scale and the variances of their errors there; where errors are
    not simply added, those of the Gaussians that stand for readings."""
    readings = posterior.members.readings
    likelihood = posterior.plan.likelihood.of_outputs(readings.outputs)
    if likelihood.shifts:
        numbers = posterior.numbers
        return readings.values, likelihood.scatter(
            readings.values, readings.values, numbers
        ) * readings.relative_noise
    sites = posterior.sites
    return sites.target, sites.variance
