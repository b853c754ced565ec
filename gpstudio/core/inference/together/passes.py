"""One field at all settings of a lattice: evidence, and curves, in one compiled call each.

With the departure's covariance and noise A, for a variance of one, and the columns H (a level, and
the waves of a course, each times the root of its variance) what the readings tell is

    M = HᵀA⁻¹H + diag(0, 1, … 1)    b = HᵀA⁻¹y    misfit = yᵀA⁻¹y − bᵀM⁻¹b    log |A| + log |M|

since the level is free and the waves' weights are standard normal. The filter carries all columns
together, as it does for draws.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np

from gpstudio.core.arrays import Floats
from gpstudio.core.compiled import compiled
from gpstudio.core.operators.markov import Steps
from gpstudio.core.solvers.kalman import QUIET_NOISE
from gpstudio.core.solvers.markov.passes import fixed_passes, stored_width
from gpstudio.core.solvers.markov.rows import NO_ROWS
from gpstudio.core.solvers.markov.shape import FAST
from gpstudio.core.solvers.markov.targets import Targets

NO_STORE = np.empty((0, 0))
NO_STATES = np.zeros((0, 0))
stored = compiled(stored_width)


class Field(NamedTuple):
    """Readings that are there, in ascending time from zero on."""

    time: Floats
    noise: Floats
    """Each reading's noise as a share of the common one."""
    least: float
    """The smallest of these."""
    columns: Floats
    """Readings, ones where a level is estimated, and the waves, (n, columns)."""
    level: bool
    plain: Steps
    careful: Steps
    """For quiet readings, whose digits short steps would lose."""


class Lattice(NamedTuple):
    """Settings as the passes take them."""

    lengths: Floats
    ratios: Floats
    """Noise over the departure's variance."""
    roots: Floats
    """Of the waves' variances over the departure's, (settings, waves)."""
    counts: Any
    """How many waves count at each."""


@compiled(inline=True)
def with_columns(form: Any, count: int) -> Any:
    return Steps(
        form.decay, form.turn, form.powers, form.asides, form.shaking, form.stationary, form.anchor,
        form.readout, form.origin, form.since, form.degree, form.near, count,
    )  # fmt: skip


@compiled(fastmath=FAST)
def told(quadratic: Any, level: bool, roots: Any, lower: Any, pull: Any) -> Any:
    """Fills the root of M, lower, and lower⁻¹b; log |M| and the misfit."""
    q, base = len(quadratic) - 1, 1 if level else 0
    log_determinant, misfit = 0.0, quadratic[0, 0]
    for i in range(q):
        scale = 1.0 if i < base else roots[i - base]
        for j in range(i + 1):
            total = quadratic[i + 1, j + 1] * scale * (1.0 if j < base else roots[j - base])
            if i == j and i >= base:
                total += 1.0
            for k in range(j):
                total -= lower[i, k] * lower[j, k]
            lower[i, j] = math.sqrt(total) if i == j else total / lower[j, j]
        total = quadratic[i + 1, 0] * scale
        for k in range(i):
            total -= lower[i, k] * pull[k]
        pull[i] = total / lower[i, i]
        misfit -= pull[i] * pull[i]
        log_determinant += math.log(lower[i, i])
    return 2.0 * log_determinant, max(misfit, 0.0)


@compiled(fastmath=FAST)
def level_of(lower: Any, pull: Any, q: int) -> float:
    """The first of M⁻¹b; ``pull`` is used up."""
    for i in range(q - 1, -1, -1):
        total = pull[i]
        for k in range(i + 1, q):
            total -= lower[k, i] * pull[k]
        pull[i] = total / lower[i, i]
    first: float = pull[0]
    return first


@lru_cache(maxsize=8)
def filter_for(D: int, k: int | None) -> Callable[..., float]:
    run = fixed_passes(D, k, False).forward

    @compiled(fastmath=FAST)
    def filtered(
        field: Any, Y: Any, length: float, ratio: float, time: Any, noise: Any, quadratic: Any,
        store: Any,
    ) -> float:  # fmt: skip
        """log |A|, and YᵀA⁻¹Y."""
        n, columns = Y.shape
        for i in range(n):
            time[i], noise[i] = field.time[i] / length, field.noise[i] * ratio
        steps = field.careful if field.least * ratio < QUIET_NOISE else field.plain
        form = with_columns(steps, columns)
        state, spread = np.zeros(columns * D), form.stationary.copy()
        quadratic[:] = 0.0
        log_determinant: float = run(
            time, noise, Y, form, (state, spread), quadratic, 0, n, store, 0
        )
        return log_determinant

    return filtered


