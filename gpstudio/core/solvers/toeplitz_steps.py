"""Conjugate gradients on many right sides at once, for B = I + something positive.

Since B is no less than I, the residual r tells more than is common: with exact u = B⁻¹b,

    (û − u)ᵀ B (û − u) = rᵀB⁻¹r ≤ ‖r‖²,    |φᵀû − φᵀu| ≤ ‖r‖ √(φᵀB⁻¹φ):

the curve is known to ‖r‖ of its own standard deviation, wherever it is asked.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Protocol

import numpy as np

from gpstudio.core.arrays import Flags, Floats, Integers
from gpstudio.core.task import QUIET, Task
from gpstudio.translation import tr

TOGETHER = 8
"""Probes at once."""
SEEN = 0.03
"""How far a probe's residual is brought down: the logarithm has settled long before."""
REFINED = 2
"""Times that a true residual above what was wanted is solved for anew."""


class NormalMatrix(Protocol):
    """B."""

    @property
    def level(self) -> Floats:
        """About its diagonal."""

    def times(self, rows: Floats, task: Task = QUIET) -> Floats:
        """B u of each row."""


class OfferedWaves(Protocol):
    """What an operator that offers ``toeplitz`` gives."""

    kernel: object
    inputs: Floats

    @property
    def rank(self) -> int: ...
    @property
    def remarks(self) -> tuple[str, ...]: ...
    def at(self, inputs: Floats) -> OfferedWaves: ...
    def normal(self, precisions: Floats, task: Task = QUIET) -> NormalMatrix: ...
    def gathered(self, columns: Floats, task: Task = QUIET) -> Floats: ...
    def spread(self, coefficients: Floats, task: Task = QUIET) -> Floats: ...
    def spread_at(self, targets: Floats, coefficients: Floats, task: Task = QUIET) -> Floats: ...
    def features_at(self, inputs: Floats, task: Task = QUIET) -> Floats: ...
    def pulled_by(self, gathered: Floats, inverse: Floats) -> Floats: ...
    def beyond(self, targets: Floats, features: Floats) -> Floats: ...
    def joint_beyond(self, targets: Floats, features: Floats, task: Task = QUIET) -> Floats: ...


@dataclass(frozen=True)
class Enough:
    """When a row is done: ‖r‖² ≤ max(absolute², share · bᵀu), or after so many steps."""

    absolute: Floats
    share: float
    steps: int


@dataclass
class Descent:
    """Rows of u, with what the way there tells of B."""

    rows: Floats
    left: Floats
    """r, recomputed"""
    steps: int = 0
    reached: bool = True
    lengths: list[Floats] = field(default_factory=list)
    turns: list[Floats] = field(default_factory=list)
    """Each step's α and β; NaN where a row was done."""


def descend(product: NormalMatrix, right: Floats, enough: Enough, task: Task) -> Descent:
    """B⁻¹ of each row of ``right``."""
    found = _descended(product, right, enough, task)
    for _ in range(REFINED):
        if found.steps >= enough.steps or _done(found.left, found.rows, right, enough, 4.0).all():
            break
        rest = Enough(enough.absolute, 0.0, enough.steps - found.steps)
        if enough.share > 0.0:
            own = np.sqrt(enough.share * abs(np.einsum("km,km->k", right, found.rows)))
            rest = Enough(np.maximum(own, enough.absolute), 0.0, rest.steps)
        more = _descended(product, found.left, rest, task)
        found.rows += more.rows
        found.left = more.left
        found.steps += more.steps
    found.reached = bool(_done(found.left, found.rows, right, enough, 4.0).all())
    return found


def _done(left: Floats, rows: Floats, right: Floats, enough: Enough, slack: float) -> Flags:
    squares = np.einsum("km,km->k", left, left)
    limit = np.maximum(enough.absolute**2, enough.share * abs(np.einsum("km,km->k", right, rows)))
    return np.asarray(squares <= slack * limit)


