"""How finely values were written down: the step that they are multiples of.

A reading rounded to a step q may be off by half of it to either side. That error is as good as
uniform, so its variance is q²/12, however closely readings agree: no noise is smaller, and a band
that says otherwise is certain of digits that nobody wrote.

Steps are sought in this order, the first that explains nearly all distinct values is taken:

    a power of ten      0.01 for an index of two decimals, 1 for whole numbers; where distinct
                        values are many, the greatest multiple of it that all their distances are
                        of: 0.004 for an index made of 8-bit numbers, 5 for scores in fives
    any step            1/255 and the like, found from the shortest distance

Values that are apart are of different multiples: a thousand and a little more is not of thousands.
By chance all of n values of two decimals are of one only once in 10ⁿ, and distances are even once
in 2ⁿ: hence the numbers below. Values with all the digits of a double are of no step; zero is
returned, and nothing is claimed of them.
"""

from __future__ import annotations

import math

import numpy as np

from gpstudio.core.arrays import Flags, Floats
from gpstudio.core.quantiles import ascending

DIGITS = 9
"""Steps below so many digits of the largest value are no rounding that a noise would feel."""
NEAR = 1e-3
"""How far from a multiple a value may be, in steps: single precision keeps four decimals so."""
NEARLY_ALL = 0.95
"""The share of distinct values that a step must explain: a mean of two readings is of none."""
LAST_DIGIT = 1e-13
"""Values nearer to each other, as a share of the largest, are one with an error of computing."""
FEWEST = 3
"""Distinct values that tell a step at all: 1.0 alone may be of tenths."""
FEWEST_COMMON = 12
"""Distinct values from which on a common step of theirs is no accident."""
SHARE, FEW = 10, 100
"""The share of many values that is looked at first, and how many at least."""
PARTS = (1, 2, 3)
"""The shortest distance between values may be so many steps."""


class Sought:
    """The step of values, as a float that is looked for when somebody asks: of a million values it
    takes half as long as a fit. It travels as the number."""

    def __init__(self, values: Floats) -> None:
        self._values = values
        self._found: float | None = None

    def __float__(self) -> float:
        if self._found is None:
            self._found = resolution(self._values)
            self._values = self._values[:0]
        return self._found

    def __reduce__(self) -> tuple[type[float], tuple[float]]:
        return float, (float(self),)


def resolution(values: Floats) -> float:
    """The largest step that explains the values; zero where there is none."""
    known = ascending(values)
    apart = np.diff(known)
    if np.count_nonzero(apart) + 1 < FEWEST:
        return 0.0
    size = max(abs(float(known[0])), abs(float(known[-1])))
    known = known[np.append(True, apart > LAST_DIGIT * size)]
    step, counts = _decimal(known, size)
    if len(known) < FEWEST_COMMON:
        return step
    if step == 0.0:
        return _common(known, size)
    return step * float(np.gcd.reduce(np.diff(counts)))


def tells_itself(values: Floats) -> bool:
    """Whether so many values tell their step alone: fewer may all be tenths among hundredths."""
    return len(np.unique(values)) >= FEWEST_COMMON


def rounding(step: float) -> float:
    """The variance of what is lost by writing in steps."""
    return step * step / 12.0


def _decimal(known: Floats, size: float) -> tuple[float, Floats]:
    """The largest power of ten, and the multiples of it that the values are."""
    top = math.floor(math.log10(size))
    steps = np.array([float(f"1e{top - digit}") for digit in range(DIGITS)])
    steps = steps[_possible(known, steps)]
    if not len(steps):
        return 0.0, known
    multiples = known / steps[:, None]
    whole = np.rint(multiples)
    fits = np.abs(multiples - whole) < NEAR
    apart = np.count_nonzero(np.diff(whole, axis=1), axis=1) + 1
    enough = np.flatnonzero(np.minimum(fits.sum(axis=1), apart) >= NEARLY_ALL * len(known))
    if not len(enough):
        return 0.0, known
    first = int(enough[0])
    return float(steps[first]), whole[first, fits[first]].astype(np.int64)


def _possible(known: Floats, steps: Floats) -> Flags:
    """Which steps some of the values do not rule out, whatever the others are: where values have
    all the digits of a double, a tenth of them is enough to tell."""
    some = known[: max(len(known) // SHARE, min(len(known), FEW))] / steps[:, None]
    misses = np.count_nonzero(~(np.abs(some - np.rint(some)) < NEAR), axis=1)
    return np.asarray(len(known) - misses >= NEARLY_ALL * len(known))


def _common(known: Floats, size: float) -> float:
    """Any step, from the shortest distance and the farthest multiple of it."""
    off = known - known[0]
    shortest = float(np.min(np.diff(known)))
    for part in PARTS:
        step = shortest / part
        if step < 10.0**-DIGITS * size:
            return 0.0
        counts = np.rint(off / step)
        step = float(counts @ off) / float(counts @ counts)
        multiples = off / step
        near = np.count_nonzero(np.abs(multiples - np.rint(multiples)) < NEAR)
        if near / len(off) >= NEARLY_ALL:
            return step
    return 0.0
