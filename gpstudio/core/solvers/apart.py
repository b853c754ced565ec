"""A Markov curve given its readings, with what never forgets set apart.

What lasts is columns C with unknown weights c of variance one (``markov/lasting.py``). With A the
covariance of the readings without them and B = 1 + CᵀA⁻¹C,

    ĉ = B⁻¹ CᵀA⁻¹Y,     cov(c | Y) = B⁻¹,     curve = smoothed(Y) + E c + what is left of the rest,

E the columns at the times less what is smoothed of them. Of waves and a Matérn curve, with some
twenty states, two are left: that is what makes many members' predictions and draws cheap.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from gpstudio.core.arrays import Floats
from gpstudio.core.kernels import Kernel
from gpstudio.core.kernels.states.exponentials import noise_wanted
from gpstudio.core.operators.markov import unrolled
from gpstudio.core.operators.operator import Operator
from gpstudio.core.solvers.markov.lasting import Lasting, parted
from gpstudio.core.task import Task

if TYPE_CHECKING:
    from gpstudio.core.solvers.kalman import KalmanSolution
    from gpstudio.core.solvers.markov.targets import Targets

CLEAR = 1e12
"""What lasts is set apart up to this ratio of what the readings say of it to what was known before:
directions in which they say nothing have the digits that this leaves."""
CLEAR_AS_DAY = 1e7
"""The same where eleven digits are wanted."""


@dataclass(frozen=True, eq=False)
class Lead:
    """What lasts, given the readings."""

    lasting: Lasting
    weights: Floats
    """ĉ for each column of the readings."""
    root: Floats
    """B^{-T/2}: root rootᵀ = B⁻¹."""
    told: float
    """What the readings say of it at most, as a ratio to what was known before."""


@dataclass(frozen=True, eq=False)
class Known:
    """Of the curve at ascending times, given its readings."""

    met: Targets
    """Of what forgets."""
    mean: Floats
    """(times, k)"""
    beyond: Floats
    """E: what lasts, where readings do not say it already, (times, columns)."""
    root: Floats
    """B^{-T/2}"""


@dataclass(frozen=True, eq=False)
class Apart:
    """A Markov curve given its readings, with what lasts set apart if need be."""

    rest: KalmanSolution
    lead: Lead | None
    columns: int
    """k, of readings."""

    def at(self, times: Floats, task: Task) -> Known:
        met = self.rest.met(times, task)
        if self.lead is None:
            return Known(met, met.mean, np.zeros((len(times), 0)), np.zeros((0, 0)))
        beyond = self.lead.lasting.columns_at(times) - met.mean[:, self.columns :]
        mean = met.mean[:, : self.columns] + beyond @ self.lead.weights
        return Known(met, mean, beyond, self.lead.root)

    def predict(self, times: Floats, task: Task) -> tuple[Floats, Floats]:
        """As ``Solution.predict``, at times in any order."""
        ascending, back = np.unique(times, return_inverse=True)
        known = self.at(ascending, task)
        left = known.beyond @ known.root
        variance = known.met.variance + np.einsum("tj,tj->t", left, left)
        return known.mean[back], variance[back]


def apart(solution: KalmanSolution, task: Task) -> Apart | None:
    """With what lasts set apart; None where nothing forgets, or the readings say so much of what
    lasts that no digits are left."""
    if not (solution.kept and solution.scale > 0.0 and len(solution.time)):
        return None
    columns, time = solution.columns, solution.time
    k = columns.shape[1]
    forgetting, lasting = parted(solution.form, float(time[0]))
    if forgetting is None:
        return None
    if lasting is None:
        return Apart(solution, None, k)
    both = np.concatenate([columns, lasting.columns_at(time)], axis=1)
    rest = type(solution)(forgetting, time, solution.noise, both, task)
    told = rest.quadratic[k:, k:]
    if rest.notes.jitter or not rest.kept or not told.max() <= CLEAR:
        return None
    lower = np.linalg.cholesky(np.eye(len(told)) + told)
    root = np.linalg.inv(lower).T
    weights = root @ (root.T @ rest.quadratic[k:, :k])
    return Apart(rest, Lead(lasting, weights, root, float(told.max())), k)


def foretold(solution: KalmanSolution, times: Floats, task: Task) -> tuple[Floats, Floats] | None:
    """Means and variances with what lasts set apart, where that leaves few states of many; None
    elsewhere, and where readings are so quiet that it would cost digits."""
    forgetting, lasting = parted(solution.form, 0.0)
    if lasting is None or forgetting is None or not unrolled(forgetting):
        return None
    parts = apart(solution, task)
    if parts is None or parts.lead is None or parts.lead.told > CLEAR_AS_DAY:
        return None
    return parts.predict(times, task)


def along_time(
    operator: Operator, noise: Floats, columns: Floats, task: Task
) -> KalmanSolution | None:
    """The same curve by its state space, where that is exact but for what nobody sees, and few
    states are left when what lasts is set apart: then no matrix is cheaper."""
    kernel, inputs = operator.kernel, operator.inputs
    along = "entries" in operator.offers and inputs.shape == (len(inputs), 1)
    if not (along and few_forget(kernel)):
        return None
    variance = float(np.max(kernel.diagonal(inputs), initial=0.0))
    wanted = noise_wanted(kernel.markov_error(), variance, len(inputs))
    if float(noise.min(initial=np.inf)) < wanted:
        return None
    from gpstudio.core.solvers.kalman import KalmanSolution

    time = np.ascontiguousarray(inputs[:, 0])
    return KalmanSolution(kernel.markov_form(), time, noise, columns, task)


def few_forget(kernel: Kernel) -> bool:
    """Whether draws along time are cheap: few states are left when what lasts is set apart."""
    if "markov" not in kernel.offers:
        return False
    forgetting, _ = parted(kernel.markov_form(), 0.0)
    return forgetting is not None and unrolled(forgetting)
