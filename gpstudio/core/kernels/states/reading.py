"""What is read out of blocks: covariances over a gap, trends in time, smoothness."""

from __future__ import annotations

import math

import numpy as np

from gpstudio.core.arrays import Floats
from gpstudio.core.kernels.states.blocks import QUARTER, Blocks, symmetric

NO_SHAKE = 1e-12
"""Of what could be: below this share the noise does not reach a derivative of the curve."""


def correlation(part: Blocks, gaps: Floats) -> Floats:
    """Σ over the blocks of hᵀ exp(FΔ) P h."""
    size = part.coupling.shape[-1]
    covariance = np.einsum("bij,bj->bi", part.stationary, part.readout).reshape(-1, size, part.pair)
    readout = part.readout.reshape(-1, size, part.pair)
    total = np.zeros_like(gaps)
    straight = np.einsum("bix,kbij,bjx->bk", readout, part.powers(), covariance)
    aside = np.zeros_like(straight)
    if part.turns:
        turned = np.einsum("xy,bjy->bjx", QUARTER, covariance)
        aside = np.einsum("bix,kbij,bjx->bk", readout, part.powers(), turned)
    for block in range(part.count):
        cosine = np.polynomial.polynomial.polyval(gaps, straight[block])
        if part.turns:
            angle = part.turn[block] * gaps
            sine = np.polynomial.polynomial.polyval(gaps, aside[block])
            cosine = cosine * np.cos(angle) + sine * np.sin(angle)
        total += np.exp(-part.decay[block] * gaps) * cosine
    return total


def walked_together(part: Blocks, earlier: Floats, gaps: Floats) -> Floats:
    """Of a walk, hᵀ exp(FΔ) P h with P at the earlier time; zero before it begins."""
    total, gone = np.zeros_like(gaps), np.maximum(earlier - (part.since or 0.0), 0.0)
    terms = part.shaking[0] @ part.readout[0]
    for k, further in enumerate(part.powers()[:, 0]):
        for q, added in enumerate(terms[:, 0]):
            if share := float(part.readout[0] @ further @ added):
                total += share * gaps**k * gone ** (q + 1)
    return total


def smoothness(part: Blocks) -> float:
    """For one kind of block: derivatives exist until the noise of a step reaches the readout."""
    if not part.whole:
        return min((smoothness(factor) for factor in part.factors), default=math.inf)
    F = part.forgetting()
    noise = -symmetric(F @ part.stationary)
    reach = part.readout
    for order in range(part.width + 1):
        size = np.einsum("bi,bi->", np.abs(reach), np.abs(reach)) * np.abs(noise).max()
        if np.einsum("bi,bij,bj->", reach, noise, reach) > NO_SHAKE * size:
            return order
        reach = np.einsum("bi,bij->bj", reach, F)
    return math.inf


def shifted(trend: Floats, shift: float) -> Floats:
    """The coefficients of p(τ + shift)."""
    shifted = np.zeros(1)
    for coefficient in trend[::-1]:
        shifted = np.convolve(shifted, [shift, 1.0])[: len(trend)]
        shifted[0] += coefficient
    return np.pad(shifted, (0, len(trend)))[: len(trend)]


def powers_of(times: Floats, degree: int) -> Floats:
    return np.asarray(np.vander(times, degree + 1, increasing=True))
