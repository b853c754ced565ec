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

``whole`` blocks are covariances of their own and have P = Pₛ ⊗ 1 over the pairs, so that the noise
of a step knows no ω. Blocks that are not whole (terms of a fitted sum, with coefficients of any
sign) make a covariance only together, and of their P only P h has a meaning.

Derivatives are with respect to the logarithms of the form's parameters. Those of F commute with F,
so that d exp(FΔ) = Δ · dF · exp(FΔ).
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, replace

import numpy as np

from gpstudio.core.arrays import Floats

TERMS = 15
NEAR = 0.125
"""With rate · Δ up to NEAR, TERMS terms leave a relative error below 1e-13, also where the noise of
a step grows as Δ⁵ (Matérn 5/2); steeper families need more."""
QUARTER = np.array([[0.0, -1.0], [1.0, 0.0]])
"""J: a turn by a right angle; R(φ) = cos φ + sin φ J."""
SPLIT = np.array([[1, 0, 0, -1], [0, 1, 1, 0], [1, 0, 0, 1], [0, -1, 1, 0]]) / math.sqrt(2.0)
"""The basis in which R(a) ⊗ R(b) is R(a + b) beside R(a − b): products of complex numbers, u·w and
u·w̄, written out."""


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
        return self.coupling.shape[-1] * self.pair

    def powers(self) -> Floats:
        """Nᵏ/k!, (k, blocks, s, s), as far as they are not nought."""
        powers = [np.broadcast_to(np.eye(self.coupling.shape[-1]), self.coupling.shape)]
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

    def shaking(self) -> tuple[Floats, Floats]:
        """The terms T of a short step's noise, (terms, blocks, width, width), and its slopes, (terms, parameters, …)."""
        F, P = self.forgetting(), self.stationary
        dF, dP = self.forgetting_slopes(), self.stationary_slopes
        if not self.whole:
            return np.zeros((TERMS, *P.shape)), np.zeros((TERMS, *dP.shape))
        first, slope = -symmetric(F @ P), -symmetric(dF @ P + F @ dP)
        terms, slopes = [first], [slope]
        for k in range(2, TERMS + 1):
            slope = symmetric(dF @ first + F @ slope) / k
            first = symmetric(F @ first) / k
            terms.append(first)
            slopes.append(slope)
        return np.array(terms), np.array(slopes)

    def scaled(self, variance: float) -> Blocks:
        """variance · k, with the variance as the first parameter."""
        first = self.padded(1, 0)
        slopes = variance * first.stationary_slopes
        slopes[0] = variance * self.stationary
        return replace(first, stationary=variance * self.stationary, stationary_slopes=slopes)

    def padded(self, before: int, after: int) -> Blocks:
        """With so many further parameters, of which nothing here depends."""

        def wider(slopes: Floats) -> Floats:
            return np.pad(slopes, [(before, after)] + [(0, 0)] * (slopes.ndim - 1))

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

    def times(self, other: Blocks) -> Blocks:
        """Every block here times every block there; the parameters here come first."""
        a = self.padded(0, len(other.decay_slopes))
        b = other.padded(len(self.decay_slopes), 0)
        mine, theirs = a.coupling.shape[-1], b.coupling.shape[-1]
        halves = 2 if a.turns and b.turns else 1
        eye_a = np.broadcast_to(np.eye(mine), a.coupling.shape)
        eye_b = np.broadcast_to(np.eye(theirs), b.coupling.shape)

        def spread(values: Floats) -> Floats:
            return np.repeat(values, halves, axis=-1)

        def couple(left: Floats, right: Floats) -> Floats:
            sums = _kron(left, eye_b) + _kron(eye_a, right)
            return np.repeat(sums, halves, axis=-3)

        readout = _outer(a, b, a.readout, b.readout)
        stationary = _outer_squares(a, b, a.stationary, b.stationary)
        slopes = _outer_squares(a, b, a.stationary_slopes, b.stationary)
        slopes = slopes + _outer_squares(a, b, a.stationary, b.stationary_slopes)
        whole = a.whole and b.whole
        if halves == 2:
            readout = readout @ SPLIT.T
            stationary = _halved(stationary, readout, whole)
            slopes = _halved(slopes, readout, whole)
            readout = np.stack([readout[..., :2], readout[..., 2:]], axis=1)
        count, pair = a.count * b.count * halves, max(a.pair, b.pair)
        width = mine * theirs * pair
        signs = (1.0, -1.0)[:halves]
        return Blocks(
            turns=a.turns or b.turns,
            whole=whole,
            trend=np.convolve(a.trend, b.trend),
            decay=spread(_sums(a.decay, b.decay)),
            turn=_turns(a.turn, b.turn, signs),
            coupling=couple(a.coupling, b.coupling),
            stationary=stationary.reshape(count, width, width),
            readout=readout.reshape(count, width),
            decay_slopes=spread(_sums(a.decay_slopes, b.decay_slopes)),
            turn_slopes=_turns(a.turn_slopes, b.turn_slopes, signs),
            coupling_slopes=couple(a.coupling_slopes, b.coupling_slopes),
            stationary_slopes=slopes.reshape(-1, count, width, width),
        )


