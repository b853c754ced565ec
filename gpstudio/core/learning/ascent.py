"""The way up to a summit or two and their shapes, for a function of a few coordinates.

Written so that it runs as it stands, over solutions of any solver, or compiled, over the passes of
``inference/one_matern``: one way up, the same numbers. ``value`` and ``slope`` take
``(data, point)`` and ``(data, point, gradient)``; a coordinate changes much over a unit or so, as a
logarithm does.
Loops, not expressions of whole arrays: those take a compiler many times as long.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from gpstudio.core.learning.small_matrices import as_it_stands, small_matrices_of

MOST_STEPS = 60
MOST_TRIALS = 12
LONGEST = 1.5
"""No coordinate moves further in one step."""
LEVEL = 0.02
"""A slope so small is near enough for the shape to be taken."""
POLISHES = 6
POLISHED = 1e-9
DIFFERENCE = 1e-3
FLAT = 0.05
"""Steps to the mode take curvature for no less."""
REACH = 5.0
"""What lies so much lower than the summit weighs nothing: e⁻⁵ of it."""
DEEPEST = 10.0
"""A start that lies so much lower than the summit is not looked at for a valley."""
PROBES = (0.3, 0.6)
"""Where between a start and the summit a valley is looked for, as shares of the way."""

Value = Callable[..., float]


def ascent_of(
    value: Value, slope: Value, made: Callable[..., Any] = as_it_stands
) -> Callable[..., tuple[int, int]]:
    """``made`` is ``compiled`` where value and slope are.

    ``find(data, starts, low, high, flattest, modes, roots, heights)`` fills the summits that it
    finds, one or two, the higher one first: where, how high, and ``roots``, lower triangular with
    root rootᵀ the inverse of the curvature, which is taken for no less than ``flattest``. It
    returns how many, and evaluations.

    The best of the starts leads to one summit; the best of those that a valley parts from it may
    lead to another: a short length with little noise tells the readings as well as a long one with
    much.
    """
    within, product, longest_of, update, root_of_inverse, guess = small_matrices_of(made)

    @made
    def looked(data: Any, starts: Any, low: Any, high: Any, values: Any) -> int:
        """The value at each start, which is moved inside; which is the best."""
        best = 0
        for s in range(len(starts)):
            for i in range(len(low)):
                starts[s, i] = within(starts[s, i], low[i], high[i])
            values[s] = value(data, starts[s])
            if values[s] > values[best]:
                best = s
        return best

    @made
    def beyond(data: Any, starts: Any, values: Any, mode: Any, height: float) -> Any:
        """The best start that a valley parts from the summit, or -1; evaluations."""
        best, spent = -1, 0
        point = np.empty(len(mode))
        for s in range(len(starts)):
            if values[s] < height - DEEPEST or (best >= 0 and values[s] <= values[best]):
                continue
            for share in PROBES:
                for i in range(len(mode)):
                    point[i] = starts[s, i] + share * (mode[i] - starts[s, i])
                spent += 1
                if value(data, point) < values[s]:
                    best = s
                    break
        return best, spent

    @made
    def advance(data: Any, x: Any, v: float, g: Any, way: Any, low: Any, high: Any) -> Any:
        """As far along ``way`` as makes the value grow; value, evaluations."""
        p = len(x)
        longest = longest_of(way)
        share = min(1.0, LONGEST / longest) if longest > 0.0 else 1.0
        trial, gradient = np.empty(p), np.empty(p)
        for tried in range(MOST_TRIALS):
            promised = 0.0
            for i in range(p):
                trial[i] = within(x[i] + share * way[i], low[i], high[i])
                promised += g[i] * (trial[i] - x[i])
            found = slope(data, trial, gradient)
            if found > v and found >= v + 1e-4 * promised:
                x[:] = trial
                g[:] = gradient
                return found, tried + 1
            share *= 0.3
        return v, MOST_TRIALS

    @made
    def climb(data: Any, x: Any, g: Any, low: Any, high: Any) -> Any:
        """Quasi-Newton steps until nearly level; value, evaluations."""
        p = len(x)
        inverse, way, free = np.zeros((p, p)), np.zeros(p), np.zeros(p)
        moved, turned = np.zeros(p), np.zeros(p)
        v = slope(data, x, g)
        spent, fresh = 1, 0
        for _ in range(MOST_STEPS):
            for i in range(p):
                stopped = (x[i] <= low[i] and g[i] < 0.0) or (x[i] >= high[i] and g[i] > 0.0)
                free[i] = 0.0 if stopped else g[i]
            if longest_of(free) < LEVEL:
                break
            product(inverse, free, way)
            uphill = 0.0
            for i in range(p):
                uphill += way[i] * free[i]
            if fresh == 0 or uphill <= 0.0:
                fresh = 1
                for i in range(p):
                    for j in range(p):
                        inverse[i, j] = 1.0 if i == j else 0.0
                    way[i] = free[i]
            for i in range(p):
                moved[i], turned[i] = x[i], g[i]
            grown, tried = advance(data, x, v, g, way, low, high)
            spent += tried
            if grown <= v:
                if fresh == 1:
                    break
                fresh = 0
                continue
            v = grown
            fresh = 2
            for i in range(p):
                moved[i], turned[i] = x[i] - moved[i], turned[i] - g[i]
            update(inverse, moved, turned)
        return v, spent

    @made
    def bend(data: Any, x: Any, J: Any) -> int:
        """The curvature by differences."""
        p = len(x)
        turned, point = np.empty(p), np.empty(p)
        J[:] = 0.0
        for i in range(p):
            for side in (1.0, -1.0):
                point[:] = x
                point[i] = x[i] + side * DIFFERENCE
                slope(data, point, turned)
                for j in range(p):
                    J[i, j] -= side * turned[j] / (2.0 * DIFFERENCE)
        return 2 * p

    @made
    def polish(data: Any, x: Any, v: float, g: Any, root: Any, low: Any, high: Any) -> Any:
        """Newton's steps with that one curvature; value, evaluations."""
        p = len(x)
        spent = 0
        way, half, trial, gradient = np.empty(p), np.empty(p), np.empty(p), np.empty(p)
        for _ in range(POLISHES):
            product(root.T, g, half)
            product(root, half, way)
            for i in range(p):
                trial[i] = within(x[i] + way[i], low[i], high[i])
            found = slope(data, trial, gradient)
            spent += 1
            longest = longest_of(way)
            if not (longest < LONGEST and found >= v - 1e-9 * (1.0 + abs(v))):
                break
            x[:] = trial
            g[:] = gradient
            v = found
            if longest < POLISHED:
                break
        return v, spent

    @made
    def summit(
        data: Any, start: Any, low: Any, high: Any, flattest: float, mode: Any, root: Any
    ) -> Any:
        """Fills ``mode`` and ``root``; value, evaluations."""
        p = len(mode)
        g, J = np.empty(p), np.empty((p, p))
        mode[:] = start
        v, spent = climb(data, mode, g, low, high)
        spent += bend(data, mode, J)
        root_of_inverse(J, FLAT, root)
        v, more = polish(data, mode, v, g, root, low, high)
        root_of_inverse(J, flattest, root)
        return v, spent + more

    @made
    def find(
        data: Any, starts: Any, low: Any, high: Any, flattest: float,
        modes: Any, roots: Any, heights: Any,
    ) -> Any:  # fmt: skip
        starts, values = starts.copy(), np.empty(len(starts))
        begun, spent = looked(data, starts, low, high, values), len(starts)
        for turn in range(2):
            if turn == 1:
                begun, more = beyond(data, starts, values, modes[0], heights[0])
                spent += more
                if begun < 0:
                    return 1, spent
            # named once, so that it is compiled once
            heights[turn], more = summit(
                data, starts[begun], low, high, flattest, modes[turn], roots[turn]
            )
            spent += more
        if heights[1] > heights[0]:
            mode, root = modes[0].copy(), roots[0].copy()
            modes[0], roots[0] = modes[1], roots[1]
            modes[1], roots[1] = mode, root
            heights[0], heights[1] = heights[1], heights[0]
        apart = heights[1] > guess(modes[1], modes[0], roots[0], heights[0])
        return 2 if apart and heights[1] > heights[0] - REACH else 1, spent

    found: Callable[..., tuple[int, int]] = find
    return found
