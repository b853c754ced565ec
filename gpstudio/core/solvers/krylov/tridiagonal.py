"""What MINRES and MINRES-QLP share: Lanczos, reflections from the left, and the residual.

Lanczos makes A V = V' T, with T tridiagonal (α on the diagonal, β beside it). Reflections from
the left make T upper triangular: γ on its diagonal, δ and ε above, and the right-hand side
becomes τ, with φ what is left of it. Of the last residual, r' = s² r − φ c v', so that the true
sort of residual is carried whatever the preconditioner; and ‖A r‖ = φ ‖(γ, δ)‖ of the next step.
With P, the lengths that the method itself looks at are those of P⁻¹.
"""

from __future__ import annotations

from abc import abstractmethod
from dataclasses import dataclass

import numpy as np

from gpstudio.core.arrays import Flags, Floats, Integers
from gpstudio.core.solvers.krylov.lines import add, dots, lengths
from gpstudio.core.solvers.krylov.outcome import Product, Stop
from gpstudio.core.solvers.krylov.search import MARGIN, BlockSearch, ColumnBlock

FLAT = 1e-8
"""‖A r‖/(‖A‖ ‖r‖) at which the residual looks as small as it can be: rounding makes it rise again
from about the root of a double's precision."""
LOW, RISEN, STILL = 1e-4, 30.0, 0.9
"""Nor does it get smaller if that has been low and has risen so much, and ‖r‖ hardly fell."""
ENDED = 1e-15
"""β/‖A‖ at which Lanczos has seen all there is."""
ROUNDING = 1e-8
"""Of the lengths of two vectors, what their inner product may be below zero by rounding."""


@dataclass(eq=False)
class SeenSpectrum:
    """What the steps show of P⁻¹A, for each column: the sizes of its largest and smallest value."""

    largest: Floats
    smallest: Floats
    flat: float
    """‖A r‖/(‖A‖ ‖r‖) at which a column counts as a least-squares solution."""

    @classmethod
    def unknown(cls, count: int, flat: float) -> SeenSpectrum:
        return cls(np.zeros(count), np.full(count, np.inf), flat)

    def saw_size(self, live: Integers, sizes: Floats) -> None:
        self.largest[live] = np.maximum(self.largest[live], sizes)

    def saw_pivots(self, live: Integers, pivots: Floats) -> None:
        """Diagonal entries of T's triangular factor; zero where there is none yet."""
        some = np.where(pivots == 0.0, np.inf, np.abs(pivots))
        self.smallest[live] = np.minimum(self.smallest[live], some)


def shifted(product: Product, shift: float) -> Product:
    """A − shift."""
    if shift == 0.0:
        return product
    return lambda vectors: product(vectors) - shift * vectors


def reflection(a: Floats, b: Floats) -> tuple[Floats, Floats, Floats]:
    """c, s, r with [[c, s], [s, −c]] (a, b) = (r, 0), r ≥ 0, without overflow."""
    r = np.hypot(a, b)
    some = np.where(r > 0.0, r, 1.0)
    return np.where(r > 0.0, a / some, 1.0), b / some, r


def over(numbers: Floats, divisors: Floats) -> Floats:
    """The quotient; zero where the divisor is."""
    return np.where(divisors == 0.0, 0.0, numbers / np.where(divisors == 0.0, 1.0, divisors))


