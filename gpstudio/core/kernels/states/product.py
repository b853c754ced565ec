"""The product of two kinds of blocks, which is a kind of blocks again; see ``blocks``."""

from __future__ import annotations

import math

import numpy as np

from gpstudio.core.arrays import Floats
from gpstudio.core.kernels.states.blocks import Blocks

SPLIT = np.array([[1, 0, 0, -1], [0, 1, 1, 0], [1, 0, 0, 1], [0, -1, 1, 0]]) / math.sqrt(2.0)
"""The basis in which R(a) ⊗ R(b) is R(a + b) beside R(a − b): products of complex numbers, u·w and
u·w̄, written out."""


def multiplied(one: Blocks, other: Blocks) -> Blocks:
    """Every block of the one times every block of the other, whose parameters come after."""
    a = one.padded(0, len(other.decay_slopes))
    b = other.padded(len(one.decay_slopes), 0)
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
        factors=() if whole else (one, other),
        loadings=_both(one.loadings, other.loadings),
    )


def _both(one: Floats | None, other: Floats | None) -> Floats | None:
    """The factors of both, where there are any."""
    if one is None or other is None:
        return other if one is None else one
    return one * other


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
    return np.asarray(product.reshape(*product.shape[:-6], -1, size, size))


def _outer(a: Blocks, b: Blocks, left: Floats, right: Floats) -> Floats:
    """h₁ ⊗ h₂ with the pairs last: (blocks, s₁ s₂, pairs)."""
    left = left.reshape(a.count, -1, a.pair)
    right = right.reshape(b.count, -1, b.pair)
    product = np.einsum("aix,bkz->abikxz", left, right)
    return np.asarray(product.reshape(a.count * b.count, -1, a.pair * b.pair))


def _outer_squares(a: Blocks, b: Blocks, left: Floats, right: Floats) -> Floats:
    """P₁ ⊗ P₂ with the pairs last on either side: (…, blocks, s₁ s₂, pairs, s₁ s₂, pairs)."""
    mine, theirs = a.coupling.shape[-1], b.coupling.shape[-1]
    left = left.reshape(*left.shape[:-3], a.count, mine, a.pair, mine, a.pair)
    right = right.reshape(*right.shape[:-3], b.count, theirs, b.pair, theirs, b.pair)
    product = np.einsum("...aixjy,...bkzlw->...abikxzjlyw", left, right)
    size, pairs = mine * theirs, a.pair * b.pair
    return np.asarray(
        product.reshape(*product.shape[:-10], a.count * b.count, size, pairs, size, pairs)
    )


def _halved(squares: Floats, readout: Floats, whole: bool) -> Floats:
    """P in the basis of the two new turns, one square for each: (…, blocks, 2, width, width).

    Between the two it is zero where both factors are whole. Where not, the squares are chosen
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
