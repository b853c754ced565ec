"""The way up to a mode and its shape there, for a function of a few coordinates.

Written so that it runs as it stands, over solutions of any solver, or compiled, over the passes of
``inference/field``: one way up, the same numbers. ``value`` and ``slope`` take ``(data, point)``
and ``(data, point, gradient)``; a coordinate changes much over a unit or so, as a logarithm does.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np

MOST_STEPS = 60
LONGEST = 1.5
"""No coordinate moves further in one step."""
LEVEL = 0.02
"""A slope so small is near enough for the shape to be taken."""
POLISHES = 6
POLISHED = 1e-9
DIFFERENCE = 1e-3
FLATTEST = 0.35
"""Curvature is taken for no less: priors are of width one or two."""

Value = Callable[..., float]


def as_it_stands(function: Callable[..., Any]) -> Callable[..., Any]:
    return function


def ascent_of(
    value: Value, slope: Value, made: Callable[..., Any] = as_it_stands
) -> Callable[..., tuple[float, int]]:
    """``made`` is ``compiled`` where value and slope are.

    ``find(data, starts, low, high, mode, root)`` fills ``mode``, and ``root``, lower triangular
    with root rootᵀ the inverse of the curvature; returns the value there and evaluations."""

    @made
    def first(data: Any, starts: Any, low: Any, high: Any, x: Any) -> int:
        """The best of the starts."""
        best = -math.inf
        for s in range(len(starts)):
            point = np.minimum(np.maximum(starts[s], low), high)
            found = value(data, point)
            if found > best or s == 0:
                best = found
                x[:] = point
        return len(starts)

    @made
    def advance(data: Any, x: Any, v: float, g: Any, way: Any, low: Any, high: Any) -> Any:
        """As far along ``way`` as makes the value grow; value, evaluations."""
        longest = np.max(np.abs(way))
        share = min(1.0, LONGEST / longest) if longest > 0.0 else 1.0
        trial, gradient = np.empty_like(x), np.empty_like(x)
        for tried in range(12):
            trial[:] = np.minimum(np.maximum(x + share * way, low), high)
            found = slope(data, trial, gradient)
            if found > v and found >= v + 1e-4 * np.sum(g * (trial - x)):
                x[:] = trial
                g[:] = gradient
                return found, tried + 1
            share *= 0.3
        return v, 12

    @made
    def update(B: Any, s: Any, y: Any) -> None:
        """BFGS of the inverse curvature."""
        p = len(s)
        sy = np.sum(s * y)
        if sy <= 1e-12:
            return
        By = np.zeros(p)
        for i in range(p):
            for j in range(p):
                By[i] += B[i, j] * y[j]
        factor = (1.0 + np.sum(y * By) / sy) / sy
        for i in range(p):
            for j in range(p):
                B[i, j] += factor * s[i] * s[j] - (By[i] * s[j] + s[i] * By[j]) / sy

    @made
    def climb(data: Any, x: Any, g: Any, low: Any, high: Any) -> Any:
        """Quasi-Newton steps until nearly level; value, evaluations."""
        p = len(x)
        B = np.eye(p)
        v = slope(data, x, g)
        spent = 1
        for _ in range(MOST_STEPS):
            free = np.where(((x <= low) & (g < 0)) | ((x >= high) & (g > 0)), 0.0, g)
            if np.max(np.abs(free)) < LEVEL:
                break
            way = np.zeros(p)
            for i in range(p):
                for j in range(p):
                    way[i] += B[i, j] * free[j]
            if np.sum(way * free) <= 0.0:
                B[:] = np.eye(p)
                way[:] = free
            before, slope_before = x.copy(), g.copy()
            grown, tried = advance(data, x, v, g, way, low, high)
            spent += tried
            if grown <= v:
                if np.array_equal(B, np.eye(p)):
                    break
                B[:] = np.eye(p)
                continue
            v = grown
            update(B, x - before, slope_before - g)
        return v, spent

    @made
    def bend(data: Any, x: Any, root: Any) -> int:
        """The curvature by differences, as the root of its inverse."""
        p = len(x)
        J, ahead, behind = np.empty((p, p)), np.empty(p), np.empty(p)
        for i in range(p):
            point = x.copy()
            point[i] = x[i] + DIFFERENCE
            slope(data, point, ahead)
            point[i] = x[i] - DIFFERENCE
            slope(data, point, behind)
            for j in range(p):
                J[i, j] = (behind[j] - ahead[j]) / (2.0 * DIFFERENCE)
        # J = U Uᵀ with U upper triangular, from the last row up; root = U^{-T}
        U = np.zeros((p, p))
        for j in range(p - 1, -1, -1):
            left = J[j, j]
            for q in range(j + 1, p):
                left -= U[j, q] * U[j, q]
            U[j, j] = math.sqrt(left if left > FLATTEST else FLATTEST)
            for i in range(j):
                total = 0.5 * (J[i, j] + J[j, i])
                for q in range(j + 1, p):
                    total -= U[i, q] * U[j, q]
                U[i, j] = total / U[j, j]
        root[:] = 0.0
        for j in range(p):
            root[j, j] = 1.0 / U[j, j]
            for i in range(j + 1, p):
                total = 0.0
                for q in range(j, i):
                    total += U[q, i] * root[q, j]
                root[i, j] = -total / U[i, i]
        return 2 * p

    @made
    def polish(data: Any, x: Any, v: float, g: Any, root: Any, low: Any, high: Any) -> Any:
        """Newton's steps with that one curvature; value, evaluations."""
        p = len(x)
        spent = 0
        for _ in range(POLISHES):
            way, half = np.zeros(p), np.zeros(p)
            for i in range(p):
                for j in range(p):
                    half[i] += root[j, i] * g[j]
            for i in range(p):
                for j in range(p):
                    way[i] += root[i, j] * half[j]
            longest = np.max(np.abs(way))
            trial = np.minimum(np.maximum(x + way, low), high)
            gradient = np.empty(p)
            found = slope(data, trial, gradient)
            spent += 1
            if not (longest < LONGEST and found >= v - 1e-9 * (1.0 + abs(v))):
                break
            x[:], g[:], v = trial, gradient, found
            if longest < POLISHED:
                break
        return v, spent

    @made
    def find(data: Any, starts: Any, low: Any, high: Any, mode: Any, root: Any) -> Any:
        g = np.empty(len(mode))
        spent = first(data, starts, low, high, mode)
        v, more = climb(data, mode, g, low, high)
        spent += more + bend(data, mode, root)
        v, more = polish(data, mode, v, g, root, low, high)
        return v, spent + more

    return find
