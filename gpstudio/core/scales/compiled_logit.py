"""Averages of the logistic function by rules whose points lie in pairs about the middle."""

from __future__ import annotations

from gpstudio.core.arrays import Floats, Integers
from gpstudio.core.compiled import compiled
from gpstudio.core.compiled_exponential import faded
from gpstudio.core.scales.quadrature import BLOCK


@compiled
def _paired(
    odds: Floats, middle: Floats, scale: Floats, points: Floats, shares: Floats, farthest: float,
    first: Floats, variance: Floats,
) -> None:  # fmt: skip
    first[:] = 0.0
    variance[:] = 0.0
    for pair in range(len(points)):
        share, point = shares[pair], points[pair]
        for row in range(len(odds)):
            away = faded(-min(point * scale[row], farthest))
            above = 1.0 / (1.0 + odds[row] * away) - middle[row]
            below = away / (away + odds[row]) - middle[row]
            first[row] += share * (above + below)
            variance[row] += share * (above * above + below * below)
    for row in range(len(odds)):
        variance[row] -= first[row] * first[row]


@compiled
def moments_of(
    odds: Floats, middle: Floats, scale: Floats, most: Floats, begins: Integers, points: Floats,
    shares: Floats, farthest: float, first: Floats, variance: Floats,
) -> None:  # fmt: skip
    """With ``odds`` e^{−m} of each row, the function's mean less its value in the ``middle``, and
    its variance; σ(m + sx) is 1/(1 + odds · away), σ(m − sx) away/(away + odds), away e^{−sx}.

    Scales up to ``most[k]`` take the upper ``points`` and ``shares`` from ``begins[k]`` to
    ``begins[k + 1]``. Neighbours mostly share a rule and are taken together.
    """
    rows, last, start = len(odds), len(most) - 1, 0
    while start < rows:
        rule = 0
        while rule < last and scale[start] > most[rule]:
            rule += 1
        least = most[rule - 1] if rule > 0 else -1.0
        stop, end = start + 1, min(start + BLOCK, rows)
        while stop < end and scale[stop] > least and (rule == last or scale[stop] <= most[rule]):
            stop += 1
        some, mine = slice(start, stop), slice(begins[rule], begins[rule + 1])
        _paired(
            odds[some], middle[some], scale[some], points[mine], shares[mine], farthest,
            first[some], variance[some],
        )  # fmt: skip
        start = stop
