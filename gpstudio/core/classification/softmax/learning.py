"""Kernels, learner and readings of classes to a posterior of their curves."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, TypeAlias

import numpy as np

from gpstudio.core.arrays import Floats
from gpstudio.core.classification.softmax.evidence import Evidence
from gpstudio.core.classification.softmax.mode import Labelled
from gpstudio.core.classification.softmax.nearest import WHILE_LEARNING, Nearest
from gpstudio.core.classification.softmax.posterior import (
    Conditioned,
    Member,
    SoftmaxPosterior,
)
from gpstudio.core.kernels import Kernel
from gpstudio.core.kernels.kernel import each_with
from gpstudio.core.learning.free_numbers import FreeNumbers
from gpstudio.core.learning.learner import Learner, Learnt, Search
from gpstudio.core.learning.starts import Scales
from gpstudio.core.operators.dense import DenseCovariance
from gpstudio.core.task import QUIET, Task

Gaussian: TypeAlias = Literal["laplace", "variational"]
"""In place of the posterior: that about the mode, or the nearest."""
LEVEL = 10.0
"""The variance of what a curve swings about, where that is not zero: rare classes may be rarer
than a kernel's own swing would have it."""
SWING = 2.0
"""What is held likely of a curve's standard deviation: that of most classes' log odds."""


@dataclass(frozen=True, eq=False)
class SoftmaxFit:
    posterior: SoftmaxPosterior
    learnt: Learnt
    kernels: tuple[Kernel, ...]
    """With the mode's numbers."""
    conditioned: Conditioned
    """With these."""


class SoftmaxProblem:
    """The log evidence of the classes as a function of the free numbers' coordinates."""

    def __init__(
        self, kernel: Kernel, inputs: Floats, labelled: Labelled, level: float, own: bool,
        by: Gaussian, ending: Gaussian, task: Task,
    ) -> None:  # fmt: skip
        """``own``: a kernel's numbers for each class, else the same for all. Numbers are
        judged ``by`` one Gaussian in place of the posterior, and what they make of the readings is
        found by the ``ending``."""
        self._kernel, self._inputs, self._labelled = kernel, inputs, labelled
        self._level, self._task = level, task
        kernels = labelled.ones.shape[1] if own else 1
        swings = SWING * np.resize([1.0, -1.0], len(inputs))
        scales = Scales.of(inputs, swings, swing=SWING, known=True)
        self.numbers = FreeNumbers(kernel.settings * kernels, scales)
        self._by, self._ending = by, ending
        self._last: Conditioned | None = None
        """What was found last: the next one is near."""

    def search(self, seed: int) -> Search:
        free = self.numbers
        low, high = free.span
        return Search(
            self._evaluate,
            free.starts(),
            low=low,
            high=high,
            seed=seed,
            prior=free.prior,
            written=free.written_prior,
            units=free.units,
            names=free.names,
            readings=len(self._inputs),
            walled=free.walled,
            height=lambda coordinates: self._near(coordinates).log_evidence,
        )

    def kernels(self, coordinates: Floats) -> tuple[Kernel, ...]:
        return each_with(self._kernel, self.numbers.at(coordinates))

    def conditioned(self, coordinates: Floats) -> Conditioned:
        """Found from nowhere, so that it does not hang on what was asked before."""
        return self._from(coordinates, None, self._ending)

    def _near(self, coordinates: Floats) -> Conditioned:
        self._last = self._from(coordinates, self._last, self._by)
        return self._last

    def _from(self, coordinates: Floats, last: Conditioned | None, by: Gaussian) -> Conditioned:
        matrices = [self._matrix(kernel) for kernel in self.kernels(coordinates)]
        labelled, classes = self._labelled, self._labelled.ones.shape[1]
        covariances = [matrices[place % len(matrices)] for place in range(classes)]
        if by == "variational":
            if not isinstance(last, Nearest):
                return Nearest.of(covariances, labelled, None, self._task)
            begun = last.pull, last.precision
            return Nearest.of(covariances, labelled, begun, self._task, WHILE_LEARNING)
        start = np.zeros_like(labelled.ones) if last is None else last.pull
        return Evidence.of(covariances, labelled, start, self._task)

    def _matrix(self, kernel: Kernel) -> Floats:
        matrix = DenseCovariance(kernel, self._inputs).entries(self._task)
        matrix += self._level
        return matrix

    def _evaluate(self, coordinates: Floats) -> tuple[float, Floats]:
        found, kernels = self._near(coordinates), self.kernels(coordinates)
        pulls: Sequence[Floats] = found.pulls(self._task)
        if len(kernels) == 1:
            pulls = [np.asfortranarray(sum(pulls))]
        none = np.zeros((len(self._inputs), 1))
        slopes = [
            DenseCovariance(kernel, self._inputs).pulled(none, -pull, self._task)
            for kernel, pull in zip(kernels, pulls, strict=True)
        ]
        return found.log_evidence, np.concatenate(slopes)[self.numbers.places]


def learn(
    kernel: Kernel, learner: Learner, inputs: Floats, labelled: Labelled, *,
    level: float = LEVEL, own: bool = False, learning: Gaussian = "laplace",
    ending: Gaussian = "variational", seed: int = 0,
    task: Task = QUIET,
) -> SoftmaxFit:  # fmt: skip
    problem = SoftmaxProblem(kernel, inputs, labelled, level, own, learning, ending, task)
    learnt = learner.learn(problem.search(seed), task)
    at_mode = problem.conditioned(learnt.logs)
    points = learnt.logs[None] if learnt.points is None else learnt.points
    weights = np.full(len(points), 1.0 / len(points)) if learnt.weights is None else learnt.weights
    members = tuple(
        Member(
            float(weight),
            problem.kernels(point),
            at_mode if learnt.points is None else problem.conditioned(point),
        )
        for point, weight in zip(points, weights, strict=True)
    )
    posterior = SoftmaxPosterior(inputs, level, members)
    return SoftmaxFit(posterior, learnt, problem.kernels(learnt.logs), at_mode)
