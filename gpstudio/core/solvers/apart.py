"""A Markov curve given its readings, with what never forgets set apart.

What lasts is columns C with unknown weights c of variance one (``markov/lasting.py``). With A the
covariance of the readings without them and B = 1 + CᵀA⁻¹C,

    ĉ = B⁻¹ CᵀA⁻¹Y,     cov(c | Y) = B⁻¹,     curve = smoothed(Y) + E c + what is left of the rest,

E the columns at the times less what is smoothed of them. Of waves and a Matérn curve, with some
twenty states, two are left: that is what makes many members' predictions and draws cheap. Where
nothing forgets, A is the noise alone, and a QR decomposition gives B^½ to more digits.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from gpstudio.core.arrays import Floats
from gpstudio.core.kernels import Kernel, accuracy
from gpstudio.core.kernels.states.form import MarkovForm
from gpstudio.core.operators.markov import unrolled
from gpstudio.core.operators.operator import Operator
from gpstudio.core.solvers.kalman import KalmanSolution
from gpstudio.core.solvers.markov.lasting import Lasting, parted
from gpstudio.core.task import Task

if TYPE_CHECKING:
    from gpstudio.core.solvers.kalman import KalmanSolution
    from gpstudio.core.solvers.markov.targets import Targets

MOST_LOST, FEW_LOST = 1e12, 1e7
"""What lasts is set apart where rounding grows by no more than this on the way: for draws, and for
predictions, of which nine digits are wanted."""
MOST_STATES = 300
"""With more, making their matrices alone takes longer than what they might save."""
MOST_NUMBERS = 5_000_000
"""Of a QR decomposition, which cannot be stopped: some 50 ms."""


@dataclass(frozen=True, eq=False)
class Lead:
    """What lasts, given the readings."""

    lasting: Lasting
    weights: Floats
    """ĉ for each column of the readings."""
    root: Floats
    """B^{-T/2}: root rootᵀ = B⁻¹."""
    lost: float
    """By how much rounding has grown."""


@dataclass(frozen=True, eq=False)
class KnownParts:
    """Of the curve at ascending times, given its readings."""

    met: Targets | None
    """Of what forgets; None where nothing does."""
    mean: Floats
    """(times, k)"""
    beyond: Floats
    """E: what lasts, where readings do not say it already, (times, columns)."""
    root: Floats
    """B^{-T/2}"""


@dataclass(frozen=True, eq=False)
class Apart:
    """A Markov curve given its readings, with what lasts set apart if need be."""

    rest: KalmanSolution | None
    """Of what forgets, if anything does."""
    lead: Lead | None
    """Of what lasts, if anything does."""
    columns: int
    """k, of readings."""

    def at(self, times: Floats, task: Task) -> KnownParts:
        met = None if self.rest is None else self.rest.met(times, task)
        mean = np.zeros((len(times), self.columns)) if met is None else met.mean
        if self.lead is None:
            return KnownParts(met, mean, np.zeros((len(times), 0)), np.zeros((0, 0)))
        beyond = self.lead.lasting.columns_at(times)
        if met is not None:
            beyond -= mean[:, self.columns :]
        mean = mean[:, : self.columns] + beyond @ self.lead.weights
        return KnownParts(met, mean, beyond, self.lead.root)

    def predict(self, times: Floats, task: Task) -> tuple[Floats, Floats]:
        """As ``Solution.predict``, at times in any order."""
        ascending, back = np.unique(times, return_inverse=True)
        known = self.at(ascending, task)
        left = known.beyond @ known.root
        variance = np.einsum("tj,tj->t", left, left)
        if known.met is not None:
            variance += known.met.variance
        return known.mean[back], variance[back]


def apart(solution: KalmanSolution, task: Task) -> Apart | None:
    """With what lasts set apart; None where the readings say so much of it that no digits are left,
    where not all states are kept, and where outputs read them differently."""
    if not (solution.scale > 0.0 and len(solution.time)) or solution.outputs is not None:
        return None
    k, time = solution.columns.shape[1], solution.time
    forgetting, lasting = parted(solution.form, float(time[0]))
    if lasting is None:
        return Apart(solution, None, k) if solution.kept else None
    if forgetting is None:
        lead = _lead_alone(solution, lasting)
        return None if lead is None else Apart(None, lead, k)
    both = np.concatenate([solution.columns, lasting.columns_at(time)], axis=1)
    rest = type(solution)(forgetting, time, solution.noise, both, task)
    told = rest.quadratic[k:, k:]
    if rest.notes.jitter or not rest.kept or not told.max() <= MOST_LOST:
        return None
    lower = np.linalg.cholesky(np.eye(len(told)) + told)
    root = np.linalg.inv(lower).T
    weights = root @ (root.T @ rest.quadratic[k:, :k])
    return Apart(rest, Lead(lasting, weights, root, float(told.max())), k)


def _lead_alone(solution: KalmanSolution, lasting: Lasting) -> Lead | None:
    """What lasts where nothing else is there: with C and Y over the root of each reading's noise
    and (1; C) = Q R, c varies by R⁻¹ and ĉ = R⁻¹Qᵀ(0; Y)."""
    noise = solution.noise
    columns = lasting.columns_at(solution.time)
    size = columns.shape[1]
    if columns.size > MOST_NUMBERS or not noise.min() > 0.0:
        return None
    share = 1.0 / np.sqrt(noise)[:, None]
    stacked = np.concatenate([np.eye(size), share * columns])
    orthogonal, upper = np.linalg.qr(stacked)
    lost = float(np.abs(upper.diagonal()).max())
    if not lost <= MOST_LOST:
        return None
    root = np.linalg.inv(upper)
    weights = root @ (orthogonal[size:].T @ (share * solution.columns))
    return Lead(lasting, weights, root, lost)


def predicted(solution: KalmanSolution, times: Floats, task: Task) -> tuple[Floats, Floats] | None:
    """Means and variances with what lasts set apart, where that leaves few states of many; None
    elsewhere, and where readings are so quiet that it would cost digits."""
    if not _few_forget(solution.form):
        return None
    parts = apart(solution, task)
    if parts is None or parts.lead is None or parts.lead.lost > FEW_LOST:
        return None
    return parts.predict(times, task)


def along_time(
    operator: Operator, noise: Floats, columns: Floats, task: Task
) -> KalmanSolution | None:
    """The same curve by its state space, where that is exact but for what nobody sees, and few
    states are left when what lasts is set apart: then no matrix is cheaper."""
    kernel, inputs = operator.kernel, operator.inputs
    along = "entries" in operator.offers and inputs.shape == (len(inputs), 1)
    if not along or "markov" not in kernel.offers:
        return None
    if not few_forget(kernel):
        return None
    finer, holds = accuracy.along_time(kernel, inputs, float(noise.min(initial=np.inf)))
    if not holds:
        return None
    time = np.ascontiguousarray(inputs[:, 0])
    return KalmanSolution(finer.markov_form(), time, noise, columns, task)


def few_forget(kernel: Kernel) -> bool:
    """Whether draws along time are cheap: few states are left when what lasts is set apart."""
    if "markov" not in kernel.offers or kernel.states() > MOST_STATES:
        return False
    return _few_forget(kernel.markov_form())


def _few_forget(form: MarkovForm) -> bool:
    forgetting, _ = parted(form, 0.0)
    return forgetting is None or unrolled(forgetting)
