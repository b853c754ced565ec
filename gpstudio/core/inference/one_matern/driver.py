"""The whole of learning, and the whole of predicting, in one compiled call each."""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import lru_cache
from typing import Any

import numpy as np

from gpstudio.core.compiled import compiled
from gpstudio.core.inference.held_above import held_above
from gpstudio.core.inference.one_matern.data import COLUMNS, Data, Roomy, Work
from gpstudio.core.inference.one_matern.passes import forward_for, gradient_for, look_for
from gpstudio.core.kernels.states.form import TERMS
from gpstudio.core.learning.ascent import ascent_of
from gpstudio.core.learning.lattice import FLATTEST, lattice_of
from gpstudio.core.solvers.markov.passes import stored_width
from gpstudio.core.solvers.markov.shape import FAST


@compiled(inline=True)
def placed(data: Any, point: Any) -> Any:
    """Length and noise/signal."""
    if data.known > 0.0:
        return math.exp(point[1]), data.known * math.exp(-point[0])
    return math.exp(point[0]), math.exp(point[1])


@compiled(inline=True)
def amplitude_of(data: Any, point: Any, ratio: float, misfit: float) -> Any:
    """What the misfit of readings about a curve of variance one adds to the height, the precision
    of the curve's own amplitude, and what its bound adds to the slope in the ratio: the amplitude
    is a place's where the noise is known, else it is integrated out."""
    if data.known > 0.0:
        precision = math.exp(-point[0])
        return -0.5 * (data.freedom * point[0] + misfit * precision), precision, 0.0
    half, least = 0.5 * data.freedom, data.quietest / ratio
    height, precision, rise = held_above(half, misfit + data.floor, least)
    return height - 0.5 * data.repeats * point[1], precision, rise


@lru_cache(maxsize=8)
def roomy_for(D: int) -> Callable[[Data], Roomy]:
    """Room of its own wherever compiled work begins, so that two threads never share any."""
    width, square, both = stored_width(D, COLUMNS), D * D, COLUMNS * D

    @compiled
    def roomy(data: Any) -> Any:
        n = len(data.time)
        work = Work(
            np.empty(n), np.empty(n), np.empty((n, width)),
            np.empty(both), np.empty(square), np.empty((COLUMNS, COLUMNS)),
            (np.empty(both), np.empty(square), np.empty(both), np.empty(square)),
            np.empty((4 + TERMS, square)), np.empty(1), np.zeros((COLUMNS, COLUMNS)),
            np.zeros(2), np.full(1, -1.0),
        )  # fmt: skip
        return Roomy(data, work)

    return roomy


@lru_cache(maxsize=8)
def value_for(D: int) -> Callable[..., float]:
    forward = forward_for(D)

    @compiled(fastmath=FAST)
    def value(room: Any, point: Any) -> float:
        """Log posterior of a place, but for a constant."""
        data = room.data
        length, ratio = placed(data, point)
        log_determinant, yy, yh, hh = forward(length, ratio, room, False)
        total: float = -0.5 * log_determinant
        if data.level > 0.0:
            total -= 0.5 * math.log(hh)
            yy -= yh * yh / hh
        total += amplitude_of(data, point, ratio, max(yy, 0.0))[0]
        for i in range(2):
            total -= 0.5 * data.precisions[i] * (point[i] - data.centres[i]) ** 2
        return total

    return value


@lru_cache(maxsize=8)
def slope_for(D: int) -> Callable[..., float]:
    forward, slopes = forward_for(D), gradient_for(D)

    @compiled(fastmath=FAST)
    def slope(room: Any, point: Any, gradient: Any) -> float:
        """The same, and its gradient."""
        data = room.data
        length, ratio = placed(data, point)
        log_determinant, yy, yh, hh = forward(length, ratio, room, True)
        total: float = -0.5 * log_determinant
        level, root = 0.0, 0.0
        if data.level > 0.0:
            total -= 0.5 * math.log(hh)
            level, root = yh / hh, 1.0 / math.sqrt(hh)
            yy -= yh * level
        misfit = max(yy, 0.0)
        height, precision, rise = amplitude_of(data, point, ratio, misfit)
        total += height
        scale = math.sqrt(precision)
        in_length, in_ratio = slopes(ratio, room, scale, scale * level, root)
        if data.known > 0.0:
            gradient[0] = 0.5 * (misfit * precision - data.freedom) - in_ratio
            gradient[1] = in_length
        else:
            gradient[0], gradient[1] = in_length, in_ratio - 0.5 * data.repeats + rise
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
    cover, roomy = lattice_of(value, compiled), roomy_for(D)

    @compiled
    def design(
        data: Any, starts: Any, low: Any, high: Any, points: Any, values: Any
    ) -> tuple[int, int]:
        """Summits and lattice, the mode first; how many places, how many evaluations."""
        modes, roots, heights = np.empty((2, 2)), np.empty((2, 2, 2)), np.empty(2)
        room = roomy(data)
        summits, spent = find(room, starts, low, high, FLATTEST, modes, roots, heights)
        count, more = cover(room, modes, roots, heights, summits, low, high, points, values)
        return count, spent + more

    return design


@lru_cache(maxsize=8)
def moments_for(D: int) -> Callable[..., None]:
    forward, look, roomy = forward_for(D), look_for(D), roomy_for(D)

    @compiled(fastmath=FAST)
    def moments(data: Any, points: Any, times: Any, targets: Any, mean: Any, spread: Any) -> None:
        """The curve's mean and squared scale at each time, for each place of the lattice;
        ``targets`` is room for them."""
        room = roomy(data)
        for node in range(len(points)):
            length, ratio = placed(data, points[node])
            for s in range(len(times)):
                targets.times[s] = times[s] / length
            _, yy, yh, hh = forward(length, ratio, room, True)
            look(ratio, room, targets)
            level, loose = 0.0, 0.0
            if data.level > 0.0:
                level, loose = yh / hh, 1.0 / hh
            misfit = max(yy - yh * level, 0.0)
            amplitude = 1.0 / amplitude_of(data, points[node], ratio, misfit)[1]
            for s in range(len(times)):
                left = data.level - targets.mean[s, 1]
                mean[node, s] = targets.mean[s, 0] + left * level
                spread[node, s] = amplitude * (targets.variance[s] + left * left * loose)

    return moments


@lru_cache(maxsize=8)
def levels_for(D: int) -> Callable[..., None]:
    forward, roomy = forward_for(D), roomy_for(D)

    @compiled
    def levels(data: Any, points: Any, out: Any) -> None:
        """Of each place: log |A|, the misfit, the level and its precision, and the amplitude's
        mean precision, (places, 5)."""
        room = roomy(data)
        for node in range(len(points)):
            length, ratio = placed(data, points[node])
            log_determinant, yy, yh, hh = forward(length, ratio, room, False)
            level = yh / hh if data.level > 0.0 else 0.0
            out[node, 0], out[node, 1] = log_determinant, max(yy - yh * level, 0.0)
            out[node, 2], out[node, 3] = level, hh
            out[node, 4] = amplitude_of(data, points[node], ratio, out[node, 1])[1]

    return levels
