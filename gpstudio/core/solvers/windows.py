"""Joint draws of a Markov curve, all at once or within windows of times.

One pass back tells what the joint covariance of the curve at any times is made of
(``markov/joint.py``); drawing takes a root of it and standard normals.

    few states   value by value, each given those before it: the root is as narrow as the states,
                 and all windows are drawn together (``markov/given.py``)
    many         a matrix for each window, and its root by Cholesky with pivots

What never forgets is set apart first, as columns C with unknown weights c of variance one
(``markov/lasting.py``). With A the covariance of the readings without them and B = 1 + CᵀA⁻¹C,

    ĉ = B⁻¹ CᵀA⁻¹Y,     cov(c | Y) = B⁻¹,     curve = smoothed(Y) + E c + what is left of the rest,

E the columns at the times less what is smoothed of them. Of waves and a Matérn curve, with some
twenty states, two are left: that is what makes draws of many members cheap.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from gpstudio.core.arrays import Floats, Integers
from gpstudio.core.kernels import Kernel
from gpstudio.core.kernels.states.exponentials import noise_wanted
from gpstudio.core.operators.markov import unrolled
from gpstudio.core.operators.operator import Operator
from gpstudio.core.solvers.markov.lasting import Lasting, parted
from gpstudio.core.solvers.solution import Within
from gpstudio.core.task import Task

if TYPE_CHECKING:
    from gpstudio.core.solvers.kalman import KalmanSolution
    from gpstudio.core.solvers.markov.targets import Targets

MOST_TIMES = 1_000
"""In a window of many states: beyond, its matrix takes longer than draws along time."""
ADDED, LEAST_IN_TURN = 1e-11, 1e-7
"""What drawing value by value adds to each variance, and the least variance that it is for, as
shares of the curve's before any reading. With less the recursion loses its digits (Matérn 1/2 to
5/2, lengths to 10⁶ days, steps from 0.03: covariances off by 3e-4 of themselves at most)."""
PIVOT, LEAST_BY_MATRIX = 1e-13, 1e-10
"""Pivots below this share are rounding's: a value varies by at most that much too little."""
FITTED_PIVOT, LEAST_FITTED = 1e-7, 1e-5
"""The same where terms of a fitted sum stand for the curve, by the error of the fit."""
FEW_DRAWS = 100
"""So few, as members have each, are multiplied without LAPACK, whose threads only get in the way of
those that the members have."""
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


def drawn(
    solution: KalmanSolution, windows: Sequence[Floats], count: int, seed: int, task: Task
) -> list[Within] | None:
    """Means, for each column of the readings, and joint draws of each window; None where that is
    not cheap or not true enough."""
    parts = apart(solution, task)
    if parts is None:
        return None
    times, back = np.unique(np.concatenate([*windows, np.zeros(0)]), return_inverse=True)
    rows = np.split(back, np.cumsum([len(window) for window in windows]))[: len(windows)]
    known, rest = parts.at(times, task), parts.rest
    random = np.random.default_rng([seed, 5])
    open_ = float(known.met.variance.min(initial=np.inf)) / rest.scale
    if rest.few and open_ >= LEAST_IN_TURN:
        curves = _in_turn(rest, known, count, random, task)
        return [Within(_taken(known.mean, some), _taken(curves, some)) for some in rows]
    largest = max((len(some) for some in rows), default=0)
    if largest > MOST_TIMES or open_ < (LEAST_BY_MATRIX if _whole(rest) else LEAST_FITTED):
        return None
    found = []
    for some in rows:
        task.check()
        places, own = np.unique(some, return_inverse=True)
        curves = _by_matrix(rest, known, places, count, random, task)
        found.append(Within(known.mean[some], _taken(curves, own)))
    return found


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
    if rest.notes.jitter or not rest.kept or told.max() > CLEAR:
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


def _whole(solution: KalmanSolution) -> bool:
    """Whether its form is a covariance to the last digit."""
    return all(part.whole for part in solution.form.parts)


def _in_turn(
    rest: KalmanSolution, known: Known, count: int, random: np.random.Generator, task: Task
) -> Floats:
    """At all times at once, value by value."""
    from gpstudio.core.solvers.markov.given import add_products

    curves = random.standard_normal((len(known.mean), count))
    rest.given(known.met, ADDED * rest.scale, curves, task)
    if len(known.root):
        weights = known.root @ random.standard_normal((len(known.root), count))
        if count <= FEW_DRAWS:
            add_products(known.beyond, weights, curves)
        else:
            curves += _product(weights, np.asfortranarray(known.beyond.T), task)
    return curves


def _by_matrix(
    rest: KalmanSolution,
    known: Known,
    places: Integers,
    count: int,
    random: np.random.Generator,
    task: Task,
) -> Floats:
    """At those of the times, by a root R of their covariance RᵀR, (roots, places)."""
    from gpstudio.core.solvers.blas import Panel, pstrf

    met, left = known.met, known.beyond[places] @ known.root
    joint = rest.joint(met.times[places], met.gain[places], met.rest[places], task) / rest.scale
    rank, order = pstrf(Panel.whole(joint.T), PIVOT if _whole(rest) else FITTED_PIVOT)
    root = np.zeros((left.shape[1] + rank, len(places)), order="F")
    root[: left.shape[1]] = left.T
    root[left.shape[1] :, order] = np.triu(joint)[:rank] * np.sqrt(rest.scale)
    return _product(random.standard_normal((count, len(root))).T, root, task)


def _product(normals: Floats, root: Floats, task: Task) -> Floats:
    """rootᵀ normals, one row a time."""
    from gpstudio.core.solvers.lapack import product

    return product(np.asfortranarray(normals), root, task).T


def _taken(values: Floats, rows: Integers) -> Floats:
    """Those rows; without a copy where they follow each other."""
    if len(rows) and np.array_equal(rows, np.arange(rows[0], rows[0] + len(rows))):
        return values[rows[0] : rows[0] + len(rows)]
    return values[rows]