@lru_cache(maxsize=8)
def levels_for(D: int, k: int | None) -> Callable[..., None]:
    filtered = filter_for(D, k)

    @compiled(fastmath=FAST)
    def levels(field: Any, lattice: Any, out: Any) -> None:
        """Of each setting log |A| + log |M|, the misfit and the level, (settings, 3)."""
        n = len(field.time)
        time, noise = np.empty(n), np.empty(n)
        base = 2 if field.level else 1
        columns = -1
        Y = field.columns
        for node in range(len(lattice.lengths)):
            if base + lattice.counts[node] != columns:
                columns = base + lattice.counts[node]
                Y = field.columns[:, :columns].copy()
                quadratic = np.empty((columns, columns))
                lower, pull = np.empty((columns, columns)), np.empty(columns)
            log_determinant = filtered(
                field, Y, lattice.lengths[node], lattice.ratios[node], time, noise, quadratic,
                NO_STORE,
            )  # fmt: skip
            more, misfit = told(quadratic, field.level, lattice.roots[node], lower, pull)
            out[node, 0], out[node, 1], out[node, 2] = log_determinant + more, misfit, 0.0
            if field.level:
                out[node, 2] = level_of(lower, pull, columns - 1)

    return levels


class Scaled(NamedTuple):
    """Times of readings and asked ones in units of a setting's length, and its noises."""

    time: Floats
    noise: Floats
    asked: Floats


@lru_cache(maxsize=8)
def looked_for(D: int, k: int | None) -> Callable[..., Any]:
    filtered, run = filter_for(D, k), fixed_passes(D, k, False).backward

    @compiled(fastmath=FAST)
    def looked(field: Any, lattice: Any, node: int, times: Any) -> Any:
        """One setting at ascending times: its form and its scaled times, the root of M and what the
        readings pull, the mean of each column there and the departure's variance."""
        n, count, length = len(field.time), len(times), lattice.lengths[node]
        columns = lattice.counts[node] + (2 if field.level else 1)
        scaled = Scaled(np.empty(n), np.empty(n), times / length)
        Y = field.columns[:, :columns].copy()
        quadratic, store = np.empty((columns, columns)), np.empty((n, stored(D, columns)))
        ratio = lattice.ratios[node]
        filtered(field, Y, length, ratio, scaled.time, scaled.noise, quadratic, store)
        lower, pull = np.empty((columns, columns)), np.empty(columns)
        told(quadratic, field.level, lattice.roots[node], lower, pull)
        quiet = field.least * ratio < QUIET_NOISE
        form = with_columns(field.careful if quiet else field.plain, columns)
        targets = Targets(
            scaled.asked, form.readout, True, np.zeros(D), 0.0, np.empty((count, columns)),
            np.empty(count), False, NO_STATES, NO_STATES,
        )  # fmt: skip
        carried = (
            np.zeros(columns * D), np.zeros(D * D), np.zeros(columns * D), np.zeros(D * D)
        )  # fmt: skip
        run(
            scaled.time, scaled.noise, Y, form, store, 0, carried, 0, n, targets, count - 1, False,
            NO_ROWS,
        )  # fmt: skip
        return form, scaled, lower, pull, targets.mean, targets.variance

    return looked


@lru_cache(maxsize=8)
def curves_for(D: int, k: int | None) -> Callable[..., None]:
    looked = looked_for(D, k)

    @compiled(fastmath=FAST)
    def curves(
        field: Any, lattice: Any, amplitudes: Any, times: Any, ups: Any, means: Any, spreads: Any
    ) -> None:
        """Mean and squared scale at ascending times for each setting; ``ups`` are the level and the
        waves there."""
        base, count = 1 if field.level else 0, len(times)
        for node in range(len(lattice.lengths)):
            _, _, lower, pull, mean, variance = looked(field, lattice, node, times)
            q, amplitude = len(pull) - 1, amplitudes[node]
            away = np.empty((q, count))
            for s in range(count):
                means[node, s], spreads[node, s] = mean[s, 0], amplitude * variance[s]
            for i in range(q):
                row, inverse = away[i], 1.0 / lower[i, i]
                scale = inverse if i < base else inverse * lattice.roots[node, i - base]
                for s in range(count):
                    row[s] = scale * (ups[s, i] - mean[s, i + 1])
                for j in range(i):
                    share, other = lower[i, j] * inverse, away[j]
                    for s in range(count):
                        row[s] -= share * other[s]
                for s in range(count):
                    means[node, s] += pull[i] * row[s]
                    spreads[node, s] += amplitude * row[s] * row[s]

    return curves
