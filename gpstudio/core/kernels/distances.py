"""How far rows are apart, by plain differences.

The quick expansion |a|² + |b|² − 2ab loses all digits when inputs are large and close together
(dates counted from 1970 are); differences do not.
"""

from __future__ import annotations

import numpy as np

from gpstudio.core.arrays import Floats

FARTHEST = 1e300
"""Squared lengths beyond which rows are simply far apart: no formula makes NaN of it."""


def differences(a: Floats, b: Floats, column: int) -> Floats:
    """aᵢ − bⱼ in one input."""
    return np.asarray(a[:, column][:, None] - b[:, column][None, :])


def squares(a: Floats, b: Floats, inverse_lengths: Floats) -> Floats:
    """Σ_d ((a_d − b_d)/ℓ_d)² for every pair of rows."""
    from gpstudio.core.kernels.compiled_distances import scaled_squares

    return scaled_squares(*_laid_out(a, b, inverse_lengths), FARTHEST)


def pulled_squares(a: Floats, b: Floats, inverse_lengths: Floats, pull: Floats) -> Floats:
    """Σᵢⱼ pullᵢⱼ ((a_d − b_d)/ℓ_d)² for each input d."""
    from gpstudio.core.kernels.compiled_distances import weighed_squares

    return weighed_squares(*_laid_out(a, b, inverse_lengths), np.ascontiguousarray(pull))


def inner(a: Floats, b: Floats) -> float:
    """Σᵢⱼ aᵢⱼ bᵢⱼ. BLAS, behind numpy's ``vdot``, would wake all its threads for some microseconds
    of work."""
    return float(np.einsum("ij,ij->", a, b))


def _laid_out(a: Floats, b: Floats, inverse_lengths: Floats) -> tuple[Floats, Floats, Floats]:
    """As the compiled loops are compiled for: they know no other types and layouts."""
    rows, columns = np.ascontiguousarray(a, dtype=float), np.ascontiguousarray(b.T, dtype=float)
    return rows, columns, np.ascontiguousarray(inverse_lengths, dtype=float)
