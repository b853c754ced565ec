"""A Toeplitz matrix of waves, written out in cosines and sines, and the way back."""

from __future__ import annotations

import numpy as np

from gpstudio.core.arrays import Floats, Integers
from gpstudio.core.compiled import compiled


@compiled(fastmath={"contract"})
def fill(turned: Floats, real: Floats, imaginary: Floats, places: Integers, roots: Floats) -> None:
    """The lower triangle of R EᵀWE R, one line of ``turned`` a column.

    With C and −S the parts of v: Σ w cos cos = (C_{j−i} + C_{j+i})/2, Σ w sin sin =
    (C_{j−i} − C_{j+i})/2, Σ w sin_j cos_i = (S_{j+i} + S_{j−i})/2.
    """
    centre, pairs = len(real) // 2, len(places)
    turned[0, 0] = roots[0] * roots[0] * real[centre]
    for j in range(pairs):
        scale = np.sqrt(2.0) * roots[0] * roots[1 + j]
        turned[0, 1 + j] = scale * real[centre + places[j]]
        turned[0, 1 + pairs + j] = -scale * imaginary[centre + places[j]]
    for i in range(pairs):
        cosine, sine = turned[1 + i], turned[1 + pairs + i]
        own = places[i]
        for j in range(i, pairs):
            less, more = centre + places[j] - own, centre + places[j] + own
            scale = roots[1 + j] * roots[1 + i]
            cosine[1 + j] = scale * (real[less] + real[more])
            sine[1 + pairs + j] = scale * (real[less] - real[more])
        for j in range(pairs):
            less, more = centre + places[j] - own, centre + places[j] + own
            scale = roots[1 + j] * roots[1 + i]
            cosine[1 + pairs + j] = -scale * (imaginary[more] + imaginary[less])


@compiled
def collect(
    lower: Floats, places: Integers, roots: Floats, real: Floats, imaginary: Floats
) -> None:
    """φ(x)ᵀ M φ(x) as a sum of waves, Σ_j F_j exp(iω_j·x), from the lower triangle of the
    symmetric M (``lower`` is its transpose): the parts of F are added to, for all j.
    """
    centre, pairs = len(real) // 2, len(places)
    real[centre] += roots[0] * roots[0] * lower[0, 0]
    for j in range(pairs):
        # 2 R_0 R_j √2 (M cos + N sin), each wave half of j and half of −j
        scale = np.sqrt(2.0) * roots[0] * roots[1 + j]
        even, odd = scale * lower[0, 1 + j], scale * lower[0, 1 + pairs + j]
        for side in (-1, 1):
            real[centre + side * places[j]] += even
            imaginary[centre + side * places[j]] -= side * odd
    for i in range(pairs):
        own = places[i]
        for j in range(i, pairs):
            twice = 1.0 if j == i else 2.0
            scale = 0.5 * twice * roots[1 + j] * roots[1 + i]
            even, odd = scale * lower[1 + i, 1 + j], scale * lower[1 + pairs + i, 1 + pairs + j]
            for side in (-1, 1):
                real[centre + side * (places[j] - own)] += even + odd
                real[centre + side * (places[j] + own)] += even - odd
        for j in range(pairs):
            mixed = roots[1 + j] * roots[1 + i] * lower[1 + i, 1 + pairs + j]
            for side in (-1, 1):
                imaginary[centre + side * (places[j] - own)] -= side * mixed
                imaginary[centre + side * (places[j] + own)] -= side * mixed
