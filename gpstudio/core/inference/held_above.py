"""The common amplitude integrated out where the noise is known to be no less than rounding.

With curve and noise together in units of c, a noise ratio r and the rounding's variance δ, c is no
less than c₀ = δ/r. What remains of the integral over c, with a = ν/2, M the misfit, x = M/2c₀ and P
the regularised incomplete gamma function, is

    ∫_{c₀}^∞ c^{−a−1} e^{−M/2c} dc  ∝  M^{−a} P(a, x),      E[1/c] = (2a/M) P(a+1, x)/P(a, x).

Both follow from P(a, x) = x^a e^{−x}/Γ(a+1) · S with S = Σ x^k/((a+1)…(a+k)), and from
P(a+1, x) = P(a, x)(1 − 1/S); the slope in log c₀ is −a/S. Where the readings' own noise is well
above rounding, P is one to the last digit and nothing changes. Where the misfit vanishes, c goes to
c₀(a+1)/a.
"""

from __future__ import annotations

import math

from gpstudio.core.arrays import Floats
from gpstudio.core.compiled import compiled

LEFT = 1e-17
"""What the series leaves, as a share of itself."""
FAR, BEYOND = 10.0, 40.0
"""From a + 10√a + 40 on, 1 − P(a, x) is below the last digit."""


@compiled
def held_above(half: float, misfit: float, least: float) -> tuple[float, float, float]:
    """Of ``half`` the degrees of freedom, the misfit and the least amplitude: the logarithm of the
    integral but for a constant, E[1/c], and minus its slope in the logarithm of ``least``."""
    if 0.5 * misfit >= least * (half + FAR * math.sqrt(half) + BEYOND):
        return -half * math.log(misfit), 2.0 * half / misfit, 0.0
    x = 0.5 * misfit / least
    count = half + 1.0
    term = 1.0 / count
    rest = term
    while term > LEFT * rest:
        count += 1.0
        term *= x / count
        rest += term
    whole = 1.0 + x * rest
    value = math.log(whole) - half * math.log(2.0 * least) - x - math.lgamma(half + 1.0)
    return value, half * rest / (least * whole), half / whole


@compiled
def raise_each(
    half: float, misfits: Floats, least: Floats, heights: Floats, precisions: Floats
) -> None:
    """To each setting's height the logarithm of its integral, and its E[1/c]."""
    for place in range(len(misfits)):
        height, precisions[place], _ = held_above(half, misfits[place], least[place])
        heights[place] += height
