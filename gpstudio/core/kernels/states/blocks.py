"""Blocks of one shape: the pieces that every Markov form is a sum of.

A block of s couplings moves, over a step Δ, by

    exp(FΔ) = e^{−λΔ} (Σₖ Nᵏ Δᵏ/k!) ⊗ R(ωΔ)

with one rate λ ≥ 0, one angular frequency ω (of either sign) and a strictly upper triangular N.
R turns a pair of numbers; where ``turns`` is False there is no pair and no R. Pairs stand next to
each other: state 2i is the first of pair i. A block has the covariance P at all times and is read
out by p(t) hᵀ, with one polynomial p for all the blocks here. So its covariance is

    k(t, t′) = p(t) p(t′) hᵀ exp(F|t − t′|) P h.

Sums put blocks side by side. Products take Kronecker products; where both factors turn, R(a) ⊗ R(b)
is R(a + b) beside R(a − b) in another basis, which makes two blocks of one. So sums and products of
blocks are blocks, and all matrices stay block diagonal.

A walk is sure, at zero, when it begins, and never forgets: it has no such covariance. Its P says
what steps add, Q(Δ) = P − exp(FΔ) P exp(FΔ)ᵀ, of which ``started`` makes its covariance at a time.

``whole`` blocks are covariances of their own and have P = Pₛ ⊗ 1 over the pairs, so that the noise
of a step knows no ω. Blocks that are not whole (terms of a fitted sum, with coefficients of any
sign) make a covariance only together, and of their P only P h has a meaning.

Derivatives are with respect to the logarithms of the form's parameters. Those of F commute with F,
so that d exp(FΔ) = Δ · dF · exp(FΔ).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

import numpy as np

from gpstudio.core.arrays import Floats
from gpstudio.core.cached import cached_property

TERMS = 15
NEAR = 0.125
"""With rate · Δ up to NEAR, TERMS terms leave a relative error below 1e-13, also where the noise of
a step grows as Δ⁵ (Matérn 5/2); steeper families need more."""
QUARTER = np.array([[0.0, -1.0], [1.0, 0.0]])
"""J: a turn by a right angle; R(φ) = cos φ + sin φ J."""


@dataclass(frozen=True, eq=False)
class Blocks:
    turns: bool
    whole: bool
    trend: Floats
    """Coefficients of p(t) in powers of t − origin, (degree + 1,)."""
    decay: Floats
    """λ of each block, (blocks,)."""
    turn: Floats
    """ω of each block, (blocks,)."""
    coupling: Floats
    """N, (blocks, s, s)."""
    stationary: Floats
    """P, (blocks, width, width)."""
    readout: Floats
    """h, (blocks, width)."""
    decay_slopes: Floats
    """dλ, (parameters, blocks)."""
    turn_slopes: Floats
    """dω, (parameters, blocks)."""
    coupling_slopes: Floats
    """dN, (parameters, blocks, s, s)."""
    stationary_slopes: Floats
    """dP, (parameters, blocks, width, width)."""
    since: float | None = None
    """Where a walk begins; None where P is the covariance at all times."""
    factors: tuple[Blocks, ...] = ()
    """Of a product that is not whole: its P does not tell how smooth it is, they do."""
    loadings: Floats | None = None
    """By how many times h each output reads them, (outputs,); None: all as it is."""

    @classmethod
    def of(
        cls,
        decay: Floats,
        turn: Floats | None,
        coupling: Floats,
        stationary: Floats,
        readout: Floats,
        *,
        whole: bool = True,
        trend: Floats | None = None,
        since: float | None = None,
    ) -> Blocks:
        """Blocks that no parameter moves yet."""
        count, size = len(decay), coupling.shape[-1]
        width = stationary.shape[-1]
        return cls(
            turns=turn is not None,
            whole=whole,
            trend=np.ones(1) if trend is None else trend,
            decay=decay,
            turn=np.zeros(count) if turn is None else turn,
            coupling=coupling,
            stationary=stationary,
            readout=readout,
            decay_slopes=np.zeros((0, count)),
            turn_slopes=np.zeros((0, count)),
            coupling_slopes=np.zeros((0, count, size, size)),
            stationary_slopes=np.zeros((0, count, width, width)),
            since=since,
        )

    @property
    def count(self) -> int:
        return len(self.decay)

    @property
    def pair(self) -> int:
        """Numbers that turn together."""
        return 2 if self.turns else 1

    @property
    def width(self) -> int:
        """States of one block."""
        return int(self.coupling.shape[-1]) * self.pair

    def powers(self) -> Floats:
        """Nᵏ/k!, (k, blocks, s, s), as far as they are not zero."""
        powers = [np.zeros_like(self.coupling) + np.eye(self.coupling.shape[-1])]
        while len(powers) < self.coupling.shape[-1]:
            following = powers[-1] @ self.coupling / len(powers)
            if not following.any():
                break
            powers.append(following)
        return np.array(powers)

    def feedback(self) -> Floats:
        """F, (blocks, width, width)."""
        return self._generator(self.decay, self.turn, self.coupling)

    def feedback_slopes(self) -> Floats:
        """dF, (parameters, blocks, width, width)."""
        return self._generator(self.decay_slopes, self.turn_slopes, self.coupling_slopes)

    def forgetting(self) -> Floats:
        """F without its turning, which is what the noise of a step comes from."""
        return self._generator(self.decay, np.zeros_like(self.turn), self.coupling)

    def forgetting_slopes(self) -> Floats:
        turn = np.zeros_like(self.turn_slopes)
        return self._generator(self.decay_slopes, turn, self.coupling_slopes)

    def _generator(self, decay: Floats, turn: Floats, coupling: Floats) -> Floats:
        size = self.coupling.shape[-1]
        inner = coupling - decay[..., None, None] * np.eye(size)
        if not self.turns:
            return inner
        return pairwise(inner, np.eye(2)) + turn[..., None, None] * np.kron(np.eye(size), QUARTER)

    @cached_property
    def shaking(self) -> tuple[Floats, Floats]:
        """The terms T of a short step's noise, (terms, blocks, width, width), and their slopes,
        (terms, parameters, …)."""
        F, dF = self.forgetting(), self.forgetting_slopes()
        if not self.whole:
            nothing = np.zeros((TERMS, len(dF) + 1, *self.stationary.shape))
            return nothing[:, 0], nothing[:, 1:]
        # the terms and their slopes, on which F acts alike
        stack = np.concatenate([self.stationary[None], self.stationary_slopes])
        stacks = np.empty((TERMS, *stack.shape))
        for k in range(TERMS):
            moved = F @ stack
            moved[1:] += dF @ stack[0]
            moved += np.swapaxes(moved, -1, -2)
            stack = np.divide(moved, k + 1 if k else -1.0, out=stacks[k])
        return stacks[:, 0], stacks[:, 1:]

    @property
    def forgets(self) -> Floats:
        """1 for blocks of which P says what a step adds, (blocks,); 0 where nothing is added."""
        shaken = (self.decay > 0.0) | (not self.whole) | (self.since is not None)
        return np.where(shaken, 1.0, 0.0)

    def started(self, time: float) -> Floats:
        """The covariance at a time, (blocks, width, width)."""
        return self.stationary if self.since is None else self._walked(self.shaking[0], time)

    def started_slopes(self, time: float) -> Floats:
        """Its slopes, (parameters, blocks, width, width)."""
        slopes = self.stationary_slopes
        return slopes if self.since is None else self._walked(self.shaking[1], time)

    def _walked(self, terms: Floats, time: float) -> Floats:
        gone = 0.0 if self.since is None else max(time - self.since, 0.0)
        return np.tensordot(gone ** np.arange(1.0, TERMS + 1.0), terms, axes=1)

    def scaled(self, variance: float) -> Blocks:
        """variance · k, with the variance as the first parameter."""
        first = self.padded(1, 0)
        slopes = variance * first.stationary_slopes
        slopes[0] = variance * self.stationary
        return replace(first, stationary=variance * self.stationary, stationary_slopes=slopes)

    def padded(self, before: int, after: int) -> Blocks:
        """With so many further parameters, of which nothing here depends."""

        if before == after == 0:
            return self
        end = before + len(self.decay_slopes)

        def wider(slopes: Floats) -> Floats:
            wide = np.zeros((end + after, *slopes.shape[1:]))
            wide[before:end] = slopes
            return wide

        return self._with_slopes(wider)

    def chained(self, jacobian: Floats) -> Blocks:
        """With other parameters, jacobian[new, old] = ∂ log old / ∂ log new."""

        def joined(slopes: Floats) -> Floats:
            return np.tensordot(jacobian, slopes, axes=1)

        return self._with_slopes(joined)

    def _with_slopes(self, change: Callable[[Floats], Floats]) -> Blocks:
        return replace(
            self,
            decay_slopes=change(self.decay_slopes),
            turn_slopes=change(self.turn_slopes),
            coupling_slopes=change(self.coupling_slopes),
            stationary_slopes=change(self.stationary_slopes),
        )


def pairwise(inner: Floats, turning: Floats) -> Floats:
    """inner ⊗ turning for a stack of matrices ``inner``."""
    product = np.einsum("...ij,xy->...ixjy", inner, turning)
    size = inner.shape[-1] * len(turning)
    return np.asarray(product.reshape(*inner.shape[:-2], size, size))


def symmetric(square: Floats) -> Floats:
    return np.asarray(square + np.swapaxes(square, -1, -2))
