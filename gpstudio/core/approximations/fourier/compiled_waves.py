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

# sin(πr/2)/r and (cos(πr/2) − 1)/r² in powers of r², at Chebyshev's places of [0, ¼]: they err by
# 5e-18 and 1e-19 (the test makes them anew)
S0, S1, S2, S3 = 1.5707963267948966, -0.6459640975062443, 0.07969262624604301, -0.004681754132340976
S4, S5, S6 = 0.0001604411507421909, -3.59864335298231e-06, 5.633933781537854e-08
C0, C1, C2, C3 = (
    -1.2337005501361697,
    0.2536695079010478,
    -0.020863480763340773,
    9.192602745468447e-4,
)
C4, C5, C6 = -2.5202039028029178e-05, 4.710678405505227e-07, -6.329396344967424e-09


@compiled(inline=True)
def cosine_sine(turns: float) -> tuple[float, float]:
    """Of an angle in quarter turns, below 2⁵¹ of them."""
    shifted = turns + WHOLE
    quarter = np.float64(shifted).view(np.int64)
    r = turns - (shifted - WHOLE)
    q = r * r
    sine = r * (S0 + q * (S1 + q * (S2 + q * (S3 + q * (S4 + q * (S5 + q * S6))))))
    cosine = 1.0 + q * (C0 + q * (C1 + q * (C2 + q * (C3 + q * (C4 + q * (C5 + q * C6))))))
    odd = (quarter & 1) != 0
    one, other = (sine, cosine) if odd else (cosine, sine)
    one = -one if ((quarter + 1) & 2) != 0 else one
    other = -other if (quarter & 2) != 0 else other
    return one, other


@compiled(fastmath={"contract"})
def put_products(
    inputs: Floats,
    frequencies: Floats,
    phases: Floats,
    size: float,
    into: Floats,
    first: int,
    last: int,
) -> None:
    """Waves of the readings ``first`` to ``last``; ``inputs`` has one line an input."""
    count, dimensions = frequencies.shape
    turns = np.empty(TILE)
    for start in range(first, last, TILE):
        readings = min(TILE, last - start)
        some = turns[:readings]
        for place in range(count):
            some[:] = phases[place]
            d = 0
            # four inputs at a time: the angles are read and written as often as that
            while d + 4 <= dimensions:
                a, b = frequencies[place, d], frequencies[place, d + 1]
                c, e = frequencies[place, d + 2], frequencies[place, d + 3]
                ones, twos = inputs[d, start:], inputs[d + 1, start:]
                threes, fours = inputs[d + 2, start:], inputs[d + 3, start:]
                for i in range(readings):
                    some[i] += a * ones[i] + b * twos[i] + c * threes[i] + e * fours[i]
                d += 4
            while d < dimensions:
                a, ones = frequencies[place, d], inputs[d, start:]
                for i in range(readings):
                    some[i] += a * ones[i]
                d += 1
            _put(some, size, into, place, count, start)


@compiled(fastmath={"contract"})
def put_turns(
    turns: Floats, phases: Floats, size: float, into: Floats, begin: int, first: int, last: int
) -> None:
    """Waves of known angles, one line a frequency, of which the columns ``first`` to ``last`` are
    for the readings from ``begin + first`` on."""
    for start in range(first, last, TILE):
        stop = min(start + TILE, last)
        for place in range(len(turns)):
            some = turns[place, start:stop]
            some += phases[place]
            _put(some, size, into, place, len(turns), begin + start)


@compiled(fastmath={"contract"})
def _put(turns: Floats, size: float, into: Floats, place: int, count: int, start: int) -> None:
    """One frequency's waves at some readings: a line, and another of the sine where there are two
    lines a frequency."""
    cosines = into[place, start:]
    if len(into) == count:
        for i in range(len(turns)):
            one, _ = cosine_sine(turns[i])
            cosines[i] = size * one
    else:
        sines = into[count + place, start:]
        for i in range(len(turns)):
            one, other = cosine_sine(turns[i])
            cosines[i] = size * one
            sines[i] = size * other
