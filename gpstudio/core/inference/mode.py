"""The most probable curve where readings are not Gaussian.

Readings pull as with the Gaussian noise 1/ω, ω = pull/r, at the misfit r they have. Solving with it
and looking again climbs the density of curve and readings at every step, being the EM algorithm of
a Student-t that is a mixture of Gaussians.

There may be several summits. One climb starts where the curve settles as the noise shrinks from a
size at which there is one summit only (on drawn series as high as the best of twelve random starts
in all but one of twenty), one from running medians, which no single cloud can bend.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from gpstudio.core.arrays import Flags, Floats
from gpstudio.core.inference.settling import settle
from gpstudio.core.likelihoods.registered import Solve
from gpstudio.core.likelihoods.student_t import StudentT
from gpstudio.core.task import Task

WINDOW = 5
"""Readings whose median is taken."""
SHRINKING = (64.0, 16.0, 4.0)
"""Times the noise, on the way down to it."""
STEPS_EACH = 2


@dataclass(frozen=True, eq=False)
class Mode:
    """What the most probable curve leaves of each reading; nought where one is missing."""

    misfit: Floats
    pull: Floats
    height: float
    """Log density of curve and readings, but for what depends on neither."""
    steps: int
    left: float


@dataclass(frozen=True, eq=False)
class Robust:
    """Readings about a curve, one row a reading."""

    likelihood: StudentT
    solve: Solve
    inputs: Floats
    columns: Floats
    """The values, and each trend."""
    relative_noise: Floats
    noise: float

    @property
    def here(self) -> Flags:
        return np.isfinite(self.relative_noise)

    @property
    def scale(self) -> Floats:
        return self.noise * self.relative_noise

    def mode(self, task: Task) -> Mode:
        """The highest summit found."""
        first = self.climb(self._from_more_noise(task), task)
        second = self.climb(self._from_medians(), task, first.misfit)
        return max(first, second, key=lambda mode: mode.height)

    def standing(self, mode: Mode, noise: Floats) -> Floats:
        """The columns with Gaussian readings that have the same mode in place of the values."""
        columns, here = self.columns.copy(), self.here
        columns[here, 0] += noise[here] * mode.pull[here] - mode.misfit[here]
        return columns

    def pulling_noise(self, misfit: Floats) -> Floats:
        """1/ω of every reading; infinite where one is missing."""
        noise, here = np.full(len(misfit), np.inf), self.here
        noise[here] = self.likelihood.pulling_noise(misfit[here], self.scale[here])
        return noise

    def pulls(self, noise: Floats, values: Floats, task: Task) -> Floats:
        """P values for readings with so much Gaussian noise, the trends' coefficients estimated."""
        solution = self.solve(noise, np.column_stack([values, self.columns[:, 1:]]))
        weights, quadratic = solution.weights(task), solution.quadratic
        coefficients = np.linalg.solve(quadratic[1:, 1:], quadratic[1:, 0])
        return np.asarray(weights[:, 0] - weights[:, 1:] @ coefficients)

    def climb(self, start: Floats, task: Task, known: Floats | None = None) -> Mode:
        """Uphill from the misfits ``start``, unless to where others have led already."""
        here, scale, values = self.here, self.scale[self.here], self.columns[:, 0]

        def height(place: Floats) -> float:
            pull, misfit = place[:, here]
            density = self.likelihood.log_density(misfit, scale)
            return float(density.sum() - 0.5 * pull @ (values[here] - misfit))

        def ruler(misfit: Floats) -> Floats:
            return np.sqrt(np.where(here, self.pulling_noise(misfit), 1.0))

        settled = settle(lambda misfit: self._step(misfit, task), start, ruler, height, known)
        pull, misfit = settled.place
        return Mode(misfit, pull, height(settled.place), settled.steps, settled.left)

    def _step(self, misfit: Floats, task: Task) -> Floats:
        """Pull and misfit of the curve that readings as noisy as they look make."""
        task.check()
        noise = self.pulling_noise(misfit)
        pull = self.pulls(noise, self.columns[:, 0], task)
        return np.array([pull, np.where(self.here, noise, 0.0) * pull])

    def _from_more_noise(self, task: Task) -> Floats:
        misfit = np.zeros(len(self.columns))
        for times in SHRINKING:
            noisier = replace(self, noise=times * self.noise)
            for _ in range(STEPS_EACH):
                misfit = noisier._step(misfit, task)[-1]
        return misfit

    def _from_medians(self) -> Floats:
        """Along the first input."""
        here = self.here
        values = self.columns[here, 0]
        reach = WINDOW // 2
        padded = np.pad(values, reach, mode="edge")
        windows = np.lib.stride_tricks.sliding_window_view(padded, WINDOW)
        misfit = np.zeros(len(here))
        misfit[here] = values - np.median(windows, axis=1)
        return misfit
