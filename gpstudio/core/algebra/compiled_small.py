"""Small matrices factored and inverted on one thread.

LAPACK wakes its threads from some sixty rows on; below a few hundred that brings nothing on an idle
machine, and where the cores are busy each meeting of the threads costs milliseconds. These take the
transpose, in C order, of a matrix of which the lower triangle counts: A = Uᵀ U, U above.
"""

from __future__ import annotations

import numpy as np

from gpstudio.core.arrays import Floats
from gpstudio.core.compiled import compiled


@compiled(fastmath={"contract"})
def take_off(line: Floats, rows: Floats, shares: Floats, start: int, stop: int, left: int) -> None:
    """line −= Σ_k shares[k] rows[k] over k from start to stop, from column ``left`` on."""
    columns = len(line)
    k = start
    while k + 4 <= stop:
        s0, s1, s2, s3 = shares[k], shares[k + 1], shares[k + 2], shares[k + 3]
        r0, r1, r2, r3 = rows[k], rows[k + 1], rows[k + 2], rows[k + 3]
        for j in range(left, columns):
            line[j] -= s0 * r0[j] + s1 * r1[j] + s2 * r2[j] + s3 * r3[j]
        k += 4
    while k < stop:
        share, row = shares[k], rows[k]
        for j in range(left, columns):
            line[j] -= share * row[j]
        k += 1


@compiled
def factor(turned: Floats) -> bool:
    """U in the place of A's upper triangle; False where a pivot is not a positive number."""
    n = len(turned)
    shares = np.empty(n)
    for i in range(n):
        for k in range(i):
            shares[k] = turned[k, i]
        line = turned[i]
        take_off(line, turned, shares, 0, i, i)
        # written so that no number fails too
        if not 0.0 < line[i] < np.inf:
            return False
        root = np.sqrt(line[i])
        line[i] = root
        for j in range(i + 1, n):
            line[j] /= root
    return True


@compiled(fastmath={"contract"})
def invert_triangle(turned: Floats) -> None:
    """U⁻¹ in the place of U, with zero below the diagonal."""
    n = len(turned)
    for i in range(n - 1, -1, -1):
        line = turned[i]
        shares = line.copy()
        line[:] = 0.0
        k = i + 1
        while k < n:
            # row k starts at its diagonal
            stop = min(k + 4, n)
            take_off(line, turned, shares, k, stop, k)
            k = stop
        pivot = 1.0 / shares[i]
        line[i] = pivot
        for j in range(i + 1, n):
            line[j] *= pivot


@compiled(fastmath={"contract"})
def square_triangle(turned: Floats) -> None:
    """V Vᵀ in the place of V, upper triangles both."""
    n = len(turned)
    columns = turned.T.copy()
    for i in range(n):
        line = turned[i]
        shares = -line
        line[i:] = 0.0
        k = i
        while k < n:
            # column k stops at its diagonal
            stop = min(k + 4, n)
            take_off(line[:stop], columns, shares, k, stop, i)
            k = stop


@compiled(fastmath={"contract", "reassoc"})
def solve(turned: Floats, lines: Floats, transposed: bool) -> None:
    """Uᵀ x = line, or U x = line where ``transposed``, in the place of each line."""
    n = len(turned)
    for line in lines:
        if transposed:
            for i in range(n - 1, -1, -1):
                row, total = turned[i], 0.0
                for j in range(i + 1, n):
                    total += row[j] * line[j]
                line[i] = (line[i] - total) / row[i]
        else:
            for i in range(n):
                row = turned[i]
                line[i] /= row[i]
                share = line[i]
                for j in range(i + 1, n):
                    line[j] -= share * row[j]


@compiled(fastmath={"contract"})
def pivoted_root(matrix: Floats, least: float, root: Floats) -> int:
    """R with RᵀR = A for an A that may be singular, the largest pivot first, into the first rows of
    ``root``; how many there are until no pivot is above ``least``."""
    n = len(matrix)
    left = np.diag(matrix).copy()
    shares = np.empty(n)
    for j in range(n):
        pivot = np.argmax(left)
        # written so that no number stops it too
        if not left[pivot] > least:
            return j
        line = root[j]
        line[:] = matrix[pivot]
        for k in range(j):
            shares[k] = root[k, pivot]
        take_off(line, root, shares, 0, j, 0)
        scale = 1.0 / np.sqrt(left[pivot])
        for i in range(n):
            line[i] *= scale
            left[i] -= line[i] * line[i]
        left[pivot] = 0.0
    return n
