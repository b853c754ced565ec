"""What a likelihood is, and the registry of them."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, ClassVar, TypeAlias

import numpy as np

from gpstudio.core.arrays import Floats
from gpstudio.core.registry import Registry
from gpstudio.core.spec import Setting, Spec
from gpstudio.core.task import Task

if TYPE_CHECKING:
    from gpstudio.core.inference.evidence import Trended
    from gpstudio.core.solvers import Solution

Solve: TypeAlias = "Callable[[Floats, Floats], Solution]"
"""A solver on the covariance of the readings: noise variances and columns to a solution."""


class Likelihood:
    """How readings arise from the curve."""

    spec: ClassVar[Spec]
    closed: ClassVar[bool] = True
    """Whether one solution conditions the curve; else each takes a search of its own."""
    noise: Setting

    def condition(
        self,
        solve: Solve,
        inputs: Floats,
        columns: Floats,
        relative_noise: Floats,
        noise: float,
        task: Task,
    ) -> Trended:
        """The curve given its readings; ``columns`` are their values and each trend.

        Exact for readings that are Gaussian about the curve; others approximate.
        """
        from gpstudio.core.inference.evidence import Trended

        weights = 1.0 / relative_noise[np.isfinite(relative_noise)]
        return Trended.of(solve(noise * relative_noise, columns), weights, noise)

    def variance(self, noise: float) -> float:
        """Of a reading of weight one about the curve."""
        return noise

    def half_width(self, curve_variance: Floats, noise: float, probability: float) -> Floats:
        """How far from the curve's mean a new reading lies at most, with that probability."""
        from scipy.special import ndtri

        return np.asarray(np.sqrt(curve_variance + noise) * ndtri(0.5 * (1.0 + probability)))

    def foretold(self, off: Floats, curve_variance: Floats, noise: Floats) -> tuple[Floats, Floats]:
        """Of readings so far off the curve's mean: log density, and how far off a standard normal
        is as rarely."""
        variance = curve_variance + noise
        log_density = -0.5 * (off**2 / variance + np.log(2.0 * np.pi * variance))
        return np.asarray(log_density), np.asarray(off / np.sqrt(variance))


LIKELIHOODS: Registry[type[Likelihood]] = Registry("likelihood")