def pairwise(inner: Floats, turning: Floats) -> Floats:
    """inner ⊗ turning for a stack of matrices ``inner``."""
    product = np.einsum("...ij,xy->...ixjy", inner, turning)
    size = inner.shape[-1] * len(turning)
    return product.reshape(*inner.shape[:-2], size, size)


def symmetric(square: Floats) -> Floats:
    return np.asarray(square + np.swapaxes(square, -1, -2))


def _sums(a: Floats, b: Floats) -> Floats:
    """Each of ``a`` plus each of ``b``, along the last axis."""
    sums = a[..., :, None] + b[..., None, :]
    return sums.reshape(*sums.shape[:-2], -1)


def _turns(a: Floats, b: Floats, signs: tuple[float, ...]) -> Floats:
    """a + b and, where both turn, a − b after it."""
    return np.stack([_sums(a, sign * b) for sign in signs], axis=-1).reshape(*a.shape[:-1], -1)


def _kron(left: Floats, right: Floats) -> Floats:
    product = np.einsum("...aij,...bkl->...abikjl", left, right)
    size = left.shape[-1] * right.shape[-1]
    return product.reshape(*product.shape[:-6], -1, size, size)


def _outer(a: Blocks, b: Blocks, left: Floats, right: Floats) -> Floats:
    """h₁ ⊗ h₂ with the pairs last: (blocks, s₁ s₂, pairs)."""
    left = left.reshape(a.count, -1, a.pair)
    right = right.reshape(b.count, -1, b.pair)
    product = np.einsum("aix,bkz->abikxz", left, right)
    return product.reshape(a.count * b.count, -1, a.pair * b.pair)


def _outer_squares(a: Blocks, b: Blocks, left: Floats, right: Floats) -> Floats:
    """P₁ ⊗ P₂ with the pairs last on either side: (…, blocks, s₁ s₂, pairs, s₁ s₂, pairs)."""
    mine, theirs = a.coupling.shape[-1], b.coupling.shape[-1]
    left = left.reshape(*left.shape[:-3], a.count, mine, a.pair, mine, a.pair)
    right = right.reshape(*right.shape[:-3], b.count, theirs, b.pair, theirs, b.pair)
    product = np.einsum("...aixjy,...bkzlw->...abikxzjlyw", left, right)
    size, pairs = mine * theirs, a.pair * b.pair
    return product.reshape(*product.shape[:-10], a.count * b.count, size, pairs, size, pairs)


def _halved(squares: Floats, readout: Floats, whole: bool) -> Floats:
    """P in the basis of the two new turns, one square for each: (…, blocks, 2, width, width).

    Between the two it is nought where both factors are whole. Where not, the squares are chosen
    anew so that P h, all that has a meaning, stays.
    """
    turned = np.einsum("xz,...izjw,yw->...ixjy", SPLIT, squares, SPLIT)
    size = turned.shape[-4]
    if whole:
        halves = [turned[..., :2, :, :2], turned[..., 2:, :, 2:]]
    else:
        covariance = np.einsum("...ixjy,...jy->...ix", turned, readout)
        halves = [
            _square_with(covariance[..., half], readout[..., half])
            for half in (slice(0, 2), slice(2, 4))
        ]
    shape = (*turned.shape[:-4], 2 * size, 2 * size)
    return np.stack([half.reshape(shape) for half in halves], axis=-3)


def _square_with(covariance: Floats, readout: Floats) -> Floats:
    """A symmetric P with P h = ``covariance``, linear in it."""
    g = covariance.reshape(*covariance.shape[:-2], -1)
    h = readout.reshape(*readout.shape[:-2], -1)
    size = (h**2).sum(axis=-1)[..., None, None]
    across = g[..., :, None] * h[..., None, :]
    both = h[..., :, None] * h[..., None, :]
    along = (g * h).sum(axis=-1)[..., None, None]
    return np.asarray((across + np.swapaxes(across, -1, -2)) / size - both * along / size**2)
