"""The most probable curve where readings are not Gaussian.

About any course f of the curve a reading pulls with α = d log p/df, as a Gaussian reading f + Vα of
noise V would. Solving with such readings and looking again goes uphill in the density of curve and
readings together:

- where V is 1/curvature this is Newton's step. Of log densities that are concave in the curve there
  is one summit, and steps that would lead down are halved until they lead up.
- where readings pull as with the Gaussian noise V = r/α at the misfit r they have, it is the EM
  algorithm of a Student-t that is a mixture of Gaussians: it climbs at every step.

There may then be several summits. One climb starts where the curve settles as the noise shrinks
from a size at which there is one summit only (on drawn series as high as the best of twelve random
starts in all but one of twenty), one from running medians, which no single cloud can bend.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import TypeAlias

import numpy as np

from gpstudio.core.arrays import Flags, Floats
from gpstudio.core.inference.settling import MOST_STEPS, SETTLED, settle
from gpstudio.core.likelihoods import Likelihood, Numbers
from gpstudio.core.likelihoods.foretelling import Tilted
from gpstudio.core.likelihoods.sites import Expansion
from gpstudio.core.solvers import Solution
from gpstudio.core.task import Task

Solve: TypeAlias = Callable[[Floats, Floats], Solution]
"""A solver on the covariance of the readings: noise variances and columns to a solution."""

WINDOW = 5
"""Readings whose median is taken."""
SHRINKING = (64.0, 16.0, 4.0)
"""Times the noise, on the way down to it."""
STEPS_EACH = 2
SHORTEST = 2.0**-40
"""Share of a step that is tried last."""
CHEAP_STEPS = 20
"""With one factor, about as dear as to factor once more."""
FINE = 0.1
"""They go on until so much less is left than of steps that are over."""
LEVEL = 1e-12
"""A height that falls by less than this share of itself has not fallen."""


@dataclass(frozen=True, eq=False)
class Mode:
    """The most probable curve at each reading, and how it is pulled; where a reading is missing,
    anything, and zero."""

    curve: Floats
    pull: Floats
    height: float
    """Log density of curve and readings, but for what depends on neither."""
    steps: int
    left: float
    solution: Solution | None = None
    """Of the Gaussian readings that pull as these do at the curve, where it is known."""


@dataclass(frozen=True, eq=False)
class ModeSearch:
    """Readings about a curve, one row a reading."""

    likelihood: Likelihood
    solve: Solve
    inputs: Floats
    columns: Floats
    """The values, and each trend."""
    relative_noise: Floats
    numbers: Numbers
    start: Floats | None = None
    """A curve near the summit, where there is only one."""

    @property
    def here(self) -> Flags:
        return np.isfinite(self.relative_noise)

    def mode(self, task: Task) -> Mode:
        """The highest summit found."""
        if self.likelihood.concave:
            return self._newton(self.usual() if self.start is None else self.start, task)
        first = self.climb(self._from_more_noise(task), task)
        second = self.climb(self._from_medians(), task, first.curve)
        return max(first, second, key=lambda mode: mode.height)

    def expansion(self, curve: Floats) -> Expansion:
        """Of the readings that are there."""
        here = self.here
        return self.likelihood.expansion(
            self.columns[here, 0], curve[here], self.relative_noise[here], self.numbers
        )

    def spread_out(self, mean: Floats, variance: Floats) -> Expansion:
        """The same over a curve that is uncertain; one row a reading that is there."""
        here = self.here
        values, relative = self.columns[here, 0], self.relative_noise[here]
        return self.likelihood.spread_out(values, mean, variance, relative)

    def tilted(self, mean: Floats, variance: Floats) -> Tilted:
        """How probable readings are where the curve is normal, and what they make of it; one row a
        reading that is there."""
        here = self.here
        values, relative = self.columns[here, 0], self.relative_noise[here]
        return self.likelihood.tilted(values, mean, variance, relative, self.numbers)

    def whole(self, part: Floats, missing: float) -> Floats:
        """One row a reading, from one a reading that is there."""
        rows = np.full(len(self.columns), missing)
        rows[self.here] = part
        return rows

    def with_values(self, values: Floats) -> Floats:
        """The columns with other values."""
        return np.column_stack([values, self.columns[:, 1:]])

    def pulls(self, noise: Floats, values: Floats, task: Task) -> Floats:
        """P values for readings with so much Gaussian noise, the trends' coefficients estimated."""
        return self._pulls_of(self.solve(noise, self.with_values(values)), task)

    def _pulls_of(self, solution: Solution, task: Task) -> Floats:
        weights, quadratic = solution.weights(task), solution.quadratic
        coefficients = np.linalg.solve(quadratic[1:, 1:], quadratic[1:, 0])
        return np.asarray(weights[:, 0] - weights[:, 1:] @ coefficients)

    def climb(self, start: Floats, task: Task, known: Floats | None = None) -> Mode:
        """Uphill by EM from the curve ``start``, unless to where others have led already."""

        def ruler(curve: Floats) -> Floats:
            return np.sqrt(self.whole(self.expansion(curve).step, 1.0))

        settled = settle(lambda curve: self._step(curve, task), start, ruler, self._height, known)
        pull, curve = settled.place
        return Mode(curve, pull, self._height(settled.place), settled.steps, settled.left)

    def _newton(self, start: Floats, task: Task) -> Mode:
        """Uphill from the curve ``start``, by steps that are halved where they lead down; where a
        matrix was factored, steps with the readings' noise as it was then lead nearer first."""
        place, solution = self._solved(start, task)
        place = self._nearer(place, start, solution, task)
        height, left, count = self._height(place), np.inf, 1
        while count < MOST_STEPS:
            curve = place[1]
            ahead, solution = self._solved(curve, task)
            step, share, count = ahead - place, 1.0, count + 1
            ruler = np.sqrt(self.whole(self.expansion(curve).step, 1.0))
            left = float((abs(step[1]) / ruler)[self.here].max(initial=0.0))
            if left <= SETTLED:
                return Mode(curve, place[0], height, count, left, solution)
            lowest = height - LEVEL * abs(height)
            while not self._height(place + share * step) >= lowest and share > SHORTEST:
                share *= 0.5
            place = place + share * step
            if share == 1.0:
                place = self._nearer(place, curve, solution, task)
            height = self._height(place)
        return Mode(place[1], place[0], height, count, left)

    def _nearer(self, place: Floats, solved: Floats, solution: Solution, task: Task) -> Floats:
        """From ``place`` by steps as Gaussian readings make them whose noise is that about the
        curve ``solved``, of which the ``solution`` is there; ``place`` where they lead down."""
        if not solution.holds_inverse:
            return place
        noise = self.expansion(solved).step
        trends = solution.weights(task)[:, 1:]
        precision = solution.quadratic[1:, 1:]
        ruler = np.sqrt(self.whole(noise, 1.0))

        def again(curve: Floats) -> Floats:
            target = self.whole(curve[self.here] + noise * self.expansion(curve).pull, 0.0)
            plain = solution.solved(target, task)
            pull = plain - trends @ np.linalg.solve(precision, trends.T @ target)
            return np.array([pull, target - self.whole(noise, 0.0) * pull])

        with np.errstate(all="ignore"):
            found = settle(
                again, place[1], lambda _: ruler, most=CHEAP_STEPS, least=FINE * SETTLED
            ).place
            return found if self._height(found) >= self._height(place) else place

    def _height(self, place: Floats) -> float:
        pull, curve = place
        density = self.expansion(curve).log_density
        height = float(density.sum() - 0.5 * pull[self.here] @ curve[self.here])
        return -math.inf if math.isnan(height) else height

    def _step(self, curve: Floats, task: Task) -> Floats:
        """Pull and course of the curve that Gaussian readings which pull as these do here make."""
        return self._solved(curve, task)[0]

    def _solved(self, curve: Floats, task: Task) -> tuple[Floats, Solution]:
        task.check()
        expanded = self.expansion(curve)
        target = self.whole(curve[self.here] + expanded.step * expanded.pull, 0.0)
        solution = self.solve(self.whole(expanded.step, np.inf), self.with_values(target))
        pull = self._pulls_of(solution, task)
        return np.array([pull, target - self.whole(expanded.step, 0.0) * pull]), solution

    def usual(self) -> Floats:
        """The curve that readings one by one are likeliest under."""
        return self.whole(self.likelihood.usual(self.columns[self.here, 0]), 0.0)

    def _from_more_noise(self, task: Task) -> Floats:
        curve = self.usual()
        for times in SHRINKING:
            noisier = replace(self, relative_noise=times * self.relative_noise)
            for _ in range(STEPS_EACH):
                curve = noisier._step(curve, task)[-1]
        return curve

    def _from_medians(self) -> Floats:
        """Along the first input."""
        return self.whole(medians(self.usual()[self.here]), 0.0)


def medians(values: Floats) -> Floats:
    """Of each value and its neighbours."""
    padded = np.pad(values, WINDOW // 2, mode="edge")
    return np.asarray(np.median(np.lib.stride_tricks.sliding_window_view(padded, WINDOW), axis=1))
