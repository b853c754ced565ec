"""Inducing inputs moved to where the bound is highest, at fixed numbers of kernel and noise."""

from __future__ import annotations

import math

import numpy as np

from gpstudio.core.approximations.inducing.bounds import InducedCovariance
from gpstudio.core.approximations.registered import Evidence, Ground
from gpstudio.core.arrays import Floats
from gpstudio.core.errors import InputError
from gpstudio.core.task import Task

MOST_STEPS = 50
"""All readings are looked at in each; learning comes back with better numbers anyway."""
WALL = 1e9
"""Stands, times the best value so far, where a place has no bound: see ``learning.climb``."""


def climbed(
    covariance: type[InducedCovariance],
    ground: Ground,
    evidence: Evidence,
    starts: list[Floats],
    task: Task,
) -> Floats:
    """From the best of the starts; never to a lower bound than all of theirs."""
    from scipy.optimize import minimize

    way = _Way(covariance, ground, evidence, starts[0].shape, task)
    for start in starts:
        way.look(start)
    if not math.isfinite(way.highest):
        raise InputError(
            "The bound of 'inducing' is no number at any of the inputs it starts from: raise the "
            "noise, or choose approximation 'exact' with fewer readings."
        )
    minimize(
        way.downhill,
        (way.best / way.units).ravel(),
        jac=True,
        method="L-BFGS-B",
        options={"maxiter": MOST_STEPS, "ftol": 1e-10, "gtol": 1e-5},
    )
    return way.best


class _Way:
    """The bound as a function of the places; remembers the highest."""

    def __init__(
        self,
        covariance: type[InducedCovariance],
        ground: Ground,
        evidence: Evidence,
        shape: tuple[int, ...],
        task: Task,
    ) -> None:
        self._covariance, self._ground, self._evidence = covariance, ground, evidence
        self._shape, self._task = shape, task
        spread = ground.inputs.std(axis=0)
        self.units = np.where(spread > 0.0, spread, 1.0)
        self.highest = -math.inf
        self.best = np.zeros(shape)

    def look(self, places: Floats) -> tuple[float, Floats]:
        """The bound and its slopes there."""
        ground = self._ground
        operator = self._covariance(ground.kernel, ground.inputs, places, by_place=True)
        try:
            value, gradient = self._evidence(operator)
        except InputError:
            return math.nan, np.zeros(places.shape)
        slopes = gradient[:-1].reshape(places.shape)
        if not np.isfinite(slopes).all():
            return math.nan, np.zeros(places.shape)
        if value > self.highest:
            self.highest, self.best = value, places.copy()
        return value, slopes

    def downhill(self, steps: Floats) -> tuple[float, Floats]:
        self._task.check()
        value, slopes = self.look(steps.reshape(self._shape) * self.units)
        if not math.isfinite(value):
            return WALL * max(1.0, abs(self.highest)), np.zeros(len(steps))
        return -value, -(slopes * self.units).ravel()
