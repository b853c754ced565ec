"""Averages of the logistic function by a rule whose points lie in pairs about the middle."""

from __future__ import annotations

from gpstudio.core.arrays import Floats
from gpstudio.core.compiled import compiled


@compiled
def paired(
    odds: Floats, away: Floats, shares: Floats, middle: Floats, first: Floats, variance: Floats
) -> None:
    """With ``odds`` e^{−m} and, of each pair of points, ``away`` e^{−sx}: mean of the function less
    its value in the ``middle``, and its variance; σ(m + sx) is 1/(1 + odds · away), and σ(m − sx)
    away/(away + odds)."""
    first[:] = 0.0
    variance[:] = 0.0
    for pair in range(len(away)):
        share, some = shares[pair], away[pair]
        for row in range(len(odds)):
            above = 1.0 / (1.0 + odds[row] * some[row]) - middle[row]
            below = some[row] / (some[row] + odds[row]) - middle[row]
            first[row] += share * (above + below)
            variance[row] += share * (above * above + below * below)
    for row in range(len(odds)):
        variance[row] -= first[row] * first[row]