def _descended(product: NormalMatrix, right: Floats, enough: Enough, task: Task) -> Descent:
    """Rows that are done wait aside while the others go on."""
    level, count = product.level, len(right)
    rows = np.zeros_like(right)
    left = right.copy()
    descent = Descent(rows, left)
    going = np.flatnonzero(~_done(left, rows, right, enough, 1.0))
    wide = Enough(np.broadcast_to(enough.absolute, count), enough.share, enough.steps)
    u, r, b = rows[going], left[going], right[going]
    z = r / level
    p, height = z.copy(), np.einsum("km,km->k", r, z)
    while len(going) and descent.steps < enough.steps:
        task.check()
        pushed = product.times(p, task)
        length = height / np.einsum("km,km->k", p, pushed)
        u += length[:, None] * p
        r -= length[:, None] * pushed
        np.divide(r, level, out=z)
        before, height = height, np.einsum("km,km->k", r, z)
        turn = height / before
        descent.steps += 1
        descent.lengths.append(_aside(length, going, count))
        descent.turns.append(_aside(turn, going, count))
        some = Enough(wide.absolute[going], enough.share, enough.steps)
        done = _done(r, u, b, some, 1.0)
        if done.any():
            rows[going[done]] = u[done]
            keep = ~done
            going, u, r, b, z, p = going[keep], u[keep], r[keep], b[keep], z[keep], p[keep]
            height, turn = height[keep], turn[keep]
        p *= turn[:, None]
        p += z
    rows[going] = u
    descent.left = right - product.times(rows, task)
    return descent


def _aside(numbers: Floats, going: Integers, count: int) -> Floats:
    full = np.full(count, np.nan)
    full[going] = numbers
    return full


@dataclass(frozen=True)
class ProbedDeterminant:
    """What probes of ±1 tell of B."""

    log_determinant: float
    error: float
    """The standard error of the log determinant."""
    inverse_diagonal: Floats


def probed(
    product: NormalMatrix, most: int, wanted: float, steps: int, task: Task
) -> ProbedDeterminant:
    """log |B| by Lanczos about its diagonal's, by as many probes as the error wanted takes, up to
    ``most``: always the same ones, so that what is learnt is smooth."""
    level = product.level
    random = np.random.default_rng([15, len(level)])
    seen: list[float] = []
    diagonal, error = np.zeros(len(level)), np.inf
    while len(seen) < most and not error <= wanted:
        task.report(tr("estimating the evidence"), len(seen) / most)
        signs = random.choice([-1.0, 1.0], (min(TOGETHER, most - len(seen)), len(level)))
        enough = Enough(np.zeros(1), SEEN**2, steps)
        descent = descend(product, signs * np.sqrt(level), enough, task)
        lengths, turns = np.array(descent.lengths), np.array(descent.turns)
        seen += [
            len(level) * log_quadratic(lengths[:, row], turns[:, row]) for row in range(len(signs))
        ]
        diagonal += np.einsum("km,km->m", signs, descent.rows) / np.sqrt(level)
        if len(seen) > 1:
            error = float(np.std(seen, ddof=1)) / np.sqrt(len(seen))
    of_level = float(np.log(level).sum())
    return ProbedDeterminant(of_level + float(np.mean(seen)), float(error), diagonal / len(seen))


def log_quadratic(lengths: Floats, turns: Floats) -> float:
    """eᵀ log(T) e, e the first unit vector and T the Lanczos matrix of one row's steps."""
    going = np.isfinite(lengths)
    lengths, turns = lengths[going], turns[going]
    count = len(lengths)
    matrix = np.zeros((count, count))
    diagonal = 1.0 / lengths
    diagonal[1:] += turns[:-1] / lengths[:-1]
    matrix[np.diag_indices(count)] = diagonal
    beside = np.sqrt(turns[:-1]) / lengths[:-1]
    matrix[np.arange(1, count), np.arange(count - 1)] = beside
    values, vectors = np.linalg.eigh(matrix)
    return float(vectors[0] ** 2 @ np.log(np.maximum(values, 1e-300)))
