"""Savitzky & Golay (1964), for vegetation series as in Chen et al. (2004), Remote Sensing of
Environment 91."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from gpstudio.core.arrays import Floats
from gpstudio.core.errors import InputError
from gpstudio.core.spec import Parameter, Spec, integer, yes_or_no
from gpstudio.core.task import Task
from gpstudio.phenology.rivals.grid import MOST, Grid
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

HALF_WINDOW = 4
"""Steps to either side when no window is named: Chen's m."""
ROUNDS = 3
MOST_ENVELOPES = 20


@METHODS.register
@dataclass(frozen=True)
class SavitzkyGolay(Method):
    """The filter wants even steps: readings are joined by lines and read off at the usual gap
    between them. An outlying or light reading is first moved towards the curve, by as much as
    robust weighing would let go of it."""

    window: float | None = None
    degree: float = 2
    envelope: str = "no"

    spec: ClassVar[Spec] = Spec(
        "savitzky_golay",
        tr("Savitzky–Golay filter (Chen 2004)"),
        tr(
            "A polynomial through the neighbours of each day, on even steps read off "
            "between readings."
        ),
        (
            Parameter(
                "window",
                tr("Window"),
                tr("Time that each polynomial covers; nine usual gaps if left out."),
                unit="input",
            ),
            integer("degree", tr("Degree"), tr("Of the polynomial."), 2, 1, 6),
            yes_or_no(
                "envelope",
                tr("Envelope"),
                tr("Whether it climbs to the readings' upper edge, as Chen does against clouds."),
            ),
        ),
        tr("value at each step of the least-squares polynomial through the window about it"),
    )
    by_season: ClassVar[bool] = False

    def of(self, readings: Clean, season: Season | None, task: Task) -> Rival:
        degree = int(self.degree)
        refuse_fewer(self.spec, readings, degree + 3)
        grid, half = self._steps(readings)
        if 2 * half <= degree:
            raise InputError(
                tr(
                    "The window of '{title}' holds {steps} steps, too few for degree "
                    "{degree}: widen the window or lower the degree.",
                    title=self.spec.title,
                    steps=2 * half + 1,
                    degree=degree,
                )
            )
        trusted = np.minimum(readings.weight / np.median(readings.weight), 1.0)
        heights, kept = self._filtered(grid, readings, trusted, half, task)
        if self.envelope == "yes":
            heights = enveloped(heights, _even(grid, readings, readings.value), half, degree)
        residual = readings.value - grid.read(heights)
        share = float(smoother_row(half, degree)[half])
        std = scatter(residual, readings.weight * kept, share * len(readings))
        found = (
            RivalFit("window", tr("Window"), (2 * half + 1) * grid.step, "time"),
            RivalFit("step", tr("Step of the grid"), grid.step, "time"),
        )
        return Rival(self.spec.name, grid.curve(heights), found, std, True)

    def _steps(self, readings: Clean) -> tuple[Grid, int]:
        days = np.unique(readings.time)
        step = max(float(np.median(np.diff(days))), float(days[-1] - days[0]) / MOST)
        grid = Grid.of(readings.time, step)
        half = HALF_WINDOW if self.window is None else round((self.window / step - 1.0) / 2.0)
        return grid, int(min(half, (grid.size - 1) // 2))

    def _filtered(
        self, grid: Grid, readings: Clean, trusted: Floats, half: int, task: Task
    ) -> tuple[Floats, Floats]:
        degree = int(self.degree)
        value = readings.value
        kept = np.ones_like(value)
        heights = filtered(_even(grid, readings, value), half, degree)
        for _ in range(ROUNDS):
            task.check()
            residual = readings.value - grid.read(heights)
            scale = spread(residual, 1e-3 * (float(np.ptp(readings.value)) or 1.0))
            kept = BIWEIGHT.weight(residual / scale)
            value = readings.value - (1.0 - kept * trusted) * residual
            heights = filtered(_even(grid, readings, value), half, degree)
        return heights, np.asarray(np.maximum(kept, 1e-6))


def _even(grid: Grid, readings: Clean, value: Floats) -> Floats:
    """Readings of one time count as their mean."""
    days, which = np.unique(readings.time, return_inverse=True)
    mean = np.bincount(which, value) / np.bincount(which)
    return np.asarray(np.interp(grid.time, days, mean))


def smoother_row(half: int, degree: int) -> Floats:
    """What the middle of a window takes of each of its points."""
    basis = _basis(half, degree)
    return np.asarray(basis @ basis[half])


def _basis(half: int, degree: int) -> Floats:
    """Orthonormal polynomials: B Bᵀ takes a window to its polynomial."""
    powers = np.vander(np.arange(-half, half + 1) / max(half, 1), degree + 1, increasing=True)
    return np.asarray(np.linalg.qr(powers)[0])


def filtered(even: Floats, half: int, degree: int) -> Floats:
    """Both ends take the polynomial of the first and last whole window."""
    basis = _basis(half, degree)
    found = np.convolve(even, basis @ basis[half], mode="same")
    width = 2 * half + 1
    found[:half] = basis[:half] @ (basis.T @ even[:width])
    found[len(even) - half :] = basis[half + 1 :] @ (basis.T @ even[-width:])
    return np.asarray(found)


def enveloped(trend: Floats, even: Floats, half: int, degree: int) -> Floats:
    """Chen's iteration, with one window throughout: points below the trend are lifted onto it and
    all are filtered again, while the distance to the points above, which count most, gets less."""
    gap = np.abs(even - trend)
    weight = np.where(even >= trend, 1.0, 1.0 - gap / max(float(gap.max()), 1e-300))
    best, fitted, least = trend, trend, np.inf
    for _ in range(MOST_ENVELOPES):
        fitted = filtered(np.maximum(even, fitted), half, degree)
        index = float(np.abs(fitted - even) @ weight)
        if index >= least:
            break
        best, least = fitted, index
    return best
