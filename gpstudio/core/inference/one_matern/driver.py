"""The whole of learning, and the whole of predicting, in one compiled call each."""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import lru_cache
from typing import Any

import numpy as np

from gpstudio.core.compiled import compiled
from gpstudio.core.inference.held_above import held_above
from gpstudio.core.inference.one_matern.passes import forward_for, gradient_for, look_for
from gpstudio.core.learning.ascent import ascent_of
from gpstudio.core.learning.lattice import FLATTEST, lattice_of
from gpstudio.core.solvers.markov.shape import FAST


@lru_cache(maxsize=8)
def value_for(D: int) -> Callable[..., float]:
    forward = forward_for(D)

    @compiled(fastmath=FAST)
    def value(data: Any, point: Any) -> float:
        """Log posterior of log length and log noise/signal, but for a constant."""
        ratio = math.exp(point[1])
        log_determinant, yy, yh, hh = forward(math.exp(point[0]), ratio, data, False)
        total: float = -0.5 * (log_determinant + data.repeats * point[1])
        if data.level > 0.0:
            total -= 0.5 * math.log(hh)
            yy -= yh * yh / hh
        misfit = max(yy, 0.0) + data.floor
        total += held_above(0.5 * data.freedom, misfit, data.quietest / ratio)[0]
        for i in range(2):
            total -= 0.5 * data.precisions[i] * (point[i] - data.centres[i]) ** 2
        return total

    return value


@lru_cache(maxsize=8)
def slope_for(D: int) -> Callable[..., float]:
    forward, slopes = forward_for(D), gradient_for(D)

    @compiled(fastmath=FAST)
    def slope(data: Any, point: Any, gradient: Any) -> float:
        """The same, and its gradient."""
        ratio, length = math.exp(point[1]), math.exp(point[0])
        log_determinant, yy, yh, hh = forward(length, ratio, data, True)
        total: float = -0.5 * (log_determinant + data.repeats * point[1])
        level, root = 0.0, 0.0
        if data.level > 0.0:
            total -= 0.5 * math.log(hh)
            level, root = yh / hh, 1.0 / math.sqrt(hh)
            yy -= yh * level
        misfit = max(yy, 0.0) + data.floor
        held, precision, rise = held_above(0.5 * data.freedom, misfit, data.quietest / ratio)
        total += held
        scale = math.sqrt(precision)
        found = slopes(ratio, data, scale, scale * level, root)
        gradient[0] = found[0]
        gradient[1] = found[1] - 0.5 * data.repeats + rise
        for i in range(2):
            off = point[i] - data.centres[i]
            total -= 0.5 * data.precisions[i] * off * off
            gradient[i] -= data.precisions[i] * off
        return total

    return slope


@lru_cache(maxsize=8)
def design_for(D: int) -> Callable[..., tuple[int, int]]:
    value = value_for(D)
    find = ascent_of(value, slope_for(D), compiled)
    cover = lattice_of(value, compiled)

    @compiled
    def design(
        data: Any, starts: Any, low: Any, high: Any, points: Any, values: Any
    ) -> tuple[int, int]:
        """Summits and lattice, the mode first; how many places, how many evaluations."""
        modes, roots, heights = np.empty((2, 2)), np.empty((2, 2, 2)), np.empty(2)
        summits, spent = find(data, starts, low, high, FLATTEST, modes, roots, heights)
        count, more = cover(data, modes, roots, heights, summits, low, high, points, values)
        return count, spent + more

    return design


@lru_cache(maxsize=8)
def moments_for(D: int) -> Callable[..., None]:
    forward, look = forward_for(D), look_for(D)

    @compiled(fastmath=FAST)
    def moments(data: Any, points: Any, times: Any, targets: Any, mean: Any, spread: Any) -> None:
        """The curve's mean and squared scale at each time, for each place of the lattice;
        ``targets`` is room for them."""
        for node in range(len(points)):
            ratio, length = math.exp(points[node, 1]), math.exp(points[node, 0])
            for s in range(len(times)):
                targets.times[s] = times[s] / length
            _, yy, yh, hh = forward(length, ratio, data, True)
            look(ratio, data, targets)
            level, loose = 0.0, 0.0
            if data.level > 0.0:
                level, loose = yh / hh, 1.0 / hh
            misfit = max(yy - yh * level, 0.0) + data.floor
            amplitude = 1.0 / held_above(0.5 * data.freedom, misfit, data.quietest / ratio)[1]
            for s in range(len(times)):
                left = data.level - targets.mean[s, 1]
                mean[node, s] = targets.mean[s, 0] + left * level
                spread[node, s] = amplitude * (targets.variance[s] + left * left * loose)

    return moments


@lru_cache(maxsize=8)
def levels_for(D: int) -> Callable[..., None]:
    forward = forward_for(D)

    @compiled
    def levels(data: Any, points: Any, out: Any) -> None:
        """Of each place: log |A|, the misfit, the level and its precision, and the amplitude's
        mean precision, (places, 5)."""
        for node in range(len(points)):
            length, ratio = math.exp(points[node, 0]), math.exp(points[node, 1])
            log_determinant, yy, yh, hh = forward(length, ratio, data, False)
            level = yh / hh if data.level > 0.0 else 0.0
            out[node, 0], out[node, 1] = log_determinant, max(yy - yh * level, 0.0)
            out[node, 2], out[node, 3] = level, hh
            misfit = out[node, 1] + data.floor
            out[node, 4] = held_above(0.5 * data.freedom, misfit, data.quietest / ratio)[1]

    return levels
