"""What readings say of the curve, as Gaussians in it: the one shape for every way of inference.

A site is one reading's Gaussian in the curve at its place. Readings that scatter as a Gaussian are
their own sites. For others Laplace's approximation takes the sites about the most probable curve;
expectation propagation and variational inference would find theirs otherwise and fill the same.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from gpstudio.core.arrays import Floats


@dataclass(frozen=True, eq=False)
class Sites:
    """One row a reading. What stands for all readings together is

    exp(log_normaliser) Π N(target | curve, variance).
    """

    target: Floats
    variance: Floats
    """1/precision: infinite where a reading says nothing, as one that is missing; below zero
    where it takes away from what others say, as expectation propagation may find."""
    log_normaliser: float
    slopes: Floats
    """Of the log normaliser, in the coordinate of each number of the likelihood."""
    variance_slopes: Floats | None = None
    """Of each variance, (n, numbers); None where the one number scales them all."""

    @property
    def precision(self) -> Floats:
        return np.asarray(1.0 / self.variance)

    @property
    def present(self) -> int:
        """How many readings say something."""
        return int(np.isfinite(self.variance).sum())


@dataclass(frozen=True, eq=False)
class Expansion:
    """Readings' log densities about some course of the curve; one row a reading."""

    log_density: Floats
    pull: Floats
    """Its slope in the curve."""
    variance: Floats
    """That of the Gaussian that stands for the reading: 1/curvature, where that is above zero."""
    step: Floats
    """The same for a step uphill, towards the most probable curve."""

    def sites(self, curve: Floats) -> Sites:
        """Gaussians as high at the curve, and as steep there."""
        height = self.log_density + 0.5 * (
            self.pull**2 * self.variance + np.log(2.0 * np.pi * self.variance)
        )
        target = curve + self.variance * self.pull
        return Sites(target, self.variance, float(height.sum()), np.zeros(0))


@dataclass(frozen=True, eq=False)
class NumberSlopes:
    """Slopes in the coordinate of one number of the likelihood, the curve staying; one row a
    reading."""

    log_density: Floats
    pull: Floats
    variance: Floats


@dataclass(frozen=True, eq=False)
class ExpansionSlopes:
    """How an expansion changes as the curve and the likelihood's numbers move."""

    pull: Floats
    """In the curve; minus the curvature of the log density."""
    variance: Floats
    """Of the Gaussian's variance, in the curve."""
    in_numbers: tuple[NumberSlopes, ...]