class Tridiagonal(ColumnBlock):
    """One column of T after the other; what becomes of the answer is the method's affair."""

    def __init__(self, search: BlockSearch, live: Integers, spectrum: SeenSpectrum) -> None:
        super().__init__(search, live)
        self.spectrum = spectrum
        count = len(live)
        self.x, self.r = search.x[live], search.r[live]
        self.u, self.u_before = self.r.copy(), np.zeros_like(self.r)
        """β v in the space of residuals, of this step and the last."""
        self.v = np.array(search.preconditioned(self.u))
        self.beta, self.beta_before = self._length(self.u, self.v), np.full(count, np.inf)
        self.phi, self.tau = self.beta.copy(), np.zeros(count)
        self.c, self.s = np.full(count, -1.0), np.zeros(count)
        self.gamma, self.delta, self.epsilon = (np.zeros(count) for _ in range(3))
        self.delta_ahead, self.epsilon_ahead = np.zeros(count), np.zeros(count)
        self.slope = np.zeros(count)
        """‖A r‖/(‖A‖ ‖r‖) before the step."""
        self.lowest, self.phi_lowest = np.full(count, np.inf), np.full(count, np.inf)
        """The least slope so far, and φ then."""
        self.scratch = np.empty_like(self.r)

    @abstractmethod
    def advance(self, flat: Flags) -> Flags:
        """The answer, one step on; ``flat`` columns had the smallest residual already. Which
        columns are to stop for that or for another reason."""

    def step(self) -> None:
        self.v /= self.beta[:, None]
        ahead = self._next_vector()
        if self.search.trouble:
            return
        settled = self.advance(self._is_flat())
        self._follow_residual(settled)
        self.v = ahead
        self._drop_what_is_done(settled)

    def _is_flat(self) -> Flags:
        flat = self.spectrum.flat
        lower = self.slope < self.lowest
        self.lowest = np.where(lower, self.slope, self.lowest)
        self.phi_lowest = np.where(lower, self.phi, self.phi_lowest)
        risen = (self.lowest <= LOW) & (self.slope > RISEN * self.lowest)
        risen &= self.phi > STILL * self.phi_lowest
        return np.asarray((self.slope <= flat) | (risen & (flat > 0.0)))

    def _next_vector(self) -> Floats:
        """A Lanczos step; the next β v, not yet divided."""
        search = self.search
        q = search.times(self.v)
        add(q, -self.beta / self.beta_before, self.u_before, self.scratch)
        alpha = dots(self.v, q)
        add(q, -alpha / self.beta, self.u, self.scratch)
        ahead = np.array(search.preconditioned(q))
        beta = self._length(q, ahead)
        if not (np.isfinite(alpha) & np.isfinite(beta)).all():
            search.trouble = search.trouble or Stop.NOT_FINITE
        inner = np.where(np.isinf(self.beta_before), 0.0, self.beta)
        self.spectrum.saw_size(self.live, np.sqrt(inner**2 + alpha**2 + beta**2))
        self.u_before, self.u = self.u, q
        self.beta_before, self.beta = self.beta, beta
        self._reflect(alpha)
        return ahead

    def _length(self, u: Floats, v: Floats) -> Floats:
        """√(uᵀP⁻¹u), of v = P⁻¹u."""
        squares = dots(u, v)
        if (squares < 0.0).any() and (squares < -ROUNDING * lengths(u) * lengths(v)).any():
            self.search.trouble = Stop.UNLIKE
        return np.sqrt(np.maximum(squares, 0.0))

    def _reflect(self, alpha: Floats) -> None:
        """The next column of the triangle, and what it leaves of the right-hand side."""
        self.delta = self.c * self.delta_ahead + self.s * alpha
        gamma = self.s * self.delta_ahead - self.c * alpha
        self.epsilon = self.epsilon_ahead
        self.delta_ahead, self.epsilon_ahead = -self.c * self.beta, self.s * self.beta
        self.slope = over(np.hypot(gamma, self.delta_ahead), self.spectrum.largest[self.live])
        self.c, self.s, self.gamma = reflection(gamma, self.beta)
        self.tau, self.phi = self.c * self.phi, self.s * self.phi

    def _follow_residual(self, settled: Flags) -> None:
        keep = np.where(settled, 1.0, self.s**2)
        self.r *= keep[:, None]
        by = np.where(settled, 0.0, over(-self.phi * self.c, self.beta))
        add(self.r, by, self.u, self.scratch)
        some = self.live
        self.search.residuals[some] = self.search.relative(np.sqrt(dots(self.r, self.r)), some)

    def _drop_what_is_done(self, settled: Flags) -> None:
        search, live = self.search, self.live
        search.settled[live] |= settled
        done = search.residuals[live] <= MARGIN * search.goals[live]
        done |= self.beta <= ENDED * self.spectrum.largest[live]
        self.leave(done | settled)
