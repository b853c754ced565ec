"""Kalman: exact in O(n) for a Markov covariance along one input.

The compiled passes are imported when first used, so that the forms can be built without numba.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import TYPE_CHECKING

import numpy as np

from gpstudio.core.arrays import Floats
from gpstudio.core.errors import InputError
from gpstudio.core.operators.markov import MarkovCovariance
from gpstudio.core.operators.operator import Operator
from gpstudio.core.solvers.registered import SOLVERS
from gpstudio.core.solvers.solution import JITTERS, NOT_DEFINITE, Solution, SolveNotes, Solver
from gpstudio.core.spec import Spec
from gpstudio.core.task import Task

if TYPE_CHECKING:
    from gpstudio.core.solvers.markov.passes import Slopes

STRETCH = 200_000
"""Readings between two looks at the task: about 10 ms of work."""
DRAWS_AT_ONCE = 8
"""Columns that share a pass when drawing; the passes are compiled for this number."""
QUIET_NOISE = 5e-3
"""Readings with less noise than this share of the curve's variance need the careful passes."""
NO_ROWS = np.zeros((0, 0))


@SOLVERS.register
class Kalman(Solver):
    spec = Spec(
        "kalman",
        "Kalman",
        "Exact along time in one pass forward and one back; work grows with the readings, not "
        "their cube.",
    )
    needs = "markov"

    def condition(self, operator: Operator, noise: Floats, columns: Floats, task: Task) -> Solution:
        if not isinstance(operator, MarkovCovariance):
            raise TypeError("the chooser pairs this solver with a Markov covariance only")
        return KalmanSolution(operator, noise, columns, task)

    @classmethod
    def bytes_needed(cls, n: int) -> float:
        return 200.0 * n


class KalmanSolution(Solution):
    """Keeps what the forward pass stored; every question is one pass back."""

    def __init__(
        self, covariance: MarkovCovariance, noise: Floats, columns: Floats, task: Task
    ) -> None:
        from gpstudio.core.solvers.markov.passes import passes, stored_width

        self._covariance = covariance
        self._columns = np.ascontiguousarray(columns)
        self._size = (covariance.form.dimension, columns.shape[1])
        self._store = np.empty((len(columns), stored_width(*self._size)))
        curve_variance = covariance.form.variance
        careful = float(noise.min(initial=np.inf)) < QUIET_NOISE * curve_variance
        self._steps = covariance.steps(careful)
        self._passes = passes(*self._size, careful)
        for jitter in JITTERS:
            self._noise = np.ascontiguousarray(noise) + jitter * curve_variance
            self.notes = SolveNotes(jitter=jitter)
            if self._filter(task):
                return
        raise InputError(NOT_DEFINITE)

    def _filter(self, task: Task) -> bool:
        """The pass forward; False where the readings leave nothing to the noise."""
        states, k = self._size
        mean, spread = np.zeros((k, states)), self._covariance.form.stationary.copy()
        lower = np.zeros((k, k))
        log_determinant = 0.0
        for start, stop in _stretches(len(self._columns)):
            task.check()
            log_determinant += self._passes.forward(
                self._covariance.time, self._noise, self._columns, self._steps, mean, spread,
                lower, start, stop, self._store,
            )  # fmt: skip
            if math.isnan(log_determinant):
                return False
        self.log_determinant = log_determinant
        self.quadratic = lower + np.tril(lower, -1).T
        return True

    def gradient(self, mixing: Floats, task: Task) -> Floats:
        from gpstudio.core.solvers.markov.passes import Slopes

        states, k = self._size
        columns, store = self._columns, self._store
        if not np.array_equal(mixing, np.eye(k)):
            columns = columns @ mixing
            store = store.copy()
            kept = store[:, : k * states].reshape(-1, k, states)
            kept[:] = np.einsum("nks,kj->njs", kept, mixing)
        slopes = Slopes.empty(states)
        self._back(columns, store, np.zeros(0), task, slopes=slopes)
        return slopes.along(self._covariance.form)

    def predict(self, targets: Floats, task: Task) -> tuple[Floats, Floats]:
        times = np.ascontiguousarray(targets[:, 0])
        if np.all(times[1:] >= times[:-1]):
            return self._back(self._columns, self._store, times, task)
        order = np.argsort(times, kind="stable")
        mean, variance = self._back(self._columns, self._store, times[order], task)
        back = np.argsort(order, kind="stable")
        return mean[back], variance[back]

    def weights(self, task: Task) -> Floats:
        weights = np.zeros_like(self._columns)
        self._back(self._columns, self._store, np.zeros(0), task, weights=weights)
        return weights

    def covariance(self, targets: Floats, task: Task) -> Floats:
        kernel, inputs = self._covariance.kernel, self._covariance.inputs
        explained = np.empty((len(targets), len(targets)))
        for start in range(0, len(targets), DRAWS_AT_ONCE):
            chunk = targets[start : start + DRAWS_AT_ONCE]
            known = self._smoothed(kernel.block(inputs, chunk), targets, task)
            explained[:, start : start + DRAWS_AT_ONCE] = known
        return kernel.block(targets, targets) - 0.5 * (explained + explained.T)

    def draws(self, targets: Floats, count: int, seed: int, task: Task) -> Floats:
        from gpstudio.core.solvers.markov.draws import prior_curves

        time = self._covariance.time
        both = np.concatenate([time, targets[:, 0]])
        order = np.argsort(both, kind="stable")
        back = np.argsort(order, kind="stable")
        normals = np.random.default_rng([seed, 1])
        scale = np.sqrt(np.where(np.isinf(self._noise), 0.0, self._noise))[:, None]
        result = np.empty((len(targets), count))
        for start in range(0, count, DRAWS_AT_ONCE):
            task.check()
            width = min(DRAWS_AT_ONCE, count - start)
            curves = prior_curves(self._covariance, both[order], width, [seed, 2, start])[back]
            at_readings, at_targets = curves[: len(time)], curves[len(time) :]
            readings = at_readings + scale * normals.standard_normal((len(time), width))
            corrected = at_targets - self._smoothed(readings, targets, task)
            result[:, start : start + width] = corrected
        return result

    def _smoothed(self, columns: Floats, targets: Floats, task: Task) -> Floats:
        """The posterior mean at ``targets`` had the readings been each of ``columns``."""
        width = columns.shape[1]
        padded = np.zeros((len(columns), DRAWS_AT_ONCE))
        padded[:, :width] = columns
        solution = KalmanSolution(self._covariance, self._noise, padded, task)
        return solution.predict(targets, task)[0][:, :width]

    def _back(
        self,
        columns: Floats,
        store: Floats,
        targets: Floats,
        task: Task,
        weights: Floats = NO_ROWS,
        slopes: Slopes | None = None,
    ) -> tuple[Floats, Floats]:
        from gpstudio.core.solvers.markov.passes import Slopes

        states, k = self._size
        r, N = np.zeros((k, states)), np.zeros((states, states))
        mean, variance = np.empty((len(targets), k)), np.empty(len(targets))
        place = len(targets) - 1
        gather = slopes is not None
        kept = slopes or Slopes.empty(0)
        for start, stop in reversed(list(_stretches(len(columns)))):
            task.check()
            place = self._passes.backward(
                self._covariance.time, self._noise, columns, self._steps, store, r, N,
                start, stop, targets, place, mean, variance, weights, gather, kept,
            )  # fmt: skip
        return mean, variance


def _stretches(n: int) -> Iterator[tuple[int, int]]:
    for start in range(0, max(n, 1), STRETCH):
        yield start, min(start + STRETCH, n)
