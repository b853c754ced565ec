"""The answer of a solver: a zero-mean curve given its readings.

Every solver hands back the same kind of answer, whatever it did inside, so that means, evidence,
gradients, predictions and draws are written once (in ``inference``) for all of them.

``Y`` has k columns: the readings, and one for each trend that the mean function estimates. A is
the covariance of the readings, curve and noise. ``mixing`` (k, k) recombines the columns.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import ClassVar, NamedTuple, TypeAlias

import numpy as np

from gpstudio.core.arrays import Floats
from gpstudio.core.errors import InputError
from gpstudio.core.task import Task
from gpstudio.translation import tr

Pull: TypeAlias = Callable[[Floats], tuple[Floats, Floats]]
"""Of the lower triangle of A⁻¹ of the readings that are there, in an array of its own in Fortran
order, the W and B of ``Solution.pulled``, of B the lower triangle at least."""


@dataclass(frozen=True)
class SolveNotes:
    """How the answer was reached, for the report."""

    jitter: float = 0.0
    """What had to be added to the diagonal, as a share of its mean."""
    iterations: int | None = None
    residual: float | None = None
    """Of the worst column: ‖Y − A W‖ over ‖Y‖, computed anew and not carried along."""
    stopped: str = ""
    """Why an iterative solver stopped, in a few words."""
    residuals: tuple[float, ...] = ()
    """Of the worst column after each iteration, as it is carried along; of many the first."""
    evidence_error: float = 0.0
    """Standard error of a log determinant that was probed; zero where it is exact."""
    remarks: tuple[str, ...] = ()
    """What a person should know of how the answer was reached."""


class Within(NamedTuple):
    """A curve in a window, given its readings."""

    mean: Floats
    """(inputs, k)"""
    curves: Floats
    """(inputs, count)"""


class Solution(ABC):
    log_determinant: float
    """log |A|"""
    quadratic: Floats
    """Yᵀ A⁻¹ Y, (k, k)"""
    notes: SolveNotes = SolveNotes()
    holds_inverse: ClassVar[bool] = False
    """Whether ``pulled`` costs no more than ``gradient``, and ``solved`` next to nothing."""

    @abstractmethod
    def gradient(self, mixing: Floats, task: Task) -> Floats:
        """½ (Σ wᵀ dA w − tr A⁻¹ dA) over the columns w of A⁻¹ Y mixing.

        One number for the logarithm of each kernel setting, then one for the noise's scale.
        """

    @abstractmethod
    def predict(self, targets: Floats, task: Task) -> tuple[Floats, Floats]:
        """Mean for each column of Y, (targets, k), and the curve's variance, (targets,)."""

    @abstractmethod
    def covariance(self, targets: Floats, task: Task) -> Floats:
        """Joint covariance of the curve at the targets."""

    @abstractmethod
    def draws(self, targets: Floats, count: int, seed: int, task: Task) -> Floats:
        """Joint draws of the curve about its mean, (targets, count)."""

    def draws_in(
        self, windows: Sequence[Floats], count: int, seed: int, task: Task
    ) -> list[Within]:
        """Of each window of single inputs the mean, for each column of Y, and joint draws of the
        curve about it. What the draws of two windows have to do with each other is left open."""
        seeds = np.random.default_rng([seed, 5]).integers(2**31, size=len(windows))
        found = []
        for window, own in zip(windows, seeds.tolist(), strict=True):
            task.check()
            targets = window[:, None]
            curves = self.draws(targets, count, own, task)
            found.append(Within(self.predict(targets, task)[0], curves))
        return found

    @abstractmethod
    def weights(self, task: Task) -> Floats:
        """A⁻¹ Y, (n, k)."""

    def precisions(self, task: Task) -> Floats:
        """The diagonal of A⁻¹, (n,); zero where a reading is missing.

        With the weights it leaves one out in closed form: the prediction of reading i from all the
        others has mean y_i − α_i / (A⁻¹)_ii and variance 1 / (A⁻¹)_ii, noise included.
        """
        raise NotImplementedError(f"{type(self).__name__} has no diagonal of the inverse")

    def variance_at_readings(self, inputs: Floats, task: Task) -> Floats:
        """v with d log|A| / d noise = 1/noise − v/noise², (n,); anything where a reading is
        missing: the curve's own variance at the readings, ``inputs``, where the evidence knows all
        of the curve that predictions do."""
        return self.predict(inputs, task)[1]

    def pulled(self, pull: Pull, task: Task) -> Floats:
        """Σ (W Wᵀ − B) ∘ dA, as ``gradient`` orders it, where ``pull`` gives W and B of A⁻¹; only
        where the matrix is at hand."""
        raise NotImplementedError(f"{type(self).__name__} does not hold the inverse")

    def solved(self, column: Floats, task: Task) -> Floats:
        """A⁻¹ column, zero where a reading is missing; only where a factor is at hand."""
        raise NotImplementedError(f"{type(self).__name__} does not hold a factor")

    def derivative(self, targets: Floats, order: int, task: Task) -> tuple[Floats, Floats]:
        """Mean for each column, (targets, k), and variance of the curve's derivative in time.

        An ``InputError`` where the curve has no derivative of that order.
        """
        raise InputError(
            tr(
                "The curve's derivative takes the kernel itself, not features that stand for it: "
                "choose approximation 'exact' or 'auto'."
            )
        )


def drawn_at_once(
    solution: Solution, draw: Callable[[Floats], Floats], windows: Sequence[Floats], task: Task
) -> list[Within]:
    """``Solution.draws_in`` by one ``draw`` at all inputs, where a draw costs more than those."""
    places, back = np.unique(np.concatenate([*windows, np.zeros(0)]), return_inverse=True)
    mean, curves = solution.predict(places[:, None], task)[0], draw(places[:, None])
    rows = np.split(back, np.cumsum([len(window) for window in windows]))[: len(windows)]
    return [Within(mean[some], curves[some]) for some in rows]
