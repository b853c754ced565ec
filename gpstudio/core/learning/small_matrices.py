"""Small matrices for ``ascent``: as they stand, or compiled."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np


def as_it_stands(function: Callable[..., Any]) -> Callable[..., Any]:
    return function


class SmallMatrices(NamedTuple):
    within: Callable[..., float]
    product: Callable[..., None]
    longest: Callable[..., float]
    update: Callable[..., None]
    root_of_inverse: Callable[..., None]
    guess: Callable[..., float]


def small_matrices_of(made: Callable[..., Any]) -> SmallMatrices:
    @made
    def within(x: float, low: float, high: float) -> float:
        return min(max(x, low), high)

    @made
    def product(matrix: Any, vector: Any, out: Any) -> None:
        for i in range(len(vector)):
            total = 0.0
            for j in range(len(vector)):
                total += matrix[i, j] * vector[j]
            out[i] = total

    @made
    def longest(vector: Any) -> float:
        found = 0.0
        for i in range(len(vector)):
            found = max(found, abs(vector[i]))
        return found

    @made
    def update(inverse: Any, moved: Any, turned: Any) -> None:
        """BFGS of the inverse curvature."""
        p = len(moved)
        along, across = 0.0, 0.0
        pushed = np.empty(p)
        product(inverse, turned, pushed)
        for i in range(p):
            along += moved[i] * turned[i]
            across += turned[i] * pushed[i]
        if along <= 1e-12:
            return
        factor = (1.0 + across / along) / along
        for i in range(p):
            for j in range(p):
                inverse[i, j] += factor * moved[i] * moved[j]
                inverse[i, j] -= (pushed[i] * moved[j] + moved[i] * pushed[j]) / along

    @made
    def root_of_inverse(J: Any, least: float, root: Any) -> None:
        """Lower triangular L with L Lᵀ = J⁻¹: from J = U Uᵀ with U upper triangular, L = U^{−T}.

        A pivot that is less than ``least``, or negative, is raised to it.
        """
        p = len(J)
        U = np.zeros((p, p))
        for j in range(p - 1, -1, -1):
            left = J[j, j]
            for q in range(j + 1, p):
                left -= U[j, q] * U[j, q]
            U[j, j] = math.sqrt(max(left, least))
            for i in range(j):
                total = 0.5 * (J[i, j] + J[j, i])
                for q in range(j + 1, p):
                    total -= U[i, q] * U[j, q]
                U[i, j] = total / U[j, j]
        for j in range(p):
            for i in range(p):
                root[i, j] = 0.0
            root[j, j] = 1.0 / U[j, j]
            for i in range(j + 1, p):
                total = 0.0
                for q in range(j, i):
                    total += U[q, i] * root[q, j]
                root[i, j] = -total / U[i, i]

    @made
    def guess(point: Any, mode: Any, root: Any, height: float) -> float:
        """The height at ``point`` that a summit's own shape makes of it."""
        p = len(point)
        z = np.empty(p)
        total = 0.0
        for i in range(p):
            left = point[i] - mode[i]
            for j in range(i):
                left -= root[i, j] * z[j]
            z[i] = left / root[i, i]
            total += z[i] * z[i]
        return height - 0.5 * total

    return SmallMatrices(within, product, longest, update, root_of_inverse, guess)
