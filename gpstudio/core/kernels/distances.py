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
    total = np.zeros((len(a), len(b)))
    with np.errstate(over="ignore"):
        for column, inverse in enumerate(inverse_lengths):
            total += (differences(a, b, column) * inverse) ** 2
    return np.minimum(total, FARTHEST, out=total)


def pulled_squares(a: Floats, b: Floats, inverse_lengths: Floats, pull: Floats) -> Floats:
    """Σᵢⱼ pullᵢⱼ ((a_d − b_d)/ℓ_d)² for each input d."""
    return np.array(
        [
            float(np.vdot(pull, (differences(a, b, column) * inverse) ** 2))
            for column, inverse in enumerate(inverse_lengths)
        ]
    )
