"""Hamiltonian Monte Carlo within bounds, preconditioned by the curvature at the mode.

A coordinate between its bounds is θ = low + (high − low)/(1 + e^{−z}); z is free, and the density
of z carries the factor dθ/dz. With the curvature's root L, z = mode + L w has about the unit
normal density; a trajectory of random length then forgets where it began in a handful of leapfrog
steps. The step's size is found in the warm-up by dual averaging (Hoffman & Gelman 2014) so that
four in five proposals are taken.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from gpstudio.core.arrays import Floats
from gpstudio.core.errors import InputError
from gpstudio.core.learning.learner import Evaluate
from gpstudio.core.task import Task

TAKEN = 0.8
LONGEST_WAY = math.pi
SHORTEST_STEP, LONGEST_STEP = 0.02, 2.0
MOST_LEAPS = 20
DIFFERENCE = 1e-3
FLATTEST, STEEPEST = 0.05, 1e6
PRIOR_WORTH = 20.0
"""How many draws of the warm-up the curvature at the mode counts for in the covariance."""


class Inside:
    """A density within bounds as one of free coordinates; counts its evaluations."""

    def __init__(self, density: Evaluate, low: Floats, high: Floats, task: Task) -> None:
        self._density, self._task = density, task
        self._low, self._width = low, high - low
        self._moving = self._width > 0.0
        self.size = int(self._moving.sum())
        self.evaluations = 0

    def at(self, z: Floats) -> Floats:
        """θ of z; the last axis is the coordinates'."""
        theta = np.broadcast_to(self._low, (*z.shape[:-1], len(self._low))).copy()
        theta[..., self._moving] += self._width[self._moving] * _sigmoid(z)
        return theta

    def of(self, theta: Floats) -> Floats:
        """z of θ; a bound is drawn in a little."""
        share = (theta - self._low)[self._moving] / self._width[self._moving]
        share = np.clip(share, 1e-3, 1.0 - 1e-3)
        return np.asarray(np.log(share / (1.0 - share)))

    def __call__(self, z: Floats) -> tuple[float, Floats]:
        """Log density and slope; minus infinity where it is no number."""
        self._task.check()
        self.evaluations += 1
        share = _sigmoid(z)
        steep = share * (1.0 - share)
        if not steep.all():
            return -math.inf, np.zeros_like(z)
        try:
            value, slope = self._density(self.at(z))
        except InputError:
            return -math.inf, np.zeros_like(z)
        if not (math.isfinite(value) and np.isfinite(slope).all()):
            return -math.inf, np.zeros_like(z)
        inner = slope[self._moving] * self._width[self._moving] * steep
        return value + float(np.log(steep).sum()), inner + 1.0 - 2.0 * share

    def mode(self, z: Floats) -> Floats:
        """The highest place near ``z``."""
        from scipy.optimize import minimize

        def downhill(z: Floats) -> tuple[float, Floats]:
            value, slope = self(z)
            return (-value, -slope) if math.isfinite(value) else (1e12, np.zeros_like(z))

        found: Floats = minimize(downhill, z, jac=True, method="L-BFGS-B").x
        return found if self(found)[0] >= self(z)[0] else z

    def root(self, z: Floats) -> Floats:
        """L with L Lᵀ the inverse of the curvature at ``z``, which is taken within limits."""
        curvature = np.empty((self.size, self.size))
        for place in range(self.size):
            ahead, behind = z.copy(), z.copy()
            ahead[place] += DIFFERENCE
            behind[place] -= DIFFERENCE
            curvature[place] = (self(behind)[1] - self(ahead)[1]) / (2.0 * DIFFERENCE)
        values, vectors = np.linalg.eigh(0.5 * (curvature + curvature.T))
        values = np.clip(np.nan_to_num(values), FLATTEST, STEEPEST)
        return np.asarray(vectors / np.sqrt(values))


@dataclass(frozen=True, eq=False)
class SampleChain:
    draws: Floats
    """(samples, coordinates), of z."""
    taken: float
    """The share of proposals taken."""


