"""The state-space solver's passes, at a length and a ratio of noise to signal."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Any

import numpy as np

from gpstudio.core.inference.one_matern.data import COLUMNS
from gpstudio.core.kernels.states.form import TERMS
from gpstudio.core.solvers.kalman import QUIET_NOISE
from gpstudio.core.solvers.markov.passes import fixed_passes
from gpstudio.core.solvers.markov.rows import NO_ROWS
from gpstudio.core.solvers.markov.shape import small
from gpstudio.core.solvers.markov.slopes import Slopes
from gpstudio.core.solvers.markov.targets import NO_TARGETS

NO_STORE = np.empty((0, 0))


@lru_cache(maxsize=8)
def forward_for(D: int) -> Callable[..., tuple[float, float, float, float]]:
    run = fixed_passes(D, COLUMNS, False).forward

    @small
    def forward(length: float, ratio: float, room: Any, keep: bool) -> Any:
        """log |A| and yᵀA⁻¹y, yᵀA⁻¹h, hᵀA⁻¹h of a curve of variance one."""
        data, work = room.data, room.work
        n = len(data.time)
        if work.length[0] != length:
            work.length[0] = length
            for i in range(n):
                work.time[i] = data.time[i] / length
        for i in range(n):
            work.noise[i] = data.noise[i] * ratio
        quiet = data.least * ratio < QUIET_NOISE
        steps = data.unit.careful if quiet else data.unit.plain
        work.state[:] = 0.0
        work.spread[:] = steps.stationary
        work.quadratic[:] = 0.0
        log_determinant = run(
            work.time, work.noise, data.columns, steps, (work.state, work.spread, work.signs),
            work.quadratic, 0, n, work.store if keep else NO_STORE, 0,
        )  # fmt: skip
        found = work.quadratic
        return log_determinant, found[0, 0], found[1, 0], found[1, 1]

    return forward


@lru_cache(maxsize=8)
def gradient_for(D: int) -> Callable[..., tuple[float, float]]:
    run = fixed_passes(D, COLUMNS, False).gradient

    @small
    def gradient(ratio: float, room: Any, a: float, b: float, c: float) -> Any:
        """Slopes of the evidence in log length and log ratio, after ``forward`` has kept its
        states; the columns are a(y − βh) and c h, b = aβ."""
        data, work = room.data, room.work
        n, square = len(data.time), D * D
        quiet = data.least * ratio < QUIET_NOISE
        steps = data.unit.careful if quiet else data.unit.plain
        for part in work.adjoint:
            part[:] = 0.0
        work.sums[:] = 0.0
        work.noise_slope[0] = 0.0
        mixing = work.mixing
        mixing[0, 0], mixing[1, 0], mixing[1, 1] = a, -b, c
        slopes = Slopes(work.noise_slope, work.sums[0], work.sums[1:4], work.sums[4:], mixing)
        run(
            work.time, work.noise, data.columns, steps, work.store, 0, work.adjoint, 0, n,
            NO_TARGETS, -1, True, slopes,
        )  # fmt: skip
        in_length = 0.0
        for i in range(square):
            in_length += data.unit.drift[i] * work.sums[0, i]
            if quiet:
                for q in range(TERMS):
                    in_length += data.unit.series[q * square + i] * work.sums[4 + q, i]
        return in_length, work.noise_slope[0]

    return gradient


@lru_cache(maxsize=8)
def look_for(D: int) -> Callable[..., None]:
    run = fixed_passes(D, COLUMNS, False).backward

    @small
    def look(ratio: float, room: Any, targets: Any) -> None:
        """Both columns' means and the variance at each target, after ``forward`` has kept its
        states."""
        data, work = room.data, room.work
        n = len(data.time)
        steps = data.unit.careful if data.least * ratio < QUIET_NOISE else data.unit.plain
        for part in work.adjoint:
            part[:] = 0.0
        run(
            work.time, work.noise, data.columns, steps, work.store, 0, work.adjoint, 0, n,
            targets, len(targets.times) - 1, False, NO_ROWS,
        )  # fmt: skip

    return look
