"""The log evidence of several classes about the most probable curves, and its slopes.

    log Z = log p(y | f̂) − ½ f̂ᵀ K⁻¹ f̂ − ½ log |I + K W|.

With α = K⁻¹ f̂, Q as in ``curvature.py`` and S_i the curves' covariance between classes at reading
i, a change dK of the covariances changes log Z by ½ αᵀ dK α − ½ tr(Q dK), and, since the mode moves
by (I + K W)⁻¹ dK α, by uᵀ dK α with

    u = (I − Q K) s,    s_ic = −½ Σ_ab S_i,ab ∂³/∂f_a∂f_b∂f_c (w log Σ e^f).

K E = I − D^−½ B⁻¹ D^½ makes S of factors that are there already: its digits suffer where a class is
next to impossible, and there S counts for nothing.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from gpstudio.core.algebra.lapack import gram, solve_lower
from gpstudio.core.arrays import Floats
from gpstudio.core.classification.softmax.curvature import LEAST, Curvature, Matrices
from gpstudio.core.classification.softmax.mode import Labelled, Mode, mode_of, times
from gpstudio.core.task import Task


@dataclass(frozen=True, eq=False)
class Evidence:
    """Laplace's approximation with one setting of the numbers."""

    covariances: tuple[Floats, ...]
    labelled: Labelled
    mode: Mode
    curvature: Curvature

    @classmethod
    def of(
        cls, covariances: Sequence[Floats], labelled: Labelled, start: Floats, task: Task
    ) -> Evidence:
        mode = mode_of(Matrices(tuple(covariances)), labelled, start, task)
        shares = labelled.shares(mode.curves)
        curvature = Curvature.of(covariances, shares, labelled.weights, task)
        return cls(tuple(covariances), labelled, mode, curvature)

    @property
    def root(self) -> Floats:
        return self.curvature.root

    @property
    def lowers(self) -> tuple[Floats, ...]:
        return self.curvature.lowers

    @property
    def common(self) -> Floats:
        return self.curvature.common

    @property
    def pull(self) -> Floats:
        return self.mode.pull

    @property
    def steps(self) -> int:
        return self.mode.steps

    @property
    def left(self) -> float:
        return self.mode.left

    @property
    def log_evidence(self) -> float:
        return self.mode.height - 0.5 * self.curvature.log_determinant

    def pulls(self, task: Task) -> list[Floats]:
        """Γ_c with d log Z = Σ_c Σ_ij Γ_c,ij dK_c,ij: symmetric, in Fortran order."""
        halves = self._halves(task)
        push = self._push(halves, task)
        moved = push - self.curvature.times(times(self.covariances, push), task)
        pulls = []
        for place, half in enumerate(halves):
            pull, moving = self.mode.pull[:, place], moved[:, place]
            total = self.curvature.whole(place)
            total -= gram(half, task)
            total *= -0.5
            total += np.outer(pull, 0.5 * pull + moving)
            pulls.append(0.5 * (total + total.T))
        return pulls

    def _halves(self, task: Task) -> list[Floats]:
        """F_c with Q_cc = E_c − F_cᵀ F_c: L⁻¹ E_c, where L Lᵀ = M."""
        curvature = self.curvature
        return [
            solve_lower(curvature.common, curvature.whole(place), task, spoil=True)
            for place in range(curvature.classes)
        ]

    def _push(self, halves: Sequence[Floats], task: Task) -> Floats:
        """s: the slope of −½ log |I + K W| in the curves."""
        shares = np.maximum(self.labelled.shares(self.mode.curves), LEAST)
        between = self._between(halves, task)
        own = np.einsum("ncc->nc", between)
        spread = np.einsum("nab,nb->na", between, shares)
        all_own = (own * shares).sum(axis=1, keepdims=True)
        both = (spread * shares).sum(axis=1, keepdims=True)
        slope = shares * (own - all_own - 2.0 * spread + 2.0 * both)
        return np.asarray(-0.5 * self.labelled.weights[:, None] * slope)

    def _between(self, halves: Sequence[Floats], task: Task) -> Floats:
        """S, (n, C, C): K_c E_c L^−ᵀ = L^−ᵀ − D_c⁻¹ F_cᵀ, and what a class alone leaves open is
        (1 − (B_c⁻¹)_ii) / D_c."""
        curvature, n = self.curvature, len(self.labelled.weights)
        squares = curvature.root**2
        rest = solve_lower(curvature.common, np.eye(n, order="F"), task, spoil=True)
        lines = [rest - half / square for half, square in zip(halves, squares.T, strict=True)]
        between = np.empty((n, curvature.classes, curvature.classes))
        for a, first in enumerate(lines):
            for b, second in enumerate(lines[: a + 1]):
                between[:, a, b] = between[:, b, a] = np.einsum("ki,ki->i", first, second)
        for place, evened in enumerate(curvature.evened):
            alone = (1.0 - evened.diagonal() / squares[:, place]) / squares[:, place]
            between[:, place, place] += np.maximum(alone, 0.0)
        return between