def run_chain(
    density: Inside,
    mode: Floats,
    root: Floats,
    samples: int,
    warm_up: int,
    random: np.random.Generator,
) -> SampleChain:
    """One chain, begun away from the mode."""
    walk = _Walk(density, root, _begin(density, mode, root, random), random)
    half = warm_up // 2
    early = walk.run(half, learn=True)
    if half > 2 * density.size:
        off = early[half // 4 :] - early[half // 4 :].mean(axis=0)
        pooled = off.T @ off + PRIOR_WORTH * (root @ root.T)
        walk.root = np.linalg.cholesky(pooled / (len(off) + PRIOR_WORTH))
    walk.forget()
    walk.run(warm_up - half, learn=True)
    walk.settle()
    draws = walk.run(samples, learn=False)
    return SampleChain(draws, walk.taken / max(samples, 1))


def _begin(
    density: Inside, mode: Floats, root: Floats, random: np.random.Generator
) -> tuple[Floats, float, Floats]:
    """Some way from the mode, wider than the density, where it is a number."""
    away = 1.5 * root @ random.standard_normal(density.size)
    for _ in range(20):
        value, slope = density(mode + away)
        if math.isfinite(value):
            return mode + away, value, slope
        away = 0.5 * away
    return mode, *density(mode)


class _Walk:
    """The state of a chain and its step."""

    def __init__(
        self,
        density: Inside,
        root: Floats,
        begin: tuple[Floats, float, Floats],
        random: np.random.Generator,
    ) -> None:
        self._density, self._random = density, random
        self.root = root
        self._z, self._value, self._slope = begin
        self._step = 0.8
        self.forget()
        self.taken = 0.0

    def run(self, count: int, learn: bool) -> Floats:
        draws = np.empty((count, self._density.size))
        self.taken = 0.0
        for place in range(count):
            chance = self._propose()
            if learn:
                self._adapt(chance)
            draws[place] = self._z
        return draws

    def forget(self) -> None:
        """Seek the step anew: what the way in from the start needed says little."""
        self._smooth, self._error, self._count = 0.0, 0.0, 0

    def settle(self) -> None:
        """Keep the smoothed step from here on."""
        if self._count:
            self._step = math.exp(self._smooth)

    def _propose(self) -> float:
        """One trajectory; the chance with which its end is taken."""
        momentum = self._random.standard_normal(self._density.size)
        step = self._step * self._random.uniform(0.9, 1.1)
        way = self._random.uniform(0.2, 1.0) * LONGEST_WAY
        leaps = min(max(1, math.ceil(way / step)), MOST_LEAPS)
        lot = self._random.random()
        energy = self._value - 0.5 * float(momentum @ momentum)
        z, value, slope = self._z, self._value, self._slope
        for _ in range(leaps):
            momentum = momentum + 0.5 * step * (self.root.T @ slope)
            z = z + step * (self.root @ momentum)
            value, slope = self._density(z)
            if not math.isfinite(value):
                return 0.0
            momentum = momentum + 0.5 * step * (self.root.T @ slope)
        chance = math.exp(min(0.0, value - 0.5 * float(momentum @ momentum) - energy))
        if lot < chance:
            self._z, self._value, self._slope = z, value, slope
            self.taken += 1.0
        return chance

    def _adapt(self, chance: float) -> None:
        self._count += 1
        late = 1.0 / (self._count + 10.0)
        self._error += late * (TAKEN - chance - self._error)
        log_step = -math.sqrt(self._count) / 0.05 * self._error
        log_step = min(max(log_step, math.log(SHORTEST_STEP)), math.log(LONGEST_STEP))
        weight = self._count**-0.75
        self._smooth += weight * (log_step - self._smooth)
        self._step = math.exp(log_step)


def _sigmoid(z: Floats) -> Floats:
    return np.asarray(0.5 * (1.0 + np.tanh(0.5 * z)))
