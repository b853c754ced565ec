"""Draws of a Markov curve as prior draws, each with what the readings say of it.

For any form, noise and number of times; what ``windows`` does is cheaper, where it has the digits.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import numpy as np

from gpstudio.core.arrays import Floats
from gpstudio.core.kernels.states.form import MarkovForm
from gpstudio.core.operators.markov import outputs_of
from gpstudio.core.solvers.markov.draws import prior_curves
from gpstudio.core.solvers.markov.passes import FEW_COLUMNS
from gpstudio.core.task import Task

if TYPE_CHECKING:
    from gpstudio.core.solvers.kalman import KalmanSolution

NUMBERS_AT_ONCE = 2_000_000
"""Values of draws held at once."""
DRAWS_AT_ONCE = 64


def corrected(
    solution: KalmanSolution, targets: Floats, count: int, seed: int, task: Task
) -> Floats:
    """Joint draws about the mean, (targets, count)."""
    time, noise = solution.time, solution.noise
    both = np.concatenate([time, targets[:, 0]])
    order = np.argsort(both, kind="stable")
    outputs = None
    if solution.outputs is not None:
        outputs = np.concatenate([solution.outputs, outputs_of(targets)])[order]
    back = np.argsort(order, kind="stable")
    normals = np.random.default_rng([seed, 1])

    def smoother(form: MarkovForm, times: Floats, noise: Floats, columns: Floats) -> Floats:
        alone = type(solution)(form, times, noise, columns, task, outputs)
        rows = times[:, None] if outputs is None else np.column_stack([times, outputs])
        return alone.predict(rows, task)[0]

    scale = np.sqrt(np.where(np.isinf(noise), 0.0, noise))[:, None]
    result = np.empty((len(targets), count))
    for start, stop in chunks(len(time), count):
        task.check()
        width = stop - start
        own = [seed, 2, start]
        curves = prior_curves(solution.form, both[order], width, own, smoother, task, outputs)[back]
        at_readings, at_targets = curves[: len(time)], curves[len(time) :]
        readings = at_readings + scale * normals.standard_normal((len(time), width))
        result[:, start:stop] = at_targets - smoothed(solution, readings, targets, task)
    return result


def smoothed(solution: KalmanSolution, columns: Floats, targets: Floats, task: Task) -> Floats:
    """The posterior mean at ``targets`` had the readings been each of ``columns``.

    As many columns as passes are not compiled for: a lone last draw need not wait for that.
    """
    spare = max(0, FEW_COLUMNS + 1 - columns.shape[1])
    padded = np.pad(columns, ((0, 0), (0, spare)))
    again = type(solution)(
        solution.form, solution.time, solution.noise, padded, task, solution.outputs
    )
    return again.predict(targets, task)[0][:, : columns.shape[1]]


def chunks(n: int, count: int) -> Iterator[tuple[int, int]]:
    """So many of ``count`` columns of n readings at a time."""
    width = max(4, min(DRAWS_AT_ONCE, NUMBERS_AT_ONCE // max(n, 1)))
    for start in range(0, count, width):
        yield start, min(start + width, count)
