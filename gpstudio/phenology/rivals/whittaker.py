"""The Whittaker smoother of Eilers (2003), Analytical Chemistry 75."""

from __future__ import annotations

from dataclasses import dataclass
from math import comb
from typing import ClassVar, NamedTuple

import numpy as np

from gpstudio.core.arrays import Floats, Integers
from gpstudio.core.spec import Parameter, Spec, integer
from gpstudio.core.task import Task
from gpstudio.phenology.rivals.grid import Grid
from gpstudio.phenology.rivals.losses import BIWEIGHT, spread
from gpstudio.phenology.rivals.rival import (
    METHODS,
    Clean,
    Method,
    Rival,
    RivalFit,
    refuse_fewer,
    scatter,
)
from gpstudio.phenology.season import Season
from gpstudio.translation import tr

CANDIDATES = 10.0 ** np.arange(-1.0, 9.1, 0.5)
"""Smoothnesses that leave-one-out chooses from, in steps of the grid to the power 2·order."""
ROUNDS = 4
"""Times that readings are weighed by how far they lie from the curve."""


class Smooth(NamedTuple):
    heights: Floats
    """The curve on the grid."""
    leverage: Floats
    """How much of its own reading the curve holds, for each reading."""


@METHODS.register
@dataclass(frozen=True)
class Whittaker(Method):
    """Readings may lie anywhere: the curve is a number a day, joined by lines, and days without
    a reading have weight zero, which is how Eilers treats missing ones."""

    smoothness: float | None = None
    order: float = 2

    spec: ClassVar[Spec] = Spec(
        "whittaker",
        tr("Whittaker smoother (Eilers 2003)"),
        tr("Weighs closeness to the readings against roughness; outliers are weighed down."),
        (
            Parameter(
                "smoothness",
                tr("Smoothness"),
                tr(
                    "How much roughness counts, λ, for steps of a day; if left out, what foretells "
                    "left-out readings best."
                ),
                low=1e-6,
            ),
            integer(
                "order", tr("Order"), tr("Of the differences that measure roughness."), 2, 1, 3
            ),
        ),
        tr("minimise Σ w·(y − z)² + smoothness·Σ (Δ^order z)² over a value z for each day"),
    )
    by_season: ClassVar[bool] = False

    def of(self, readings: Clean, season: Season | None, task: Task) -> Rival:
        order = int(self.order)
        refuse_fewer(self.spec, readings, order + 2)
        grid = Grid.daily(readings.time)
        counted = readings.weight
        for _ in range(ROUNDS):
            chosen = self._chosen(grid, readings, counted, task)
            smooth = smoothed(grid, readings.value, counted, chosen, order)
            residual = readings.value - grid.read(smooth.heights)
            far = np.sqrt(readings.weight) * residual
            scale = spread(far, 1e-3 * (float(np.ptp(readings.value)) or 1.0))
            counted = readings.weight * np.maximum(BIWEIGHT.weight(far / scale), 1e-6)
        smooth = smoothed(grid, readings.value, counted, chosen, order)
        residual = readings.value - grid.read(smooth.heights)
        std = scatter(residual, counted, float(smooth.leverage.sum()))
        found = (
            RivalFit("smoothness", tr("Smoothness"), chosen, ""),
            RivalFit("freedom", tr("Numbers it is worth"), float(smooth.leverage.sum()), ""),
        )
        return Rival(self.spec.name, grid.curve(smooth.heights), found, std, True)

    def _chosen(self, grid: Grid, readings: Clean, counted: Floats, task: Task) -> float:
        """What is written, else the candidate that foretells left-out readings best."""
        if self.smoothness is not None:
            return self.smoothness
        errors = []
        for candidate in CANDIDATES:
            task.check()
            smooth = smoothed(grid, readings.value, counted, float(candidate), int(self.order))
            residual = readings.value - grid.read(smooth.heights)
            left_out = residual / np.maximum(1.0 - smooth.leverage, 1e-6)
            errors.append(float(counted @ left_out**2))
        return float(CANDIDATES[int(np.argmin(errors))])


def smoothed(grid: Grid, value: Floats, weight: Floats, smoothness: float, order: int) -> Smooth:
    """One solve of the normal equations, which are banded because a reading touches two days."""
    from gpstudio.phenology.rivals.banded import factored, inverse_band, solved

    size, left, share = grid.size, grid.left, grid.share
    band = smoothness * penalty(size, order)
    np.add.at(band[0], left, weight * (1.0 - share) ** 2)
    np.add.at(band[0], left + 1, weight * share**2)
    np.add.at(band[1], left, weight * share * (1.0 - share))
    right = np.zeros(size)
    np.add.at(right, left, weight * (1.0 - share) * value)
    np.add.at(right, left + 1, weight * share * value)
    band[0] += 1e-12 * band[0].max()
    factor = factored(band)
    inverse = inverse_band(factor)
    return Smooth(solved(factor, right), weight * _quadratic(inverse, left, share))


def penalty(size: int, order: int) -> Floats:
    """ΔᵀΔ as a band."""
    signs = [(-1.0) ** (order - k) * comb(order, k) for k in range(order + 1)]
    band = np.zeros((order + 1, size))
    rows = size - order
    for j in range(order + 1):
        for k in range(j, order + 1):
            band[k - j, j : j + rows] += signs[j] * signs[k]
    return band


def _quadratic(inverse: Floats, left: Integers, share: Floats) -> Floats:
    """aᵀ·M⁻¹·a for each reading, a being its shares of the two days it lies between."""
    here, there, both = inverse[0, left], inverse[0, left + 1], inverse[1, left]
    return np.asarray(
        (1.0 - share) ** 2 * here + share**2 * there + 2.0 * share * (1.0 - share) * both
    )
