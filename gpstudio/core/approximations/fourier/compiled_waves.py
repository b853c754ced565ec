"""Cosines and sines of many products at once, compiled.

Angles are in quarter turns: the whole quarters of x come off exactly, x − round(x), and what is
left needs one short polynomial; in radians the same takes π in several parts. Loops run along the
readings, so that the processor takes several at a time.
"""

from __future__ import annotations

import numpy as np

from gpstudio.core.arrays import Floats
from gpstudio.core.compiled import compiled

TILE = 512
"""Readings at once: their angles stay in the nearest cache."""
WHOLE = 6755399441055744.0
"""1.5 · 2⁵²: added to a number, it leaves the nearest whole one in its last digits."""

# (π/2)^k / k!, shifted by some 1e-17 each for the least error on [−½, ½]: tests derive them anew
S0, S1, S2, S3 = 1.5707963267948966, -0.6459640975062462, 0.07969262624616704, -0.004681754135318666
S4, S5, S6 = 0.00016044118478699, -3.5988430071724e-06, 5.6866e-08
C1, C2, C3 = -1.2337005501361697, 0.2536695079010480, -0.02086348076335290
C4, C5, C6, C7 = 0.0009192602748394, -2.52020423723e-05, 4.710874e-07, -6.38e-09


@compiled(inline=True)
def cosine_sine(turns: float) -> tuple[float, float]:
    """Of an angle in quarter turns, below 2⁵¹ of them."""
    shifted = turns + WHOLE
    quarter = np.float64(shifted).view(np.int64)
    r = turns - (shifted - WHOLE)
    q = r * r
    sine = r * (S0 + q * (S1 + q * (S2 + q * (S3 + q * (S4 + q * (S5 + q * S6))))))
    cosine = 1.0 + q * (C1 + q * (C2 + q * (C3 + q * (C4 + q * (C5 + q * (C6 + q * C7))))))
    odd = (quarter & 1) != 0
    one, other = (sine, cosine) if odd else (cosine, sine)
    one = -one if ((quarter + 1) & 2) != 0 else one
    other = -other if (quarter & 2) != 0 else other
    return one, other
